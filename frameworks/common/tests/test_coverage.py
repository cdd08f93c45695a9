import numpy
import pytest
from platform_worker.coverage import WEEK_MS, Window, candle_open_ms, require_coverage
from platform_worker.failure import DataUnavailable

HOUR = 3_600_000
DAY = 24 * HOUR
# 2026-01-01, a Thursday.
START = 1_767_225_600_000


def hours(first: int, count: int, without: int | None = None) -> numpy.typing.NDArray[numpy.int64]:
    times = [START + (first + index) * HOUR for index in range(count) if index != without]
    return numpy.array(times, dtype=numpy.int64)


def refusal(times: numpy.typing.NDArray[numpy.int64], window: Window, interval: int = HOUR) -> str:
    with pytest.raises(DataUnavailable) as refused:
        require_coverage("BTC 1h", times, interval, window)
    return str(refused.value)


WINDOW = Window(START, START + DAY, START + 2 * DAY)


def test_a_table_from_the_start_up_to_the_end_suffices() -> None:
    require_coverage("BTC 1h", hours(0, 48), HOUR, WINDOW)
    require_coverage("BTC 1h", hours(-500, 1_000), HOUR, WINDOW)


def test_candles_of_the_start_up_may_be_missing_at_the_beginning() -> None:
    require_coverage("BTC 1h", hours(24, 24), HOUR, WINDOW)
    require_coverage("BTC 1h", hours(10, 38), HOUR, WINDOW)


def test_a_late_start_is_named() -> None:
    text = refusal(hours(25, 30), WINDOW)
    assert text == "BTC 1h begins at 2026-01-02T01:00Z; the run needs it from 2026-01-02T00:00Z on"


def test_an_early_end_is_named() -> None:
    text = refusal(hours(0, 47), WINDOW)
    assert text == "BTC 1h ends at 2026-01-02T23:00Z; the run needs it up to 2026-01-03T00:00Z"


def test_a_table_without_a_candle_of_the_range_is_named() -> None:
    text = refusal(hours(-200, 100), WINDOW)
    assert text == "BTC 1h holds no candle of the range; the run needs it from 2026-01-02T00:00Z on"


@pytest.mark.parametrize("missing", [1, 23, 24, 30, 46])
def test_one_missing_candle_is_named_in_the_start_up_as_in_the_range(missing: int) -> None:
    day, hour = divmod(missing, 24)
    text = refusal(hours(0, 48, without=missing), WINDOW)
    assert text.startswith(f"BTC 1h has no candles from 2026-01-0{day + 1}T{hour:02}:00Z to ")


def test_gaps_outside_the_window_do_not_matter() -> None:
    times = numpy.concatenate([hours(-100, 10), hours(0, 49), hours(80, 10)])
    require_coverage("BTC 1h", times, HOUR, WINDOW)


def test_several_gaps_are_counted() -> None:
    times = numpy.concatenate([hours(0, 30), hours(32, 5), hours(40, 8)])
    expected = "BTC 1h has no candles from 2026-01-02T06:00Z to 2026-01-02T08:00Z, and 1 more gaps"
    assert refusal(times, WINDOW) == expected


def test_candles_longer_than_the_window_need_only_one_that_closed_before_its_end() -> None:
    week = numpy.array([candle_open_ms(START, WEEK_MS) - 7 * DAY], dtype=numpy.int64)
    require_coverage("BTC 1w", week, WEEK_MS, Window(START - 30 * DAY, START, START + 2 * DAY))


def test_weeks_begin_on_mondays() -> None:
    assert candle_open_ms(START, WEEK_MS) == START - 3 * DAY
    assert candle_open_ms(START, 2 * HOUR) == START
