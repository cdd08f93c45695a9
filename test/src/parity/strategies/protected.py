"""Every protection of the framework at work."""

import talib.abstract as ta
from freqtrade.strategy import IStrategy
from pandas import DataFrame


class Protected(IStrategy):
    timeframe = "1h"
    startup_candle_count = 20
    can_short = True
    minimal_roi = {"0": 0.03}
    stoploss = -0.02

    @property
    def protections(self):
        return [
            {"method": "CooldownPeriod", "stop_duration_candles": 3},
            {"method": "StoplossGuard", "lookback_period_candles": 24, "trade_limit": 2, "stop_duration_candles": 12, "only_per_pair": True},
            {"method": "MaxDrawdown", "lookback_period_candles": 48, "trade_limit": 5, "stop_duration_candles": 24, "max_allowed_drawdown": 0.05},
            {"method": "LowProfitPairs", "lookback_period_candles": 96, "trade_limit": 3, "stop_duration": 240, "required_profit": 0.005},
        ]

    def populate_indicators(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        dataframe["fast"] = ta.EMA(dataframe, timeperiod=5)
        dataframe["slow"] = ta.EMA(dataframe, timeperiod=15)
        return dataframe

    def populate_entry_trend(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        dataframe.loc[dataframe["fast"] > dataframe["slow"], "enter_long"] = 1
        dataframe.loc[dataframe["fast"] < dataframe["slow"], "enter_short"] = 1
        return dataframe

    def populate_exit_trend(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        return dataframe
