from typing import Any

import pytest
from nautilus_harness.validate import check
from platform_worker.history.timeframes import seconds_of
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
    hint = f"They can be made of bars of a minute: {BTC}-1-HOUR-LAST-INTERNAL@1-MINUTE-EXTERNAL."
    assert frame["tables"] == [{"symbol": BTC, "timeframe": "1h", "hint": hint}]
    assert checked(config={**CONFIG, "bar_type": f"{BTC}-1-MINUTE-LAST-EXTERNAL"})["tables"] == [
        {"symbol": BTC, "timeframe": "1m"}
    ]


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


TYPED = """
import datetime as dt
from typing import List, Literal, Optional, Union
from decimal import Decimal
from nautilus_trader.config import PositiveInt, StrategyConfig
from nautilus_trader.model.data import BarType
from nautilus_trader.model.identifiers import ExecAlgorithmId, InstrumentId
from nautilus_trader.trading.strategy import Strategy
from json import Own
Twice = int
Twice = str
class Depth: pass
class MineConfig(StrategyConfig, frozen=True):
    fast: {annotation} = None
class Mine(Strategy):
    def __init__(self, config: MineConfig) -> None:
        super().__init__(config)
"""


def texts_of(annotation: str, value: object) -> list[str]:
    code = TYPED.replace("{annotation}", annotation)
    return [finding["text"] for finding in checked(code, {"fast": value})["config_findings"]]


@pytest.mark.parametrize(
    ("annotation", "value", "reason"),
    [
        ("int", "many", ": Expected `int`, got `str`"),
        ("PositiveInt", 0, ": Expected `int` >= 1"),
        ("float", "0.5", ": Expected `float`, got `str`"),
        ("bool", 1, ": Expected `bool`, got `int`"),
        ("str", 3, ": Expected `str`, got `int`"),
        ("Decimal", [1], ": Expected `decimal`, got `array`"),
        ("Decimal", "lots", ": Invalid decimal string"),
        ("int | None", "many", ": Expected `int | null`, got `str`"),
        ('"Optional[int]"', "many", ": Expected `int | null`, got `str`"),
        ("Union[int, str]", True, ": Expected `int | str`, got `bool`"),
        ("list[int]", [1, "two"], "[1]: Expected `int`, got `str`"),
        ("List[int]", 1, ": Expected `array`, got `int`"),
        ("dict[str, float]", {"a": "b"}, "[...]: Expected `float`, got `str`"),
        ("tuple[int, ...]", [1, None], "[1]: Expected `int`, got `null`"),
        ("Literal['slow', 'fast']", "medium", ": Invalid enum value 'medium'"),
        ("dt.timedelta", "long", ": Invalid ISO8601 duration"),
        ("ExecAlgorithmId", 3, ": Expected a text, got 3"),
        (
            "BarType",
            "hourly",
            ': Expected a bar type such as <instrument_id>-1-HOUR-LAST-EXTERNAL, got "hourly"',
        ),
        (
            "list[InstrumentId]",
            [BTC, 3],
            "[1]: Expected a text, got 3",
        ),
    ],
)
def test_a_value_of_another_type_is_refused_at_its_key(annotation: str, value: object, reason: str) -> None:
    assert texts_of(annotation, value) == [f"config.fast{reason}"]


@pytest.mark.parametrize(
    ("annotation", "value"),
    [
        ("int", 3),
        ("float", 3),
        ("int | None", None),
        ("Decimal", "0.1"),
        ("Decimal", 0.1),
        ("list[BarType]", [HOURLY]),
        ("dict[str, list[int]]", {"a": [1]}),
        ("dt.timedelta", "P1D"),
        # Only running the file tells what these are.
        ("Own", "many"),
        ("Twice", []),
        ("Depth", 3),
        ("unheard.of", 3),
        ("Literal[Own.x]", 3),
        ("'no type('", 3),
        ("Optional[()]", 3),
        ("list[int, int]", 3),
        ("dict[...]", 3),
        ("Union[BarType, int]", 3),
        ("int | Own", "many"),
    ],
)
def test_a_value_of_its_type_or_of_one_that_only_running_the_file_tells_is_taken(
    annotation: str, value: object
) -> None:
    assert texts_of(annotation, value) == []


def test_nautiluss_own_keys_are_taken_where_they_change_only_the_run() -> None:
    assert config_texts(order_id_tag="7", log_events=False, oms_type="NETTING") == []
    assert config_texts(oms_type="HEDGING") == ["config.oms_type can only be None or 'NETTING' here"]
    assert config_texts(log_events="yes") == ["config.log_events: Expected `bool`, got `str`"]
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
    assert frame["candle_seconds"] == seconds_of(timeframes[0])


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
    assert frame["candle_seconds"] == 60


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


