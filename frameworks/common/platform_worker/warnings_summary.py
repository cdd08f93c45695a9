"""The warnings of a run, each once however often it came: those of Python and of the framework's loggers."""

import logging
import re
import sys
import warnings
from threading import Lock
from types import FrameType
from typing import TextIO

from platform_worker.notice import Notice

TEXT_CHARACTERS = 500
TEXTS = 50
# The platform's own warnings have separate space.
NOTICES = 100
FURTHER = "further warnings, each with a text of its own"

# A part of some texts that differs between two runs of the same strategy.
ADDRESS = re.compile(r" at 0x[0-9a-f]+")


class WarningsSummary(logging.Handler):
    """
    Counts what is logged at WARNING or above, but for what the strategy logs itself, and what Python warns of.

    A Python warning goes to standard error as one line when it comes first, naming the strategy's line.
    """

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._strategy_path = ""
        self._counts: dict[tuple[str, int | None], int] = {}
        self._room = {False: TEXTS, True: NOTICES}
        self._further = 0
        self._counting = Lock()

    def watch(self, strategy_path: str) -> None:
        """Counts, from now on, every warning of this process that Python shows by default."""
        self._strategy_path = strategy_path
        # Each time, not once per place: what isn't the first is counted and goes no further.
        warnings.simplefilter("always", append=True)
        warnings.showwarning = self._show

    def rows(self) -> list[dict[str, object]]:
        """`text`, `count` and `line` (in the strategy file, or None) of each warning, in the order they came."""
        with self._counting:
            rows: list[dict[str, object]] = [
                {"text": text, "count": count, "line": line} for (text, line), count in self._counts.items()
            ]
            if self._further > 0:
                rows.append({"text": FURTHER, "count": self._further, "line": None})
        return rows

    def emit(self, record: logging.LogRecord) -> None:
        """Takes a record of a logger."""
        if record.pathname == self._strategy_path:
            return
        try:
            text = record.getMessage()
        except Exception:  # noqa: BLE001
            # Its arguments don't fit, which the log's own handler says.
            text = record.msg if isinstance(record.msg, str) else type(record.msg).__name__
        self._count(text, self._raised_at(record) or self._running_line())

    def _show(  # noqa: PLR0913, PLR0917  # the parameters of warnings.showwarning
        self,
        message: Warning | str,
        category: type[Warning],
        filename: str,
        lineno: int,
        file: TextIO | None = None,
        line: str | None = None,  # noqa: ARG002
    ) -> None:
        own_line = lineno if filename == self._strategy_path else self._running_line()
        is_notice = category is Notice
        text = f"{(UserWarning if is_notice else category).__name__}: {' '.join(str(message).split())}"
        place = f"{filename}:{lineno}" if own_line is None else f"{self._strategy_path}:{own_line}"
        if self._count(text, own_line, is_notice=is_notice):
            print(f"{place}: {text}", file=file or sys.stderr)

    def _count(self, text: str, line: int | None, *, is_notice: bool = False) -> bool:
        """Whether this warning is the first of its kind, and one that is kept."""
        key = (ADDRESS.sub("", text)[:TEXT_CHARACTERS], line)
        with self._counting:
            known = key in self._counts
            if not known:
                if self._room[is_notice] == 0:
                    self._further += 1
                    return False
                self._room[is_notice] -= 1
            self._counts[key] = self._counts.get(key, 0) + 1
        return not known

    def _raised_at(self, record: logging.LogRecord) -> int | None:
        """The strategy's innermost line of the exception in a record."""
        line: int | None = None
        step = record.exc_info[2] if record.exc_info else None
        while step is not None:
            if step.tb_frame.f_code.co_filename == self._strategy_path:
                line = step.tb_lineno
            step = step.tb_next
        return line

    def _running_line(self) -> int | None:
        """The strategy's innermost line that is being executed in this thread."""
        frame: FrameType | None = sys._getframe(1)
        while frame is not None:
            if frame.f_code.co_filename == self._strategy_path:
                return frame.f_lineno
            frame = frame.f_back
        return None


# A process runs one strategy.
SUMMARY = WarningsSummary()


def summary() -> WarningsSummary:
    """The process's summary, by the name that a configuration of logging calls."""
    return SUMMARY
