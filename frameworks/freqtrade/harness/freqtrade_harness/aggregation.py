"""Candles of a timeframe that isn't stored, made exactly from those of a finer one that is."""

from pandas import DataFrame
from platform_worker.coverage import FIRST_MONDAY_MS, WEEK_MS

_AGGREGATES = {"t": "first", "open": "first", "high": "max", "low": "min", "close": "last", "volume": "sum"}


def aggregate(candles: DataFrame, base_ms: int, interval_ms: int) -> DataFrame:
    """
    The complete candles of an interval: first open, highest high, lowest low, last close, sum of the volumes.

    `candles` have a column `t` of ascending open times in milliseconds. A candle of which the base holds only a part is
    left out.
    """
    if candles.empty:
        return candles
    offset_ms = FIRST_MONDAY_MS if interval_ms % WEEK_MS == 0 else 0
    opens = (candles["t"] - offset_ms) // interval_ms * interval_ms + offset_ms
    groups = candles.groupby(opens.to_numpy(), sort=True)
    whole = groups.agg(_AGGREGATES)
    complete: DataFrame = whole.loc[groups.size() == interval_ms // base_ms]
    return complete.reset_index(drop=True)
