"""Loads the strategy so that what its file raises keeps its line, and names what freqtrade would only stumble over."""

import ast
import functools
import inspect
import logging
from collections.abc import Callable, Mapping
from numbers import Number
from pathlib import Path
from typing import Any

from freqtrade.exceptions import ConfigurationError
from freqtrade.optimize import backtesting
from freqtrade.resolvers import StrategyResolver
from freqtrade.strategy import interface, strategy_wrapper
from freqtrade.strategy.interface import IStrategy
from jsonschema import ValidationError
from pandas import DataFrame
from platform_worker.execution import MODULE, execute
from platform_worker.failure import StrategyFault
from platform_worker.history.timeframes import UNAVAILABLE, base_timeframe
from platform_worker.imports import Finding
from platform_worker.steps import Steps

from freqtrade_harness.source import METHODS, NO_TIMEFRAME, parse

logger = logging.getLogger("freqtrade.resolvers.iresolver")


class LastCall:
    """Which of the strategy's methods freqtrade called last."""

    called: Callable[..., object] | None = None

    @classmethod
    def place(cls, path: Path) -> tuple[str, int] | None:
        """Name and line of the method that freqtrade called last; None where the strategy's file doesn't define it."""
        line = _line_of_function(cls.called, path)
        return None if line is None else (getattr(cls.called, "__name__", "a method"), line)


def keep_errors() -> None:
    """Makes freqtrade raise what the strategy raises, and what is wrong with its settings with their lines."""
    normalize = StrategyResolver._normalize_attributes
    wrap = strategy_wrapper.strategy_safe_wrapper
    validate = backtesting.validate_config_consistency

    def checked_normalize(strategy: IStrategy) -> IStrategy:
        _require_settings(strategy)
        return normalize(strategy)

    def checked_validate(config: dict[str, Any], **options: bool) -> None:
        try:
            validate(config, **options)
        except ConfigurationError as error:
            _require_schema(error.__context__, config)
            raise

    def noting_wrap(function: Callable[..., object], *arguments: Any, **options: Any) -> Any:
        LastCall.called = function
        return wrap(function, *arguments, **options)

    for module in (backtesting, interface):
        module.strategy_safe_wrapper = noting_wrap
    StrategyResolver._load_object = _load
    StrategyResolver._normalize_attributes = checked_normalize
    backtesting.validate_config_consistency = checked_validate


def _load(paths: object, *, object_name: str, kwargs: dict[str, Any], add_source: bool = False) -> IStrategy:  # noqa: ARG001
    """Returns an instance of the strategy; freqtrade itself searches folders and only logs what its file raises."""
    path = Path(kwargs["config"]["strategy_path"]) / f"{MODULE}.py"
    found = _class(path, object_name)
    found.__file__ = str(path)
    found.__source__ = path.read_text()
    logger.info(f"Using resolved strategy {object_name} from '{path}'...")
    missing = sorted(getattr(found, "__abstractmethods__", ()))
    if missing:
        raise StrategyFault(f"{object_name} has no method {missing[0]}", _line_of(path, object_name, None))
    return _with_checks(_instance(found, path, kwargs), path)


def _class(path: Path, name: str) -> type[IStrategy]:
    module = execute(path, importable=False)
    found = getattr(module, name, None)
    if not isinstance(found, type) or not issubclass(found, IStrategy):
        raise StrategyFault(f"{name} is no strategy once the file has run", _line_of(path, name, None))
    return found


def _instance(found: type[IStrategy], path: Path, kwargs: dict[str, Any]) -> IStrategy:
    try:
        return found(**kwargs)
    except TypeError as error:
        step = error.__traceback__
        if step is None or step.tb_next is not None:
            raise
        # Raised by the call itself: an `__init__` of another shape.
        raise StrategyFault(f"TypeError: {error}", _line_of(path, found.__name__, "__init__")) from error


