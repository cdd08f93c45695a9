"""Several instruments, each with its own bar type, for the same dollar amount each."""

from decimal import Decimal

from nautilus_trader.config import StrategyConfig
from nautilus_trader.indicators import RelativeStrengthIndex
from nautilus_trader.model.data import Bar, BarType
from nautilus_trader.model.enums import OrderSide
from nautilus_trader.model.identifiers import InstrumentId
from nautilus_trader.trading.strategy import Strategy


class SeveralConfig(StrategyConfig, frozen=True):
    instrument_ids: list[InstrumentId]
    bar_types: list[BarType]
    dollars: Decimal
    low: float = 0.4
    high: float = 0.6


class Several(Strategy):
    def __init__(self, config: SeveralConfig) -> None:
        super().__init__(config)
        self.indices = {bar_type.instrument_id: RelativeStrengthIndex(10) for bar_type in config.bar_types}

    def on_start(self) -> None:
        assert {bar_type.instrument_id for bar_type in self.config.bar_types} == set(self.config.instrument_ids)
        for bar_type in self.config.bar_types:
            self.register_indicator_for_bars(bar_type, self.indices[bar_type.instrument_id])
            self.subscribe_bars(bar_type)

    def on_bar(self, bar: Bar) -> None:
        instrument_id = bar.bar_type.instrument_id
        index = self.indices[instrument_id]
        if not index.initialized:
            return
        if self.portfolio.is_flat(instrument_id):
            if index.value < self.config.low:
                self.enter(instrument_id, OrderSide.BUY, bar)
            elif index.value > self.config.high:
                self.enter(instrument_id, OrderSide.SELL, bar)
        elif self.portfolio.is_net_long(instrument_id):
            if index.value > 0.5:
                self.close_all_positions(instrument_id, tags=["middle"])
        elif index.value < 0.5:
            self.close_all_positions(instrument_id)

    def enter(self, instrument_id: InstrumentId, side: OrderSide, bar: Bar) -> None:
        quantity = self.cache.instrument(instrument_id).make_qty(self.config.dollars / bar.close.as_decimal())
        self.submit_order(self.order_factory.market(instrument_id, side, quantity))
