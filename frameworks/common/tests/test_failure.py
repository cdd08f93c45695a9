import errno
import os
import sys
from pathlib import Path

import pytest
from platform_worker.failure import describe


class FrameworkError(Exception):
    pass


def fail(tmp_path: Path, code: str) -> tuple[BaseException, str]:
    path = tmp_path / "strategy.py"
    path.write_text(code)
    try:
        exec(compile(code, str(path), "exec"), {"FrameworkError": FrameworkError, "os": os})  # noqa: S102
    except BaseException as error:  # noqa: BLE001
        return error, str(path)
    raise AssertionError("the code did not fail")


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("x = 1\nraise ValueError('bad')", ("strategy_failed", "ValueError: bad", 2)),
        ("def f():\n    {}['a']\nf()", ("strategy_failed", "KeyError: 'a'", 2)),
        ("raise SystemExit(3)", ("strategy_failed", "SystemExit: 3", 1)),
        ("x = [0] * (1 << 60)", ("memory_limit_exceeded", "MemoryError: ", 1)),
        (f"raise OSError({errno.EAGAIN}, 'fork')", ("process_limit_exceeded", "BlockingIOError: [Errno 11] fork", 1)),
        ('raise RuntimeError("can\'t start new thread")', ("process_limit_exceeded", None, 1)),
        (f"raise OSError({errno.ENOSPC}, 'full')", ("output_limit_exceeded", "OSError: [Errno 28] full", 1)),
    ],
)
def test_a_failure_names_its_cause_and_line(
    tmp_path: Path, code: str, expected: tuple[str, str | None, int | None]
) -> None:
    failure = describe(*fail(tmp_path, code), (FrameworkError,))
    code_name, text, line = expected
    assert (failure.code, failure.line) == (code_name, line)
    assert text is None or failure.text == text


def test_the_innermost_cause_is_told_not_the_wrapper(tmp_path: Path) -> None:
    code = "try:\n    1 / 0\nexcept ZeroDivisionError as error:\n    raise FrameworkError('wrapped') from error"
    failure = describe(*fail(tmp_path, code), (FrameworkError,))
    assert (failure.text, failure.line) == ("ZeroDivisionError: division by zero", 2)


def test_a_framework_error_without_a_line_is_the_strategys(tmp_path: Path) -> None:
    failure = describe(FrameworkError("no data left"), str(tmp_path), (FrameworkError,))
    assert failure.frame() == {
        "kind": "failed",
        "code": "strategy_failed",
        "text": "FrameworkError: no data left",
        "line": None,
    }


def test_anything_else_is_ours(tmp_path: Path) -> None:
    assert describe(KeyError("header"), str(tmp_path), (FrameworkError,)).code == "platform_failed"


def test_an_exception_that_cannot_be_printed_or_never_ends_is_described(tmp_path: Path) -> None:
    code = "class Bad(Exception):\n    def __str__(self): raise RuntimeError\nraise Bad"
    assert describe(*fail(tmp_path, code), ()).text == "Bad: (its text can't be made)"
    circular = ValueError("a")
    circular.__context__ = circular
    assert describe(circular, "strategy.py", ()).code == "platform_failed"
    assert len(describe(ValueError("x" * 10_000), "strategy.py", ()).text) == 2000


def test_a_recursion_without_end_keeps_its_line(tmp_path: Path) -> None:
    error, path = fail(tmp_path, "def f(): f()\nf()")
    assert describe(error, path, ()).line == 1
    assert sys.getrecursionlimit() >= 1000
