import numpy
import pytest
from nautilus_harness.markets import Candles, Market
from nautilus_harness.money.equity import books, closes, equity
from nautilus_harness.money.ledger import Holding, Snapshot
from nautilus_harness.money.margin import Exposure, require_margin
from nautilus_harness.money.solvency import require_solvent
from nautilus_trader.test_kit.providers import TestInstrumentProvider
from platform_worker.failure import StrategyFault
from platform_worker.job import Instrument

HOUR_NS = 3_600_000_000_000
BITCOIN = TestInstrumentProvider.btcusdt_perp_binance()
ETHER = TestInstrumentProvider.ethusdt_perp_binance()

Prices = tuple[float, float, float]


def market(instrument: object, candles: list[Prices], max_leverage: int = 10) -> Market:
    """Of candles of an hour, each its high, low and close."""
    high, low, close = (numpy.array(column) for column in zip(*candles, strict=True))
    closed_ns = numpy.arange(1, len(candles) + 1, dtype=numpy.int64) * HOUR_NS
    table = Candles("1h", closed_ns, {"open": close, "high": high, "low": low, "close": close, "volume": close})
    facts = Instrument("BTC" if instrument is BITCOIN else "ETH", "perpetual", 3, "0.1", max_leverage, "1", None)
    return Market(facts, instrument, [table], has_funding=False, funding=())


def account(hour: int, balance: float, **held: tuple[float, float]) -> Snapshot:
    """From an hour on; what is held by market: its quantity and the price it was bought at."""
    ids = {"btc": BITCOIN.id, "eth": ETHER.id}
    return Snapshot(hour * HOUR_NS, balance, {ids[name]: Holding(size, size * at) for name, (size, at) in held.items()})


def check(markets: list[Market], snapshots: list[Snapshot], arrivals: list[int]) -> None:
    kept = books(markets, snapshots, 0, by_value=False)
    rows = {one.instrument.id: arrivals for one in markets}
    require_solvent(equity(markets, kept), kept, markets, rows)


FALL = [(100.0, 100.0, 100.0), (101.0, 50.0, 101.0), (101.0, 101.0, 101.0)]
RISE = [(100.0, 100.0, 100.0), (150.0, 99.0, 99.0), (99.0, 99.0, 99.0)]


@pytest.mark.parametrize(("candles", "size"), [(FALL, 1000.0), (RISE, -1000.0)])
def test_an_account_that_is_worth_nothing_within_a_candle_has_failed(candles: list[Prices], size: float) -> None:
    bought = account(1, 10_000.0, btc=(size, 100.0))
    with pytest.raises(
        StrategyFault, match=r"fell to -40000\.00 USDC within the candle of BTC that closed at 1970-01-01T02"
    ):
        check([market(BITCOIN, candles)], [bought], [0, 1, 1])


def test_a_position_that_is_sold_as_the_candle_closes_was_held_through_it() -> None:
    snapshots = [account(1, 10_000.0, btc=(1000.0, 100.0)), account(2, 11_000.0)]
    with pytest.raises(StrategyFault, match="within the candle"):
        check([market(BITCOIN, FALL)], snapshots, [0, 1, 2])


@pytest.mark.parametrize(
    ("before", "within"),
    [
        # A stop within it; a part of it kept; turned around; closed, and bought again below.
        ({"btc": (1000.0, 100.0)}, account(2, 5_000.0)),
        ({"btc": (1000.0, 100.0)}, account(2, 5_500.0, btc=(100.0, 100.0))),
        ({"btc": (1000.0, 100.0)}, account(2, 5_000.0, btc=(-500.0, 95.0))),
        ({"btc": (1000.0, 100.0)}, account(2, 5_000.0, btc=(1000.0, 54.0))),
        # Bought within it; added to.
        ({}, account(2, 10_000.0, btc=(1000.0, 100.0))),
        ({"btc": (100.0, 100.0)}, account(2, 10_000.0, btc=(1000.0, 90.0))),
    ],
)
def test_a_position_that_changed_within_the_candle_counts_as_it_does_best(
    before: dict[str, tuple[float, float]], within: Snapshot
) -> None:
    check([market(BITCOIN, FALL)], [account(1, 10_000.0, **before), within], [0, 2, 2])


def test_other_markets_count_at_their_closes_within_a_candle() -> None:
    both = [market(BITCOIN, FALL), market(ETHER, [(100.0, 100.0, 100.0), (90.0, 90.0, 90.0), (90.0, 90.0, 90.0)])]
    hedged = account(1, 10_000.0, btc=(250.0, 100.0), eth=(-500.0, 100.0))
    check(both, [hedged], [0, 1, 1])
    with pytest.raises(StrategyFault, match=r"fell to -7500\.00 USDC within the candle of BTC"):
        check(both, [account(1, 10_000.0, btc=(250.0, 100.0), eth=(500.0, 100.0))], [0, 1, 1])


def test_a_run_that_ended_before_its_last_candle_is_looked_at_as_far_as_it_came() -> None:
    check([market(BITCOIN, FALL)], [account(1, 10_000.0, btc=(1000.0, 100.0))], [0])


def test_the_latest_close_is_that_of_the_last_candle_that_has_closed() -> None:
    instants = numpy.array([0, 1, 2, 9], dtype=numpy.int64) * HOUR_NS
    assert closes(market(BITCOIN, FALL), instants).tolist() == [100.0, 100.0, 101.0, 101.0]


def exposure(instrument: object, value: float, max_leverage: int, gain: float = 0.0) -> Exposure:
    held = market(instrument, FALL, max_leverage)
    return Exposure(held, value / 100, value - gain, 100.0)


def test_the_whole_leverage_is_allowed_after_its_fee_and_no_more() -> None:
    fee = float(BITCOIN.taker_fee) * 100_000
    require_margin([exposure(BITCOIN, 100_000.0, 10)], 10_000.0 - fee, 0)
    with pytest.raises(
        StrategyFault, match=r"^at 1970-01-01T00:00Z the strategy held 101000\.00 USDC of BTC \(at most 10x\)"
    ):
        require_margin([exposure(BITCOIN, 101_000.0, 10)], 10_000.0 - fee, 0)


def test_the_leverage_is_that_of_all_markets_together_and_of_the_equity() -> None:
    held = [exposure(BITCOIN, 50_000.0, 10), exposure(ETHER, 20_000.0, 5)]
    require_margin(held, 9_000.0, 0)
    with pytest.raises(StrategyFault, match=r"of BTC \(at most 10x\) and 25000\.00 USDC of ETH \(at most 5x\)"):
        require_margin([held[0], exposure(ETHER, 25_000.0, 5)], 9_000.0, 0)
    with pytest.raises(StrategyFault, match=r"its equity was 8000\.00 USDC"):
        require_margin([held[0], exposure(ETHER, 20_000.0, 5, gain=-1_000.0)], 9_000.0, 0)
