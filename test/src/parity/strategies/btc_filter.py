"""Trades other markets while bitcoin rises: bitcoin is read by name and need not be among the traded pairs."""

import talib.abstract as ta
from freqtrade.strategy import IStrategy, merge_informative_pair
from pandas import DataFrame


class BtcFilter(IStrategy):
    timeframe = "1h"
    startup_candle_count = 50
    minimal_roi = {"0": 0.05}
    stoploss = -0.05

    def informative_pairs(self):
        return [("BTC/USDC:USDC", "4h"), ("BTC/USDC:USDC", "1d")]

    def populate_indicators(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        for timeframe in ("4h", "1d"):
            bitcoin = self.dp.get_pair_dataframe("BTC/USDC:USDC", timeframe)
            bitcoin["trend"] = ta.EMA(bitcoin, timeperiod=5)
            dataframe = merge_informative_pair(dataframe, bitcoin, self.timeframe, timeframe, ffill=True)
        dataframe["rsi"] = ta.RSI(dataframe, timeperiod=14)
        return dataframe

    def populate_entry_trend(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        rising = (dataframe["close_4h"] > dataframe["trend_4h"]) & (dataframe["close_1d"] > dataframe["trend_1d"])
        dataframe.loc[rising & (dataframe["rsi"] < 45), ["enter_long", "enter_tag"]] = (1, "bitcoin rises")
        return dataframe

    def populate_exit_trend(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        dataframe.loc[dataframe["close_4h"] < dataframe["trend_4h"], ["exit_long", "exit_tag"]] = (1, "bitcoin falls")
        return dataframe
