from typing import Any

import pytest
from nautilus_harness.validate import check
from platform_worker.validation import Request


def findings_of(code: str) -> Any:
    frame: Any = check(Request(code, {}, ["BTC-PERP.HYPERLIQUID"], None, 0.00055)).frame()
    return frame["strategy_findings"]


LISTENER = """
from nautilus_trader.trading.strategy import Strategy
class Base(Strategy):
    def on_start(self):
        self.subscribe_quote_ticks(self.market)
        self.subscribe_order_book_deltas(self.market)
        STARTS
    def enter(self): OTHERS
class Mine(Base):
    def on_quote_tick(self, tick): self.submit_order(self.order)
"""


@pytest.mark.parametrize(
    ("starts", "others"),
    [
        ("self.subscribe_bars(self.bar_type)", "pass"),
        ("self.clock.set_timer('t', self.every)", "pass"),
        ("self.submit_order(self.order)", "pass"),
        ("self.enter()", "self.submit_order(self.order)"),
    ],
)
def test_a_strategy_that_bars_can_never_call_is_refused_and_no_other(starts: str, others: str) -> None:
    deaf = LISTENER.replace("STARTS", "pass").replace("OTHERS", "self.submit_order(self.order)")
    (finding,) = findings_of(deaf)
    assert finding["line"] == 5
    assert finding["text"].startswith("the strategy listens to quotes and order books alone, of which a backtest has")
    assert findings_of(LISTENER.replace("STARTS", starts).replace("OTHERS", others)) == []


@pytest.mark.parametrize(
    ("module", "name", "what"),
    [
        ("market_maker", "MarketMaker", "order books"),
        ("simpler_quoter", "SimpleQuoterStrategy", "quotes"),
        ("ema_cross", "EMACross", None),
    ],
)
def test_a_strategy_made_of_a_shipped_one_that_bars_can_never_call_is_refused(
    module: str, name: str, what: str | None
) -> None:
    code = f"from nautilus_trader.examples.strategies.{module} import {name} as Base\nclass Mine(Base):\n    pass\n"
    findings = findings_of(code)
    if what is None:
        assert findings == []
        return
    assert [finding["line"] for finding in findings] == [2]
    assert findings[0]["text"].startswith(f"the strategy listens to {what} alone")
    trading = code.replace("pass", "def on_start(self): self.subscribe_bars(self.bar_type)")
    assert findings_of(trading) == []
