"""The process of bots: it imports the framework, is told what to run, and runs it until the platform says otherwise."""

import gc
import json
import logging
import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from platform_worker.channel import Channel
from platform_worker.conversation import Conversation
from platform_worker.failure import Scene, describe
from platform_worker.limits import Limits, confine

# What outlives the process: the bot's own folder, which the platform keeps.
STATE_PATH = Path.home() / "state"

# Runs what the platform wants, which is the first thing that it says, and returns when it was told to stop.
Run = Callable[[Any, Conversation], None]


def serve(load: Callable[[], None], run: Run, scene: Callable[[], Scene]) -> None:
    """Confines itself, loads the framework, and runs; says at the end why."""
    confine(Limits(**json.loads(sys.argv[1])))
    channel = Channel()
    load()
    gc.collect()
    gc.freeze()
    channel.send({"kind": "ready"})
    wanted: Any = channel.read_header()
    conversation = Conversation(channel)
    conversation.start()
    end = _end(wanted, conversation, run, scene)
    sys.stdout.flush()
    sys.stderr.flush()
    for bot in wanted["bots"]:
        channel.send({**end, "bot": bot["id"]})
    os._exit(0)


def _end(wanted: object, conversation: Conversation, run: Run, scene: Callable[[], Scene]) -> dict[str, object]:
    try:
        run(wanted, conversation)
        return {"kind": "stopped"}
    except BaseException as error:  # noqa: BLE001
        # SystemExit and KeyboardInterrupt are a strategy's too: whatever ends the bot is told.
        logging.getLogger("platform").error("".join(traceback.format_exception(error)).rstrip())
        return describe(error, scene()).frame()