def test_a_missing_import_and_a_missing_class_are_both_told_at_once() -> None:
    code = "import talib\nclass Mine(Strategy): pass\nclass MineConfig(StrategyConfig): pass\n"
    frame: Any = check(Request(code, {}, [BTC], "Other", 0.00055)).frame()
    assert [(finding["line"], finding["text"].partition(":")[0]) for finding in frame["strategy_findings"]] == [
        (None, "Other is no strategy of this file, which holds Mine"),
        (1, "module 'talib' is not available"),
        (2, "Strategy is not imported"),
        (3, "StrategyConfig is not imported"),
    ]


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


def test_keys_by_which_orders_would_wait_for_ever_are_refused() -> None:
    code = STRATEGY.replace(
        "    size:", "    emulation_trigger: str = 'x'\n    tp_exec_algorithm_id: str = 'x'\n    size:"
    )
    usual = {**CONFIG, "emulation_trigger": "NO_TRIGGER", "tp_exec_algorithm_id": "TWAP"}
    assert checked(code, usual)["config_findings"] == []
    assert len(checked(code, {**usual, "emulation_trigger": ["BID_ASK"]})["config_findings"]) == 2
    waiting = {**CONFIG, "emulation_trigger": "BID_ASK", "tp_exec_algorithm_id": "MINE"}
    assert [finding["text"].partition(":")[0] for finding in checked(code, waiting)["config_findings"]] == [
        "config.emulation_trigger can only be 'NO_TRIGGER' here",
        "config.tp_exec_algorithm_id can only be 'TWAP' here",
    ]


@pytest.mark.parametrize(
    ("kind", "default", "refused"),
    [
        ("str", "'BID_ASK'", True),
        ("TriggerType", "TriggerType.LAST_PRICE", True),
        ("str", "'NO_TRIGGER'", False),
        ("TriggerType", "TriggerType.NO_TRIGGER", False),
        ("str | None", "None", False),
    ],
)
def test_a_default_by_which_orders_would_wait_for_ever_is_refused_unless_the_config_gives_another(
    kind: str, default: str, *, refused: bool
) -> None:
    declared = STRATEGY.replace("    size:", f"    emulation_trigger: {kind} = {default}\n    size:")
    code = f"from nautilus_trader.model.enums import TriggerType\n{declared}"
    reason = "config.emulation_trigger can only be 'NO_TRIGGER' here: an emulated order waits for quotes"
    texts = [finding["text"].partition(",")[0] for finding in checked(code)["config_findings"]]
    assert texts == ([reason] if refused else [])
    # nautilus's decoder takes an enumeration's number.
    none: object = 0 if kind == "TriggerType" else "NO_TRIGGER"
    assert checked(code, {**CONFIG, "emulation_trigger": none})["config_findings"] == []


def test_an_algorithm_that_is_not_there_is_refused_as_a_default_too() -> None:
    code = STRATEGY.replace("    size:", "    exec_algorithm_id: object = ExecAlgorithmId('NAME')\n    size:")
    (finding,) = checked(code.replace("NAME", "MINE"))["config_findings"]
    assert finding["text"].startswith("config.exec_algorithm_id can only be 'TWAP' here")
    assert checked(code.replace("NAME", "TWAP"))["config_findings"] == []


@pytest.mark.parametrize(
    ("module", "kind", "good", "bad"),
    [
        ("objects", "Price", "1.05", "many"),
        ("objects", "Price", "1.05", 1.05),
        ("objects", "Quantity", "3", "-3"),
        ("objects", "Money", "5 USDC", "5"),
        ("objects", "Currency", "USDC", 3),
        ("data", "BarSpecification", "1-HOUR-LAST", "hourly"),
        ("identifiers", "ClientId", "HYPERLIQUID", ""),
        ("identifiers", "Venue", "HYPERLIQUID", 3),
        # nautilus's enumerations are numbers to its decoder.
        ("enums", "TriggerType", 1, "LAST_PRICE"),
        ("enums", "OmsType", 1, "NETTING"),
        ("enums", "BookType", 2, "L2_MBP"),
    ],
)
def test_a_value_of_one_of_nautiluss_rarer_types_is_judged_by_its_own_decoder(
    module: str, kind: str, good: object, bad: object
) -> None:
    field = STRATEGY.replace("    size:", f"    more: Own{kind}\n    size:")
    code = f"from nautilus_trader.model.{module} import {kind} as Own{kind}\n{field}"
    assert checked(code, {**CONFIG, "more": good})["config_findings"] == []
    (finding,) = checked(code, {**CONFIG, "more": bad})["config_findings"]
    assert finding["text"].startswith("config.more: ")
