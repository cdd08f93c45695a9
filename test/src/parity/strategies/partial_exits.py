"""Adds to losing positions and takes profit in parts: several orders per trade, long and short."""

import talib.abstract as ta
from freqtrade.strategy import IStrategy
from pandas import DataFrame


class PartialExits(IStrategy):
    timeframe = "1h"
    startup_candle_count = 20
    can_short = True
    position_adjustment_enable = True
    max_entry_position_adjustment = 3
    minimal_roi = {"0": 0.12}
    stoploss = -0.2

    def populate_indicators(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        dataframe["rsi"] = ta.RSI(dataframe, timeperiod=14)
        return dataframe

    def populate_entry_trend(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        dataframe.loc[dataframe["rsi"] < 32, ["enter_long", "enter_tag"]] = (1, "oversold")
        dataframe.loc[dataframe["rsi"] > 70, ["enter_short", "enter_tag"]] = (1, "overbought")
        return dataframe

    def populate_exit_trend(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        dataframe.loc[dataframe["rsi"] > 68, "exit_long"] = 1
        dataframe.loc[dataframe["rsi"] < 34, "exit_short"] = 1
        return dataframe

    def custom_stake_amount(self, pair, current_time, current_rate, proposed_stake, min_stake, max_stake, leverage, entry_tag, side, **kwargs):
        return proposed_stake / 4

    def leverage(self, pair, current_time, current_rate, proposed_leverage, max_leverage, entry_tag, side, **kwargs):
        return min(2.0, max_leverage)

    def adjust_trade_position(self, trade, current_time, current_rate, current_profit, min_stake, max_stake, current_entry_rate, current_exit_rate, current_entry_profit, current_exit_profit, **kwargs):
        if current_profit > 0.03 and trade.nr_of_successful_exits == 0:
            return -(trade.stake_amount / 2), "half of it"
        if current_profit < -0.02 * trade.nr_of_successful_entries:
            return trade.stake_amount / trade.nr_of_successful_entries, "one more"
        return None
