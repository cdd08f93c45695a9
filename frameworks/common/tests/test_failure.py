import errno
import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from platform_worker.conversation import NoAnswer
from platform_worker.failure import DataUnavailable, Failure, Scene, StrategyFault, describe


class FrameworkError(Exception):
    pass


def module(name: str, code: str, **names: object) -> ModuleType:
    made = ModuleType(name)
    made.__dict__.update(names)
    exec(compile(code, f"/site-packages/{name}.py", "exec"), made.__dict__)  # noqa: S102
    return made


# A framework that wraps what a strategy raises, and fails itself at what a strategy gives it.
FRAMEWORK = module(
    "framework",
    "def wrap(f):\n"
    "    try:\n        return f()\n"
    "    except Exception as error:\n        raise FrameworkError('wrapped') from error\n"
    "def use(value):\n    return value + 1\n"
    "def library(value):\n    return int(value)\n"
    "def refuse():\n    raise FrameworkError('a setting is wrong')\n",
    FrameworkError=FrameworkError,
)
HARNESS = module("harness.parts", "def feed(table):\n    return table['absent']\ndef read(json):\n    json.loads('{')")


def scene(path: Path, strategy_ran: bool = True, last_call: tuple[str, int] | None = None) -> Scene:
    strategy = str(path / "strategy.py")
    return Scene(strategy, strategy_ran, last_call, "framework", frozenset({"harness"}), (FrameworkError,))


def fail(tmp_path: Path, code: str) -> BaseException:
    path = tmp_path / "strategy.py"
    raises = {"DataUnavailable": DataUnavailable, "StrategyFault": StrategyFault}
    names = {"framework": FRAMEWORK, "harness": HARNESS, "os": os, "socket": socket, "errno": errno, **raises}
    return raised(lambda: exec(compile(code, str(path), "exec"), names))  # noqa: S102


def raised(run: Callable[[], object]) -> BaseException:
    try:
        run()
    except BaseException as error:  # noqa: BLE001
        return error
    raise AssertionError("nothing was raised")


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (
            "try:\n    raise socket.gaierror(-3, 'no name')\nexcept OSError as e:\n    raise ValueError('bad') from e",
            ("strategy_failed", "the strategy asked for the network, which a run has none of (ValueError: bad)", 4),
        ),
        (
            "raise OSError(errno.ENETUNREACH, 'far')",
            (
                "strategy_failed",
                "the strategy asked for the network, which a run has none of (OSError: [Errno 101] far)",
                1,
            ),
        ),
        ("x = 1\nraise ValueError('bad')", ("strategy_failed", "ValueError: bad", 2)),
        ("def f():\n    {}['a']\nf()", ("strategy_failed", "KeyError: 'a'", 2)),
        ("raise SystemExit(3)", ("strategy_failed", "SystemExit: 3", 1)),
        ("x = [0] * (1 << 60)", ("memory_limit_exceeded", "MemoryError: ", 1)),
        (f"raise OSError({errno.EAGAIN}, 'fork')", ("process_limit_exceeded", "BlockingIOError: [Errno 11] fork", 1)),
        ('raise RuntimeError("can\'t start new thread")', ("process_limit_exceeded", None, 1)),
        (f"raise OSError({errno.ENOSPC}, 'full')", ("output_limit_exceeded", "OSError: [Errno 28] full", 1)),
        ("import json\njson.loads('{')", ("strategy_failed", None, 2)),
        ("x = 'a'\nframework.use(x)", ("strategy_failed", None, 2)),
    ],
)
def test_a_failure_names_its_cause_and_line(
    tmp_path: Path, code: str, expected: tuple[str, str | None, int | None]
) -> None:
    failure = describe(fail(tmp_path, code), scene(tmp_path))
    code_name, text, line = expected
    assert (failure.code, failure.line) == (code_name, line)
    assert text is None or failure.text == text


def test_what_the_strategy_raised_is_told_not_the_frameworks_wrapper(tmp_path: Path) -> None:
    path = str(tmp_path / "strategy.py")
    called = raised(lambda: FRAMEWORK.wrap(lambda: exec(compile("x = 1\n1 / 0", path, "exec"))))  # noqa: S102
    for error in (called, fail(tmp_path, "def f():\n    1 / 0\nframework.wrap(f)")):
        failure = describe(error, scene(tmp_path))
        assert (failure.text, failure.line) == ("ZeroDivisionError: division by zero", 2)


