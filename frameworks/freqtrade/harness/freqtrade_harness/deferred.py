"""
Leaves out of the start what freqtrade imports and no backtest uses: half of the time, a third of the memory.

A strategy may import all of it as it always could: it is loaded then.
"""

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

# Each holds the classes of a hundred exchanges, and imports them all.
_EXCHANGES = ("ccxt", "ccxt.async_support", "ccxt.pro")
_EXCHANGE = "hyperliquid"
# freqtrade takes one function of it, for a figure of its report that the platform doesn't make.
_STATISTICS = "scipy.stats"


def import_without_spares() -> None:
    """Imports those that import what is seldom used, without that."""
    for package in _EXCHANGES:
        _import_exchanges(package)
    # Loaded by itself, so that `freqtrade.data.metrics` alone is given the stand-in.
    importlib.import_module("scipy")
    with _standing_in([_Later(_STATISTICS)]):
        importlib.import_module("freqtrade.data.metrics")


class _Later(ModuleType):
    """Stands for a module until something of it is used."""

    def __getattr__(self, name: str) -> object:
        return getattr(importlib.import_module(self.__name__), name)


class _Exchanges(ModuleType):
    """A package of exchanges, each loaded when it is used: an attribute is the class, not the module."""

    names: frozenset[str] = frozenset()

    def __getattr__(self, name: str) -> object:
        if name not in self.names:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        importlib.import_module(f"{self.__name__}.{name}")
        return self.__dict__[name]

    def __setattr__(self, name: str, value: object) -> None:
        is_module = name in self.names and isinstance(value, ModuleType)
        super().__setattr__(name, getattr(value, name) if is_module else value)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self.names})


def _import_exchanges(package: str) -> None:
    spec = find_spec(package)
    folders = spec.submodule_search_locations if spec else None
    names = {file.stem for folder in folders or () for file in Path(folder).glob("*.py")} - {"__init__", _EXCHANGE}
    stands = [ModuleType(f"{package}.{name}") for name in names]
    for stand in stands:
        setattr(stand, stand.__name__.rpartition(".")[2], None)
    with _standing_in(stands):
        module = importlib.import_module(package)
    for name in names:
        module.__dict__.pop(name, None)
    module.__class__ = _Exchanges
    module.__dict__["names"] = frozenset(names)


@contextmanager
def _standing_in(modules: list[ModuleType]) -> Iterator[None]:
    """Imports these in place of the modules of their names."""
    sys.modules.update({module.__name__: module for module in modules})
    try:
        yield
    finally:
        for module in modules:
            del sys.modules[module.__name__]
