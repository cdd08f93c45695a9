"""How a stored table of candles is named; apart from all that reads one, which takes long to import."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TableName:
    """A table of candles as it is stored."""

    symbol: str
    timeframe: str
