"""What a bot is told of its markets: quotes of the order book, candles as they close, and funding."""

import logging
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from nautilus_trader.model.data import Bar, BarType, FundingRateUpdate, QuoteTick
from nautilus_trader.model.instruments import Instrument
from platform_worker.conversation import Conversation, NoAnswer
from platform_worker.history.table_name import TableName
from platform_worker.history.timeframes import seconds_of

from nautilus_harness.bar_types import STEPS
from nautilus_harness.markets import NANOSECONDS_A_MILLISECOND

_LOG = logging.getLogger("platform")
# How often a market's book is asked for.
_BOOK_SECONDS = 1.0
# More missed candles than that are not told any more.
_MISSED_MAX = 1_000
_HOUR_MS = 3_600_000
# A venue posts the rate of an hour shortly after it.
_FUNDING_DELAY_MS = 20_000
_FUNDING_AGAIN_SECONDS = 30.0
# The same failure is logged once in that time.
_SILENCE_SECONDS = 60.0

Levels = Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Depth:
    """An order book as it was told last, best levels first."""

    bids: Levels
    asks: Levels

    @property
    def middle(self) -> float:
        """The price between the best two."""
        return (self.bids[0][0] + self.asks[0][0]) / 2


@dataclass(slots=True)
class _Table:
    """Candles of one length: the opening of the last one that was told."""

    name: TableName
    bar_type: BarType
    instrument: Instrument
    interval_ms: int
    told_ms: int


@dataclass(slots=True)
class Told:
    """What came since the last look, each kind in its order."""

    data: list[Any] = field(default_factory=list)
    funding: list[FundingRateUpdate] = field(default_factory=list)


