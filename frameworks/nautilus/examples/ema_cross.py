from decimal import Decimal

from nautilus_trader.config import PositiveInt, StrategyConfig
from nautilus_trader.indicators import ExponentialMovingAverage
from nautilus_trader.model.data import Bar, BarType
from nautilus_trader.model.enums import OrderSide
from nautilus_trader.model.identifiers import InstrumentId
from nautilus_trader.trading.strategy import Strategy


class EmaCrossConfig(StrategyConfig, frozen=True):
    instrument_id: InstrumentId
    bar_type: BarType
    trade_size: Decimal
    fast_period: PositiveInt = 10
    slow_period: PositiveInt = 30


class EmaCross(Strategy):
    """Long while the fast average is above the slow one, short while it is below."""

    def __init__(self, config: EmaCrossConfig) -> None:
        super().__init__(config)
        self.fast = ExponentialMovingAverage(config.fast_period)
        self.slow = ExponentialMovingAverage(config.slow_period)

    def on_start(self) -> None:
        self.instrument = self.cache.instrument(self.config.instrument_id)
        self.register_indicator_for_bars(self.config.bar_type, self.fast)
        self.register_indicator_for_bars(self.config.bar_type, self.slow)
        self.subscribe_bars(self.config.bar_type)

    def on_bar(self, bar: Bar) -> None:
        if not self.indicators_initialized():
            return
        position = self.portfolio.net_position(self.config.instrument_id)
        if self.fast.value >= self.slow.value and position <= 0:
            self.turn(OrderSide.BUY)
        elif self.fast.value < self.slow.value and position >= 0:
            self.turn(OrderSide.SELL)

    def turn(self, side: OrderSide) -> None:
        self.close_all_positions(self.config.instrument_id)
        quantity = self.instrument.make_qty(self.config.trade_size)
        self.submit_order(self.order_factory.market(self.config.instrument_id, side, quantity))

    def on_stop(self) -> None:
        self.close_all_positions(self.config.instrument_id)
