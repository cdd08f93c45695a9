"""Whether a table's candles are all that a window needs: no late start, no early end, no hole."""

from dataclasses import dataclass
from datetime import UTC, datetime

import numpy
from numpy.typing import NDArray

from platform_worker.failure import DataUnavailable

DAY_MS = 86_400_000
WEEK_MS = 7 * DAY_MS
# Weeks begin on Mondays; the epoch was a Thursday.
FIRST_MONDAY_MS = 4 * 86_400_000


@dataclass(frozen=True, slots=True)
class Window:
    """The part of a table that a run reads, UTC milliseconds; indicators start up from `startup_ms` to `from_ms`."""

    startup_ms: int
    from_ms: int
    to_ms: int


def candle_open_ms(time_ms: int, interval_ms: int) -> int:
    """Returns the open time of the candle that a time lies in."""
    offset_ms = FIRST_MONDAY_MS if interval_ms % WEEK_MS == 0 else 0
    return (time_ms - offset_ms) // interval_ms * interval_ms + offset_ms


def require_coverage(table: str, times_ms: NDArray[numpy.int64], interval_ms: int, window: Window) -> None:
    """
    Raises `DataUnavailable`, naming the table and what is missing, unless its candles suffice for the window.

    `times_ms` are the table's open times, ascending. Only candles for the start-up may be missing, at the table's
    beginning: the framework then starts later, and says so.
    """
    # The last candle that closes inside the window; in a window shorter than a candle it opens before the window.
    last_needed = candle_open_ms(window.to_ms - interval_ms, interval_ms)
    first_needed = min(candle_open_ms(window.from_ms + interval_ms - 1, interval_ms), last_needed)
    used = times_ms[(times_ms >= window.startup_ms) & (times_ms <= window.to_ms)]
    if len(used) == 0 or used[0] > first_needed:
        found = f"begins at {shown_time(int(used[0]))}" if len(used) else "holds no candle of the range"
        raise DataUnavailable(f"{table} {found}; the run needs it from {shown_time(first_needed)} on")
    if used[-1] < last_needed:
        end, needed = shown_time(int(used[-1]) + interval_ms), shown_time(last_needed + interval_ms)
        raise DataUnavailable(f"{table} ends at {end}; the run needs it up to {needed}")
    _require_no_gap(table, used, interval_ms)


def _require_no_gap(table: str, times_ms: NDArray[numpy.int64], interval_ms: int) -> None:
    gaps = numpy.flatnonzero(numpy.diff(times_ms) != interval_ms)
    if len(gaps) == 0:
        return
    first, following = int(times_ms[gaps[0]]) + interval_ms, int(times_ms[gaps[0] + 1])
    more = f", and {len(gaps) - 1} more gaps" if len(gaps) > 1 else ""
    raise DataUnavailable(f"{table} has no candles from {shown_time(first)} to {shown_time(following)}{more}")


def shown_time(time_ms: int) -> str:
    """Returns a time as messages show it, for example `2026-01-31T12:00Z`."""
    return datetime.fromtimestamp(time_ms / 1000, UTC).strftime("%Y-%m-%dT%H:%MZ")
