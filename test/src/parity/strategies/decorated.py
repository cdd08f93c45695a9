"""The informative decorator: on the pair itself, on a named market by its stake, and on several timeframes."""

import talib.abstract as ta
from freqtrade.strategy import IStrategy, informative
from pandas import DataFrame


class Decorated(IStrategy):
    timeframe = "1h"
    startup_candle_count = 30
    minimal_roi = {"0": 0.04, "720": 0.01}
    stoploss = -0.06

    @informative("4h")
    @informative("1d")
    def populate_own(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        dataframe["rsi"] = ta.RSI(dataframe, timeperiod=7)
        return dataframe

    @informative("1h", "BTC/{stake}:USDC")
    def populate_bitcoin(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        dataframe["change"] = dataframe["close"].pct_change(6)
        return dataframe

    @informative("4h", "ETH/{stake}:{stake}", "{base}_{column}_{timeframe}")
    def populate_ether(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        dataframe["change"] = dataframe["close"].pct_change(3)
        return dataframe

    def populate_indicators(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        dataframe["strength"] = dataframe["btc_usdc_change_1h"] + dataframe["eth_change_4h"]
        return dataframe

    def populate_entry_trend(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        calm = (dataframe["rsi_4h"] < 60) & (dataframe["rsi_1d"] < 75)
        dataframe.loc[calm & (dataframe["strength"] > 0.01), "enter_long"] = 1
        return dataframe

    def populate_exit_trend(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        dataframe.loc[dataframe["strength"] < -0.02, "exit_long"] = 1
        return dataframe
