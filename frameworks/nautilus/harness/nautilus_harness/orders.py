"""Orders that could not be carried out: nautilus only logs that, and the run would go on as if they had been."""

import re
from collections.abc import Callable, Collection

from nautilus_trader.model.enums import TriggerType
from nautilus_trader.model.events import (
    OrderDenied,
    OrderEvent,
    OrderInitialized,
    OrderModifyRejected,
    OrderRejected,
)
from nautilus_trader.model.identifiers import ExecAlgorithmId
from platform_worker.failure import StrategyFault
from platform_worker.notice import warn

_REFUSALS = {OrderDenied: "order denied", OrderRejected: "order rejected", OrderModifyRejected: "order not modified"}

# Amounts, prices, times and ids: by these alone two refusals differ that have the same reason.
_DIFFERING = re.compile(r"\S*[0-9]\S*")


class OrderWatch:
    """Checks the outcome of every order."""

    def __init__(self, algorithms: Callable[[], Collection[ExecAlgorithmId]]) -> None:
        self._algorithms = algorithms
        self._first: dict[str, str] = {}
        self._fault: StrategyFault | None = None

    def see(self, event: OrderEvent) -> None:
        """Raises `StrategyFault` for an order that would wait for ever; warns of one that is refused."""
        if isinstance(event, OrderInitialized):
            reason = self._waits_for_ever(event)
            if reason is not None:
                self._fault = StrategyFault(reason, None)
                raise self._fault
        elif type(event) in _REFUSALS and not (isinstance(event, OrderRejected) and event.due_post_only):
            text = f"{_REFUSALS[type(event)]}: {event.reason}"
            # The first one's words stand for all of their kind, so that the summary counts them as one.
            warn(self._first.setdefault(_DIFFERING.sub("", text), text))

    def require_sound(self) -> None:
        """Raises again what a strategy that catches every exception caught."""
        if self._fault is not None:
            raise self._fault

    def _waits_for_ever(self, event: OrderInitialized) -> str | None:
        if event.emulation_trigger != TriggerType.NO_TRIGGER:
            return "an emulated order waits for quotes or trades, which aren't fed: leave emulation_trigger out"
        algorithm, known = event.exec_algorithm_id, self._algorithms()
        if algorithm is None or algorithm in known:
            return None
        names = ", ".join(map(str, known))
        return f"an order names the execution algorithm {algorithm}; there is only {names}: a file's own aren't added"
