"""Puts a part of the free balance into each purchase, and sells all after a few: sizes show what the account has locked."""

from decimal import Decimal

from nautilus_trader.config import StrategyConfig
from nautilus_trader.model.data import Bar, BarType
from nautilus_trader.model.enums import OrderSide
from nautilus_trader.model.identifiers import InstrumentId
from nautilus_trader.trading.strategy import Strategy

EVERY = 12
PURCHASES = 4


class SizedConfig(StrategyConfig, frozen=True):
    instrument_id: InstrumentId
    bar_type: BarType
    trade_size: Decimal


class Sized(Strategy):
    def __init__(self, config: SizedConfig) -> None:
        super().__init__(config)
        self.count = 0

    def on_start(self) -> None:
        self.subscribe_bars(self.config.bar_type)

    def on_bar(self, bar: Bar) -> None:
        instrument_id = self.config.instrument_id
        self.count += 1
        if self.count % EVERY != 0:
            return
        if self.count // EVERY % (PURCHASES + 1) == 0:
            self.close_all_positions(instrument_id)
            return
        account = self.portfolio.account(instrument_id.venue)
        value = account.balance_free().as_decimal() * account.leverage(instrument_id) / 20
        quantity = self.cache.instrument(instrument_id).make_qty(value / bar.close.as_decimal())
        self.submit_order(self.order_factory.market(instrument_id, OrderSide.BUY, quantity))