def _with_checks(strategy: IStrategy, path: Path) -> IStrategy:
    """The strategy with methods that name themselves where they return no DataFrame."""
    for name in METHODS:
        setattr(strategy, name, _returning_dataframe(getattr(strategy, name), path))
    strategy._ft_informative = [
        (informative, _returning_dataframe(method, path)) for informative, method in strategy._ft_informative
    ]
    return strategy


def _returning_dataframe(method: Callable[..., object], path: Path) -> Callable[..., DataFrame]:
    @functools.wraps(method)
    def checked(*arguments: object, **options: object) -> DataFrame:
        LastCall.called = method
        result = method(*arguments, **options)
        Steps.done()
        if isinstance(result, DataFrame):
            return result
        line = _line_of_function(method, path)
        name = getattr(method, "__name__", "a method")
        returned = "nothing" if result is None else f"a {type(result).__name__}"
        raise StrategyFault(f"{name} returned {returned} instead of a DataFrame; end it with `return dataframe`", line)

    return checked


def _line_of_function(function: Callable[..., object] | None, path: Path) -> int | None:
    code = None if function is None else getattr(inspect.unwrap(function), "__code__", None)
    return code.co_firstlineno if code is not None and code.co_filename == str(path) else None


def _require_settings(strategy: IStrategy) -> None:
    """Raises where freqtrade would fail at a setting without naming it; those of a config have been checked before."""

    def fault(name: str, text: str) -> StrategyFault:
        return StrategyFault(text, _line_of(Path(strategy.__file__), type(strategy).__name__, name))

    timeframe = strategy.config.get("timeframe")
    if timeframe is None:
        raise fault("timeframe", NO_TIMEFRAME)
    for name, (is_right, expected) in SETTINGS.items():
        value = getattr(strategy, name, None)
        if value is not None and not is_right(value):
            raise fault(name, f"{name} is {value!r:.200}, but must be {expected}")
    if base_timeframe(timeframe) is None:
        raise fault("timeframe", f"timeframe '{timeframe}' is not available: {UNAVAILABLE}")


def _require_schema(cause: BaseException | None, config: dict[str, Any]) -> None:
    """Raises where freqtrade's schema refuses a setting that the strategy gave the config."""
    if not isinstance(cause, ValidationError) or not cause.absolute_path:
        return
    line = line_of_setting(config, str(cause.absolute_path[0]))
    raise StrategyFault(f"{'.'.join(map(str, cause.absolute_path))}: {cause.message}", line) from cause


def line_of_setting(config: Mapping[str, Any], name: str) -> int | None:
    """The line of a setting of the class that a config of freqtrade's runs, else of that class."""
    return _line_of(Path(config["strategy_path"]) / f"{MODULE}.py", config["strategy"], name)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_number(value: object) -> bool:
    return isinstance(value, Number) and not isinstance(value, bool)


def _is_roi(value: object) -> bool:
    if not isinstance(value, dict) or not all(map(_is_number, value.values())):
        return False
    try:
        return all(int(minutes) >= 0 for minutes in value)
    except (TypeError, ValueError):
        return False


# Settings that freqtrade converts without saying which one it can't.
SETTINGS: dict[str, tuple[Callable[[object], bool], str]] = {
    "timeframe": (_is_text, "a text such as '1h'"),
    "minimal_roi": (_is_roi, "a dictionary of minutes and ratios, such as {'0': 0.1, '30': 0.02}"),
    "stoploss": (_is_number, "a number such as -0.1"),
    "max_open_trades": (_is_number, "a number, -1 for no bound"),
    "startup_candle_count": (_is_number, "a number of candles"),
}


def _line_of(path: Path, class_name: str, name: str | None) -> int | None:
    """Returns the line of a class's setting or method, else of the class."""
    parsed = parse(path.read_text(), str(path))
    node: ast.ClassDef | None = None if isinstance(parsed, Finding) else parsed.classes.members.get(class_name)
    if isinstance(parsed, Finding) or node is None:
        return None
    setting = parsed.classes.setting(node, name) if name is not None else None
    return node.lineno if setting is None else setting.line
