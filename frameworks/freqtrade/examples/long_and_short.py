"""Long and short with leverage, a four-hour trend as second opinion, and an own stake per trade."""

import talib.abstract as ta
from freqtrade.strategy import IStrategy, informative
from pandas import DataFrame


class LongAndShort(IStrategy):
    timeframe = "1h"
    can_short = True
    startup_candle_count = 60
    minimal_roi = {"0": 0.06}
    stoploss = -0.08

    @informative("4h")
    def populate_indicators_4h(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        dataframe["trend"] = ta.EMA(dataframe, timeperiod=12)
        return dataframe

    def populate_indicators(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        dataframe["rsi"] = ta.RSI(dataframe, timeperiod=14)
        return dataframe

    def populate_entry_trend(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        above = dataframe["close"] > dataframe["trend_4h"]
        dataframe.loc[above & (dataframe["rsi"] < 45), ["enter_long", "enter_tag"]] = (1, "pullback")
        dataframe.loc[~above & (dataframe["rsi"] > 55), ["enter_short", "enter_tag"]] = (1, "bounce")
        return dataframe

    def populate_exit_trend(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        dataframe.loc[dataframe["rsi"] > 65, "exit_long"] = 1
        dataframe.loc[dataframe["rsi"] < 35, "exit_short"] = 1
        return dataframe

    def leverage(self, pair, current_time, current_rate, proposed_leverage, max_leverage, entry_tag, side, **kwargs):
        return min(3.0, max_leverage)

    def custom_stake_amount(
        self, pair, current_time, current_rate, proposed_stake, min_stake, max_stake, leverage, entry_tag, side, **kwargs
    ):
        return proposed_stake if side == "long" else proposed_stake / 2
