import logging
import warnings
from collections.abc import Iterator

import pytest
from platform_worker.notice import warn
from platform_worker.warnings_summary import FURTHER, NOTICES, WarningsSummary

STRATEGY = "/somewhere/strategy.py"


@pytest.fixture
def summary() -> Iterator[WarningsSummary]:
    with warnings.catch_warnings():
        warnings.resetwarnings()
        handler = WarningsSummary()
        handler.watch(STRATEGY)
        logging.root.addHandler(handler)
        yield handler
        logging.root.removeHandler(handler)


def run(code: str) -> None:
    exec(compile(code, STRATEGY, "exec"), {"library": library, "warnings": warnings, "logging": logging})  # noqa: S102


def library(text: str) -> None:
    """Warns as a library does that names itself instead of its caller."""
    warnings.warn(text, FutureWarning, stacklevel=1)


def test_a_warning_names_the_strategys_line_and_is_said_once_however_often_it_comes(
    summary: WarningsSummary, capfd: pytest.CaptureFixture[str]
) -> None:
    run("for _ in range(3):\n    library('chained\\n  assignment')\nwarnings.warn('mine')")
    assert summary.rows() == [
        {"text": "FutureWarning: chained assignment", "count": 3, "line": 2},
        {"text": "UserWarning: mine", "count": 1, "line": 3},
    ]
    assert capfd.readouterr().err.splitlines() == [
        f"{STRATEGY}:2: FutureWarning: chained assignment",
        f"{STRATEGY}:3: UserWarning: mine",
    ]


def test_a_warning_that_no_line_of_the_strategy_causes_names_its_own_place(
    summary: WarningsSummary, capfd: pytest.CaptureFixture[str]
) -> None:
    library("on its own")
    assert summary.rows() == [{"text": "FutureWarning: on its own", "count": 1, "line": None}]
    assert capfd.readouterr().err.startswith(f"{__file__}:")


def test_what_the_strategy_silences_is_not_counted(summary: WarningsSummary) -> None:
    run("warnings.filterwarnings('ignore')\nlibrary('nobody wants this')")
    assert summary.rows() == []


def test_loggers_count_from_warning_on_with_the_line_that_raised(summary: WarningsSummary) -> None:
    framework = logging.getLogger("framework")

    def call(code: str) -> None:
        try:
            run(code)
        except ValueError:
            framework.exception("in <function f at 0x7f00aa>")

    framework.info("no warning")
    framework.warning("pair %s has gaps", "ETH")
    call("x = 1\nraise ValueError")
    assert summary.rows() == [
        {"text": "pair ETH has gaps", "count": 1, "line": None},
        {"text": "in <function f>", "count": 1, "line": 2},
    ]


def test_what_the_strategy_logs_itself_stays_in_its_log(summary: WarningsSummary) -> None:
    run("logging.getLogger('strategy').warning('for my own eyes')")
    assert summary.rows() == []


def test_a_record_whose_arguments_do_not_fit_is_counted_by_its_template(summary: WarningsSummary) -> None:
    summary.handle(logging.LogRecord("framework", logging.WARNING, "a.py", 1, "%d candles", ("no number",), None))
    assert summary.rows() == [{"text": "%d candles", "count": 1, "line": None}]


def test_texts_are_bounded_in_length_and_number(summary: WarningsSummary, capfd: pytest.CaptureFixture[str]) -> None:
    run("for n in range(60):\n    warnings.warn(f'{n} ' + 'x' * 1000)\nwarnings.warn('0 ' + 'x' * 1000)")
    rows = summary.rows()
    assert len(rows) == 51
    assert all(len(str(row["text"])) == 500 for row in rows[:50])
    assert rows[50] == {"text": FURTHER, "count": 11, "line": None}
    assert len(capfd.readouterr().err.splitlines()) == 50


def test_what_the_platform_says_is_kept_however_much_a_strategy_warns(summary: WarningsSummary) -> None:
    run("for n in range(60):\n    warnings.warn(f'{n}')")
    warn("funding is not applied")
    warn("funding is not applied")
    rows = summary.rows()
    assert rows[50] == {"text": "UserWarning: funding is not applied", "count": 2, "line": None}
    assert rows[51] == {"text": FURTHER, "count": 10, "line": None}
    for number in range(NOTICES + 3):
        warn(f"notice {number}")
    assert len(summary.rows()) == 50 + NOTICES + 1
    assert summary.rows()[-1] == {"text": FURTHER, "count": 14, "line": None}
