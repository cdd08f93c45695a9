"""How the classes of a strategy file derive from one another and what they set, read without running them."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from platform_worker.imports import Finding

# Bases that bring nothing which a strategy needs.
EMPTY_BASES = frozenset({"ABC", "Generic", "Protocol", "object"})


@dataclass(frozen=True, slots=True)
class Family:
    """The classes that derive from one that a framework has."""

    base: str
    # How a file comes by it, as a refusal shows it.
    hint: str
    # Where the framework itself ships further ones of the family: the full names of what the file imported.
    shipped: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Setting:
    """What an attribute of a class is set to: a plain text, a plain number, or neither; `line` where it is set."""

    line: int
    value: str | None
    number: float | None


@dataclass(frozen=True)
class Classes:
    """The classes of one family of a file that Python has once the file has run."""

    tree: ast.Module
    family: Family

    @cached_property
    def members(self) -> dict[str, ast.ClassDef]:
        """Returns every class of the family, by name."""
        return {name: node for name, node in self._defined.items() if self._is_member(node, set())}

    @cached_property
    def leaves(self) -> list[ast.ClassDef]:
        """Returns those of the family from which no other class derives."""
        parents = {self._resolved(base) for node in self.members.values() for base in node.bases}
        return [node for name, node in self.members.items() if name not in parents]

    def choose(self, name: str | None) -> ast.ClassDef | Finding:
        """Returns the named strategy, or the only one from which no other derives; a `Finding` says how to choose."""
        if not self.leaves:
            return Finding(None, f"no class derives from {self.family.base} ({self.family.hint})")
        names = ", ".join(self.members)
        if name is not None:
            node = self.members.get(name)
            return node or Finding(None, f"{name[:100]} is no strategy of this file, which holds {names}")
        if len(self.leaves) > 1:
            several = ", ".join(leaf.name for leaf in self.leaves)
            return Finding(
                self.leaves[1].lineno,
                f"several strategies in one file: {several}; name the one to run in strategy_class",
            )
        return self.leaves[0]

    def findings(self) -> Iterator[Finding]:
        """Returns classes of the family that Python could not make: the file never binds the name of their base."""
        for node in self.members.values():
            names = {base.id for base in node.bases if isinstance(base, ast.Name)}
            if self.family.base in names and not self._is_bound(self.family.base):
                yield Finding(node.lineno, f"{self.family.base} is not imported: {self.family.hint}")

    def ancestry(self, node: ast.ClassDef) -> list[ast.ClassDef]:
        """The class and those of this file that it derives from, in the order in which Python looks them up."""
        return [self._defined[shape.__name__] for shape in self._shape(node, {}).__mro__[:-1]]

    def is_known(self, node: ast.ClassDef) -> bool:
        """Whether all that the class can inherit stands in this file or is the family's own base."""
        return self.shipped_bases(node) == []

    def shipped_bases(self, node: ast.ClassDef) -> list[str] | None:
        """Returns the full names of the framework's own bases of a class; None where it may inherit more."""
        names: list[str] = []
        for current in self.ancestry(node):
            if current.decorator_list or current.keywords:
                return None
            names.extend(self._origin(base) for base in current.bases if not self._is_known_base(base))
        return names if all(map(self.family.shipped.match, names)) else None

    def defines(self, node: ast.ClassDef, name: str) -> bool:
        """Whether the class or a parent in this file binds the name, in any way."""
        return any(next(_bindings(current.body, name), None) is not None for current in self.ancestry(node))

    def setting(self, node: ast.ClassDef, name: str) -> Setting | None:
        """Returns what the class, or else the parent that wins, sets the attribute to; None where none does."""
        for current in self.ancestry(node):
            statements = list(_bindings(current.body, name))
            if statements:
                return self._setting(current, statements)
        return None

    def sets_attribute(self, name: str) -> bool:
        """Whether the file sets the attribute anywhere else than in a class's own body, for example on `self`."""
        return any(_sets_attribute(node, name) for node in ast.walk(self.tree))

    def origin(self, name: str) -> str | None:
        """Returns the full name behind a name of the file, such as `decimal.Decimal`; None where that isn't certain."""
        bindings = list(_bindings(self.tree.body, name))
        if not bindings:
            return f"builtins.{name}"
        (first, *others) = bindings
        if others or not isinstance(first, ast.Import | ast.ImportFrom):
            return None
        alias = next(alias for alias in first.names if (alias.asname or alias.name) == name)
        return f"{first.module}.{alias.name}" if isinstance(first, ast.ImportFrom) else alias.name

    @cached_property
    def _defined(self) -> dict[str, ast.ClassDef]:
        return {node.name: node for node in _statements(self.tree.body) if isinstance(node, ast.ClassDef)}

    @cached_property
    def _origins(self) -> dict[str, str]:
        """What the file's names were imported as, and other names for the same thing."""
        origins: dict[str, str] = {}
        for node in _statements(self.tree.body):
            if isinstance(node, ast.ImportFrom):
                origins.update({alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names})
            elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Name | ast.Attribute):
                origins.update(
                    {target.id: _last(node.value) for target in node.targets if isinstance(target, ast.Name)}
                )
        return origins

    def _is_bound(self, name: str) -> bool:
        every = next(_bindings(self.tree.body, "*"), None)
        return every is not None or next(_bindings(self.tree.body, name), None) is not None

    def _resolved(self, base: ast.expr) -> str:
        """Returns the name that a base has in this file, or that it was imported by, without its module."""
        name, seen = _last(base), set[str]()
        while name in self._origins and name not in self._defined and name not in seen:
            seen.add(name)
            name = self._origins[name].rpartition(".")[2]
        return name

    def _origin(self, base: ast.expr) -> str:
        return self._origins.get(_last(base), "")

    def _shape(self, node: ast.ClassDef, shapes: dict[str, type]) -> type:
        """An empty class that derives as this one does, so that Python itself decides the order."""
        # A class that derives from itself does so through another one of the same name.
        shapes[node.name] = type(node.name, (), {})
        bases = [self._defined.get(self._resolved(base)) for base in node.bases]
        parents = [shapes.get(base.name) or self._shape(base, shapes) for base in bases if base is not None]
        try:
            shapes[node.name] = type(node.name, tuple(parents), {})
        except TypeError:
            # The file itself will fail at this class; any order does until then.
            shapes[node.name] = type(node.name, tuple(parents[:1]), {})
        return shapes[node.name]

    def _is_member(self, node: ast.ClassDef, seen: set[str]) -> bool:
        # Each class is visited once: the ways through classes with two parents each double with every generation.
        if node.name in seen:
            return False
        seen.add(node.name)
        for base in node.bases:
            parent = self._defined.get(self._resolved(base))
            if parent is not None:
                if self._is_member(parent, seen):
                    return True
            elif self._resolved(base) == self.family.base or self.family.shipped.match(self._origin(base)):
                return True
        return False

    def _is_known_base(self, base: ast.expr) -> bool:
        name = self._resolved(base)
        return name in self._defined or name == self.family.base or name in EMPTY_BASES

    def _setting(self, owner: ast.ClassDef, statements: list[ast.stmt]) -> Setting:
        value = self._resolved_value(owner, _plain_value(owner.body, statements))
        return Setting(statements[0].lineno, _text(value), _number(value))

    def _resolved_value(self, owner: ast.ClassDef, value: ast.expr | None) -> ast.expr | None:
        """The expression itself, or what a name of the class or the file is bound to, once; None for any other name."""
        if not isinstance(value, ast.Name):
            return value
        bindings = list(_bindings(owner.body, value.id)) or list(_bindings(self.tree.body, value.id))
        elsewhere = [node for node in ast.walk(self.tree) if _stores(node, value.id)]
        return _plain_value([*owner.body, *self.tree.body], bindings) if len(elsewhere) == 1 else None


