from collections.abc import Mapping

from freqtrade.enums import BacktestState
from freqtrade_harness.progress import Progress

HOUR_MS = 3_600_000
TO_MS = 100 * HOUR_MS


class Run:
    """Steps of a run, each at a time of its own."""

    def __init__(self) -> None:
        self.frames: list[Mapping[str, object]] = []
        self.now = 0.0
        self.progress = Progress(self.frames.append, HOUR_MS, TO_MS, lambda: self.now)

    def phase(self, state: BacktestState, total: int) -> None:
        # As freqtrade does: its bar of phases, then that of the phase.
        self.progress.update(0, completed=state.value - 1, description=str(state))
        self.progress.update(1, description=str(state), total=total, completed=0)

    def step(self, seconds: float) -> None:
        self.now += seconds
        self.progress.update(1, advance=1)


def test_only_the_simulation_counts_and_at_most_every_half_second() -> None:
    run = Run()
    run.phase(BacktestState.CONVERT, 2)
    run.step(1)
    run.step(1)
    run.phase(BacktestState.BACKTEST, 10)
    for _ in range(10):
        run.step(0.2)
    assert [(frame["fraction"], frame["simulated_ms"]) for frame in run.frames] == [
        (0.1, TO_MS - 9 * HOUR_MS),
        (0.4, TO_MS - 6 * HOUR_MS),
        (0.7, TO_MS - 3 * HOUR_MS),
        (1.0, TO_MS),
    ]


def test_more_steps_than_candles_are_no_more_than_all() -> None:
    run = Run()
    run.phase(BacktestState.BACKTEST, 1)
    for _ in range(3):
        run.step(1)
    assert [frame["fraction"] for frame in run.frames] == [1.0, 1.0, 1.0]
