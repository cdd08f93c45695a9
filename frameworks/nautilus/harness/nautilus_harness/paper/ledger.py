"""What a bot has: its balance, its open positions, and the trades that it has closed."""

from collections.abc import Iterable, Mapping
from typing import Any

from nautilus_trader.backtest.config import SimulationModuleConfig
from nautilus_trader.backtest.modules import SimulationModule
from nautilus_trader.common.component import Logger
from nautilus_trader.model.currencies import USDC
from nautilus_trader.model.data import FundingRateUpdate
from nautilus_trader.model.enums import OrderStatus
from nautilus_trader.model.events import PositionClosed, PositionEvent, PositionOpened
from nautilus_trader.model.identifiers import PositionId
from nautilus_trader.model.objects import Money
from nautilus_trader.model.position import Position
from platform_worker.failure import StrategyFault
from platform_worker.figures import finite

from nautilus_harness.markets import Market
from nautilus_harness.money.ledger import fees_of
from nautilus_harness.money.margin import Exposure, require_margin
from nautilus_harness.paper.feed import Depth
from nautilus_harness.paper.kept import Kept, KeptPosition, StateFolder
from nautilus_harness.trades import closed_trade, entry_tag

_FIRST = 100
_RESTING = frozenset({OrderStatus.ACCEPTED, OrderStatus.TRIGGERED, OrderStatus.PARTIALLY_FILLED})


