"""What a strategy file says without being run: its strategies, its main timeframe, and what is wrong with it."""

import ast
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from platform_worker.imports import Finding

from freqtrade_harness import IMPORTS
from freqtrade_harness.bounds import DEEP, bounds_finding
from freqtrade_harness.classes import Classes
from freqtrade_harness.timeframes import UNAVAILABLE, base_timeframe

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

# What Python's parser and compiler say of code that is nested beyond what they can hold.
TOO_DEEP = ("too many nested", "too many statically nested", "too many levels of indentation")
HALF_CHARACTER = "the text holds half a character (a lone surrogate)"


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
        """The timeframe that it runs on, a config's before its own; None where only running it tells."""
        setting = self.classes.setting(self.node, "timeframe")
        if setting is not None and self._is_property():
            # freqtrade never overrides a property.
            return None
        if configured is not None or setting is None:
            return configured
        return None if self.classes.sets_attribute("timeframe") else setting.value

    def findings(self, configured: str | None) -> Iterator[Finding]:
        """What keeps this class from running, with a config's timeframe if it has one."""
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
        """The strategy of that name, or the only one from which no other derives; a `Finding` says how to choose."""
        leaves = self.classes.leaves
        if not leaves:
            return Finding(None, "no class derives from IStrategy (from freqtrade.strategy import IStrategy)")
        names = ", ".join(self.classes.strategies)
        if name is not None:
            node = self.classes.strategies.get(name)
            if node is None:
                return Finding(None, f"{name[:100]} is no strategy of this file, which holds {names}")
            return Strategy(node, self.classes)
        if len(leaves) > 1:
            several = ", ".join(leaf.name for leaf in leaves)
            return Finding(
                leaves[1].lineno, f"several strategies in one file: {several}; name the one to run in strategy_class"
            )
        return Strategy(leaves[0], self.classes)

    def findings(self) -> Iterator[Finding]:
        """What is wrong with the file whichever class of it runs."""
        yield from IMPORTS.findings(self.tree)
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Attribute) and node.attr == "freqai" and _is_self(node.value):
                yield Finding(node.lineno, FREQAI)


def parse(code: str, name: str) -> StrategyFile | Finding:
    """Parses and compiles a strategy without executing it; a `Finding` says where it doesn't, or is too large."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            tree = ast.parse(text_of(code), name)
            exceeded = bounds_finding(tree)
            if exceeded is not None:
                return exceeded
            compile(tree, name, "exec", dont_inherit=True)
        except SyntaxError as error:
            return Finding(error.lineno, _words(error.msg))
        except UnicodeEncodeError as error:
            return Finding(code.count("\n", 0, error.start) + 1, HALF_CHARACTER)
        except (RecursionError, MemoryError):
            return Finding(None, DEEP)
        except ValueError as error:
            return Finding(None, f"the file can't be compiled: {error}")
    return StrategyFile(tree, Classes(tree))


def wanted_class(strategy_class: str | None, config: Mapping[str, object]) -> str | None:
    """The class that a request names: in its own field, or as freqtrade's command does in the config."""
    configured = config.get("strategy")
    return strategy_class or (configured if isinstance(configured, str) and configured else None)


def text_of(code: str) -> str:
    """The code without the mark that some editors begin a file with."""
    return code.removeprefix("\ufeff")


def _words(message: str) -> str:
    return f"{DEEP}: {message}" if message.startswith(TOO_DEEP) else message


def _is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "self"
