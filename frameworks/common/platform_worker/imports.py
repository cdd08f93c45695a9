"""Which modules a strategy may import, found without running it and enforced while it runs."""

import ast
import builtins
import importlib
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.machinery import PathFinder
from types import ModuleType


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong with a strategy; `line` counts from 1, None where there is none."""

    line: int | None
    text: str


@dataclass(frozen=True, slots=True)
class AllowedImports:
    """The standard library and the top-level packages that the framework's interface promises."""

    packages: frozenset[str]

    def allows(self, module: str) -> bool:
        """Whether the module's top-level package may be imported at all."""
        root = module.partition(".")[0]
        return root in self.packages or root in sys.stdlib_module_names

    def refusal(self, module: str) -> str:
        """The text that refuses a module."""
        promised = ", ".join(sorted(self.packages))
        return f"module '{module}' is not available: a strategy imports the standard library, {promised}"

    def findings(self, tree: ast.AST) -> Iterator[Finding]:
        """Every import statement of a module that isn't available, by line; nothing is executed."""
        for node in ast.walk(tree):
            for module in _imported(node):
                line = getattr(node, "lineno", None)
                if module.startswith("."):
                    yield Finding(line, f"relative import '{module}': a strategy is a single file")
                elif not self.allows(module) or not _exists(module, self.packages):
                    yield Finding(line, self.refusal(module))

    def enforce(self, strategy_module: str) -> None:
        """Refuses imports that the strategy's own code makes while it runs: a promise kept, no wall."""
        import_statement = builtins.__import__
        import_module = importlib.import_module

        def guarded_statement(
            name: str,
            globals: Mapping[str, object] | None = None,  # noqa: A002  # the names of __import__'s own
            locals: Mapping[str, object] | None = None,  # noqa: A002
            fromlist: Sequence[str] | None = (),
            level: int = 0,
        ) -> ModuleType:
            caller = sys._getframe(1).f_globals if globals is None else globals
            if level == 0 and caller.get("__name__") == strategy_module:
                self._require(name)
            return import_statement(name, globals, locals, fromlist or (), level)

        def guarded_module(name: str, package: str | None = None) -> ModuleType:
            if sys._getframe(1).f_globals.get("__name__") == strategy_module:
                self._require(name)
            return import_module(name, package)

        builtins.__import__ = guarded_statement
        importlib.import_module = guarded_module

    def _require(self, module: str) -> None:
        if not self.allows(module):
            raise ModuleNotFoundError(self.refusal(module), name=module)


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return ["." * node.level + (node.module or "")]
    return []


def _exists(module: str, packages: frozenset[str]) -> bool:
    """Whether a promised package has that submodule; found on disk, because importing would execute."""
    names = module.split(".")
    if names[0] not in packages:
        return True
    path: Sequence[str] | None = None
    for depth in range(1, len(names) + 1):
        spec = PathFinder.find_spec(".".join(names[:depth]), path)
        if spec is None:
            return False
        path = spec.submodule_search_locations
        if path is None:
            return depth == len(names)
    return True
