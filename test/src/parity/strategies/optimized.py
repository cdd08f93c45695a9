"""Parameters as hyperopt leaves them: in a file beside the strategy."""

import talib.abstract as ta
from freqtrade.strategy import BooleanParameter, DecimalParameter, IntParameter, IStrategy
from pandas import DataFrame


class Optimized(IStrategy):
    timeframe = "1h"
    startup_candle_count = 60
    minimal_roi = {"0": 0.5}
    stoploss = -0.3

    entry_period = IntParameter(5, 40, default=10, space="buy")
    entry_level = IntParameter(20, 50, default=30, space="buy")
    exit_level = DecimalParameter(55, 80, decimals=1, default=75, space="sell")
    use_trend = BooleanParameter(default=False, space="buy")

    def populate_indicators(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        dataframe["rsi"] = ta.RSI(dataframe, timeperiod=self.entry_period.value)
        dataframe["trend"] = ta.SMA(dataframe, timeperiod=50)
        return dataframe

    def populate_entry_trend(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        wanted = dataframe["rsi"] < self.entry_level.value
        if self.use_trend.value:
            wanted &= dataframe["close"] > dataframe["trend"]
        dataframe.loc[wanted, "enter_long"] = 1
        return dataframe

    def populate_exit_trend(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        dataframe.loc[dataframe["rsi"] > self.exit_level.value, "exit_long"] = 1
        return dataframe
