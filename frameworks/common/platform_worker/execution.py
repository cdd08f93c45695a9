"""Executes a strategy's file once, and knows from then on that it did."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

MODULE = "strategy"


def strategy_path() -> Path:
    """Where this process keeps the file: the platform hides this path in what it shows."""
    return Path.home() / "user_data" / "strategies" / f"{MODULE}.py"


class Execution:
    """The progress of the strategy's execution in this process."""

    begun = False


def execute(path: Path, *, importable: bool) -> ModuleType:
    """The module that the file makes; `importable` where what it defines is looked up by its module's name."""
    spec = importlib.util.spec_from_file_location(MODULE, path)
    if spec is None:
        raise ValueError(f"{path.name} can't be loaded")
    module = importlib.util.module_from_spec(spec)
    # From text: a file is read by the encoding that it claims, and this one came as text.
    code = compile(path.read_text(), str(path), "exec", dont_inherit=True)
    if importable:
        sys.modules[MODULE] = module
    Execution.begun = True
    exec(code, module.__dict__)  # noqa: S102
    return module
