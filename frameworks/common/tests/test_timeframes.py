import pytest
from platform_worker.history.timeframes import STORED_SECONDS, base_timeframe


@pytest.mark.parametrize("stored", STORED_SECONDS)
def test_a_stored_timeframe_is_its_own_base(stored: str) -> None:
    assert base_timeframe(stored) == stored


@pytest.mark.parametrize(
    ("timeframe", "base"),
    [
        ("3m", "1m"),
        ("10m", "5m"),
        ("45m", "15m"),
        ("90m", "30m"),
        ("2h", "1h"),
        ("8h", "4h"),
        ("12h", "4h"),
        ("36h", "4h"),
        ("3d", "1d"),
        ("1w", "1d"),
        ("60m", "1h"),
    ],
)
def test_others_add_up_from_the_coarsest_stored_one_that_divides_them(timeframe: str, base: str) -> None:
    assert base_timeframe(timeframe) == base


@pytest.mark.parametrize("text", ["1M", "30s", "1y", "0m", "-5m", "05m", "1.5h", "h", "5", "", "5m\n", "٣m", "5 m"])
def test_what_has_no_fixed_number_of_stored_candles_has_no_base(text: str) -> None:
    assert base_timeframe(text) is None
