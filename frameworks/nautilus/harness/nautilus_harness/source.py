"""The facts of a nautilus strategy file that is not run: its strategies, their configs, and what is wrong with them."""

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from platform_worker import source
from platform_worker.classes import Classes, Family
from platform_worker.imports import Finding, source_of

from nautilus_harness import IMPORTS
from nautilus_harness.listening import deaf

_SHIPPED = r"nautilus_trader\.examples\.strategies\."

STRATEGY = Family(
    "Strategy", "from nautilus_trader.trading.strategy import Strategy", re.compile(rf"{_SHIPPED}\S+(?<!Config)$")
)
CONFIG = Family(
    "StrategyConfig", "from nautilus_trader.config import StrategyConfig", re.compile(rf"{_SHIPPED}\S+Config$")
)

# Names in the type of a config that name no config class of the strategy's own.
_EMPTY_NAMES = frozenset({"Any", "None", "Optional", CONFIG.base, "Union", "typing"})


@dataclass(frozen=True, slots=True)
class Field:
    """A key that a config class declares; `names` are those in its annotation, without modules."""

    name: str
    # None where it is required.
    default: ast.expr | None
    names: frozenset[str]
    annotation: ast.expr

    @property
    def default_text(self) -> str | None:
        """The text that the default is, names, or is made of; None where it is none of these."""
        default = self.default
        if isinstance(default, ast.Call) and len(default.args) == 1:
            default = default.args[0]
        if isinstance(default, ast.Attribute):
            return default.attr
        return default.value if isinstance(default, ast.Constant) and isinstance(default.value, str) else None


@dataclass(frozen=True, slots=True)
class DeclaredConfig:
    """The config class of a strategy as far as its file tells."""

    name: str
    fields: dict[str, Field]
    # Whether the file tells every field.
    is_whole: bool
    # What a name of the file stands for, in full; None where that isn't certain.
    origin: Callable[[str], str | None]


@dataclass(frozen=True, slots=True)
class StrategyFile:
    """A strategy file that compiles."""

    tree: ast.Module
    strategies: Classes
    configs: Classes

    def findings(self) -> Iterator[Finding]:
        """What is wrong with the file whichever class of it runs."""
        yield from IMPORTS.findings(self.tree)
        yield from self.strategies.findings()
        yield from self.configs.findings()

    def deafness(self, strategy: ast.ClassDef) -> Iterator[Finding]:
        """Why a strategy can never act in a backtest, where its file tells."""
        shipped = self.strategies.shipped_bases(strategy)
        inherited = None if shipped is None else [_shipped(name) for name in shipped]
        if inherited is None or None in inherited:
            return
        found = deaf([*self.strategies.ancestry(strategy), *(node for nodes in inherited for node in nodes or ())])
        if found is not None:
            yield Finding(strategy.lineno, found.text) if shipped else found

    def config_of(self, strategy: ast.ClassDef) -> DeclaredConfig | None:
        """A strategy's config class: that which its `__init__` names, or which is called after it, or the only one."""
        named = _annotated_config(self.strategies.ancestry(strategy))
        own = next((name for name in named if name in self.configs.members), None)
        if own is None and not _EMPTY_NAMES.issuperset(named):
            # Only running the file decides which class that is.
            return None
        node = self.configs.members[own] if own is not None else self._config_node(strategy)
        if node is None:
            # With no class of its own it has nautilus's, which declares nothing besides.
            has_none = not self.configs.members and self.strategies.is_known(strategy)
            return DeclaredConfig(CONFIG.base, {}, is_whole=True, origin=self.configs.origin) if has_none else None
        declared: dict[str, Field] = {}
        for owner in reversed(self.configs.ancestry(node)):
            declared.update({field.name: field for field in _fields(owner)})
        return DeclaredConfig(node.name, declared, self._tells_all(node), self.configs.origin)

    def _config_node(self, strategy: ast.ClassDef) -> ast.ClassDef | None:
        by_name = self.configs.members.get(f"{strategy.name}Config")
        if by_name is not None:
            return by_name
        return self.configs.leaves[0] if len(self.configs.leaves) == 1 else None

    def _tells_all(self, node: ast.ClassDef) -> bool:
        """Whether all bases stand in this file or are nautilus's own; keywords of a class (`frozen`) add no field."""
        known = {*self.configs.members, CONFIG.base}
        return all(
            not owner.decorator_list
            and all(isinstance(base, ast.Name | ast.Attribute) and _last(base) in known for base in owner.bases)
            for owner in self.configs.ancestry(node)
        )


def parse(code: str, name: str) -> StrategyFile | Finding:
    """Parses and compiles a strategy without executing it; a `Finding` says where it doesn't, or is too large."""
    tree = source.parse(code, name)
    return tree if isinstance(tree, Finding) else StrategyFile(tree, Classes(tree, STRATEGY), Classes(tree, CONFIG))


def _shipped(full_name: str) -> list[ast.ClassDef] | None:
    """A strategy that nautilus ships with all that it inherits; None where that can't be read."""
    module, _, name = full_name.rpartition(".")
    code = source_of(module)
    strategies = None if code is None else Classes(ast.parse(code), STRATEGY)
    node = None if strategies is None else strategies.members.get(name)
    return strategies.ancestry(node) if strategies and node and strategies.is_known(node) else None


def _fields(owner: ast.ClassDef) -> Iterator[Field]:
    for statement in owner.body:
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            names = frozenset(_names(statement.annotation))
            if "ClassVar" not in names:
                yield Field(statement.target.id, statement.value, names, statement.annotation)


def _names(annotation: ast.expr) -> Iterator[str]:
    for node in ast.walk(annotation):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from re.findall(r"\w+", node.value)
        elif isinstance(node, ast.Name | ast.Attribute):
            yield _last(node)


def _annotated_config(ancestry: list[ast.ClassDef]) -> list[str]:
    """The names in the type that the `__init__` which Python finds gives its parameter `config`."""
    for statement in (statement for owner in ancestry for statement in owner.body):
        if isinstance(statement, ast.FunctionDef) and statement.name == "__init__":
            given = [argument.annotation for argument in statement.args.args if argument.arg == "config"]
            return [name for annotation in given if annotation is not None for name in _names(annotation)]
    return []


def _last(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""
