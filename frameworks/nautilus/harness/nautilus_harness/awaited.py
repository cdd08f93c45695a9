"""What a strategy waits for that never comes: such a one would only seem to find no occasion."""

import re
from collections.abc import Iterable, Iterator, Set

from nautilus_harness.markets import Market

# Bars, and what else nautilus hands out, by the topic; one with a wildcard is nautilus's own.
_BARS = re.compile(r"data\.bars\.(?P<of>[^*]+)-(?P<price>[A-Z]+)-(?P<source>EXTERNAL|INTERNAL)")
_OTHERS = re.compile(
    r"data\.(?P<what>quotes|trades|book|mark_prices|index_prices|funding_rates)(\.(deltas|depth|snapshots))?"
    r"\.(?P<venue>[^.*]+)\.(?P<symbol>[^*]+?)(\.[0-9]+)?"
)


def funding_topic(market: Market) -> str:
    """The topic that a market's funding rates come by."""
    identifier = market.instrument.id
    return f"data.funding_rates.{identifier.venue}.{identifier.symbol}"


def fed_topics(markets: Iterable[Market]) -> set[str]:
    """The topics that all that is fed comes by."""
    bars = {f"data.bars.{bar_type}" for market in markets for bar_type in market.bar_types()}
    return bars | {funding_topic(market) for market in markets if market.funding}


def never_came(awaited: Set[str], came: Set[str]) -> list[str]:
    """A warning for each of the topics waited for by which nothing came."""
    missing = sorted(awaited - came)
    # Deltas and snapshots of one book are one.
    return list(dict.fromkeys([*_bars(missing), *_others(missing)]))


def _bars(missing: Iterable[str]) -> Iterator[str]:
    for found in filter(None, map(_BARS.fullmatch, missing)):
        text = found[0].removeprefix("data.bars.")
        if found["source"] == "EXTERNAL":
            yield f"no bars of {text} came: only those that the config names are fed"
        else:
            named = f"{found['of']}-LAST-INTERNAL@1-MINUTE-EXTERNAL"
            yield f"no bars of {text} came: no trades or quotes are fed; name {named} in the config, made of bars"


def _others(missing: Iterable[str]) -> Iterator[str]:
    for found in filter(None, map(_OTHERS.fullmatch, missing)):
        what = "order books" if found["what"] == "book" else found["what"].replace("_", " ")
        market = f"{found['symbol']}.{found['venue']}"
        yield f"no {what} of {market} came: only bars are fed, and funding rates where the run has any"
