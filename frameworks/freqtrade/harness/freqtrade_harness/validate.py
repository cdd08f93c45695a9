"""The process that checks one strategy and its config without running anything of it."""

import json
import sys
from collections.abc import Iterable

from platform_worker.channel import Channel
from platform_worker.imports import Finding
from platform_worker.limits import Limits, confine

from freqtrade_harness import TIMEFRAMES, config
from freqtrade_harness.source import StrategyFile, parse


def main() -> None:
    """Confines itself, reads one strategy, and answers with findings, the class and the timeframes."""
    confine(Limits(**json.loads(sys.argv[1])))
    channel = Channel()
    header = channel.read_header()
    if not isinstance(header, dict):
        raise TypeError("the header is not an object")
    channel.send(check(header["code"], header["config"], header["symbols"]))


def check(code: str, user_config: dict[str, object], symbols: list[str]) -> dict[str, object]:
    """The frame that answers: every finding, and what a run of it needs."""
    parsed = parse(code, "strategy.py")
    if isinstance(parsed, Finding):
        return _frame([parsed], [], [])
    configured = user_config.get("timeframe")
    detail = user_config.get("timeframe_detail")
    strategy = [*parsed.findings(), *_timeframe_findings(parsed, configured)]
    timeframes = parsed.timeframes(
        configured if isinstance(configured, str) else None, detail if isinstance(detail, str) else None
    )
    return _frame(strategy, [] if strategy else config.findings(user_config, symbols), timeframes)


def _timeframe_findings(parsed: StrategyFile, configured: object) -> Iterable[Finding]:
    own = parsed.own_timeframe()
    if configured is None and own is not None and own not in TIMEFRAMES:
        yield Finding(None, f"timeframe '{own}' is not stored; one of {', '.join(TIMEFRAMES)} is")


def _frame(strategy: list[Finding], configuration: list[Finding], timeframes: list[str]) -> dict[str, object]:
    return {
        "kind": "validated",
        "strategy_findings": [{"line": finding.line, "text": finding.text} for finding in strategy],
        "config_findings": [{"line": None, "text": finding.text} for finding in configuration],
        "timeframes": timeframes,
    }


if __name__ == "__main__":
    main()
