from collections.abc import Iterator
from typing import Any

import pytest
from freqtrade.wallets import Wallets
from freqtrade_harness.backtest import SmallStakes


class Wallet(Wallets):  # type: ignore[misc]  # freqtrade is untyped
    def __init__(self) -> None:
        """Has what `validate_stake_amount` asks for, and nothing else."""

    def get_available_stake_amount(self) -> float:
        return 1000.0

    def _local_log(self, *_arguments: Any, **_options: Any) -> None:
        pass


@pytest.fixture
def stakes() -> Iterator[SmallStakes]:
    original = Wallets.validate_stake_amount
    watching = SmallStakes()
    watching.watch()
    yield watching
    Wallets.validate_stake_amount = original


def enter(stake: object, trade: float | None = None, least: float | None = 11.0526) -> object:
    return Wallet().validate_stake_amount(
        pair="BTC/USDC:USDC",
        stake_amount=stake,
        min_stake_amount=least,
        max_stake_amount=1e6,
        trade_amount=trade,
    )


def test_entries_below_the_smallest_order_are_counted(stakes: SmallStakes) -> None:
    assert [enter(5), enter(4.5)] == [0, 0]
    assert stakes.text() == (
        "2 entries were left out: the stake (5 USDC at the first) is below the venue's smallest order of 10 USDC, "
        "11.06 with freqtrade's reserve for the stop loss"
    )


def test_what_freqtrade_takes_raises_or_adds_is_not_counted(stakes: SmallStakes) -> None:
    # It raises a stake by up to 30 %.
    assert [enter(100), enter(9)] == [100, 11.0526]
    assert [enter(0), enter(None), enter(5, trade=50.0), enter(5, least=None)] == [0, 0, 0, 5]
    assert stakes.text() is None


def test_one_entry_is_said_as_one(stakes: SmallStakes) -> None:
    enter(5)
    assert str(stakes.text()).startswith("1 entry was left out: ")
