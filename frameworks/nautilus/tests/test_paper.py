"""What a bot keeps over its ends, which orders it may send, and at which prices they are filled."""

import json
import queue
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from nautilus_harness.paper.bot import PaperBot, Wanted
from nautilus_harness.paper.kept import Kept, KeptPosition, StateFolder
from platform_worker.failure import StrategyFault
from platform_worker.job import Instrument

SYMBOL = "BTC-PERP.HYPERLIQUID"
MINUTE_MS = 60_000
FEE_RATE = 0.0005

STRATEGY = """
from datetime import timedelta
from nautilus_trader.config import StrategyConfig
from nautilus_trader.model.enums import OrderSide
from nautilus_trader.model.identifiers import InstrumentId
from nautilus_trader.trading.strategy import Strategy


class TraderConfig(StrategyConfig, frozen=True):
    instrument_ids: list[InstrumentId]
    orders: list[str]


class Trader(Strategy):
    def __init__(self, config: TraderConfig) -> None:
        super().__init__(config)
        self.done = 0

    def on_start(self) -> None:
        self.market = self.config.instrument_ids[0]
        self.subscribe_quote_ticks(self.market)

    def on_quote_tick(self, tick) -> None:
        if self.done >= len(self.config.orders):
            return
        what, amount, *price = self.config.orders[self.done].split()
        self.done += 1
        instrument = self.cache.instrument(self.market)
        side = OrderSide.BUY if what == "buy" else OrderSide.SELL
        if what == "throw":
            raise ValueError("no")
        quantity = instrument.make_qty(float(amount))
        if price:
            order = self.order_factory.limit(self.market, side, quantity, instrument.make_price(float(price[0])))
        else:
            order = self.order_factory.market(self.market, side, quantity, tags=["tagged"])
        self.submit_order(order)

    def on_save(self) -> dict[str, bytes]:
        return {"done": str(self.done).encode()}

    def on_load(self, state: dict[str, bytes]) -> None:
        self.done = int(state["done"])

    def on_stop(self) -> None:
        self.close_all_positions(self.market)
"""


class Platform:
    """A conversation with a platform whose book stands still, and that stops the bot after some looks at it."""

    def __init__(self, looks: int, *, entries: Mapping[int, bool] | None = None) -> None:
        self.orders: queue.SimpleQueue[Mapping[str, Any]] = queue.SimpleQueue()
        self.arrived = threading.Event()
        self.frames: list[dict[str, Any]] = []
        self._looks = looks
        self._entries = entries or {}

    def ask(self, question: str, **asked: Any) -> Any:
        """Answers as the feed does."""
        if question == "candles":
            rows = [[index * MINUTE_MS, 100.0, 101.0, 99.0, 100.0, 1.0] for index in range(asked["limit"])]
            return {"closed": rows, "forming": None}
        if question == "funding":
            return {"rates": []}
        self._looks -= 1
        self.arrived.set()
        if self._looks in self._entries:
            self.orders.put({"kind": "entries", "blocked": self._entries[self._looks]})
        if self._looks <= 0:
            self.orders.put({"kind": "stop"})
        return {"bids": [[99.5, 2.0], [99.0, 100.0]], "asks": [[100.5, 2.0], [101.0, 100.0]]}

    def send(self, frame: Mapping[str, Any]) -> None:
        """Keeps what the bot says."""
        self.frames.append(dict(frame))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A bot's own folder; it looks at its markets without a pause."""
    monkeypatch.setattr("nautilus_harness.paper.feed._BOOK_SECONDS", 0.0)
    monkeypatch.setattr("nautilus_harness.paper.bot._ROUND_SECONDS", 0.0)
    monkeypatch.setattr("nautilus_harness.paper.bot._SAVE_SECONDS", 0.0)
    return tmp_path


Frames = Sequence[Mapping[str, Any]]


def run(folder: Path, orders: list[str], looks: int = 8, **options: Any) -> tuple[Kept, Frames]:
    """Runs a bot whose strategy sends these orders, one a look; returns what it keeps at its end, and what it said."""
    # In a process of its own: nautilus sets its log up once.
    with ProcessPoolExecutor(1, mp_context=get_context("fork")) as pool:
        frames = pool.submit(_run, folder, orders, looks, options).result()
    kept = StateFolder(folder).read()
    assert kept is not None
    return kept, frames


def _run(folder: Path, orders: list[str], looks: int, options: dict[str, Any]) -> Frames:
    path = folder / "strategy.py"
    path.write_text(STRATEGY)
    platform = Platform(looks, entries=options.get("entries"))
    facts = Instrument(SYMBOL, "perpetual", 2, "0.1", 20, "100", None)
    wanted = Wanted(
        bot="dpl_1",
        strategy="Trader",
        path=path,
        config={"instrument_ids": [SYMBOL], "orders": orders},
        symbols=(SYMBOL,),
        fee_rate=FEE_RATE,
        instruments=(facts,),
        entries_blocked=options.get("entries_blocked", False),
    )
    try:
        PaperBot(wanted, platform, folder).run()  # type: ignore[arg-type]
    except StrategyFault as fault:
        # It has no way between processes.
        raise RuntimeError(str(fault)) from None
    return platform.frames


