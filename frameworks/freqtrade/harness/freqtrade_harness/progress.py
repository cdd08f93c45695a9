"""The progress of a backtest, as freqtrade itself counts it."""

import time
from collections.abc import Callable, Mapping

from freqtrade.enums import BacktestState
from platform_worker.steps import Steps

SendFrame = Callable[[Mapping[str, object]], None]

_INTERVAL_SECONDS = 0.5
_SIMULATION = str(BacktestState.BACKTEST)


class Progress:
    """Stands where freqtrade has its display: reports at times which part of its candles has been simulated."""

    def __init__(
        self,
        send: SendFrame,
        interval_ms: int,
        to_ms: int,
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        """`interval_ms` is the length of a candle, `to_ms` the end of the run."""
        self._send = send
        self._interval_ms = interval_ms
        self._to_ms = to_ms
        self._seconds = seconds
        self._candles = 0
        self._done = 0
        self._due = seconds()

    def update(
        self,
        _task: int,
        *,
        total: int | None = None,
        completed: int | None = None,
        advance: int | None = None,
        description: str | None = None,
    ) -> None:
        """Called by freqtrade as a phase begins, and at each step of one."""
        if advance is None:
            if total is not None and completed == 0:
                self._candles = total if description == _SIMULATION else 0
                self._done = 0
            return
        self._done += advance
        now = self._seconds()
        if self._candles == 0:
            Steps.done()
            return
        if now < self._due:
            return
        self._due = now + _INTERVAL_SECONDS
        done = min(self._done, self._candles)
        simulated_ms = self._to_ms - (self._candles - done) * self._interval_ms
        self._send({"kind": "progress", "fraction": done / self._candles, "simulated_ms": simulated_ms})


class StepsAlone:
    """Stands there in a check, which has several backtests: reports only that it goes on."""

    def update(self, _task: int, **_options: object) -> None:
        """Called by freqtrade as a phase begins, and at each step of one."""
        Steps.done()
