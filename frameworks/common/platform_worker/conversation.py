"""A bot's conversation with the platform, a line of JSON each: it asks and reports, and is told what to do."""

import itertools
import queue
import threading
from collections.abc import Mapping
from concurrent.futures import Future
from typing import Any

from platform_worker.channel import Channel

# The platform answers sooner, if only that it has no answer.
ANSWER_SECONDS = 90


class NoAnswer(Exception):  # noqa: N818  # what it is: no error of the one who asks
    """The platform has no answer now; its text says why."""


class Conversation:
    """Questions are answered in any order; a thread of its own reads what comes."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._numbers = itertools.count(1)
        self._waiting: dict[int, Future[Mapping[str, Any]]] = {}
        # What the platform wants of the bot, in the order that it came.
        self.orders: queue.SimpleQueue[Mapping[str, Any]] = queue.SimpleQueue()
        self.arrived = threading.Event()

    def start(self) -> None:
        """Begins to read; the process ends where the platform is gone."""
        threading.Thread(target=self._read, name="platform", daemon=True).start()

    def ask(self, question: str, **asked: object) -> Any:
        """Asks and waits for the answer. Raises `NoAnswer`."""
        number = next(self._numbers)
        future: Future[Mapping[str, Any]] = Future()
        self._waiting[number] = future
        try:
            self.send({"kind": "asked", "number": number, "question": question, "ask": asked})
            answer = future.result(ANSWER_SECONDS)
        except TimeoutError as error:
            raise NoAnswer(f"{question}: the platform did not answer") from error
        finally:
            del self._waiting[number]
        if answer.get("reason") is not None:
            raise NoAnswer(str(answer["reason"]))
        return answer["answer"]

    def send(self, frame: Mapping[str, object]) -> None:
        """Sends one frame, whole."""
        self._channel.send(frame)

    def _read(self) -> None:
        while True:
            message: Any = self._channel.read_header()
            if message["kind"] == "answer":
                future = self._waiting.get(message["number"])
                if future is not None:
                    future.set_result(message)
            else:
                self.orders.put(message)
                self.arrived.set()
