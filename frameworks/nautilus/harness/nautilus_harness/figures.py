"""The figures of a finished run as the platform reads them; what nautilus has no figure for has freqtrade's formula."""

from collections.abc import Sequence
from math import sqrt
from typing import Any

import numpy
from pandas import DataFrame
from platform_worker.figures import finite, of_trades
from platform_worker.job import Job
from platform_worker.warnings_summary import SUMMARY

from nautilus_harness import STARTING_BALANCE
from nautilus_harness.markets import NANOSECONDS_A_MILLISECOND, Market
from nautilus_harness.money.equity import Equity

_DAY_MS = 86_400_000
_DAYS_A_YEAR = 365


def figures(
    job: Job, markets: Sequence[Market], trades: Sequence[dict[str, Any]], worth: Equity, funding: float
) -> dict[str, object]:
    """The result of a run, its trades apart; percentages are percent of the starting balance."""
    rows = DataFrame(
        {
            "pair": [trade["symbol"] for trade in trades],
            "profit_abs": numpy.array([trade["profit_abs"] for trade in trades], dtype=numpy.float64),
            "exit_reason": [trade["exit_reason"] for trade in trades],
        }
    )
    total = float(rows["profit_abs"].sum()) + funding
    return {
        "starting_balance": STARTING_BALANCE,
        **({"funding_pnl": funding} if any(market.funding for market in markets) else {}),
        "profit_total_pct": finite(total / STARTING_BALANCE * 100),
        "market_change_pct": finite(sum(_change(market) for market in markets) / len(markets) * 100),
        "max_drawdown_pct": finite(worth.drawdown_pct()),
        **of_trades(rows, job.symbols, STARTING_BALANCE),
        "sharpe": finite(sharpe(rows["profit_abs"].to_numpy(), job.to_ms - job.from_ms)),
        "equity_curve": worth.daily(),
        "data": _data(markets),
        "warnings": SUMMARY.rows(),
    }


def sharpe(profits: numpy.typing.NDArray[numpy.float64], window_ms: int) -> float:
    """freqtrade's ratio: what the trades came to a day, by how much they differ, over a year."""
    if len(profits) == 0:
        return 0.0
    shares = profits / STARTING_BALANCE
    deviation = float(numpy.std(shares))
    if deviation == 0:
        return -100.0
    return float(shares.sum()) / max(1, window_ms // _DAY_MS) / deviation * sqrt(_DAYS_A_YEAR)


def _change(market: Market) -> float:
    closes = market.finest.values["close"]
    return float(closes[-1] / closes[0] - 1)


def _data(markets: Sequence[Market]) -> dict[str, object]:
    tables = [
        {
            "symbol": market.facts.symbol,
            "timeframe": table.timeframe,
            "aggregated_from": None,
            "from_ms": table.opened_ms(0),
            "to_ms": table.opened_ms(-1),
            "rows": len(table.closed_ns),
        }
        for market in markets
        for table in market.tables
    ]
    return {
        "from_ms": min(table.opened_ms(0) for market in markets for table in market.tables),
        "to_ms": max(table.opened_ms(-1) for market in markets for table in market.tables),
        "startup_candles": 0,
        "tables": tables,
        "funding": [
            {
                "symbol": market.facts.symbol,
                "from_ms": market.funding[0][0] // NANOSECONDS_A_MILLISECOND,
                "to_ms": market.funding[-1][0] // NANOSECONDS_A_MILLISECOND,
                "rows": len(market.funding),
            }
            for market in markets
            if market.funding
        ],
    }
