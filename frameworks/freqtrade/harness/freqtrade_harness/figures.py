"""The figures of a finished backtest, each computed by freqtrade's own function or formula."""

import math
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from freqtrade.data.metrics import calculate_market_change, calculate_max_drawdown, calculate_sharpe
from freqtrade.util import get_dry_run_wallet
from pandas import DataFrame


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
        "per_pair": [_pair(trades, symbol, balance) for symbol in data],
        "equity_curve": list(_equity(trades, start, end, balance, content["final_balance"])),
        "trade_list": [_trade(record) for record in trades.to_dict(orient="records")],
    }


def _pair(trades: DataFrame, symbol: str, balance: float) -> dict[str, object]:
    own = trades.loc[trades["pair"] == symbol, "profit_abs"]
    return {"symbol": symbol, "profit_pct": _finite(own.sum() / balance * 100), "trades": len(own)}


def _equity(
    trades: DataFrame, start: datetime, end: datetime, balance: float, final: float
) -> Iterator[dict[str, object]]:
    """The balance as each UTC day begins (the first: as the backtest begins), then the final one."""
    closed = trades.loc[:, ["close_date", "profit_abs"]].sort_values("close_date")
    totals = [balance, *(balance + closed["profit_abs"].cumsum())]
    moment = start
    while moment < end:
        before = int(closed["close_date"].searchsorted(moment, side="left"))
        yield {"t_ms": _ms(moment), "equity": _finite(totals[before])}
        moment = moment.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)
    yield {"t_ms": _ms(end), "equity": _finite(final)}


def _trade(record: dict[Any, Any]) -> dict[str, object]:
    return {
        "symbol": record["pair"],
        "side": "short" if record["is_short"] else "long",
        "opened_at_ms": _ms(record["open_date"]),
        "closed_at_ms": _ms(record["close_date"]),
        "open_rate": _finite(record["open_rate"]),
        "close_rate": _finite(record["close_rate"]),
        "amount": _finite(record["amount"]),
        "profit_abs": _finite(record["profit_abs"]),
        "profit_ratio": _finite(record["profit_ratio"]),
        "exit_reason": str(record["exit_reason"]),
    }


def _ms(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)


def _finite(value: float) -> float:
    """JSON knows neither NaN nor infinity; freqtrade itself answers 0 where a ratio is undefined."""
    number = float(value)
    return number if math.isfinite(number) else 0.0
