"""The process of one bot: it is told what to run, and runs it until the platform says otherwise."""

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

# Runs what the platform wants, and returns when it was told to stop; the folder is the bot's own and outlives it.
Run = Callable[[Any, Conversation, Path], None]


def run_bot(run: Run, scene: Callable[[], Scene], state: Path) -> None:
    """Runs a bot and says at the end why it ended; never returns."""
    channel = Channel()
    if "numpy" in sys.modules:
        # Forked processes would draw the same numbers; Python's own generator sees to that itself.
        sys.modules["numpy"].random.seed()
    wanted: Any = channel.read_header()
    conversation = Conversation(channel)
    conversation.start()
    end = _end(wanted, conversation, run, scene, state)
    sys.stdout.flush()
    sys.stderr.flush()
    channel.send(end)
    os._exit(0)


def _end(
    wanted: object, conversation: Conversation, run: Run, scene: Callable[[], Scene], state: Path
) -> dict[str, object]:
    try:
        run(wanted, conversation, state)
        return {"kind": "stopped"}
    except BaseException as error:  # noqa: BLE001
        # SystemExit and KeyboardInterrupt are a strategy's too: whatever ends the bot is told.
        logging.getLogger("platform").error("".join(traceback.format_exception(error)).rstrip())
        return describe(error, scene()).frame()