class PaperFeed:
    """Asks the platform, and keeps what was told last."""

    def __init__(
        self,
        conversation: Conversation,
        instruments: Mapping[str, Instrument],
        tables: Iterable[TableName],
        now_ms: int,
    ) -> None:
        self._conversation = conversation
        self._instruments = instruments
        self._tables = [_table(name, instruments[name.symbol], now_ms) for name in tables]
        self._funded_ms = now_ms - now_ms % _HOUR_MS
        self._funding_due = 0.0
        self._book_due = 0.0
        self._logged: dict[str, float] = {}
        self.books: dict[str, Depth] = {}

    @property
    def is_complete(self) -> bool:
        """Whether every market has a price."""
        return self.books.keys() == self._instruments.keys()

    def fresh(self, now_ms: int) -> Told:
        """Returns what there is since the last time: quotes first, so that orders meet the market of now."""
        told = Told()
        due = [table for table in self._tables if now_ms >= table.told_ms + 2 * table.interval_ms]
        if due or time.monotonic() >= self._book_due:
            self._book_due = time.monotonic() + _BOOK_SECONDS
            bars = [bar for table in due for bar in self._closed(table)]
            arrived_ns = time.time_ns()
            told.data += self._quotes(arrived_ns)
            told.data += [_at(bar, arrived_ns) for bar in bars]
        if now_ms >= self._funded_ms + _HOUR_MS + _FUNDING_DELAY_MS and time.monotonic() >= self._funding_due:
            self._funding_due = time.monotonic() + _FUNDING_AGAIN_SECONDS
            told.funding = self._rates(now_ms)
        return told

    def history(self, bar_type: BarType, name: TableName, count: int) -> list[Bar]:
        """Returns the newest closed candles, for what a strategy requests. Raises `NoAnswer`."""
        instrument = self._instruments[name.symbol]
        rows = self._ask_candles(name, count)
        return [_bar(bar_type, instrument, row, seconds_of(name.timeframe) * 1000) for row in rows]

    def _quotes(self, at_ns: int) -> list[QuoteTick]:
        quotes = []
        for symbol, instrument in self._instruments.items():
            try:
                told = self._conversation.ask("book", symbol=symbol)
            except NoAnswer as error:
                self._say(f"{symbol}: no order book ({error})")
                continue
            if not told["bids"] or not told["asks"]:
                continue
            depth = Depth(told["bids"], told["asks"])
            self.books[symbol] = depth
            (bid, bid_size), (ask, ask_size) = depth.bids[0], depth.asks[0]
            quotes.append(
                QuoteTick(
                    instrument.id,
                    instrument.make_price(bid),
                    instrument.make_price(ask),
                    _quantity(instrument, bid_size),
                    _quantity(instrument, ask_size),
                    ts_event=at_ns,
                    ts_init=at_ns,
                )
            )
        return quotes

    def _closed(self, table: _Table) -> list[Bar]:
        missed = (time.time_ns() // NANOSECONDS_A_MILLISECOND - table.told_ms) // table.interval_ms
        try:
            rows = self._ask_candles(table.name, min(_MISSED_MAX, missed + 1))
        except NoAnswer as error:
            self._say(f"{table.name.symbol} {table.name.timeframe}: no candles ({error})")
            return []
        fresh = [row for row in rows if row[0] > table.told_ms]
        if fresh:
            table.told_ms = int(fresh[-1][0])
        return [_bar(table.bar_type, table.instrument, row, table.interval_ms) for row in fresh]

    def _ask_candles(self, name: TableName, count: int) -> list[Sequence[float]]:
        told = self._conversation.ask("candles", symbol=name.symbol, timeframe=name.timeframe, limit=count)
        closed: list[Sequence[float]] = told["closed"]
        return closed

    def _rates(self, now_ms: int) -> list[FundingRateUpdate]:
        updates = []
        try:
            for symbol, instrument in self._instruments.items():
                told = self._conversation.ask("funding", symbol=symbol, from_ms=self._funded_ms + 1)
                updates += [
                    FundingRateUpdate(
                        instrument.id,
                        Decimal(repr(float(rate))),
                        ts_event=at_ms * NANOSECONDS_A_MILLISECOND,
                        ts_init=time.time_ns(),
                    )
                    for at_ms, rate in told["rates"]
                ]
        except NoAnswer as error:
            self._say(f"no funding rates ({error})")
            return []
        hour_ms = now_ms - now_ms % _HOUR_MS
        of_hour = {update.instrument_id for update in updates if _hour_of(update) == hour_ms}
        # A market without funding has no rates at all; of the others all are waited for.
        if updates and len(of_hour) < len({update.instrument_id for update in updates}):
            return []
        if updates or now_ms - hour_ms > _HOUR_MS // 2:
            self._funded_ms = hour_ms
        return updates

    def _say(self, text: str) -> None:
        now = time.monotonic()
        if now - self._logged.get(text, -_SILENCE_SECONDS) >= _SILENCE_SECONDS:
            self._logged[text] = now
            _LOG.warning(text)


def _hour_of(update: FundingRateUpdate) -> int:
    at_ms = int(update.ts_event) // NANOSECONDS_A_MILLISECOND
    return at_ms - at_ms % _HOUR_MS


def _table(name: TableName, instrument: Instrument, now_ms: int) -> _Table:
    interval_ms = seconds_of(name.timeframe) * 1000
    bar_type = BarType.from_str(f"{name.symbol}-{STEPS[name.timeframe]}-LAST-EXTERNAL")
    # The one in progress is the first that is told, once it has closed.
    return _Table(name, bar_type, instrument, interval_ms, now_ms - now_ms % interval_ms - interval_ms)


def _bar(bar_type: BarType, instrument: Instrument, row: Sequence[float], interval_ms: int) -> Bar:
    closed_ns = (int(row[0]) + interval_ms) * NANOSECONDS_A_MILLISECOND
    opened, high, low, close = (instrument.make_price(value) for value in row[1:5])
    return Bar(bar_type, opened, high, low, close, _quantity(instrument, row[5]), closed_ns, closed_ns)


def _at(bar: Bar, arrived_ns: int) -> Bar:
    """The bar as it came: strategies see both when it closed and when that was told."""
    return Bar(bar.bar_type, bar.open, bar.high, bar.low, bar.close, bar.volume, bar.ts_event, arrived_ns)


def _quantity(instrument: Instrument, value: float) -> Any:
    """A quantity, of which nautilus wants more than nothing."""
    return instrument.make_qty(max(value, float(instrument.size_increment)))