def test_the_words_that_a_strategy_chose_win_over_those_it_reacts_to(tmp_path: Path) -> None:
    code = "try:\n    {}['a']\nexcept KeyError:\n    raise ValueError('no a in the config')"
    failure = describe(fail(tmp_path, code), scene(tmp_path))
    assert (failure.text, failure.line) == ("ValueError: no a in the config", 4)


def test_what_the_framework_stumbles_over_is_the_strategys_and_says_what_was_called_before(tmp_path: Path) -> None:
    error = raised(lambda: FRAMEWORK.use("a"))
    text = 'TypeError: can only concatenate str (not "int") to str (raised by framework in use'
    assert describe(error, scene(tmp_path)) == Failure("strategy_failed", f"{text})")
    assert describe(error, scene(tmp_path, last_call=("leverage", 7))).frame() == {
        "kind": "failed",
        "code": "strategy_failed",
        "text": f"{text}, after the strategy's leverage)",
        "line": 7,
    }


def test_what_our_own_code_raises_is_ours_also_below_the_strategy(tmp_path: Path) -> None:
    assert describe(fail(tmp_path, "harness.feed({})"), scene(tmp_path)).code == "platform_failed"
    assert describe(fail(tmp_path, "import json\nharness.read(json)"), scene(tmp_path)).code == "platform_failed"


def test_before_the_strategy_has_run_a_failure_is_the_configs_or_ours(tmp_path: Path) -> None:
    early = scene(tmp_path, strategy_ran=False)
    assert describe(raised(FRAMEWORK.refuse), early) == Failure("config_invalid", "a setting is wrong")
    assert describe(raised(lambda: FRAMEWORK.use("a")), early).code == "platform_failed"
    assert describe(raised(FRAMEWORK.refuse), scene(tmp_path)) == Failure(
        "strategy_failed", "FrameworkError: a setting is wrong"
    )


def test_a_fault_in_our_words_is_the_strategys_with_its_line(tmp_path: Path) -> None:
    fault = StrategyFault("populate_indicators returned None", 7)
    assert describe(fault, scene(tmp_path)) == Failure("strategy_failed", "populate_indicators returned None", 7)
    passing = fail(tmp_path, "def order():\n    raise StrategyFault('it waits for ever', None)\nframework.wrap(order)")
    assert describe(passing, scene(tmp_path)) == Failure("strategy_failed", "it waits for ever", 2)
    assert describe(StrategyFault("none", None), scene(tmp_path)) == Failure("strategy_failed", "none")


def test_missing_data_is_told_as_it_stands_wherever_it_was_noticed(tmp_path: Path) -> None:
    text = "no 4h candles of ETH/USDC:USDC"
    code = f"def ask():\n    raise DataUnavailable({text!r})\nframework.wrap(ask)"
    assert describe(fail(tmp_path, code), scene(tmp_path)) == Failure("data_unavailable", text, 2)
    assert describe(DataUnavailable(text), scene(tmp_path)) == Failure("data_unavailable", text)


def test_an_exception_that_cannot_be_printed_or_never_ends_is_described(tmp_path: Path) -> None:
    code = "class Bad(Exception):\n    def __str__(self): raise RuntimeError\nraise Bad"
    assert describe(fail(tmp_path, code), scene(tmp_path)).text == "Bad: (its text can't be made)"
    circular = ValueError("a")
    circular.__context__ = circular
    assert describe(circular, scene(tmp_path)).code == "strategy_failed"
    assert len(describe(ValueError("x" * 10_000), scene(tmp_path)).text) == 2000


def test_a_recursion_without_end_keeps_its_line(tmp_path: Path) -> None:
    assert describe(fail(tmp_path, "def f(): f()\nf()"), scene(tmp_path)).line == 1
    assert sys.getrecursionlimit() >= 1000


def test_what_the_platform_did_not_answer_is_ours_though_the_framework_raised(tmp_path: Path) -> None:
    def give_up() -> None:
        try:
            raise NoAnswer("the feed can not be reached")
        except NoAnswer as error:
            raise FrameworkError("no markets") from error

    assert describe(raised(give_up), scene(tmp_path)) == Failure("platform_failed", "the feed can not be reached")
