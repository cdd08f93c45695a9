"""
Writes history that is always the same, as files to import and to run on: perpetuals of two venues, funding, and a prediction.

Usage: data.py <folder>
"""

import sys
from pathlib import Path

import numpy
import pandas
from pandas import DataFrame, Timedelta, date_range

AGGREGATES = {"open": "first", "high": "max", "low": "min", "close": "last", "volume": "sum"}
FROM, TO = "2025-05-01", "2025-05-10"


def walk(name: str, timeframe: str, price: float, places: int, times: tuple[str, str] = (FROM, TO)) -> DataFrame:
    """A random walk on a grid of prices; some candles begin with a jump."""
    random = numpy.random.default_rng(sum(map(ord, name + timeframe)))
    dates = date_range(*times, freq=timeframe.replace("m", "min"), tz="UTC", inclusive="left")
    wildness = 0.0025 * numpy.sqrt(Timedelta(timeframe) / Timedelta("5min"))
    close = numpy.round(price * numpy.exp(numpy.cumsum(random.standard_normal(len(dates)) * wildness)), places)
    before = numpy.concatenate([[price], close[:-1]])
    jumps = (random.random(len(dates)) < 0.05) * random.standard_normal(len(dates)) * wildness
    opens = numpy.round(before * (1 + jumps), places)
    spread = 1 + numpy.abs(random.standard_normal((2, len(dates)))) * wildness / 2
    return DataFrame(
        {
            "date": dates,
            "open": opens,
            "high": numpy.round(numpy.maximum(opens, close) * spread[0], places),
            "low": numpy.round(numpy.minimum(opens, close) / spread[1], places),
            "close": close,
            "volume": numpy.round(random.uniform(0, 50, len(dates)), 3),
        }
    )


def aggregated(candles: DataFrame, timeframe: str) -> DataFrame:
    return candles.resample(timeframe, on="date").agg(AGGREGATES).reset_index()


def funding(name: str) -> DataFrame:
    random = numpy.random.default_rng(sum(map(ord, name)))
    # Funding that is due as the last range ends belongs to that range.
    dates = date_range(FROM, TO, freq="1h", tz="UTC")
    return DataFrame({"date": dates, "rate": numpy.round(random.normal(0.0000125, 0.00005, len(dates)), 10)})


def outcomes(first: str, last: str) -> tuple[DataFrame, DataFrame]:
    """An outcome's price by the minute, on a grid of cents, and its opposite's; some minutes are missing."""
    random = numpy.random.default_rng(29)
    dates = date_range(first, last, freq="1min", tz="UTC", inclusive="left")
    dates = dates[random.random(len(dates)) > 0.02]
    steps = random.choice([-1, 0, 1], len(dates), p=[0.12, 0.75, 0.13])
    close = numpy.abs(numpy.mod(numpy.cumsum(steps) + 45 - 3, 2 * 94) - 94) + 3
    opens = numpy.concatenate([close[:1], close[:-1]])

    def candles(opens: numpy.ndarray, close: numpy.ndarray) -> DataFrame:
        high, low = numpy.maximum(opens, close), numpy.minimum(opens, close)
        prices = {"open": opens, "high": high, "low": low, "close": close}
        cents = {name: numpy.round(values / 100, 2) for name, values in prices.items()}
        return DataFrame({"date": dates, **cents, "volume": numpy.zeros(len(dates))})

    return candles(opens, close), candles(100 - opens, 100 - close)


def write(frame: DataFrame, path: Path) -> None:
    """Returns times as milliseconds in a column `t`, the format of platform and runner."""
    t = frame.pop("date").astype("datetime64[ms, UTC]").astype("int64")
    pandas.concat([t.rename("t"), frame], axis=1).to_parquet(path, index=False)


def main(folder: Path) -> None:
    futures = folder / "hyperliquid" / "futures"
    futures.mkdir(parents=True)
    (folder / "lighter").mkdir()
    (folder / "polymarket").mkdir()
    bitcoin = walk("BTC", "5m", 95_000, 1)
    tables = {
        "BTC-5m": bitcoin,
        "BTC-1h": aggregated(bitcoin, "1h"),
        "BTC-4h": aggregated(bitcoin, "4h"),
        "ETH-1h": walk("ETH", "1h", 1_800, 2),
        "SOL-1m": walk("SOL", "1m", 150, 3, ("2025-05-06", "2025-05-08")),
    }
    for name, table in tables.items():
        market, timeframe = name.split("-")
        write(table, futures / f"{market}_USDC_USDC-{timeframe}-futures.parquet")
    for market in ("BTC", "ETH", "SOL"):
        write(funding(market), futures / f"{market}_USDC_USDC-1h-funding_rate.parquet")
    write(walk("lighter BTC", "5m", 94_000, 1), folder / "lighter" / "BTC-5m.parquet")
    write(walk("lighter ETH", "1h", 1_790, 2), folder / "lighter" / "ETH-1h.parquet")
    for outcome, table in zip(("Yes", "No"), outcomes("2025-05-29", "2025-06-01 17:00"), strict=True):
        write(table, folder / "polymarket" / f"{outcome}-1m.parquet")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
