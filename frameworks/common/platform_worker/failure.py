"""Turns whatever ended a run into the frame that tells the platform why."""

import errno
from collections.abc import Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import Literal

FailureCode = Literal[
    "memory_limit_exceeded",
    "process_limit_exceeded",
    "output_limit_exceeded",
    "strategy_failed",
    "platform_failed",
]

TEXT_CHARACTERS = 2000

# What the operating system answers at a limit.
LIMITS_BY_NUMBER: dict[int, FailureCode] = {
    errno.EAGAIN: "process_limit_exceeded",
    errno.ENOMEM: "memory_limit_exceeded",
    errno.ENOSPC: "output_limit_exceeded",
    errno.EFBIG: "output_limit_exceeded",
}


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a run ended without a result; `line` counts from 1 in the strategy file, None where there is none."""

    code: FailureCode
    text: str
    line: int | None = None

    def frame(self) -> dict[str, object]:
        """The frame as the platform reads it."""
        return {"kind": "failed", "code": self.code, "text": self.text, "line": self.line}


def describe(error: BaseException, strategy_path: str, user_errors: tuple[type[BaseException], ...]) -> Failure:
    """
    Names the cause of `error`: a limit, the strategy, or ourselves.

    `user_errors` are the framework's own exceptions that a strategy or its config causes without a line of its own.
    """
    chain = list(_chain(error))
    for cause in chain:
        limit = _limit_code(cause)
        if limit is not None:
            return Failure(limit, _text(cause), _line(cause, strategy_path))
    # The innermost cause comes last: a framework wraps what a strategy raised.
    for cause in reversed(chain):
        line = _line(cause, strategy_path)
        if line is not None:
            return Failure("strategy_failed", _text(cause), line)
    for cause in chain:
        if isinstance(cause, user_errors):
            return Failure("strategy_failed", _text(cause))
    return Failure("platform_failed", _text(error))


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


def _line(error: BaseException, strategy_path: str) -> int | None:
    if isinstance(error, SyntaxError) and error.filename == strategy_path:
        return error.lineno
    line: int | None = None
    step: TracebackType | None = error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == strategy_path:
            line = step.tb_lineno
        step = step.tb_next
    return line


def _text(error: BaseException) -> str:
    try:
        message = str(error)
    except Exception:  # noqa: BLE001
        # A strategy's own exception may fail even at being printed.
        message = "(its text can't be made)"
    return f"{type(error).__name__}: {message}"[:TEXT_CHARACTERS]
