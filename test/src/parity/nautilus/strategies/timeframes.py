"""Three timeframes of one market: the coarse ones decide the direction, the fine one the moment. It scales in and out by parts."""

from decimal import Decimal

from nautilus_trader.config import StrategyConfig
from nautilus_trader.indicators import ExponentialMovingAverage, RelativeStrengthIndex
from nautilus_trader.model.data import Bar, BarType
from nautilus_trader.model.enums import OrderSide
from nautilus_trader.model.identifiers import InstrumentId
from nautilus_trader.trading.strategy import Strategy


class TimeframesConfig(StrategyConfig, frozen=True):
    instrument_id: InstrumentId
    fine: BarType
    middle: BarType
    coarse: BarType
    trade_size: Decimal


class Timeframes(Strategy):
    def __init__(self, config: TimeframesConfig) -> None:
        super().__init__(config)
        self.index = RelativeStrengthIndex(8)
        self.middle = ExponentialMovingAverage(6)
        self.coarse = ExponentialMovingAverage(3)
        self.side = OrderSide.NO_ORDER_SIDE

    def on_start(self) -> None:
        self.instrument = self.cache.instrument(self.config.instrument_id)
        self.register_indicator_for_bars(self.config.fine, self.index)
        self.register_indicator_for_bars(self.config.middle, self.middle)
        self.register_indicator_for_bars(self.config.coarse, self.coarse)
        for bar_type in (self.config.fine, self.config.middle, self.config.coarse):
            self.request_bars(bar_type, start=self.clock.utc_now())
            self.subscribe_bars(bar_type)

    def on_bar(self, bar: Bar) -> None:
        if bar.bar_type == self.config.middle and self.middle.initialized:
            self.side = OrderSide.BUY if float(bar.close) > self.middle.value else OrderSide.SELL
        if bar.bar_type != self.config.fine or self.side == OrderSide.NO_ORDER_SIDE or not self.index.initialized:
            return
        instrument_id = self.config.instrument_id
        net = float(self.portfolio.net_position(instrument_id))
        size = float(self.config.trade_size)
        if self.side == OrderSide.BUY:
            if net < 0:
                self.close_all_positions(instrument_id, tags=["turned"])
            elif self.index.value < 0.35 and net < 2.5 * size:
                self.order(OrderSide.BUY, self.config.trade_size)
            elif self.index.value > 0.7 and net > 0:
                self.order(OrderSide.SELL, min(self.config.trade_size * Decimal("0.5"), Decimal(str(net))))
        elif net > 0:
            self.close_all_positions(instrument_id)
        elif self.index.value > 0.65 and net > -2.5 * size:
            self.order(OrderSide.SELL, self.config.trade_size)

    def order(self, side: OrderSide, size: Decimal) -> None:
        quantity = self.instrument.make_qty(size)
        tag = "adds" if side == self.side else "takes off"
        self.submit_order(self.order_factory.market(self.config.instrument_id, side, quantity, tags=[tag]))
