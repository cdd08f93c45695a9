"""Prints the results of the official SDK at a venue, as JSON: `hyperliquid_sdk.py <base url> <private key> <payout to>`."""

import json
import sys
import time

from eth_account import Account
from hyperliquid.exchange import Exchange
from hyperliquid.info import Info
from hyperliquid.utils.signing import get_timestamp_ms, order_wires_to_order_action, sign_l1_action
from hyperliquid.utils.types import Cloid

CREDIT_SECONDS_MAX = 30
base_url, private_key, payout_to = sys.argv[1:]
wallet = Account.from_key(private_key)
info = Info(base_url)
exchange = Exchange(wallet, base_url)


def status_of(answer):
    return answer["response"]["data"]["statuses"][0]


def await_credit():
    deadline = time.monotonic() + CREDIT_SECONDS_MAX
    while float(info.user_state(wallet.address)["withdrawable"]) == 0:
        if time.monotonic() > deadline:
            raise TimeoutError("the deposit was not credited")
        time.sleep(0.2)
    return info.user_state(wallet.address)["withdrawable"]


def tampered_order():
    wire = {"a": 0, "b": True, "p": "50000", "s": "0.001", "r": False, "t": {"limit": {"tif": "Gtc"}}}
    action = order_wires_to_order_action([wire])
    nonce = get_timestamp_ms()
    signature = sign_l1_action(wallet, action, None, nonce, None, False)
    action["orders"][0]["s"] = "0.01"
    return exchange._post_action(action, signature, nonce)


def main():
    result = {"credited": await_credit()}
    told = []
    info.subscribe({"type": "userFills", "user": wallet.address}, told.append)

    result["leverage"] = exchange.update_leverage(5, "ETH")
    result["opened"] = status_of(exchange.market_open("ETH", True, 0.05))
    result["position"] = info.user_state(wallet.address)["assetPositions"][0]["position"]

    mid = float(info.all_mids()["ETH"])
    cloid = Cloid.from_int(get_timestamp_ms())
    resting = status_of(exchange.order("ETH", True, 0.05, round(mid * 0.5), {"limit": {"tif": "Gtc"}}, cloid=cloid))
    result["resting"] = resting
    result["open_orders"] = info.open_orders(wallet.address)
    result["found_by_cloid"] = info.query_order_by_cloid(wallet.address, cloid)
    result["modified"] = status_of(
        exchange.modify_order(cloid, "ETH", True, 0.06, round(mid * 0.5), {"limit": {"tif": "Gtc"}}, cloid=cloid)
    )
    result["canceled"] = status_of(exchange.cancel_by_cloid("ETH", cloid))
    result["canceled_again"] = status_of(exchange.cancel("ETH", resting["resting"]["oid"]))
    result["closed"] = status_of(exchange.market_close("ETH"))
    result["fills"] = info.user_fills(wallet.address)

    answer, agent_key = exchange.approve_agent("bot")
    agent = Exchange(Account.from_key(agent_key), base_url, account_address=wallet.address)
    result["agent"] = answer
    result["agent_order"] = status_of(agent.order("BTC", True, 0.001, 50_000, {"limit": {"tif": "Gtc"}}))
    result["agent_cancel"] = status_of(agent.cancel("BTC", result["agent_order"]["resting"]["oid"]))
    result["agent_withdrawal"] = agent.withdraw_from_bridge(10, wallet.address)

    result["tampered"] = tampered_order()
    result["withdrawal"] = exchange.withdraw_from_bridge(25, payout_to)
    result["ledger"] = [update["delta"] for update in info.user_non_funding_ledger_updates(wallet.address, 0)]
    result["told_fills"] = sum(len(message["data"]["fills"]) for message in told)
    info.disconnect_websocket()
    print(json.dumps(result))


main()
