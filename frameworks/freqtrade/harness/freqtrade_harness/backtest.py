"""One backtest with freqtrade's own engine, fed from memory and asked only for what the platform shows."""

import random
from pathlib import Path
from typing import Any

import numpy
from freqtrade.commands.optimize_commands import setup_optimize_configuration
from freqtrade.config_schema.config_schema import CONF_SCHEMA
from freqtrade.enums import RunMode
from freqtrade.exceptions import OperationalException
from freqtrade.optimize.backtesting import Backtesting
from freqtrade.wallets import Wallets
from platform_worker.failure import DataUnavailable
from platform_worker.history.tables import Tables
from platform_worker.job import Job
from platform_worker.notice import warn
from platform_worker.warnings_summary import SUMMARY
from platform_worker.worker import Result

from freqtrade_harness.candles import SuppliedCandles, supply
from freqtrade_harness.exchange import offline_exchange
from freqtrade_harness.figures import figures, ms, trades_of
from freqtrade_harness.funding import unapplied
from freqtrade_harness.misspelled import misspelled
from freqtrade_harness.paper.never_trades import smallest
from freqtrade_harness.progress import Progress, SendFrame
from freqtrade_harness.settings import command_arguments
from freqtrade_harness.strategy import keep_errors


class SmallStakes:
    """The entries that freqtrade leaves out, saying nothing, because their stake is below the smallest order."""

    def __init__(self) -> None:
        self._count = 0
        self._first: tuple[float, float] | None = None

    def watch(self) -> None:
        """Counts from now on, in this process."""
        validate = Wallets.validate_stake_amount

        def counting(wallets: Wallets, *, stake_amount: Any, min_stake_amount: Any, **others: Any) -> Any:
            taken = validate(wallets, stake_amount=stake_amount, min_stake_amount=min_stake_amount, **others)
            # With a trade's amount it adds to a position, which is no entry.
            if not taken and others["trade_amount"] is None:
                self._note(stake_amount, min_stake_amount)
            return taken

        Wallets.validate_stake_amount = counting

    def text(self) -> str | None:
        """What they were, in words; None if there were none."""
        if self._first is None:
            return None
        stake, least = self._first
        times = f"{self._count} entries were left out" if self._count > 1 else "1 entry was left out"
        return f"{times}: the stake ({stake:g} USDC at the first) is below {smallest(least)}"

    def _note(self, stake: Any, least: Any) -> None:
        numbers = isinstance(stake, int | float) and isinstance(least, int | float)
        if numbers and 0 < stake < least:
            self._count += 1
            self._first = self._first or (stake, least)


def run(job: Job, tables: Tables, strategy_class: str, strategy_path: Path, send: SendFrame) -> Result:
    """
    Runs the backtest, reports its progress, and returns its result.

    Raises `DataUnavailable` and what the strategy or freqtrade raises.
    """
    random.seed(job.seed)
    numpy.random.seed(job.seed)
    settings: dict[str, Any] = setup_optimize_configuration(
        command_arguments(job, strategy_class, strategy_path), RunMode.BACKTEST
    )
    keep_errors()
    left_out_stakes = SmallStakes()
    left_out_stakes.watch()
    for text in misspelled(job.config, CONF_SCHEMA):
        warn(text)
    candles = SuppliedCandles(settings["datadir"], tables, job.from_ms, job.to_ms)
    supply(candles)
    engine = Backtesting(settings, offline_exchange(settings, job.instruments))
    # A wallet's value per candle is not part of a result, and costs time.
    engine._is_backtest_runmode = False
    engine.progress = Progress(send, round(engine.timeframe_td.total_seconds() * 1000), job.to_ms)
    with candles.engine_loads():
        data, timerange = engine.load_bt_data()
    strategy = engine.strategylist[0]
    try:
        start, end = engine.backtest_one_strategy(strategy, data, timerange)
    except OperationalException as error:
        raise _without_candles(error, engine.required_startup) from error
    candles.require_nothing_refused()
    content = engine.all_bt_content[strategy.get_strategy_name()]
    for left_out in (unapplied(content["results"], job, tables), left_out_stakes.text()):
        if left_out is not None:
            warn(left_out)
    shown = {
        **figures(content, data, start, end),
        "data": {
            "from_ms": ms(start),
            "to_ms": ms(end),
            "startup_candles": engine.required_startup,
            "tables": candles.fed(),
        },
        "warnings": SUMMARY.rows(),
    }
    return Result(trades_of(content), shown)


def _without_candles(error: Exception, startup: int) -> Exception:
    """What freqtrade says where the start-up takes every candle of the range, in words that say how many that are."""
    if not str(error).startswith("No data left"):
        return error
    return DataUnavailable(
        f"the strategy starts up with {startup} candles, and with those stored before the range that leaves none of "
        "it: set a lower startup_candle_count, or a range that begins later"
    )
