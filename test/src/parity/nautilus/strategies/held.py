"""Buys at the first candle and keeps what it bought."""

from decimal import Decimal

from nautilus_trader.config import StrategyConfig
from nautilus_trader.model.data import Bar, BarType
from nautilus_trader.model.enums import OrderSide
from nautilus_trader.model.identifiers import InstrumentId
from nautilus_trader.trading.strategy import Strategy


class HeldConfig(StrategyConfig, frozen=True):
    instrument_id: InstrumentId
    bar_type: BarType
    size: Decimal


class Held(Strategy):
    def on_start(self) -> None:
        self.subscribe_bars(self.config.bar_type)

    def on_bar(self, bar: Bar) -> None:
        instrument_id = self.config.instrument_id
        if self.portfolio.is_flat(instrument_id):
            quantity = self.cache.instrument(instrument_id).make_qty(self.config.size)
            self.submit_order(self.order_factory.market(instrument_id, OrderSide.BUY, quantity))
