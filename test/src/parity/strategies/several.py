"""Two strategies in one file, and a base class of both: the one to run is chosen by name."""

from freqtrade.strategy import IStrategy
from pandas import DataFrame


class Base(IStrategy):
    timeframe = "1h"
    minimal_roi = {"0": 0.02}
    stoploss = -0.02
    hours = 4

    def populate_indicators(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        dataframe["before"] = dataframe["close"].shift(self.hours)
        return dataframe

    def populate_entry_trend(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        dataframe.loc[dataframe["close"] > dataframe["before"] * 1.01, "enter_long"] = 1
        return dataframe

    def populate_exit_trend(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        dataframe.loc[dataframe["close"] < dataframe["before"], "exit_long"] = 1
        return dataframe


class Quick(Base):
    hours = 2


class Slow(Base):
    hours = 12
    startup_candle_count = 12
