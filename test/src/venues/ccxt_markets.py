"""Prints ccxt's data of Lighter's and Hyperliquid's markets, as JSON: `ccxt_markets.py <lighter url> <lighter's account> <its owner> <hyperliquid url>`."""

import json
import sys

import ccxt

lighter_url, account, owner, hyperliquid_url = sys.argv[1:]
HOUR_MS = 3_600_000


def of_lighter():
    exchange = ccxt.lighter()
    exchange.urls["api"] = {"root": lighter_url, "public": lighter_url, "private": lighter_url}
    exchange.load_markets()
    from_ms = exchange.milliseconds() // HOUR_MS * HOUR_MS - 48 * HOUR_MS
    book = exchange.fetch_order_book("ETH/USDC:USDC", 5)
    ticker = exchange.fetch_ticker("BTC/USDC:USDC")
    return {
        "markets": sorted(exchange.markets),
        "closed": [symbol for symbol, market in exchange.markets.items() if not market["active"]],
        "candles": exchange.fetch_ohlcv("BTC/USDC:USDC", "1h", from_ms, 24),
        "rates": sorted(exchange.fetch_funding_rates()),
        "currencies": sorted(exchange.fetch_currencies()),
        "book": [len(book["asks"]), len(book["bids"]), book["asks"][0][0] > book["bids"][0][0]],
        "ticker": ticker["low"] <= ticker["last"] <= ticker["high"],
        "status": exchange.fetch_status()["status"],
        "account": account_of(exchange),
    }


def account_of(exchange):
    """Returns what ccxt reads of an account without a key of it."""
    numbered = {"accountIndex": int(account)}
    positions = exchange.fetch_positions(None, numbered)
    by_owner = ccxt.lighter({"walletAddress": owner})
    by_owner.urls["api"] = exchange.urls["api"]
    return {
        "accounts": [[each["id"], each["type"]] for each in exchange.fetch_accounts(numbered)],
        "perpetual": exchange.fetch_balance({**numbered, "type": "swap"})["total"],
        "spot": sorted(exchange.fetch_balance({**numbered, "type": "spot"})["total"]),
        "byOwner": by_owner.fetch_balance({"type": "swap"})["total"],
        "positions": [
            [each["symbol"], each["side"], each["contracts"], each["entryPrice"], each["leverage"], each["marginMode"]]
            for each in positions
        ],
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
