"""Timeframes that are not literals in the file: joined, formatted, taken from a dictionary and from the config."""

import talib.abstract as ta
from freqtrade.strategy import IStrategy, merge_informative_pair
from pandas import DataFrame

LONGER = {"15m": 2, "1m": 1}
UNUSED = {"1m": "scalping", "30m": "swing", "4h": "trend"}


class ComputedTimeframes(IStrategy):
    timeframe = "15" + "m"
    startup_candle_count = 40
    minimal_roi = {"0": 0.03}
    stoploss = -0.03

    def populate_indicators(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        hours = f"{LONGER[self.timeframe] // 2}h"
        configured = self.config["trend_timeframe"]
        for timeframe in (hours, configured):
            longer = self.dp.get_pair_dataframe(metadata["pair"], timeframe)
            longer["average"] = ta.SMA(longer, timeperiod=8)
            dataframe = merge_informative_pair(dataframe, longer, self.timeframe, timeframe, ffill=True)
        dataframe["above"] = (dataframe["close"] > dataframe[f"average_{hours}"]) & (
            dataframe["close"] > dataframe[f"average_{configured}"]
        )
        return dataframe

    def populate_entry_trend(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        dataframe.loc[dataframe["above"] & ~dataframe["above"].shift(1, fill_value=False), "enter_long"] = 1
        return dataframe

    def populate_exit_trend(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        dataframe.loc[~dataframe["above"], "exit_long"] = 1
        return dataframe
