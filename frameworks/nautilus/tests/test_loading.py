from pathlib import Path

import pytest
from nautilus_harness.loading import load
from platform_worker.failure import ConfigFault

BTC = "BTC-PERP.HYPERLIQUID"
HEAD = """
from typing import Optional
from nautilus_trader.config import StrategyConfig
from nautilus_trader.trading.strategy import Strategy

class MyConf(StrategyConfig, frozen=True):
    fast: int = 1
"""
STRATEGY = """
class Mine(Strategy):
    def __init__(self, config: MyConf):
        super().__init__(config)
"""


def loaded(tmp_path: Path, code: str, **given: object) -> object:
    path = tmp_path / "strategy.py"
    path.write_text(HEAD + code)
    return load(path, "Mine", given, [BTC]).config


@pytest.mark.parametrize(
    "annotation",
    [
        ": MyConf",
        ": Optional[MyConf] = None",
        ": MyConf | None = None",
        ': "MyConf | None" = None',
        ': Optional["MyConf"] = None',
        ": StrategyConfig",
        ": Optional[StrategyConfig] = None",
        "",
    ],
)
def test_the_only_config_class_is_found_however_its_type_is_written(tmp_path: Path, annotation: str) -> None:
    config = loaded(tmp_path, STRATEGY.replace(": MyConf", annotation), fast=7)
    assert (type(config).__name__, getattr(config, "fast", None)) == ("MyConf", 7)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ('    oms_type: str = "HEDGING"\n' + STRATEGY, "config.oms_type can only be None or 'NETTING' here"),
        (
            "    use_uuid_client_order_ids: bool = True\n" + STRATEGY,
            "config.use_uuid_client_order_ids can only be False here",
        ),
        (
            STRATEGY.replace("(config)", "(StrategyConfig(oms_type='HEDGING'))"),
            "config.oms_type can only be None or 'NETTING' here",
        ),
    ],
)
def test_what_is_decided_is_not_set_by_the_file_either(tmp_path: Path, code: str, text: str) -> None:
    with pytest.raises(ConfigFault) as raised:
        loaded(tmp_path, code)
    assert str(raised.value) == text


def test_what_is_decided_may_be_repeated_by_the_file(tmp_path: Path) -> None:
    loaded(tmp_path, '    oms_type: str = "NETTING"\n' + STRATEGY)
