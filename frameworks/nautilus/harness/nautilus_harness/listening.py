"""Whether a strategy listens to nothing that a backtest feeds, read without running it: it could never act."""

import ast
from collections.abc import Iterator, Sequence

from platform_worker.imports import Finding

# What is not fed, in words, by the method that asks for it.
_UNFED = {
    "subscribe_index_prices": "index prices",
    "subscribe_mark_prices": "mark prices",
    "subscribe_order_book_at_interval": "order books",
    "subscribe_order_book_deltas": "order books",
    "subscribe_order_book_depth": "order books",
    "subscribe_quote_ticks": "quotes",
    "subscribe_trade_ticks": "trades",
}
# By one of these a strategy is called in a backtest, or may be.
_CALLED_BY = frozenset(
    {
        *("register_indicator_for_bars", "set_time_alert", "set_time_alert_ns", "set_timer", "set_timer_ns"),
        *("subscribe", "subscribe_bars", "subscribe_data", "subscribe_funding_rates", "subscribe_signal"),
    }
)
_ORDERS = frozenset({"submit_order", "submit_order_list"})


def deaf(ancestry: Sequence[ast.ClassDef]) -> Finding | None:
    """Returns why a class, all of whose code is in its file, can never act; None where it may."""
    methods: dict[str, ast.FunctionDef] = {}
    for owner in reversed(ancestry):
        methods.update({node.name: node for node in owner.body if isinstance(node, ast.FunctionDef)})
    calls = {name: list(_calls(method)) for name, method in methods.items()}
    asked = [call for each in calls.values() for call in each]
    unfed = [(line, _UNFED[name]) for name, line in asked if name in _UNFED]
    if not unfed or _CALLED_BY & {name for name, _line in asked} or _ORDERS & _reached("on_start", calls):
        return None
    what = " and ".join(dict.fromkeys(what for _line, what in unfed))
    return Finding(
        unfed[0][0],
        f"the strategy listens to {what} alone, of which a backtest has none: only bars are fed, and funding",
    )


def _reached(start: str, calls: dict[str, list[tuple[str, int]]]) -> set[str]:
    """Everything that a method calls, itself or through others of the class."""
    reached: set[str] = set()
    waiting = [start]
    while waiting:
        for name, _line in calls.get(waiting.pop(), ()):
            if name not in reached:
                reached.add(name)
                waiting.append(name)
    return reached


def _calls(method: ast.FunctionDef) -> Iterator[tuple[str, int]]:
    for node in ast.walk(method):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield node.func.attr, node.lineno
