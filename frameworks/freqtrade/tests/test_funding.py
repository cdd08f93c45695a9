from io import BytesIO

import pytest
from freqtrade_harness.funding import unapplied
from pandas import DataFrame
from platform_worker.failure import DataUnavailable
from platform_worker.job import Job
from platform_worker.table_name import TableName
from platform_worker.tables import Files, Tables

BTC, ETH = "BTC/USDC:USDC", "ETH/USDC:USDC"
HOUR_MS = 3_600_000


def parquet(rows: dict[str, list[float] | list[int]]) -> bytes:
    target = BytesIO()
    DataFrame(rows).to_parquet(target)
    return target.getvalue()


def job(*symbols: str) -> Job:
    times = [hour * HOUR_MS for hour in range(10)]
    closes = [100.0 + hour for hour in range(10)]
    candles = parquet({"t": times, **dict.fromkeys(("open", "high", "low", "close", "volume"), closes)})
    rates = parquet({"t": times, "rate": [0.001 * hour for hour in range(10)]})
    return Job(
        code="",
        venue="hyperliquid",
        config={},
        symbols=(BTC, ETH),
        strategy_class=None,
        from_ms=2 * HOUR_MS,
        to_ms=8 * HOUR_MS,
        fee_rate=0.0,
        seed=1,
        instruments=(),
        tables={TableName(symbol, "1h"): [candles] for symbol in (BTC, ETH)},
        funding={symbol: [rates] for symbol in symbols},
    )


def order(hour: float, amount: float, *, is_entry: bool = True) -> dict[str, object]:
    return {"order_filled_timestamp": int(hour * HOUR_MS), "amount": amount, "ft_is_entry": is_entry}


def trades(*rows: tuple[str, bool, list[dict[str, object]]]) -> DataFrame:
    return DataFrame(rows, columns=["pair", "is_short", "orders"])


def nothing(_symbol: str, _timeframe: str) -> Files:
    raise DataUnavailable("")


def told(of: DataFrame, run: Job) -> str | None:
    return unapplied(of, run, Tables(run.tables, nothing))


def test_the_sum_is_of_each_hour_at_which_something_was_held_at_the_close_before_it() -> None:
    # Two from 3:00, three from 5:30, none from 7:00 on: the hours 4 and 5 for two, 6 and 7 for three.
    orders = [order(3, 2.0), order(5.5, 1.0), order(7, 3.0, is_entry=False)]
    paid = 2 * (103 * 0.004 + 104 * 0.005) + 3 * (105 * 0.006 + 106 * 0.007)
    assert told(trades((BTC, False, orders)), job(BTC)) == (
        f"funding is not applied: what was held would have got {-paid:+.2f} USDC of it (BTC/USDC:USDC {-paid:+.2f})"
    )
    short = told(trades((BTC, True, orders)), job(BTC))
    assert short is not None
    assert f"{paid:+.2f} USDC" in short


def test_the_hour_at_which_the_range_ends_counts_and_none_after_it() -> None:
    due = 107 * 0.008
    text = told(trades((BTC, False, [order(7.5, 1.0), order(9, 1.0, is_entry=False)])), job(BTC))
    assert text is not None
    assert f"{-due:+.2f} USDC" in text


@pytest.mark.parametrize("orders", [[], [order(3.1, 2.0), order(3.9, 2.0, is_entry=False)]])
def test_nothing_is_told_where_nothing_was_held_as_funding_fell_due(orders: list[dict[str, object]]) -> None:
    assert told(trades((BTC, False, orders)), job(BTC)) is None
    assert told(trades(), job()) is None


def test_markets_whose_rates_are_not_stored_are_named() -> None:
    orders = [order(3, 2.0), order(7, 2.0, is_entry=False)]
    text = told(trades((BTC, False, orders), (ETH, False, orders)), job(BTC))
    assert text == (
        "funding is not applied, and its sum is not known: rates of ETH/USDC:USDC are not stored for the whole range"
    )
