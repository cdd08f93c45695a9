import ast
import builtins
import importlib
from collections.abc import Iterator

import pytest
from platform_worker.imports import AllowedImports

ALLOWED = AllowedImports(frozenset({"numpy", "pandas"}))


def refused(code: str) -> list[tuple[int | None, str]]:
    return [(finding.line, finding.text.split("'")[1]) for finding in ALLOWED.findings(ast.parse(code))]


def test_the_standard_library_and_promised_packages_are_allowed() -> None:
    assert refused("import os.path, json\nfrom pandas.api.types import is_bool\nimport numpy.random as r") == []


def test_every_other_module_is_refused_at_its_line() -> None:
    code = "import json\nimport requests, numpy\ndef f():\n    from pandas_ta.momentum import rsi\n"
    assert refused(code) == [(2, "requests"), (4, "pandas_ta.momentum")]


def test_a_submodule_that_does_not_exist_is_refused_without_importing_its_package() -> None:
    assert refused("import numpy.absent") == [(1, "numpy.absent")]


@pytest.fixture
def enforced() -> Iterator[dict[str, object]]:
    statement, module = builtins.__import__, importlib.import_module
    ALLOWED.enforce("strategy")
    yield {"__name__": "strategy"}
    builtins.__import__, importlib.import_module = statement, module


@pytest.mark.parametrize(
    "code",
    [
        "import pytest",
        "__import__('pytest')",
        "import importlib\nimportlib.import_module('pytest')",
        "exec('import pytest')",
    ],
)
def test_imports_made_while_running_are_refused_too(enforced: dict[str, object], code: str) -> None:
    with pytest.raises(ModuleNotFoundError, match="module 'pytest' is not available"):
        exec(code, enforced)  # noqa: S102


def test_allowed_modules_may_import_what_they_need_while_enforced(enforced: dict[str, object]) -> None:
    exec("import numpy, json\nfrom os import path", enforced)  # noqa: S102
    assert importlib.import_module("pytest") is pytest
