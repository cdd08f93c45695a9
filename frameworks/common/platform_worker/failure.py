"""Turns the cause of a run's end into the frame that reports it to the platform."""

import errno
from collections.abc import Iterator
from dataclasses import dataclass
from socket import gaierror
from types import FrameType, TracebackType
from typing import Literal

from platform_worker.conversation import NoAnswer

FailureCode = Literal[
    "memory_limit_exceeded",
    "process_limit_exceeded",
    "output_limit_exceeded",
    "data_unavailable",
    "config_invalid",
    "strategy_failed",
    "platform_failed",
]

TEXT_CHARACTERS = 2000

NO_NETWORK = "the strategy asked for the network, which a run has none of"

# What the operating system answers at a limit.
LIMITS_BY_NUMBER: dict[int, FailureCode] = {
    errno.EAGAIN: "process_limit_exceeded",
    errno.ENOMEM: "memory_limit_exceeded",
    errno.ENOSPC: "output_limit_exceeded",
    errno.EFBIG: "output_limit_exceeded",
}


class DataUnavailable(Exception):  # noqa: N818  # named as the code that it ends a run with
    """Candles that a run needs aren't there; its text names table and interval, and is shown unchanged."""


class ConfigFault(Exception):  # noqa: N818  # as above
    """What is wrong with the config, once the strategy's own class of it is known; its text names the key."""


class StrategyFault(Exception):  # noqa: N818  # what it is: a fault of the strategy, not an error of ours
    """Something wrong with the strategy in words of ours; `line` counts from 1 in its file, None: the one it passed."""

    def __init__(self, text: str, line: int | None) -> None:
        super().__init__(text)
        self.line = line


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a run ended without a result; `line` counts from 1 in the strategy file, None where there is none."""

    code: FailureCode
    text: str
    line: int | None = None

    def frame(self) -> dict[str, object]:
        """The frame as the platform reads it."""
        return {"kind": "failed", "code": self.code, "text": self.text, "line": self.line}


@dataclass(frozen=True, slots=True)
class Scene:
    """The state by which the causes of a failure are distinguished."""

    strategy_path: str
    # Whether any of the strategy's file has been executed: nothing that fails before can be its fault.
    strategy_ran: bool
    # Name and line of the strategy's method that the framework called last; None where there is none.
    last_call: tuple[str, int] | None
    # Top-level packages: the framework's, and ours.
    framework: str
    harness: frozenset[str]
    # What the framework raises where a config can't be run.
    config_errors: tuple[type[BaseException], ...]


Origin = Literal["strategy", "framework", "harness"]


def describe(error: BaseException, scene: Scene) -> Failure:
    """
    Names the cause of `error`: a limit, data that isn't there, the config, the strategy, or ourselves.

    Once the strategy has been executed, whatever is raised is its doing unless our own code raised it.
    """
    chain = list(_chain(error))
    known = next(filter(None, (_known(cause, scene) for cause in chain)), None)
    if known is not None:
        return known
    if not scene.strategy_ran:
        config_error = next((cause for cause in chain if isinstance(cause, scene.config_errors)), None)
        if config_error is not None:
            return Failure("config_invalid", str(config_error)[:TEXT_CHARACTERS])
        return Failure("platform_failed", _text(error))
    # The innermost cause comes last, and there it began.
    first = next((cause for cause in reversed(chain) if _origin(cause, scene) is not None), error)
    if _origin(first, scene) == "harness":
        return Failure("platform_failed", _text(first))
    # The strategy's own words win over those it reacts to; a framework only wraps them.
    passing = [cause for cause in chain if _line(cause, scene) is not None]
    if passing:
        own = next((cause for cause in passing if _origin(cause, scene) == "strategy"), passing[0])
        text = f"{NO_NETWORK} ({_text(own)})" if any(map(_asked_for_network, chain)) else _text(own)
        return Failure("strategy_failed", text[:TEXT_CHARACTERS], _line(own, scene))
    place, line = _place(first, scene)
    return Failure("strategy_failed", f"{_text(first)}{place}"[:TEXT_CHARACTERS], line)


def _known(error: BaseException, scene: Scene) -> Failure | None:
    """What an exception means by itself, wherever it was raised."""
    if isinstance(error, StrategyFault):
        line = _line(error, scene) if error.line is None else error.line
        return Failure("strategy_failed", str(error)[:TEXT_CHARACTERS], line)
    if isinstance(error, ConfigFault):
        return Failure("config_invalid", str(error)[:TEXT_CHARACTERS])
    if isinstance(error, DataUnavailable):
        return Failure("data_unavailable", str(error)[:TEXT_CHARACTERS], _line(error, scene))
    if isinstance(error, NoAnswer):
        return Failure("platform_failed", str(error)[:TEXT_CHARACTERS])
    limit = _limit_code(error)
    return None if limit is None else Failure(limit, _text(error), _line(error, scene))


def _asked_for_network(error: BaseException) -> bool:
    return isinstance(error, gaierror) or (isinstance(error, OSError) and error.errno == errno.ENETUNREACH)


def _chain(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        yield current
        current = current.__cause__ or current.__context__


def _limit_code(error: BaseException) -> FailureCode | None:
    if isinstance(error, MemoryError):
        return "memory_limit_exceeded"
    if isinstance(error, RuntimeError) and str(error) == "can't start new thread":
        return "process_limit_exceeded"
    return LIMITS_BY_NUMBER.get(error.errno or 0) if isinstance(error, OSError) else None


def _line(error: BaseException, scene: Scene) -> int | None:
    """Returns the innermost line of the strategy that an exception passed; None where it passed none."""
    if isinstance(error, SyntaxError) and error.filename == scene.strategy_path:
        return error.lineno
    lines = [line for frame, line in _frames(error) if frame.f_code.co_filename == scene.strategy_path]
    return lines[-1] if lines else None


def _origin(error: BaseException, scene: Scene) -> Origin | None:
    """Returns whose code raised an exception, directly or through a library; None for a library's alone."""
    origins = [_owner(frame, scene) for frame, _line in _frames(error)]
    return next((origin for origin in reversed(origins) if origin is not None), None)


def _owner(frame: FrameType, scene: Scene) -> Origin | None:
    if frame.f_code.co_filename == scene.strategy_path:
        return "strategy"
    package = str(frame.f_globals.get("__name__")).partition(".")[0]
    if package in scene.harness:
        return "harness"
    return "framework" if package == scene.framework else None


def _place(error: BaseException, scene: Scene) -> tuple[str, int | None]:
    """Where in the framework something was raised that no line of the strategy shows, and what it had called before."""
    passed = [frame for frame, _line in _frames(error) if _owner(frame, scene) == "framework"]
    if not passed or isinstance(error, scene.config_errors):
        return "", None
    place = f"raised by {scene.framework} in {passed[-1].f_code.co_name}"
    if scene.last_call is None:
        return f" ({place})", None
    name, line = scene.last_call
    return f" ({place}, after the strategy's {name})", line


def _frames(error: BaseException) -> Iterator[tuple[FrameType, int]]:
    step: TracebackType | None = error.__traceback__
    while step is not None:
        yield step.tb_frame, step.tb_lineno
        step = step.tb_next


def _text(error: BaseException) -> str:
    try:
        message = str(error)
    except Exception:  # noqa: BLE001
        # A strategy's own exception may fail even at being printed.
        message = "(its text can't be made)"
    return f"{type(error).__name__}: {message}"[:TEXT_CHARACTERS]
