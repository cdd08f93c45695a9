"""The process that runs one backtest and ends: started ahead of its job, with freqtrade imported."""

import gc
import importlib
import json
import logging
import os
import sys
import traceback
from functools import partial
from pathlib import Path

from platform_worker.channel import Channel
from platform_worker.failure import Scene, describe
from platform_worker.imports import Finding
from platform_worker.limits import Limits, confine
from platform_worker.warnings_summary import SUMMARY

# Of each exception of a chain, the innermost.
TRACEBACK_ENTRIES = 50
TRACEBACK_CHARACTERS = 50_000

# Whatever they raise by themselves is our fault, not a strategy's.
HARNESS_PACKAGES = frozenset({"freqtrade_harness", "platform_worker"})


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
    from freqtrade.exceptions import OperationalException

    from freqtrade_harness import parameters
    from freqtrade_harness.backtest import run
    from freqtrade_harness.job import ask_for_table, read_job
    from freqtrade_harness.source import parse, text_of, wanted_class
    from freqtrade_harness.strategy import MODULE, Execution
    from freqtrade_harness.tables import Tables

    path = Path.home() / "user_data" / "strategies" / f"{MODULE}.py"
    try:
        job = read_job(channel)
        path.parent.mkdir(parents=True)
        parsed = parse(job.code, str(path))
        strategy = (
            parsed if isinstance(parsed, Finding) else parsed.choose(wanted_class(job.strategy_class, job.config))
        )
        if isinstance(strategy, Finding):
            raise ValueError(f"the strategy was not validated: {strategy.text}")
        path.write_text(text_of(job.code))
        given = job.config.get(parameters.KEY)
        if given is not None:
            # Where freqtrade looks for what a hyperopt run found.
            path.with_suffix(".json").write_text(json.dumps(given))
        tables = Tables(job.tables, partial(ask_for_table, channel))
        SUMMARY.watch(str(path))
        channel.send({"kind": "started"})
        if job.check is not None:
            from freqtrade_harness.checks import check

            return {"kind": "checked", "check": check(job, tables, strategy.name, path)}
        result = run(job, tables, strategy.name, path)
        for chunk in result.trades:
            channel.send({"kind": "trades", "trades": chunk})
        return {"kind": "finished", "result": result.figures}
    except BaseException as error:  # noqa: BLE001
        # SystemExit and KeyboardInterrupt are a strategy's too: whatever ends the run is an answer.
        scene = Scene(
            str(path),
            Execution.begun,
            Execution.last_call(path),
            "freqtrade",
            HARNESS_PACKAGES,
            (OperationalException,),
        )
        failure = describe(error, scene)
        logging.getLogger("platform").error(_traceback(error))
        return failure.frame()


def _traceback(error: BaseException) -> str:
    """Python's own, of bounded length: it has to stand among the last lines of the log."""
    text = "".join(traceback.format_exception(error, limit=-TRACEBACK_ENTRIES)).rstrip()
    return text if len(text) <= TRACEBACK_CHARACTERS else f"…{text[-TRACEBACK_CHARACTERS:]}"


if __name__ == "__main__":
    main()
