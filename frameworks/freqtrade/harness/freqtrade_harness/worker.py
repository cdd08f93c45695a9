"""The process that runs one backtest of a freqtrade strategy."""

import importlib
import json
from functools import partial

from platform_worker.channel import Channel
from platform_worker.execution import Execution, strategy_path
from platform_worker.failure import Scene
from platform_worker.history.tables import Tables
from platform_worker.imports import Finding
from platform_worker.job import Job, ask_for_table
from platform_worker.worker import Run, serve

# What they raise by themselves is our fault, not a strategy's.
HARNESS_PACKAGES = frozenset({"freqtrade_harness", "platform_worker"})


def load() -> None:
    """Imports what any backtest will need, and no more."""
    from freqtrade_harness.deferred import import_without_spares

    import_without_spares()
    for module in ("freqtrade_harness.backtest", "talib.abstract", "technical.qtpylib"):
        importlib.import_module(module)


class FreqtradeHarness:
    """How freqtrade runs a strategy; made once it is imported."""

    def prepare(self, job: Job, channel: Channel) -> Run:
        """Writes the strategy, and what a hyperopt run found for it, to where freqtrade reads them."""
        from freqtrade_harness import parameters
        from freqtrade_harness.backtest import run
        from freqtrade_harness.source import parse, wanted_class

        parsed = parse(job.code, str(strategy_path()))
        strategy = (
            parsed if isinstance(parsed, Finding) else parsed.choose(wanted_class(job.strategy_class, job.config))
        )
        if isinstance(strategy, Finding):
            raise ValueError(f"the strategy was not validated: {strategy.text}")
        given = job.config.get(parameters.KEY)
        if given is not None:
            strategy_path().with_suffix(".json").write_text(json.dumps(given))
        tables = Tables(job.tables, partial(ask_for_table, channel))
        if job.check is not None:
            from freqtrade_harness.checks import check

            return partial(check, job, tables, strategy.name, strategy_path())
        return partial(run, job, tables, strategy.name, strategy_path(), channel.send)

    def scene(self) -> Scene:
        """Returns the state of the run."""
        return scene()


def scene() -> Scene:
    """Returns the state of what freqtrade runs in this process."""
    from freqtrade.exceptions import OperationalException

    from freqtrade_harness.strategy import LastCall

    return Scene(
        strategy_path=str(strategy_path()),
        strategy_ran=Execution.begun,
        last_call=LastCall.place(strategy_path()),
        framework="freqtrade",
        harness=HARNESS_PACKAGES,
        config_errors=(OperationalException,),
    )


if __name__ == "__main__":
    serve(load, FreqtradeHarness)
