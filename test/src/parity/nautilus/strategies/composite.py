"""Bars that nautilus aggregates from finer ones, beside those."""

from decimal import Decimal

from nautilus_trader.config import StrategyConfig
from nautilus_trader.indicators import SimpleMovingAverage
from nautilus_trader.model.data import Bar, BarType
from nautilus_trader.model.enums import OrderSide
from nautilus_trader.model.identifiers import InstrumentId
from nautilus_trader.trading.strategy import Strategy


class CompositeConfig(StrategyConfig, frozen=True):
    instrument_id: InstrumentId
    made: BarType
    trade_size: Decimal


class Composite(Strategy):
    def __init__(self, config: CompositeConfig) -> None:
        super().__init__(config)
        self.fast = SimpleMovingAverage(3)
        self.slow = SimpleMovingAverage(8)

    def on_start(self) -> None:
        self.instrument = self.cache.instrument(self.config.instrument_id)
        for indicator in (self.fast, self.slow):
            self.register_indicator_for_bars(self.config.made, indicator)
        self.subscribe_bars(self.config.made)

    def on_bar(self, bar: Bar) -> None:
        if not self.slow.initialized:
            return
        rises = self.fast.value > self.slow.value
        instrument_id = self.config.instrument_id
        if rises and self.portfolio.is_flat(instrument_id):
            quantity = self.instrument.make_qty(self.config.trade_size)
            self.submit_order(self.order_factory.market(instrument_id, OrderSide.BUY, quantity))
        elif not rises:
            self.close_all_positions(instrument_id)

    def on_stop(self) -> None:
        self.close_all_positions(self.config.instrument_id)
