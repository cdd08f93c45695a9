"""The layer by hand, over a scripted platform: retries, waits, pages and streams."""

import itertools
import json
import unittest
from collections.abc import Callable
from typing import Any

import httpx

from trading_platform import (
    NoAnswerError,
    RefusedError,
    RetryOptions,
    Surroundings,
    TradingPlatform,
    WaitedTooLongError,
    WorkFailedError,
    pages,
)
from trading_platform.event_stream import messages_of
from trading_platform.generated.models import SendWithdrawalCodeBody, SubmitExecutionBody

EXECUTION = {
    "id": "exe_1",
    "status": "succeeded",
    "venue": "hyperliquid",
    "action_type": "cancel",
    "account_address": "0x",
    "created_at": "2026-01-01T00:00:00.000Z",
    "finished_at": None,
    "result": None,
    "settlement": None,
}
WITHDRAWAL = {
    "id": "wd_1",
    "status": "broadcast",
    "source": "arbitrum",
    "amount_usd": 1.0,
    "fee_usd": 0,
    "arrives_usd": 1.0,
    "asset": "USDC",
    "chain": "arbitrum",
    "destination_wallet": "0x",
    "created_at": "2026-01-01T00:00:00.000Z",
    "updated_at": "2026-01-01T00:00:00.000Z",
}
ORDER = SubmitExecutionBody.from_dict({"venue": "hyperliquid", "action": {"type": "cancel"}})
CODE = SendWithdrawalCodeBody(amount_usd="1.00", destination_wallet="0x", chain="arbitrum", asset_address="0x")
LOST = "lost"


def answer(status: int, body: object = None, **headers: str) -> httpx.Response:
    return httpx.Response(
        status, json=body or {}, headers={name.replace("_", "-"): text for name, text in headers.items()}
    )


def refusal(status: int, code: str, **headers: str) -> httpx.Response:
    return answer(status, {"error": {"code": code, "message": "no"}}, **headers)


class Scripted:
    """A platform that answers as scripted, the last answer again and again; time passes only while the SDK sleeps."""

    def __init__(self, *answers: httpx.Response | str, tries_max: int = 6) -> None:
        self.sent: list[httpx.Request] = []
        self.slept: list[float] = []
        self._answers = answers
        keys = itertools.count(1)
        surroundings = Surroundings(
            now=lambda: sum(self.slept),
            sleep=self.slept.append,
            random=lambda: 0.5,
            new_key=lambda: f"key-{next(keys)}",
            transport=httpx.MockTransport(self._handle),
        )
        self.platform = TradingPlatform(
            "https://api.example", api_key="secret", retries=RetryOptions(tries_max), surroundings=surroundings
        )

    def _handle(self, request: httpx.Request) -> httpx.Response:
        self.sent.append(request)
        scripted = self._answers[min(len(self.sent), len(self._answers)) - 1]
        if isinstance(scripted, str):
            raise httpx.ReadError(scripted)
        return scripted

    def keys(self) -> list[str | None]:
        return [request.headers.get("idempotency-key") for request in self.sent]

    def submit(self) -> str:
        return self.platform.runtime.submit_execution(body=ORDER).id


class Calls(unittest.TestCase):
    def test_a_key_is_made_once_per_call_and_kept_over_its_tries(self) -> None:
        scripted = Scripted(LOST, answer(503), LOST, answer(201, EXECUTION))
        self.assertEqual(scripted.submit(), "exe_1")
        self.assertEqual(scripted.submit(), "exe_1")
        self.assertEqual(scripted.keys(), ["key-1"] * 4 + ["key-2"])
        self.assertEqual(len({request.content for request in scripted.sent}), 1)
        self.assertEqual(scripted.sent[0].headers["x-api-key"], "secret")

    def test_a_given_key_is_kept(self) -> None:
        scripted = Scripted(answer(201, EXECUTION))
        scripted.platform.runtime.submit_execution(body=ORDER, idempotency_key="mine")
        self.assertEqual(scripted.keys(), ["mine"])

    def test_a_call_ends_after_its_tries_and_says_what_is_unknown(self) -> None:
        scripted = Scripted(LOST)
        with self.assertRaises(NoAnswerError) as raised:
            scripted.submit()
        call = raised.exception.call
        self.assertEqual((call.idempotency_key, call.outcome_unknown, call.tries), ("key-1", True, 6))
        self.assertEqual(scripted.slept, [0.1875, 0.375, 0.75, 1.5, 3.0])

    def test_a_refusal_after_a_lost_answer_leaves_the_outcome_unknown(self) -> None:
        with self.assertRaises(RefusedError) as raised:
            Scripted(LOST, refusal(409, "account_not_ready")).submit()
        self.assertEqual((raised.exception.code, raised.exception.call.outcome_unknown), ("account_not_ready", True))

    def test_what_sends_a_code_each_time_is_not_repeated(self) -> None:
        for lost in (LOST, refusal(503, "service_unavailable"), refusal(429, "resend_cooldown", retry_after="7")):
            scripted = Scripted(lost)
            with self.assertRaises((NoAnswerError, RefusedError)):
                scripted.platform.wallet.send_withdrawal_code(body=CODE, idempotency_key="mine")
            self.assertEqual(len(scripted.sent), 1)

    def test_an_allowance_is_waited_for_and_not_too_long(self) -> None:
        scripted = Scripted(refusal(429, "rate_limited", retry_after="7"), answer(201, EXECUTION))
        scripted.submit()
        self.assertEqual(scripted.slept, [7])
        with self.assertRaises(RefusedError) as raised:
            Scripted(refusal(429, "rate_limited", retry_after="61")).submit()
        self.assertEqual(raised.exception.retry_after_seconds, 61)

    def test_a_read_has_no_outcome_that_could_be_unknown(self) -> None:
        scripted = Scripted(LOST, refusal(504, "deadline_exceeded"))
        with self.assertRaises(RefusedError) as raised:
            scripted.platform.wallet.get_wallet()
        self.assertFalse(raised.exception.call.outcome_unknown)
        self.assertEqual(len(scripted.sent), 6)

    def test_what_something_else_answers_is_refused_by_its_status(self) -> None:
        scripted = Scripted(httpx.Response(403, text="<html>"))
        with self.assertRaises(RefusedError) as raised:
            scripted.submit()
        self.assertEqual((raised.exception.code, len(scripted.sent)), ("http_403", 1))

    def test_keys_are_read_with_the_session_alone(self) -> None:
        scripted = Scripted(answer(200, {"keys": [], "next_cursor": None}))
        scripted.platform.account.list_api_keys()
        self.assertNotIn("x-api-key", scripted.sent[0].headers)


