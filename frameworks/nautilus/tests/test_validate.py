from typing import Any

import pytest
from nautilus_harness.validate import check
from platform_worker.validation import Request

BTC = "BTC-PERP.HYPERLIQUID"
ETH = "ETH-PERP.HYPERLIQUID"
HOURLY = f"{BTC}-1-HOUR-LAST-EXTERNAL"

STRATEGY = """
from decimal import Decimal
from typing import ClassVar
from nautilus_trader.config import StrategyConfig
from nautilus_trader.model.data import BarType
from nautilus_trader.model.identifiers import InstrumentId
from nautilus_trader.trading.strategy import Strategy

class BaseConfig(StrategyConfig, frozen=True):
    market: InstrumentId
    limit: ClassVar[int] = 3

class MineConfig(BaseConfig, frozen=True):
    bar_type: BarType
    size: Decimal = Decimal("1")

class Mine(Strategy):
    def __init__(self, config: MineConfig) -> None:
        super().__init__(config)
"""

CONFIG: dict[str, object] = {"market": BTC, "bar_type": HOURLY}


def checked(code: str = STRATEGY, config: dict[str, object] | None = None, symbols: tuple[str, ...] = (BTC,)) -> Any:
    return check(Request(code, CONFIG if config is None else config, list(symbols), None, 0.00055)).frame()


def config_texts(**changes: object) -> list[str]:
    return [finding["text"] for finding in checked(config={**CONFIG, **changes})["config_findings"]]


def test_a_strategy_with_its_config_is_fed_the_bars_that_the_config_names() -> None:
    frame = checked()
    assert (frame["strategy_findings"], frame["config_findings"], frame["request_problems"]) == ([], [], [])
    assert frame["tables"] == [{"symbol": BTC, "timeframe": "1h"}]


def test_an_undeclared_key_is_named_with_those_that_are_declared() -> None:
    assert config_texts(fast=3) == ["config.fast is not declared by MineConfig, which has bar_type, market, size"]


def test_a_required_key_that_is_missing_is_named() -> None:
    findings = checked(config={"bar_type": HOURLY})["config_findings"]
    assert [finding["text"] for finding in findings] == ["config.market is missing: MineConfig requires it"]


@pytest.mark.parametrize(
    "annotation",
    [
        ": Optional[MineConfig] = None",
        ": MineConfig | None = None",
        ': "MineConfig | None" = None',
        ': Optional["MineConfig"] = None',
        ": StrategyConfig",
        "",
    ],
)
def test_a_config_class_is_found_however_its_type_is_written(annotation: str) -> None:
    code = f"from typing import Optional\n{STRATEGY.replace(': MineConfig', annotation)}"
    assert checked(code)["config_findings"] == []
    (finding,) = checked(code, {**CONFIG, "fast": 3})["config_findings"]
    assert finding["text"] == "config.fast is not declared by MineConfig, which has bar_type, market, size"


def test_the_only_config_class_is_a_strategys_where_its_init_names_nautiluss_own() -> None:
    code = STRATEGY.replace("MineConfig", "Other").replace("config: Other", "config: StrategyConfig")
    (finding,) = checked(code, {**CONFIG, "fast": 3})["config_findings"]
    assert finding["text"] == "config.fast is not declared by Other, which has bar_type, market, size"


def test_the_nearest_init_tells_the_config_class() -> None:
    code = f"{STRATEGY}\nclass NextConfig(MineConfig, frozen=True):\n    fast: int = 3\n"
    code += "class Next(Mine):\n    def __init__(self, config):\n        super().__init__(config)\n"
    assert checked(code, {**CONFIG, "fast": 3})["config_findings"] == []


def test_nautiluss_own_keys_are_taken_where_they_change_only_the_run() -> None:
    assert config_texts(order_id_tag="7", log_events=False, oms_type="NETTING") == []
    assert config_texts(oms_type="HEDGING") == ["config.oms_type can only be None or 'NETTING' here"]
    assert config_texts(use_uuid_client_order_ids=True) == ["config.use_uuid_client_order_ids can only be False here"]


def test_instrument_ids_repeat_the_symbols_and_are_never_undeclared() -> None:
    assert checked(config={**CONFIG, "instrument_ids": [BTC]})["request_problems"] == []
    assert config_texts(instrument_ids=[BTC]) == []
    assert checked(config={**CONFIG, "instrument_ids": [BTC, ETH]})["request_problems"] == [
        {"path": "config.instrument_ids", "message": f"must repeat symbols ({BTC})"}
    ]


def test_a_problem_of_fifty_long_symbols_is_told_in_as_many_characters_as_a_frame_takes() -> None:
    symbols = tuple(f"{10**76 + index}.POLYMARKET" for index in range(50))
    (problem,) = checked(config={"instrument_ids": [BTC]}, symbols=symbols)["request_problems"]
    assert len(problem["message"]) == 2000


