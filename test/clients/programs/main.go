// The main job and a refused request by a Go client of openapi-generator.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	platform "github.com/GIT_USER_ID/GIT_REPO_ID"
)

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	configuration := platform.NewConfiguration()
	configuration.Servers = platform.ServerConfigurations{{URL: os.Getenv("BASE_URL")}}
	configuration.DefaultHeader["x-api-key"] = os.Getenv("API_KEY")
	client := platform.NewAPIClient(configuration)
	ctx := context.Background()
	markets, _, err := client.ContextAPI.ListMarkets(ctx).Execute()
	must(err)
	wallet, _, err := client.WalletAPI.GetWallet(ctx).Execute()
	must(err)
	if reachable := wallet.Venues.Hyperliquid.Readiness.VenueReachable.Bool; reachable == nil || !*reachable {
		panic("the venue is not there")
	}
	var body platform.CreateBacktestBody
	must(json.Unmarshal([]byte(os.Getenv("BODY")), &body))
	create := client.RuntimeAPI.CreateBacktest(ctx).CreateBacktestBody(body).IdempotencyKey(os.Getenv("IDEMPOTENCY_KEY"))
	created, _, err := create.Execute()
	must(err)
	backtest, _, err := client.RuntimeAPI.GetBacktest(ctx, created.Id).Execute()
	must(err)
	for backtest.Status == "queued" || backtest.Status == "running" {
		time.Sleep(250 * time.Millisecond)
		backtest, _, err = client.RuntimeAPI.GetBacktest(ctx, created.Id).Execute()
		must(err)
	}
	candles := client.ContextAPI.ListCandles(ctx).Venue("hyperliquid").Symbol("BTC/USDC:USDC").Timeframe("1h")
	_, _, err = candles.From("2026-02-30").Execute()
	var refused *platform.GenericOpenAPIError
	if !errors.As(err, &refused) {
		panic("not refused")
	}
	problem := refused.Model().(platform.ErrorEnvelope).Error
	printed, err := json.Marshal(map[string]any{
		"markets": len(markets.Markets),
		"wallet":  wallet.Address,
		"status":  backtest.Status,
		"trades":  backtest.Result.Trades,
		"refused": map[string]any{
			"code": problem.Code, "message": problem.Message, "details": problem.Details, "docs_url": problem.DocsUrl,
		},
	})
	must(err)
	fmt.Println(string(printed))
}
