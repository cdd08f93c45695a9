"""The program that runs an account's freqtrade bots."""

import importlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from platform_worker.conversation import Conversation
from platform_worker.execution import strategy_path
from platform_worker.host import serve
from platform_worker.imports import Finding
from platform_worker.job import Instrument
from platform_worker.source import text_of

from freqtrade_harness import config, parameters
from freqtrade_harness.live.settings import live_config
from freqtrade_harness.source import parse, wanted_class
from freqtrade_harness.worker import scene

# freqtrade's own default, and what a bot may choose.
THROTTLE_SECONDS = 5
THROTTLE_SECONDS_MIN = 1
THROTTLE_SECONDS_MAX = 60
# A log without a line for longer says that something is wrong.
HEARTBEAT_SECONDS = 10


def load() -> None:
    """Imports what any bot will need, and no more."""
    from freqtrade_harness.deferred import import_without_spares

    import_without_spares()
    for module in (
        "freqtrade_harness.paper.bot",
        "freqtrade_harness.live.exchange",
        "talib.abstract",
        "technical.qtpylib",
    ):
        importlib.import_module(module)


def run(bot: Any, conversation: Conversation, state: Path) -> None:
    """Runs a bot, with a database of its own in its folder."""
    from freqtrade_harness.live.exchange import proxied_exchange
    from freqtrade_harness.paper.bot import Bot, command_arguments
    from freqtrade_harness.paper.exchange import feed_exchange
    from freqtrade_harness.strategy import keep_errors

    given = json.loads(bot["config_json"])
    path = strategy_path()
    path.parent.mkdir(parents=True)
    path.write_text(text_of(bot["code"]))
    parsed = parse(bot["code"], str(path))
    strategy = parsed if isinstance(parsed, Finding) else parsed.choose(wanted_class(bot.get("strategy_class"), given))
    if isinstance(strategy, Finding):
        raise ValueError(f"the strategy was not validated: {strategy.text}")
    if given.get(parameters.KEY) is not None:
        path.with_suffix(".json").write_text(json.dumps(given[parameters.KEY]))
    config_path = path.parent.parent / "config.json"
    account = bot.get("live")
    whole = _bot_config(given, bot)
    config_path.write_text(json.dumps(whole if account is None else live_config(whole, account)))
    keep_errors()
    instruments = [Instrument(prediction=None, **facts) for facts in bot["instruments"]]
    arguments = command_arguments(config_path, strategy.name, path, state)
    exchange = feed_exchange if account is None else proxied_exchange
    Bot(arguments, lambda settings: exchange(settings, instruments, conversation), conversation).run()


def _bot_config(given: Mapping[str, object], bot: Mapping[str, Any]) -> dict[str, object]:
    """The whole config: prices from the order book unless the user says otherwise: tickers have no bid and ask."""
    whole: dict[str, Any] = config.complete(given, bot["symbols"], bot["fee_rate"])
    from_book = {"use_order_book": True, "order_book_top": 1}
    return {
        **whole,
        **{key: {**from_book, **whole[key]} for key in ("entry_pricing", "exit_pricing")},
        # The platform is asked instead.
        "exchange": {**whole["exchange"], "enable_ws": False},
        "initial_state": "paused" if bot["entries_blocked"] else "running",
        "internals": _internals(given.get("internals")),
    }


def _internals(given: object) -> dict[str, object]:
    """How often the bot looks, by the user's wish within bounds, and how often its log says that it lives."""
    wish = given.get("process_throttle_secs") if isinstance(given, dict) else None
    seconds = wish if isinstance(wish, int | float) and not isinstance(wish, bool) else THROTTLE_SECONDS
    return {
        "process_throttle_secs": min(max(seconds, THROTTLE_SECONDS_MIN), THROTTLE_SECONDS_MAX),
        "heartbeat_interval": HEARTBEAT_SECONDS,
    }


if __name__ == "__main__":
    serve(load, run, scene)
