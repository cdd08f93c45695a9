"""Puts back into nautilus what a bot had when it last ended: positions by orders that are filled, resting orders."""

from typing import Any

from nautilus_trader.cache.cache import Cache
from nautilus_trader.core.uuid import UUID4
from nautilus_trader.model import events
from nautilus_trader.model.currencies import USDC
from nautilus_trader.model.enums import LiquiditySide, OmsType, OrderSide, OrderType
from nautilus_trader.model.events import OrderAccepted, OrderFilled, OrderInitialized, OrderSubmitted
from nautilus_trader.model.identifiers import (
    AccountId,
    ClientOrderId,
    PositionId,
    StrategyId,
    TradeId,
    TraderId,
    VenueOrderId,
)
from nautilus_trader.model.instruments import Instrument
from nautilus_trader.model.objects import Money, Price, Quantity
from nautilus_trader.model.orders import MarketOrder
from nautilus_trader.model.orders.unpacker import OrderUnpacker
from nautilus_trader.model.position import Position

from nautilus_harness.paper.kept import KeptPosition

_PRICE_DECIMALS = 9


def restore_position(
    cache: Cache, instrument: Instrument, kept: KeptPosition, owner: tuple[TraderId, StrategyId], now_ns: int
) -> None:
    """Adds an open position, at its average price and without a fee: that is in the balance already."""
    trader_id, strategy_id = owner
    side = OrderSide.BUY if kept.is_long else OrderSide.SELL
    quantity = Quantity.from_str(kept.quantity)
    order = MarketOrder(
        trader_id,
        strategy_id,
        instrument.id,
        ClientOrderId(f"RESTORED-{instrument.id.symbol}-{now_ns}"),
        side,
        quantity,
        UUID4(),
        now_ns,
        tags=None if kept.entry_tag is None else [kept.entry_tag],
    )
    account_id = AccountId(f"{instrument.id.venue}-001")
    names = (trader_id, strategy_id, instrument.id, order.client_order_id)
    venue_order_id = VenueOrderId(f"RESTORED-{now_ns}")
    position_id = PositionId(f"{instrument.id}-{strategy_id}")
    fill = OrderFilled(
        *names,
        venue_order_id,
        account_id,
        TradeId(f"RESTORED-{now_ns}"),
        position_id,
        side,
        OrderType.MARKET,
        quantity,
        Price(kept.average_price, _PRICE_DECIMALS),
        USDC,
        Money(0, USDC),
        LiquiditySide.TAKER,
        UUID4(),
        now_ns,
        now_ns,
    )
    cache.add_order(order, position_id)
    for event in (
        OrderSubmitted(*names, account_id, UUID4(), now_ns, now_ns),
        OrderAccepted(*names, venue_order_id, account_id, UUID4(), now_ns, now_ns),
        fill,
    ):
        order.apply(event)
        cache.update_order(order)
    cache.add_position(Position(instrument, fill), OmsType.NETTING)


def restore_order(cache: Cache, written: list[tuple[str, dict[str, Any]]]) -> None:
    """Adds a resting order; the venue takes it as the run begins."""
    (_name, initialized), *others = written
    order = OrderUnpacker.from_init(OrderInitialized.from_dict(initialized))
    cache.add_order(order, None)
    for name, values in others:
        order.apply(getattr(events, name).from_dict(values))
        cache.update_order(order)
