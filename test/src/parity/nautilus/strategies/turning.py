"""Always in the market: one order turns the position around. Tags say why."""

from decimal import Decimal

from nautilus_trader.config import PositiveInt, StrategyConfig
from nautilus_trader.indicators import ExponentialMovingAverage
from nautilus_trader.model.data import Bar, BarType
from nautilus_trader.model.enums import OrderSide
from nautilus_trader.model.identifiers import InstrumentId
from nautilus_trader.trading.strategy import Strategy


class TurningConfig(StrategyConfig, frozen=True):
    instrument_id: InstrumentId
    bar_type: BarType
    trade_size: Decimal
    period: PositiveInt = 12


class Turning(Strategy):
    def __init__(self, config: TurningConfig) -> None:
        super().__init__(config)
        self.average = ExponentialMovingAverage(config.period)

    def on_start(self) -> None:
        self.instrument = self.cache.instrument(self.config.instrument_id)
        self.register_indicator_for_bars(self.config.bar_type, self.average)
        self.subscribe_bars(self.config.bar_type)

    def on_bar(self, bar: Bar) -> None:
        if not self.average.initialized:
            return
        wanted = OrderSide.BUY if float(bar.close) > self.average.value else OrderSide.SELL
        net = self.portfolio.net_position(self.config.instrument_id)
        if (wanted == OrderSide.BUY and net > 0) or (wanted == OrderSide.SELL and net < 0):
            return
        quantity = self.instrument.make_qty(self.config.trade_size * (1 if net == 0 else 2))
        tag = "rises" if wanted == OrderSide.BUY else "falls"
        self.submit_order(self.order_factory.market(self.config.instrument_id, wanted, quantity, tags=[tag]))
