"""A trailing stop and an exit rule of its own, called back for every candle of an open trade."""

import talib.abstract as ta
from freqtrade.strategy import IStrategy
from pandas import DataFrame


class TrailingExit(IStrategy):
    timeframe = "1h"
    startup_candle_count = 40
    minimal_roi = {"0": 0.2}
    stoploss = -0.07
    trailing_stop = True
    trailing_stop_positive = 0.012
    trailing_stop_positive_offset = 0.02
    trailing_only_offset_is_reached = True

    def populate_indicators(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        bands = ta.BBANDS(dataframe, timeperiod=20, nbdevup=2.0, nbdevdn=2.0)
        dataframe["lower"] = bands["lowerband"]
        dataframe["middle"] = bands["middleband"]
        return dataframe

    def populate_entry_trend(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        dataframe.loc[dataframe["close"] < dataframe["lower"], "enter_long"] = 1
        return dataframe

    def populate_exit_trend(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        return dataframe

    def custom_exit(self, pair, trade, current_time, current_rate, current_profit, **kwargs):
        hours = (current_time - trade.open_date_utc).total_seconds() / 3600
        if hours >= 48 and current_profit < 0.01:
            return "went_nowhere"
        candles, _ = self.dp.get_analyzed_dataframe(pair, self.timeframe)
        if current_profit > 0.005 and candles["close"].iat[-1] > candles["middle"].iat[-1]:
            return "back_to_the_middle"
        return None
