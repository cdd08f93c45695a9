"""What a fill costs: the venue's fee per side, or of a prediction what its market charges its takers."""

from collections.abc import Mapping
from decimal import ROUND_DOWN, Decimal

from nautilus_trader.backtest.models import FeeModel, MakerTakerFeeModel
from nautilus_trader.model.enums import LiquiditySide
from nautilus_trader.model.identifiers import InstrumentId
from nautilus_trader.model.instruments import Instrument
from nautilus_trader.model.objects import Money, Price, Quantity
from nautilus_trader.model.orders import Order
from platform_worker.job import TakerFees

from nautilus_harness.money.fills import is_settlement

# What the venue charges is cut to this, in USD: less is nothing.
_FEE_STEP = Decimal("0.00001")


class VenueFees(FeeModel):  # type: ignore[misc]  # nautilus is untyped
    """Of predictions by their markets' schedules, of others by the instrument; none where a market is settled."""

    def __init__(self, predictions: Mapping[InstrumentId, TakerFees]) -> None:
        self._predictions = predictions
        self._usual = MakerTakerFeeModel()

    def get_commission(self, order: Order, fill_qty: Quantity, fill_px: Price, instrument: Instrument) -> Money:
        """The fee of one fill."""
        if is_settlement(order):
            return Money(0, instrument.quote_currency)
        fees = self._predictions.get(instrument.id)
        if fees is None:
            return self._usual.get_commission(order, fill_qty, fill_px, instrument)
        if order.liquidity_side == LiquiditySide.MAKER:
            return Money(0, instrument.quote_currency)
        return Money(taker_fee(fees, fill_qty.as_decimal(), fill_px.as_decimal()), instrument.quote_currency)


def taker_fee(fees: TakerFees, shares: Decimal, price: Decimal) -> Decimal:
    """Returns what a taker pays for a fill."""
    rate, exponent = Decimal(repr(fees.rate)), Decimal(repr(fees.exponent))
    # Decimal has no value for zero to the power of zero.
    curve = (price * (1 - price)) ** exponent if exponent else Decimal(1)
    return (shares * rate * curve).quantize(_FEE_STEP, rounding=ROUND_DOWN)
