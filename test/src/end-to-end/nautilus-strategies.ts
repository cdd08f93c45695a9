/** Buys at the first bar and holds. */
const HOLD = `
from decimal import Decimal

from nautilus_trader.config import StrategyConfig
from nautilus_trader.model.data import BarType
from nautilus_trader.model.enums import OrderSide
from nautilus_trader.model.identifiers import InstrumentId
from nautilus_trader.trading.strategy import Strategy


class HoldConfig(StrategyConfig, frozen=True):
    instrument_ids: list[InstrumentId]
    bar_type: BarType
    trade_size: Decimal


class Hold(Strategy):
    def on_start(self):
        self.subscribe_bars(self.config.bar_type)

    def on_bar(self, bar):
        if self.cache.orders():
            return
        instrument = self.cache.instrument(bar.bar_type.instrument_id)
        quantity = instrument.make_qty(self.config.trade_size)
        self.submit_order(self.order_factory.market(instrument.id, OrderSide.BUY, quantity))
`;

/** A backtest that holds a number of units of one market, by bars of a length. */
export function holdRequest(
  alias: string,
  range: { readonly from: string; readonly to: string },
  bars = '1-MINUTE',
  tradeSize = '0.01',
) {
  return {
    ...{ framework: 'nautilus', venue: alias.split('.')[1]?.toLowerCase(), symbols: [alias], code: HOLD, range },
    config: { instrument_ids: [alias], bar_type: `${alias}-${bars}-LAST-EXTERNAL`, trade_size: tradeSize },
  };
}
