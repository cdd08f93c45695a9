"""What the platform decides of a live bot's config: real orders, the account, a key without power at the venue."""

from collections.abc import Mapping
from typing import Any


def live_config(whole: Mapping[str, Any], account: Mapping[str, Any]) -> dict[str, Any]:
    """Returns a bot's whole config for real orders."""
    exchange = whole["exchange"]
    options = exchange["ccxt_config"]["options"]
    return {
        **{key: value for key, value in whole.items() if key not in ("dry_run_wallet", "fee")},
        "dry_run": False,
        "available_capital": account["capital_usd"],
        "exchange": {
            **exchange,
            "walletAddress": account["address"],
            "privateKey": account["key"],
            # The proxy keeps to the venue's limits for all bots of the account, and adds the platform's fee to orders.
            "ccxt_config": {
                "enableRateLimit": False,
                "options": {**options, "approvedBuilderFee": False, "refSet": True},
            },
        },
    }
