"""What an account was worth at every instant of a run, computed from what it held when."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy
from numpy.typing import NDArray

from nautilus_harness import STARTING_BALANCE
from nautilus_harness.markets import NANOSECONDS_A_MILLISECOND, Market
from nautilus_harness.money.ledger import Holding, Snapshot

_DAY_NS = 86_400_000 * NANOSECONDS_A_MILLISECOND
_NOTHING = Holding(0.0, 0.0)


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
        """Returns when the account was first worth nothing; None where it never was."""
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


@dataclass(frozen=True, slots=True)
class Books:
    """The account from each change on, one row per change after the first: its balance, and what it held by market."""

    times_ns: NDArray[numpy.int64]
    balances: NDArray[numpy.float64]
    # By market.
    quantities: Sequence[NDArray[numpy.float64]]
    costs: Sequence[NDArray[numpy.float64]]

    def rows(self, at_ns: NDArray[numpy.int64]) -> NDArray[numpy.intp]:
        """Which row holds at each time; of those of one instant the last."""
        return numpy.searchsorted(self.times_ns, at_ns, side="right") - 1

    def holds_before(self, market: int, at_ns: int) -> bool:
        """Whether anything of a market was held just before a time."""
        return bool(self.quantities[market][numpy.searchsorted(self.times_ns, at_ns, side="left") - 1])

    def worth(self, rows: NDArray[numpy.intp], prices: Sequence[NDArray[numpy.float64]]) -> NDArray[numpy.float64]:
        """What the account of each row is worth at prices by market."""
        values = self.balances[rows]
        for quantities, costs, price in zip(self.quantities, self.costs, prices, strict=True):
            values = values + (quantities[rows] * price - costs[rows])
        return values


def books(markets: Sequence[Market], snapshots: Sequence[Snapshot], from_ns: int, *, by_value: bool) -> Books:
    """
    The books of a run.

    `by_value`: a purchase was taken from the balance whole, so that what is held counts with its value; else with what
    it has gained.
    """
    held = [
        [_NOTHING, *(snapshot.holdings.get(market.instrument.id, _NOTHING) for snapshot in snapshots)]
        for market in markets
    ]
    return Books(
        numpy.array([from_ns, *(snapshot.at_ns for snapshot in snapshots)], dtype=numpy.int64),
        numpy.array([float(STARTING_BALANCE), *(snapshot.balance for snapshot in snapshots)]),
        [numpy.array([holding.quantity for holding in of_market]) for of_market in held],
        [numpy.array([0.0 if by_value else holding.cost for holding in of_market]) for of_market in held],
    )


def equity(markets: Sequence[Market], kept: Books) -> Equity:
    """The worth of an account whose changes are known."""
    # A settlement may come after the last candle.
    ends = [table.closed_ns for market in markets for table in market.tables]
    instants = numpy.unique(numpy.concatenate([*ends, kept.times_ns[1:][-1:]]))
    values = kept.worth(kept.rows(instants), [closes(market, instants) for market in markets])
    return Equity(
        numpy.concatenate([kept.times_ns[:1], instants]), numpy.concatenate([[float(STARTING_BALANCE)], values])
    )


def closes(market: Market, instants: NDArray[numpy.int64]) -> NDArray[numpy.float64]:
    """The latest close of a market at each instant."""
    indices = numpy.searchsorted(market.finest.closed_ns, instants, side="right") - 1
    # Before its first candle nothing of a market is held.
    found: NDArray[numpy.float64] = market.finest.values["close"][numpy.maximum(indices, 0)]
    return found
