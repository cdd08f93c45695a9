import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.ContextApi;
import org.openapitools.client.api.RuntimeApi;
import org.openapitools.client.api.WalletApi;
import org.openapitools.client.model.Backtest;
import org.openapitools.client.model.CreateBacktestBody;
import org.openapitools.client.model.ErrorEnvelope;
import org.openapitools.client.model.Wallet;

/** The main job and a refused request by a Java client of openapi-generator. */
public final class Main {
  public static void main(String[] arguments) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("BASE_URL"));
    client.setRequestInterceptor(request -> request.header("x-api-key", System.getenv("API_KEY")));
    ObjectMapper mapper = client.getObjectMapper();
    ContextApi context = new ContextApi(client);
    RuntimeApi runtime = new RuntimeApi(client);
    int markets = context.listMarkets(null, null, null, null).getMarkets().size();
    Wallet wallet = new WalletApi(client).getWallet();
    Object reachable = wallet.getVenues().getHyperliquid().getReadiness().getVenueReachable().getActualInstance();
    if (!Boolean.TRUE.equals(reachable)) throw new IllegalStateException("the venue is not there");
    CreateBacktestBody body = mapper.readValue(System.getenv("BODY"), CreateBacktestBody.class);
    String id = runtime.createBacktest(body, System.getenv("IDEMPOTENCY_KEY")).getId();
    Backtest backtest = runtime.getBacktest(id);
    while (backtest.getStatus().equals("queued") || backtest.getStatus().equals("running")) {
      Thread.sleep(250);
      backtest = runtime.getBacktest(id);
    }
    try {
      context.listCandles("hyperliquid", "BTC/USDC:USDC", "1h", "2026-02-30", null, null, null);
      throw new IllegalStateException("not refused");
    } catch (ApiException refused) {
      var error = mapper.readValue(refused.getResponseBody(), ErrorEnvelope.class).getError();
      var told = Map.of("code", error.getCode(), "message", error.getMessage(), "details", error.getDetails(), "docs_url",
          error.getDocsUrl());
      System.out.println(mapper.writeValueAsString(Map.of("markets", markets, "wallet", wallet.getAddress(), "status",
          backtest.getStatus(), "trades", backtest.getResult().getTrades(), "refused", told)));
    }
  }
}
