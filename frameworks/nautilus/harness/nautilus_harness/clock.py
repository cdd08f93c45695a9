"""A strategy's clock, which holds a bounded number of timers: nautilus searches all of them all the time."""

from typing import Any

from nautilus_trader.common.component import TestClock
from nautilus_trader.system import kernel
from nautilus_trader.trading.trader import Trader
from platform_worker.failure import StrategyFault

# Timers and alerts that one clock holds at once.
TIMERS_MAX = 1_000


class BoundedClock(TestClock):  # type: ignore[misc]  # nautilus is untyped
    """Nautilus's clock for backtests; one more timer than it may hold raises `StrategyFault`."""

    __slots__ = ()

    def set_time_alert_ns(self, *arguments: Any, **options: Any) -> None:
        """Called for every alert, however it is set."""
        self._require_room()
        super().set_time_alert_ns(*arguments, **options)

    def set_timer_ns(self, *arguments: Any, **options: Any) -> None:
        """Called for every timer, however it is set."""
        self._require_room()
        super().set_timer_ns(*arguments, **options)

    def _require_room(self) -> None:
        if self.timer_count >= TIMERS_MAX:
            raise StrategyFault(
                f"the strategy has {TIMERS_MAX} timers and alerts, the most that it may have at once: cancel those "
                "that it no longer needs, or let one timer serve several purposes",
                None,
            )


class BoundedTrader(Trader):  # type: ignore[misc]  # nautilus is untyped
    """Nautilus's trader, which makes the clock of each component in the image of its own."""

    @property
    def _clock(self) -> BoundedClock:
        clock = BoundedClock()
        clock.set_time(super()._clock.timestamp_ns())
        return clock


def bound_timers() -> None:
    """Bounds the timers of every strategy that is added from now on; the engine's own clock stays as fast as it is."""
    kernel.Trader = BoundedTrader
