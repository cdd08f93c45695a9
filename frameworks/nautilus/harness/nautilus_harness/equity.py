"""What an account was worth at every instant of a run, computed from what it held when."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy
from numpy.typing import NDArray

from nautilus_harness import STARTING_BALANCE
from nautilus_harness.ledger import Snapshot
from nautilus_harness.markets import NANOSECONDS_A_MILLISECOND, Market

_DAY_NS = 86_400_000 * NANOSECONDS_A_MILLISECOND


@dataclass(frozen=True, slots=True)
class Equity:
    """The worth at each instant at which a candle closed, and at the end, with the start first."""

    times_ns: NDArray[numpy.int64]
    values: NDArray[numpy.float64]

    def drawdown_pct(self) -> float:
        """The largest fall from a peak, in percent of the peak."""
        peaks = numpy.maximum.accumulate(self.values)
        return float(((peaks - self.values) / peaks).max() * 100)

    def first_at_or_below_zero(self) -> tuple[int, float] | None:
        """When the account was worth nothing any more; None where it never was."""
        spent = numpy.flatnonzero(self.values <= 0)
        return None if len(spent) == 0 else (int(self.times_ns[spent[0]]), float(self.values[spent[0]]))

    def daily(self) -> dict[str, list[float]]:
        """The worth as the run begins, as each further UTC day begins, and at the end, as columns of one length."""
        start, end = int(self.times_ns[0]), int(self.times_ns[-1])
        midnights = numpy.arange((start // _DAY_NS + 1) * _DAY_NS, end, _DAY_NS, dtype=numpy.int64)
        # A candle that closes at midnight is of the day before.
        rows = [0, *(numpy.searchsorted(self.times_ns, midnights, side="right") - 1).tolist(), len(self.values) - 1]
        times_ns = [start, *midnights.tolist(), end]
        return {
            "t_ms": [time_ns // NANOSECONDS_A_MILLISECOND for time_ns in times_ns],
            "equity": self.values[rows].tolist(),
        }


def equity(markets: Sequence[Market], snapshots: Sequence[Snapshot], from_ns: int, *, by_value: bool) -> Equity:
    """
    The worth of an account whose changes are known.

    `by_value`: a purchase was taken from the balance whole, so that what is held counts with its value; else with what
    it has gained.
    """
    every = numpy.concatenate([table.closed_ns for market in markets for table in market.tables])
    noted = numpy.array([snapshot.at_ns for snapshot in snapshots], dtype=numpy.int64)
    # A settlement may come after the last candle.
    instants = numpy.unique(numpy.concatenate([every.astype(numpy.int64), noted[-1:]]))
    # Of those of one instant the last counts.
    latest = numpy.searchsorted(noted, instants, side="right") - 1
    known = latest >= 0
    values = numpy.full(len(instants), float(STARTING_BALANCE))
    values[known] = numpy.array([snapshot.balance for snapshot in snapshots])[latest[known]] if known.any() else 0.0
    for market in markets:
        values[known] += _held(market, snapshots, by_value=by_value, instants=instants[known], latest=latest[known])
    return Equity(numpy.concatenate([[from_ns], instants]), numpy.concatenate([[float(STARTING_BALANCE)], values]))


def _held(
    market: Market,
    snapshots: Sequence[Snapshot],
    *,
    by_value: bool,
    instants: NDArray[numpy.int64],
    latest: NDArray[numpy.int64],
) -> NDArray[numpy.float64]:
    holdings = [snapshot.holdings.get(market.instrument.id) for snapshot in snapshots]
    quantities = numpy.array([0.0 if held is None else held.quantity for held in holdings])
    costs = numpy.array([0.0 if held is None or by_value else held.cost for held in holdings])
    if not quantities.any():
        return numpy.zeros(len(instants))
    candles = market.finest
    indices = numpy.searchsorted(candles.closed_ns.astype(numpy.int64), instants, side="right") - 1
    # Before its first candle nothing of a market is held.
    closes = candles.values["close"][numpy.maximum(indices, 0)]
    gains: NDArray[numpy.float64] = quantities[latest] * closes - costs[latest]
    return gains