class Waits(unittest.TestCase):
    def test_an_execution_is_read_through_a_restart_until_it_ends(self) -> None:
        going = {**EXECUTION, "status": "reconciling"}
        scripted = Scripted(answer(200, going), answer(503), answer(200, EXECUTION), tries_max=1)
        self.assertEqual(scripted.platform.wait.execution("exe_1").status, "succeeded")
        self.assertEqual(scripted.slept, [0.5, 0.75])

    def test_what_fails_is_raised_with_its_record(self) -> None:
        with self.assertRaises(WorkFailedError) as raised:
            Scripted(answer(200, {**WITHDRAWAL, "status": "failed"})).platform.wait.withdrawal("wd_1")
        self.assertEqual(raised.exception.work.id, "wd_1")

    def test_a_wait_ends_when_its_time_is_over(self) -> None:
        scripted = Scripted(answer(200, WITHDRAWAL))
        with self.assertRaises(WaitedTooLongError) as raised:
            scripted.platform.wait.withdrawal("wd_1", timeout_seconds=10)
        self.assertEqual(raised.exception.work.status if raised.exception.work else None, "broadcast")
        self.assertLessEqual(sum(scripted.slept), 10)


class Lists(unittest.TestCase):
    def test_each_page_is_read_with_the_cursor_of_the_one_before(self) -> None:
        scripted = Scripted(
            answer(200, {"executions": [EXECUTION, EXECUTION], "next_cursor": "c+1"}),
            answer(200, {"executions": [EXECUTION], "next_cursor": None}),
        )
        read: Callable[..., Any] = scripted.platform.runtime.list_executions
        self.assertEqual(len(list(pages(lambda cursor: read(limit=2, cursor=cursor), lambda page: page.executions))), 3)
        asked = [dict(request.url.params) for request in scripted.sent]
        self.assertEqual(asked, [{"limit": "2"}, {"limit": "2", "cursor": "c+1"}])


def event(sequence: str, **more: object) -> bytes:
    fields = {"sequence": sequence, "at": "now", "kind": "changed", "delayed": False, "id": "dpl_1", **more}
    return f"event: next\ndata: {json.dumps({'data': {'deployments': fields}})}\n\n".encode()


class Streams(unittest.TestCase):
    def test_comes_back_from_the_last_event(self) -> None:
        scripted = Scripted(
            httpx.Response(
                200, content=event("1", deployment={"status": "running"}) + event("2") + b'event: next\ndata: {"d'
            ),
            LOST,
            httpx.Response(200, content=b":\n\n" + event("3", kind="keep_alive")),
        )
        events = list(itertools.islice(scripted.platform.follow("deployments", select="status"), 3))
        self.assertEqual([each.sequence for each in events], ["1", "2", "3"])
        self.assertEqual(events[0].record, {"status": "running"})
        asked = [json.loads(request.content)["variables"] for request in scripted.sent]
        self.assertEqual(asked, [{}, {"after": "2"}, {"after": "2"}])

    def test_a_refusal_ends_it(self) -> None:
        with self.assertRaises(RefusedError):
            next(Scripted(refusal(401, "unauthorized")).platform.follow("wallet"))

    def test_messages_are_read_wherever_their_parts_are_cut(self) -> None:
        first = 'event: next\r\ndata: {"a":\r\ndata:"\u2028ü"}\r\n\r\n'
        text = first + ": nothing\n\rdata\n\nevent: complete\ndata:\n\ndata: cut"
        body = text.encode()
        for size in (1, 2, 3, 7, len(body)):
            parts = [body[at : at + size] for at in range(0, len(body), size)]
            found = [(message.event, message.data) for message in messages_of(parts)]
            self.assertEqual(found, [("next", '{"a":\n"\u2028ü"}'), ("message", ""), ("complete", "")])


if __name__ == "__main__":
    unittest.main()
