"""The process that checks one nautilus strategy and its config without running anything of it."""

from platform_worker.history.timeframes import seconds_of
from platform_worker.imports import Finding
from platform_worker.validation import Answer, Request, serve

from nautilus_harness import bar_types, config
from nautilus_harness.source import parse


def check(request: Request) -> Answer:
    """Every finding, and the stored tables that every run of the strategy needs."""
    parsed = parse(request.code, "strategy.py")
    if isinstance(parsed, Finding):
        return Answer(strategy=[parsed])
    chosen = parsed.strategies.choose(request.strategy_class)
    findings = [*parsed.findings(), *([chosen] if isinstance(chosen, Finding) else parsed.deafness(chosen))]
    if findings or isinstance(chosen, Finding):
        return Answer(strategy=findings)
    tables = bar_types.tables(request.config, request.symbols)
    return Answer(
        config=config.findings(request.config, parsed.config_of(chosen), request.symbols),
        request=config.request_problems(request.config, request.symbols),
        tables=tables,
        hints=bar_types.hints(tables),
        candle_seconds=min((seconds_of(table.timeframe) for table in tables), default=None),
    )


if __name__ == "__main__":
    serve(check)
