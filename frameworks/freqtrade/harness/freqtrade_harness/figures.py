"""The figures of a finished backtest, each computed by freqtrade's own function or formula."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

import numpy
from freqtrade.data.metrics import calculate_market_change, calculate_max_drawdown, calculate_sharpe
from freqtrade.util import get_dry_run_wallet
from numpy.typing import NDArray
from pandas import DataFrame, DatetimeIndex, Timedelta, Timestamp, date_range, isna, to_datetime
from platform_worker.figures import finite, of_trades, tag

# As dictionaries they take many times the space.
_TRADES_AT_ONCE = 200


def figures(content: Any, data: dict[str, DataFrame], start: datetime, end: datetime) -> dict[str, object]:
    """
    The result as the platform reads it, its trades apart; percentages are percent.

    `content` is what the engine returns for one strategy; `start` and `end` are its first and last candle's times.
    """
    trades: DataFrame = content["results"]
    balance = get_dry_run_wallet(content["config"])
    drawdown = calculate_max_drawdown(trades, starting_balance=balance) if len(trades) else None
    return {
        "starting_balance": balance,
        "profit_total_pct": finite(trades["profit_abs"].sum() / balance * 100),
        "market_change_pct": finite(calculate_market_change(data, "close", min_date=start) * 100),
        "max_drawdown_pct": finite(drawdown.relative_account_drawdown * 100 if drawdown else 0.0),
        **of_trades(trades, list(data), balance),
        "sharpe": finite(calculate_sharpe(trades, start, end, balance)),
        "equity_curve": _equity(trades, start, end, balance, content["final_balance"]),
    }


def trades_of(content: Any) -> Iterator[dict[str, object]]:
    """Returns the trades in the engine's order."""
    trades: DataFrame = content["results"]
    for first in range(0, len(trades), _TRADES_AT_ONCE):
        some = trades.iloc[first : first + _TRADES_AT_ONCE]
        yield from (_trade(record) for record in some.to_dict(orient="records"))


def _equity(trades: DataFrame, start: datetime, end: datetime, balance: float, final: float) -> dict[str, list[float]]:
    """The balance as each UTC day begins (the first: as the backtest begins), then the final one, as columns."""
    midnights = date_range(Timestamp(start).normalize() + Timedelta(days=1), end, freq="D", inclusive="left")
    moments = _milliseconds([start, *midnights] if start < end else [])
    closed = trades.loc[:, ["close_date", "profit_abs"]].sort_values("close_date")
    totals = numpy.concatenate(([balance], balance + closed["profit_abs"].cumsum().to_numpy(dtype=float)))
    before = numpy.searchsorted(_milliseconds(closed["close_date"]), moments, side="left")
    return {
        "t_ms": [*moments.tolist(), ms(end)],
        "equity": [finite(value) for value in (*totals[before].tolist(), final)],
    }


def _milliseconds(moments: Any) -> NDArray[numpy.int64]:
    whole: NDArray[numpy.int64] = DatetimeIndex(to_datetime(moments, utc=True)).as_unit("ms").asi8
    return whole


def _trade(record: dict[Any, Any]) -> dict[str, object]:
    return {
        "symbol": record["pair"],
        "side": "short" if record["is_short"] else "long",
        "opened_at_ms": ms(record["open_date"]),
        "closed_at_ms": ms(record["close_date"]),
        "open_rate": finite(record["open_rate"]),
        "close_rate": finite(record["close_rate"]),
        "amount": finite(record["amount"]),
        "stake_amount": finite(record["stake_amount"]),
        "leverage": finite(record["leverage"]),
        "fees_abs": finite(_fees(record["orders"], record["fee_open"], record["fee_close"])),
        "profit_abs": finite(record["profit_abs"]),
        "profit_ratio": finite(record["profit_ratio"]),
        "entry_tag": None if isna(record["enter_tag"]) else tag(record["enter_tag"]) or None,
        "exit_reason": tag(record["exit_reason"]),
    }


def _fees(orders: Iterable[dict[str, Any]], fee_open: float, fee_close: float) -> float:
    """Returns the fees of the orders that were filled, in the stake currency."""
    fees: Iterator[float] = (
        order["amount"] * order["safe_price"] * (fee_open if order["ft_is_entry"] else fee_close)
        for order in orders
        if order["order_filled_timestamp"] is not None
    )
    return sum(fees)


def ms(moment: datetime) -> int:
    """Returns a moment in whole milliseconds since the epoch."""
    return round(moment.timestamp() * 1000)
