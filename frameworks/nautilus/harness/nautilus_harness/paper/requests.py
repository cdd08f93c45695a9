"""Answers what a strategy requests of the past; what it subscribes to is fed without being asked for."""

import logging
from collections.abc import Sequence

from nautilus_trader.backtest.data_client import BacktestMarketDataClient
from nautilus_trader.data.messages import (
    RequestBars,
    SubscribeBars,
    SubscribeQuoteTicks,
    UnsubscribeBars,
    UnsubscribeQuoteTicks,
)
from nautilus_trader.model.identifiers import ClientId, Venue
from nautilus_trader.system.kernel import NautilusKernel
from platform_worker.conversation import NoAnswer
from platform_worker.history.table_name import TableName
from platform_worker.history.timeframes import seconds_of

from nautilus_harness.bar_types import FORM, STEPS
from nautilus_harness.paper.feed import PaperFeed

_LOG = logging.getLogger("platform")
_BARS_MAX = 5_000
_TIMEFRAMES = {step: timeframe for timeframe, step in STEPS.items()}


class HistoryClient(BacktestMarketDataClient):  # type: ignore[misc]  # nautilus is untyped
    """The data client of the venue."""

    def __init__(self, venue: Venue, kernel: NautilusKernel, feed: PaperFeed, tables: Sequence[TableName]) -> None:
        super().__init__(ClientId(venue.value), kernel.msgbus, kernel.cache, kernel.clock)
        self._feed = feed
        self._tables = frozenset(tables)

    def subscribe_bars(self, command: SubscribeBars) -> None:
        """Notes it; nautilus would look for stored bars."""
        self._add_subscription_bars(command.bar_type)

    def unsubscribe_bars(self, command: UnsubscribeBars) -> None:
        """Notes it."""
        self._remove_subscription_bars(command.bar_type)

    def subscribe_quote_ticks(self, command: SubscribeQuoteTicks) -> None:
        """Notes it."""
        self._add_subscription_quote_ticks(command.instrument_id)

    def unsubscribe_quote_ticks(self, command: UnsubscribeQuoteTicks) -> None:
        """Notes it."""
        self._remove_subscription_quote_ticks(command.instrument_id)

    def request_bars(self, request: RequestBars) -> None:
        """Answers with the newest closed candles: as many as are asked for, or as the time asked for has."""
        found = FORM.fullmatch(str(request.bar_type))
        timeframe = None if found is None else _TIMEFRAMES.get(found["step"])
        if found is None or timeframe is None or found["source"] != "EXTERNAL":
            _LOG.warning("no history of %s: only bars that the platform stores are told", request.bar_type)
            return
        name = TableName(found["symbol"], timeframe)
        try:
            bars = self._feed.history(request.bar_type, name, self._count(request, seconds_of(timeframe)))
        except (NoAnswer, KeyError) as error:
            _LOG.warning("no history of %s: %s", request.bar_type, error)
            return
        from_ns = 0 if request.start is None else int(request.start.timestamp() * 1e9)
        wanted = [bar for bar in bars if bar.ts_event >= from_ns]
        self._handle_bars_py(request.bar_type, wanted, request.id, request.start, request.end, request.params)

    def _count(self, request: RequestBars, seconds: int) -> int:
        if request.start is None:
            return min(_BARS_MAX, request.limit or 1_000)
        now_s = self._clock.timestamp_ns() / 1e9 if self._clock.timestamp_ns() else request.start.timestamp()
        span = int((now_s - request.start.timestamp()) // seconds) + 1
        return max(1, min(_BARS_MAX, span, request.limit or _BARS_MAX))
