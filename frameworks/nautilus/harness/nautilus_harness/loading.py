"""Executes a strategy's file, and makes its strategy with its config."""

import inspect
import json
import typing
from collections.abc import Mapping, Sequence
from decimal import InvalidOperation
from pathlib import Path
from types import ModuleType

import msgspec
from nautilus_trader.config import StrategyConfig
from nautilus_trader.trading.strategy import Strategy
from platform_worker.execution import execute
from platform_worker.failure import ConfigFault, StrategyFault

from nautilus_harness import config
from nautilus_harness.field_types import words


def load(path: Path, name: str, given: Mapping[str, object], symbols: Sequence[str]) -> Strategy:
    """
    Returns an instance of the strategy class of that name.

    Raises `ConfigFault`, naming the key, where its config class doesn't take what is given; else what the file raises.
    """
    # msgspec looks up the types of a config class's fields in the module by its name.
    module = execute(path, importable=True)
    found = getattr(module, name, None)
    if not isinstance(found, type) or not issubclass(found, Strategy):
        raise StrategyFault(f"{name} is no strategy once the file has run", None)
    kind = _config_class(module, found)
    parsed = _parse(kind, given, symbols)
    strategy = found(parsed) if _takes_config(found) else found()
    _require_fixed(strategy)
    return strategy


def _config_class(module: ModuleType, strategy: type[Strategy]) -> type[StrategyConfig]:
    """The config class that the strategy's `__init__` names, or that is called after it, or the module's only one."""
    annotated = _annotation(strategy)
    if annotated is not None:
        return annotated
    own = {
        name: kind
        for name, kind in vars(module).items()
        if isinstance(kind, type) and issubclass(kind, StrategyConfig) and kind.__module__ == module.__name__
    }
    by_name = own.get(f"{strategy.__name__}Config")
    if by_name is not None:
        return by_name
    leaves = [kind for kind in own.values() if not any(kind in other.__bases__ for other in own.values())]
    return leaves[0] if len(leaves) == 1 else StrategyConfig


def _annotation(strategy: type[Strategy]) -> type[StrategyConfig] | None:
    try:
        annotation = typing.get_type_hints(strategy.__init__).get("config")
    except Exception:  # noqa: BLE001
        # An annotation may be any text.
        return None
    kinds = [kind for kind in typing.get_args(annotation) or (annotation,) if isinstance(kind, type)]
    # nautilus's own says nothing of the keys.
    return next((kind for kind in kinds if issubclass(kind, StrategyConfig) and kind is not StrategyConfig), None)


def _takes_config(strategy: type[Strategy]) -> bool:
    """Whether the strategy is made with its config: one without a parameter of its own is made without."""
    try:
        parameters = inspect.signature(strategy.__init__).parameters
    except ValueError:
        # nautilus's own, which is compiled, takes one.
        return True
    return len(parameters) > 1


def _parse(kind: type[StrategyConfig], given: Mapping[str, object], symbols: Sequence[str]) -> StrategyConfig:
    fields = {field.name: field for field in msgspec.structs.fields(kind)}
    required = {name for name, field in fields.items() if field.required}
    problems = [finding.text for finding in config.keys(given, kind.__name__, set(fields), required)]
    if problems:
        raise ConfigFault("; ".join(problems))
    try:
        return kind.parse(json.dumps(config.complete(given, set(fields), symbols)))
    except msgspec.ValidationError as error:
        raise ConfigFault(f"config{words(error)}") from error
    except InvalidOperation as error:
        # Of a price or a quantity, which nautilus reads as a decimal.
        raise ConfigFault(f"config: {kind.__name__} expects a number where it is given another text") from error


def _require_fixed(strategy: Strategy) -> None:
    """Raises where the file itself, by a default or in code, sets a key whose value is decided."""
    # A strategy whose `__init__` forgot nautilus's has no config yet: nautilus refuses it.
    used = {key: getattr(strategy.config, key, values[0]) for key, values in config.FIXED_KEYS.items()}
    problems = list(config.fixed(used))
    if problems:
        raise ConfigFault("; ".join(problems))
