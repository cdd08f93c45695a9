"""
Buys a dip within an upward trend, on hourly candles.

It enters long when the fast average is above the slow one and the relative strength index climbs back
over 35, and leaves when the index passes 70, the trend turns, or 6 % are lost.
"""

import talib.abstract as ta
from freqtrade.strategy import IStrategy
from pandas import DataFrame
from technical import qtpylib


class SampleStrategy(IStrategy):
    timeframe = "1h"
    startup_candle_count = 100
    minimal_roi = {"0": 0.08, "1440": 0.04}
    stoploss = -0.06

    def populate_indicators(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        dataframe["fast"] = ta.SMA(dataframe, timeperiod=20)
        dataframe["slow"] = ta.SMA(dataframe, timeperiod=100)
        dataframe["rsi"] = ta.RSI(dataframe, timeperiod=14)
        return dataframe

    def populate_entry_trend(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        rising = dataframe["fast"] > dataframe["slow"]
        recovered = qtpylib.crossed_above(dataframe["rsi"], 35)
        dataframe.loc[rising & recovered, ["enter_long", "enter_tag"]] = (1, "dip")
        return dataframe

    def populate_exit_trend(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        tired = dataframe["rsi"] > 70
        turned = qtpylib.crossed_below(dataframe["fast"], dataframe["slow"])
        dataframe.loc[tired | turned, "exit_long"] = 1
        return dataframe
