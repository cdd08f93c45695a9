"""The process that checks one strategy and its config without running anything of it, for every framework."""

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from platform_worker.bounds import DEEP
from platform_worker.channel import Channel
from platform_worker.history.table_name import TableName
from platform_worker.imports import Finding
from platform_worker.limits import Limits, confine

# Enough to mend a file by; the platform takes neither a longer text nor a longer list.
TEXT_CHARACTERS = 2000
FINDINGS = 100
HINT_CHARACTERS = 300


@dataclass(frozen=True, slots=True)
class Request:
    """A strategy and its config as the platform sends them."""

    code: str
    config: Mapping[str, object]
    symbols: list[str]
    strategy_class: str | None
    fee_rate: float
    # What it is checked for: `paper` is a bot that trades with simulated money, `live` one that trades with real money.
    purpose: Literal["backtest", "paper", "live"] = "backtest"


@dataclass(frozen=True, slots=True)
class Answer:
    """Every finding, and the stored tables that every run of the strategy needs."""

    strategy: Sequence[Finding] = ()
    config: Sequence[Finding] = ()
    # Contradictions between the fields of a request: a field's name and why.
    request: Mapping[str, str] = field(default_factory=dict)
    tables: Sequence[TableName] = ()
    # What to say where one of them is not stored.
    hints: Mapping[TableName, str] = field(default_factory=dict)
    # The length of the candles by which the strategy decides; None where only running it decides.
    candle_seconds: int | None = None

    def frame(self) -> dict[str, object]:
        """The frame as the platform reads it."""
        return {
            "kind": "validated",
            "strategy_findings": _shown(sorted(self.strategy, key=lambda finding: finding.line or 0)),
            "config_findings": _shown(self.config),
            "request_problems": [
                {"path": path, "message": message[:TEXT_CHARACTERS]} for path, message in self.request.items()
            ],
            "tables": [self._shown_table(table) for table in self.tables],
            "candle_seconds": self.candle_seconds,
        }

    def _shown_table(self, table: TableName) -> dict[str, str]:
        hint = self.hints.get(table)
        shown = {"symbol": table.symbol, "timeframe": table.timeframe}
        return shown if hint is None else {**shown, "hint": hint[:HINT_CHARACTERS]}


def serve(check: Callable[[Request], Answer]) -> None:
    """Confines itself, reads one strategy, and answers with what is wrong with it and what its runs need."""
    confine(Limits(**json.loads(sys.argv[1])))
    channel = Channel()
    header: Any = channel.read_header()
    header["config"] = json.loads(header.pop("config_json"))
    try:
        answer = check(Request(**header))
    except (RecursionError, MemoryError):
        answer = Answer(strategy=[Finding(None, DEEP)])
    channel.send(answer.frame())


def _shown(findings: Sequence[Finding]) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = [
        {"line": finding.line, "text": finding.text[:TEXT_CHARACTERS]} for finding in findings[:FINDINGS]
    ]
    if len(findings) > FINDINGS:
        rows.append({"line": None, "text": f"and {len(findings) - FINDINGS} findings more"})
    return rows
