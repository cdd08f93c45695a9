import numpy
from nautilus_harness.figures import sharpe
from nautilus_harness.money.equity import Equity

DAY_NS = 86_400_000_000_000


def curve(values: list[float], hours: list[int]) -> Equity:
    return Equity(numpy.array(hours, dtype=numpy.int64) * 3_600_000_000_000, numpy.array(values))


def test_the_curve_has_the_start_each_day_as_it_begins_and_the_end() -> None:
    assert curve([100.0, 101.0, 102.0, 103.0, 104.0], [22, 23, 24, 25, 50]).daily() == {
        "t_ms": [hour * 3_600_000 for hour in (22, 24, 48, 50)],
        "equity": [100.0, 102.0, 103.0, 104.0],
    }


def test_a_day_that_ends_with_its_only_candle_is_in_the_next_ones_beginning() -> None:
    assert curve([100.0, 110.0, 90.0, 120.0], [0, 24, 48, 72]).daily()["equity"] == [100.0, 110.0, 90.0, 120.0]


def test_the_drawdown_is_the_largest_fall_from_a_peak() -> None:
    assert curve([100.0, 120.0, 90.0, 130.0, 110.0], [0, 1, 2, 3, 4]).drawdown_pct() == 25.0


def test_an_account_that_is_worth_nothing_is_noticed_where_it_first_is() -> None:
    assert curve([100.0, 0.0, -5.0], [0, 1, 2]).first_at_or_below_zero() == (3_600_000_000_000, 0.0)
    assert curve([100.0, 1.0], [0, 1]).first_at_or_below_zero() is None


def test_the_ratio_is_zero_without_trades_and_minus_a_hundred_where_all_are_the_same() -> None:
    assert sharpe(numpy.array([]), 86_400_000) == 0.0
    assert sharpe(numpy.array([5.0, 5.0]), 86_400_000) == -100.0
    assert round(sharpe(numpy.array([100.0, -50.0]), 2 * 86_400_000), 6) == round(0.0025 / 0.0075 * 365**0.5, 6)
