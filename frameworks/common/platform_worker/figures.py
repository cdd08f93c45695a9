"""Figures that follow from a run's trades alone, and the form in which they are returned, for every framework."""

import math
from collections.abc import Iterator, Sequence

from pandas import DataFrame, Series

# Longer than any framework itself keeps a tag; a strategy may write anything into it.
_TAG_CHARACTERS_MAX = 1_000

# Reasons with a row of their own; a strategy may end each trade for a reason of its own.
_EXIT_REASONS_MAX = 300
_OTHER_REASONS = "(other reasons)"


def of_trades(trades: DataFrame, symbols: Sequence[str], balance: float) -> dict[str, object]:
    """
    Number, win rate, profit factor and tables of trades with the columns `pair`, `profit_abs` and `exit_reason`.

    Percentages are percent of the starting `balance`; every symbol has a row.
    """
    profit = trades["profit_abs"]
    won = profit[profit > 0]
    lost = float(profit[profit < 0].sum())
    return {
        "trades": len(trades),
        "win_rate": len(won) / len(trades) if len(trades) else 0.0,
        "profit_factor": finite(won.sum() / abs(lost)) if lost else 0.0,
        "per_pair": [
            {"symbol": symbol, **_summary(trades.loc[trades["pair"] == symbol, "profit_abs"], balance)}
            for symbol in symbols
        ],
        "per_exit_reason": list(_exit_reasons(trades, balance)),
    }


def tag(value: object) -> str:
    """Returns a strategy's text, cut to a bounded length."""
    return str(value)[:_TAG_CHARACTERS_MAX]


def finite(value: float) -> float:
    """Returns 0 where a ratio is undefined, since JSON has neither NaN nor infinity."""
    number = float(value)
    return number if math.isfinite(number) else 0.0


def _exit_reasons(trades: DataFrame, balance: float) -> Iterator[dict[str, object]]:
    """
    Returns the totals of the trades per exit reason, the most profitable reason first.

    Beyond the first reasons that occur, all others together are one.
    """
    if len(trades) == 0:
        return
    reasons = trades["exit_reason"].map(tag)
    own = reasons.where(reasons.isin(reasons.unique()[:_EXIT_REASONS_MAX]), _OTHER_REASONS)
    groups = [(reason, profits) for reason, profits in trades["profit_abs"].groupby(own)]
    for reason, profits in sorted(groups, key=lambda group: float(group[1].sum()), reverse=True):
        yield {"reason": reason, **_summary(profits, balance)}


def _summary(profits: Series, balance: float) -> dict[str, object]:
    total = profits.sum()
    return {
        "profit_pct": finite(total / balance * 100),
        "profit_abs": finite(total),
        "trades": len(profits),
        "wins": int((profits > 0).sum()),
    }
