"""The timeframes that a run can read: those the platform stores, and those that add up from a stored one."""

import re

# Seconds of the timeframes that the platform stores, the finest first.
STORED_SECONDS = {"1m": 60, "5m": 300, "15m": 900, "30m": 1_800, "1h": 3_600, "4h": 14_400, "1d": 86_400}

_STORED = ", ".join(STORED_SECONDS)
UNAVAILABLE = f"candles are stored in {_STORED}; others of whole minutes, hours, days or weeks add up from these"

UNIT_SECONDS = {"m": 60, "h": 3_600, "d": 86_400, "w": 7 * 86_400}

# A count without sign or leading zero, and a unit of fixed length: a month has none.
TIMEFRAME = re.compile(r"([1-9][0-9]{0,4})([mhdw])")


def seconds_of(timeframe: str) -> int:
    """Returns the length of a candle; 0 where none is fixed: seconds, months, and texts that aren't timeframes."""
    parts = TIMEFRAME.fullmatch(timeframe)
    return 0 if parts is None else int(parts[1]) * UNIT_SECONDS[parts[2]]


def base_timeframe(timeframe: str) -> str | None:
    """
    Returns the coarsest stored timeframe whose candles add up exactly to this one's; itself where it is stored.

    None for what is unavailable: seconds, months, and texts that aren't timeframes.
    """
    seconds = seconds_of(timeframe)
    fitting = (stored for stored, length in reversed(STORED_SECONDS.items()) if seconds % length == 0)
    return next(fitting, None) if seconds > 0 else None
