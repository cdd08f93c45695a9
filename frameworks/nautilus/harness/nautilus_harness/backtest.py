"""One backtest with nautilus's own engine, fed from memory, by the rules that the README states."""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy
from nautilus_trader.backtest.config import BacktestEngineConfig
from nautilus_trader.backtest.engine import BacktestEngine
from nautilus_trader.config import LoggingConfig, RiskEngineConfig
from nautilus_trader.examples.algorithms.twap import TWAPExecAlgorithm
from nautilus_trader.model.currencies import USDC
from nautilus_trader.model.data import BarType
from nautilus_trader.model.enums import AccountType, AggregationSource, OmsType
from nautilus_trader.model.identifiers import TraderId, Venue
from nautilus_trader.model.objects import Money
from nautilus_trader.system import kernel
from platform_worker.coverage import shown_time
from platform_worker.failure import StrategyFault
from platform_worker.job import Job
from platform_worker.notice import warn
from platform_worker.steps import Steps
from platform_worker.worker import Result

from nautilus_harness import STARTING_BALANCE
from nautilus_harness.awaited import fed_topics, never_came
from nautilus_harness.clock import bound_timers
from nautilus_harness.figures import figures
from nautilus_harness.loading import load
from nautilus_harness.markets import NANOSECONDS_A_MILLISECOND, Market
from nautilus_harness.money.equity import Books, books, equity
from nautilus_harness.money.fees import VenueFees
from nautilus_harness.money.fills import CandlePrices
from nautilus_harness.money.ledger import Ledger
from nautilus_harness.money.solvency import require_solvent
from nautilus_harness.orders import OrderWatch
from nautilus_harness.starved import starved
from nautilus_harness.trades import trades

# They report the account at every fill, as the result does, the machine's time, and what events report too.
QUIET = {"Portfolio": "WARN", "BacktestEngine": "WARN", "RiskEngine": "ERROR"}

# A candle's whole grid comes at one instant: nautilus would deny what exceeds a hundred in a second.
ORDER_RATE = "10000/00:00:01"

OnProgress = Callable[[float, int], None]


@dataclass(frozen=True, slots=True)
class Setting:
    """All that a run is but the strategy; made before any of it is executed."""

    job: Job
    markets: Sequence[Market]
    on_progress: OnProgress

    @property
    def from_ns(self) -> int:
        """The window's beginning."""
        return self.job.from_ms * NANOSECONDS_A_MILLISECOND

    @property
    def to_ns(self) -> int:
        """The window's end."""
        return self.job.to_ms * NANOSECONDS_A_MILLISECOND

    @property
    def is_cash(self) -> bool:
        """Whether what is bought is paid for whole, and only what is held can be sold: predictions."""
        return any(market.facts.kind == "prediction" for market in self.markets)

    def venue(self) -> Venue:
        """The venue of all markets."""
        return self.markets[0].instrument.id.venue

    def data(self) -> list[Any]:
        """All that is fed, in the order in which it comes at one instant: funding, bars by symbol, settlements."""
        settlements = [market.settlement(self.job.to_ms) for market in self.markets]
        every = [payment for market in self.markets for payment in market.payments()]
        for market in self.markets:
            every.extend(market.bars())
            Steps.done()
        every.extend(settlement for settlement in settlements if settlement is not None)
        return sorted(every, key=lambda item: item.ts_init)


def run(setting: Setting, strategy_name: str, path: Path) -> Result:
    """Runs the backtest and returns its result; raises what the strategy raises, and `StrategyFault` for the guards."""
    random.seed(setting.job.seed)
    numpy.random.seed(setting.job.seed)
    # It describes the machine, not the run.
    kernel.log_header = silent
    bound_timers()
    strategy = load(path, strategy_name, setting.job.config, setting.job.symbols)
    engine = _engine()
    try:
        ledger = _furnish(engine, setting)
        orders = OrderWatch(engine.trader.exec_algorithm_ids)
        engine.kernel.msgbus.subscribe(topic="events.order.*", handler=orders.see)
        data = setting.data()
        engine.add_data(data, sort=False)
        engine.add_strategy(strategy)
        Steps.done()
        engine.run(start=setting.from_ns, end=setting.to_ns)
        Steps.done()
        orders.require_sound()
        kept = books(setting.markets, ledger.snapshots, setting.from_ns, by_value=setting.is_cash)
        worth = equity(setting.markets, kept)
        require_solvent(worth, kept, setting.markets, ledger.arrivals)
        _require_whole(engine, len(data))
    finally:
        # A thread of its own writes what is logged, and the process's end would cut it off. The end of the guard waits
        # for it; `flush_logger` only asks it to write, and returns.
        engine.kernel._log_guard = None
    made_bars = engine.cache.bar_types(aggregation_source=AggregationSource.INTERNAL)
    _warn(ledger, setting, kept, made_bars)
    end_ns = int(worth.times_ns[-1])
    made = trades(ledger, list(setting.markets), engine.cache, end_ns)
    if not made:
        bars = {bar_type: engine.cache.bars(bar_type) for bar_type in made_bars}
        for text in starved(setting.markets, ledger.heard, bars, strategy.registered_indicators):
            warn(text)
    return Result(iter(made), figures(setting.job, setting.markets, made, worth, ledger.funding.as_double()))


