"""
Writes a data directory as freqtrade keeps one, of bitcoin by the minute: a random walk, always the same, and funding of nothing,
which a run reads and a bare engine has no part of.

Usage: minutes.py <data directory> <first day> <day after the last>.
"""

import sys
from pathlib import Path

import numpy
from pandas import DataFrame, date_range


def main(target: Path, first: str, last: str) -> None:
    dates = date_range(first, last, freq="1min", tz="UTC", inclusive="left")
    random = numpy.random.default_rng(1)
    close = numpy.round(60_000 * numpy.exp(numpy.cumsum(random.standard_normal(len(dates)) * 0.0004)), 1)
    opens = numpy.concatenate([[60_000.0], close[:-1]])
    spread = numpy.abs(random.standard_normal((2, len(dates)))) * 0.0002
    candles = {
        "date": dates,
        "open": opens,
        "high": numpy.round(numpy.maximum(opens, close) * (1 + spread[0]), 1),
        "low": numpy.round(numpy.minimum(opens, close) * (1 - spread[1]), 1),
        "close": close,
        "volume": numpy.round(random.uniform(1, 50, len(dates)), 2),
    }
    folder = target / "futures"
    folder.mkdir(parents=True)
    DataFrame(candles).to_feather(folder / "BTC_USDC_USDC-1m-futures.feather")
    # What is due as the window ends is paid too.
    hours = date_range(first, last, freq="1h", tz="UTC")
    nothing = numpy.zeros(len(hours))
    funding = {"date": hours, **dict.fromkeys(("open", "high", "low", "close", "volume"), nothing)}
    DataFrame(funding).to_feather(folder / "BTC_USDC_USDC-1h-funding_rate.feather")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], sys.argv[3])
