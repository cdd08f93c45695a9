"""Timeframes that the venue's history isn't stored in: the main one and two informative ones."""

import talib.abstract as ta
from freqtrade.strategy import IStrategy, informative
from pandas import DataFrame


class Aggregated(IStrategy):
    timeframe = "2h"
    startup_candle_count = 30
    can_short = True
    minimal_roi = {"0": 0.05}
    stoploss = -0.05

    @informative("8h")
    def populate_eight_hours(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        dataframe["average"] = ta.SMA(dataframe, timeperiod=6)
        return dataframe

    @informative("12h", "BTC/{stake}:USDC")
    def populate_half_days(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        dataframe["average"] = ta.SMA(dataframe, timeperiod=4)
        return dataframe

    def populate_indicators(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        dataframe["rsi"] = ta.RSI(dataframe, timeperiod=10)
        dataframe["volume_average"] = dataframe["volume"].rolling(5).mean()
        return dataframe

    def populate_entry_trend(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        up = (dataframe["close"] > dataframe["average_8h"]) & (dataframe["btc_usdc_close_12h"] > dataframe["btc_usdc_average_12h"])
        busy = dataframe["volume"] >= dataframe["volume_average"]
        dataframe.loc[up & busy & (dataframe["rsi"] < 60), "enter_long"] = 1
        dataframe.loc[~up & busy & (dataframe["rsi"] > 55), "enter_short"] = 1
        return dataframe

    def populate_exit_trend(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        dataframe.loc[dataframe["rsi"] > 70, "exit_long"] = 1
        dataframe.loc[dataframe["rsi"] < 30, "exit_short"] = 1
        return dataframe
