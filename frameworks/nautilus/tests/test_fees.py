from decimal import Decimal

import pytest
from nautilus_harness.money.fees import taker_fee
from platform_worker.job import TakerFees


@pytest.mark.parametrize(
    ("fees", "shares", "price", "fee"),
    [
        # 100 · 0.03 · 0.4 · 0.6
        (TakerFees(0.03, 1), "100", "0.40", "0.72"),
        # 100 · 0.25 · (0.5 · 0.5)²
        (TakerFees(0.25, 2), "100", "0.5", "1.5625"),
        # 10 · 0.04 · √(0.2 · 0.8)
        (TakerFees(0.04, 0.5), "10", "0.2", "0.16"),
        # 1 · 0.03 · 0.333 · 0.667 is 0.00666333: what is less than a step is let pass.
        (TakerFees(0.03, 1), "1", "0.333", "0.00666"),
        (TakerFees(0.05, 1), "0.01", "0.01", "0"),
        (TakerFees(0.03, 1), "100", "1", "0"),
        (TakerFees(0, 0), "100", "0", "0"),
        (TakerFees(0.02, 0), "100", "0", "2"),
    ],
)
def test_a_taker_pays_by_the_schedule_of_the_market(fees: TakerFees, shares: str, price: str, fee: str) -> None:
    assert taker_fee(fees, Decimal(shares), Decimal(price)) == Decimal(fee)