@pytest.mark.parametrize("other", [ETH, "BTC/USDC:USDC"])
def test_an_instrument_that_is_not_among_the_symbols_is_refused(other: str) -> None:
    assert config_texts(market=other) == [f"config.market: '{other}' is none of the symbols ({BTC})"]


@pytest.mark.parametrize(
    ("bar_type", "timeframes"),
    [
        (f"{BTC}-5-MINUTE-LAST-EXTERNAL", ["5m"]),
        (f"{BTC}-1-DAY-LAST-EXTERNAL", ["1d"]),
        (f"{BTC}-10-MINUTE-LAST-INTERNAL@5-MINUTE-EXTERNAL", ["5m"]),
    ],
)
def test_a_bar_type_is_fed_from_the_stored_table_that_it_is_made_of(bar_type: str, timeframes: list[str]) -> None:
    frame = checked(config={**CONFIG, "bar_type": bar_type})
    assert frame["config_findings"] == []
    assert [table["timeframe"] for table in frame["tables"]] == timeframes


@pytest.mark.parametrize(
    ("bar_type", "reason"),
    [
        (f"{ETH}-1-HOUR-LAST-EXTERNAL", f"'{ETH}' is none of the symbols"),
        (f"{BTC}-2-HOUR-LAST-EXTERNAL", "there are no bars of 2-HOUR"),
        (f"{BTC}-1-HOUR-BID-EXTERNAL", "there are no BID bars"),
        (f"{BTC}-1-HOUR-LAST-INTERNAL", "can't be aggregated here from trades"),
        (f"{BTC}-1-HOUR-LAST-INTERNAL@1-MINUTE-INTERNAL", "can't be aggregated here from trades"),
    ],
)
def test_a_bar_type_that_can_not_be_had_is_refused_at_its_key(bar_type: str, reason: str) -> None:
    (text,) = config_texts(bar_type=bar_type)
    assert text.startswith("config.bar_type: ")
    assert reason in text


def test_tables_come_by_symbol_the_finest_first_and_by_the_minute_where_none_is_named() -> None:
    deep = {"levels": [{"slow": f"{ETH}-1-DAY-LAST-EXTERNAL"}, f"{ETH}-15-MINUTE-LAST-EXTERNAL"]}
    code = STRATEGY.replace("    size:", "    deep: dict\n    size:")
    config: dict[str, object] = {"market": ETH, "bar_type": f"{ETH}-1-HOUR-LAST-EXTERNAL", "deep": deep}
    frame = checked(code, config, (BTC, ETH))
    assert frame["config_findings"] == []
    assert [(table["symbol"], table["timeframe"]) for table in frame["tables"]] == [
        (BTC, "1m"),
        (ETH, "15m"),
        (ETH, "1h"),
        (ETH, "1d"),
    ]


def test_what_only_running_the_file_tells_is_left_to_the_run() -> None:
    shipped = "from nautilus_trader.examples.strategies.ema_cross import EMACross, EMACrossConfig\n"
    code = f"{shipped}class OwnConfig(EMACrossConfig, frozen=True):\n    more: int = 1\nclass Own(EMACross): pass\n"
    assert checked(code, {"anything": 1})["config_findings"] == []
    assert checked(f"{shipped}class Own(EMACross): pass\n", {"anything": 1})["strategy_findings"] == []
    code = f"{shipped}{STRATEGY.replace('config: MineConfig', 'config: EMACrossConfig')}"
    assert checked(code, {"anything": 1})["config_findings"] == []
    bare = "from nautilus_trader.trading.strategy import Strategy\nclass Own(Strategy):\n"
    code = f"{shipped}{bare}    def __init__(self, config: EMACrossConfig): super().__init__(config)\n"
    assert checked(code, {"anything": 1})["config_findings"] == []


def test_a_file_without_a_strategy_is_refused() -> None:
    (finding,) = checked("x = 1")["strategy_findings"]
    assert finding["text"].startswith("no class derives from Strategy (from nautilus_trader")


def test_an_import_that_fails_is_named_by_its_line() -> None:
    findings = checked(f"import talib\n{STRATEGY}")["strategy_findings"]
    assert [finding["line"] for finding in findings] == [1]
    assert "module 'talib' is not available" in findings[0]["text"]


def test_several_strategies_need_a_choice() -> None:
    (finding,) = checked(f"{STRATEGY}\nclass Other(Strategy): pass\n")["strategy_findings"]
    assert finding["text"] == "several strategies in one file: Mine, Other; name the one to run in strategy_class"


def test_a_strategy_without_a_config_class_takes_no_keys() -> None:
    code = "from nautilus_trader.trading.strategy import Strategy\nclass Mine(Strategy): pass\n"
    assert checked(code, {"instrument_ids": [BTC]})["config_findings"] == []
    (finding,) = checked(code, {"fast": 3})["config_findings"]
    assert finding["text"] == "config.fast is not declared by StrategyConfig, which has no keys"
