from typing import Any

import pytest
from freqtrade_harness.validate import check
from platform_worker.validation import Request

STRATEGY = """
from freqtrade.strategy import IStrategy
class A(IStrategy):
    timeframe = '5m'
    def populate_indicators(self, d, m): return d
    def populate_entry_trend(self, d, m): return d
    def populate_exit_trend(self, d, m): return d
"""
TWO = STRATEGY + "class B(A):\n    timeframe = '4h'\nclass C(A): pass\n"


def checked(code: str, config: dict[str, object] | None = None, strategy_class: str | None = None) -> Any:
    return check(Request(code, config or {}, ["BTC/USDC:USDC"], strategy_class, 0.00055)).frame()


@pytest.mark.parametrize(
    ("config", "timeframes"),
    [
        ({}, ["5m", "1h"]),
        ({"timeframe": "15m"}, ["15m", "1h"]),
        ({"timeframe": "10m"}, ["5m", "1h"]),
        ({"timeframe": "1w"}, ["1h", "1d"]),
        ({"timeframe": "2h", "timeframe_detail": "3m"}, ["1m", "1h"]),
    ],
)
def test_the_timeframes_are_the_stored_ones_that_every_run_needs(
    config: dict[str, object], timeframes: list[str]
) -> None:
    frame = checked(STRATEGY, config)
    assert (frame["strategy_findings"], frame["config_findings"]) == ([], [])
    assert timeframes_of(frame) == timeframes


def test_a_strategy_decides_by_the_candles_of_its_own_timeframe() -> None:
    decided = {timeframe: checked(STRATEGY, {"timeframe": timeframe})["candle_seconds"] for timeframe in ("10m", "1w")}
    assert decided == {"10m": 600, "1w": 604_800}
    assert checked(STRATEGY, {"timeframe_detail": "1m"})["candle_seconds"] == 300
    assert checked(STRATEGY.replace("'5m'", "'15' + 'm'"))["candle_seconds"] is None


def test_a_table_that_is_needed_for_another_timeframe_says_so() -> None:
    def hints(config: dict[str, object]) -> list[object]:
        return [table.get("hint") for table in checked(STRATEGY, config)["tables"]]

    assert hints({}) == [None, None]
    made = "Candles of 7m are made of those of 1m."
    assert hints({"timeframe": "7m"}) == [made, None]
    assert hints({"timeframe": "1h", "timeframe_detail": "7m"}) == [made, None]


def test_a_timeframe_that_only_the_run_knows_is_not_listed() -> None:
    assert timeframes_of(checked(STRATEGY.replace("'5m'", "'15' + 'm'"))) == ["1h"]


def test_the_class_that_is_named_is_the_one_that_is_checked() -> None:
    assert timeframes_of(checked(TWO, {}, "B")) == ["1h", "4h"]
    assert timeframes_of(checked(TWO, {"strategy": "C"})) == ["5m", "1h"]
    assert checked(TWO)["strategy_findings"][0]["text"].startswith("several strategies")
    assert checked(TWO, {"strategy": "C"}, "B")["config_findings"] == [
        {"line": None, "text": "config.strategy can only be 'B' here, the class that runs"}
    ]


def test_a_missing_import_and_a_missing_class_are_both_told_at_once() -> None:
    first = {"line": None, "text": "B is no strategy of this file, which holds A"}
    code = STRATEGY.replace("from freqtrade.strategy import IStrategy", "import pandas_ta")
    named, absent, bare = checked(code, {}, "B")["strategy_findings"]
    assert named == first
    assert absent["line"] == 2
    assert absent["text"].startswith("module 'pandas_ta' is not available")
    assert bare == {"line": 3, "text": "IStrategy is not imported: from freqtrade.strategy import IStrategy"}


def test_a_base_may_be_imported_by_another_way() -> None:
    for way in (
        "from freqtrade.strategy import *",
        "try:\n    from freqtrade.strategy import IStrategy\nfinally: pass",
    ):
        code = STRATEGY.replace("from freqtrade.strategy import IStrategy", way)
        assert checked(code)["strategy_findings"] == []


def test_a_text_where_a_number_would_do_is_told_both() -> None:
    assert checked(STRATEGY, {"stake_amount": "lots"})["config_findings"] == [
        {"line": None, "text": "config.stake_amount: 'lots' is neither a number nor 'unlimited'"}
    ]


def test_findings_are_ordered_by_line_and_bounded_in_number() -> None:
    frame = checked(STRATEGY + "import absent\n" * 150 + "self.freqai\n")
    texts = [finding["text"] for finding in frame["strategy_findings"]]
    lines = [finding["line"] for finding in frame["strategy_findings"][:100]]
    assert lines == list(range(8, 108))
    assert texts[100:] == ["and 51 findings more"]


def timeframes_of(frame: Any) -> list[str]:
    return [table["timeframe"] for table in frame["tables"]]