def _text(value: ast.expr | None) -> str | None:
    return value.value if isinstance(value, ast.Constant) and isinstance(value.value, str) else None


def _number(value: ast.expr | None) -> float | None:
    """The number that an expression is, with its sign; None for any other, and for one that no float holds."""
    if isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.USub) and isinstance(value.operand, ast.Constant):
        number = _number(value.operand)
        return None if number is None else -number
    if not isinstance(value, ast.Constant) or not isinstance(value.value, int | float) or isinstance(value.value, bool):
        return None
    try:
        return float(value.value)
    except OverflowError:
        return None


def _plain_value(body: list[ast.stmt], statements: list[ast.stmt]) -> ast.expr | None:
    """What a name is set to by one statement that always runs; None where it may be set in another way."""
    if len(statements) != 1 or statements[0] not in body:
        return None
    statement = statements[0]
    if isinstance(statement, ast.Assign) and all(isinstance(target, ast.Name) for target in statement.targets):
        return statement.value
    return statement.value if isinstance(statement, ast.AnnAssign) else None


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Returns every statement of a body and of its blocks, except those of functions and classes."""
    waiting = list(body)
    while waiting:
        statement = waiting.pop(0)
        yield statement
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        blocks: list[ast.AST] = [statement]
        if isinstance(statement, ast.Try | ast.TryStar):
            blocks += statement.handlers
        if isinstance(statement, ast.Match):
            blocks += statement.cases
        for block in blocks:
            for name in ("body", "orelse", "finalbody"):
                waiting[:0] = getattr(block, name, [])


def _bindings(body: list[ast.stmt], name: str) -> Iterator[ast.stmt]:
    """Returns the statements of a body that bind a name; an annotation alone binds nothing."""
    for statement in _statements(body):
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            if statement.name == name:
                yield statement
        elif isinstance(statement, ast.Import | ast.ImportFrom):
            if any((alias.asname or alias.name) == name for alias in statement.names):
                yield statement
        elif isinstance(statement, ast.AnnAssign):
            if statement.value is not None and _stores(statement.target, name):
                yield statement
        elif any(_stores(node, name) for node in _own_nodes(statement)):
            yield statement


def _own_nodes(statement: ast.stmt) -> Iterator[ast.AST]:
    """The nodes of a statement without those of the blocks in it, whose statements come by themselves."""
    waiting: list[ast.AST] = [statement]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(
            child
            for child in ast.iter_child_nodes(node)
            if not isinstance(child, ast.stmt | ast.ExceptHandler | ast.match_case)
        )


def _stores(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store)


def _sets_attribute(node: ast.AST, name: str) -> bool:
    if isinstance(node, ast.Attribute):
        return node.attr == name and isinstance(node.ctx, ast.Store)
    if isinstance(node, ast.Subscript):
        return isinstance(node.ctx, ast.Store) and _is_constant(node.slice, name)
    return (
        isinstance(node, ast.Call) and _last(node.func) == "setattr" and any(_is_constant(a, name) for a in node.args)
    )


def _is_constant(node: ast.expr, value: str) -> bool:
    return isinstance(node, ast.Constant) and node.value == value


def _last(node: ast.expr) -> str:
    """Returns the last part of a dotted name, without type arguments; empty for any other expression."""
    if isinstance(node, ast.Subscript):
        return _last(node.value)
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""
