"""The process that checks one strategy and its config without running anything of it."""

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from platform_worker.channel import Channel
from platform_worker.imports import Finding
from platform_worker.limits import Limits, confine

from freqtrade_harness import MARK_TIMEFRAME, config
from freqtrade_harness.bounds import DEEP
from freqtrade_harness.source import parse, wanted_class
from freqtrade_harness.timeframes import STORED_SECONDS, base_timeframe

# Enough to mend a file by; the platform takes neither a longer text nor a longer list.
TEXT_CHARACTERS = 2000
FINDINGS = 100


@dataclass(frozen=True, slots=True)
class Request:
    """A strategy and its config as the platform hands them in."""

    code: str
    config: Mapping[str, object]
    symbols: list[str]
    strategy_class: str | None
    fee_rate: float


def main() -> None:
    """Confines itself, reads one strategy, and answers with findings and the tables that every run of it needs."""
    confine(Limits(**json.loads(sys.argv[1])))
    channel = Channel()
    header: Any = channel.read_header()
    header["config"] = json.loads(header.pop("config_json"))
    try:
        answer = check(Request(**header))
    except (RecursionError, MemoryError):
        answer = _frame([Finding(None, DEEP)], [], [])
    channel.send(answer)


def check(request: Request) -> dict[str, object]:
    """The frame that answers: every finding, and the stored tables that every run of it needs."""
    parsed = parse(request.code, "strategy.py")
    if isinstance(parsed, Finding):
        return _frame([parsed], [], [])
    timeframe = _text(request.config.get("timeframe"))
    chosen = parsed.choose(wanted_class(request.strategy_class, request.config))
    if isinstance(chosen, Finding):
        return _frame([*parsed.findings(), chosen], [], [])
    strategy = [*parsed.findings(), *chosen.findings(timeframe)]
    main = chosen.main_timeframe(timeframe)
    if strategy:
        return _frame(strategy, [], [])
    terms = config.Terms(request.symbols, request.fee_rate, chosen.name, main)
    return _frame([], config.findings(request.config, terms), _tables(request, main))


def _tables(request: Request, main: str | None) -> list[dict[str, str]]:
    """The stored tables to supply: for the main and the detail timeframe where they are known, and for mark prices."""
    named = (main, _text(request.config.get("timeframe_detail")), MARK_TIMEFRAME)
    bases = {base_timeframe(timeframe) for timeframe in named if timeframe is not None}
    stored = [timeframe for timeframe in STORED_SECONDS if timeframe in bases]
    return [{"symbol": symbol, "timeframe": timeframe} for symbol in request.symbols for timeframe in stored]


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _frame(strategy: list[Finding], configuration: list[Finding], tables: list[dict[str, str]]) -> dict[str, object]:
    return {
        "kind": "validated",
        "strategy_findings": _shown(sorted(strategy, key=lambda finding: finding.line or 0)),
        "config_findings": _shown(configuration),
        "request_problems": [],
        "tables": tables,
    }


def _shown(findings: list[Finding]) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = [
        {"line": finding.line, "text": finding.text[:TEXT_CHARACTERS]} for finding in findings[:FINDINGS]
    ]
    if len(findings) > FINDINGS:
        rows.append({"line": None, "text": f"and {len(findings) - FINDINGS} findings more"})
    return rows


if __name__ == "__main__":
    main()
