"""Candles and funding from Parquet files, and how they become data of nautilus."""

from bisect import bisect_right
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import pyarrow
import pyarrow.parquet
from nautilus_trader.backtest.engine import BacktestEngine
from nautilus_trader.model.data import Bar, BarType, FundingRateUpdate, InstrumentClose
from nautilus_trader.model.enums import InstrumentCloseType
from nautilus_trader.model.instruments import Instrument
from nautilus_trader.model.objects import Price, Quantity

SECONDS = {"1m": 60, "5m": 300, "15m": 900, "30m": 1_800, "1h": 3_600, "4h": 14_400, "1d": 86_400}
SPECS = {
    **{"1m": "1-MINUTE", "5m": "5-MINUTE", "15m": "15-MINUTE", "30m": "30-MINUTE"},
    **{"1h": "1-HOUR", "4h": "4-HOUR", "1d": "1-DAY"},
}
NANOS_PER_MS = 1_000_000
PRECISION_MAX = 9


@dataclass
class Candle:
    opens_ms: int
    closes_ms: int
    prices: tuple[float, float, float, float]
    volume: float


@dataclass
class History:
    """The input data of a run."""

    # By symbol in the request's order, then by timeframe, the finest first.
    tables: dict[str, dict[str, list[Candle]]]
    # Time and rate.
    funding: dict[str, list[tuple[int, float]]]
    # When a prediction market was settled, with its last candle, and what it paid.
    settled: dict[str, tuple[int, int]]

    def finest(self, symbol: str) -> list[Candle]:
        return next(iter(self.tables[symbol].values()))

    def close_at(self, symbol: str, t_ms: int) -> float | None:
        """Returns the newest close that is known at a moment."""
        rows = self.finest(symbol)
        known = bisect_right(rows, t_ms, key=lambda row: row.closes_ms)
        return rows[known - 1].prices[3] if known > 0 else None

    def last_close_ms(self) -> int:
        return max(rows[-1].closes_ms for tables in self.tables.values() for rows in tables.values())

    def first_open_ms(self) -> int:
        return min(rows[0].opens_ms for tables in self.tables.values() for rows in tables.values())

    def last_open_ms(self) -> int:
        return max(rows[-1].opens_ms for tables in self.tables.values() for rows in tables.values())

    def precision(self, symbol: str, tick_size: str) -> int:
        """Returns the decimal places that hold the tick and every price."""
        prices = {price for rows in self.tables[symbol].values() for row in rows for price in row.prices}
        places = (-int(Decimal(repr(price)).normalize().as_tuple().exponent) for price in prices)
        tick = -int(Decimal(tick_size).normalize().as_tuple().exponent)
        return max(0, tick, min(PRECISION_MAX, max(places)))


def rows_of(paths: list[str], columns: list[str]) -> list[tuple[Any, ...]]:
    table = pyarrow.concat_tables([pyarrow.parquet.read_table(path, columns=columns) for path in paths])
    return list(zip(*(table.column(name).to_pylist() for name in columns), strict=True))


def read_history(job: dict[str, Any]) -> History:
    first, end = job["from_ms"], job["to_ms"]
    tables: dict[str, dict[str, list[Candle]]] = {}
    # When the last candle of each symbol closes, even after the window.
    ends: dict[str, int] = {}
    for symbol in job["symbols"]:
        named: dict[str, list[str]] = job["candles"][symbol]
        for timeframe in sorted(named, key=SECONDS.__getitem__):
            rows = rows_of(named[timeframe], ["t", "open", "high", "low", "close", "volume"])
            step = SECONDS[timeframe] * 1_000
            kept = [Candle(row[0], row[0] + step, row[1:5], row[5]) for row in rows if first <= row[0] <= end - step]
            tables.setdefault(symbol, {})[timeframe] = kept
            ends[symbol] = max(ends.get(symbol, 0), rows[-1][0] + step)
    funding = {
        symbol: [(t, rate) for t, rate in rows_of(paths, ["t", "rate"]) if first <= t <= end]
        for symbol, paths in job.get("funding", {}).items()
    }
    history = History(tables, funding, {})
    for facts in job["instruments"]:
        prediction, symbol = facts.get("prediction"), facts["symbol"]
        if prediction is None or prediction["resolution"] is None or ends[symbol] > end:
            continue
        payout = 1 if prediction["outcome"] == prediction["resolution"] else 0
        history.settled[symbol] = (ends[symbol], payout)
    return history


def add_history(engine: BacktestEngine, history: History, instruments: dict[str, Instrument]) -> int:
    """Adds all data to the engine, in its order within an instant. Returns the number of pieces of data."""
    lists: list[list[Any]] = []
    for symbol, rates in history.funding.items():
        instrument_id = instruments[symbol].id
        times = [(t * NANOS_PER_MS, Decimal(repr(rate))) for t, rate in rates]
        lists.append([FundingRateUpdate(instrument_id, rate, t, t) for t, rate in times])
    for symbol, tables in history.tables.items():
        lists += [bars(instruments[symbol], timeframe, rows) for timeframe, rows in tables.items()]
    for symbol, (at_ms, payout) in history.settled.items():
        instrument = instruments[symbol]
        price, at = Price(payout, instrument.price_precision), at_ms * NANOS_PER_MS
        lists.append([InstrumentClose(instrument.id, price, InstrumentCloseType.CONTRACT_EXPIRED, at, at)])
    added = [data for data in lists if data]
    for data in added:
        engine.add_data(data, sort=data is added[-1])
    return sum(map(len, added))


def bars(instrument: Instrument, timeframe: str, rows: list[Candle]) -> list[Bar]:
    bar_type = BarType.from_str(f"{instrument.id}-{SPECS[timeframe]}-LAST-EXTERNAL")
    places = instrument.price_precision
    smallest = float(instrument.size_increment)
    return [
        Bar(
            bar_type,
            *(Price(price, places) for price in row.prices),
            Quantity(max(row.volume, smallest), instrument.size_precision),
            row.closes_ms * NANOS_PER_MS,
            row.closes_ms * NANOS_PER_MS,
        )
        for row in rows
    ]
