import time

import pytest
from freqtrade_harness.source import FREQAI, NO_TIMEFRAME, Strategy, StrategyFile, parse
from platform_worker.bounds import CLASSES_MAX, DEEP, DEPTH_MAX, PARTS_MAX
from platform_worker.imports import Finding
from platform_worker.source import HALF_CHARACTER

IMPORT = "from freqtrade.strategy import IStrategy\n"
METHODS = (
    "    def populate_indicators(self, d, m): return d\n"
    "    def populate_entry_trend(self, d, m): return d\n"
    "    def populate_exit_trend(self, d, m): return d\n"
)
BASE = f"{IMPORT}class A(IStrategy):\n    timeframe = '5m'\n{METHODS}"


def file(code: str) -> StrategyFile:
    parsed = parse(code, "strategy.py")
    assert isinstance(parsed, StrategyFile), parsed
    return parsed


def chosen(code: str, name: str | None = None) -> Strategy:
    strategy = file(code).choose(name)
    assert isinstance(strategy, Strategy), strategy
    return strategy


def refusal(code: str, name: str | None = None) -> Finding:
    finding = file(code).choose(name)
    assert isinstance(finding, Finding)
    return finding


def found(code: str, configured: str | None = None) -> list[Finding]:
    return [*file(code).findings(), *chosen(code).findings(configured)]


@pytest.mark.parametrize(
    ("code", "name"),
    [
        (BASE, "A"),
        ("from freqtrade.strategy import IStrategy as S\nclass A(S): pass\nclass B(A): pass", "B"),
        ("import freqtrade.strategy as s\nclass Mixin: pass\nclass A(Mixin, s.IStrategy): pass", "A"),
        (f"{IMPORT}Parent = IStrategy\nclass A(Parent): pass", "A"),
        (f"{IMPORT}class A(IStrategy): pass\nOther = A\nclass B(Other): pass", "B"),
        (f"{IMPORT}try:\n    import json\n    class A(IStrategy): pass\nexcept ImportError:\n    pass", "A"),
        ("from freqtrade.templates.sample_strategy import SampleStrategy\nclass A(SampleStrategy): pass", "A"),
    ],
)
def test_the_class_that_runs_is_found_through_aliases_and_parents(code: str, name: str) -> None:
    assert chosen(code).name == name


def test_a_file_without_a_strategy_says_what_one_is() -> None:
    assert "no class derives from IStrategy" in refusal("class A(B): pass\nclass B(A): pass").text


def test_one_of_several_strategies_is_chosen_by_name() -> None:
    code = f"{BASE}class B(IStrategy): pass\nclass C(A): pass"
    assert refusal(code) == Finding(8, "several strategies in one file: B, C; name the one to run in strategy_class")
    assert [chosen(code, name).name for name in ("A", "B", "C")] == ["A", "B", "C"]
    assert refusal(code, "D").text == "D is no strategy of this file, which holds A, B, C"


def test_a_file_that_does_not_compile_is_a_finding_at_its_line() -> None:
    assert parse("x = 1\nfor:", "strategy.py") == Finding(2, "invalid syntax")
    assert parse("x = 1\nreturn", "strategy.py") == Finding(2, "'return' outside function")
    null_byte = parse("x = '\0'", "strategy.py")
    assert isinstance(null_byte, Finding)
    assert "null bytes" in null_byte.text


@pytest.mark.parametrize(
    "code",
    [
        f"x = {'(' * 300}1{')' * 300}",
        "".join(f"{' ' * depth}if 1:\n" for depth in range(150)) + " " * 150 + "pass",
        "".join(f"{' ' * depth}while 1:\n" for depth in range(50)) + " " * 50 + "pass",
        f"x = {'-' * 100_000}1",
        f"x = {'1+' * 100_000}1",
    ],
)
def test_code_that_nests_too_deeply_says_so(code: str) -> None:
    finding = parse(code, "strategy.py")
    assert isinstance(finding, Finding)
    assert finding.text.startswith(DEEP)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        (f"x = [{'1,' * PARTS_MAX}]", "more than 100000 names, values and operations"),
        ("class A: pass\n" * (CLASSES_MAX + 1), "more than 200 classes"),
        (f"x = {'-' * DEPTH_MAX}1", f"{DEEP}: more than 200 levels"),
    ],
)
def test_code_beyond_a_bound_is_refused_before_it_is_compiled(code: str, text: str) -> None:
    finding = parse(code, "strategy.py")
    assert isinstance(finding, Finding)
    assert text in finding.text


def test_classes_with_two_parents_each_are_read_in_no_time() -> None:
    generations = (f"class L{n}(L{n - 1}, R{n - 1}): pass\nclass R{n}(L{n - 1}, R{n - 1}): pass" for n in range(1, 99))
    code = "\n".join(["class L0: pass", "class R0: pass", *generations])
    started = time.process_time()
    assert "no class derives from IStrategy" in refusal(code).text
    assert time.process_time() - started < 1


def test_half_a_character_is_a_finding_at_its_line() -> None:
    assert parse("x = 1\ny = '\ud800'", "strategy.py") == Finding(2, HALF_CHARACTER)


def test_the_mark_of_some_editors_is_taken() -> None:
    assert chosen(f"\ufeff{BASE}").name == "A"


