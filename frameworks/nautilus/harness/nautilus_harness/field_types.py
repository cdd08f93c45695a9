"""The types of a config's fields, read from their annotations without running the file, and their values."""

import ast
import json
from collections.abc import Callable, Mapping
from datetime import date, datetime, time, timedelta
from decimal import Decimal, InvalidOperation
from importlib import import_module
from typing import Annotated, Any, Literal, Union
from uuid import UUID

import msgspec

from nautilus_harness.bar_types import FORM

# The full name of what a name of the file stands for; None where only running the file tells.
Origin = Callable[[str], str | None]


class _Text:
    """One of nautilus's own types that are made from a text."""


class _BarType:
    """That of bar types, made from a text of their form."""


# Types as msgspec knows them, by which nautilus reads a config.
_TYPES: Mapping[str, Any] = {
    **{f"builtins.{kind.__name__}": kind for kind in (bool, float, int, str)},
    **{f"datetime.{kind.__name__}": kind for kind in (date, datetime, time, timedelta)},
    "decimal.Decimal": Decimal,
    "uuid.UUID": UUID,
}
_GENERIC: Mapping[str, Any] = {
    **{f"builtins.{kind.__name__}": kind for kind in (dict, frozenset, list, set, tuple)},
    **{f"typing.{kind.__name__.capitalize()}": kind for kind in (dict, list, set, tuple)},
}
# Those of nautilus that nearly every config holds, by their last names: they can be imported from several modules.
_OF_NAUTILUS: Mapping[str, Any] = {
    "BarType": _BarType,
    "ExecAlgorithmId": _Text,
    "InstrumentId": _Text,
    "NonNegativeFloat": Annotated[float, msgspec.Meta(ge=0.0)],
    "NonNegativeInt": Annotated[int, msgspec.Meta(ge=0)],
    "PositiveFloat": Annotated[float, msgspec.Meta(gt=0.0)],
    "PositiveInt": Annotated[int, msgspec.Meta(gt=0)],
    "StrategyId": _Text,
}
# Where further types of nautilus's own stand that a config can hold, such as `Price`.
_FURTHER = ("nautilus_trader.core.", "nautilus_trader.model.")


def type_of(annotation: ast.expr, origin: Origin) -> Any:
    """The type that an annotation names; `Any`, or with `Any` in it, where only running the file tells."""
    if isinstance(annotation, ast.Constant):
        return _constant(annotation.value, origin)
    if isinstance(annotation, ast.BinOp) and isinstance(annotation.op, ast.BitOr):
        return Union[type_of(annotation.left, origin), type_of(annotation.right, origin)]  # noqa: UP007  # of values
    if isinstance(annotation, ast.Subscript):
        return _subscript(annotation, origin)
    name = _full_name(annotation, origin)
    if name.startswith("nautilus_trader."):
        return _OF_NAUTILUS.get(name.rpartition(".")[2]) or _imported(name)
    return _TYPES.get(name, _GENERIC.get(name, Any))


def _imported(full_name: str) -> Any:
    """A type of nautilus itself, for its own decoder: importing it takes a second, so that only the rarer ones are."""
    module, _, name = full_name.rpartition(".")
    if not full_name.startswith(_FURTHER):
        return Any
    try:
        found = getattr(import_module(module), name, None)
    except ImportError:
        return Any
    return found if isinstance(found, type) else Any


def problem(value: object, kind: Any) -> str | None:
    """Returns why nautilus would refuse a value for a field of a type, the place within it first; else None."""
    try:
        msgspec.json.decode(json.dumps(value), type=kind, dec_hook=_made)
    except msgspec.DecodeError as error:
        return words(error)
    except TypeError:
        # A type that msgspec can't read: only running the file decides its meaning.
        return None
    return None


def words(error: msgspec.DecodeError) -> str:
    """msgspec's words, the place first: it writes that at their end, such as `… - at `$.trade_size``."""
    text, _, place = str(error).rpartition(" - at ")
    return f"{place.strip('`').removeprefix('$')}: {text}" if text else f": {error}"


def _constant(value: object, origin: Origin) -> Any:
    if value is None:
        return None
    if not isinstance(value, str):
        return Any
    try:
        return type_of(ast.parse(value, mode="eval").body, origin)
    except (SyntaxError, ValueError):
        return Any


def _subscript(annotation: ast.Subscript, origin: Origin) -> Any:
    name = _full_name(annotation.value, origin)
    parameters = annotation.slice.elts if isinstance(annotation.slice, ast.Tuple) else [annotation.slice]
    if not parameters:
        return Any
    if name == "typing.Literal":
        values = tuple(each.value for each in parameters if isinstance(each, ast.Constant))
        return Literal[values] if len(values) == len(parameters) else Any
    if name in _GENERIC:
        return _GENERIC[name][tuple(_parameter(each, origin) for each in parameters)]
    if name == "typing.Optional":
        return Union[type_of(parameters[0], origin), None]  # noqa: UP007  # of values
    if name == "typing.Union":
        return Union[tuple(type_of(each, origin) for each in parameters)]  # noqa: UP007  # of values
    return type_of(parameters[0], origin) if name == "typing.Annotated" else Any


def _parameter(parameter: ast.expr, origin: Origin) -> Any:
    is_rest = isinstance(parameter, ast.Constant) and parameter.value is Ellipsis
    return Ellipsis if is_rest else type_of(parameter, origin)


def _full_name(node: ast.expr, origin: Origin) -> str:
    """A dotted name with what its first part was imported as; empty where that isn't known."""
    if isinstance(node, ast.Name):
        return origin(node.id) or ""
    outer = _full_name(node.value, origin) if isinstance(node, ast.Attribute) else ""
    return f"{outer}.{node.attr}" if isinstance(node, ast.Attribute) and outer else ""


def _made(kind: type, value: object) -> object:
    """As nautilus's own hook, called by msgspec for types that are made from something else."""
    shown = json.dumps(value)[:100]
    if kind not in {_BarType, _Text}:
        return _decoded(kind, value, shown)
    if not isinstance(value, str):
        raise TypeError(f"Expected a text, got {shown}")
    if kind is _BarType and FORM.fullmatch(value) is None:
        raise ValueError(f"Expected a bar type such as <instrument_id>-1-HOUR-LAST-EXTERNAL, got {shown}")
    return kind()


def _decoded(kind: type, value: object, shown: str) -> object:
    from nautilus_trader.common.config import msgspec_decoding_hook

    try:
        return msgspec_decoding_hook(kind, value)
    except InvalidOperation as error:
        raise ValueError(f"Expected a number in a text, got {shown}") from error
