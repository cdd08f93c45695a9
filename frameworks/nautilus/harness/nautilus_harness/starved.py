"""Why a run may have made no trade at all, as far as its input data shows."""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

import numpy
from nautilus_trader.indicators import Indicator
from nautilus_trader.model.data import Bar, BarType

from nautilus_harness.markets import Candles, Market

# From this share of its bars on a type has no range to speak of.
_SINGLE_SHARE = 0.9
_DATA = "data."
# The stored timeframe whose candles have one price where a venue notes one per minute, and bars made of five.
_FINEST = "1m"
_FIVE_MINUTES_NS = 300_000_000_000
_NAME_CHARACTERS = 60


@dataclass(frozen=True, slots=True)
class _Fed:
    """The bars of a type that a strategy listened to: how many, how many of one price, and what would do instead."""

    bar_type: str
    bars: int
    single: int
    cure: str


def starved(
    markets: Sequence[Market],
    heard: Set[str],
    made: Mapping[BarType, Sequence[Bar]],
    indicators: Sequence[Indicator],
) -> Iterator[str]:
    """
    What a strategy that made no trade lacked.

    `heard` are the topics that it listened to itself, `made` the bars that were made of others.
    """
    if not any(topic.startswith(_DATA) for topic in heard):
        yield "no trade was made: the strategy subscribed to no bars, nor to anything else"
    fed = [each for each in (*_of_tables(markets), *_of_others(made)) if f"data.bars.{each.bar_type}" in heard]
    waiting = [_name(indicator) for indicator in indicators if not indicator.initialized]
    if waiting:
        came = " and ".join(f"{each.bars} bars of {each.bar_type}" for each in fed) or "no bars"
        yield f"no trade was made: {', '.join(waiting)} had too little to be initialized: {came} came"
    for each in fed:
        if each.bars > 0 and each.single >= _SINGLE_SHARE * each.bars:
            yield (
                f"no trade was made: {each.single} of {each.bars} bars of {each.bar_type} are a single price, and a "
                f"strategy that waits for a range never acts on these{each.cure}"
            )


def _of_tables(markets: Sequence[Market]) -> Iterator[_Fed]:
    for market in markets:
        for bar_type, table in zip(market.bar_types(), market.tables, strict=True):
            single = numpy.count_nonzero(table.values["high"] == table.values["low"])
            cure = _cure(market.facts.symbol, table) if table.timeframe == _FINEST else ""
            yield _Fed(str(bar_type), len(table.closed_ns), int(single), cure)


def _of_others(made: Mapping[BarType, Sequence[Bar]]) -> Iterator[_Fed]:
    for bar_type, bars in made.items():
        yield _Fed(str(bar_type), len(bars), sum(bar.is_single_price() for bar in bars), "")


def _cure(symbol: str, table: Candles) -> str:
    """The bars made of five minutes, where those of a market have a range."""
    numbers = (table.closed_ns - 1) // _FIVE_MINUTES_NS
    firsts = numpy.flatnonzero(numpy.diff(numbers, prepend=numbers[0] - 1))
    highest = numpy.maximum.reduceat(table.values["high"], firsts)
    ranged = int(numpy.count_nonzero(highest > numpy.minimum.reduceat(table.values["low"], firsts)))
    instead = f"{symbol}-5-MINUTE-LAST-INTERNAL@1-MINUTE-EXTERNAL"
    return f"; {ranged} of {len(firsts)} made of five have one: {instead}" if ranged > 0 else ""


def _name(indicator: Indicator) -> str:
    name, period = type(indicator).__name__[:_NAME_CHARACTERS], getattr(indicator, "period", None)
    return f"{name}({period})" if isinstance(period, int) else name
