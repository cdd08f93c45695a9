"""The process that runs one backtest and ends: started ahead of its job, with its framework imported."""

import gc
import json
import logging
import os
import sys
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Protocol

from platform_worker.channel import Channel
from platform_worker.execution import strategy_path
from platform_worker.failure import Scene, describe
from platform_worker.job import Job, read_job
from platform_worker.limits import Limits, confine
from platform_worker.source import text_of
from platform_worker.steps import Steps
from platform_worker.warnings_summary import SUMMARY

# Of each exception of a chain, the innermost.
TRACEBACK_ENTRIES = 50
TRACEBACK_CHARACTERS = 50_000

TRADES_A_FRAME = 200


@dataclass(frozen=True)
class Result:
    """The result of a backtest: its trades in their order, and all else, which is small."""

    trades: Iterator[dict[str, object]]
    figures: dict[str, object]


@dataclass(frozen=True)
class Checked:
    """What a check of a strategy found."""

    found: dict[str, object]


# Runs what was prepared: a backtest or, where the job asks for that, a check of its strategy.
Run = Callable[[], Result | Checked]


class Harness(Protocol):
    """How one framework runs a strategy."""

    def prepare(self, job: Job, channel: Channel) -> Run:
        """Prepares a run before anything of the strategy is executed; what fails here is never its fault."""

    def scene(self) -> Scene:
        """Returns the state of the run, which decides whose fault a failure is."""


def serve(load: Callable[[], None], harness: Callable[[], Harness]) -> None:
    """Confines itself, loads the framework, reports that, runs one job, answers, and ends at once."""
    confine(Limits(**json.loads(sys.argv[1])))
    channel = Channel()
    load()
    # What is imported lives as long as the process.
    gc.collect()
    gc.freeze()
    channel.send({"kind": "ready"})
    answer = _answer(channel, harness())
    # The platform ends this process at the answer: whatever is still to be logged goes first.
    sys.stdout.flush()
    sys.stderr.flush()
    channel.send(answer)
    # Nothing of a single-use process is worth tearing down, and a strategy's threads must not delay it.
    os._exit(0)


def _answer(channel: Channel, harness: Harness) -> dict[str, object]:
    try:
        job = read_job(channel)
        path = strategy_path()
        path.parent.mkdir(parents=True)
        path.write_text(text_of(job.code))
        Steps.report_to(channel.send)
        run = harness.prepare(job, channel)
        SUMMARY.watch(str(path))
        channel.send({"kind": "started"})
        result = run()
        if isinstance(result, Checked):
            return {"kind": "checked", "check": result.found}
        while some := list(islice(result.trades, TRADES_A_FRAME)):
            channel.send({"kind": "trades", "trades": some})
        return {"kind": "finished", "result": result.figures}
    except BaseException as error:  # noqa: BLE001
        # SystemExit and KeyboardInterrupt are a strategy's too: whatever ends the run is an answer.
        failure = describe(error, harness.scene())
        logging.getLogger("platform").error(_traceback(error))
        return failure.frame()


def _traceback(error: BaseException) -> str:
    """Python's own, of bounded length: it has to stand among the last lines of the log."""
    text = "".join(traceback.format_exception(error, limit=-TRACEBACK_ENTRIES)).rstrip()
    return text if len(text) <= TRACEBACK_CHARACTERS else f"…{text[-TRACEBACK_CHARACTERS:]}"
