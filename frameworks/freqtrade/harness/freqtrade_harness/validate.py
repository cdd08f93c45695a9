"""The process that checks one freqtrade strategy and its config without running anything of it."""

from collections.abc import Sequence

from platform_worker.history.table_name import TableName
from platform_worker.history.timeframes import STORED_SECONDS, base_timeframe, seconds_of
from platform_worker.imports import Finding
from platform_worker.validation import Answer, Request, serve

from freqtrade_harness import MARK_TIMEFRAME, config
from freqtrade_harness.paper import never_trades
from freqtrade_harness.source import parse, wanted_class


def check(request: Request) -> Answer:
    """Every finding, and the stored tables that every run of the strategy needs."""
    parsed = parse(request.code, "strategy.py")
    if isinstance(parsed, Finding):
        return Answer(strategy=[parsed])
    timeframe = _text(request.config.get("timeframe"))
    chosen = parsed.choose(wanted_class(request.strategy_class, request.config))
    if isinstance(chosen, Finding):
        return Answer(strategy=[*parsed.findings(), chosen])
    strategy = [*parsed.findings(), *chosen.findings(timeframe)]
    main = chosen.main_timeframe(timeframe)
    if strategy:
        return Answer(strategy=strategy)
    terms = config.Terms(request.symbols, request.fee_rate, chosen.name, main, is_live=request.purpose == "live")
    found = config.findings(request.config, terms)
    if request.purpose != "backtest" and not found:
        found = never_trades.findings(request.config, chosen)
    tables = _tables(request, main)
    seconds = seconds_of(main or "") or None
    return Answer(config=found, tables=tables, hints=_hints(request, main, tables), candle_seconds=seconds)


def _tables(request: Request, main: str | None) -> list[TableName]:
    """The stored tables to supply: for the main and the detail timeframe where they are known, and for mark prices."""
    named = (main, _text(request.config.get("timeframe_detail")), MARK_TIMEFRAME)
    bases = {base_timeframe(timeframe) for timeframe in named if timeframe is not None}
    stored = [timeframe for timeframe in STORED_SECONDS if timeframe in bases]
    return [TableName(symbol, timeframe) for symbol in request.symbols for timeframe in stored]


def _hints(request: Request, main: str | None, tables: Sequence[TableName]) -> dict[TableName, str]:
    """Which timeframes add up from a table, where the request names others than that."""
    made = {base_timeframe(asked): asked for asked in (_text(request.config.get("timeframe_detail")), main) if asked}
    return {
        table: f"Candles of {made[table.timeframe]} are made of those of {table.timeframe}."
        for table in tables
        if made.get(table.timeframe) not in (None, table.timeframe)
    }


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


if __name__ == "__main__":
    serve(check)
