from datetime import UTC, datetime, timedelta
from typing import Any

from freqtrade_harness.figures import figures, trades_of
from pandas import DataFrame, date_range

START = datetime(2026, 1, 1, 6, tzinfo=UTC)
END = START + timedelta(days=2, hours=1)
DATA = {
    "BTC/USDC:USDC": DataFrame({"date": date_range(START, END, freq="1h"), "close": [float(i) for i in range(1, 51)]})
}


def filled(amount: float, price: float, *, is_entry: bool) -> dict[str, object]:
    return {"amount": amount, "safe_price": price, "ft_is_entry": is_entry, "order_filled_timestamp": 1}


def result(profits: dict[datetime, float], **changes: object) -> dict[str, Any]:
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
                "stake_amount": 0.5,
                "leverage": 2.0,
                "fee_open": 0.001,
                "fee_close": 0.002,
                "orders": [filled(1.0, 1.0, is_entry=True), filled(1.0, 2.0, is_entry=False)],
                "profit_abs": profit,
                "profit_ratio": profit / 100,
                "enter_tag": "dip" if profit > 0 else None,
                "exit_reason": "roi" if profit > 0 else "stop_loss",
            }
            | changes
            for closed, profit in profits.items()
        ],
        columns=None if profits else ["pair", "profit_abs", "close_date"],
    )
    content = {"results": trades, "config": {"dry_run_wallet": 1000, "stake_currency": "USDC"}}
    shown = figures({**content, "final_balance": 1000 + sum(profits.values())}, DATA, START, END)
    return {**shown, "trade_list": list(trades_of(content))}


def test_the_equity_curve_has_a_point_a_day_and_the_final_one() -> None:
    midnight = datetime(2026, 1, 2, tzinfo=UTC)
    curve = result({midnight - timedelta(hours=1): 10.0, midnight: 5.0, END: -3.0})["equity_curve"]
    expected = [(START, 1000.0), (midnight, 1010.0), (midnight + timedelta(days=1), 1015.0), (END, 1012.0)]
    assert curve == {
        "t_ms": [round(at.timestamp() * 1000) for at, _ in expected],
        "equity": [equity for _, equity in expected],
    }


def test_figures_without_trades_are_zero_where_a_ratio_is_undefined() -> None:
    empty = result({})
    assert (empty["trades"], empty["win_rate"], empty["profit_factor"], empty["max_drawdown_pct"]) == (0, 0.0, 0.0, 0.0)
    assert empty["market_change_pct"] == 4900.0


def test_percentages_are_percent() -> None:
    whole = result({END: 20.0, START: -10.0})
    assert (whole["profit_total_pct"], whole["max_drawdown_pct"]) == (1.0, 1.0)
    assert (whole["win_rate"], whole["profit_factor"]) == (0.5, 2.0)
    assert whole["per_pair"] == [
        {"symbol": "BTC/USDC:USDC", "profit_pct": 1.0, "profit_abs": 10.0, "trades": 2, "wins": 1}
    ]


def test_what_each_exit_reason_came_to_is_listed_the_most_profitable_first() -> None:
    reasons = result({START: -10.0, START + timedelta(hours=1): -5.0, END: 20.0})["per_exit_reason"]
    assert reasons == [
        {"reason": "roi", "profit_pct": 2.0, "profit_abs": 20.0, "trades": 1, "wins": 1},
        {"reason": "stop_loss", "profit_pct": -1.5, "profit_abs": -15.0, "trades": 2, "wins": 0},
    ]
    assert result({})["per_exit_reason"] == []


def test_exit_reasons_beyond_the_first_three_hundred_are_one_row() -> None:
    closed = [START + timedelta(minutes=minute) for minute in range(500)]
    trades = DataFrame({"pair": "BTC/USDC:USDC", "close_date": closed, "profit_abs": 1.0})
    trades["exit_reason"] = [f"reason {number}" for number in range(500)]
    content = {"results": trades, "config": {"dry_run_wallet": 1000, "stake_currency": "USDC"}, "final_balance": 1500}
    rows: Any = figures(content, DATA, START, END)["per_exit_reason"]
    reasons = {row["reason"]: row["trades"] for row in rows}
    assert (len(reasons), reasons["reason 299"], reasons["(other reasons)"]) == (301, 1, 200)


def test_trades_come_in_chunks_and_in_order() -> None:
    profits = {START + timedelta(minutes=minute): float(minute) for minute in range(450)}
    assert [trade["profit_abs"] for trade in result(profits)["trade_list"]] == list(profits.values())


def test_a_trade_pays_the_fees_of_every_order_that_was_filled() -> None:
    still_open = filled(100.0, 100.0, is_entry=False) | {"order_filled_timestamp": None}
    orders = [filled(2.0, 10.0, is_entry=True), filled(1.0, 30.0, is_entry=False), filled(1.0, 40.0, is_entry=False)]
    [trade] = result({END: 1.0}, orders=[*orders, still_open])["trade_list"]
    assert trade["fees_abs"] == 2.0 * 10.0 * 0.001 + 30.0 * 0.002 + 40.0 * 0.002
    assert (trade["stake_amount"], trade["leverage"]) == (0.5, 2.0)


def test_a_tag_is_text_of_bounded_length_or_nothing() -> None:
    trades = result({START: 1.0, END: -1.0})["trade_list"]
    assert [trade["entry_tag"] for trade in trades] == ["dip", None]
    for written, shown in ((float("nan"), None), ("", None), (7, "7"), ("x" * 2_000, "x" * 1_000)):
        assert result({END: 1.0}, enter_tag=written)["trade_list"][0]["entry_tag"] == shown
