import pytest
from freqtrade.persistence import Order
from freqtrade_harness.paper.figures import is_partly_filled

STEP = 0.01


def order(asked: float, filled: float | None) -> Order:
    return Order(ft_amount=asked, amount=asked, filled=filled, status="closed", ft_is_open=False)


@pytest.mark.parametrize(
    ("asked", "filled", "expected"),
    [
        (1.0, 1.0, False),
        (1.0, 0.99, True),
        (1.0, 0.4, True),
        # What freqtrade asked for is cut to the market's step before it is sent.
        (1.0099, 1.0, False),
        # One that was not filled at all left no trade, or was placed again.
        (1.0, 0.0, False),
        (0.3, 0.1 + 0.2, False),
        (0.1 + 0.2, 0.3, False),
    ],
)
def test_an_order_is_partly_filled_where_a_step_of_it_or_more_stayed_unfilled(
    asked: float, filled: float, expected: bool
) -> None:
    assert is_partly_filled(order(asked, filled), STEP) is expected


def test_where_the_step_is_not_known_less_than_rounding_counts_as_filled() -> None:
    assert is_partly_filled(order(1.0, 0.999), None)
    assert not is_partly_filled(order(0.1 + 0.2, 0.3), None)
