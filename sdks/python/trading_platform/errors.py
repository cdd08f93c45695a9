"""What goes wrong, as exceptions with types."""

import json
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import httpx

Work = TypeVar("Work")


class PlatformError(Exception):
    """What every error of this package is."""


@dataclass(frozen=True)
class FailedCall:
    """What is known of a call that did not succeed."""

    operation: str
    """As `POST /runtime/backtests`."""
    idempotency_key: str | None
    """The key that all tries of the call had: a later call with it and the same body takes effect at most once."""
    outcome_unknown: bool
    """Whether a try may have had its effect all the same: its answer was lost, and no later one shows what became
    of it. Repeat the call with its key, or read what is there."""
    tries: int


class RefusedError(PlatformError):
    """The platform has refused a call."""

    def __init__(self, call: FailedCall, refusal: "Refusal") -> None:
        super().__init__(f"{call.operation}: {refusal.code}: {refusal.message}")
        self.call = call
        self.status = refusal.status
        self.code = refusal.code
        self.details = refusal.details
        self.docs_url = refusal.docs_url
        self.request_id = refusal.request_id
        self.retry_after_seconds = refusal.retry_after_seconds


class NoAnswerError(PlatformError):
    """No answer came, within the tries and the time that a call has."""

    def __init__(self, call: FailedCall) -> None:
        super().__init__(f"{call.operation}: no answer after {call.tries} {'try' if call.tries == 1 else 'tries'}")
        self.call = call


class WorkFailedError(PlatformError, Generic[Work]):
    """What was waited for has ended, and not as hoped; `work` is the record as it ended."""

    def __init__(self, message: str, work: Work) -> None:
        super().__init__(message)
        self.work = work


class WaitedTooLongError(PlatformError, Generic[Work]):
    """What was waited for goes on, and the time to wait is over; `work` is the record as it was last read, if it
    was."""

    def __init__(self, message: str, work: Work | None) -> None:
        super().__init__(message)
        self.work = work


@dataclass(frozen=True)
class Refusal:
    """The parts of an answer that refuses."""

    status: int
    code: str
    """Its documented code (`ERROR_CODES`); `http_<status>` where something between here and the platform has
    answered."""
    message: str
    details: Any
    """Has a form by code: fields that are wrong, what is missing, until when."""
    docs_url: str | None
    request_id: str | None
    """Names the request in the platform's logs."""
    retry_after_seconds: int | None
    """Until the call may be made again; None where the answer doesn't say."""


def read_refusal(response: httpx.Response) -> Refusal:
    """Reads an answer that refuses, no matter who wrote it."""
    try:
        body = json.loads(response.content)
    except ValueError:
        body = None
    error = body.get("error") if isinstance(body, dict) else None
    fields: dict[str, Any] = error if isinstance(error, dict) else {}
    status = response.status_code
    after = response.headers.get("retry-after", "")
    return Refusal(
        status=status,
        code=str(fields.get("code", f"http_{status}")),
        message=str(fields.get("message", f"the answer has status {status} and no error of the platform")),
        details=fields.get("details"),
        docs_url=fields.get("docs_url"),
        request_id=response.headers.get("x-request-id"),
        retry_after_seconds=int(after) if after.isdecimal() else None,
    )
