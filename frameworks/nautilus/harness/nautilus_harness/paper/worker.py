"""The program that runs an account's nautilus bots."""

import importlib
import json
from pathlib import Path
from typing import Any

from platform_worker.conversation import Conversation
from platform_worker.execution import strategy_path
from platform_worker.host import serve
from platform_worker.imports import Finding
from platform_worker.job import Instrument
from platform_worker.source import text_of

from nautilus_harness.worker import load as load_backtest
from nautilus_harness.worker import scene


def load() -> None:
    """Imports what any bot will need, and no more."""
    load_backtest()
    importlib.import_module("nautilus_harness.paper.bot")


def run(bot: Any, conversation: Conversation, state: Path) -> None:
    """Runs a bot, which keeps what it has in its folder."""
    from nautilus_harness.paper.bot import PaperBot, Wanted
    from nautilus_harness.source import parse

    path = strategy_path()
    path.parent.mkdir(parents=True)
    path.write_text(text_of(bot["code"]))
    parsed = parse(bot["code"], str(path))
    strategy = parsed if isinstance(parsed, Finding) else parsed.strategies.choose(bot["strategy_class"])
    if isinstance(strategy, Finding):
        raise ValueError(f"the strategy was not validated: {strategy.text}")
    wanted = Wanted(
        bot=bot["id"],
        strategy=strategy.name,
        path=path,
        config=json.loads(bot["config_json"]),
        symbols=tuple(bot["symbols"]),
        fee_rate=bot["fee_rate"],
        instruments=tuple(Instrument(prediction=None, **facts) for facts in bot["instruments"]),
        entries_blocked=bot["entries_blocked"],
    )
    PaperBot(wanted, conversation, state).run()


if __name__ == "__main__":
    serve(load, run, scene)
