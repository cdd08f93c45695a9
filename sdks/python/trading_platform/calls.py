"""Makes calls, each as often as is safe."""

from dataclasses import dataclass
from typing import Any

import httpx

from .errors import FailedCall, NoAnswerError, RefusedError, read_refusal
from .generated.facts import KEY_IS_MADE, OF_SESSIONS, REPEATABLE
from .surroundings import Surroundings

_KEY = "Idempotency-Key"
_BACKOFF_SECONDS = 0.25
_BACKOFF_SECONDS_MAX = 8.0
# What HTTP lets anybody repeat.
_REPEATABLE_METHODS = frozenset(["GET", "HEAD", "PUT", "DELETE"])
# What says nothing of whether the platform has done what was asked.
_OUTCOME_UNKNOWN = frozenset([502, 503, 504])
# An answer by which nothing was done, for any operation: it waits for its allowance.
_ALLOWANCE = "rate_limited"


@dataclass(frozen=True)
class RetryOptions:
    """How often and how long a call is tried."""

    tries_max: int = 6
    """Tries of one call, the first one counted; 1 for no retries."""
    timeout_seconds: float = 30.0
    """The longest silence of one try."""
    retry_after_seconds_max: float = 60.0
    """The longest time that a `Retry-After` is waited for; what asks for more is raised at once."""


class Caller:
    """Sends the requests of operations, with the credential that each takes."""

    def __init__(
        self,
        client: httpx.Client,
        credentials: tuple[str | None, str | None],
        retries: RetryOptions,
        surroundings: Surroundings,
    ) -> None:
        self._client = client
        self._api_key, self._session_token = credentials
        self._retries = retries
        self._surroundings = surroundings

    def send(self, operation: str, request: dict[str, Any]) -> httpx.Response:
        """Returns the answer of a request that succeeds. Raises RefusedError or NoAnswerError."""
        headers = {**request["headers"], **self._credential_of(operation)}
        if operation in KEY_IS_MADE and _KEY not in headers:
            headers[_KEY] = self._surroundings.new_key()
        method = request["method"]
        repeatable = operation in REPEATABLE or method in _REPEATABLE_METHODS
        changes = method not in ("GET", "HEAD")
        unknown = False
        tries = 0
        while True:
            tries += 1
            wait = self._backoff(tries)
            is_last = tries >= self._retries.tries_max
            try:
                response = self._client.request(**{**request, "headers": headers})
            except httpx.RequestError as lost:
                unknown = unknown or changes
                if is_last or not repeatable:
                    raise NoAnswerError(FailedCall(operation, headers.get(_KEY), unknown, tries)) from lost
            else:
                if response.is_success:
                    return response
                refusal = read_refusal(response)
                unknown = unknown or (changes and refusal.status in _OUTCOME_UNKNOWN)
                wait = max(wait, refusal.retry_after_seconds or 0)
                again = refusal.code == _ALLOWANCE or (repeatable and refusal.status in _OUTCOME_UNKNOWN)
                if is_last or not again or wait > self._retries.retry_after_seconds_max:
                    raise RefusedError(FailedCall(operation, headers.get(_KEY), unknown, tries), refusal)
            self._surroundings.sleep(wait)

    def _credential_of(self, operation: str) -> dict[str, str]:
        if operation in OF_SESSIONS:
            return {} if self._session_token is None else {"authorization": f"Bearer {self._session_token}"}
        return {} if self._api_key is None else {"x-api-key": self._api_key}

    def _backoff(self, tries: int) -> float:
        """Doubles from try to try, and differs from caller to caller: those who failed together don't come back
        together."""
        longest = min(_BACKOFF_SECONDS * 2.0 ** (tries - 1), _BACKOFF_SECONDS_MAX)
        return longest * (0.5 + self._surroundings.random() / 2)
