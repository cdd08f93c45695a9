import pytest
from nautilus_harness.clock import TIMERS_MAX, BoundedClock
from platform_worker.failure import StrategyFault


def test_a_clock_holds_so_many_timers_and_no_more_until_one_is_cancelled() -> None:
    clock = BoundedClock()
    clock.register_default_handler(print)
    for number in range(TIMERS_MAX):
        clock.set_timer_ns(str(number), 1, 0, 0)
    with pytest.raises(StrategyFault, match="at once"):
        clock.set_time_alert_ns("alert", 1)
    clock.cancel_timer("0")
    clock.set_time_alert_ns("alert", 1)
    assert clock.timer_count == TIMERS_MAX
