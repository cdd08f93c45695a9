"""What happens to the account while a run goes on: trades, funding, and what was held at which time."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from nautilus_trader.backtest.config import SimulationModuleConfig
from nautilus_trader.backtest.modules import SimulationModule
from nautilus_trader.common.component import Logger, Subscription
from nautilus_trader.model.currencies import USDC
from nautilus_trader.model.data import Bar, FundingRateUpdate
from nautilus_trader.model.events import PositionClosed, PositionEvent, PositionOpened
from nautilus_trader.model.identifiers import InstrumentId, PositionId
from nautilus_trader.model.objects import Money
from nautilus_trader.model.position import Position
from nautilus_trader.trading.strategy import Strategy
from platform_worker.coverage import shown_time
from platform_worker.failure import StrategyFault

from nautilus_harness.awaited import funding_topic
from nautilus_harness.markets import NANOSECONDS_A_MILLISECOND, Market
from nautilus_harness.money.fills import is_settlement
from nautilus_harness.money.margin import Exposure, require_margin

# Before a strategy acts on the same data.
_FIRST = 100

_PROGRESS_SECONDS = 0.5
# The poll interval, in simulated time, for what is waited for.
_LOOKS = 1_000


@dataclass(frozen=True, slots=True)
class Holding:
    """What was held of a market at a time: signed, and what that cost."""

    quantity: float
    cost: float


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The account after all that happened at one instant: its balance and what it held of each market."""

    at_ns: int
    balance: float
    holdings: Mapping[InstrumentId, Holding]


