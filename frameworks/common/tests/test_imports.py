import ast
from pathlib import Path

import pytest
from platform_worker.imports import ImportRules

RULES = ImportRules({"pip": "nothing is installed"}, {"pandas_ta": "others are there"}, "numpy is there")


def refused(code: str) -> list[tuple[int | None, str]]:
    return [(finding.line, finding.text) for finding in RULES.findings(ast.parse(code))]


def names(code: str) -> list[tuple[int | None, str]]:
    return [(line, text.split("'")[1]) for line, text in refused(code)]


@pytest.mark.parametrize(
    "module",
    ["os.path", "json", "sys", "zipimport", "__future__", "collections.abc", "xml.etree.ElementTree", "numpy.random"],
)
def test_what_is_installed_is_allowed(module: str) -> None:
    assert refused(f"import {module}") == []
    assert refused(f"from {module} import anything") == []


def test_what_is_not_installed_is_refused_at_its_line_saying_what_is_there() -> None:
    code = "import json\nimport absent, numpy\ndef f():\n    from pandas_ta.momentum import rsi\n"
    assert refused(code) == [
        (2, "module 'absent' is not available: numpy is there"),
        (4, "module 'pandas_ta.momentum' is not available: others are there"),
    ]


def test_what_is_withheld_is_refused_though_it_is_installed() -> None:
    assert refused("import pip._internal") == [(1, "module 'pip._internal' is not available: nothing is installed")]


def test_a_submodule_that_does_not_exist_is_refused_without_importing_its_package() -> None:
    assert names("import numpy.absent") == [(1, "numpy.absent")]


def test_what_lies_below_packages_without_an_init_is_importable_or_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inner = tmp_path / "whole" / "nested" / "inner"
    inner.mkdir(parents=True)
    (tmp_path / "whole" / "__init__.py").touch()
    (inner / "module.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    assert refused("from whole.nested.inner.module import x\nimport whole.nested.inner") == []
    code = "import whole.nested.absent\nimport whole.nested.inner.absent\nimport whole.absent.inner"
    assert names(code) == [(1, "whole.nested.absent"), (2, "whole.nested.inner.absent"), (3, "whole.absent.inner")]


def test_a_relative_import_is_refused() -> None:
    assert refused("from .other import x") == [(1, "relative import '.other': a strategy is a single file")]


@pytest.mark.parametrize(
    "caught",
    ["ImportError", "ModuleNotFoundError", "Exception", "(ValueError, ImportError)", "builtins.ImportError", ""],
)
def test_an_import_whose_failure_is_caught_is_left_to_python(caught: str) -> None:
    assert refused(f"try:\n    import absent\nexcept {caught}:\n    absent = None") == []


def test_a_handler_is_judged_only_where_python_comes_to_it() -> None:
    assert refused("try:\n    import numpy\nexcept ImportError:\n    import absent") == []
    code = (
        "try:\n    import absent\nexcept ImportError:\n    import missing\nelse:\n    import never\n"
        "finally:\n    import last"
    )
    assert names(code) == [(4, "missing"), (8, "last")]
    assert names("try:\n    import numpy\nexcept ImportError:\n    pass\nelse:\n    import absent") == [(6, "absent")]


def test_another_handler_is_no_reason_to_let_an_import_pass() -> None:
    assert names("try:\n    import absent\nexcept ValueError:\n    pass") == [(2, "absent")]


def test_nested_handlers_are_followed() -> None:
    code = (
        "try:\n    import absent\nexcept ImportError:\n    try:\n        import missing\n    except ImportError:\n"
        "        import numpy\n"
    )
    assert refused(code) == []


@pytest.mark.parametrize("test", ["TYPE_CHECKING", "typing.TYPE_CHECKING", "False", "0", "not True"])
def test_what_python_never_runs_is_not_refused(test: str) -> None:
    assert names(f"if {test}:\n    import absent\nelse:\n    import missing") == [(4, "missing")]
    assert names(f"if not {test}:\n    import absent\nelse:\n    import missing") == [(2, "absent")]


def test_what_depends_on_a_condition_is_left_to_python() -> None:
    assert refused("import sys\nif sys.version_info < (3, 8):\n    import absent") == []
    assert refused("import contextlib\nwith contextlib.suppress(ImportError):\n    import absent") == []
    assert names("with open('f'):\n    import absent") == [(2, "absent")]


def test_a_chain_of_conditions_without_end_is_read() -> None:
    branches = "".join(f"elif x == {n}:\n    import absent\n" for n in range(500))
    assert refused(f"x = 0\nif x == -1:\n    pass\n{branches}") == []
