"""What a run is fed per market: candles as arrays and as nautilus's bars, funding, and the instrument itself."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

import numpy
from nautilus_trader.model.currencies import USDC
from nautilus_trader.model.data import Bar, BarType, FundingRateUpdate, InstrumentClose
from nautilus_trader.model.enums import AssetClass, InstrumentCloseType
from nautilus_trader.model.identifiers import InstrumentId
from nautilus_trader.model.instruments import BinaryOption, CryptoPerpetual, Instrument
from nautilus_trader.model.objects import Currency, Price, Quantity
from numpy.typing import NDArray
from pandas import DataFrame
from platform_worker import job as platform
from platform_worker.coverage import Window, require_coverage, shown_time
from platform_worker.failure import DataUnavailable
from platform_worker.history.table_name import TableName
from platform_worker.history.tables import Files, Tables, concatenated
from platform_worker.history.timeframes import seconds_of
from platform_worker.steps import Steps

from nautilus_harness.bar_types import STEPS

NANOSECONDS_A_MILLISECOND = 1_000_000
_PRICE_DECIMALS_MAX = 9
_HOUR_MS = 3_600_000
# Where there is none for longer than both of them, candles are rather missing.
_QUIET_MS = 24 * _HOUR_MS
_QUIET_CANDLES = 10


@dataclass(frozen=True, slots=True)
class Candles:
    """One fed table: UTC nanoseconds of each candle's close, and its values."""

    timeframe: str
    closed_ns: NDArray[numpy.int64]
    values: Mapping[str, NDArray[numpy.float64]]

    @staticmethod
    def of_rows(timeframe: str, rows: Sequence[Sequence[float]]) -> "Candles":
        """Returns a table of rows, each the opening in milliseconds with open, high, low, close and volume."""
        columns = numpy.array(rows, dtype=numpy.float64).reshape(-1, 6).T
        closed_ns = (columns[0].astype(numpy.int64) + seconds_of(timeframe) * 1000) * NANOSECONDS_A_MILLISECOND
        names = ("open", "high", "low", "close", "volume")
        return Candles(timeframe, closed_ns, dict(zip(names, columns[1:], strict=True)))

    @property
    def interval_ms(self) -> int:
        """The length of a candle."""
        return seconds_of(self.timeframe) * 1000

    def opened_ms(self, index: int) -> int:
        """When a candle opened."""
        return int(self.closed_ns[index]) // NANOSECONDS_A_MILLISECOND - self.interval_ms

    def longest_gap_ms(self, from_ms: int, to_ms: int) -> tuple[int, int] | None:
        """From and to when a window lacks candles for longest, its edges included; None where that is not for long."""
        closed_ms = self.closed_ns // NANOSECONDS_A_MILLISECOND
        begins = numpy.concatenate([[from_ms], closed_ms])
        lengths = numpy.concatenate([closed_ms - self.interval_ms, [to_ms]]) - begins
        longest = int(lengths.argmax())
        if lengths[longest] <= max(_QUIET_MS, _QUIET_CANDLES * self.interval_ms):
            return None
        return int(begins[longest]), int(begins[longest] + lengths[longest])

    def latest(self, at_ns: int) -> int:
        """Index of the last candle that has closed at a time; -1 where none has."""
        return int(numpy.searchsorted(self.closed_ns, at_ns, side="right")) - 1