class PaperLedger(SimulationModule):  # type: ignore[misc]  # nautilus is untyped
    """Keeps the account's books, and writes them down as soon as they change."""

    def __init__(
        self, markets: Mapping[str, Market], books: Mapping[str, Depth], folder: StateFolder, kept: Kept
    ) -> None:
        super().__init__(SimulationModuleConfig())
        self._markets = markets
        self._books = books
        self._folder = folder
        self._kept = kept
        # What the positions of an earlier run came to before it.
        self._earlier = {each.symbol: each for each in kept.positions}
        self._held: dict[PositionId, Position] = {}
        self._changed = False
        self.closed = folder.trades()

    def watch(self) -> None:
        """Listens from now on; asked for once the venue knows this module."""
        self.msgbus.subscribe(topic="events.position.*", handler=self._on_position, priority=_FIRST)
        self.msgbus.subscribe(topic="events.order.*", handler=self._on_change, priority=_FIRST)
        self._held = {position.id: position for position in self._open()}

    def pre_process(self, _data: object) -> None:
        """Nothing to do before the venue's data."""

    def process(self, _ts_now: int) -> None:
        """Nothing to do after the venue's data."""

    def log_diagnostics(self, logger: Logger) -> None:
        """Nothing to add to nautilus's own log."""

    def reset(self) -> None:
        """A ledger is of one run."""

    def pay(self, updates: Iterable[FundingRateUpdate]) -> None:
        """Posts the funding of the open positions."""
        for update in updates:
            depth = self._books.get(update.instrument_id.value)
            for position in self.cache.positions_open(instrument_id=update.instrument_id):
                if depth is None:
                    continue
                payment = Money(-position.signed_qty * float(update.rate) * depth.middle, USDC)
                self.exchange.adjust_account(payment)
                self._kept.funding += payment.as_double()
                self._changed = True

    def require_solvent(self) -> None:
        """Raises where the account is worth nothing."""
        worth = self._balance() + sum(self._unrealized(position) or 0.0 for position in self._open())
        if worth <= 0:
            raise StrategyFault(
                f"the account's equity fell to {worth:.2f} USDC: the venue would have liquidated it", None
            )

    def keep(self, saved: Mapping[str, bytes] | None = None) -> None:
        """Writes down what has changed; `saved` is what the strategy saves, where it was asked."""
        if saved is not None:
            self._kept.keep_strategy_state(saved)
            self._changed = True
        if not self._changed:
            return
        self._changed = False
        self._kept.balance = str(self.exchange.get_account().balance_total(USDC))
        self._kept.positions = [self._kept_position(position) for position in self._open()]
        resting = [order for order in self.cache.orders_open() if order.status in _RESTING]
        self._kept.orders = [
            [(type(event).__name__, event.to_dict(event)) for event in order.events] for order in resting
        ]
        self._folder.write(self._kept)

    def snapshot(self) -> dict[str, object]:
        """The figures that the platform shows; those that need a price which there isn't are null."""
        held = self._open()
        unrealized = [self._unrealized(position) for position in held]
        known = None if None in unrealized else sum(filter(None, unrealized))
        wins = sum(trade["profit_abs"] > 0 for trade in self.closed)
        return {
            "trades": {
                "total": len(self.closed) + len(held),
                "open": len(held),
                "wins": wins,
                "losses": sum(trade["profit_abs"] <= 0 for trade in self.closed),
            },
            "realized_usd": finite(sum(trade["profit_abs"] for trade in self.closed)),
            "unrealized_usd": known,
            "positions": [self._shown(position) for position in held],
            "balance_usd": None if known is None else self._balance() + known,
        }

    def _shown(self, position: Position) -> dict[str, object]:
        depth = self._books.get(position.instrument_id.value)
        return {
            "symbol": position.instrument_id.value,
            "side": "long" if position.is_long else "short",
            "size_usd": None if depth is None else float(position.quantity) * depth.middle,
        }

    def _on_change(self, _event: object) -> None:
        self._changed = True

    def _on_position(self, event: PositionEvent) -> None:
        self._changed = True
        if isinstance(event, PositionOpened):
            self._held[event.position_id] = self.cache.position(event.position_id)
        elif isinstance(event, PositionClosed):
            self._close(event)
        self._require_margin(event)

    def _close(self, event: PositionClosed) -> None:
        fees = fees_of(self._held.pop(event.position_id))
        trade = closed_trade(event, self.cache, fees)
        earlier = self._earlier.pop(event.instrument_id.value, None)
        if earlier is not None:
            trade = _joined(trade, earlier)
        told = {"number": len(self.closed) + 1, **trade}
        self._folder.add_trade(told)
        self.closed.append(told)

    def _require_margin(self, event: PositionEvent) -> None:
        grown = self.cache.position(event.position_id)
        if grown.is_closed or grown.is_opposite_side(grown.last_event.order_side):
            return
        held = []
        for position in self._open():
            depth = self._books.get(position.instrument_id.value)
            price = float(event.last_px) if depth is None else depth.middle
            quantity = position.signed_qty
            market = self._markets[position.instrument_id.value]
            held.append(Exposure(market, quantity, quantity * position.avg_px_open, price))
        require_margin(held, self._balance(), event.ts_event)

    def _unrealized(self, position: Position) -> float | None:
        depth = self._books.get(position.instrument_id.value)
        return None if depth is None else position.signed_qty * (depth.middle - position.avg_px_open)

    def _kept_position(self, position: Position) -> KeptPosition:
        earlier = self._earlier.get(position.instrument_id.value)
        return KeptPosition(
            symbol=position.instrument_id.value,
            quantity=str(position.quantity),
            is_long=position.is_long,
            average_price=position.avg_px_open,
            opened_at_ns=position.ts_opened if earlier is None else earlier.opened_at_ns,
            peak_quantity=max(float(position.peak_qty), 0.0 if earlier is None else earlier.peak_quantity),
            fees=fees_of(position) + (0.0 if earlier is None else earlier.fees),
            realized=position.realized_pnl.as_double() + (0.0 if earlier is None else earlier.realized),
            entry_tag=entry_tag(self.cache, position.opening_order_id),
        )

    def _open(self) -> list[Position]:
        return sorted(self.cache.positions_open(), key=lambda position: position.ts_opened)

    def _balance(self) -> float:
        return float(self.exchange.get_account().balance_total(USDC).as_double())


def _joined(trade: dict[str, Any], earlier: KeptPosition) -> dict[str, Any]:
    """A trade that was opened in an earlier run, with what it came to in it."""
    amount = max(trade["amount"], earlier.peak_quantity)
    stake, profit = amount * trade["open_rate"], trade["profit_abs"] + earlier.realized
    return {
        **trade,
        "opened_at_ms": earlier.opened_at_ns // 1_000_000,
        "amount": amount,
        "stake_amount": stake,
        "fees_abs": trade["fees_abs"] + earlier.fees,
        "profit_abs": profit,
        "profit_ratio": profit / stake if stake else 0.0,
    }
