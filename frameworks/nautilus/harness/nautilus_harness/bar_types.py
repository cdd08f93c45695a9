"""The bar types that a config names, and the stored tables that they are made from."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from platform_worker.history.table_name import TableName
from platform_worker.history.timeframes import STORED_SECONDS
from platform_worker.imports import Finding

_UNITS = {"m": "MINUTE", "h": "HOUR", "d": "DAY"}

# The stored timeframes as a bar type's text words them, for example `1-HOUR`.
STEPS = {timeframe: f"{timeframe[:-1]}-{_UNITS[timeframe[-1]]}" for timeframe in STORED_SECONDS}
_TIMEFRAMES = {step: timeframe for timeframe, step in STEPS.items()}

# The data of a market that no bar type names.
DEFAULT_TIMEFRAME = "1m"

# The text of a bar type.
FORM = re.compile(
    r"(?P<symbol>\S+)-(?P<step>[0-9]+-[A-Z_]+)-(?P<price>[A-Z]+)-(?P<source>EXTERNAL|INTERNAL)"
    r"(?:@(?P<base>[0-9]+-[A-Z_]+)-(?P<base_source>EXTERNAL|INTERNAL))?"
)
_AVAILABLE = f"bars are stored as {', '.join(f'{step}-LAST-EXTERNAL' for step in _TIMEFRAMES)}"


@dataclass(frozen=True, slots=True)
class Named:
    """A bar type's text and the key of the config that holds it."""

    place: str
    parts: Mapping[str, str | None]

    def finding(self, symbols: Sequence[str]) -> Finding | None:
        """Returns why bars of this type are unavailable; None where they are available."""
        reason = self._reason(symbols)
        return None if reason is None else Finding(None, f"{self.place}: {reason}")

    def table(self) -> TableName | None:
        """The stored table that its bars are, or are made from; None where there is none."""
        timeframe = _TIMEFRAMES.get(self._external_step or "")
        return None if timeframe is None else TableName(self.parts["symbol"] or "", timeframe)

    @property
    def _external_step(self) -> str | None:
        """The step of the bars that have to be fed."""
        if self.parts["source"] == "EXTERNAL":
            return None if self.parts["base"] else self.parts["step"]
        return self.parts["base"] if self.parts["base_source"] == "EXTERNAL" else None

    def _reason(self, symbols: Sequence[str]) -> str | None:
        if self.parts["symbol"] not in symbols:
            return f"'{(self.parts['symbol'] or '')[:100]}' is none of the symbols ({', '.join(symbols)})"
        if self.parts["price"] != "LAST":
            return f"there are no {self.parts['price']} bars: {_AVAILABLE}"
        if self._external_step is None:
            return (
                f"bars can't be aggregated here from trades or from other aggregated bars: {_AVAILABLE}; others are "
                "made from these, such as 10-MINUTE-LAST-INTERNAL@1-MINUTE-EXTERNAL"
            )
        return None if self.table() else f"there are no bars of {self._external_step}: {_AVAILABLE}"


def named(config: Mapping[str, object]) -> Iterator[Named]:
    """Returns every bar type that a config names, however deep, in its order."""
    for place, text in texts(config, "config"):
        match = FORM.fullmatch(text)
        if match is not None:
            yield Named(place, match.groupdict())


def texts(value: object, place: str) -> Iterator[tuple[str, str]]:
    """Every text within a value, with the place that it stands at."""
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from texts(item, f"{place}.{key}")
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from texts(item, f"{place}[{index}]")


def hints(wanted: Sequence[TableName]) -> dict[TableName, str]:
    """Returns how bars that are not stored can be made: of minutes."""
    made = "They can be made of bars of a minute"
    return {
        table: f"{made}: {table.symbol}-{STEPS[table.timeframe]}-LAST-INTERNAL@1-MINUTE-EXTERNAL."
        for table in wanted
        if table.timeframe != DEFAULT_TIMEFRAME
    }


def tables(config: Mapping[str, object], symbols: Sequence[str]) -> list[TableName]:
    """The stored tables to feed: by symbol in the request's order, the finest first."""
    wanted = {bar_type.table() for bar_type in named(config)}
    return [
        TableName(symbol, timeframe)
        for symbol in symbols
        for timeframe in [known for known in STORED_SECONDS if TableName(symbol, known) in wanted]
        or [DEFAULT_TIMEFRAME]
    ]
