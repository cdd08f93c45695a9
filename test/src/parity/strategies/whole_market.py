"""Asks for every pair it trades and for the market's data about them: sizes, prices, balances."""

import numpy as np
from freqtrade.persistence import Trade
from freqtrade.strategy import IStrategy
from pandas import DataFrame


class WholeMarket(IStrategy):
    timeframe = "1h"
    startup_candle_count = 24
    minimal_roi = {"0": 0.04}
    stoploss = -0.05

    def informative_pairs(self):
        return [(pair, "4h") for pair in self.dp.current_whitelist()]

    def populate_indicators(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        changes = []
        for pair in self.dp.current_whitelist():
            other = self.dp.get_pair_dataframe(pair, self.timeframe)
            changes.append(other.set_index("date")["close"].pct_change(12))
        average = sum(changes) / len(changes)
        dataframe["average"] = average.reindex(dataframe["date"]).to_numpy()
        dataframe["own"] = dataframe["close"].pct_change(12)
        dataframe["tick"] = self.dp.market(metadata["pair"])["precision"]["price"]
        return dataframe

    def populate_entry_trend(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        stronger = dataframe["own"] > dataframe["average"] + 0.005
        dataframe.loc[stronger & np.isfinite(dataframe["tick"]), "enter_long"] = 1
        return dataframe

    def populate_exit_trend(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        dataframe.loc[dataframe["own"] < dataframe["average"], "exit_long"] = 1
        return dataframe

    def custom_stake_amount(self, pair, current_time, current_rate, proposed_stake, min_stake, max_stake, leverage, entry_tag, side, **kwargs):
        open_trades = len(Trade.get_trades_proxy(is_open=True))
        return max(min_stake or 10, self.wallets.get_total_stake_amount() / (10 + open_trades))

    def custom_roi(self, pair, trade, current_time, trade_duration, entry_tag, side, **kwargs):
        return 0.015 if trade_duration > 600 else None
