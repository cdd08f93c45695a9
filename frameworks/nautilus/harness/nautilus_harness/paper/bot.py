"""One bot: nautilus's backtest engine, moved on in real time by what the venue tells."""

import logging
import time
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from nautilus_trader.backtest.config import BacktestEngineConfig
from nautilus_trader.backtest.engine import BacktestEngine
from nautilus_trader.config import DataEngineConfig, LoggingConfig, RiskEngineConfig
from nautilus_trader.examples.algorithms.twap import TWAPExecAlgorithm
from nautilus_trader.model.currencies import USDC
from nautilus_trader.model.enums import AccountType, OmsType
from nautilus_trader.model.identifiers import TraderId
from nautilus_trader.model.objects import Money
from nautilus_trader.system import kernel
from nautilus_trader.trading.strategy import Strategy
from platform_worker.conversation import Conversation, NoAnswer
from platform_worker.job import Instrument

from nautilus_harness import STARTING_BALANCE, bar_types
from nautilus_harness.backtest import ORDER_RATE, QUIET, silent
from nautilus_harness.clock import bound_timers
from nautilus_harness.loading import load
from nautilus_harness.markets import NANOSECONDS_A_MILLISECOND, Candles, Market, instrument_of
from nautilus_harness.money.fees import VenueFees
from nautilus_harness.orders import OrderWatch
from nautilus_harness.paper.entries import Entries
from nautilus_harness.paper.feed import PaperFeed
from nautilus_harness.paper.fills import BookPrices
from nautilus_harness.paper.kept import Kept, StateFolder
from nautilus_harness.paper.ledger import PaperLedger
from nautilus_harness.paper.requests import HistoryClient
from nautilus_harness.paper.restoring import restore_order, restore_position

