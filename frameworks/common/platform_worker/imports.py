"""Which modules a strategy can't import, found without running it and judged as Python would run it."""

import ast
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.machinery import BuiltinImporter, FrozenImporter, ModuleSpec, PathFinder
from pathlib import Path

# An import that fails ends in one of these, by itself or as one of their kind.
CATCHING = frozenset({"ImportError", "ModuleNotFoundError", "Exception", "BaseException"})


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong with a strategy; `line` counts from 1, None where there is none."""

    line: int | None
    text: str


@dataclass(frozen=True, slots=True)
class ImportRules:
    """
    Every installed module may be imported, except those in `withheld`: a top-level module and why.

    `absent` are words about top-level modules that are known not to be installed; `installed` says what is.
    """

    withheld: Mapping[str, str]
    absent: Mapping[str, str]
    installed: str

    def findings(self, tree: ast.Module) -> Iterator[Finding]:
        """Returns every import that would fail without a handler in the file, by line; nothing is executed."""
        for node, module in self._failing(tree.body):
            yield Finding(node.lineno, self._refusal(module) or "")

    def _refusal(self, module: str) -> str | None:
        """Returns why a module can't be imported; None where it can."""
        if module.startswith("."):
            return f"relative import '{module}': a strategy is a single file"
        root = module.partition(".")[0]
        if root in self.withheld:
            return f"module '{module}' is not available: {self.withheld[root]}"
        if _exists(module):
            return None
        return f"module '{module}' is not available: {self.absent.get(root, self.installed)}"

    def _failing(self, statements: Iterable[ast.stmt]) -> Iterator[tuple[ast.stmt, str]]:
        for statement in statements:
            if isinstance(statement, ast.Import | ast.ImportFrom):
                yield from ((statement, module) for module in _modules(statement) if self._refusal(module) is not None)
            elif isinstance(statement, ast.Try | ast.TryStar) and any(map(_catches, statement.handlers)):
                yield from self._failing_of_guarded(statement)
            else:
                for block in _blocks(statement):
                    yield from self._failing(block)

    def _failing_of_guarded(self, statement: ast.Try | ast.TryStar) -> Iterator[tuple[ast.stmt, str]]:
        """What fails in the body is handled; only then do the handlers run, and the `else` only otherwise."""
        if next(self._failing(statement.body), None) is None:
            yield from self._failing(statement.orelse)
        else:
            handler = next(handler for handler in statement.handlers if _catches(handler))
            yield from self._failing(handler.body)
        yield from self._failing(statement.finalbody)


def _blocks(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    """The blocks of a statement that run without a condition; what depends on one is left to Python."""
    if isinstance(statement, ast.If):
        truth = _truth(statement.test)
        if truth is not None:
            yield statement.body if truth else statement.orelse
    elif isinstance(statement, ast.With | ast.AsyncWith):
        if not any(map(_suppresses, statement.items)):
            yield statement.body
    elif isinstance(statement, ast.Try | ast.TryStar | ast.For | ast.AsyncFor | ast.While):
        yield statement.body
        yield statement.orelse
        yield statement.finalbody if isinstance(statement, ast.Try | ast.TryStar) else []
    elif isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield statement.body


def _truth(test: ast.expr) -> bool | None:
    """Returns the certain value of a condition; None where only running it decides."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        truth = _truth(test.operand)
        return None if truth is None else not truth
    if isinstance(test, ast.Constant):
        return bool(test.value)
    return False if _last_name(test) == "TYPE_CHECKING" else None


def _catches(handler: ast.ExceptHandler) -> bool:
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(kind is None or _last_name(kind) in CATCHING for kind in kinds)


def _suppresses(item: ast.withitem) -> bool:
    call = item.context_expr
    if not isinstance(call, ast.Call) or _last_name(call.func) != "suppress":
        return False
    return any(_last_name(argument) in CATCHING for argument in call.args)


def _last_name(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""


def _modules(statement: ast.Import | ast.ImportFrom) -> list[str]:
    if isinstance(statement, ast.Import):
        return [alias.name for alias in statement.names]
    return ["." * statement.level + (statement.module or "")]


def source_of(module: str) -> str | None:
    """Returns the code of an installed module, which is not executed; None where there is none."""
    spec = _found(module)
    if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
        return None
    return Path(spec.origin).read_text("utf-8")


def _exists(module: str) -> bool:
    return module in sys.modules or _found(module) is not None


def _found(module: str) -> ModuleSpec | None:
    """Finds a module; on disk, because importing its packages would execute them."""
    path: Sequence[str] | None = None
    spec: ModuleSpec | None = None
    for name in module.split("."):
        finders = (BuiltinImporter, FrozenImporter, PathFinder) if path is None else (PathFinder,)
        # By its last name alone: below a package without `__init__.py` the whole one is looked up in what was imported.
        spec = next(filter(None, (finder.find_spec(name, path) for finder in finders)), None)
        if spec is None or spec.submodule_search_locations is None:
            # No package: a module that makes its own submodules, such as `six.moves`, tells only when it runs.
            return spec
        path = list(spec.submodule_search_locations)
    return spec
