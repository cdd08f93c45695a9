"""Runs freqtrade's own bot: what it is told by the platform, between two of its rounds."""

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from freqtrade.configuration import Configuration
from freqtrade.enums import State
from freqtrade.exceptions import TemporaryError
from freqtrade.exchange import Exchange
from freqtrade.worker import Worker
from platform_worker.conversation import Conversation, NoAnswer
from platform_worker.failure import StrategyFault

from freqtrade import freqtradebot
from freqtrade_harness.paper.figures import ClosedTrades, snapshot
from freqtrade_harness.paper.swallowed import SwallowedErrors

# How often what the bot has is computed, which asks for a price per open trade.
SNAPSHOT_SECONDS = 15.0


class Bot:
    """One bot from its start to its end, with simulated money or with real."""

    def __init__(
        self, arguments: dict[str, Any], exchange: Callable[[dict[str, Any]], Exchange], conversation: Conversation
    ) -> None:
        self._conversation = conversation
        self._errors = SwallowedErrors()
        self._stopping = False
        self._snapshot_due = 0.0
        self._closed = ClosedTrades()
        _supply(exchange)
        # Whether orders are real is for the config to say, as on the command line.
        settings = Configuration(arguments).get_config()
        try:
            self._worker = Worker(arguments, settings)
        except TemporaryError as error:
            # Between its rounds freqtrade waits and goes on; as it starts it does not.
            raise NoAnswer(f"the venue did not answer while freqtrade started: {error}") from error
        self._worker._sleep = self._wait
        self._errors.watch(self._bot.strategy)

    def run(self) -> None:
        """Trades until it is told to stop. Raises where the bot can't go on."""
        state: State | None = None
        while True:
            self._obey()
            if self._stopping:
                break
            state = self._worker._worker(old_state=state)
            if self._bot.state == State.STOPPED:
                raise StrategyFault(self._errors.last or "freqtrade stopped trading: see the log", None)
            self._errors.require_few()
            self._report()
        self._worker.exit()

    @property
    def _bot(self) -> freqtradebot.FreqtradeBot:
        return self._worker.freqtrade

    def _obey(self) -> None:
        orders = self._conversation.orders
        while not orders.empty():
            self._follow(orders.get())
        self._conversation.arrived.clear()

    def _follow(self, order: Mapping[str, Any]) -> None:
        if order["kind"] == "stop":
            self._stopping = True
        elif order["kind"] == "entries":
            # What freqtrade's own command `/stopentry` does.
            self._bot.state = State.PAUSED if order["blocked"] else State.RUNNING

    def _wait(self, seconds: float) -> None:
        """As freqtrade waits between two rounds, but not while the platform wants something."""
        self._conversation.arrived.wait(seconds)

    def _report(self) -> None:
        now = time.monotonic()
        frame: dict[str, object] = {
            "kind": "round",
            "entries_blocked": self._bot.state == State.PAUSED,
            "strategy_errors": self._errors.count,
            "last_strategy_error": self._errors.last,
        }
        trades = self._closed.fresh()
        if trades or now >= self._snapshot_due:
            self._snapshot_due = now + SNAPSHOT_SECONDS
            frame["snapshot"] = snapshot(self._bot)
        self._conversation.send({**frame, "closed_trades": trades})


def _supply(exchange: Callable[[dict[str, Any]], Exchange]) -> None:
    """Has freqtrade load this exchange."""

    def load(config: dict[str, Any], *, exchange_config: dict[str, Any] | None = None, **_options: object) -> Exchange:
        # freqtrade keeps its credentials apart, in what it hands over here.
        return exchange(config if exchange_config is None else {**config, "exchange": exchange_config})

    freqtradebot.ExchangeResolver.load_exchange = load


def command_arguments(config_path: Path, strategy_class: str, strategy_path: Path, state: Path) -> dict[str, Any]:
    """The parsed arguments of `freqtrade trade`."""
    home = strategy_path.parent.parent
    return {
        "config": [str(config_path)],
        "user_data_dir": str(home),
        "strategy": strategy_class,
        "strategy_path": str(strategy_path.parent),
        "db_url": f"sqlite:///{state}/trades.sqlite",
    }
