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


def test_a_timeframe_that_only_the_run_knows_is_not_listed() -> None:
    assert timeframes_of(checked(STRATEGY.replace("'5m'", "'15' + 'm'"))) == ["1h"]


def test_the_class_that_is_named_is_the_one_that_is_checked() -> None:
    assert timeframes_of(checked(TWO, {}, "B")) == ["1h", "4h"]
    assert timeframes_of(checked(TWO, {"strategy": "C"})) == ["5m", "1h"]
    assert checked(TWO)["strategy_findings"][0]["text"].startswith("several strategies")
    assert checked(TWO, {"strategy": "C"}, "B")["config_findings"] == [
        {"line": None, "text": "config.strategy can only be 'B' here, the class that runs"}
    ]


def test_findings_are_ordered_by_line_and_bounded_in_number() -> None:
    frame = checked(STRATEGY + "import absent\n" * 150 + "self.freqai\n")
    texts = [finding["text"] for finding in frame["strategy_findings"]]
    lines = [finding["line"] for finding in frame["strategy_findings"][:100]]
    assert lines == list(range(8, 108))
    assert texts[100:] == ["and 51 findings more"]


def timeframes_of(frame: Any) -> list[str]:
    return [table["timeframe"] for table in frame["tables"]]
