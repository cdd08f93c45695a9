"""Both sides, each entry with a stop and a target; one cancels the other."""

from decimal import Decimal

from nautilus_trader.config import StrategyConfig
from nautilus_trader.indicators import AverageTrueRange, ExponentialMovingAverage
from nautilus_trader.model.data import Bar, BarType
from nautilus_trader.model.enums import OrderSide, OrderType
from nautilus_trader.model.identifiers import InstrumentId
from nautilus_trader.trading.strategy import Strategy


class BracketsConfig(StrategyConfig, frozen=True):
    instrument_id: InstrumentId
    bar_type: BarType
    trade_size: Decimal
    stop: float = 1.5
    target: float = 2.5
    entry: str = "MARKET"


class Brackets(Strategy):
    def __init__(self, config: BracketsConfig) -> None:
        super().__init__(config)
        self.average = ExponentialMovingAverage(20)
        self.range = AverageTrueRange(14)

    def on_start(self) -> None:
        self.instrument = self.cache.instrument(self.config.instrument_id)
        for indicator in (self.average, self.range):
            self.register_indicator_for_bars(self.config.bar_type, indicator)
        self.subscribe_bars(self.config.bar_type)

    def on_bar(self, bar: Bar) -> None:
        instrument_id = self.config.instrument_id
        if not self.indicators_initialized() or not self.portfolio.is_flat(instrument_id):
            return
        self.cancel_all_orders(instrument_id)
        side, sign = (OrderSide.BUY, 1) if float(bar.close) > self.average.value else (OrderSide.SELL, -1)
        close, width = float(bar.close), self.range.value
        entry_type = OrderType[self.config.entry]
        price = self.instrument.make_price(close - sign * width * 0.3) if entry_type == OrderType.LIMIT else None
        orders = self.order_factory.bracket(
            instrument_id=instrument_id,
            order_side=side,
            quantity=self.instrument.make_qty(self.config.trade_size),
            entry_order_type=entry_type,
            entry_price=price,
            sl_trigger_price=self.instrument.make_price(close - sign * self.config.stop * width),
            tp_price=self.instrument.make_price(close + sign * self.config.target * width),
            entry_tags=["bracket"],
            sl_tags=["stopped"],
        )
        self.submit_order_list(orders)

    def on_order_rejected(self, event: object) -> None:
        """A stop that the market has passed already is refused: there is nothing to wait for then."""
        self.close_all_positions(self.config.instrument_id, tags=["passed"])
