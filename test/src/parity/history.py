"""
Writes a data directory as freqtrade keeps one: feather files of four markets, recorded or made up, in every timeframe.

Usage: history.py <data directory> [<recordings>]. What isn't recorded is generated: always the same.
"""

import sys
from pathlib import Path

import numpy
from pandas import DataFrame, Timedelta, concat, date_range, read_parquet, to_datetime

MARKETS = ("BTC", "ETH", "SOL", "DOGE")
# Hourly candles begin here, on the first whole day of the recording.
HOURS_FROM = "2024-09-05"
FIVE_MINUTES_FROM = "2025-03-14"
# One-minute candles, of bitcoin alone: 116 days, which a store of 20,000 rows per object keeps in nine objects.
MINUTES_FROM = "2025-04-01"
END = "2025-07-26"
AGGREGATES = {"open": "first", "high": "max", "low": "min", "close": "last", "volume": "sum"}


def recorded(folder: Path, market: str, timeframe: str) -> DataFrame:
    candles = read_parquet(folder / "hyperliquid" / "candles" / f"{market}-{timeframe}.parquet")
    candles.insert(0, "date", to_datetime(candles.pop("timestamp"), utc=True))
    return candles[(candles["date"] >= HOURS_FROM) & (candles["date"] < END)]


def generated(market: str, first: str, timeframe: str) -> DataFrame:
    """A random walk on a grid of prices, with quiet and wild days."""
    random = numpy.random.default_rng(sum(map(ord, market + timeframe)))
    dates = date_range(first, END, freq=timeframe.replace("m", "min"), tz="UTC", inclusive="left")
    day = numpy.arange(len(dates)) * (Timedelta(timeframe) / Timedelta("1D"))
    wildness = 0.0015 * numpy.sqrt(Timedelta(timeframe) / Timedelta("5min")) * (1.3 + numpy.sin(day / 3))
    close = numpy.round(1000 * numpy.exp(numpy.cumsum(random.standard_normal(len(dates)) * wildness)), 3)
    opens = numpy.concatenate([[1000.0], close[:-1]])
    spread = 1 + numpy.abs(random.standard_normal((2, len(dates)))) * wildness / 2
    return DataFrame(
        {
            "date": dates,
            "open": opens,
            "high": numpy.round(numpy.maximum(opens, close) * spread[0], 3),
            "low": numpy.round(numpy.minimum(opens, close) / spread[1], 3),
            "close": close,
            "volume": numpy.round(random.uniform(0, 50, len(dates)), 2),
        }
    )


def aggregated(candles: DataFrame, timeframe: str) -> DataFrame:
    whole = candles.resample(timeframe.replace("m", "min"), on="date").agg(AGGREGATES)
    return whole.reset_index()


def minutes(candles: DataFrame) -> DataFrame:
    """Five candles for each of five minutes, which add up to it."""
    parts = []
    for index in range(5):
        step = (candles["close"] - candles["open"]) / 5
        opens = candles["open"] + step * index
        close = candles["close"] if index == 4 else candles["open"] + step * (index + 1)
        ends = concat([opens, close], axis=1)
        part = DataFrame({"date": candles["date"] + Timedelta(minutes=index), "open": opens})
        part["high"] = candles["high"] if index == 1 else ends.max(axis=1)
        part["low"] = candles["low"] if index == 3 else ends.min(axis=1)
        part["close"], part["volume"] = close, candles["volume"] / 5
        parts.append(part)
    return concat(parts).sort_values("date").reset_index(drop=True)


def tables(market: str, recordings: Path | None) -> dict[str, DataFrame]:
    if recordings is not None:
        hours, fives = recorded(recordings, market, "1h"), recorded(recordings, market, "5m")
    else:
        fives = generated(market, HOURS_FROM, "5m")
        hours = aggregated(fives, "1h")
        fives = fives[fives["date"] >= FIVE_MINUTES_FROM].reset_index(drop=True)
    found = {"5m": fives, "1h": hours}
    found |= {timeframe: aggregated(fives, timeframe) for timeframe in ("15m", "30m")}
    # The platform does not store the last three: it has to compute them.
    found |= {timeframe: aggregated(hours, timeframe) for timeframe in ("4h", "1d", "2h", "8h", "12h")}
    if market == "BTC":
        found["1m"] = minutes(fives[fives["date"] >= MINUTES_FROM])
    return found


def main(target: Path, recordings: Path | None) -> None:
    folder = target / "futures"
    folder.mkdir(parents=True)
    for market in MARKETS:
        for timeframe, candles in tables(market, recordings).items():
            candles.reset_index(drop=True).to_feather(folder / f"{market}_USDC_USDC-{timeframe}-futures.feather")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) > 2 else None)
