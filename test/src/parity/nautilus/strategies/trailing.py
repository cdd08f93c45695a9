"""Both sides, each position followed by a trailing stop that the engine moves."""

from decimal import Decimal

from nautilus_trader.config import StrategyConfig
from nautilus_trader.indicators import AverageTrueRange, ExponentialMovingAverage
from nautilus_trader.model.data import Bar, BarType
from nautilus_trader.model.enums import OrderSide, TrailingOffsetType
from nautilus_trader.model.events import PositionClosed, PositionOpened
from nautilus_trader.model.identifiers import InstrumentId
from nautilus_trader.trading.strategy import Strategy


class TrailingConfig(StrategyConfig, frozen=True):
    instrument_id: InstrumentId
    bar_type: BarType
    trade_size: Decimal
    offset_type: str = "PRICE"
    # Of the average range; in hundredths of a percent where the offset is in those.
    offset: float = 1.5


class Trailing(Strategy):
    def __init__(self, config: TrailingConfig) -> None:
        super().__init__(config)
        self.average = ExponentialMovingAverage(15)
        self.range = AverageTrueRange(14)

    def on_start(self) -> None:
        self.instrument = self.cache.instrument(self.config.instrument_id)
        for indicator in (self.average, self.range):
            self.register_indicator_for_bars(self.config.bar_type, indicator)
        self.subscribe_bars(self.config.bar_type)

    def on_bar(self, bar: Bar) -> None:
        if self.indicators_initialized() and self.portfolio.is_flat(self.config.instrument_id):
            side = OrderSide.BUY if float(bar.close) > self.average.value else OrderSide.SELL
            quantity = self.instrument.make_qty(self.config.trade_size)
            self.submit_order(self.order_factory.market(self.config.instrument_id, side, quantity))

    def on_position_opened(self, event: PositionOpened) -> None:
        offset_type = TrailingOffsetType[self.config.offset_type]
        offset = self.config.offset * (self.range.value if offset_type == TrailingOffsetType.PRICE else 1)
        self.submit_order(
            self.order_factory.trailing_stop_market(
                instrument_id=self.config.instrument_id,
                order_side=OrderSide.SELL if event.entry == OrderSide.BUY else OrderSide.BUY,
                quantity=event.quantity,
                trailing_offset=Decimal(f"{offset:.{self.instrument.price_precision}f}"),
                trailing_offset_type=offset_type,
                reduce_only=True,
            )
        )

    def on_position_closed(self, event: PositionClosed) -> None:
        self.cancel_all_orders(self.config.instrument_id)
