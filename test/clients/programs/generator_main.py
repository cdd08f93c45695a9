"""The main job and a refused request by a Python client of openapi-generator."""

import json
import os
import time

import openapi_client
from openapi_client.models.create_backtest_body import CreateBacktestBody
from openapi_client.models.error_envelope import ErrorEnvelope

configuration = openapi_client.Configuration(host=os.environ["BASE_URL"], api_key={"apiKey": os.environ["API_KEY"]})
client = openapi_client.ApiClient(configuration)
context = openapi_client.ContextApi(client)
runtime = openapi_client.RuntimeApi(client)
body = CreateBacktestBody.from_json(os.environ["BODY"])
markets = context.list_markets().markets
wallet = openapi_client.WalletApi(client).get_wallet()
assert wallet.venues.hyperliquid.readiness.venue_reachable.actual_instance is True
created = runtime.create_backtest(body, idempotency_key=os.environ["IDEMPOTENCY_KEY"])
backtest = runtime.get_backtest(created.id)
while backtest.status in ("queued", "running"):
    time.sleep(0.25)
    backtest = runtime.get_backtest(created.id)
try:
    context.list_candles("hyperliquid", "BTC/USDC:USDC", "1h", var_from="2026-02-30")
    raise AssertionError("not refused")
except openapi_client.ApiException as refused:
    error = refused.data.error
    assert isinstance(refused.data, ErrorEnvelope)
print(
    json.dumps(
        {
            "markets": len(markets),
            "wallet": wallet.address,
            "status": backtest.status,
            "trades": backtest.result.trades,
            "refused": {
                "code": error.code,
                "message": error.message,
                "details": error.details,
                "docs_url": error.docs_url,
            },
        }
    )
)
