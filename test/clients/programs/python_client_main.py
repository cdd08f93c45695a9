"""The main job and a refused request by a client of openapi-python-client."""

import json
import os
import time

from python_client import AuthenticatedClient
from python_client.api.context import list_candles, list_markets
from python_client.api.runtime import create_backtest, get_backtest
from python_client.api.wallet import get_wallet
from python_client.models import CreateBacktestBody, ErrorEnvelope
from python_client.models.list_candles_timeframe import ListCandlesTimeframe
from python_client.models.list_candles_venue import ListCandlesVenue

client = AuthenticatedClient(base_url=os.environ["BASE_URL"], token=os.environ["API_KEY"])
body = CreateBacktestBody.from_dict(json.loads(os.environ["BODY"]))
markets = list_markets.sync(client=client).markets
wallet = get_wallet.sync(client=client)
assert wallet.venues.hyperliquid.readiness.venue_reachable is True
created = create_backtest.sync(client=client, body=body, idempotency_key=os.environ["IDEMPOTENCY_KEY"])
backtest = get_backtest.sync(client=client, id=created.id)
while backtest.status in ("queued", "running"):
    time.sleep(0.25)
    backtest = get_backtest.sync(client=client, id=created.id)
refused = list_candles.sync(
    client=client,
    venue=ListCandlesVenue.HYPERLIQUID,
    symbol="BTC/USDC:USDC",
    timeframe=ListCandlesTimeframe("1h"),
    from_="2026-02-30",
)
assert isinstance(refused, ErrorEnvelope)
error = refused.error
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
