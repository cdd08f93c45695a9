"""Configs with which a bot of freqtrade would run, never trade, and say nothing of it."""

import math
from collections.abc import Iterator, Mapping
from typing import Any

from platform_worker.imports import Finding

from freqtrade_harness import config_keys, parameters
from freqtrade_harness.config import DEFAULTS
from freqtrade_harness.source import Strategy

# As ccxt has it of the venue, in USDC.
ORDER_MIN = 10.0

# What freqtrade takes where the config says nothing.
AMOUNT_RESERVE = 0.05
TRADABLE_RATIO = 0.99

# What freqtrade bounds its reserve by, and what it takes where a stop loss leaves nothing.
RESERVE_FACTOR_MAX = 1.5

# Less than any amount that a config means; freqtrade itself raises a stake that is short of the least by so little.
ROUNDING = 1e-6

UNLIMITED = "unlimited"

# They decide as the bot runs how much a trade takes.
STAKE_METHODS = ("custom_stake_amount", "leverage")


def findings(config: Mapping[str, object], strategy: Strategy) -> list[Finding]:
    """Returns every reason why a bot with this config, which freqtrade itself takes, would never trade."""
    whole = {**DEFAULTS, **config}
    reasons = [*_rates(whole.get("exchange")), *_pricing(whole), *_stake(whole, strategy)]
    return [Finding(None, reason) for reason in reasons]


def stake_min(amount_reserve: float, stop_loss: float) -> float:
    """The least stake of a trade, as freqtrade computes it: the smallest order, with a reserve for the stop loss."""
    margin = 1 + amount_reserve
    factor = RESERVE_FACTOR_MAX if abs(stop_loss) == 1 else margin / (1 - abs(stop_loss))
    return ORDER_MIN * max(min(factor, RESERVE_FACTOR_MAX), 1.0)


def smallest(least: float) -> str:
    """The smallest order in words, with the least stake that freqtrade's reserve makes of it."""
    with_reserve = f"{_rounded_up(least)} with freqtrade's reserve for the stop loss"
    return f"the venue's smallest order of {ORDER_MIN:g} USDC, {with_reserve}"


def _rates(exchange: object) -> Iterator[str]:
    """What would switch off the limits of requests to the venue."""
    if not isinstance(exchange, dict):
        return
    for key in sorted(config_keys.CONNECTIONS & exchange.keys()):
        connection = exchange[key]
        if not isinstance(connection, dict):
            continue
        if connection.get("enableRateLimit", True) is not True:
            yield f"config.exchange.{key}.enableRateLimit can only be true here: without it the venue refuses a bot"
        if connection.get("rateLimit") is not None:
            yield f"config.exchange.{key}.rateLimit is set by the platform, and switches its limits off: leave it out"


def _pricing(config: Mapping[str, Any]) -> Iterator[str]:
    for key in ("entry_pricing", "exit_pricing"):
        if config[key].get("use_order_book") is False:
            reason = "tickers have no bid and ask here, and without a price nothing is traded"
            yield f"config.{key}.use_order_book can only be true here: {reason}"


def _stake(config: Mapping[str, Any], strategy: Strategy) -> Iterator[str]:
    if any(map(strategy.may_have, STAKE_METHODS)):
        return
    least = stake_min(config.get("amount_reserve_percent", AMOUNT_RESERVE), _stop_loss(config, strategy))
    stake = config["stake_amount"]
    if stake == UNLIMITED:
        yield from _unlimited(config, _trades_max(config, strategy), least)
    elif isinstance(stake, int | float) and _is_below(stake, least):
        yield f"config.stake_amount {stake:g} is below {smallest(least)}: set at least {_rounded_up(least)}"


def _unlimited(config: Mapping[str, Any], trades_max: float | None, least: float) -> Iterator[str]:
    if trades_max is None:
        return
    if not 1 <= trades_max < math.inf:
        yield "config.stake_amount 'unlimited' divides the wallet by max_open_trades: set that to 1 or more"
        return
    share = _spendable(config) / trades_max
    if _is_below(share, least):
        what = f"leaves {share:.2f} USDC for each of {trades_max:g} trades, below {smallest(least)}"
        yield f"config.stake_amount 'unlimited' {what}: set a larger dry_run_wallet, or a smaller max_open_trades"


def _spendable(config: Mapping[str, Any]) -> float:
    """What a bot that holds nothing yet may spend, in USDC."""
    wallet = config["dry_run_wallet"]
    free: float = wallet.get(config["stake_currency"], 0) if isinstance(wallet, dict) else wallet
    capital: float = config.get("available_capital", free * config.get("tradable_balance_ratio", TRADABLE_RATIO))
    return min(capital, free)


def _trades_max(config: Mapping[str, Any], strategy: Strategy) -> float | None:
    """How many trades it has open at once, infinity for any number; None where only running it decides."""
    number = _setting(config, strategy, "max_open_trades", math.inf)
    return math.inf if number == -1 else number


def _stop_loss(config: Mapping[str, Any], strategy: Strategy) -> float:
    """Its stop loss; where only running it decides, none, which takes the smallest reserve."""
    return _setting(config, strategy, "stoploss", 0.0) or 0.0


def _setting(config: Mapping[str, Any], strategy: Strategy, name: str, absent: float) -> float | None:
    """The number of a setting: the config's, else that of its parameters, else the strategy's own."""
    if name in config:
        configured: float = config[name]
        return configured
    given = config.get(parameters.KEY) or {"params": {}}
    found: float | None = given["params"].get(name, {}).get(name)
    return strategy.number(name, absent) if found is None else found


def _is_below(amount: float, least: float) -> bool:
    return amount < least - ROUNDING


def _rounded_up(amount: float) -> str:
    """The amount in cents, none of which is missing."""
    return f"{math.ceil(round(amount * 100, 6)) / 100:.2f}"