@dataclass(frozen=True, slots=True)
class Market:
    """One market of a run; `tables` from the finest on, whose candles orders are filled by."""

    facts: platform.Instrument
    instrument: Instrument
    tables: Sequence[Candles]
    has_funding: bool
    # Times in nanoseconds and rates of the payments within the range.
    funding: Sequence[tuple[int, float]]

    @property
    def taker_fees(self) -> platform.TakerFees | None:
        """What takers of a prediction pay; None for all but predictions."""
        return None if self.facts.prediction is None else self.facts.prediction.taker_fees

    @property
    def finest(self) -> Candles:
        """The candles that orders are filled by and positions are valued at."""
        return self.tables[0]

    def close(self, at_ns: int) -> float:
        """The latest close at a time at which one is known."""
        return float(self.finest.values["close"][self.finest.latest(at_ns)])

    def bars(self) -> list[Bar]:
        """The bars of all its tables, table by table."""
        return [bar for table in self.tables for bar in self._bars(table)]

    def bar_types(self) -> list[BarType]:
        """The types of its bars."""
        return [self._bar_type(table) for table in self.tables]

    def payments(self) -> list[FundingRateUpdate]:
        """The funding rates as nautilus hands them to a strategy."""
        return [
            FundingRateUpdate(self.instrument.id, Decimal(repr(rate)), ts_event=at_ns, ts_init=at_ns)
            for at_ns, rate in self.funding
        ]

    def gaps(self, from_ms: int, to_ms: int) -> list[str]:
        """Returns the warnings of tables that lack candles for long within the window, or until a prediction's end."""
        end = self.settlement(to_ms)
        until_ms = to_ms if end is None else end.ts_event // NANOSECONDS_A_MILLISECOND
        found = [(table.timeframe, table.longest_gap_ms(from_ms, until_ms)) for table in self.tables]
        return [
            f"{self.facts.symbol} {timeframe}: no candles for {(gap[1] - gap[0]) // _HOUR_MS} hours from "
            f"{shown_time(gap[0])} on; the run held its positions over them"
            for timeframe, gap in found
            if gap is not None
        ]

    def lacks_funding_at(self, at_ms: int) -> bool:
        """Whether funding is due at a time, an hour's beginning, without a known rate."""
        if not self.has_funding or at_ms % _HOUR_MS != 0:
            return False
        return not self.funding or self.funding[-1][0] < at_ms * NANOSECONDS_A_MILLISECOND

    def settlement(self, to_ms: int) -> InstrumentClose | None:
        """The end of a prediction that traded until it came out within the run: at 1 where it came true, else at 0."""
        prediction = self.facts.prediction
        if prediction is None or prediction.resolution is None or prediction.end_date_ms > to_ms:
            return None
        at_ns = max(prediction.end_date_ms * NANOSECONDS_A_MILLISECOND, int(self.finest.closed_ns[-1]))
        came_true = prediction.outcome == prediction.resolution
        return InstrumentClose(
            self.instrument.id,
            Price(1 if came_true else 0, self.instrument.price_precision),
            InstrumentCloseType.CONTRACT_EXPIRED,
            ts_event=at_ns,
            ts_init=at_ns,
        )

    def _bar_type(self, table: Candles) -> BarType:
        return BarType.from_str(f"{self.facts.symbol}-{STEPS[table.timeframe]}-LAST-EXTERNAL")

    def _bars(self, table: Candles) -> list[Bar]:
        smallest = float(self.instrument.size_increment)
        # Only nautilus wants them unsigned: looking an int up in such an array would copy all of it.
        closed_ns = table.closed_ns.astype(numpy.uint64)
        return list(
            Bar.from_raw_arrays_to_list(
                self._bar_type(table),
                self.instrument.price_precision,
                self.instrument.size_precision,
                *(table.values[name] for name in ("open", "high", "low", "close")),
                numpy.maximum(table.values["volume"], smallest),
                closed_ns,
                closed_ns,
            )
        )


def markets(job: platform.Job, wanted: Sequence[TableName]) -> list[Market]:
    """The markets of a run in the order of its symbols; raises `DataUnavailable` where candles or fees are unknown."""
    facts = {instrument.symbol: instrument for instrument in job.instruments}
    tables = Tables(job.tables, _nothing_more)
    found = []
    for symbol in job.symbols:
        _require_fees(facts[symbol])
        own = [_candles(tables, name, job) for name in wanted if name.symbol == symbol]
        rates = job.funding.get(symbol, ())
        instrument = instrument_of(facts[symbol], own, job.fee_rate)
        found.append(Market(facts[symbol], instrument, own, has_funding=bool(rates), funding=_funding(rates, job)))
        Steps.done()
    return found


def _require_fees(facts: platform.Instrument) -> None:
    if facts.prediction is not None and facts.prediction.taker_fees is None:
        raise DataUnavailable(f"{facts.symbol}: its venue does not say by which schedule it charges fees")


