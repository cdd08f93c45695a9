"""Whether a venue would have liquidated an account, at a candle's close or within it: nautilus never does."""

from collections.abc import Mapping, Sequence

import numpy
from nautilus_trader.model.identifiers import InstrumentId
from platform_worker.coverage import shown_time
from platform_worker.failure import StrategyFault

from nautilus_harness.markets import NANOSECONDS_A_MILLISECOND, Market
from nautilus_harness.money.equity import Books, Equity, closes


def require_solvent(
    worth: Equity, kept: Books, markets: Sequence[Market], arrivals: Mapping[InstrumentId, Sequence[int]]
) -> None:
    """
    Raises where the account was worth nothing as a candle closed, or within one of a market that was held through it.

    `arrivals`: by market the row of the books that held as each candle arrived, its own fills done.
    """
    spent = [("at", worth.first_at_or_below_zero())]
    for index, market in enumerate(markets):
        where = f"within the candle of {market.facts.symbol} that closed at"
        spent.append((where, first_within(index, markets, kept, arrivals[market.instrument.id])))
    ends = [(*end, where) for where, end in spent if end is not None]
    if not ends:
        return
    at_ns, value, where = min(ends, key=lambda end: end[0])
    at = shown_time(at_ns // NANOSECONDS_A_MILLISECOND)
    raise StrategyFault(
        f"the account's equity fell to {value:.2f} USDC {where} {at}: the venue would have liquidated it", None
    )


def first_within(
    index: int, markets: Sequence[Market], kept: Books, arrived: Sequence[int]
) -> tuple[int, float] | None:
    """
    The close of the first candle of a market within which the account was worth nothing, and what it was worth.

    It is at the candle's worst price, with every other market at its latest close. What was held before the candle's
    own fills and what was held after them both have to be worth nothing there: a position that was opened, closed or
    cut within the candle may never have seen that price.
    """
    finest = markets[index].finest
    after = numpy.array(arrived, dtype=numpy.intp)
    closed_ns = finest.closed_ns[: len(after)]
    before = kept.rows(closed_ns - finest.interval_ms * NANOSECONDS_A_MILLISECOND)
    quantities = kept.quantities[index][before]
    held = numpy.flatnonzero(quantities)
    before, after, closed_ns = before[held], after[held], closed_ns[held]
    prices = [closes(market, closed_ns) for market in markets]
    prices[index] = numpy.where(quantities[held] > 0, finest.values["low"][held], finest.values["high"][held])
    worth = numpy.maximum(kept.worth(before, prices), kept.worth(after, prices))
    spent = numpy.flatnonzero(worth <= 0)
    return None if len(spent) == 0 else (int(closed_ns[spent[0]]), float(worth[spent[0]]))
