"""Trades rebuilt from the fills of a run, and the figures that follow from them."""

import math
from dataclasses import dataclass, field
from typing import Any

from history import NANOS_PER_MS, History
from nautilus_trader.backtest.engine import BacktestEngine
from nautilus_trader.model.currencies import USDC
from nautilus_trader.model.enums import OrderSide, OrderType
from nautilus_trader.model.events import OrderFilled
from nautilus_trader.model.instruments import Instrument
from nautilus_trader.model.objects import Money, Price, Quantity
from nautilus_trader.model.position import Position

DAY_MS = 86_400_000


@dataclass
class Ledger:
    """Keeps positions itself: the engine's own cache drops a position that an order has reversed."""

    engine: BacktestEngine
    instruments: dict[str, Instrument]
    start: float
    prices: dict[str, Price] = field(default_factory=dict)
    funding: float = 0.0
    open: dict[str, Position] = field(default_factory=dict)
    closed: list[Position] = field(default_factory=list)
    realized: float = 0.0
    # The position before each fill's instant: nanoseconds and signed quantity.
    held: dict[str, list[tuple[int, float]]] = field(default_factory=dict)
    # The payments of settlements on a cash account: nautilus closes the position and leaves the account unchanged.
    payout: float = 0.0
    # Equity as each instant ended: milliseconds and value.
    values: list[tuple[int, float]] = field(default_factory=list)

    def __post_init__(self) -> None:
        for instrument in self.instruments.values():
            self.engine.kernel.msgbus.subscribe(f"events.fills.{instrument.id}", self.on_fill)

    def on_fill(self, fill: OrderFilled) -> None:
        symbol = str(fill.instrument_id)
        position = self.open.get(symbol)
        if position is not None and position.is_opposite_side(fill.order_side) and fill.last_qty > position.quantity:
            share = position.quantity / fill.last_qty
            ending = Money(fill.commission * share, USDC)
            rest = Quantity(fill.last_qty - position.quantity, position.size_precision)
            self._apply(symbol, part_of(fill, position.quantity, ending, "-1"))
            self._apply(symbol, part_of(fill, rest, Money(fill.commission - ending, USDC), "-2"))
        else:
            self._apply(symbol, fill)

    def _apply(self, symbol: str, fill: OrderFilled) -> None:
        position = self.open.get(symbol)
        if position is None:
            self.open[symbol] = position = Position(self.instruments[symbol], fill)
        else:
            position.apply(fill)
        if position.is_closed:
            self.closed.append(self.open.pop(symbol))
            self.realized += float(position.realized_pnl)
            if self._exit_reason(position.closing_order_id) == "settlement":
                self.payout += float(fill.last_qty) * float(fill.last_px)
        self.held.setdefault(symbol, []).append((fill.ts_event, position.signed_qty))

    def funding_payment(self, symbol: str, t_ms: int, of_one: float) -> Money | None:
        """Books what the holder of a position before that moment pays or gets; `of_one` is the payment per unit."""
        before = [quantity for at, quantity in self.held.get(symbol, []) if at < t_ms * NANOS_PER_MS]
        if not before or before[-1] == 0:
            return None
        payment = Money(-before[-1] * of_one, USDC)
        self.funding += float(payment)
        return payment

    def unrealized(self) -> float:
        return sum(
            float(position.realized_pnl) + float(position.unrealized_pnl(self.prices[symbol]))
            for symbol, position in self.open.items()
        )

    def value(self, ts_ns: int) -> None:
        """Equity now; the last value of an instant stays."""
        point = (ts_ns // NANOS_PER_MS, self.start + self.realized + self.unrealized() + self.funding)
        if self.values and self.values[-1][0] == point[0]:
            self.values[-1] = point
        else:
            self.values.append(point)

    def trades(self, end_ms: int) -> list[dict[str, object]]:
        closed = [self._trade(position, None) for position in self.closed]
        still_open = [self._trade(position, end_ms) for position in self.open.values()]
        key = ("closed_at_ms", "opened_at_ms", "symbol")
        return sorted(closed + still_open, key=lambda trade: [trade[name] for name in key])  # type: ignore[misc]

    def _trade(self, position: Position, end_ms: int | None) -> dict[str, object]:
        symbol = str(position.instrument_id)
        profit = float(position.realized_pnl)
        price = position.avg_px_close
        if end_ms is not None:
            profit += float(position.unrealized_pnl(self.prices[symbol]))
            price = float(self.prices[symbol])
        amount = float(position.peak_qty)
        stake = amount * position.avg_px_open
        return {
            "symbol": symbol,
            "side": "long" if position.entry == OrderSide.BUY else "short",
            "opened_at_ms": position.ts_opened // NANOS_PER_MS,
            "closed_at_ms": position.ts_closed // NANOS_PER_MS if end_ms is None else end_ms,
            "open_rate": position.avg_px_open,
            "close_rate": price,
            "amount": amount,
            "stake_amount": stake,
            "leverage": 1,
            "fees_abs": sum(float(fee) for fee in position.commissions()),
            "profit_abs": profit,
            "profit_ratio": profit / stake,
            "entry_tag": self._tag(position.opening_order_id),
            "exit_reason": "open_at_end" if end_ms is not None else self._exit_reason(position.closing_order_id),
        }

    def _tag(self, order_id: Any) -> str | None:
        tags = self.engine.cache.order(order_id).tags
        return tags[0] if tags else None

    def _exit_reason(self, order_id: Any) -> str:
        tag = self._tag(order_id)
        if tag is None:
            return str(OrderType(self.engine.cache.order(order_id).order_type).name).lower()
        return "settlement" if tag.startswith("EXPIRATION_") else tag

    def result(self, history: History, job: dict[str, Any]) -> dict[str, object]:
        """Returns the trades and figures of a finished run."""
        last_fill = max((fills[-1][0] for fills in self.held.values()), default=0)
        end_ms = max(history.last_close_ms(), last_fill // NANOS_PER_MS)
        final = self.start + self.realized + self.unrealized() + self.funding
        closes = {row.closes_ms for tables in history.tables.values() for rows in tables.values() for row in rows}
        values = [(at, value) for at, value in self.values if at in closes]
        trades = self.trades(end_ms)
        profits = [float(str(trade["profit_abs"])) for trade in trades]
        venue = next(iter(self.instruments.values())).id.venue
        return {
            "trades": trades,
            "figures": {
                "trades": len(trades),
                "profit_total_pct": (sum(profits) + self.funding) / self.start * 100,
                "total_pnl": sum(profits) + self.funding,
                "ending_balance": self.start + sum(profits) + self.funding,
                "funding_pnl": self.funding,
                "win_rate": sum(profit > 0 for profit in profits) / len(profits) if profits else 0,
                "profit_factor": profit_factor(profits),
                "sharpe": sharpe([profit / self.start for profit in profits], job["to_ms"] - job["from_ms"]),
                "market_change_pct": market_change(history) * 100,
                "max_drawdown_pct": largest_fall([self.start, *(value for _, value in values), final]) * 100,
            },
            "per_pair": {symbol: summary(trades, "symbol", symbol) for symbol in history.tables},
            "per_exit_reason": {
                str(reason): summary(trades, "exit_reason", reason) for reason in {trade["exit_reason"] for trade in trades}
            },
            "equity_curve": self.curve(values, job["from_ms"], end_ms, final),
            "data": [history.first_open_ms(), history.last_open_ms()],
            # The balance that nautilus itself reports, without positions.
            "balance": float(self.engine.cache.account_for_venue(venue).balance_total(USDC)),
        }

    def curve(self, values: list[tuple[int, float]], from_ms: int, end_ms: int, final: float) -> list[tuple[int, float]]:
        """Returns the equity at the start, at the beginning of each UTC day, and at the end."""
        points = [(from_ms, self.start)]
        for midnight in range((from_ms // DAY_MS + 1) * DAY_MS, end_ms, DAY_MS):
            known = [value for at, value in values if at <= midnight]
            points.append((midnight, known[-1] if known else self.start))
        return [*points, (end_ms, final)]


def part_of(fill: OrderFilled, quantity: Quantity, commission: Money, suffix: str) -> OrderFilled:
    values = OrderFilled.to_dict(fill)
    return OrderFilled.from_dict(
        {**values, "last_qty": str(quantity), "commission": str(commission), "trade_id": values["trade_id"] + suffix}
    )


def profit_factor(profits: list[float]) -> float:
    lost = -sum(profit for profit in profits if profit < 0)
    return sum(profit for profit in profits if profit > 0) / lost if lost else 0


def sharpe(profits: list[float], window_ms: int) -> float:
    """Returns the figure as freqtrade computes it over closed trades."""
    days = max(1, window_ms // DAY_MS)
    if not profits:
        return 0
    mean = sum(profits) / len(profits)
    deviation = math.sqrt(sum((profit - mean) ** 2 for profit in profits) / len(profits))
    return sum(profits) / days / deviation * math.sqrt(365) if deviation else -100


def market_change(history: History) -> float:
    changes = [rows[-1].prices[3] / rows[0].prices[3] - 1 for rows in map(history.finest, history.tables)]
    return sum(changes) / len(changes)


def largest_fall(values: list[float]) -> float:
    """Returns the drawdown as a share of the peak before it."""
    peak, fall = -math.inf, 0.0
    for value in values:
        peak = max(peak, value)
        fall = max(fall, (peak - value) / peak)
    return fall


def summary(trades: list[dict[str, object]], key: str, wanted: object) -> dict[str, float]:
    """Returns the result of the trades with this value."""
    profits = [float(str(trade["profit_abs"])) for trade in trades if trade[key] == wanted]
    return {"profit_abs": sum(profits), "trades": len(profits), "wins": sum(profit > 0 for profit in profits)}
