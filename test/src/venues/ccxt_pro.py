"""Prints ccxt.pro's data for a trader, as JSON: `ccxt_pro.py <base url> <WebSocket url> <address> <private key>`."""

import asyncio
import copy
import json
import sys

import ccxt.pro

TOLD_SECONDS_MAX = 30
SYMBOL = "ETH/USDC:USDC"
base_url, ws_url, address, private_key = sys.argv[1:]


async def within(awaitable):
    return await asyncio.wait_for(awaitable, TOLD_SECONDS_MAX)


async def until(watch, matches):
    while True:
        told = [each for each in await within(watch()) if matches(each)]
        if told:
            return copy.deepcopy(told)


async def main():
    exchange = ccxt.pro.hyperliquid({"walletAddress": address, "privateKey": private_key})
    exchange.urls["api"]["public"] = exchange.urls["api"]["private"] = base_url
    exchange.urls["api"]["ws"]["public"] = ws_url
    try:
        print(json.dumps(await trade(exchange)))
    finally:
        await exchange.close()


async def trade(exchange):
    balance = copy.deepcopy(await within(exchange.watch_balance({"type": "swap"})))
    spot = await within(exchange.watch_balance({"type": "spot"}))
    watching = asyncio.ensure_future(until(exchange.watch_orders, lambda order: order["status"] == "open"))
    trades = asyncio.ensure_future(until(exchange.watch_my_trades, lambda trade: trade["symbol"] == SYMBOL))
    price = (await exchange.fetch_ticker(SYMBOL))["last"]
    resting = await exchange.create_order(SYMBOL, "limit", "buy", 0.05, round(price * 0.8))
    orders = await watching
    canceling = asyncio.ensure_future(until(exchange.watch_orders, lambda order: order["status"] == "canceled"))
    await exchange.cancel_order(resting["id"], SYMBOL)
    canceled = await canceling
    await exchange.create_order(SYMBOL, "market", "buy", 0.05, price)
    positions = await until(exchange.watch_positions, lambda position: position["symbol"] == SYMBOL)
    told = await trades
    twap = await exchange.create_twap_order(SYMBOL, "sell", 0.5, 5 * 60_000)
    ended = await exchange.cancel_twap_order(twap["id"], SYMBOL)
    reserved = await exchange.reserve_request_weight(10)
    await within(exchange.un_watch_positions())
    await within(exchange.un_watch_orders())
    await within(exchange.un_watch_my_trades())
    return {
        "balance": balance["USDC"],
        "spot": spot,
        "orders": orders,
        "canceled": canceled,
        "positions": positions,
        "trades": told,
        "twap": ended,
        "reserved": reserved,
        "unwatched": True,
    }


asyncio.run(main())
