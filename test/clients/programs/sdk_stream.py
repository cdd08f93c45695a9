"""Follows a deployment over a network that breaks each stream, until it has its last name; prints what came."""

import json
import os
import time

from trading_platform import TradingPlatform

sequences: list[str] = []
kinds: list[str] = []
problems: list[str] = []
name: str | None = None
ends_at = time.monotonic() + 120
with TradingPlatform(os.environ["BASE_URL"], api_key=os.environ["API_KEY"]) as platform:
    for event in platform.follow("deployment", record_id=os.environ["ID"], select="name"):
        sequences.append(event.sequence)
        kinds.append(event.kind)
        problems.extend(event.problems)
        name = event.record["name"] if event.record else name
        if name == os.environ["LAST"] or time.monotonic() > ends_at:
            break
print(json.dumps({"sequences": sequences, "kinds": kinds, "problems": problems, "name": name}))
