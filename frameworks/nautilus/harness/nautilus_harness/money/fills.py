"""At which price an order is filled: candle prices, without slippage and without a bound of size."""

from collections.abc import Callable, Mapping

from nautilus_trader.backtest.models import FillModel
from nautilus_trader.model.book import OrderBook
from nautilus_trader.model.data import BookOrder, InstrumentClose
from nautilus_trader.model.enums import BookType, LiquiditySide, OrderSide, OrderStatus, OrderType
from nautilus_trader.model.identifiers import InstrumentId
from nautilus_trader.model.instruments import Instrument
from nautilus_trader.model.objects import Price, Quantity
from nautilus_trader.model.orders import Order

from nautilus_harness.markets import Candles

# What nautilus tags the orders with by which it closes positions at a settlement.
SETTLEMENT_TAG = "EXPIRATION_"

_STOPS = frozenset(
    {
        OrderType.STOP_MARKET,
        OrderType.STOP_LIMIT,
        OrderType.TRAILING_STOP_MARKET,
        OrderType.TRAILING_STOP_LIMIT,
    }
)
_TRAILING = frozenset({OrderType.TRAILING_STOP_MARKET, OrderType.TRAILING_STOP_LIMIT})
_TOUCHED = frozenset({OrderType.MARKET_IF_TOUCHED, OrderType.LIMIT_IF_TOUCHED})


def is_settlement(order: Order) -> bool:
    """Whether nautilus closes a position by this order because its market was settled."""
    return bool(order.tags) and order.tags[0].startswith(SETTLEMENT_TAG)


class CandlePrices(FillModel):  # type: ignore[misc]  # nautilus is untyped
    """Fills every order whole: see `price`."""

    def __init__(
        self,
        seed: int,
        candles: Mapping[InstrumentId, Candles],
        settlements: Mapping[InstrumentId, InstrumentClose],
        now_ns: Callable[[], int],
    ) -> None:
        super().__init__(prob_fill_on_limit=1.0, prob_slippage=0.0, random_seed=seed)
        self._candles = candles
        self._settlements = settlements
        self._now_ns = now_ns

    def get_orderbook_for_fill_simulation(
        self, instrument: Instrument, order: Order, best_bid: Price, best_ask: Price
    ) -> OrderBook:
        """A book that holds as much as the order wants, at the one price that it is filled at."""
        is_buy = order.side == OrderSide.BUY
        price = self._price(instrument, order, best_ask if is_buy else best_bid)
        book = OrderBook(instrument.id, BookType.L2_MBP)
        side = OrderSide.SELL if is_buy else OrderSide.BUY
        book.add(BookOrder(side, price, Quantity(order.leaves_qty, instrument.size_precision), 1), 0, 0)
        return book

    def _price(self, instrument: Instrument, order: Order, touch: Price) -> Price:
        """
        A resting limit is filled at its own price; a resting stop at its trigger, or at the open that jumped over it.
        Everything else is filled at the market's price now.
        """
        if is_settlement(order):
            return self._settlements[instrument.id].close_price
        if order.liquidity_side == LiquiditySide.MAKER:
            return order.price
        if order.status == OrderStatus.SUBMITTED or order.order_type not in _STOPS | _TOUCHED:
            return touch
        is_buy = order.side == OrderSide.BUY
        price = self._triggered(instrument, order, is_buy=is_buy)
        if not order.has_price:
            return price
        return min(price, order.price) if is_buy else max(price, order.price)

    def _triggered(self, instrument: Instrument, order: Order, *, is_buy: bool) -> Price:
        now_ns = self._now_ns()
        trigger = order.trigger_price
        # A stop that trailed the price within this candle did so after its open.
        if order.order_type in _TRAILING and order.ts_last == now_ns:
            return trigger
        candles = self._candles[instrument.id]
        opened = Price(candles.values["open"][candles.latest(now_ns)], instrument.price_precision)
        # A buy stop lies above the market and gets worse by a jump; a buy on a touch lies below it and gets better.
        return max(trigger, opened) if is_buy == (order.order_type in _STOPS) else min(trigger, opened)
