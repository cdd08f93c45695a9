"""A bot for the contract of runners: it does what its config says, and counts its starts in its folder."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from platform_worker.conversation import Conversation, NoAnswer
from platform_worker.execution import Execution, strategy_path
from platform_worker.failure import Scene, StrategyFault
from platform_worker.host import serve

ROUND_SECONDS = 0.05


def run(bot: Any, conversation: Conversation, state: Path) -> None:
    """Rounds until it is told to stop."""
    config = json.loads(bot["config_json"])
    Execution.begun = True
    starts = count_start(state)
    print(f"started {starts} in {Path.home()}", file=sys.stderr)
    blocked = bot["entries_blocked"]
    told = 0
    while True:
        while not conversation.orders.empty():
            order = conversation.orders.get()
            if order["kind"] == "stop":
                return
            blocked = order["blocked"]
        told += report(conversation, blocked=blocked, starts=starts, trades=config.get("trades", 0), told=told)
        misbehave(config.get("does"), conversation, state)
        conversation.arrived.clear()
        conversation.arrived.wait(ROUND_SECONDS)


def count_start(state: Path) -> int:
    """How often it was started, this time included."""
    file = state / "starts"
    starts = int(file.read_text()) + 1 if file.exists() else 1
    file.write_text(str(starts))
    return starts


def report(conversation: Conversation, *, blocked: bool, starts: int, trades: int, told: int) -> int:
    """Says what it has; returns how many trades it told of."""
    numbers = range(told + 1, min(trades, told + 100) + 1)
    conversation.send(
        {
            "kind": "round",
            "entries_blocked": blocked,
            "strategy_errors": 0,
            "last_strategy_error": None,
            "snapshot": {
                "trades": {"total": trades, "open": 0, "wins": trades, "losses": 0},
                "realized_usd": float(starts),
                "unrealized_usd": 0.0,
                "positions": [],
                "balance_usd": 1000.0,
            },
            "closed_trades": [closed(number) for number in numbers],
        }
    )
    return len(numbers)


def closed(number: int) -> dict[str, object]:
    """A trade."""
    return {
        "number": number,
        "symbol": "BTC",
        "side": "long",
        "opened_at_ms": number,
        "closed_at_ms": number + 1,
        "open_rate": 1.0,
        "close_rate": 2.0,
        "amount": 1.0,
        "stake_amount": 1.0,
        "leverage": 1,
        "fees_abs": 0.0,
        "profit_abs": 1.0,
        "profit_ratio": 1.0,
        "entry_tag": None,
        "exit_reason": "roi",
    }


def misbehave(what: str | None, conversation: Conversation, state: Path) -> None:
    """Does what a strategy might do."""
    if what == "throw":
        raise StrategyFault("the strategy threw", 7)
    if what == "allocate":
        kept = []
        while True:
            kept.append(bytearray(16 * 1024 * 1024))
    elif what == "exit":
        os._exit(3)
    elif what == "hang":
        time.sleep(3600)
    elif what == "flood":
        for number in range(20_000):
            print(f"line {number}", file=sys.stderr)
        time.sleep(0.2)
    elif what == "fork":
        subprocess.Popen(["/bin/sleep", "3600"], start_new_session=True)
        os._exit(3)
    elif what == "lie":
        os.write(1, b"nothing that the platform understands\n")
        sys.__stdout__.write("F other {}\n")
        conversation.send({"kind": "nonsense"})
    elif what == "pry":
        neighbours = [each for each in state.parent.glob("*") if each != state]
        print(f"sees {neighbours}", file=sys.stderr)
    elif what == "ask":
        try:
            print(f"told {conversation.ask('book', symbol='BTC')}", file=sys.stderr)
        except NoAnswer as error:
            print(f"not told: {error}", file=sys.stderr)


def scene() -> Scene:
    """The state of the run."""
    return Scene(
        strategy_path=str(strategy_path()),
        strategy_ran=Execution.begun,
        last_call=None,
        framework="contract_bot",
        harness=frozenset({"platform_worker"}),
        config_errors=(),
    )


if __name__ == "__main__":
    serve(lambda: None, run, scene)
