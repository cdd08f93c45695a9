"""Long only: follows crossings of two short averages, so it trades often."""

import talib.abstract as ta
from freqtrade.strategy import IStrategy
from pandas import DataFrame
from technical import qtpylib


class LongOnly(IStrategy):
    timeframe = "1h"
    startup_candle_count = 30
    minimal_roi = {"0": 0.05, "360": 0.02, "1440": 0.0}
    stoploss = -0.05

    def populate_indicators(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        dataframe["fast"] = ta.EMA(dataframe, timeperiod=5)
        dataframe["slow"] = ta.EMA(dataframe, timeperiod=13)
        return dataframe

    def populate_entry_trend(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        dataframe.loc[qtpylib.crossed_above(dataframe["fast"], dataframe["slow"]), "enter_long"] = 1
        return dataframe

    def populate_exit_trend(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        dataframe.loc[qtpylib.crossed_below(dataframe["fast"], dataframe["slow"]), "exit_long"] = 1
        return dataframe
