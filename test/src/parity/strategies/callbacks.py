"""Every confirmation and note that the framework calls back for: entries and exits refused, orders counted, data kept."""

from freqtrade.strategy import IStrategy
from pandas import DataFrame


class Callbacks(IStrategy):
    timeframe = "1h"
    minimal_roi = {"0": 0.03}
    stoploss = -0.04
    use_exit_signal = True
    exit_profit_only = True
    exit_profit_offset = 0.002
    ignore_roi_if_entry_signal = True
    max_open_trades = 2

    def bot_start(self, **kwargs) -> None:
        self.refused = 0

    def bot_loop_start(self, current_time, **kwargs) -> None:
        self.hour = current_time.hour

    def populate_indicators(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        dataframe["change"] = dataframe["close"].pct_change(3)
        return dataframe

    def populate_entry_trend(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        dataframe.loc[dataframe["change"] > 0.008, ["enter_long", "enter_tag"]] = (1, "=rise, \"fast\"")
        return dataframe

    def populate_exit_trend(self, dataframe: DataFrame, metadata: dict) -> DataFrame:
        dataframe.loc[dataframe["change"] < 0, ["exit_long", "exit_tag"]] = (1, "fall")
        return dataframe

    def confirm_trade_entry(self, pair, order_type, amount, rate, time_in_force, current_time, entry_tag, side, **kwargs):
        self.refused += 1
        return self.hour != 12

    def confirm_trade_exit(self, pair, trade, order_type, amount, rate, time_in_force, exit_reason, current_time, **kwargs):
        return exit_reason != "fall" or current_time.hour % 2 == 0

    def order_filled(self, pair, trade, order, current_time, **kwargs) -> None:
        trade.set_custom_data("orders", (trade.get_custom_data("orders") or 0) + 1)

    def custom_exit(self, pair, trade, current_time, current_rate, current_profit, **kwargs):
        if (current_time - trade.open_date_utc).days >= 3 and trade.get_custom_data("orders") == 1:
            return "waited, long enough"
        return None
