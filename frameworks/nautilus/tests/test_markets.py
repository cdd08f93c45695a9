from dataclasses import replace
from io import BytesIO

import numpy
import pytest
from nautilus_harness.markets import markets
from pandas import DataFrame
from platform_worker.failure import DataUnavailable
from platform_worker.history.table_name import TableName
from platform_worker.job import Instrument, Job, Prediction, TakerFees

BTC = "kBTC-PERP.HYPERLIQUID"
HOUR_MS = 3_600_000
HOURLY = TableName(BTC, "1h")
NO_FEES = TakerFees(0, 0)


def parquet(rows: dict[str, list[float] | list[int]]) -> bytes:
    target = BytesIO()
    DataFrame(rows).to_parquet(target)
    return target.getvalue()


def candles(prices: list[float], from_ms: int = 0) -> bytes:
    times = [from_ms + index * HOUR_MS for index in range(len(prices))]
    return parquet(
        {"t": times, "open": prices, "high": prices, "low": prices, "close": prices, "volume": [0.0] * len(prices)}
    )


def job(file: bytes, hours: tuple[int, int], prediction: Prediction | None = None) -> Job:
    kind = "perpetual" if prediction is None else "prediction"
    facts = Instrument(BTC, kind, 3, "0.10", 20, "1", prediction)  # type: ignore[arg-type]
    rates = {BTC: [parquet({"t": [hour * HOUR_MS for hour in range(10)], "rate": [0.001] * 10})]}
    return Job(
        code="",
        has_every_candle=prediction is None,
        config={},
        symbols=(BTC,),
        strategy_class=None,
        from_ms=hours[0] * HOUR_MS,
        to_ms=hours[1] * HOUR_MS,
        fee_rate=0.001,
        seed=1,
        instruments=(facts,),
        tables={HOURLY: [file]},
        funding=rates,
    )


def test_candles_that_open_and_close_within_the_window_are_fed_at_their_close() -> None:
    (market,) = markets(job(candles([1.0, 2.0, 3.0, 4.0, 5.0]), (1, 4)), [HOURLY])
    assert market.finest.values["close"].tolist() == [2.0, 3.0, 4.0]
    assert [bar.ts_init for bar in market.bars()] == [hour * HOUR_MS * 1_000_000 for hour in (2, 3, 4)]
    assert market.finest.opened_ms(0) == HOUR_MS
    # Looking a whole number up in unsigned ones would copy them all.
    assert market.finest.closed_ns.dtype == numpy.int64
    assert [market.close(hour * HOUR_MS * 1_000_000) for hour in (2, 3)] == [2.0, 3.0]


