"""A platform, as one account sees it."""

from collections.abc import Iterator
from types import TracebackType
from typing import Self

import httpx

from .calls import Caller, RetryOptions
from .generated.api.account import AccountOperations
from .generated.api.context import ContextOperations
from .generated.api.runtime import RuntimeOperations
from .generated.api.wallet import WalletOperations
from .streams import Followed, StreamEvent, Subscription, follow
from .surroundings import Surroundings
from .waiting import Waiting


class TradingPlatform:
    """Its operations stand in `account`, `wallet`, `context` and `runtime`: each returns what the operation
    answers, and raises RefusedError or NoAnswerError. `wait` waits for what goes on after an answer."""

    def __init__(
        self,
        base_url: str,
        *,
        api_key: str | None = None,
        session_token: str | None = None,
        retries: RetryOptions | None = None,
        surroundings: Surroundings | None = None,
    ) -> None:
        """`api_key` is for everything but the account's keys, which `session_token` lists, mints and revokes."""
        retries = retries or RetryOptions()
        self._surroundings = surroundings or Surroundings()
        self._client = httpx.Client(
            base_url=base_url, timeout=retries.timeout_seconds, transport=self._surroundings.transport
        )
        self._stream_headers = (
            {"x-api-key": api_key} if api_key is not None else {"authorization": f"Bearer {session_token or ''}"}
        )
        caller = Caller(self._client, (api_key, session_token), retries, self._surroundings)
        self.account = AccountOperations(caller)
        self.context = ContextOperations(caller)
        self.runtime = RuntimeOperations(caller)
        self.wallet = WalletOperations(caller)
        self.wait = Waiting(self.runtime, self.wallet, self._surroundings)

    def new_key(self) -> str:
        """Returns a new idempotency key, for calls that share one: a withdrawal's code, its proof and itself."""
        return self._surroundings.new_key()

    def follow(
        self,
        subscription: Subscription,
        *,
        record_id: str | None = None,
        select: str | None = None,
        after: str | None = None,
    ) -> Iterator[StreamEvent]:
        """Follows what happens, through broken connections. `record_id` names the record, for the singular
        subscriptions but `wallet`; `select` says which of its fields an event brings, as GraphQL selects them (`id
        status`); `after` is the sequence of the last event that was seen."""
        followed = Followed(subscription, record_id, select)
        return follow(self._client, self._stream_headers, followed, after, self._surroundings)

    def close(self) -> None:
        """Closes its connections."""
        self._client.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
