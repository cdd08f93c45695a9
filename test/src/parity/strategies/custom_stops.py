"""A custom stop that follows price by its range, and custom prices for limit orders that may expire."""

import talib.abstract as ta
from freqtrade.strategy import IStrategy, stoploss_from_absolute, stoploss_from_open
from pandas import DataFrame


class CustomStops(IStrategy):
    timeframe = "1h"
    startup_candle_count = 30
    minimal_roi = {"0": 0.2}
    stoploss = -0.1
    use_custom_stoploss = True
    order_types = {"entry": "limit", "exit": "limit", "stoploss": "market", "stoploss_on_exchange": False}
    unfilledtimeout = {"entry": 120, "exit": 120, "unit": "minutes", "exit_timeout_count": 2}

    def populate_indicators(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        dataframe["range"] = ta.ATR(dataframe, timeperiod=14)
        dataframe["high_of_day"] = dataframe["high"].rolling(24).max()
        return dataframe

    def populate_entry_trend(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        dataframe.loc[dataframe["close"] >= dataframe["high_of_day"].shift(1), "enter_long"] = 1
        return dataframe

    def populate_exit_trend(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        dataframe.loc[dataframe["close"] < dataframe["close"].shift(12), "exit_long"] = 1
        return dataframe

    def custom_stoploss(self, pair, trade, current_time, current_rate, current_profit, after_fill, **kwargs):
        if current_profit > 0.02:
            return stoploss_from_open(0.005, current_profit, is_short=trade.is_short, leverage=trade.leverage)
        candles, _ = self.dp.get_analyzed_dataframe(pair, self.timeframe)
        price = current_rate - 2 * candles["range"].iat[-1]
        return stoploss_from_absolute(price, current_rate, is_short=trade.is_short, leverage=trade.leverage)

    def custom_entry_price(self, pair, trade, current_time, proposed_rate, entry_tag, side, **kwargs):
        return proposed_rate * 0.997

    def custom_exit_price(self, pair, trade, current_time, proposed_rate, current_profit, exit_tag, **kwargs):
        return proposed_rate * 1.002

    def adjust_entry_price(self, trade, order, pair, current_time, proposed_rate, current_order_rate, entry_tag, side, **kwargs):
        return current_order_rate * 1.001
