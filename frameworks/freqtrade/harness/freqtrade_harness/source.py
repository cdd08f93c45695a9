"""What a strategy file says without being run: its class, its timeframes, and what is wrong with it."""

import ast
import warnings
from collections.abc import Iterator
from dataclasses import dataclass

from platform_worker.imports import Finding

from freqtrade_harness import IMPORTS, MARK_TIMEFRAME, TIMEFRAMES

# How a strategy reads candles of another timeframe, and which positional argument names it.
READERS = {"informative": 0, "get_pair_dataframe": 1, "get_analyzed_dataframe": 1, "historic_ohlcv": 1, "ohlcv": 1}


@dataclass(frozen=True, slots=True)
class StrategyFile:
    """A strategy file that compiles."""

    tree: ast.Module

    def findings(self) -> list[Finding]:
        """Everything that keeps this file from running, by line."""
        return sorted([*IMPORTS.findings(self.tree), *self._class_findings()], key=lambda finding: finding.line or 0)

    def strategy_class(self) -> ast.ClassDef | None:
        """The one class that derives from IStrategy and from which no other does; None where there isn't just one."""
        leaves = self._leaves()
        return leaves[0] if len(leaves) == 1 else None

    def own_timeframe(self) -> str | None:
        """The class attribute `timeframe`, its own or inherited within the file; None where it is no literal."""
        value = self._attribute("timeframe")
        return self._literal(value) if value is not None else None

    def timeframes(self, configured: str | None, detail: str | None) -> list[str]:
        """
        The stored timeframes that a run reads: the main one, informative ones, the detail one and the mark price's.

        Where an informative timeframe is computed instead of written, every timeframe written anywhere in the file
        counts; one that isn't written in the file at all is not found.
        """
        named = {MARK_TIMEFRAME, configured or self.own_timeframe(), detail}
        readers = list(self._read_timeframes())
        named.update(readers)
        if None in readers:
            named.update(
                node.value
                for node in ast.walk(self.tree)
                if isinstance(node, ast.Constant) and isinstance(node.value, str)
            )
        return [timeframe for timeframe in TIMEFRAMES if timeframe in named]

    def _class_findings(self) -> Iterator[Finding]:
        leaves = self._leaves()
        if not leaves:
            yield Finding(None, "no class derives from IStrategy (from freqtrade.strategy import IStrategy)")
        if len(leaves) > 1:
            names = ", ".join(leaf.name for leaf in leaves)
            yield Finding(leaves[1].lineno, f"several strategies in one file: {names}; exactly one must remain")

    def _classes(self) -> dict[str, ast.ClassDef]:
        return {node.name: node for node in self.tree.body if isinstance(node, ast.ClassDef)}

    def _leaves(self) -> list[ast.ClassDef]:
        classes = self._classes()
        strategies = [node for node in classes.values() if self._is_strategy(node, classes, frozenset())]
        parents = {name for node in strategies for name in _base_names(node)}
        return [node for node in strategies if node.name not in parents]

    def _is_strategy(self, node: ast.ClassDef, classes: dict[str, ast.ClassDef], seen: frozenset[str]) -> bool:
        if node.name in seen:
            return False
        for name in _base_names(node):
            if name == "IStrategy" or name in self._strategy_aliases():
                return True
            parent = classes.get(name)
            if parent is not None and self._is_strategy(parent, classes, seen | {node.name}):
                return True
        return False

    def _strategy_aliases(self) -> set[str]:
        return {
            alias.asname
            for node in ast.walk(self.tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
            if alias.name == "IStrategy" and alias.asname is not None
        }

    def _attribute(self, name: str) -> ast.expr | None:
        classes = self._classes()
        queue = [leaf for leaf in self._leaves() if leaf is not None]
        seen: set[str] = set()
        while queue:
            node = queue.pop(0)
            if node.name in seen:
                continue
            seen.add(node.name)
            value = _assigned(node.body, name)
            if value is not None:
                return value
            queue.extend(classes[base] for base in _base_names(node) if base in classes)
        return None

    def _literal(self, value: ast.expr) -> str | None:
        """The string an expression is: a constant, a constant of the module, or an attribute of the class."""
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            return value.value
        target: ast.expr | None = None
        if isinstance(value, ast.Name):
            target = _assigned(self.tree.body, value.id)
        elif isinstance(value, ast.Attribute) and isinstance(value.value, ast.Name) and value.value.id == "self":
            target = self._attribute(value.attr)
        return target.value if isinstance(target, ast.Constant) and isinstance(target.value, str) else None

    def _read_timeframes(self) -> Iterator[str | None]:
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Call):
                position = READERS.get(_name(node.func))
                if position is not None:
                    yield from self._argument(node, position)
            elif isinstance(node, ast.FunctionDef) and node.name == "informative_pairs":
                yield from self._pairs(node)

    def _argument(self, call: ast.Call, position: int) -> Iterator[str | None]:
        for keyword in call.keywords:
            if keyword.arg == "timeframe":
                yield self._literal(keyword.value)
                return
        if len(call.args) > position:
            yield self._literal(call.args[position])

    def _pairs(self, function: ast.FunctionDef) -> Iterator[str | None]:
        for node in ast.walk(function):
            if isinstance(node, ast.Tuple) and len(node.elts) in (2, 3):
                yield self._literal(node.elts[1])


def parse(code: str, name: str) -> StrategyFile | Finding:
    """Parses and compiles a strategy without executing it; a `Finding` says where it doesn't compile."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            tree = ast.parse(code, name)
            compile(tree, name, "exec", dont_inherit=True)
        except SyntaxError as error:
            return Finding(error.lineno, error.msg)
        except (ValueError, RecursionError, MemoryError) as error:
            return Finding(None, f"the file can't be compiled: {error or type(error).__name__}")
    return StrategyFile(tree)


def _base_names(node: ast.ClassDef) -> list[str]:
    return [_name(base) for base in node.bases]


def _name(node: ast.expr) -> str:
    """The last part of a dotted name; empty for any other expression."""
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""


def _assigned(body: list[ast.stmt], name: str) -> ast.expr | None:
    for statement in reversed(body):
        if isinstance(statement, ast.Assign):
            targets = statement.targets
        elif isinstance(statement, ast.AnnAssign):
            targets = [statement.target]
        else:
            continue
        if any(isinstance(target, ast.Name) and target.id == name for target in targets):
            return statement.value
    return None
