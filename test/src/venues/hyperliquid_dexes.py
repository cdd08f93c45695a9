"""Prints the official SDK's data of Hyperliquid's builder-deployed dexes, as JSON: `hyperliquid_dexes.py <base url>`."""

import json
import sys
import time

from hyperliquid.info import Info

(base_url,) = sys.argv[1:]
info = Info(base_url, skip_ws=True, perp_dexs=["", "xyz"])
now_ms = int(time.time() * 1000)
print(
    json.dumps(
        {
            "dexes": [dex and dex["name"] for dex in info.perp_dexs()],
            "assets": {coin: asset for coin, asset in info.coin_to_asset.items() if ":" in coin},
            "mids": sorted(info.all_mids(dex="xyz")),
            "candles": len(info.candles_snapshot("xyz:GOLD", "1h", now_ms - 5 * 3_600_000, now_ms)),
            "fundings": len(info.funding_history("xyz:GOLD", now_ms - 5 * 3_600_000)),
        }
    )
)
