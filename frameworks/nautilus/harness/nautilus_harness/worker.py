"""The process that runs one backtest of a nautilus strategy."""

import importlib
from functools import partial

from platform_worker.channel import Channel
from platform_worker.execution import Execution, strategy_path
from platform_worker.failure import Scene
from platform_worker.imports import Finding
from platform_worker.job import Job
from platform_worker.worker import Run, serve

# What they raise by themselves is our fault, not a strategy's.
HARNESS_PACKAGES = frozenset({"nautilus_harness", "platform_worker"})


def load() -> None:
    """Imports what any backtest will need."""
    importlib.import_module("nautilus_harness.backtest")


class NautilusHarness:
    """How nautilus runs a strategy; made once it is imported."""

    def prepare(self, job: Job, channel: Channel) -> Run:
        """Builds the markets and all that is fed of them."""
        from nautilus_harness import bar_types
        from nautilus_harness.backtest import Setting, run
        from nautilus_harness.markets import markets
        from nautilus_harness.source import parse

        parsed = parse(job.code, str(strategy_path()))
        strategy = parsed if isinstance(parsed, Finding) else parsed.strategies.choose(job.strategy_class)
        if isinstance(strategy, Finding):
            raise ValueError(f"the strategy was not validated: {strategy.text}")

        def tell(fraction: float, simulated_ms: int) -> None:
            channel.send({"kind": "progress", "fraction": fraction, "simulated_ms": simulated_ms})

        setting = Setting(job, markets(job, bar_types.tables(job.config, job.symbols)), tell)
        return partial(run, setting, strategy.name, strategy_path())

    def scene(self) -> Scene:
        """Returns the state of the run."""
        return scene()


def scene() -> Scene:
    """Returns the state of what nautilus runs in this process."""
    return Scene(
        strategy_path=str(strategy_path()),
        strategy_ran=Execution.begun,
        last_call=None,
        framework="nautilus_trader",
        harness=HARNESS_PACKAGES,
        config_errors=(),
    )


if __name__ == "__main__":
    serve(load, NautilusHarness)