def test_warnings_of_the_compiler_are_not_printed(capfd: pytest.CaptureFixture[str]) -> None:
    assert isinstance(parse("x = '\\d'\nassert (1, 'x')", "strategy.py"), StrategyFile)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("body", "timeframe"),
    [
        ("class A(IStrategy):\n    timeframe: str = '5m'", "5m"),
        ("class P(IStrategy):\n    timeframe = '5m'\nclass A(P): pass", "5m"),
        ("class P(IStrategy):\n    timeframe = '5m'\nclass A(P):\n    timeframe = '1h'", "1h"),
        (
            "class P(IStrategy):\n    timeframe = '5m'\nclass Q(P): pass\nclass R(P):\n    timeframe = '1h'\n"
            "class A(Q, R): pass",
            "1h",
        ),
        ("class Mixin:\n    timeframe = '15m'\nclass A(Mixin, IStrategy): pass", "15m"),
        ("TF = '4h'\nclass A(IStrategy):\n    timeframe = TF", "4h"),
        ("class A(IStrategy):\n    base = '30m'\n    timeframe = base", "30m"),
    ],
)
def test_the_main_timeframe_is_known_where_it_is_written(body: str, timeframe: str) -> None:
    assert chosen(IMPORT + body).main_timeframe(None) == timeframe


@pytest.mark.parametrize(
    "body",
    [
        "class A(IStrategy):\n    timeframe = '15' + 'm'",
        "n = 4\nclass A(IStrategy):\n    timeframe = f'{n}h'",
        "class A(IStrategy):\n    timeframe = {'a': '1h'}['a']",
        "TF = '4h'\nif input():\n    TF = '1h'\nclass A(IStrategy):\n    timeframe = TF",
        "class A(IStrategy):\n    timeframe = '1h'\n    if True:\n        timeframe = '4h'",
        "class A(IStrategy):\n    timeframe = '1h'\n    def bot_start(self): self.timeframe = '4h'",
        "class A(IStrategy):\n    def __init__(self, c): setattr(self, 'timeframe', '4h')",
        "class A(IStrategy):\n    @property\n    def timeframe(self): return '4h'",
        "class A(IStrategy): pass\nA.timeframe = '4h'",
        "from other import Mixin\nclass A(Mixin, IStrategy): pass",
        "def timed(c):\n    c.tf = '1h'\n    return c\n@timed\nclass A(IStrategy): pass",
    ],
)
def test_a_timeframe_that_is_computed_is_left_to_the_run(body: str) -> None:
    strategy = chosen(IMPORT + body)
    assert strategy.main_timeframe(None) is None
    assert not any("timeframe" in finding.text for finding in strategy.findings(None))


def test_the_config_wins_over_the_class_but_not_over_a_property() -> None:
    assert chosen(BASE).main_timeframe("15m") == "15m"
    assert chosen(f"{IMPORT}class A(IStrategy): pass").main_timeframe("15m") == "15m"
    code = f"{IMPORT}class A(IStrategy):\n    @property\n    def timeframe(self): return '4h'"
    assert chosen(code).main_timeframe("15m") is None


def test_a_missing_timeframe_is_found() -> None:
    code = f"{IMPORT}class A(IStrategy):\n    timeframe: str\n{METHODS}"
    assert found(code) == [Finding(2, NO_TIMEFRAME)]
    assert found(code, "1h") == []


def test_a_timeframe_that_no_stored_one_adds_up_to_is_found_at_its_line() -> None:
    assert found(BASE.replace("5m", "45m")) == []
    assert [(f.line, f.text[:34]) for f in found(BASE.replace("5m", "1M"))] == [
        (3, "timeframe '1M' is not available: c"),
    ]
    assert found(BASE.replace("5m", "1M"), "1h") == []


def test_missing_methods_are_found_at_the_class() -> None:
    code = f"{IMPORT}class A(IStrategy):\n    timeframe = '1h'\n    def populate_buy_trend(self, d, m): return d"
    former = "populate_buy_trend is its former name, which freqtrade no longer calls"
    assert found(code) == [
        Finding(2, "A has no method populate_indicators"),
        Finding(2, f"A has no method populate_entry_trend: {former}"),
        Finding(2, "A has no method populate_exit_trend"),
    ]


@pytest.mark.parametrize(
    "code",
    [
        f"{IMPORT}class P(IStrategy):\n    timeframe = '1h'\n{METHODS}class A(P): pass",
        f"{IMPORT}class Mixin:\n{METHODS}class A(Mixin, IStrategy):\n    timeframe = '1h'",
        f"{IMPORT}from other import Mixin\nclass A(Mixin, IStrategy): pass",
        "from freqtrade.templates.sample_strategy import SampleStrategy\nclass A(SampleStrategy): pass",
        f"{IMPORT}def f(self, d, m): return d\nclass A(IStrategy):\n    timeframe = '1h'\n"
        "    populate_indicators = populate_entry_trend = populate_exit_trend = f",
    ],
)
def test_methods_that_are_inherited_or_assigned_count(code: str) -> None:
    assert [finding for finding in found(code) if "module" not in finding.text] == []


def test_freqai_is_found_at_its_line() -> None:
    code = BASE.replace("(self, d, m): return d", "(self, d, m): return self.freqai.start(d, m, self)", 1)
    assert found(code) == [Finding(4, FREQAI)]
