"""Follows what happens, through broken connections."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import httpx

from .errors import FailedCall, PlatformError, RefusedError, read_refusal
from .event_stream import messages_of
from .surroundings import Surroundings

Subscription = Literal["backtest", "backtests", "deployment", "deployments", "execution", "executions", "wallet"]

# After as long without an event the connection is broken: one comes every 15 seconds.
_SILENCE_SECONDS_MAX = 30.0
_RECONNECT_SECONDS = 1.0
_RECONNECT_SECONDS_MAX = 30.0
_TOO_MANY = 429
_INTERNAL = 500


@dataclass(frozen=True)
class StreamEvent:
    """Something that happened."""

    sequence: str
    """Its place in the order of events, for `after`."""
    at: str
    """When it happened."""
    kind: str
    """`current`, `changed`, `removed`, `gap` or `keep_alive`."""
    delayed: bool
    """Whether the platform can't see just now what happens; what is missing follows."""
    id: str | None
    """The record's id; None where the event is about none in particular."""
    record: dict[str, Any] | None
    """The record as it is when the event is sent, with the fields of `select`; None where there is none."""
    problems: tuple[str, ...]
    """Codes of why the record is missing, where it should be there."""


@dataclass(frozen=True)
class Followed:
    """What is followed, and with which fields."""

    subscription: Subscription
    id: str | None
    select: str | None

    @property
    def record(self) -> str:
        """The name of the record in an event."""
        return self.subscription.removesuffix("s")

    def body(self, after: str | None) -> dict[str, Any]:
        """The request that follows it from a place on."""
        is_one = self.subscription == self.record and self.subscription != "wallet"
        if is_one == (self.id is None):
            raise PlatformError(
                f"{self.subscription}: `id` is missing" if is_one else f"{self.subscription} has no `id`"
            )
        takes, given = (", $id: ID!", ", id: $id") if is_one else ("", "")
        select = self.select or ("address" if self.subscription == "wallet" else "id")
        fields = f"sequence at kind delayed id {self.record} {{ {select} }}"
        query = f"subscription ($after: String{takes}) {{ {self.subscription}(after: $after{given}) {{ {fields} }} }}"
        variables = {name: value for name, value in (("after", after), ("id", self.id)) if value is not None}
        return {"query": query, "variables": variables}


def follow(
    client: httpx.Client, headers: dict[str, str], followed: Followed, after: str | None, surroundings: Surroundings
) -> Iterator[StreamEvent]:
    """Follows something until the loop is left. When the connection breaks it comes back from the last event on, so
    that each event comes once and in order; or as a `gap`, after which what is shown must be read again. Raises
    RefusedError where it may not follow, or `select` is wrong."""
    failures = 0
    while True:
        try:
            for event in _events_once(client, headers, followed, after):
                after = event.sequence
                failures = 0
                yield event
        except RefusedError as refused:
            if refused.status < _INTERNAL and refused.status != _TOO_MANY:
                raise
        except httpx.RequestError:
            pass
        failures += 1
        longest = min(_RECONNECT_SECONDS * 2.0 ** (failures - 1), _RECONNECT_SECONDS_MAX)
        surroundings.sleep(longest * (0.5 + surroundings.random() / 2))


def _events_once(
    client: httpx.Client, headers: dict[str, str], followed: Followed, after: str | None
) -> Iterator[StreamEvent]:
    """The events of one connection."""
    accepting = {**headers, "accept": "text/event-stream"}
    with client.stream(
        "POST", "/streams", headers=accepting, json=followed.body(after), timeout=_SILENCE_SECONDS_MAX
    ) as response:
        if not response.is_success:
            response.read()
            raise RefusedError(FailedCall(f"follow {followed.subscription}", None, False, 1), read_refusal(response))
        for message in messages_of(response.iter_bytes()):
            if message.event == "complete":
                return
            yield _to_event(json.loads(message.data), followed)


def _to_event(payload: dict[str, Any], followed: Followed) -> StreamEvent:
    problems = tuple(str(error.get("extensions", {}).get("code")) for error in payload.get("errors", []))
    event = (payload.get("data") or {}).get(followed.subscription)
    if event is None:
        raise PlatformError(f"follow {followed.subscription}: {', '.join(problems) or 'this is no event'}")
    return StreamEvent(
        sequence=event["sequence"],
        at=event["at"],
        kind=event["kind"],
        delayed=event["delayed"],
        id=event["id"],
        record=event.get(followed.record),
        problems=problems,
    )
