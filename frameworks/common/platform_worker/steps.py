"""Reports that a run goes on where no candle shows it: the platform ends one that stands still."""

import os
import time
from collections.abc import Callable, Mapping

_INTERVAL_SECONDS = 0.5


class Steps:
    """The steps of this process's run outside its simulation: a table read, a pair's indicators computed."""

    _send: Callable[[Mapping[str, object]], None] | None = None
    _owner = 0
    _due = 0.0

    @classmethod
    def report_to(cls, send: Callable[[Mapping[str, object]], None]) -> None:
        """Reports each step from now on, at most twice per second."""
        cls._send = send
        cls._owner = os.getpid()
        cls._due = 0.0

    @classmethod
    def done(cls) -> None:
        """Counts one more step; a process that the strategy forked reports nothing."""
        now = time.monotonic()
        if cls._send is None or now < cls._due or os.getpid() != cls._owner:
            return
        cls._due = now + _INTERVAL_SECONDS
        cls._send({"kind": "step"})
