"""freqtrade's own checks of a strategy, each as its command makes it, fed from memory like a backtest."""

import logging
import math
import os
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy
from freqtrade.configuration import setup_utils_configuration
from freqtrade.enums import RunMode
from freqtrade.exchange import Exchange
from freqtrade.optimize.analysis import lookahead, recursive
from freqtrade.optimize.analysis.lookahead_helpers import LookaheadAnalysisSubFunctions
from freqtrade.optimize.analysis.recursive_helpers import RecursiveAnalysisSubFunctions
from freqtrade.optimize.backtesting import Backtesting
from freqtrade.util import CustomProgress
from platform_worker.history.tables import Tables
from platform_worker.job import Instrument, Job
from platform_worker.worker import Checked

from freqtrade_harness.candles import SuppliedCandles, supply
from freqtrade_harness.exchange import offline_exchange
from freqtrade_harness.progress import StepsAlone
from freqtrade_harness.settings import command_arguments
from freqtrade_harness.strategy import keep_errors

# A strategy may have any number of columns, of any name.
_INDICATORS_MAX = 200
_NAME_CHARACTERS_MAX = 100
# A config may name start-ups of its own.
_STARTUPS_MAX = 20

# Wide enough for a row of either table in the log.
_CONSOLE_COLUMNS = "200"

_FOUND_LOOKAHEAD = "=> found lookahead in indicator "


def check(job: Job, tables: Tables, strategy_class: str, strategy_path: Path) -> Checked:
    """Returns what the job's check found; raises `DataUnavailable` and what the strategy or freqtrade raises."""
    if job.check is None:
        raise ValueError("the job asks for no check")
    random.seed(job.seed)
    numpy.random.seed(job.seed)
    os.environ["COLUMNS"] = _CONSOLE_COLUMNS
    settings: dict[str, Any] = setup_utils_configuration(
        command_arguments(job, strategy_class, strategy_path), RunMode.UTIL_NO_EXCHANGE
    )
    keep_errors()
    candles = SuppliedCandles(settings["datadir"], tables, job.from_ms, job.to_ms)
    supply(candles)
    lookahead.Backtesting = recursive.Backtesting = _engine(candles, job.instruments)
    found = _CHECKS[job.check](settings, {"name": strategy_class, "location": strategy_path})
    candles.require_nothing_refused()
    return Checked({"kind": job.check, **found})


def _engine(candles: SuppliedCandles, instruments: Sequence[Instrument]) -> type[Backtesting]:
    class SuppliedBacktesting(Backtesting):  # type: ignore[misc]  # freqtrade is untyped
        """The stock engine, with an exchange that needs no network where the command would load one."""

        def __init__(self, settings: dict[str, Any], exchange: Exchange | None) -> None:
            super().__init__(settings, exchange or offline_exchange(settings, instruments))
            self.progress = StepsAlone()
            self._progress_task_overall = self._progress_task = 0

        def load_bt_data(self) -> Any:
            with candles.engine_loads():
                return super().load_bt_data()

    return SuppliedBacktesting


def _lookahead(settings: dict[str, Any], strategy: Mapping[str, object]) -> dict[str, object]:
    helpers = LookaheadAnalysisSubFunctions
    settings = helpers.calculate_config_overrides(settings)
    analysis = helpers.initialize_single_lookahead_analysis(settings, strategy, CustomProgress(disable=True))
    [row] = helpers.text_table_lookahead_analysis_instances(settings, [analysis])
    found = analysis.current_analysis
    # A row without figures ends in the reason.
    made = len(row) > len(("filename", "strategy", "reason"))
    return {
        "reason": None if made else str(row[-1]),
        "total_signals": found.total_signals,
        "biased_entry_signals": found.false_entry_signals,
        "biased_exit_signals": found.false_exit_signals,
        "biased_indicators": _names(found.false_indicators),
    }


def _recursive(settings: dict[str, Any], strategy: Mapping[str, object]) -> dict[str, object]:
    helpers = RecursiveAnalysisSubFunctions
    settings = helpers.calculate_config_overrides(settings)
    notes = _Notes()
    recursive.logger.addHandler(notes)
    analysis = helpers.initialize_single_recursive_analysis(settings, strategy, CustomProgress(disable=True))
    helpers.text_table_recursive_analysis_instances([analysis])
    return {
        "startup_candles": analysis._strat_scc,
        "indicators": [
            {"indicator": str(indicator)[:_NAME_CHARACTERS_MAX], "differences": _differences(by_startup)}
            for indicator, by_startup in list(analysis.dict_recursive.items())[:_INDICATORS_MAX]
        ],
        "lookahead_indicators": _names(notes.indicators),
    }


def _differences(by_startup: Mapping[int, float]) -> list[dict[str, object]]:
    return [
        # JSON knows no NaN, which is freqtrade's word for values that have no ratio.
        {"startup_candles": candles, "ratio": float(ratio) if math.isfinite(ratio) else None}
        for candles, ratio in sorted(by_startup.items())[:_STARTUPS_MAX]
    ]


def _names(indicators: Iterable[object]) -> list[str]:
    return [str(name)[:_NAME_CHARACTERS_MAX] for name in indicators][:_INDICATORS_MAX]


class _Notes(logging.Handler):
    """What recursive-analysis says of indicators that look ahead: it says so in its log alone."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.indicators: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Takes a record of its logger."""
        text = record.getMessage()
        if text.startswith(_FOUND_LOOKAHEAD):
            self.indicators.append(text.removeprefix(_FOUND_LOOKAHEAD))


_CHECKS: Mapping[str, Callable[[dict[str, Any], Mapping[str, object]], dict[str, object]]] = {
    "lookahead": _lookahead,
    "recursive": _recursive,
}