def _warn(ledger: Ledger, setting: Setting, kept: Books, made_bars: Iterable[BarType]) -> None:
    """Says what the strategy waited for without result, and where candles or funding are missing."""
    made = {f"data.bars.{each}" for each in made_bars}
    for text in never_came(ledger.topics, fed_topics(setting.markets) | made):
        warn(text)
    for market in setting.markets:
        for gap in market.gaps(setting.job.from_ms, setting.job.to_ms):
            warn(gap)
    for index, market in enumerate(setting.markets):
        if market.lacks_funding_at(setting.job.to_ms) and kept.holds_before(index, setting.to_ns):
            at = shown_time(setting.job.to_ms)
            warn(
                f"{market.facts.symbol}: the funding due at {at}, as the range ends, is not stored yet and not applied"
            )


def silent(**_options: object) -> None:
    """Logs nothing."""


def _engine() -> BacktestEngine:
    logging = LoggingConfig(log_level="INFO", log_colors=False, log_component_levels=QUIET)
    risk_engine = RiskEngineConfig(max_order_submit_rate=ORDER_RATE, max_order_modify_rate=ORDER_RATE)
    # Its own analysis counts open positions as lost: the figures are computed apart.
    return BacktestEngine(
        BacktestEngineConfig(
            trader_id=TraderId("TRADER-001"), logging=logging, risk_engine=risk_engine, run_analysis=False
        )
    )


def _furnish(engine: BacktestEngine, setting: Setting) -> Ledger:
    """Adds the venue with all markets to the engine; returns the ledger of what happens there."""
    by_id = {market.instrument.id: market for market in setting.markets}
    ledger = Ledger(
        by_id,
        (setting.from_ns, setting.to_ns),
        setting.on_progress,
        sells_what_it_holds=setting.is_cash,
    )
    settlements = {identifier: market.settlement(setting.job.to_ms) for identifier, market in by_id.items()}
    taker_fees = {identifier: market.taker_fees for identifier, market in by_id.items()}
    engine.add_venue(
        venue=setting.venue(),
        oms_type=OmsType.NETTING,
        account_type=AccountType.CASH if setting.is_cash else AccountType.MARGIN,
        starting_balances=[Money(STARTING_BALANCE, USDC)],
        base_currency=USDC,
        default_leverage=Decimal(1),
        leverages=_leverages(setting),
        modules=[ledger],
        fill_model=CandlePrices(
            setting.job.seed,
            {identifier: market.finest for identifier, market in by_id.items()},
            {identifier: close for identifier, close in settlements.items() if close is not None},
            engine.kernel.clock.timestamp_ns,
        ),
        fee_model=VenueFees({identifier: fees for identifier, fees in taker_fees.items() if fees is not None}),
        reject_stop_orders=True,
        support_gtd_orders=True,
        support_contingent_orders=True,
        use_position_ids=True,
        use_random_ids=False,
        use_reduce_only=True,
        bar_execution=True,
        bar_adaptive_high_low_ordering=False,
    )
    ledger.watch()
    for market in setting.markets:
        engine.add_instrument(market.instrument)
    # The packaged algorithm that strategies name for their orders.
    engine.add_exec_algorithm(TWAPExecAlgorithm())
    return ledger


def _leverages(setting: Setting) -> Mapping[Any, Decimal]:
    if setting.is_cash:
        return {}
    return {market.instrument.id: Decimal(market.facts.max_leverage) for market in setting.markets}


def _require_whole(engine: BacktestEngine, pieces: int) -> None:
    """Raises where nautilus ended the run before its last candle, which it only logs."""
    if engine.iteration >= pieces:
        return
    at = shown_time(engine.kernel.clock.timestamp_ns() // NANOSECONDS_A_MILLISECOND)
    raise StrategyFault(
        f"nautilus ended the run at {at}, before its last candle: the account's balance no longer covered what the "
        "strategy ordered (fees count too)",
        None,
    )
