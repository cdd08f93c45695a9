"""Many short trades on five-minute candles, long and short, with a falling table of returns."""

import talib.abstract as ta
from freqtrade.strategy import IStrategy
from pandas import DataFrame
from technical import qtpylib


class Scalper(IStrategy):
    timeframe = "5m"
    startup_candle_count = 100
    can_short = True
    minimal_roi = {"0": 0.01, "15": 0.006, "60": 0.002, "180": -1}
    stoploss = -0.015
    trailing_stop = True
    trailing_stop_positive = 0.003
    trailing_stop_positive_offset = 0.006

    def populate_indicators(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        bands = qtpylib.bollinger_bands(qtpylib.typical_price(dataframe), window=20, stds=2)
        dataframe["lower"], dataframe["upper"] = bands["lower"], bands["upper"]
        dataframe["mfi"] = ta.MFI(dataframe, timeperiod=14)
        return dataframe

    def populate_entry_trend(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        dataframe.loc[(dataframe["close"] < dataframe["lower"]) & (dataframe["mfi"] < 25), ["enter_long", "enter_tag"]] = (1, "low")
        dataframe.loc[(dataframe["close"] > dataframe["upper"]) & (dataframe["mfi"] > 75), ["enter_short", "enter_tag"]] = (1, "high")
        return dataframe

    def populate_exit_trend(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        return dataframe