def test_funding_is_fed_from_the_beginning_of_the_window_to_its_end_both_included() -> None:
    (market,) = markets(job(candles([1.0, 2.0, 3.0, 4.0, 5.0]), (1, 4)), [HOURLY])
    assert [update.ts_init // 1_000_000 // HOUR_MS for update in market.payments()] == [1, 2, 3, 4]
    assert not market.lacks_funding_at(4 * HOUR_MS)
    assert [market.lacks_funding_at(at_ms) for at_ms in (5 * HOUR_MS, 5 * HOUR_MS - 1)] == [True, False]


def test_a_range_within_which_no_rate_is_stored_lacks_the_one_due_as_it_ends() -> None:
    one = [1.0]
    file = parquet({"t": [HOUR_MS // 2], "open": one, "high": one, "low": one, "close": one, "volume": one})
    half = replace(job(file, (0, 1)), from_ms=HOUR_MS // 2, tables={TableName(BTC, "30m"): [file]})
    later = replace(half, funding={BTC: [parquet({"t": [0], "rate": [0.001]})]})
    (market,) = markets(later, [TableName(BTC, "30m")])
    assert (market.payments(), market.lacks_funding_at(HOUR_MS)) == ([], True)
    (market,) = markets(replace(half, funding={}), [TableName(BTC, "30m")])
    assert not market.lacks_funding_at(HOUR_MS)


def test_prices_are_as_exact_as_the_finest_candle_and_a_volume_is_never_zero() -> None:
    (market,) = markets(job(candles([100.0, 100.125]), (0, 2)), [HOURLY])
    assert (market.instrument.price_precision, str(market.instrument.price_increment)) == (3, "0.001")
    assert [(str(bar.close), str(bar.volume)) for bar in market.bars()] == [("100.000", "0.001"), ("100.125", "0.001")]
    endless = candles([float(price) for price in 100 * numpy.exp(numpy.linspace(0, 1, 4))])
    (market,) = markets(job(endless, (0, 4)), [HOURLY])
    assert market.instrument.price_precision == 9


def test_a_hole_ends_the_run_as_data_that_is_missing_where_the_venue_gives_every_candle() -> None:
    times: list[int] = [0, HOUR_MS, 3 * HOUR_MS, 4 * HOUR_MS]
    one = [1.0] * 4
    file = parquet({"t": times, "open": one, "high": one, "low": one, "close": one, "volume": one})
    with pytest.raises(DataUnavailable, match="has no candles from"):
        markets(job(file, (0, 5)), [HOURLY])
    (market,) = markets(replace(job(file, (0, 5)), has_every_candle=False), [HOURLY])
    assert len(market.finest.closed_ns) == 4


@pytest.mark.parametrize(
    ("prediction", "settled"),
    [
        # A coarser candle that trading ended in closes later.
        (Prediction("Will it?", "Yes", 3 * HOUR_MS - 1, "Yes", NO_FEES), (3, "1.0")),
        (Prediction("Will it?", "Yes", 4 * HOUR_MS, "No", NO_FEES), (4, "0.0")),
        # It traded beyond the window, also where it was to end before.
        (Prediction("Will it?", "Yes", 6 * HOUR_MS, "Yes", NO_FEES), None),
        (Prediction("Will it?", "Yes", 2 * HOUR_MS, None, NO_FEES), None),
    ],
)
def test_a_prediction_is_settled_where_it_traded_until_its_outcome_within_the_window(
    prediction: Prediction, settled: tuple[int, str] | None
) -> None:
    run = job(candles([0.5, 0.6, 0.7]), (0, 5), prediction)
    (market,) = markets(run, [HOURLY])
    close = market.settlement(run.to_ms)
    found = None if close is None else (close.ts_init // 1_000_000 // HOUR_MS, str(close.close_price))
    assert found == settled


@pytest.mark.parametrize(
    ("hours", "window", "gap"),
    [
        ((0, 1, 27), (0, 28), "no candles for 25 hours from 1970-01-01T02:00Z on"),
        ((0, 30, 70), (0, 71), "no candles for 39 hours from 1970-01-02T07:00Z on"),
        ((25, 26), (0, 27), "no candles for 25 hours from 1970-01-01T00:00Z on"),
        ((0, 1), (0, 27), "no candles for 25 hours from 1970-01-01T02:00Z on"),
        ((0, 1, 26), (0, 51), None),
    ],
)
def test_a_time_without_candles_that_is_too_long_for_nothing_traded_is_told(
    hours: tuple[int, ...], window: tuple[int, int], gap: str | None
) -> None:
    one = [1.0] * len(hours)
    times = [hour * HOUR_MS for hour in hours]
    file = parquet({"t": times, "open": one, "high": one, "low": one, "close": one, "volume": one})
    (market,) = markets(replace(job(file, window), has_every_candle=False), [HOURLY])
    told = [] if gap is None else [f"{BTC} 1h: {gap}; the run held its positions over them"]
    assert market.gaps(window[0] * HOUR_MS, window[1] * HOUR_MS) == told


def test_after_a_prediction_has_ended_no_candles_are_missing() -> None:
    prediction = Prediction("Will it?", "Yes", 3 * HOUR_MS, "Yes", NO_FEES)
    run = replace(job(candles([0.5, 0.6, 0.7]), (0, 50), prediction), has_every_candle=False)
    (market,) = markets(run, [HOURLY])
    assert market.gaps(run.from_ms, run.to_ms) == []


def test_a_prediction_of_which_nobody_knows_the_fees_is_not_run() -> None:
    with pytest.raises(DataUnavailable, match="does not say by which schedule it charges fees"):
        markets(job(candles([0.5, 0.6]), (0, 2), Prediction("Will it?", "Yes", 3 * HOUR_MS, None, None)), [HOURLY])
