"""Buys every outcome of a prediction market where it is cheap against its own past, and keeps some to the resolution."""

from decimal import Decimal

from nautilus_trader.config import StrategyConfig
from nautilus_trader.indicators import SimpleMovingAverage
from nautilus_trader.model.data import Bar, BarType
from nautilus_trader.model.enums import OrderSide
from nautilus_trader.model.identifiers import InstrumentId
from nautilus_trader.trading.strategy import Strategy


class OutcomesConfig(StrategyConfig, frozen=True):
    instrument_ids: list[InstrumentId]
    bar_types: list[BarType]
    shares: Decimal = Decimal(200)
    period: int = 120
    # Sells at a profit of as much; what has none is kept.
    profit: float = 0.02


class Outcomes(Strategy):
    def __init__(self, config: OutcomesConfig) -> None:
        super().__init__(config)
        self.averages = {bar_type.instrument_id: SimpleMovingAverage(config.period) for bar_type in config.bar_types}

    def on_start(self) -> None:
        for bar_type in self.config.bar_types:
            self.register_indicator_for_bars(bar_type, self.averages[bar_type.instrument_id])
            self.subscribe_bars(bar_type)

    def on_bar(self, bar: Bar) -> None:
        instrument_id = bar.bar_type.instrument_id
        average = self.averages[instrument_id]
        if not average.initialized:
            return
        quantity = self.cache.instrument(instrument_id).make_qty(self.config.shares)
        positions = self.cache.positions_open(instrument_id=instrument_id)
        if not positions and float(bar.close) < average.value and float(bar.close) < 0.9:
            order = self.order_factory.market(instrument_id, OrderSide.BUY, quantity, tags=["cheap"])
            self.submit_order(order)
        elif positions and float(bar.close) > positions[0].avg_px_open + self.config.profit:
            self.submit_order(self.order_factory.market(instrument_id, OrderSide.SELL, positions[0].quantity))
