from types import SimpleNamespace
from typing import Any

import ccxt
import pytest
from freqtrade.exchange import Exchange
from freqtrade_harness.paper.never_trades import AMOUNT_RESERVE, ORDER_MIN, stake_min
from freqtrade_harness.validate import check
from platform_worker.validation import Request

PAIR = "BTC/USDC:USDC"
STRATEGY = """
from freqtrade.strategy import IStrategy
LOSS = -0.25
class A(IStrategy):
    timeframe = '5m'
    stoploss = -0.1
    def populate_indicators(self, d, m): return d
    def populate_entry_trend(self, d, m): return d
    def populate_exit_trend(self, d, m): return d
"""
LEVERAGED = STRATEGY + "    def leverage(self, *a, **k): return 5.0\n"
MIXED = STRATEGY.replace("class A(IStrategy)", "class A(Mixed, IStrategy)").replace(
    "LOSS = -0.25", "from collections import UserDict as Mixed"
)


def texts(config: dict[str, object], code: str = STRATEGY, purpose: Any = "paper") -> list[object]:
    answer = check(Request(code, config, [PAIR], None, 0.00055, purpose))
    assert answer.strategy == ()
    return [finding.text for finding in answer.config]


def with_setting(line: str) -> str:
    return STRATEGY.replace("stoploss = -0.1", line)


def test_the_smallest_order_is_the_one_of_ccxt() -> None:
    facts = {"name": "BTC", "baseId": "0", "szDecimals": 5, "maxLeverage": 40, "markPx": "100000"}
    market = ccxt.hyperliquid().parse_market(facts)
    assert market["limits"]["cost"]["min"] == ORDER_MIN
    assert market["limits"]["amount"]["min"] is None


@pytest.mark.parametrize("stop_loss", [0.0, -0.005, -0.1, -0.3, -0.99, -1.0, -1.5])
@pytest.mark.parametrize("reserve", [None, 0.0, 0.2])
def test_the_least_stake_is_the_one_that_freqtrade_computes(stop_loss: float, reserve: float | None) -> None:
    limits = {"cost": {"min": ORDER_MIN}, "amount": {"min": None}}
    config = {} if reserve is None else {"amount_reserve_percent": reserve}
    exchange: Any = SimpleNamespace(
        markets={PAIR: {"limits": limits}},
        _config=config,
        _contracts_to_amount=lambda _pair, amount: amount,
        _get_stake_amount_considering_leverage=lambda stake, leverage: stake / leverage,
    )
    theirs = Exchange._get_stake_amount_limit(exchange, PAIR, 100_000.0, stop_loss, "min")
    assert stake_min(AMOUNT_RESERVE if reserve is None else reserve, stop_loss) == theirs


@pytest.mark.parametrize(
    ("code", "least"),
    [
        (STRATEGY, "11.67"),
        (with_setting("stoploss = -0.005"), "10.56"),
        (with_setting("stoploss: float = -0.99"), "15.00"),
        (with_setting("stoploss = LOSS"), "14.00"),
        # What only running them decides is taken at its least.
        (with_setting("stoploss = float('-0.1')"), "10.50"),
        (STRATEGY + "    def bot_start(self): self.stoploss = -0.5\n", "10.50"),
    ],
)
def test_a_stake_below_the_least_is_refused_with_the_least(code: str, least: str) -> None:
    (text,) = texts({"stake_amount": 7}, code)
    assert text == (
        f"config.stake_amount 7 is below the venue's smallest order of 10 USDC, {least} with freqtrade's reserve for "
        f"the stop loss: set at least {least}"
    )
    assert texts({"stake_amount": float(least)}, code) == []


def test_a_config_wins_over_its_parameters_and_those_over_the_strategy() -> None:
    parameters = {"strategy_name": "A", "params": {"stoploss": {"stoploss": -0.3}}}
    assert texts({"stake_amount": 14, "strategy_parameters": parameters})[0] == (
        "config.stake_amount 14 is below the venue's smallest order of 10 USDC, 15.00 with freqtrade's reserve for "
        "the stop loss: set at least 15.00"
    )
    assert texts({"stake_amount": 14, "strategy_parameters": parameters, "stoploss": -0.2}) == []
    assert texts({"stake_amount": 10.01, "stoploss": -0.0005, "amount_reserve_percent": 0}) == []


