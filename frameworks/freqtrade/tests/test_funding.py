import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from io import BytesIO
from typing import Any

import numpy
import pytest
from freqtrade_harness.funding import unapplied
from pandas import DataFrame
from platform_worker.failure import DataUnavailable
from platform_worker.history.table_name import TableName
from platform_worker.history.tables import Files, Tables
from platform_worker.job import Job
from platform_worker.steps import Steps

BTC, ETH = "BTC/USDC:USDC", "ETH/USDC:USDC"
HOUR_MS = 3_600_000


def parquet(rows: Mapping[str, Sequence[float] | numpy.typing.NDArray[Any]]) -> bytes:
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
        has_every_candle=True,
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
        f"funding is not applied: what was held would have paid {paid:.2f} USDC of it (BTC/USDC:USDC paid {paid:.2f})"
    )
    assert told(trades((BTC, True, orders)), job(BTC)) == (
        f"funding is not applied: what was held would have got {paid:.2f} USDC of it (BTC/USDC:USDC got {paid:.2f})"
    )


def test_the_hour_at_which_the_range_ends_counts_and_none_after_it() -> None:
    due = 107 * 0.008
    text = told(trades((BTC, False, [order(7.5, 1.0), order(9, 1.0, is_entry=False)])), job(BTC))
    assert text is not None
    assert f"paid {due:.2f} USDC" in text


@pytest.mark.parametrize("orders", [[], [order(3.1, 2.0), order(3.9, 2.0, is_entry=False)]])
def test_nothing_is_told_where_nothing_was_held_as_funding_fell_due(orders: list[dict[str, object]]) -> None:
    assert told(trades((BTC, False, orders)), job(BTC)) is None
    assert told(trades(), job()) is None


def test_a_sum_of_less_than_a_cent_is_told_too() -> None:
    text = told(trades((BTC, False, [order(2.5, 0.001), order(3.5, 0.001, is_entry=False)])), job(BTC))
    assert text == (
        "funding is not applied: what was held would have got or paid less than 0.01 USDC of it "
        "(BTC/USDC:USDC got or paid less than 0.01)"
    )


def test_markets_whose_rates_are_not_stored_are_named_beside_the_sum_of_the_others() -> None:
    orders = [order(3, 2.0), order(7, 2.0, is_entry=False)]
    both = trades((BTC, False, orders), (ETH, False, orders))
    paid = 2 * (103 * 0.004 + 104 * 0.005 + 105 * 0.006 + 106 * 0.007)
    lacking = "rates of ETH/USDC:USDC are not stored for the whole range"
    assert told(both, job(BTC)) == (
        f"funding is not applied: what was held would have paid {paid:.2f} USDC of it (BTC/USDC:USDC paid {paid:.2f}); "
        f"{lacking}, and theirs is not in the sum"
    )
    assert told(both[both["pair"] == ETH], job(BTC)) == (f"funding is not applied, and its sum is not known: {lacking}")
    # A market that held nothing as funding fell due lacks none.
    short = [order(3.1, 2.0), order(3.9, 2.0, is_entry=False)]
    assert told(trades((ETH, False, short)), job(BTC)) is None


def test_many_trades_are_added_up_in_time_that_their_own_hours_take_and_tell_that_the_run_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    steps: list[object] = []
    monkeypatch.setattr(Steps, "_send", None)
    Steps.report_to(steps.append)
    random = numpy.random.default_rng(1)
    hours = 20_000
    times = numpy.arange(hours, dtype=numpy.int64) * HOUR_MS
    prices, rates = random.uniform(90, 110, hours), random.normal(0, 1e-4, hours)
    candles = parquet({"t": times, **dict.fromkeys(("open", "high", "low", "close", "volume"), prices)})
    run = replace(
        job(BTC),
        from_ms=0,
        to_ms=hours * HOUR_MS,
        tables={TableName(BTC, "1h"): [candles]},
        funding={BTC: [parquet({"t": times, "rate": rates})]},
    )
    begins = random.uniform(1, hours - 40, 20_000)
    lengths, shorts = random.uniform(0, 30, 20_000), random.integers(0, 2, 20_000) == 1
    orders = [
        [order(begin, 2.0), order(begin + length / 2, 1.0), order(begin + length, 3.0, is_entry=False)]
        for begin, length in zip(begins, lengths, strict=True)
    ]
    began = time.process_time()
    text = told(trades(*((BTC, bool(short), each) for short, each in zip(shorts, orders, strict=True))), run)
    # All hours of all trades would take some ten times as long.
    assert time.process_time() - began < 5
    assert {"kind": "step"} in steps
    held = numpy.zeros(hours)
    for short, (first, more, last) in zip(shorts, orders, strict=True):
        for at, amount in ((first, 2.0), (more, 1.0), (last, -3.0)):
            filled_ms = int(str(at["order_filled_timestamp"]))
            held[int(numpy.searchsorted(times, filled_ms, side="right")) :] += -amount if short else amount
    # Each hour counts at the close of the candle before it.
    expected = -float((held[1:] * prices[:-1] * rates[1:]).sum())
    word = "got" if expected > 0 else "paid"
    assert text is not None
    assert f"would have {word} {abs(expected):.2f} USDC" in text
