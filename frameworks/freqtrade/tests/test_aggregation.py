from freqtrade_harness.aggregation import aggregate
from pandas import DataFrame
from platform_worker.coverage import WEEK_MS

HOUR = 3_600_000
DAY = 24 * HOUR
# 2026-01-01, a Thursday.
START = 1_767_225_600_000


def candles(first: int, count: int, interval: int = HOUR) -> DataFrame:
    rows = [
        {
            "t": START + index * interval,
            "open": index,
            "high": index + 2,
            "low": index - 2,
            "close": index + 1,
            "volume": 10,
        }
        for index in range(first, first + count)
    ]
    return DataFrame(rows)


def test_a_candle_takes_the_first_open_the_extremes_the_last_close_and_all_volume() -> None:
    whole = aggregate(candles(0, 4), HOUR, 2 * HOUR)
    assert whole.to_dict(orient="records") == [
        {"t": START, "open": 0, "high": 3, "low": -2, "close": 2, "volume": 20},
        {"t": START + 2 * HOUR, "open": 2, "high": 5, "low": 0, "close": 4, "volume": 20},
    ]


def test_a_first_and_a_last_candle_that_are_not_whole_are_left_out() -> None:
    assert aggregate(candles(1, 6), HOUR, 2 * HOUR)["t"].tolist() == [START + 2 * HOUR, START + 4 * HOUR]


def test_a_candle_with_a_hole_is_left_out() -> None:
    holed = candles(0, 6).drop(index=3)
    assert aggregate(holed, HOUR, 2 * HOUR)["t"].tolist() == [START, START + 4 * HOUR]


def test_weeks_run_from_monday_to_sunday() -> None:
    weeks = aggregate(candles(-3, 14, DAY), DAY, WEEK_MS)
    assert weeks["t"].tolist() == [START - 3 * DAY, START + 4 * DAY]
    assert weeks["volume"].tolist() == [70, 70]


def test_nothing_comes_of_nothing() -> None:
    assert aggregate(candles(0, 1).iloc[:0], HOUR, 2 * HOUR).empty
