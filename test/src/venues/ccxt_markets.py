"""Prints ccxt's data of Lighter's and Hyperliquid's markets, as JSON: `ccxt_markets.py <lighter url> <hyperliquid url>`."""

import json
import sys

import ccxt

lighter_url, hyperliquid_url = sys.argv[1:]


def of_lighter():
    exchange = ccxt.lighter()
    exchange.urls["api"] = {"root": lighter_url, "public": lighter_url, "private": lighter_url}
    exchange.load_markets()
    return {
        "markets": sorted(exchange.markets),
        "candles": exchange.fetch_ohlcv("BTC/USDC:USDC", "1h", limit=5),
        "rates": sorted(exchange.fetch_funding_rates()),
        "status": exchange.fetch_status()["status"],
    }


def of_hyperliquid():
    exchange = ccxt.hyperliquid()
    exchange.urls["api"]["public"] = exchange.urls["api"]["private"] = hyperliquid_url
    exchange.load_markets()
    gold = exchange.market("XYZ-GOLD/USDC:USDC")
    return {
        "builders": sorted(symbol for symbol, market in exchange.markets.items() if market["info"].get("hip3")),
        "gold": {"id": gold["id"], "baseName": gold["baseName"], "leverage": gold["limits"]["leverage"]["max"]},
        "candles": exchange.fetch_ohlcv("XYZ-GOLD/USDC:USDC", "1h", limit=5),
    }


print(json.dumps({"lighter": of_lighter(), "hyperliquid": of_hyperliquid()}))
