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


def figures(content: Any, data: dict[str, DataFrame], start: datetime, end: datetime) -> dict[str, object]:
    """
    The result as the platform reads it; percentages are percent.

    `content` is what the engine returns for one strategy; `start` and `end` are its first and last candle's times.
    """
    trades: DataFrame = content["results"]
    balance = get_dry_run_wallet(content["config"])
    profit = trades["profit_abs"]
    won = profit[profit > 0]
    lost = float(profit[profit < 0].sum())
    drawdown = calculate_max_drawdown(trades, starting_balance=balance) if len(trades) else None
    return {
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
        "equity_curve": list(_equity(trades, start, end, balance, content["final_balance"])),
        "trade_list": [_trade(record) for record in trades.to_dict(orient="records")],
    }


def _exit_reasons(trades: DataFrame, balance: float) -> Iterator[dict[str, object]]:
    """What the trades of each exit reason came to, the most profitable reason first as in freqtrade's own table."""
    groups = [(reason, own["profit_abs"]) for reason, own in trades.groupby("exit_reason")] if len(trades) else []
    for reason, profits in sorted(groups, key=lambda group: float(group[1].sum()), reverse=True):
        yield {"reason": _tag(reason), **_summary(profits, balance)}


def _summary(profits: Series, balance: float) -> dict[str, object]:
    total = profits.sum()
    return {
        "profit_pct": _finite(total / balance * 100),
        "profit_abs": _finite(total),
        "trades": len(profits),
        "wins": int((profits > 0).sum()),
    }


def _equity(
    trades: DataFrame, start: datetime, end: datetime, balance: float, final: float
) -> Iterator[dict[str, object]]:
    """The balance as each UTC day begins (the first: as the backtest begins), then the final one."""
    closed = trades.loc[:, ["close_date", "profit_abs"]].sort_values("close_date")
    totals = [balance, *(balance + closed["profit_abs"].cumsum())]
    moment = start
    while moment < end:
        before = int(closed["close_date"].searchsorted(moment, side="left"))
        yield {"t_ms": ms(moment), "equity": _finite(totals[before])}
        moment = moment.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)
    yield {"t_ms": ms(end), "equity": _finite(final)}


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
