from datetime import UTC, datetime, timedelta

from freqtrade_harness.figures import figures
from pandas import DataFrame, date_range

START = datetime(2026, 1, 1, 6, tzinfo=UTC)
END = START + timedelta(days=2, hours=1)
DATA = {
    "BTC/USDC:USDC": DataFrame({"date": date_range(START, END, freq="1h"), "close": [float(i) for i in range(1, 51)]})
}


def result(profits: dict[datetime, float]) -> dict[str, object]:
    trades = DataFrame(
        [
            {
                "pair": "BTC/USDC:USDC",
                "is_short": False,
                "open_date": START,
                "close_date": closed,
                "open_rate": 1.0,
                "close_rate": 2.0,
                "amount": 1.0,
                "profit_abs": profit,
                "profit_ratio": profit / 100,
                "exit_reason": "roi",
            }
            for closed, profit in profits.items()
        ],
        columns=None if profits else ["pair", "profit_abs", "close_date"],
    )
    content = {"results": trades, "config": {"dry_run_wallet": 1000, "stake_currency": "USDC"}}
    return figures({**content, "final_balance": 1000 + sum(profits.values())}, DATA, START, END)


def test_the_equity_curve_has_a_point_a_day_and_the_final_one() -> None:
    midnight = datetime(2026, 1, 2, tzinfo=UTC)
    curve = result({midnight - timedelta(hours=1): 10.0, midnight: 5.0, END: -3.0})["equity_curve"]
    expected = [(START, 1000.0), (midnight, 1010.0), (midnight + timedelta(days=1), 1015.0), (END, 1012.0)]
    assert curve == [{"t_ms": round(at.timestamp() * 1000), "equity": equity} for at, equity in expected]


def test_figures_without_trades_are_zero_where_a_ratio_is_undefined() -> None:
    empty = result({})
    assert (empty["trades"], empty["win_rate"], empty["profit_factor"], empty["max_drawdown_pct"]) == (0, 0.0, 0.0, 0.0)
    assert empty["market_change_pct"] == 4900.0


def test_percentages_are_percent() -> None:
    whole = result({END: 20.0, START: -10.0})
    assert (whole["profit_total_pct"], whole["max_drawdown_pct"]) == (1.0, 1.0)
    assert (whole["win_rate"], whole["profit_factor"]) == (0.5, 2.0)
    assert whole["per_pair"] == [{"symbol": "BTC/USDC:USDC", "profit_pct": 1.0, "trades": 2}]
