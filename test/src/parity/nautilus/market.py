"""The market that a run trades on: instruments, fills at the prices of candles, fees."""

from decimal import Decimal
from typing import Any

from history import NANOS_PER_MS, SPECS, History
from ledger import Ledger
from nautilus_trader.backtest.config import SimulationModuleConfig
from nautilus_trader.backtest.engine import BacktestEngine
from nautilus_trader.backtest.models import FillModel, MakerTakerFeeModel
from nautilus_trader.backtest.modules import SimulationModule
from nautilus_trader.model.book import OrderBook
from nautilus_trader.model.currencies import USDC
from nautilus_trader.model.data import Bar, BookOrder
from nautilus_trader.model.enums import AssetClass, BookType, LiquiditySide, OrderSide, OrderStatus, OrderType
from nautilus_trader.model.identifiers import InstrumentId
from nautilus_trader.model.instruments import BinaryOption, CryptoPerpetual, Instrument
from nautilus_trader.model.objects import Currency, Money, Price, Quantity

STOPS = (OrderType.STOP_MARKET, OrderType.STOP_LIMIT, OrderType.TRAILING_STOP_MARKET, OrderType.TRAILING_STOP_LIMIT)
TOUCHED = (OrderType.MARKET_IF_TOUCHED, OrderType.LIMIT_IF_TOUCHED)
TRAILING = (OrderType.TRAILING_STOP_MARKET, OrderType.TRAILING_STOP_LIMIT)


def instrument_of(facts: dict[str, Any], history: History, fee_rate: float) -> Instrument:
    instrument_id = InstrumentId.from_str(facts["symbol"])
    places = history.precision(facts["symbol"], facts["tick_size"])
    sizes = facts["size_decimals"]
    fee = Decimal(repr(fee_rate))
    common: dict[str, Any] = {
        "instrument_id": instrument_id,
        "raw_symbol": instrument_id.symbol,
        "price_precision": places,
        "size_precision": sizes,
        "price_increment": Price(10**-places, places),
        "size_increment": Quantity(10**-sizes, sizes),
        "maker_fee": fee,
        "taker_fee": fee,
        "ts_event": 0,
        "ts_init": 0,
    }
    prediction = facts.get("prediction")
    if prediction is not None:
        return BinaryOption(
            asset_class=AssetClass.ALTERNATIVE,
            currency=USDC,
            activation_ns=0,
            expiration_ns=prediction["end_date_ms"] * NANOS_PER_MS,
            outcome=prediction["outcome"],
            description=prediction["question"],
            **common,
        )
    margin = Decimal(1) / facts["max_leverage"]
    return CryptoPerpetual(
        base_currency=Currency.from_str(facts["symbol"].rsplit("-PERP.", 1)[0]),
        quote_currency=USDC,
        settlement_currency=USDC,
        is_inverse=False,
        lot_size=None,
        margin_init=margin,
        margin_maint=margin,
        **common,
    )


class BarWatch(SimulationModule):
    """Knows the bar that is being traded, posts funding, and makes the ledger value the account as each instant ends."""

    def __init__(self, engine: BacktestEngine, ledger: Ledger, history: History) -> None:
        super().__init__(SimulationModuleConfig())
        self._engine = engine
        self._ledger = ledger
        self._history = history
        self._funding = sorted((t, symbol, rate) for symbol, rows in history.funding.items() for t, rate in rows)
        self._finest = {f"{symbol}-{SPECS[next(iter(tables))]}-LAST-EXTERNAL" for symbol, tables in history.tables.items()}
        self._opens: dict[InstrumentId, Price] = {}
        self._triggers: dict[object, Price] = {}

    def pre_process(self, data: object) -> None:
        if not isinstance(data, Bar) or str(data.bar_type) not in self._finest:
            return
        instrument_id = data.bar_type.instrument_id
        self._opens[instrument_id] = data.open
        self._triggers = {
            order.client_order_id: order.trigger_price
            for order in self._engine.cache.orders_open(instrument_id=instrument_id)
            if order.order_type in TRAILING and order.trigger_price is not None
        }
        self._ledger.prices[str(instrument_id)] = data.close

    def process(self, ts_now: int) -> None:
        while self._funding and self._funding[0][0] * NANOS_PER_MS <= ts_now:
            t, symbol, rate = self._funding.pop(0)
            price = self._history.close_at(symbol, t)
            payment = None if price is None else self._ledger.funding_payment(symbol, t, price * rate)
            if payment is not None:
                self.exchange.adjust_account(payment)
        if self._ledger.payout:
            self.exchange.adjust_account(Money(self._ledger.payout, USDC))
            self._ledger.payout = 0.0
        self._ledger.value(ts_now)

    def stop_price(self, order: Any) -> Price:
        """A stop fills at its trigger, or at the bar's open where that is beyond it."""
        opened = self._opens[order.instrument_id]
        before = self._triggers.get(order.client_order_id, order.trigger_price)
        gapped = opened >= before if order.side == OrderSide.BUY else opened <= before
        return opened if gapped else order.trigger_price

    def touched_price(self, order: Any) -> Price:
        """An order that waits for a better price fills at its trigger, or at the bar's open where that is beyond it."""
        opened, trigger = self._opens[order.instrument_id], order.trigger_price
        return min(opened, trigger) if order.side == OrderSide.BUY else max(opened, trigger)

    def settlement(self, order: Any) -> Price | None:
        """Returns the price of an order by which the venue itself settles a position."""
        return None if not is_settlement(order) else Price(self._history.settled[str(order.instrument_id)][1], 0)

    def log_diagnostics(self, logger: object) -> None:
        pass

    def reset(self) -> None:
        pass


def is_settlement(order: Any) -> bool:
    return any(tag.startswith("EXPIRATION_") for tag in order.tags or [])


class CandlePrices(FillModel):
    """Every order fills whole, at a price of the candle."""

    def __init__(self, watch: BarWatch, seed: int) -> None:
        super().__init__(prob_fill_on_limit=1.0, prob_fill_on_stop=1.0, prob_slippage=0.0, random_seed=seed)
        self._watch = watch

    def get_orderbook_for_fill_simulation(
        self, instrument: Instrument, order: Any, best_bid: Price, best_ask: Price
    ) -> OrderBook:
        price = Price(self._price(order, best_ask if order.side == OrderSide.BUY else best_bid), instrument.price_precision)
        book = OrderBook(instrument_id=instrument.id, book_type=BookType.L2_MBP)
        other = OrderSide.SELL if order.side == OrderSide.BUY else OrderSide.BUY
        book.add(BookOrder(side=other, price=price, size=order.leaves_qty, order_id=1), 0, 0)
        return book

    def _price(self, order: Any, touch: Price) -> Price:
        settled = self._watch.settlement(order)
        if settled is not None:
            return settled
        if order.status == OrderStatus.SUBMITTED:
            return touch
        if order.has_price and order.liquidity_side != LiquiditySide.TAKER:
            return order.price
        if order.order_type in STOPS:
            price = self._watch.stop_price(order)
        elif order.order_type in TOUCHED:
            price = self._watch.touched_price(order)
        else:
            return touch
        if not order.has_price:
            return price
        return min(price, order.price) if order.side == OrderSide.BUY else max(price, order.price)


class NoFeeAtSettlement(MakerTakerFeeModel):
    """The instrument's fee, except where a venue settles a position."""

    def get_commission(self, order: Any, fill_qty: Quantity, fill_px: Price, instrument: Instrument) -> Money:
        if is_settlement(order):
            return Money(0, instrument.quote_currency)
        return super().get_commission(order, fill_qty, fill_px, instrument)
