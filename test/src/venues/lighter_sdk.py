"""Prints the official SDK's data of Lighter's markets, as JSON: `lighter_sdk.py <base url> <WebSocket url>`."""

import asyncio
import json
import sys
import time

import lighter

DAY_MS = 86_400_000
UPDATES = 3
UPDATES_SECONDS_MAX = 30
base_url, ws_url = sys.argv[1:]


async def follow():
    """Returns the levels of each side of a book that was followed over the WebSocket for a few updates."""
    books, done = [], asyncio.Event()

    def on_update(_market, book):
        books.append([len(book["asks"]), len(book["bids"])])
        if len(books) > UPDATES:
            done.set()

    client = lighter.WsClient(ws_url=ws_url, order_book_ids=[0], on_order_book_update=on_update)
    running = asyncio.create_task(client.run_async())
    try:
        await asyncio.wait_for(done.wait(), UPDATES_SECONDS_MAX)
    finally:
        running.cancel()
    return books[-1]


async def read(client):
    orders, candles = lighter.OrderApi(client), lighter.CandlestickApi(client)
    books = await orders.order_books()
    details = await orders.order_book_details(filter="perp")
    eth = next(book for book in books.order_books if book.symbol == "ETH")
    now_ms = int(time.time() * 1000)
    minutes = await candles.candles(eth.market_id, "1m", now_ms - DAY_MS, now_ms, 500)
    hours = await candles.candles(eth.market_id, "1h", now_ms - DAY_MS, now_ms, 24)
    fundings = await candles.fundings(eth.market_id, "1h", (now_ms - DAY_MS) // 1000, now_ms // 1000, 0)
    rates = await lighter.FundingApi(client).funding_rates()
    trades = await orders.recent_trades(eth.market_id, 3)
    book = await orders.order_book_orders(eth.market_id, 5)
    stats = await orders.exchange_stats()
    announcements = await lighter.AnnouncementApi(client).announcement()
    status = await lighter.RootApi(client).status()
    info = await lighter.RootApi(client).info()
    return {
        "markets": [[each.symbol, each.market_type, each.status] for each in books.order_books],
        "leverages": [10_000 // each.min_initial_margin_fraction for each in details.order_book_details],
        "minutes": len(minutes.c),
        "hours": [[candle.t, candle.o, candle.h, candle.l, candle.c, candle.v] for candle in hours.c],
        "fundings": [[each.timestamp, each.rate, each.direction] for each in fundings.fundings],
        "rates": [each.symbol for each in rates.funding_rates],
        "trades": [each.price for each in trades.trades],
        "spread": [book.bids[0].price, book.asks[0].price],
        "stats": stats.total,
        "announcements": announcements.announcements,
        "status": status.status,
        "contract": info.contract_address,
        "followed": await follow(),
    }


async def main():
    client = lighter.ApiClient(configuration=lighter.Configuration(host=base_url))
    try:
        print(json.dumps(await read(client)))
    finally:
        await client.close()


asyncio.run(main())