class Ledger(SimulationModule):  # type: ignore[misc]  # nautilus is untyped
    """
    Keeps the positions that were closed and a snapshot whenever something changed, and posts the funding.

    nautilus's own cache loses a position that one order closes and opens again the other way round.
    """

    def __init__(
        self,
        markets: Mapping[InstrumentId, Market],
        window_ns: tuple[int, int],
        on_progress: Callable[[float, int], None],
        *,
        sells_what_it_holds: bool,
    ) -> None:
        super().__init__(SimulationModuleConfig())
        self.closed: list[PositionClosed] = []
        self.fees: list[float] = []
        self.snapshots: list[Snapshot] = []
        # Of perpetuals, by market: how many snapshots there were as each candle arrived, its own fills done.
        self.arrivals: dict[InstrumentId, list[int]] = {identifier: [] for identifier in markets}
        self.funding = Money(0, USDC)
        # Every topic that had a listener.
        self.topics: set[str] = set()
        # Those of them that the strategy itself listened to.
        self.heard: set[str] = set()
        self._of_venue = next(iter(markets)).venue
        self._markets = markets
        self._window_ns = window_ns
        self._on_progress = on_progress
        self._sells_what_it_holds = sells_what_it_holds
        self._held: dict[PositionId, Position] = {}
        self._changed = False
        self._paid_ns = -1
        self._has_looked = False
        self._next_look_ns = window_ns[0]
        self._told_at = time.monotonic()
        self._rates: dict[int, list[tuple[Market, float]]] = {}
        for market in markets.values():
            for at_ns, rate in market.funding:
                self._rates.setdefault(at_ns, []).append((market, rate))

    def watch(self) -> None:
        """Listens from now on; asked for once the venue knows this module."""
        self.msgbus.subscribe(topic="events.position.*", handler=self._on_position, priority=_FIRST)
        self.msgbus.subscribe(topic="events.order.*", handler=self._on_change, priority=_FIRST)
        for market in self._markets.values():
            if market.funding:
                self.msgbus.subscribe(topic=funding_topic(market), handler=self._pay, priority=_FIRST)
            if not self._sells_what_it_holds:
                topic = f"data.bars.{market.bar_types()[0]}"
                self.msgbus.subscribe(topic=topic, handler=self._on_candle, priority=_FIRST)

    def pre_process(self, _data: object) -> None:
        """Called by the venue before each piece of its data; at the first a strategy may unsubscribe."""
        if not self._has_looked:
            self._has_looked = True
            self._look()

    def process(self, ts_now: int) -> None:
        """Called by the venue after every piece of data and what the strategy did about it."""
        self._note_changes(ts_now)
        if ts_now >= self._next_look_ns:
            from_ns, to_ns = self._window_ns
            self._next_look_ns = ts_now + (to_ns - from_ns) // _LOOKS
            self._look()
        # At every piece of data: between two polls slow bars may take minutes.
        if time.monotonic() - self._told_at >= _PROGRESS_SECONDS:
            self._tell(ts_now)

    def log_diagnostics(self, logger: Logger) -> None:
        """Nothing to add to nautilus's own log."""

    def reset(self) -> None:
        """A ledger is of one run."""

    def open_positions(self) -> list[Position]:
        """Returns the open positions, in the order in which they were opened."""
        return sorted(self.cache.positions_open(venue=self._of_venue), key=lambda position: position.ts_opened)

    def _on_change(self, _event: object) -> None:
        self._changed = True

    def _on_candle(self, bar: Bar) -> None:
        self._note_changes(bar.ts_init)
        self.arrivals[bar.bar_type.instrument_id].append(len(self.snapshots))

    def _on_position(self, event: PositionEvent) -> None:
        self._changed = True
        if isinstance(event, PositionOpened):
            self._held[event.position_id] = self.cache.position(event.position_id)
        elif isinstance(event, PositionClosed):
            self.closed.append(event)
            self.fees.append(fees_of(self._held.pop(event.position_id)))
            if is_settlement(self.cache.order(event.closing_order_id)):
                # nautilus closes the position and leaves the account as it was.
                self.exchange.adjust_account(Money(event.last_qty * event.last_px, USDC))
        if not self._sells_what_it_holds:
            self._require_margin(event)
        elif float(event.signed_qty) < 0:
            at = shown_time(event.ts_event // NANOSECONDS_A_MILLISECOND)
            raise StrategyFault(
                f"at {at} the strategy sold more of {event.instrument_id} than it held: there is no short position in "
                "a prediction; buy the other outcome instead",
                None,
            )

    def _require_margin(self, event: PositionEvent) -> None:
        grown = self.cache.position(event.position_id)
        if grown.is_closed or grown.is_opposite_side(grown.last_event.order_side):
            return
        held = []
        for position in self.cache.positions_open(venue=self._of_venue):
            market = self._markets[position.instrument_id]
            # Within a candle its close is not yet known.
            price = event.last_px if position.instrument_id == event.instrument_id else market.close(event.ts_event)
            quantity = position.signed_qty
            held.append(Exposure(market, quantity, quantity * position.avg_px_open, float(price)))
        require_margin(held, self._balance(), event.ts_event)

    def _pay(self, update: FundingRateUpdate) -> None:
        """Posts every payment of an instant when the first of its rates arrives."""
        if update.ts_init == self._paid_ns:
            return
        self._paid_ns = update.ts_init
        for market, rate in self._rates.get(update.ts_init, ()):
            for position in self.cache.positions_open(instrument_id=market.instrument.id):
                self._pay_for(position, rate * market.close(update.ts_init))

    def _pay_for(self, position: Position, amount_a_unit: float) -> None:
        payment = Money(-position.signed_qty * amount_a_unit, USDC)
        self.exchange.adjust_account(payment)
        self.funding = Money(self.funding + payment, USDC)
        self._changed = True

    def _balance(self) -> float:
        return float(self.exchange.get_account().balance_total(USDC).as_double())

    def _note_changes(self, at_ns: int) -> None:
        if self._changed:
            self._changed = False
            self._note(at_ns)

    def _note(self, at_ns: int) -> None:
        holdings: dict[InstrumentId, Holding] = {}
        for position in self.cache.positions_open(venue=self._of_venue):
            before = holdings.get(position.instrument_id, Holding(0.0, 0.0))
            quantity, cost = position.signed_qty, position.signed_qty * position.avg_px_open
            holdings[position.instrument_id] = Holding(before.quantity + quantity, before.cost + cost)
        self.snapshots.append(Snapshot(at_ns, self._balance(), holdings))

    def _look(self) -> None:
        self.topics.update(self.msgbus.topics())
        own = (each for each in self.msgbus.subscriptions() if isinstance(_owner_of(each), Strategy))
        self.heard.update(each.topic for each in own)

    def _tell(self, at_ns: int) -> None:
        from_ns, to_ns = self._window_ns
        self._told_at = time.monotonic()
        self._on_progress((at_ns - from_ns) / (to_ns - from_ns), at_ns // NANOSECONDS_A_MILLISECOND)


def _owner_of(subscription: Subscription) -> object:
    return getattr(subscription.handler, "__self__", None)


def fees_of(position: Position) -> float:
    """Returns the fees of a position, in USDC."""
    return float(sum(fee.as_double() for fee in position.commissions()))
