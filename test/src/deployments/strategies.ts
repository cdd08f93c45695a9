/** Strategies that keep running, of both frameworks: they trade by the clock, so that every minute shows something. */

/** A freqtrade strategy that opens a position at each candle that finds none, and keeps it; `more` is added to its class. */
export const holder = (more = '') => `from freqtrade.strategy import IStrategy


class Holder(IStrategy):
    timeframe = "1m"
    minimal_roi = {"0": 10}
    stoploss = -0.9
    startup_candle_count = 2

    def populate_indicators(self, dataframe, metadata):
        return dataframe

    def populate_entry_trend(self, dataframe, metadata):
        dataframe["enter_long"] = 1
        return dataframe

    def populate_exit_trend(self, dataframe, metadata):
        return dataframe
${more}`;

/** Closes its position two candles later. */
const FREQTRADE_TRADER = holder(`
    def custom_exit(self, pair, trade, current_time, current_rate, current_profit, **kwargs):
        return "two_minutes" if (current_time - trade.open_date_utc).total_seconds() > 120 else None
`);

/** The same by a timer: it opens a position where it has none, and closes it two minutes later; it logs every five seconds. */
export const NAUTILUS_TRADER = `from datetime import timedelta

from nautilus_trader.config import StrategyConfig
from nautilus_trader.model.data import BarType
from nautilus_trader.model.enums import OrderSide
from nautilus_trader.model.identifiers import InstrumentId
from nautilus_trader.trading.strategy import Strategy


class TraderConfig(StrategyConfig, frozen=True):
    instrument_ids: list[InstrumentId]
    hold_seconds: int = 120


class Trader(Strategy):
    def __init__(self, config: TraderConfig) -> None:
        super().__init__(config)
        self.looks = 0

    def on_start(self) -> None:
        for instrument_id in self.config.instrument_ids:
            self.subscribe_bars(BarType.from_str(f"{instrument_id}-1-MINUTE-LAST-EXTERNAL"))
        self.clock.set_timer("look", timedelta(seconds=5), callback=self.look)

    def look(self, event) -> None:
        self.looks += 1
        self.log.info(f"look {self.looks}")
        for instrument_id in self.config.instrument_ids:
            self.trade(instrument_id)

    def trade(self, instrument_id) -> None:
        instrument = self.cache.instrument(instrument_id)
        held = self.cache.positions_open(instrument_id=instrument_id)
        if not held:
            quote = self.cache.quote_tick(instrument_id)
            quantity = instrument.make_qty(100 / float(quote.ask_price))
            self.submit_order(self.order_factory.market(instrument_id, OrderSide.BUY, quantity, tags=["clock"]))
        elif self.clock.timestamp_ns() - held[0].ts_opened > self.config.hold_seconds * 1_000_000_000:
            self.close_position(held[0])

    def on_bar(self, bar) -> None:
        self.log.info(f"bar {bar.ts_event}")

    def on_save(self) -> dict[str, bytes]:
        return {"looks": str(self.looks).encode()}

    def on_load(self, state: dict[str, bytes]) -> None:
        self.looks = int(state["looks"])
`;

/** Decides by the minute of each candle alone: it buys after an even one, and sells after an odd one. */
const FREQTRADE_BY_MINUTE = `from freqtrade.strategy import IStrategy


class ByMinute(IStrategy):
    timeframe = "1m"
    minimal_roi = {"0": 10}
    stoploss = -0.9
    startup_candle_count = 2
    order_types = {"entry": "market", "exit": "market", "stoploss": "market", "stoploss_on_exchange": False}

    def populate_indicators(self, dataframe, metadata):
        return dataframe

    def populate_entry_trend(self, dataframe, metadata):
        dataframe.loc[dataframe["date"].dt.minute % 2 == 0, "enter_long"] = 1
        return dataframe

    def populate_exit_trend(self, dataframe, metadata):
        dataframe.loc[dataframe["date"].dt.minute % 2 == 1, "exit_long"] = 1
        return dataframe
`;

/** The same for nautilus. */
const NAUTILUS_BY_MINUTE = `from nautilus_trader.config import StrategyConfig
from nautilus_trader.model.data import BarType
from nautilus_trader.model.enums import OrderSide
from nautilus_trader.model.identifiers import InstrumentId
from nautilus_trader.trading.strategy import Strategy

MINUTE_NS = 60_000_000_000


class ByMinuteConfig(StrategyConfig, frozen=True):
    instrument_ids: list[InstrumentId]


class ByMinute(Strategy):
    def __init__(self, config: ByMinuteConfig) -> None:
        super().__init__(config)

    def on_start(self) -> None:
        for instrument_id in self.config.instrument_ids:
            self.subscribe_bars(BarType.from_str(f"{instrument_id}-1-MINUTE-LAST-EXTERNAL"))

    def on_bar(self, bar) -> None:
        instrument_id = bar.bar_type.instrument_id
        held = self.cache.positions_open(instrument_id=instrument_id)
        is_even = (bar.ts_event // MINUTE_NS - 1) % 2 == 0
        if is_even and not held:
            quantity = self.cache.instrument(instrument_id).make_qty(100 / float(bar.close))
            self.submit_order(self.order_factory.market(instrument_id, OrderSide.BUY, quantity))
        elif not is_even and held:
            self.close_position(held[0])
`;

/** Requests of deployments that decide by the minute of each candle, by their framework. */
export const minuteTraders = {
  freqtrade: {
    framework: 'freqtrade',
    venue: 'hyperliquid',
    mode: 'paper',
    code: FREQTRADE_BY_MINUTE,
    config: {
      stake_amount: 100,
      internals: { process_throttle_secs: 2 },
      entry_pricing: { price_side: 'other', use_order_book: true },
      exit_pricing: { price_side: 'other', use_order_book: true },
      exchange: { pair_whitelist: ['BTC/USDC:USDC'] },
    },
  },
  nautilus: {
    framework: 'nautilus',
    venue: 'hyperliquid',
    mode: 'paper',
    code: NAUTILUS_BY_MINUTE,
    config: { instrument_ids: ['BTC-PERP.HYPERLIQUID'] },
  },
} as const;

/** Requests of deployments that trade by the clock, by their framework. */
export const traders = {
  freqtrade: {
    framework: 'freqtrade',
    venue: 'hyperliquid',
    mode: 'paper',
    code: FREQTRADE_TRADER,
    config: {
      stake_amount: 100,
      internals: { process_throttle_secs: 2 },
      exchange: { pair_whitelist: ['BTC/USDC:USDC'] },
    },
  },
  nautilus: {
    framework: 'nautilus',
    venue: 'hyperliquid',
    mode: 'paper',
    code: NAUTILUS_TRADER,
    config: { instrument_ids: ['BTC-PERP.HYPERLIQUID'] },
  },
  /** nautilus at another venue. */
  lighter: {
    framework: 'nautilus',
    venue: 'lighter',
    mode: 'paper',
    code: NAUTILUS_TRADER,
    config: { instrument_ids: ['BTC-PERP.LIGHTER'] },
  },
} as const;
