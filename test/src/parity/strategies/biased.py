"""Knows the candles to come, in a column and in its entries, and has an average that its start-up candles don't settle."""

import talib.abstract as ta
from freqtrade.strategy import IStrategy
from pandas import DataFrame


class Biased(IStrategy):
    timeframe = "1h"
    startup_candle_count = 40
    minimal_roi = {"0": 0.02}
    stoploss = -0.03

    def populate_indicators(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        dataframe["later"] = dataframe["close"].shift(-6)
        dataframe["slow"] = ta.EMA(dataframe, timeperiod=30)
        dataframe["settled"] = dataframe["close"].rolling(20).mean()
        return dataframe

    def populate_entry_trend(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        dataframe.loc[dataframe["later"] > dataframe["close"] * 1.01, "enter_long"] = 1
        return dataframe

    def populate_exit_trend(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        dataframe.loc[dataframe["close"] < dataframe["settled"], "exit_long"] = 1
        return dataframe
