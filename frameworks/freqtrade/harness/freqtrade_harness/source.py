"""The facts of a strategy file that is not run: its strategies, its main timeframe, and what is wrong with it."""

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from platform_worker import source
from platform_worker.classes import Classes, Family
from platform_worker.history.timeframes import UNAVAILABLE, base_timeframe
from platform_worker.imports import Finding

from freqtrade_harness import IMPORTS

# What freqtrade calls of every strategy of futures, and the names that it no longer calls.
METHODS: Mapping[str, str | None] = {
    "populate_indicators": None,
    "populate_entry_trend": "populate_buy_trend",
    "populate_exit_trend": "populate_sell_trend",
}

FREQAI = "FreqAI is not supported"
NO_TIMEFRAME = (
    "the strategy has no timeframe: set `timeframe` in its class, for example timeframe = '1h', or in the config"
)

FAMILY = Family("IStrategy", "from freqtrade.strategy import IStrategy", re.compile(r"freqtrade\.templates"))


@dataclass(frozen=True, slots=True)
class Strategy:
    """One strategy class of a file that compiles."""

    node: ast.ClassDef
    classes: Classes

    @property
    def name(self) -> str:
        """The class's name."""
        return self.node.name

    def main_timeframe(self, configured: str | None) -> str | None:
        """The timeframe that it runs on, a config's before its own; None where only running it decides."""
        setting = self.classes.setting(self.node, "timeframe")
        if setting is not None and self._is_property():
            # freqtrade never overrides a property.
            return None
        if configured is not None or setting is None:
            return configured
        return None if self.classes.sets_attribute("timeframe") else setting.value

    def number(self, name: str, absent: float) -> float | None:
        """The number that it sets an attribute to, `absent` where it sets none; None where only running it decides."""
        setting = self.classes.setting(self.node, name)
        if self.classes.sets_attribute(name) or (setting is None and not self.classes.is_known(self.node)):
            return None
        return absent if setting is None else setting.number

    def may_have(self, name: str) -> bool:
        """Whether it has a method or an attribute of its own by this name, or may have: only running it decides."""
        is_known = self.classes.is_known(self.node)
        return not is_known or self.classes.defines(self.node, name) or self.classes.sets_attribute(name)

    def findings(self, configured: str | None) -> Iterator[Finding]:
        """Returns what keeps this class from running, with a config's timeframe if it has one."""
        yield from self._method_findings()
        yield from self._timeframe_findings(configured)

    def _method_findings(self) -> Iterator[Finding]:
        if not self.classes.is_known(self.node):
            return
        for name, former in METHODS.items():
            if self.classes.defines(self.node, name) or self.classes.sets_attribute(name):
                continue
            renamed = former is not None and self.classes.defines(self.node, former)
            hint = f": {former} is its former name, which freqtrade no longer calls" if renamed else ""
            yield Finding(self.node.lineno, f"{self.name} has no method {name}{hint}")

    def _timeframe_findings(self, configured: str | None) -> Iterator[Finding]:
        setting = self.classes.setting(self.node, "timeframe")
        if configured is not None:
            return
        if setting is None:
            if self.classes.is_known(self.node) and not self.classes.sets_attribute("timeframe"):
                yield Finding(self.node.lineno, NO_TIMEFRAME)
            return
        own = self.main_timeframe(None)
        if own is not None and base_timeframe(own) is None:
            yield Finding(setting.line, f"timeframe '{own}' is not available: {UNAVAILABLE}")

    def _is_property(self) -> bool:
        statements = (node for owner in self.classes.ancestry(self.node) for node in owner.body)
        return any(isinstance(node, ast.FunctionDef) and node.name == "timeframe" for node in statements)


@dataclass(frozen=True, slots=True)
class StrategyFile:
    """A strategy file that compiles."""

    tree: ast.Module
    classes: Classes

    def choose(self, name: str | None) -> Strategy | Finding:
        """Returns the strategy that is named, or the only one; a `Finding` says how to choose."""
        chosen = self.classes.choose(name)
        return chosen if isinstance(chosen, Finding) else Strategy(chosen, self.classes)

    def findings(self) -> Iterator[Finding]:
        """What is wrong with the file whichever class of it runs."""
        yield from IMPORTS.findings(self.tree)
        yield from self.classes.findings()
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Attribute) and node.attr == "freqai" and _is_self(node.value):
                yield Finding(node.lineno, FREQAI)


def parse(code: str, name: str) -> StrategyFile | Finding:
    """Parses and compiles a strategy without executing it; a `Finding` says where it doesn't, or is too large."""
    tree = source.parse(code, name)
    return tree if isinstance(tree, Finding) else StrategyFile(tree, Classes(tree, FAMILY))


def wanted_class(strategy_class: str | None, config: Mapping[str, object]) -> str | None:
    """The class that a request names: in its own field, or as freqtrade's command does in the config."""
    configured = config.get("strategy")
    return strategy_class or (configured if isinstance(configured, str) and configured else None)


def _is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "self"
