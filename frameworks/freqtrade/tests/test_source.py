import pytest
from freqtrade_harness.source import StrategyFile, parse
from platform_worker.imports import Finding

BASE = "from freqtrade.strategy import IStrategy\nclass A(IStrategy):\n    timeframe = '5m'\n"


def strategy(code: str) -> StrategyFile:
    parsed = parse(code, "strategy.py")
    assert isinstance(parsed, StrategyFile)
    return parsed


def leaf(code: str) -> str | None:
    found = strategy(code).strategy_class()
    return found.name if found else None


def test_the_leaf_class_is_found_through_aliases_and_parents() -> None:
    assert leaf(BASE) == "A"
    assert leaf("from freqtrade.strategy import IStrategy as S\nclass A(S): pass\nclass B(A): pass") == "B"
    assert leaf("import freqtrade.strategy as s\nclass Mixin: pass\nclass A(Mixin, s.IStrategy): pass") == "A"
    assert leaf("class A(B): pass\nclass B(A): pass") is None
    assert leaf(BASE + "class B(IStrategy): pass") is None


def test_a_file_that_does_not_compile_is_a_finding_at_its_line() -> None:
    assert parse("x = 1\nfor:", "strategy.py") == Finding(2, "invalid syntax")
    assert isinstance(parse("x = '\0'", "strategy.py"), Finding)


def test_warnings_of_the_compiler_are_not_printed(capfd: pytest.CaptureFixture[str]) -> None:
    assert isinstance(parse("x = '\\d'\nassert (1, 'x')", "strategy.py"), StrategyFile)
    assert capfd.readouterr() == ("", "")


def test_an_inherited_timeframe_counts() -> None:
    assert strategy(BASE + "class B(A): pass").own_timeframe() == "5m"
    assert strategy("from freqtrade.strategy import IStrategy\nclass A(IStrategy): pass").own_timeframe() is None


def test_timeframes_are_found_where_candles_are_read() -> None:
    reads = (
        "    def f(self):\n        self.dp.get_pair_dataframe('BTC', timeframe='4h')\n"
        "        self.dp.ohlcv('BTC', '1d')\n"
    )
    assert strategy(BASE + reads).timeframes(None, None) == ["5m", "1h", "4h", "1d"]


def test_the_config_wins_over_the_class() -> None:
    assert strategy(BASE).timeframes("15m", "1m") == ["1m", "15m", "1h"]


def test_a_timeframe_that_is_computed_counts_every_one_written() -> None:
    code = "LONGER = {'5m': '4h'}\n" + BASE + "    def f(self):\n        self.dp.ohlcv('BTC', LONGER[self.timeframe])\n"
    assert strategy(code).timeframes(None, None) == ["5m", "1h", "4h"]