_LOG = logging.getLogger("platform")
_ROUND_SECONDS = 0.5
_REPORT_SECONDS = 5.0
_SNAPSHOT_SECONDS = 15.0
_SAVE_SECONDS = 60.0
_TRADES_A_REPORT = 100
# Bars that are made of others wait so long for the last of these: the platform tells it some seconds after its end.
_LATE_BARS_MICROSECONDS = 10_000_000


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to run."""

    bot: str
    strategy: str
    path: Path
    config: Mapping[str, object]
    symbols: tuple[str, ...]
    fee_rate: float
    instruments: tuple[Instrument, ...]
    entries_blocked: bool


class PaperBot:
    """One bot from its start to its end."""

    def __init__(self, wanted: Wanted, conversation: Conversation, state: Path) -> None:
        self._wanted = wanted
        self._conversation = conversation
        self._stopping = False
        self._report_due = self._snapshot_due = self._save_due = 0.0
        self._told_trades = 0
        folder = StateFolder(state)
        self._kept = folder.read() or Kept(balance=f"{STARTING_BALANCE} USDC")
        self._markets = {facts.symbol: self._market(facts) for facts in wanted.instruments}
        instruments = {symbol: market.instrument for symbol, market in self._markets.items()}
        self._tables = bar_types.tables(wanted.config, wanted.symbols)
        self._feed = PaperFeed(conversation, instruments, self._tables, _now_ms())
        self._ledger = PaperLedger(self._markets, self._feed.books, folder, self._kept)
        # It describes the machine, not the run.
        kernel.log_header = silent
        bound_timers()
        self._engine = _engine()
        self._strategy = self._furnish()
        self._orders = OrderWatch(self._engine.trader.exec_algorithm_ids)
        self._engine.kernel.msgbus.subscribe(topic="events.order.*", handler=self._orders.see)
        self._entries = Entries(self._engine.kernel, blocked=wanted.entries_blocked)
        self._now_ns = 0

    def run(self) -> None:
        """Trades until it is told to stop. Raises where the bot can't go on."""
        try:
            self._rounds()
            self._stop()
        finally:
            # A thread of its own writes what is logged; the end of the guard waits for it.
            self._engine.kernel._log_guard = None

    def _rounds(self) -> None:
        while True:
            self._obey()
            if self._stopping:
                return
            told = self._feed.fresh(_now_ms())
            if self._feed.is_complete and told.data:
                self._advance([*told.data, *told.funding])
                self._ledger.pay(told.funding)
                self._orders.require_sound()
                self._ledger.require_solvent()
                self._ledger.keep(self._saved())
                self._report()
            self._conversation.arrived.wait(_ROUND_SECONDS)

    def _advance(self, data: list[Any]) -> None:
        """Moves nautilus on to now: timers that are due, and what was told."""
        start_ns = self._now_ns or data[0].ts_init
        self._now_ns = data[-1].ts_init
        self._engine.add_data(data, sort=True)
        self._engine.run(start=start_ns, end=self._now_ns, streaming=True)
        self._engine.clear_data()

    def _stop(self) -> None:
        """Stops the strategy as nautilus does; what it orders now is denied, so that positions stay as they are."""
        self._entries.stopped = True
        if self._now_ns:
            saved = self._strategy.save()
            self._engine.end()
            self._ledger.keep(saved)

    def _saved(self) -> Mapping[str, bytes] | None:
        if time.monotonic() < self._save_due:
            return None
        self._save_due = time.monotonic() + _SAVE_SECONDS
        saved: Mapping[str, bytes] = self._strategy.save()
        return saved or None

    def _obey(self) -> None:
        orders = self._conversation.orders
        while not orders.empty():
            order = orders.get()
            if order["kind"] == "stop":
                self._stopping = True
            elif order["kind"] == "entries":
                self._entries.blocked = order["blocked"]
                self._report_due = 0.0
        self._conversation.arrived.clear()

    def _report(self) -> None:
        now = time.monotonic()
        trades = self._ledger.closed[self._told_trades : self._told_trades + _TRADES_A_REPORT]
        if now < self._report_due and not trades:
            return
        self._report_due = now + _REPORT_SECONDS
        self._told_trades += len(trades)
        frame: dict[str, object] = {
            "kind": "round",
            "entries_blocked": self._entries.blocked,
            "strategy_errors": 0,
            "last_strategy_error": None,
        }
        if trades or now >= self._snapshot_due:
            self._snapshot_due = now + _SNAPSHOT_SECONDS
            frame["snapshot"] = self._ledger.snapshot()
        self._conversation.send({**frame, "closed_trades": trades})

    def _market(self, facts: Instrument) -> Market:
        """The market with its newest candles, by which its prices' decimal places are known."""
        table = Candles.of_rows("1m", self._recent(facts.symbol))
        instrument = instrument_of(facts, [table], self._wanted.fee_rate)
        return Market(facts, instrument, [table], has_funding=False, funding=[])

    def _recent(self, symbol: str) -> list[list[float]]:
        while True:
            try:
                rows: list[list[float]] = self._conversation.ask("candles", symbol=symbol, timeframe="1m", limit=100)[
                    "closed"
                ]
                return rows
            except NoAnswer as error:
                _LOG.warning("%s: no candles (%s): asked again", symbol, error)
                time.sleep(_REPORT_SECONDS)

    def _furnish(self) -> Strategy:
        """Adds the venue, the strategy and what it had to the engine."""
        engine, wanted = self._engine, self._wanted
        venue = next(iter(self._markets.values())).instrument.id.venue
        # Before the venue, which brings a client of its own where there is none.
        engine.kernel.data_engine.register_client(HistoryClient(venue, engine.kernel, self._feed, self._tables))
        engine.add_venue(
            venue=venue,
            oms_type=OmsType.NETTING,
            account_type=AccountType.MARGIN,
            starting_balances=[Money.from_str(self._kept.balance)],
            base_currency=USDC,
            default_leverage=Decimal(1),
            leverages={market.instrument.id: Decimal(market.facts.max_leverage) for market in self._markets.values()},
            modules=[self._ledger],
            fill_model=BookPrices(self._feed.books),
            fee_model=VenueFees({}),
            reject_stop_orders=True,
            support_gtd_orders=True,
            support_contingent_orders=True,
            use_position_ids=True,
            # Those of an earlier run are still in use.
            use_random_ids=True,
            use_reduce_only=True,
            # Quotes move the market: a candle that has ended is no price of now.
            bar_execution=False,
        )
        for market in self._markets.values():
            engine.add_instrument(market.instrument)
        engine.add_exec_algorithm(TWAPExecAlgorithm())
        strategy = load(wanted.path, wanted.strategy, wanted.config, wanted.symbols)
        engine.add_strategy(strategy)
        self._restore(strategy)
        self._ledger.watch()
        return strategy

    def _restore(self, strategy: Strategy) -> None:
        cache, owner = self._engine.kernel.cache, (self._engine.trader_id, strategy.id)
        for position in self._kept.positions:
            restore_position(cache, self._markets[position.symbol].instrument, position, owner, time.time_ns())
        for order in self._kept.orders:
            restore_order(cache, order)
        if self._kept.saved:
            strategy.load(self._kept.strategy_state())


def _now_ms() -> int:
    return time.time_ns() // NANOSECONDS_A_MILLISECOND


def _engine() -> BacktestEngine:
    return BacktestEngine(
        BacktestEngineConfig(
            trader_id=TraderId("TRADER-001"),
            logging=LoggingConfig(log_level="INFO", log_colors=False, log_component_levels=QUIET),
            risk_engine=RiskEngineConfig(max_order_submit_rate=ORDER_RATE, max_order_modify_rate=ORDER_RATE),
            data_engine=DataEngineConfig(time_bars_build_delay=_LATE_BARS_MICROSECONDS),
            run_analysis=False,
        )
    )
