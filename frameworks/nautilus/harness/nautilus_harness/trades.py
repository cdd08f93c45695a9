"""The trades of a finished run: its closed positions, and those still open at its end."""

from typing import Any

from nautilus_trader.cache.base import CacheFacade
from nautilus_trader.model.enums import OrderSide, order_type_to_str
from nautilus_trader.model.events import PositionClosed
from nautilus_trader.model.identifiers import ClientOrderId
from nautilus_trader.model.objects import Price
from nautilus_trader.model.position import Position
from platform_worker.figures import finite, tag

from nautilus_harness.markets import NANOSECONDS_A_MILLISECOND, Market
from nautilus_harness.money.fills import is_settlement
from nautilus_harness.money.ledger import Ledger, fees_of


def trades(ledger: Ledger, markets: list[Market], cache: CacheFacade, end_ns: int) -> list[dict[str, object]]:
    """Every trade as the platform reads it, by the time at which it was closed."""
    closed = [closed_trade(event, cache, fees) for event, fees in zip(ledger.closed, ledger.fees, strict=True)]
    by_id = {market.instrument.id: market for market in markets}
    still_open = [
        _open_trade(position, by_id[position.instrument_id], cache, end_ns) for position in ledger.open_positions()
    ]
    return sorted(
        [*closed, *still_open],
        key=lambda trade: (trade["closed_at_ms"], trade["opened_at_ms"], trade["symbol"]),
    )


def closed_trade(event: PositionClosed, cache: CacheFacade, fees: float) -> dict[str, Any]:
    """A closed position as the platform reads it."""
    trade = _trade(event, cache, event.ts_closed, event.avg_px_close, event.realized_pnl.as_double(), fees)
    return trade | {"exit_reason": _exit_reason(cache, event.closing_order_id)}


def entry_tag(cache: CacheFacade, order_id: ClientOrderId) -> str | None:
    """The strategy's own tag of the order that opened a position; None where it has none."""
    tags = cache.order(order_id).tags
    return tag(tags[0]) if tags else None


def _open_trade(position: Position, market: Market, cache: CacheFacade, end_ns: int) -> dict[str, object]:
    last = Price(market.finest.values["close"][-1], market.instrument.price_precision)
    profit = position.total_pnl(last).as_double()
    return _trade(position, cache, end_ns, last.as_double(), profit, fees_of(position)) | {"exit_reason": "open_at_end"}


def _trade(  # noqa: PLR0913, PLR0917  # the columns of a trade
    source: PositionClosed | Position, cache: CacheFacade, closed_ns: int, close_rate: float, profit: float, fees: float
) -> dict[str, object]:
    amount = source.peak_qty.as_double()
    stake = amount * source.avg_px_open
    return {
        "symbol": source.instrument_id.value,
        "side": "long" if source.entry == OrderSide.BUY else "short",
        "opened_at_ms": source.ts_opened // NANOSECONDS_A_MILLISECOND,
        "closed_at_ms": closed_ns // NANOSECONDS_A_MILLISECOND,
        "open_rate": finite(source.avg_px_open),
        "close_rate": finite(close_rate),
        "amount": amount,
        "stake_amount": finite(stake),
        "leverage": 1,
        "fees_abs": finite(fees),
        "profit_abs": finite(profit),
        "profit_ratio": finite(profit / stake) if stake else 0.0,
        "entry_tag": entry_tag(cache, source.opening_order_id),
    }


def _exit_reason(cache: CacheFacade, order_id: ClientOrderId) -> str:
    """The strategy's own tag of the order that closed a position, else what kind of order it was."""
    order = cache.order(order_id)
    if is_settlement(order):
        return "settlement"
    return entry_tag(cache, order_id) or order_type_to_str(order.order_type).lower()
