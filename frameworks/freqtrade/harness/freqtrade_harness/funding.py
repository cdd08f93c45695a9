"""What the funding that freqtrade's backtests leave out would have come to."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy
from pandas import DataFrame
from platform_worker.history.table_name import TableName
from platform_worker.history.tables import Tables, concatenated
from platform_worker.history.timeframes import seconds_of
from platform_worker.job import Job
from platform_worker.steps import Steps

from freqtrade_harness import MARK_TIMEFRAME

_HOUR_MS = 3_600_000
# What is less is shown as less than a cent.
_HALF_A_CENT = 0.005

Times = numpy.typing.NDArray[numpy.int64]
Amounts = numpy.typing.NDArray[numpy.float64]


def unapplied(trades: DataFrame, job: Job, tables: Tables) -> str | None:
    """A warning of the funding that a run goes without; None where none fell due on what was held."""
    hours = numpy.arange(-(-job.from_ms // _HOUR_MS), job.to_ms // _HOUR_MS + 1) * _HOUR_MS
    sums: dict[str, float] = {}
    unknown: list[str] = []
    for symbol in trades["pair"].unique():
        rows = trades.loc[trades["pair"] == symbol]
        if not _held(rows, hours).any():
            continue
        if symbol not in job.funding:
            unknown.append(symbol)
        elif (due := _sum(rows, symbol, job, tables)) != 0:
            sums[symbol] = due
    if not sums and not unknown:
        return None
    lacking = f"rates of {', '.join(sorted(unknown))} are not stored for the whole range"
    if not sums:
        return f"funding is not applied, and its sum is not known: {lacking}"
    each = ", ".join(f"{symbol} {_words(value)}" for symbol, value in sums.items())
    known = f"funding is not applied: what was held would have {_words(sum(sums.values()))} USDC of it ({each})"
    return f"{known}; {lacking}, and theirs is not in the sum" if unknown else known


def _words(value: float) -> str:
    if abs(value) < _HALF_A_CENT:
        return "got or paid less than 0.01"
    return f"got {value:.2f}" if value > 0 else f"paid {-value:.2f}"


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
    return float(-(_held(trades, due_ms) * prices * rates["rate"].to_numpy()).sum())


def _held(trades: DataFrame, due_ms: Times) -> Amounts:
    """How much of a market all trades held just before each time, short ones below zero."""
    held = numpy.zeros(len(due_ms))
    for is_short, orders in zip(trades["is_short"], trades["orders"], strict=True):
        _add(held, -1 if is_short else 1, orders, due_ms)
        Steps.done()
    return held


def _add(held: Amounts, sign: int, orders: Iterable[Mapping[str, Any]], due_ms: Times) -> None:
    """Adds what a trade held from its first fill to its last; freqtrade closes each by the end of the run."""
    filled = sorted(
        (order["order_filled_timestamp"], order["amount"] * (1 if order["ft_is_entry"] else -1))
        for order in orders
        if order["order_filled_timestamp"] is not None
    )
    firsts = numpy.searchsorted(due_ms, [time for time, _amount in filled], side="right")
    amount = 0.0
    for (_time, change), first, following in zip(filled, firsts, firsts[1:], strict=False):
        amount += change
        held[first:following] += sign * amount
