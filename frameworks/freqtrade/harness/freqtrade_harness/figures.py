"""The figures of a finished backtest, each computed by freqtrade's own function or formula."""

import math
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Any

from freqtrade.data.metrics import calculate_market_change, calculate_max_drawdown, calculate_sharpe
from freqtrade.util import get_dry_run_wallet
from pandas import DataFrame, Series, isna

# Longer than freqtrade itself keeps a tag; a strategy may write anything into its column.
_TAG_CHARACTERS_MAX = 1_000

# Reasons with a row of their own; a strategy may end each trade for a reason of its own.
_EXIT_REASONS_MAX = 300
_OTHER_REASONS = "(other reasons)"

_TRADES_A_CHUNK = 200


def figures(content: Any, data: dict[str, DataFrame], start: datetime, end: datetime) -> dict[str, object]:
    """
    The result as the platform reads it, its trades apart; percentages are percent.

    `content` is what the engine returns for one strategy; `start` and `end` are its first and last candle's times.
    """
    trades: DataFrame = content["results"]
    balance = get_dry_run_wallet(content["config"])
    profit = trades["profit_abs"]
    won = profit[profit > 0]
    lost = float(profit[profit < 0].sum())
    drawdown = calculate_max_drawdown(trades, starting_balance=balance) if len(trades) else None
    return {
        "starting_balance": balance,
        "profit_total_pct": _finite(profit.sum() / balance * 100),
        "market_change_pct": _finite(calculate_market_change(data, "close", min_date=start) * 100),
        "max_drawdown_pct": _finite(drawdown.relative_account_drawdown * 100 if drawdown else 0.0),
        "trades": len(trades),
        "win_rate": len(won) / len(trades) if len(trades) else 0.0,
        "profit_factor": _finite(won.sum() / abs(lost)) if lost else 0.0,
        "sharpe": _finite(calculate_sharpe(trades, start, end, balance)),
        "per_pair": [
            {"symbol": symbol, **_summary(trades.loc[trades["pair"] == symbol, "profit_abs"], balance)}
            for symbol in data
        ],
        "per_exit_reason": list(_exit_reasons(trades, balance)),
        "equity_curve": _columns(_equity(trades, start, end, balance, content["final_balance"])),
    }


def trade_chunks(content: Any) -> Iterator[list[dict[str, object]]]:
    """The trades in the engine's order, some at a time."""
    trades: DataFrame = content["results"]
    for first in range(0, len(trades), _TRADES_A_CHUNK):
        chunk = trades.iloc[first : first + _TRADES_A_CHUNK]
        yield [_trade(record) for record in chunk.to_dict(orient="records")]


def _exit_reasons(trades: DataFrame, balance: float) -> Iterator[dict[str, object]]:
    """
    What the trades of each exit reason came to, the most profitable reason first as in freqtrade's own table.

    Beyond the first reasons that occur, all others together are one.
    """
    if len(trades) == 0:
        return
    reasons = trades["exit_reason"].map(_tag)
    own = reasons.where(reasons.isin(reasons.unique()[:_EXIT_REASONS_MAX]), _OTHER_REASONS)
    groups = [(reason, profits) for reason, profits in trades["profit_abs"].groupby(own)]
    for reason, profits in sorted(groups, key=lambda group: float(group[1].sum()), reverse=True):
        yield {"reason": reason, **_summary(profits, balance)}


def _summary(profits: Series, balance: float) -> dict[str, object]:
    total = profits.sum()
    return {
        "profit_pct": _finite(total / balance * 100),
        "profit_abs": _finite(total),
        "trades": len(profits),
        "wins": int((profits > 0).sum()),
    }


def _columns(points: Iterator[tuple[int, float]]) -> dict[str, list[float]]:
    rows = list(points)
    return {"t_ms": [t_ms for t_ms, _ in rows], "equity": [equity for _, equity in rows]}


def _equity(
    trades: DataFrame, start: datetime, end: datetime, balance: float, final: float
) -> Iterator[tuple[int, float]]:
    """The balance as each UTC day begins (the first: as the backtest begins), then the final one."""
    closed = trades.loc[:, ["close_date", "profit_abs"]].sort_values("close_date")
    totals = [balance, *(balance + closed["profit_abs"].cumsum())]
    moment = start
    while moment < end:
        before = int(closed["close_date"].searchsorted(moment, side="left"))
        yield ms(moment), _finite(totals[before])
        moment = moment.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)
    yield ms(end), _finite(final)


def _trade(record: dict[Any, Any]) -> dict[str, object]:
    return {
        "symbol": record["pair"],
        "side": "short" if record["is_short"] else "long",
        "opened_at_ms": ms(record["open_date"]),
        "closed_at_ms": ms(record["close_date"]),
        "open_rate": _finite(record["open_rate"]),
        "close_rate": _finite(record["close_rate"]),
        "amount": _finite(record["amount"]),
        "stake_amount": _finite(record["stake_amount"]),
        "leverage": _finite(record["leverage"]),
        "fees_abs": _finite(_fees(record["orders"], record["fee_open"], record["fee_close"])),
        "profit_abs": _finite(record["profit_abs"]),
        "profit_ratio": _finite(record["profit_ratio"]),
        "entry_tag": None if isna(record["enter_tag"]) else _tag(record["enter_tag"]) or None,
        "exit_reason": _tag(record["exit_reason"]),
    }


def _fees(orders: Iterable[dict[str, Any]], fee_open: float, fee_close: float) -> float:
    """The fees of the orders that were filled, in the stake currency."""
    fees: Iterator[float] = (
        order["amount"] * order["safe_price"] * (fee_open if order["ft_is_entry"] else fee_close)
        for order in orders
        if order["order_filled_timestamp"] is not None
    )
    return sum(fees)


def _tag(value: object) -> str:
    return str(value)[:_TAG_CHARACTERS_MAX]


def ms(moment: datetime) -> int:
    """A moment in whole milliseconds since the epoch."""
    return round(moment.timestamp() * 1000)


def _finite(value: float) -> float:
    """JSON knows neither NaN nor infinity; freqtrade itself answers 0 where a ratio is undefined."""
    number = float(value)
    return number if math.isfinite(number) else 0.0
