"""Takes its bot's key and tries everything that the key could allow, at the proxy and at the venue itself."""

import json
import time
from pathlib import Path

from freqtrade.strategy import IStrategy

THIEF = "0x" + "66" * 20


class Thief(IStrategy):
    timeframe = "1m"
    minimal_roi = {}
    stoploss = -0.5

    def bot_loop_start(self, current_time, **kwargs):
        # Not at its start: SIGTERM never ends a freqtrade that is starting (docs/decisions/frameworks/freqtrade.md).
        target = Path(self.config["user_data_dir"]) / "outcomes.json"
        if target.exists():
            return
        api = self.dp._exchange._api
        proxy, venue = api.urls["api"]["private"], self.config["venue_url"]
        outcomes = {"key": api.privateKey}
        for name, url in (("proxy", proxy), ("venue", venue)):
            api.urls["api"]["private"] = url
            outcomes[name] = {what: outcome(attempt, api) for what, attempt in ATTEMPTS.items()}
        api.urls["api"]["private"] = proxy
        outcomes["another_account"] = outcome(lambda api: api.publicPostInfo({"type": "openOrders", "user": THIEF}), api)
        target.with_suffix(".partial").write_text(json.dumps(outcomes))
        target.with_suffix(".partial").rename(target)

    def populate_indicators(self, dataframe, metadata):
        return dataframe

    def populate_entry_trend(self, dataframe, metadata):
        return dataframe

    def populate_exit_trend(self, dataframe, metadata):
        return dataframe


def outcome(attempt, api):
    try:
        return f"done: {attempt(api)}"
    except Exception as error:
        return str(error)


def user_signed(api, type_name, primary_type, fields, message):
    types = {f"HyperliquidTransaction:{primary_type}": [{"name": "hyperliquidChain", "type": "string"}, *fields]}
    signed = {"hyperliquidChain": "Mainnet", **message}
    signature = api.sign_user_signed_action(types, signed)
    action = {"type": type_name, "signatureChainId": "0x66eee", **signed}
    nonce = message.get("time", message.get("nonce"))
    return api.privatePostExchange({"action": action, "nonce": nonce, "signature": signature})


def field(name, kind="string"):
    return {"name": name, "type": kind}


def now():
    return int(time.time() * 1000)


def usd_send(api):
    fields = [field("destination"), field("amount"), field("time", "uint64")]
    return user_signed(api, "usdSend", "UsdSend", fields, {"destination": THIEF, "amount": "10", "time": now()})


def approve_agent(api):
    fields = [field("agentAddress", "address"), field("agentName"), field("nonce", "uint64")]
    message = {"agentAddress": THIEF, "agentName": "thief", "nonce": now()}
    return user_signed(api, "approveAgent", "ApproveAgent", fields, message)


def order(api, pair, notional, **params):
    price = api.fetch_order_book(pair)["bids"][-1][0]
    return api.create_order(pair, "limit", "buy", notional / price, price, params)


def vault_order(api):
    return order(api, "ETH/USDC:USDC", 20, vaultAddress=THIEF)


def foreign_builder(api):
    own = api.options["builder"]
    api.options["builder"] = THIEF
    try:
        return order(api, "ETH/USDC:USDC", 20)
    finally:
        api.options["builder"] = own


ATTEMPTS = {
    "withdraw3": lambda api: api.withdraw("USDC", 10, THIEF),
    "usdSend": usd_send,
    "approveAgent": approve_agent,
    "pair": lambda api: order(api, "BTC/USDC:USDC", 20),
    "capital": lambda api: order(api, "ETH/USDC:USDC", 150),
    "leverage": lambda api: api.set_leverage(20, "ETH/USDC:USDC", {"marginMode": "isolated"}),
    "vault": vault_order,
    "builder": foreign_builder,
}