@pytest.mark.parametrize(
    ("config", "share"),
    [
        ({"dry_run_wallet": 100, "max_open_trades": 10}, "9.90 USDC for each of 10 trades"),
        ({"dry_run_wallet": {"USDC": 11}, "max_open_trades": 1}, "10.89 USDC for each of 1 trades"),
        ({"dry_run_wallet": {"BTC": 11}, "max_open_trades": 1}, "0.00 USDC for each of 1 trades"),
        ({"available_capital": 20, "max_open_trades": 2}, "10.00 USDC for each of 2 trades"),
        (
            {"strategy_parameters": {"strategy_name": "A", "params": {"max_open_trades": {"max_open_trades": 100}}}},
            "9.90 USDC for each of 100 trades",
        ),
    ],
)
def test_an_unlimited_stake_of_a_small_wallet_is_refused(config: dict[str, object], share: str) -> None:
    (text,) = texts({"stake_amount": "unlimited", **config})
    assert text == (
        f"config.stake_amount 'unlimited' leaves {share}, below the venue's smallest order of 10 USDC, 11.67 with "
        "freqtrade's reserve for the stop loss: set a larger dry_run_wallet, or a smaller max_open_trades"
    )


def test_an_unlimited_stake_needs_a_bound_of_trades() -> None:
    bound = "config.stake_amount 'unlimited' divides the wallet by max_open_trades: set that to 1 or more"
    unlimited: dict[str, object] = {"stake_amount": "unlimited"}
    for config in ({}, {"max_open_trades": -1}, {"max_open_trades": 0}):
        assert texts({**unlimited, **config}) == [bound]
    assert texts({**unlimited, "max_open_trades": 10}) == []
    assert texts(unlimited, STRATEGY.replace("timeframe = '5m'", "timeframe = '5m'\n    max_open_trades = 3")) == []
    # Only running it decides.
    assert texts(unlimited, STRATEGY + "    def bot_start(self): self.max_open_trades = 3\n") == []


@pytest.mark.parametrize("key", ["ccxt_config", "ccxt_async_config", "ccxt_sync_config"])
def test_limits_of_requests_stay_on(key: str) -> None:
    switched_off, slower = texts({"exchange": {key: {"enableRateLimit": False, "rateLimit": 200}}})
    assert str(switched_off).startswith(f"config.exchange.{key}.enableRateLimit can only be true here")
    assert str(slower).startswith(f"config.exchange.{key}.rateLimit is set by the platform")
    assert texts({"exchange": {key: {"enableRateLimit": True, "timeout": 5}}}) == []


@pytest.mark.parametrize("key", ["entry_pricing", "exit_pricing"])
def test_prices_come_from_the_order_book(key: str) -> None:
    (text,) = texts({key: {"price_side": "same", "use_order_book": False}})
    assert str(text).startswith(f"config.{key}.use_order_book can only be true here")
    assert texts({key: {"price_side": "same"}}) == []
    assert texts({key: {"price_side": "same", "use_order_book": True}}) == []


@pytest.mark.parametrize("code", [LEVERAGED, MIXED, STRATEGY + "    custom_stake_amount = print\n"])
def test_a_strategy_that_decides_about_its_stakes_is_not_judged(code: str) -> None:
    assert texts({"stake_amount": 3}, code) == []


def test_a_backtest_may_do_all_of_it() -> None:
    config: dict[str, object] = {
        "stake_amount": 3,
        "entry_pricing": {"price_side": "same", "use_order_book": False},
        "exchange": {"ccxt_config": {"enableRateLimit": False}},
    }
    assert texts(config, purpose="backtest") == []


def test_what_freqtrade_refuses_is_told_alone() -> None:
    assert texts({"stake_amount": "lots", "exchange": {"ccxt_config": {"rateLimit": 1}}}) == [
        "config.stake_amount: 'lots' is neither a number nor 'unlimited'"
    ]
