"""Trades with the official client, and prints what it was told, as JSON:
`polymarket_clob.py <CLOB url> <private key> <deposit wallet, or ""> <token> <token of a market with rivals>`."""

import dataclasses
import json
import logging
import sys
import time

from py_clob_client_v2 import (
    AssetType,
    BalanceAllowanceParams,
    ClobClient,
    CreateOrderOptions,
    MarketOrderArgs,
    OpenOrderParams,
    OrderArgs,
    OrderMarketCancelParams,
    OrderPayload,
    OrderType,
    PartialCreateOrderOptions,
    PostOrdersV2Args,
    Side,
    SignatureTypeV2,
)
from py_clob_client_v2.clob_types import ApiCreds
from py_clob_client_v2.exceptions import PolyApiException

POLYGON = 137
url, key, wallet, token, rival = sys.argv[1:]
logging.disable(logging.CRITICAL)

kind = {"signature_type": SignatureTypeV2.POLY_1271, "funder": wallet} if wallet else {}
creds = ClobClient(url, POLYGON, key=key).create_or_derive_api_key()
client = ClobClient(url, POLYGON, key=key, creds=creds, **kind)


def args(**more):
    """Returns a limit order that rests unless it says otherwise."""
    return OrderArgs(**{"token_id": token, "price": 0.1, "size": 10, "side": Side.BUY, **more})


def refusal(call):
    """Returns the status and the words of a refusal."""
    try:
        return ["taken", call()]
    except PolyApiException as error:
        return [error.status_code, error.error_msg["error"]]


def place(order_type=OrderType.GTC, post_only=False, **more):
    """Places a limit order."""
    return client.post_order(client.create_order(args(**more)), order_type, post_only)


def opened():
    """Returns the ids of the open orders."""
    return [order["id"] for order in client.get_open_orders()]


told = {"keys": client.get_api_keys() == {"apiKeys": [creds.api_key]}}
placed = {
    "gtc": place(),
    "gtd": place(OrderType.GTD, expiration=int(time.time()) + 600),
    "postOnly": place(post_only=True),
    "rivals": place(token_id=rival, size=50),
}
told["placed"] = {name: answer["status"] for name, answer in placed.items()}
ids = [answer["orderID"] for answer in placed.values()]
told["open"] = opened() == ids
told["types"] = [client.get_order(order_id)["order_type"] for order_id in ids]
told["ofToken"] = len(client.get_open_orders(OpenOrderParams(asset_id=token)))

client.cancel_order(OrderPayload(orderID=ids[0]))
told["afterOne"] = opened() == ids[1:]
client.cancel_orders(ids[1:3])
told["afterSeveral"] = opened() == ids[3:]
several = client.post_orders(
    [PostOrdersV2Args(order=client.create_order(args(size=size)), orderType=OrderType.GTC) for size in (20, 21)]
)
market = client.get_order(ids[3])["market"]
client.cancel_market_orders(OrderMarketCancelParams(market=market))
told["afterMarket"] = opened() == [answer["orderID"] for answer in several]
client.cancel_all()
told["afterAll"] = opened()

# With prices of its own: the client cuts 0.29, 0.57 and 0.58 of a book to the tick below, at which nobody sells.
bought = client.create_and_post_market_order(MarketOrderArgs(token_id=token, amount=20, side=Side.BUY, price=0.9))
shares = int(float(bought["takingAmount"]) * 100) / 100
sold = client.create_and_post_market_order(
    MarketOrderArgs(token_id=token, amount=shares, side=Side.SELL, price=0.1), order_type=OrderType.FAK
)
told["matched"] = [[answer["status"], len(answer["transactionsHashes"]) > 0] for answer in (bought, sold)]
told["trades"] = sorted({trade["status"] for trade in client.get_trades()} - {"MINED", "CONFIRMED"})
told["sides"] = sorted({trade["side"] for trade in client.get_trades()})
balance = client.get_balance_allowance(BalanceAllowanceParams(asset_type=AssetType.COLLATERAL))
told["allowances"] = len(balance["allowances"])
told["spent"] = 0 < 1_000_000_000 - int(balance["balance"]) < 5_000_000

order = client.create_order(args())
ask = float(client.get_price(token, "SELL")["price"])
tampered = dataclasses.replace(order, takerAmount="20000000")
between_ticks = client.builder.build_order(
    args(price=0.105), CreateOrderOptions(tick_size="0.001", neg_risk=False), version=2
)
stranger = ClobClient(url, POLYGON, key=key, creds=ApiCreds(creds.api_key, creds.api_secret, "another"), **kind)
told["refused"] = {
    "tampered": refusal(lambda: client.post_order(tampered)),
    "key": refusal(lambda: stranger.post_order(order)),
    "tick": refusal(lambda: client.post_order(between_ticks)),
    "balance": refusal(lambda: place(size=1_000_000)),
    "small": refusal(lambda: place(size=1)),
    "crossing": refusal(lambda: place(post_only=True, price=ask)),
    "exchange": refusal(
        lambda: client.post_order(client.create_order(args(), PartialCreateOrderOptions(neg_risk=True)))
    ),
}
beat = client.post_heartbeat("")
told["heartbeat"] = client.post_heartbeat(beat["heartbeat_id"])["heartbeat_id"] != beat["heartbeat_id"]
print(json.dumps(told))
