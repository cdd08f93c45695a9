"""
Writes TA-Lib's indicators of markets, beside their candles: generated ones of several shapes, and recorded ones.

Usage: ta_lib.py <file to write> [<recordings>].
"""

import json
import sys
from pathlib import Path

import numpy
import talib
from pandas import read_parquet

HOURS = 2640
JUDGED_HOURS = 2160
# A market may be young: the fewest candles for which there is an index, and some more.
LENGTHS = (28, 29, 40, 75, 400, HOURS)
# Of widths, as the platform has it: those that differ by less are the same.
SAME_WIDTH = 1e-6


def walk(random, price, wildness, tick):
    """A random walk on a grid of prices; on a coarse one candles reach equally far in both directions, or do not move."""
    close = price * numpy.exp(numpy.cumsum(random.standard_normal(HOURS) * wildness))
    opens = numpy.concatenate([[price], close[:-1]])
    spread = 1 + numpy.abs(random.standard_normal((2, HOURS))) * wildness / 2
    prices = numpy.maximum(opens, close) * spread[0], numpy.minimum(opens, close) / spread[1], close
    return tuple(numpy.round(each / tick) * tick for each in prices)


def with_jumps(random):
    high, low, close = walk(random, 100.0, 0.004, 0.01)
    jumps = numpy.cumprod(numpy.where(random.random(HOURS) < 0.01, random.choice([0.8, 1.25], HOURS), 1.0))
    return high * jumps, low * jumps, close * jumps


def with_standstill(random, start, end):
    """Nothing trades from one hour to another: every candle is its close before."""
    prices = walk(random, 3.0, 0.01, 0.001)
    for each in prices:
        each[start:end] = prices[2][start - 1]
    return prices


def generated():
    random = numpy.random.default_rng(8)
    yield "usual", walk(random, 60000.0, 0.006, 1.0)
    yield "coarse", walk(random, 0.05, 0.01, 0.001)
    yield "tiny", walk(random, 0.0000123, 0.01, 1e-9)
    yield "quiet", walk(random, 1.0, 0.0001, 1e-7)
    yield "jumps", with_jumps(random)
    yield "flat", (numpy.full(HOURS, 1.1),) * 3
    yield "flat to the end", with_standstill(random, 1500, HOURS)
    yield "flat in the middle", with_standstill(random, 1000, 1700)
    yield "rising", (numpy.arange(HOURS) + 11.0, numpy.arange(HOURS) + 10.0, numpy.arange(HOURS) + 10.5)


def recorded(folder):
    for path in sorted((folder / "hyperliquid" / "candles").glob("*-1h.parquet")):
        candles = read_parquet(path).tail(HOURS)
        yield path.stem, tuple(candles[column].to_numpy() for column in ("high", "low", "close"))


def percentile(widths):
    steps = numpy.floor(widths[-JUDGED_HOURS:] / SAME_WIDTH + 0.5)
    return 100 * (numpy.mean(steps < steps[-1]) + numpy.mean(steps == steps[-1]) / 2)


def judged(name, high, low, close):
    upper, middle, lower = talib.BBANDS(close, 20, 2, 2)
    widths = ((upper - lower) / middle)[19:]
    return {
        "name": f"{name}, {len(close)} candles",
        "high": high.tolist(),
        "low": low.tolist(),
        "close": close.tolist(),
        "adx": talib.ADX(high, low, close, 14)[-1],
        "up": talib.PLUS_DI(high, low, close, 14)[-1],
        "down": talib.MINUS_DI(high, low, close, 14)[-1],
        "atr": talib.ATR(high, low, close, 14)[-1],
        "atrPct": talib.NATR(high, low, close, 14)[-1],
        "width": widths[-1],
        "widthPercentile": percentile(widths),
    }


markets = [*generated(), *(recorded(Path(sys.argv[2])) if len(sys.argv) > 2 else ())]
found = [judged(name, *(each[:length] for each in prices)) for name, prices in markets for length in LENGTHS]
Path(sys.argv[1]).write_text(json.dumps(found))
