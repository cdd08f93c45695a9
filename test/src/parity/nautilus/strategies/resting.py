"""Orders that wait: limits that expire, stops with a limit, and exits where a price is touched."""

from datetime import timedelta
from decimal import Decimal

from nautilus_trader.config import StrategyConfig
from nautilus_trader.indicators import AverageTrueRange
from nautilus_trader.model.data import Bar, BarType
from nautilus_trader.model.enums import OrderSide, TimeInForce
from nautilus_trader.model.events import PositionOpened
from nautilus_trader.model.identifiers import InstrumentId
from nautilus_trader.trading.strategy import Strategy


class RestingConfig(StrategyConfig, frozen=True):
    instrument_id: InstrumentId
    bar_type: BarType
    trade_size: Decimal
    hours: int = 3


class Resting(Strategy):
    def __init__(self, config: RestingConfig) -> None:
        super().__init__(config)
        self.range = AverageTrueRange(10)

    def on_start(self) -> None:
        self.instrument = self.cache.instrument(self.config.instrument_id)
        self.register_indicator_for_bars(self.config.bar_type, self.range)
        self.subscribe_bars(self.config.bar_type)

    def on_bar(self, bar: Bar) -> None:
        instrument_id = self.config.instrument_id
        if not self.range.initialized or self.cache.orders_open(instrument_id=instrument_id):
            return
        if not self.portfolio.is_flat(instrument_id):
            return
        quantity = self.instrument.make_qty(self.config.trade_size)
        width = self.range.value
        expires = {"time_in_force": TimeInForce.GTD, "expire_time": self.clock.utc_now() + timedelta(hours=self.config.hours)}
        below = self.instrument.make_price(float(bar.close) - 0.4 * width)
        above = self.instrument.make_price(float(bar.close) + 0.6 * width)
        limit = self.instrument.make_price(float(bar.close) + 0.7 * width)
        self.submit_order(
            self.order_factory.limit(instrument_id, OrderSide.BUY, quantity, below, post_only=True, tags=["dip"], **expires)
        )
        self.submit_order(
            self.order_factory.stop_limit(instrument_id, OrderSide.BUY, quantity, limit, above, tags=["break"], **expires)
        )

    def on_position_opened(self, event: PositionOpened) -> None:
        instrument_id = self.config.instrument_id
        self.cancel_all_orders(instrument_id)
        width = self.range.value
        target = self.instrument.make_price(event.avg_px_open + 0.8 * width)
        stop = self.instrument.make_price(event.avg_px_open - width)
        self.submit_order(
            self.order_factory.market_if_touched(instrument_id, OrderSide.SELL, event.quantity, target, reduce_only=True)
        )
        self.submit_order(
            self.order_factory.stop_market(instrument_id, OrderSide.SELL, event.quantity, stop, reduce_only=True)
        )

    def on_position_closed(self, event: object) -> None:
        self.cancel_all_orders(self.config.instrument_id)

    def on_order_rejected(self, event: object) -> None:
        """A stop that the market has passed already is refused: there is nothing to wait for then."""
        self.close_all_positions(self.config.instrument_id, tags=["passed"])
