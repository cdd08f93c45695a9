"""What a bot keeps over its ends: its money, its positions and resting orders, and what its strategy saves itself."""

import base64
import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

_STATE = "state.json"
_TRADES = "trades.jsonl"


@dataclass(frozen=True, slots=True)
class KeptPosition:
    """An open position, with what it came to before its latest start."""

    symbol: str
    quantity: str
    is_long: bool
    average_price: float
    opened_at_ns: int
    peak_quantity: float
    fees: float
    realized: float
    entry_tag: str | None


@dataclass(slots=True)
class Kept:
    """All that a bot has between two of its runs."""

    balance: str
    funding: float = 0.0
    positions: list[KeptPosition] = field(default_factory=list)
    # Each a list of its events: the name of the event's class, and the event as nautilus writes it.
    orders: list[list[tuple[str, dict[str, Any]]]] = field(default_factory=list)
    # Of the strategy's own `on_save`.
    saved: dict[str, str] = field(default_factory=dict)

    def strategy_state(self) -> dict[str, bytes]:
        """What the strategy saved."""
        return {key: base64.b64decode(text) for key, text in self.saved.items()}

    def keep_strategy_state(self, state: Mapping[str, bytes]) -> None:
        """Keeps what the strategy saves."""
        self.saved = {key: base64.b64encode(value).decode() for key, value in state.items()}


class StateFolder:
    """The bot's own folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def read(self) -> Kept | None:
        """Returns what was kept; None where nothing was yet."""
        try:
            kept = json.loads((self._folder / _STATE).read_text())
        except FileNotFoundError:
            return None
        return Kept(**{**kept, "positions": [KeptPosition(**each) for each in kept["positions"]]})

    def write(self, kept: Kept) -> None:
        """Replaces what is kept: a kill in the middle leaves what was there before."""
        partial = self._folder / f"{_STATE}.partial"
        partial.write_text(json.dumps(asdict(kept)))
        partial.replace(self._folder / _STATE)

    def trades(self) -> list[dict[str, Any]]:
        """Returns the trades that were closed so far."""
        try:
            lines = (self._folder / _TRADES).read_text().splitlines()
        except FileNotFoundError:
            return []
        # A kill may have cut the last one off: it is still an open position by what is kept.
        return [json.loads(line) for line in lines if line.endswith("}")]

    def add_trade(self, trade: Mapping[str, Any]) -> None:
        """Adds a trade that was closed."""
        descriptor = os.open(self._folder / _TRADES, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            os.write(descriptor, json.dumps(trade, separators=(",", ":")).encode() + b"\n")
        finally:
            os.close(descriptor)
