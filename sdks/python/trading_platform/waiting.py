"""Waits for what the platform does after it has answered."""

from collections.abc import Callable
from typing import Literal, Protocol, TypeVar

from .errors import NoAnswerError, RefusedError, WaitedTooLongError, WorkFailedError
from .generated.api.runtime import RuntimeOperations
from .generated.api.wallet import WalletOperations
from .generated.models import Backtest, Deployment, Execution, SetupOperation, Withdrawal
from .generated.types import Unset
from .surroundings import Surroundings


class _Work(Protocol):
    status: str


SomeWork = TypeVar("SomeWork", bound=_Work)
_Verdict = Literal["goes on", "done", "failed"]

_TIMEOUT_SECONDS = 30 * 60.0
_POLL_SECONDS = 0.5
_POLL_SECONDS_MAX = 5.0
_POLL_GROWTH = 1.5
_BAD_GATEWAY = 502
# A deployment that should run, and is in one of these states, does not come to run by itself.
_NOT_RUNNING = frozenset(["stopping", "stopped", "deleting", "deleted", "error"])
_NOT_STOPPED = frozenset(["deleting", "deleted", "error"])


class Waiting:
    """Each method reads a record until that has ended, for half an hour unless told otherwise."""

    def __init__(self, runtime: RuntimeOperations, wallet: WalletOperations, surroundings: Surroundings) -> None:
        self._runtime = runtime
        self._wallet = wallet
        self._surroundings = surroundings

    def backtest(self, backtest_id: str, *, timeout_seconds: float = _TIMEOUT_SECONDS) -> Backtest:
        """Returns the backtest with its result. Raises WorkFailedError where it ends as `error`."""
        verdicts: dict[str, _Verdict] = {"finished": "done", "error": "failed"}
        return self._until(
            f"backtest {backtest_id}",
            lambda: self._runtime.get_backtest(backtest_id),
            lambda work: verdicts.get(work.status, "goes on"),
            timeout_seconds,
        )

    def withdrawal(self, withdrawal_id: str, *, timeout_seconds: float = _TIMEOUT_SECONDS) -> Withdrawal:
        """Returns the withdrawal once it is confirmed. Raises WorkFailedError where it fails."""
        verdicts: dict[str, _Verdict] = {"confirmed": "done", "failed": "failed"}
        return self._until(
            f"withdrawal {withdrawal_id}",
            lambda: self._wallet.get_withdrawal(withdrawal_id),
            lambda work: verdicts.get(work.status, "goes on"),
            timeout_seconds,
        )

    def venue_setup(
        self,
        venue: Literal["hyperliquid", "polymarket", "lighter"],
        setup_id: str,
        *,
        timeout_seconds: float = _TIMEOUT_SECONDS,
    ) -> SetupOperation:
        """Returns a venue's setup once it is completed; `setup_id` is that of `set_up_venue`. Raises
        WorkFailedError where it fails, where an operator must settle it, and where another one has taken its place
        in the wallet."""

        def read() -> SetupOperation | None:
            venues = self._wallet.get_wallet().venues
            latest = {"hyperliquid": venues.hyperliquid, "polymarket": venues.polymarket, "lighter": venues.lighter}
            operation = latest[venue].operation
            return None if isinstance(operation, Unset) else operation

        def judge(work: SetupOperation) -> _Verdict:
            verdicts: dict[str, _Verdict] = {"completed": "done", "processing": "goes on"}
            return verdicts.get(work.status, "failed") if work.id == setup_id else "failed"

        return self._until(f"setup {setup_id}", read, judge, timeout_seconds)

    def deployment(
        self,
        deployment_id: str,
        wanted: Literal["running", "stopped"],
        *,
        timeout_seconds: float = _TIMEOUT_SECONDS,
    ) -> Deployment:
        """Returns the deployment once it has the status. Raises WorkFailedError where it will not get there by
        itself."""
        astray = _NOT_RUNNING if wanted == "running" else _NOT_STOPPED

        def judge(work: Deployment) -> _Verdict:
            if work.status == wanted:
                return "done"
            return "failed" if work.status in astray else "goes on"

        return self._until(
            f"deployment {deployment_id}", lambda: self._runtime.get_deployment(deployment_id), judge, timeout_seconds
        )

    def execution(self, execution_id: str, *, timeout_seconds: float = _TIMEOUT_SECONDS) -> Execution:
        """Returns the execution once it has succeeded. Raises WorkFailedError where it ends otherwise, or an
        operator must settle it."""
        verdicts: dict[str, _Verdict] = {"submitting": "goes on", "reconciling": "goes on", "succeeded": "done"}
        return self._until(
            f"execution {execution_id}",
            lambda: self._runtime.get_execution(execution_id),
            lambda work: verdicts.get(work.status, "failed"),
            timeout_seconds,
        )

    def _until(
        self,
        what: str,
        read: Callable[[], SomeWork | None],
        judge: Callable[[SomeWork], _Verdict],
        timeout_seconds: float,
    ) -> SomeWork:
        started_at = self._surroundings.now()
        poll = _POLL_SECONDS
        work: SomeWork | None = None
        while True:
            work = _read_through(read) or work
            verdict: _Verdict = "goes on" if work is None else judge(work)
            if work is not None and verdict == "done":
                return work
            status = "not known" if work is None else work.status
            if verdict == "failed":
                raise WorkFailedError(f"{what} is {status}", work)
            if self._surroundings.now() - started_at + poll > timeout_seconds:
                raise WaitedTooLongError(f"{what} is {status} after {timeout_seconds} s", work)
            self._surroundings.sleep(poll)
            poll = min(poll * _POLL_GROWTH, _POLL_SECONDS_MAX)


def _read_through(read: Callable[[], SomeWork | None]) -> SomeWork | None:
    """A part of the platform that restarts does not end the wait: the work goes on without those who ask."""
    try:
        return read()
    except NoAnswerError:
        return None
    except RefusedError as refused:
        if refused.status >= _BAD_GATEWAY:
            return None
        raise
