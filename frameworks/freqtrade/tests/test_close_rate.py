import pytest
from freqtrade.persistence import Order, Trade
from freqtrade_harness.paper.figures import close_rate


def order(side: str, price: float, filled: float) -> Order:
    return Order(
        ft_order_side=side,
        ft_amount=filled,
        ft_price=price,
        amount=filled,
        average=price,
        filled=filled,
        status="closed",
        ft_is_open=False,
    )


def closed(rate: float | None, *orders: Order) -> Trade:
    figures = {"open_rate": 100.0, "stake_amount": 200.0, "amount": 2.0, "fee_open": 0.0, "fee_close": 0.0}
    return Trade(pair="ETH/USDC:USDC", is_short=False, leverage=1.0, close_rate=rate, orders=list(orders), **figures)


def test_a_trade_is_closed_at_the_rate_that_freqtrade_says() -> None:
    assert close_rate(closed(110.0, order("buy", 100.0, 1.0), order("sell", 109.0, 1.0))) == 110.0


def test_an_exit_that_was_filled_while_it_was_cancelled_has_the_rate_of_its_orders() -> None:
    exits = order("sell", 110.0, 0.5), order("stoploss", 90.0, 1.5), order("stoploss", 80.0, 0.0)
    assert close_rate(closed(None, order("buy", 100.0, 2.0), *exits)) == pytest.approx(95.0)


def test_a_trade_without_an_exit_has_no_rate() -> None:
    assert close_rate(closed(None, order("buy", 100.0, 2.0))) is None
