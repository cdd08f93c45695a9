"""At which price an order is filled on paper: by the order book as the venue tells it."""

from collections.abc import Mapping

from nautilus_trader.backtest.models import FillModel
from nautilus_trader.model.book import OrderBook
from nautilus_trader.model.data import BookOrder
from nautilus_trader.model.enums import BookType, LiquiditySide, OrderSide
from nautilus_trader.model.instruments import Instrument
from nautilus_trader.model.objects import Price
from nautilus_trader.model.orders import Order

from nautilus_harness.paper.feed import Depth


class BookPrices(FillModel):  # type: ignore[misc]  # nautilus is untyped
    """A taker takes the levels of the book, and what exceeds them at the last; a resting limit has its own price."""

    def __init__(self, books: Mapping[str, Depth]) -> None:
        super().__init__(prob_fill_on_limit=1.0, prob_slippage=0.0)
        self._books = books

    def get_orderbook_for_fill_simulation(
        self, instrument: Instrument, order: Order, best_bid: Price, best_ask: Price
    ) -> OrderBook:
        """The book that an order meets."""
        is_buy = order.side == OrderSide.BUY
        side = OrderSide.SELL if is_buy else OrderSide.BUY
        book = OrderBook(instrument.id, BookType.L2_MBP)
        depth = self._books.get(instrument.id.value)
        levels: list[tuple[Price, float]] = []
        if order.liquidity_side == LiquiditySide.MAKER:
            levels = [(order.price, float(order.leaves_qty))]
        elif depth is not None:
            told = depth.asks if is_buy else depth.bids
            levels = [(instrument.make_price(price), size) for price, size in told]
        if not levels:
            levels = [(best_ask if is_buy else best_bid, float(order.leaves_qty))]
        worst, size = levels[-1]
        levels[-1] = (worst, max(size, float(order.leaves_qty)))
        for number, (price, quantity) in enumerate(levels, 1):
            if quantity >= float(instrument.size_increment):
                book.add(BookOrder(side, price, instrument.make_qty(quantity), number), 0, 0)
        return book
