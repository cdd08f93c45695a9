"""The channel between a worker and the platform: a job on standard input, frames of JSON on standard output."""

import json
import os
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import BinaryIO, NoReturn

# Longer headers are refused by the platform before they get here; this only bounds a broken pipe.
HEADER_BYTES = 16 * 1024 * 1024


def _end_unheard() -> NoReturn:
    """Ends the process where the channel was closed: an answer has no reader, and the platform sees how it ended."""
    os._exit(1)


class Channel:
    """Takes the standard streams for itself: what a strategy prints goes to standard error, which is the log."""

    def __init__(self) -> None:
        self._owner = os.getpid()
        self._asking = threading.Lock()
        self._sending = threading.Lock()
        self._frames = os.dup(1)
        os.dup2(2, 1)
        self._job: BinaryIO = os.fdopen(os.dup(0), "rb")
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]

    def read_header(self) -> object:
        """Returns the job's first line, parsed."""
        line = self._job.readline(HEADER_BYTES)
        if not line.endswith(b"\n"):
            _end_unheard()
        parsed: object = json.loads(line)
        return parsed

    def read_bytes(self, count: int) -> bytes:
        """Returns the next `count` bytes of the job."""
        content = self._job.read(count)
        if len(content) != count:
            _end_unheard()
        return content

    def ask(
        self, frame: Mapping[str, object], reply_bytes: Callable[[object], Sequence[int]]
    ) -> tuple[object, list[bytes]]:
        """
        Sends a question and waits for its answer: a header, and the contents whose sizes `reply_bytes` finds in it.

        One question at a time: a strategy's threads wait for one another.
        """
        with self._asking:
            self.send(frame)
            header = self.read_header()
            return header, [self.read_bytes(count) for count in reply_bytes(header)]

    def send(self, frame: Mapping[str, object]) -> None:
        """Sends one frame, whole. A process that the strategy forked ends here."""
        if os.getpid() != self._owner:
            os._exit(1)
        rest = memoryview(json.dumps(frame, allow_nan=False, separators=(",", ":")).encode() + b"\n")
        with self._sending:
            while rest:
                rest = rest[os.write(self._frames, rest) :]
