from typing import Any

import pytest
from freqtrade.config_schema.config_schema import CONF_SCHEMA
from freqtrade_harness.misspelled import misspelled


@pytest.mark.parametrize(
    ("config", "key", "meant"),
    [
        ({"max_open_trade": 3}, "config.max_open_trade", "max_open_trades"),
        ({"maxOpenTrades": 3}, "config.maxOpenTrades", "max_open_trades"),
        ({"max_trades": 3}, "config.max_trades", "max_open_trades"),
        ({"stop_loss": -0.1}, "config.stop_loss", "stoploss"),
        ({"dry_run_walet": 5}, "config.dry_run_walet", "dry_run_wallet"),
        ({"exit_pricing": {"price_sides": "same"}}, "config.exit_pricing.price_sides", "price_side"),
    ],
)
def test_an_unknown_key_that_resembles_a_known_one_is_told(config: dict[str, Any], key: str, meant: str) -> None:
    (text,) = misspelled(config, CONF_SCHEMA)
    assert text == f"{key} is not a key of freqtrade and does nothing unless the strategy reads it: {meant} is one"


def test_known_keys_and_those_that_only_a_strategy_knows_are_not_told() -> None:
    known = {"max_open_trades": 3, "timeframe_detail": "5m", "bot_name": "x", "strategy_parameters": {}}
    own = {"my_threshold": 3, "exchange": {"price_sides": "same"}, "order_types": "market"}
    assert list(misspelled({**known, **own}, CONF_SCHEMA)) == []


def test_fifty_are_told_at_most() -> None:
    many = {f"max_open_trade{number}": 3 for number in range(80)}
    assert len(list(misspelled(many, CONF_SCHEMA))) == 50
