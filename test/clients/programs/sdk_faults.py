"""Makes many calls, eight at a time, over a network that loses requests and answers; prints what came of them."""

import json
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from trading_platform import NoAnswerError, RefusedError, TradingPlatform
from trading_platform.generated.models import (
    CreateWithdrawalBody,
    SetUpVenueBody,
    SubmitExecutionBody,
)

AT_ONCE = 8
Answer = TypeVar("Answer")
work = json.loads(os.environ["WORK"])
failures: list[str] = []
paid: list[str] = []
executions: list[str] = []


def done(call: Callable[[str], Answer], key: str) -> Answer | None:
    """A call that stays without an answer is made again under its key, as a program that was stopped would."""
    while True:
        try:
            return call(key)
        except NoAnswerError as lost:
            if lost.call.idempotency_key != key:
                failures.append(str(lost))
                return None
        except RefusedError as refused:
            failures.append(refused.code)
            return None


with TradingPlatform(os.environ["BASE_URL"], api_key=os.environ["API_KEY"]) as platform:
    for amount in work["setups"]:
        body = SetUpVenueBody(amount_usd=amount)
        setup = done(
            lambda key, body=body: platform.wallet.set_up_venue("hyperliquid", body=body, idempotency_key=key),  # type: ignore[misc]
            platform.new_key(),
        )
        if setup is not None:
            platform.wait.venue_setup("hyperliquid", setup.id)
    for withdrawal in work["withdrawals"]:
        wanted = CreateWithdrawalBody.from_dict(withdrawal["body"])
        accepted = done(
            lambda key, wanted=wanted: platform.wallet.create_withdrawal(body=wanted, idempotency_key=key),  # type: ignore[misc]
            withdrawal["key"],
        )
        if accepted is not None:
            paid.append(platform.wait.withdrawal(accepted.id).status)

    reads: list[Callable[[], object]] = [
        lambda: platform.runtime.list_executions(limit=5),
        lambda: platform.context.list_markets(venue="hyperliquid", limit=3),
        lambda: platform.account.get_account(),
        lambda: platform.wallet.list_withdrawals(),
    ]

    def call(index: int) -> None:
        """An order for two of five calls, a read for the others."""
        at = index // 5 * 2 + index % 5
        if index % 5 < 2 and at < len(work["orders"]):
            body = SubmitExecutionBody.from_dict({"venue": "hyperliquid", "action": work["orders"][at]})
            try:
                # The SDK makes this key.
                executions.append(platform.runtime.submit_execution(body=body).id)
            except NoAnswerError as lost:
                again = done(
                    lambda key: platform.runtime.submit_execution(body=body, idempotency_key=key),
                    lost.call.idempotency_key or "",
                )
                if again is not None:
                    executions.append(again.id)
            except RefusedError as refused:
                failures.append(refused.code)
        else:
            done(lambda _key: reads[index % len(reads)](), "")

    with ThreadPoolExecutor(AT_ONCE) as pool:
        list(pool.map(call, range(work["calls"])))
print(json.dumps({"failures": failures, "paid": paid, "executions": executions}))
