"""Registers a key at Lighter with the official SDK, trades, and prints what the venue says: `trading.py <base url> <WebSocket url> <account>
<owner's key>`."""

import asyncio
import sys
import time

import lighter
from new_key import KEY_INDEX, SECONDS_MAX, auth_of, next_nonce, outcome, own_account, print_told, register

ETH = 0
SOL = 2
PART_MS = 30_000
TEN_PARTS_MS = 10 * PART_MS + 5_000
base_url, ws_url, account_text, owner_key = sys.argv[1:]
account = int(account_text)


async def executed(client, answer):
    """Returns the status of a transaction that the client has sent."""
    _signed, sent, problem = answer
    assert problem is None, problem
    return (await outcome(client, sent.tx_hash)).status


async def trade(client):
    """Opens a position, rests an order beside it, cancels that one and closes the position."""
    auth = auth_of(client)

    async def active():
        return (await client.order_api.account_active_orders(auth, account_index=account, market_id=ETH)).orders

    statuses = [
        await executed(client, await client.update_leverage(ETH, client.CROSS_MARGIN_MODE, 10)),
        await executed(client, await client.create_market_order(ETH, 1, 1_000, 900_000, is_ask=False)),
        await executed(
            client,
            await client.create_order(
                ETH, 2, 1_000, 100_000, False, client.ORDER_TYPE_LIMIT, client.ORDER_TIME_IN_FORCE_GOOD_TILL_TIME
            ),
        ),
    ]
    own = await own_account(client)
    resting = [[order.client_order_id, order.status, order.price] for order in await active()]
    statuses.append(await executed(client, await client.cancel_order(ETH, 2)))
    statuses.append(await executed(client, await client.create_market_order(ETH, 3, 1_000, 1, is_ask=True, reduce_only=True)))
    ended = (await client.order_api.account_inactive_orders(auth, account, 10)).orders
    traded = (await client.order_api.trades("timestamp", 10, authorization=auth, account_index=account)).trades
    flat = await own_account(client)
    return {
        "statuses": statuses,
        "position": [[position.symbol, position.sign, position.position] for position in own.positions],
        "resting": resting,
        "left": len(await active()),
        "ended": [[order.client_order_id, order.status] for order in ended],
        "traded": [[trade.size, trade.bid_account_id == account] for trade in traded],
        "closed": [position.position for position in flat.positions],
    }


async def isolate(client):
    """Opens an isolated position, adds margin to it, takes half of that away again, and closes the position."""

    async def margin():
        positions = (await own_account(client)).positions
        [position] = [each for each in positions if each.market_id == SOL]
        return position.margin_mode, float(position.allocated_margin), float(position.liquidation_price) > 0

    statuses = [
        await executed(client, await client.update_leverage(SOL, client.ISOLATED_MARGIN_MODE, 5)),
        await executed(client, await client.create_market_order(SOL, 4, 1_000, 900_000, is_ask=False)),
    ]
    before = await margin()
    statuses.append(await executed(client, await client.update_margin(SOL, 10, client.ISOLATED_MARGIN_ADD_COLLATERAL)))
    more = await margin()
    # Less than was added: the position needs a part of that where the price has fallen meanwhile.
    statuses.append(await executed(client, await client.update_margin(SOL, 5, client.ISOLATED_MARGIN_REMOVE_COLLATERAL)))
    # As much as the position needs.
    refused = await executed(client, await client.update_margin(SOL, before[1], client.ISOLATED_MARGIN_REMOVE_COLLATERAL))
    statuses.append(await executed(client, await client.create_market_order(SOL, 5, 1_000, 1, is_ask=True, reduce_only=True)))
    return {
        "statuses": statuses,
        "mode": before[0],
        "added": round(more[1] - before[1], 6),
        "hasLiquidationPrice": more[2],
        "refused": refused,
        "closed": (await margin())[1],
    }


async def spread(client):
    """Places a TWAP order, and cancels it after its first part."""
    auth = auth_of(client)
    placed = await executed(
        client,
        await client.create_order(
            SOL,
            6,
            2_000,
            900_000,
            False,
            client.ORDER_TYPE_TWAP,
            client.ORDER_TIME_IN_FORCE_GOOD_TILL_TIME,
            order_expiry=int(time.time() * 1_000) + TEN_PARTS_MS,
        ),
    )
    active = (await client.order_api.account_active_orders(auth, account_index=account, market_id=SOL)).orders
    canceled = await executed(client, await client.cancel_order(SOL, 6))
    ended = (await client.order_api.account_inactive_orders(auth, account, 2)).orders
    return {
        "statuses": [placed, canceled],
        "active": [[order.type, order.trigger_status, order.status] for order in active],
        "ended": [[order.type, order.status] for order in ended],
    }


async def protect(client):
    """Sends a limit order whose price was likely a slip, and then the same one with the venue told not to mind; reads what was sent."""
    order = (ETH, 7, 1_000, 900_000, False, client.ORDER_TYPE_LIMIT, client.ORDER_TIME_IN_FORCE_IMMEDIATE_OR_CANCEL)
    _order, _sent, problem = await client.create_order(*order, order_expiry=client.DEFAULT_IOC_EXPIRY)
    nonce = await next_nonce(client)
    kind, info, _hash, error = client.sign_create_order(
        *order, order_expiry=client.DEFAULT_IOC_EXPIRY, nonce=nonce, api_key_index=KEY_INDEX
    )
    assert error is None, error
    sent = await client.tx_api.send_tx(tx_type=kind, tx_info=info, price_protection=False)
    auth = auth_of(client)
    status = (await outcome(client, sent.tx_hash)).status
    told = await client.tx_api.account_txs(limit=1, by="account_index", value=str(account), authorization=auth, types=[kind])
    return {"refused": "21734" in str(problem), "status": status, "told": [tx.nonce == nonce for tx in told.txs]}


async def followed():
    """Returns the positions that the WebSocket tells of the account."""
    told = asyncio.Event()
    positions = []

    def on_account(_account, state):
        positions.extend(position["symbol"] for position in state["positions"].values())
        told.set()

    client = lighter.WsClient(ws_url=ws_url, account_ids=[account], on_account_update=on_account)
    running = asyncio.create_task(client.run_async())
    try:
        await asyncio.wait_for(told.wait(), SECONDS_MAX)
    finally:
        running.cancel()
    return positions


async def read(client, public_key):
    registered = await register(client, owner_key, public_key)
    own = await own_account(client)
    keys = (await lighter.AccountApi(client.api_client).apikeys(account, KEY_INDEX)).api_keys
    return {
        "registered": registered,
        "isKnown": client.check_client() is None,
        "keys": [[key.api_key_index, key.public_key == public_key.removeprefix("0x"), key.nonce] for key in keys],
        "collateral": own.collateral,
        "traded": await trade(client),
        "isolated": await isolate(client),
        "spread": await spread(client),
        "followed": await followed(),
        "protected": await protect(client),
        "nonce": await next_nonce(client),
    }


asyncio.run(print_told(base_url, account, read))
