"""Why a run may have made no trade at all, as far as what it was handed can tell."""

from collections.abc import Iterable, Iterator, Set

import numpy

from nautilus_harness.markets import Candles, Market

# From this share of its candles on a table has no range to speak of.
_SINGLE_SHARE = 0.9
_DATA = "data."
# The stored timeframe whose candles have one price where a venue notes one a minute, and bars made of them.
_FINEST = "1m"


def starved(markets: Iterable[Market], heard: Set[str]) -> Iterator[str]:
    """What a strategy that made no trade lacked; `heard` are the topics that it listened to itself."""
    if not any(topic.startswith(_DATA) for topic in heard):
        yield "no trade was made: the strategy subscribed to no bars, nor to anything else"
    for market in markets:
        for bar_type, table in zip(market.bar_types(), market.tables, strict=True):
            if f"data.bars.{bar_type}" in heard and single_prices(table) >= _SINGLE_SHARE * len(table.closed_ns):
                instead = f"{market.facts.symbol}-5-MINUTE-LAST-INTERNAL@1-MINUTE-EXTERNAL"
                cure = f"; bars made of several have one: {instead}" if table.timeframe == _FINEST else ""
                yield (
                    f"no trade was made: {single_prices(table)} of {len(table.closed_ns)} bars of {bar_type} are a "
                    f"single price, and a strategy that waits for a range never acts on these{cure}"
                )


def single_prices(table: Candles) -> int:
    """How many candles of a table opened, closed, and were highest and lowest, at one price."""
    return int(numpy.count_nonzero(table.values["high"] == table.values["low"]))
