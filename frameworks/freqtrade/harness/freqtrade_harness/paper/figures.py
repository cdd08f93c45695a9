"""What a running bot has: its trades, what they came to and what it holds, by freqtrade's own remote interface."""

from math import isfinite
from typing import Any

from freqtrade.freqtradebot import FreqtradeBot
from freqtrade.persistence import Order, Trade
from freqtrade.rpc import RPC, RPCException
from sqlalchemy import func, select

from freqtrade_harness.figures import ms

CLOSED_TRADES_MAX = 100
# Of an amount, which freqtrade keeps as a float.
ROUNDING = 1e-9


def snapshot(bot: FreqtradeBot) -> dict[str, object]:
    """The figures that the platform shows of a bot; those that need a price which there isn't are null."""
    rpc = RPC(bot)
    statistics = rpc._rpc_trade_statistics("USDC", "")
    positions = [_position(trade) for trade in _open(rpc) if trade["amount"] > 0]
    closed = statistics["profit_closed_coin"]
    return {
        "trades": {
            "total": statistics["trade_count"],
            "open": statistics["trade_count"] - statistics["closed_trade_count"],
            "wins": statistics["winning_trades"],
            "losses": statistics["losing_trades"],
        },
        "realized_usd": closed,
        "unrealized_usd": _known(statistics["profit_all_coin"] - closed),
        "positions": positions,
        "balance_usd": _known(rpc._rpc_balance("USDC", "")["total"]),
    }


def _open(rpc: RPC) -> list[dict[str, Any]]:
    try:
        trades: list[dict[str, Any]] = rpc._rpc_trade_status()
    except RPCException:
        # That there is none is an error of its own there.
        return []
    return trades


def _position(trade: dict[str, Any]) -> dict[str, object]:
    value = trade["amount"] * trade["current_rate"]
    return {
        "symbol": trade["pair"],
        "side": "short" if trade["is_short"] else "long",
        "size_usd": _known(value),
    }


def _known(value: float) -> float | None:
    return value if isfinite(value) else None


class ClosedTrades:
    """The closed trades that were not told yet; they close in another order than they are numbered in."""

    def __init__(self) -> None:
        self._told: set[int] = set()

    def fresh(self) -> list[dict[str, object]]:
        """Returns some of them, which are told with that."""
        is_closed = Trade.is_open.is_(False)
        if Trade.session.scalar(select(func.count(Trade.id)).where(is_closed)) == len(self._told):
            return []
        numbers = set(Trade.session.scalars(select(Trade.id).where(is_closed)))
        some = sorted(numbers - self._told)[:CLOSED_TRADES_MAX]
        self._told.update(some)
        told = Trade.get_trades([Trade.id.in_(some)])
        return [_closed(trade, rate) for trade in told if (rate := close_rate(trade)) is not None]


def _closed(trade: Trade, rate: float) -> dict[str, object]:
    return {
        "number": trade.id,
        "symbol": trade.pair,
        "side": "short" if trade.is_short else "long",
        "opened_at_ms": ms(trade.open_date_utc),
        "closed_at_ms": ms(trade.close_date_utc),
        "open_rate": trade.open_rate,
        "close_rate": rate,
        "amount": trade.amount,
        "stake_amount": trade.stake_amount,
        "leverage": trade.leverage,
        "fees_abs": (trade.fee_open_cost or 0.0) + (trade.fee_close_cost or 0.0),
        "profit_abs": trade.close_profit_abs,
        "profit_ratio": trade.close_profit,
        "entry_tag": trade.enter_tag,
        "exit_reason": trade.exit_reason or "",
        "partly_filled": any(is_partly_filled(order, trade.amount_precision) for order in trade.orders),
    }


def close_rate(trade: Trade) -> float | None:
    """What a closed trade was closed at: freqtrade forgets it where it cancels an exit that was filled meanwhile.

    None: it has no exit.
    """
    rate: float | None = trade.close_rate
    if rate is not None:
        return rate
    exits = [order for order in trade.orders if order.ft_order_side != trade.entry_side and order.safe_filled > 0]
    filled: float = sum(order.safe_filled for order in exits)
    cost: float = sum(order.safe_price * order.safe_filled for order in exits)
    return cost / filled if exits else None


def is_partly_filled(order: Order, step: float | None) -> bool:
    """Whether an order that has ended was filled but for a step of its market or more; less is rounding."""
    asked: float = order.ft_amount
    filled: float = order.safe_filled
    missing = asked - filled
    return filled > 0 and missing > ROUNDING * asked and missing >= (step or 0) * (1 - ROUNDING)