def _nothing_more(symbol: str, timeframe: str) -> Files:
    raise DataUnavailable(f"{symbol} {timeframe}: the table was not supplied")


def _candles(tables: Tables, name: TableName, job: platform.Job) -> Candles:
    """Returns the candles that open and close within the window."""
    frame = tables.read(name)
    interval_ms = seconds_of(name.timeframe) * 1000
    times = frame["t"].to_numpy()
    if job.has_every_candle:
        require_coverage(
            f"{name.symbol} {name.timeframe}", times, interval_ms, Window(job.from_ms, job.from_ms, job.to_ms)
        )
    inside = (times >= job.from_ms) & (times + interval_ms <= job.to_ms)
    if not inside.any():
        raise DataUnavailable(f"{name.symbol} {name.timeframe} holds no candle within the range")
    closed_ns = ((times[inside] + interval_ms) * NANOSECONDS_A_MILLISECOND).astype(numpy.int64)
    return Candles(name.timeframe, closed_ns, _values(frame[inside]))


def _values(frame: DataFrame) -> dict[str, NDArray[numpy.float64]]:
    return {
        name: numpy.ascontiguousarray(frame[name].to_numpy(), dtype=numpy.float64)
        for name in ("open", "high", "low", "close", "volume")
    }


def _funding(files: Files, job: platform.Job) -> list[tuple[int, float]]:
    if not files:
        return []
    frame = concatenated(files)
    # What is due as the range ends falls into it, as the candle does that closes then.
    inside = frame[(frame["t"] >= job.from_ms) & (frame["t"] <= job.to_ms)]
    times = inside["t"].tolist()
    return [(t * NANOSECONDS_A_MILLISECOND, rate) for t, rate in zip(times, inside["rate"].tolist(), strict=True)]


def instrument_of(facts: platform.Instrument, tables: Sequence[Candles], fee_rate: float) -> Instrument:
    """The instrument, whose prices have as many decimal places as its tick and all that is fed."""
    instrument_id = InstrumentId.from_str(facts.symbol)
    decimals = _decimals(facts.tick_size, tables)
    common = {
        "instrument_id": instrument_id,
        "raw_symbol": instrument_id.symbol,
        "price_precision": decimals,
        "size_precision": facts.size_decimals,
        "price_increment": Price(10**-decimals, decimals),
        "size_increment": Quantity(10**-facts.size_decimals, facts.size_decimals),
        "ts_event": 0,
        "ts_init": 0,
    }
    if facts.prediction is not None:
        fees = facts.prediction.taker_fees
        return BinaryOption(
            **common,
            maker_fee=Decimal(0),
            # As nautilus's own adapter has it: by the curve, and no share of the value.
            taker_fee=Decimal(0 if fees is None else repr(fees.rate)),
            asset_class=AssetClass.ALTERNATIVE,
            currency=USDC,
            activation_ns=0,
            expiration_ns=facts.prediction.end_date_ms * NANOSECONDS_A_MILLISECOND,
            outcome=facts.prediction.outcome,
            description=facts.prediction.question,
        )
    return CryptoPerpetual(
        **common,
        maker_fee=Decimal(repr(fee_rate)),
        taker_fee=Decimal(repr(fee_rate)),
        base_currency=Currency.from_str(instrument_id.symbol.value.removesuffix("-PERP")),
        quote_currency=USDC,
        settlement_currency=USDC,
        is_inverse=False,
        lot_size=None,
        # Of the value divided by the leverage, which the account is given.
        margin_init=Decimal(1),
        margin_maint=Decimal(1),
    )


def _decimals(tick_size: str, tables: Sequence[Candles]) -> int:
    """Decimal places that hold the tick and every price that is fed."""
    exponent = Decimal(tick_size).normalize().as_tuple().exponent
    decimals = max(0, -exponent) if isinstance(exponent, int) else 0
    prices = numpy.unique(
        numpy.concatenate([table.values[name] for table in tables for name in ("open", "high", "low", "close")])
    )
    while decimals < _PRICE_DECIMALS_MAX and not (numpy.round(prices, decimals) == prices).all():
        decimals += 1
    return decimals