def test_a_market_order_takes_the_levels_of_the_book_and_pays_its_fee(folder: Path) -> None:
    kept, _frames = run(folder, ["buy 3"])
    (position,) = kept.positions
    paid = 2 * 100.5 + 1 * 101.0
    assert position.average_price == pytest.approx(paid / 3)
    assert position.fees == pytest.approx(paid * FEE_RATE)
    assert kept.balance == f"{10_000 - paid * FEE_RATE:.8f} USDC"
    assert position.entry_tag == "tagged"


def test_what_exceeds_the_book_is_filled_at_its_last_level(folder: Path) -> None:
    kept, _frames = run(folder, ["buy 150"])
    assert kept.positions[0].average_price == pytest.approx((2 * 100.5 + 148 * 101.0) / 150)


def test_a_stop_leaves_positions_as_they_are_whatever_on_stop_orders(folder: Path) -> None:
    kept, _frames = run(folder, ["buy 1"])
    assert [(each.quantity, each.is_long) for each in kept.positions] == [("1.00", True)]


def test_positions_resting_orders_and_saved_state_are_there_again(folder: Path) -> None:
    first, _frames = run(folder, ["buy 2", "buy 1 50"])
    assert [name for name, _values in first.orders[0]] == ["OrderInitialized", "OrderSubmitted", "OrderAccepted"]
    second, frames = run(folder, ["buy 2", "buy 1 50", "sell 2"])
    assert second.positions == []
    assert len(second.orders) == 1
    (trade,) = [trade for frame in frames for trade in frame["closed_trades"]]
    fees = (2 * 100.5 + 2 * 99.5) * FEE_RATE
    assert trade["profit_abs"] == pytest.approx(2 * (99.5 - 100.5) - fees)
    assert trade["fees_abs"] == pytest.approx(fees)
    assert trade["opened_at_ms"] == first.positions[0].opened_at_ns // 1_000_000
    assert (trade["number"], trade["entry_tag"], trade["amount"]) == (1, "tagged", 2.0)
    assert float(second.balance.split()[0]) == pytest.approx(10_000 + trade["profit_abs"])


def test_a_bot_tells_all_its_closed_trades_again_after_its_next_start(folder: Path) -> None:
    run(folder, ["buy 1", "sell 1", "buy 1", "sell 1"])
    _kept, frames = run(folder, ["buy 1", "sell 1", "buy 1", "sell 1"])
    assert [trade["number"] for frame in frames for trade in frame["closed_trades"]] == [1, 2]


@pytest.mark.parametrize(
    ("orders", "left"),
    [
        (["buy 1"], []),
        (["buy 1 100"], []),
    ],
)
def test_blocked_entries_open_nothing(folder: Path, orders: list[str], left: list[str]) -> None:
    kept, _frames = run(folder, orders, entries_blocked=True)
    assert [each.quantity for each in kept.positions] == left
    assert kept.orders == []


def test_blocked_entries_let_a_position_be_cut_and_closed_but_not_grown_or_turned(folder: Path) -> None:
    orders = ["buy 3", "sell 1", "buy 1", "sell 5", "sell 2"]
    kept, frames = run(folder, orders, looks=12, entries={11: True})
    assert kept.positions == []
    trades = [trade for frame in frames for trade in frame["closed_trades"]]
    assert [trade["amount"] for trade in trades] == [3.0]
    assert frames[-1]["entries_blocked"] is True


def test_what_the_strategy_raises_ends_the_bot(folder: Path) -> None:
    with pytest.raises(ValueError, match="no"):
        run(folder, ["throw 1"])


def test_a_position_beyond_the_largest_leverage_ends_the_bot(folder: Path) -> None:
    with pytest.raises(RuntimeError, match="margin"):
        run(folder, ["buy 10000"])


def test_a_kill_while_a_trade_is_written_down_loses_no_other(tmp_path: Path) -> None:
    state = StateFolder(tmp_path)
    state.add_trade({"number": 1})
    with (tmp_path / "trades.jsonl").open("a") as file:
        file.write('{"number": 2')
    assert state.trades() == [{"number": 1}]


def test_what_is_kept_is_read_as_it_was_written(tmp_path: Path) -> None:
    position = KeptPosition(
        "BTC",
        "1.00",
        is_long=True,
        average_price=1.5,
        opened_at_ns=7,
        peak_quantity=2.0,
        fees=0.1,
        realized=-0.1,
        entry_tag=None,
    )
    kept = Kept("10 USDC", 0.5, [position], [[("OrderInitialized", {"a": 1})]])
    kept.keep_strategy_state({"key": b"\\x00\\xff"})
    state = StateFolder(tmp_path)
    state.write(kept)
    read = state.read()
    assert read is not None
    assert json.dumps([read.balance, read.funding, read.saved]) == json.dumps(["10 USDC", 0.5, kept.saved])
    assert read.positions == [position]
    assert read.strategy_state() == {"key": b"\\x00\\xff"}
