"""Quotes both sides around the last minute, and less on the side that it holds already. Its config names no bar type."""

from decimal import Decimal

from nautilus_trader.config import StrategyConfig
from nautilus_trader.model.data import Bar, BarType
from nautilus_trader.model.enums import OrderSide
from nautilus_trader.model.identifiers import InstrumentId
from nautilus_trader.trading.strategy import Strategy


class MakerConfig(StrategyConfig, frozen=True):
    instrument_id: InstrumentId
    size: Decimal
    # Of the price.
    distance: float = 0.0012


class Maker(Strategy):
    def on_start(self) -> None:
        self.instrument = self.cache.instrument(self.config.instrument_id)
        self.subscribe_bars(BarType.from_str(f"{self.config.instrument_id}-1-MINUTE-LAST-EXTERNAL"))

    def on_bar(self, bar: Bar) -> None:
        instrument_id = self.config.instrument_id
        self.cancel_all_orders(instrument_id)
        held = float(self.portfolio.net_position(instrument_id)) / float(self.config.size)
        for side, sign in ((OrderSide.BUY, -1), (OrderSide.SELL, 1)):
            if held * -sign < 3:
                price = float(bar.close) * (1 + sign * self.config.distance)
                quantity, limit = self.instrument.make_qty(self.config.size), self.instrument.make_price(price)
                self.submit_order(self.order_factory.limit(instrument_id, side, quantity, limit, post_only=True))
