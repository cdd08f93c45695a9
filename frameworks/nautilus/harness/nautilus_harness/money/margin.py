"""The market's largest leverage, which nautilus lets an account exceed."""

from collections.abc import Sequence
from dataclasses import dataclass

from platform_worker.coverage import shown_time
from platform_worker.failure import StrategyFault

from nautilus_harness.markets import NANOSECONDS_A_MILLISECOND, Market


@dataclass(frozen=True, slots=True)
class Exposure:
    """What is held of a perpetual: the signed quantity, what that cost, and the price now."""

    market: Market
    quantity: float
    cost: float
    price: float

    @property
    def value(self) -> float:
        """What it comes to at the price now, long or short."""
        return abs(self.quantity) * self.price

    @property
    def gain(self) -> float:
        """What it has gained so far."""
        return self.quantity * self.price - self.cost

    @property
    def margin(self) -> float:
        """The margin that the venue requires: its value divided by the market's largest leverage."""
        return self.value / self.market.facts.max_leverage

    @property
    def allowance(self) -> float:
        """What an order of the whole leverage lacks once it is filled: its fee, and its size rounded up by a step."""
        instrument = self.market.instrument
        step = float(instrument.size_increment) * self.price / self.market.facts.max_leverage
        return self.value * float(instrument.taker_fee) + step


def require_margin(held: Sequence[Exposure], balance: float, at_ns: int) -> None:
    """Raises where an account holds more than its equity carries; called whenever a position has grown."""
    equity = balance + sum(exposure.gain for exposure in held)
    margin = sum(exposure.margin for exposure in held)
    if margin - sum(exposure.allowance for exposure in held) <= equity:
        return
    parts = " and ".join(
        f"{exposure.value:.2f} USDC of {exposure.market.facts.symbol} (at most {exposure.market.facts.max_leverage}x)"
        for exposure in held
    )
    at = shown_time(at_ns // NANOSECONDS_A_MILLISECOND)
    raise StrategyFault(
        f"at {at} the strategy held {parts}, which takes {margin:.2f} USDC of margin, and its equity was {equity:.2f} "
        "USDC: the venue would have refused the order; order less, or close something first",
        None,
    )
