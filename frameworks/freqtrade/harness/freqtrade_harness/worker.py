"""The process that runs one backtest and ends: started ahead of its job, with freqtrade imported."""

import gc
import importlib
import json
import logging
import os
import sys
import traceback
from pathlib import Path

from platform_worker.channel import Channel
from platform_worker.failure import describe
from platform_worker.imports import Finding
from platform_worker.limits import Limits, confine

STRATEGY_MODULE = "strategy"


def main() -> None:
    """Confines itself, imports freqtrade, says so, runs one job, answers, and ends without ceremony."""
    confine(Limits(**json.loads(sys.argv[1])))
    channel = Channel()
    _import_framework()
    channel.send({"kind": "ready"})
    answer = _answer(channel)
    # The platform ends this process at the answer: whatever is still to be logged goes first.
    sys.stdout.flush()
    sys.stderr.flush()
    channel.send(answer)
    # Nothing of a single-use process is worth tearing down, and a strategy's threads must not delay it.
    os._exit(0)


def _import_framework() -> None:
    """Imports what any backtest will need; its objects then live as long as the process."""
    for module in ("freqtrade_harness.backtest", "talib.abstract", "technical.qtpylib"):
        importlib.import_module(module)
    gc.collect()
    gc.freeze()


def _answer(channel: Channel) -> dict[str, object]:
    from freqtrade.exceptions import FreqtradeException

    from freqtrade_harness import IMPORTS
    from freqtrade_harness.backtest import run
    from freqtrade_harness.job import read_job
    from freqtrade_harness.source import parse

    path = Path.home() / "user_data" / "strategies" / f"{STRATEGY_MODULE}.py"
    try:
        job = read_job(channel)
        path.parent.mkdir(parents=True)
        path.write_text(job.code)
        parsed = parse(job.code, str(path))
        strategy = None if isinstance(parsed, Finding) else parsed.strategy_class()
        if strategy is None:
            raise ValueError("the strategy was not validated")
        IMPORTS.enforce(STRATEGY_MODULE)
        channel.send({"kind": "started"})
        return {"kind": "finished", "result": run(job, strategy.name, path)}
    except BaseException as error:  # noqa: BLE001
        # SystemExit and KeyboardInterrupt are a strategy's too: whatever ends the run is an answer.
        failure = describe(error, str(path), (FreqtradeException,))
        logging.getLogger("platform").error("".join(traceback.format_exception(error)))
        return failure.frame()


if __name__ == "__main__":
    main()
