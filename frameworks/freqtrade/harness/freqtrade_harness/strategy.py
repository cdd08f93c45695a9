"""Loads the strategy's class so that an error in the file keeps its line; freqtrade itself only logs a warning."""

import importlib.util
from collections.abc import Iterator
from pathlib import Path

from freqtrade.exceptions import OperationalException
from freqtrade.resolvers import StrategyResolver
from freqtrade.strategy.interface import IStrategy


def keep_errors() -> None:
    """Makes freqtrade's resolver raise what the strategy file raises."""
    StrategyResolver._get_valid_object = _execute


def _execute(module_path: Path, object_name: str) -> Iterator[tuple[type[IStrategy], str]]:
    spec = importlib.util.spec_from_file_location(module_path.stem, module_path)
    if spec is None or spec.loader is None:
        raise OperationalException(f"{module_path.name} can't be loaded")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found = getattr(module, object_name, None)
    if not isinstance(found, type) or not issubclass(found, IStrategy):
        raise OperationalException(f"{object_name} is no strategy once the file has run")
    yield found, module_path.read_text()
