"""Takes the side that funding pays, and leaves it when the rate turns."""

from decimal import Decimal

from nautilus_trader.config import StrategyConfig
from nautilus_trader.model.data import Bar, BarType, FundingRateUpdate
from nautilus_trader.model.enums import OrderSide
from nautilus_trader.model.identifiers import InstrumentId
from nautilus_trader.trading.strategy import Strategy


class FundedConfig(StrategyConfig, frozen=True):
    instrument_id: InstrumentId
    bar_type: BarType
    trade_size: Decimal


class Funded(Strategy):
    def __init__(self, config: FundedConfig) -> None:
        super().__init__(config)
        self.rates: list[Decimal] = []

    def on_start(self) -> None:
        self.instrument = self.cache.instrument(self.config.instrument_id)
        self.subscribe_bars(self.config.bar_type)
        self.subscribe_funding_rates(self.config.instrument_id)

    def on_funding_rate(self, update: FundingRateUpdate) -> None:
        self.rates.append(update.rate)
        # The first update comes before any price.
        if len(self.rates) < 3:
            return
        recent = self.rates[-3:]
        wanted = OrderSide.SELL if sorted(recent)[1] > Decimal("0.0000125") else OrderSide.BUY
        instrument_id = self.config.instrument_id
        if self.portfolio.is_flat(instrument_id):
            quantity = self.instrument.make_qty(self.config.trade_size)
            self.submit_order(self.order_factory.market(instrument_id, wanted, quantity))
        elif self.portfolio.is_net_long(instrument_id) != (wanted == OrderSide.BUY):
            self.close_all_positions(instrument_id)

    def on_bar(self, bar: Bar) -> None:
        pass
