"""What the funding that freqtrade's backtests leave out would have come to."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy
from pandas import DataFrame
from platform_worker.job import Job
from platform_worker.table_name import TableName
from platform_worker.tables import Tables, concatenated
from platform_worker.timeframes import seconds_of

from freqtrade_harness import MARK_TIMEFRAME

# What is less is nothing.
_CENT = 0.005


def unapplied(trades: DataFrame, job: Job, tables: Tables) -> str | None:
    """A warning of the funding of what was held; None where nothing was held as any fell due, or it came to nothing."""
    held = {symbol: trades.loc[trades["pair"] == symbol] for symbol in trades["pair"].unique()}
    unknown = sorted(symbol for symbol in held if symbol not in job.funding)
    if unknown:
        shown = ", ".join(unknown)
        return f"funding is not applied, and its sum is not known: rates of {shown} are not stored for the whole range"
    sums = {symbol: _sum(rows, symbol, job, tables) for symbol, rows in held.items()}
    total = sum(sums.values())
    if all(abs(value) < _CENT for value in sums.values()):
        return None
    each = ", ".join(f"{symbol} {value:+.2f}" for symbol, value in sums.items())
    return f"funding is not applied: what was held would have got {total:+.2f} USDC of it ({each})"


def _sum(trades: DataFrame, symbol: str, job: Job, tables: Tables) -> float:
    """What the positions of a market would have got, less what they would have paid, over the hours they were held."""
    rates = concatenated(job.funding[symbol])
    rates = rates[(rates["t"] >= job.from_ms) & (rates["t"] <= job.to_ms)]
    due_ms = rates["t"].to_numpy()
    hours = tables.read(TableName(symbol, MARK_TIMEFRAME))
    closed_ms = hours["t"].to_numpy() + seconds_of(MARK_TIMEFRAME) * 1000
    latest = numpy.searchsorted(closed_ms, due_ms, side="right") - 1
    # Nothing is held before the first candle of a run.
    prices = hours["close"].to_numpy()[numpy.maximum(latest, 0)]
    held = numpy.zeros(len(due_ms))
    for is_short, orders in zip(trades["is_short"], trades["orders"], strict=True):
        held += _held(orders, due_ms) * (-1 if is_short else 1)
    return float(-(held * prices * rates["rate"].to_numpy()).sum())


def _held(orders: Iterable[Mapping[str, Any]], at_ms: numpy.typing.NDArray[numpy.int64]) -> numpy.typing.NDArray[Any]:
    """How much of a trade was held just before each time."""
    filled = sorted(
        (order["order_filled_timestamp"], order["amount"] * (1 if order["ft_is_entry"] else -1))
        for order in orders
        if order["order_filled_timestamp"] is not None
    )
    amounts = numpy.concatenate([[0.0], numpy.cumsum([amount for _time, amount in filled])])
    whole: numpy.typing.NDArray[Any] = amounts[numpy.searchsorted([time for time, _ in filled], at_ms, side="left")]
    return whole
