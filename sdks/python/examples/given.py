"""What the examples are given by their environment: a platform, an account, and a strategy."""

import os
import re
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path


def day(days_ago: int) -> str:
    """The day so many days ago."""
    return (datetime.now(UTC) - timedelta(days=days_ago)).date().isoformat()


def code_sent_to(email: str) -> str:
    """The code in the newest message to an address: where you ask your user for it, the examples look into the
    sandbox's mailbox."""
    while True:
        messages = sorted(Path(os.environ["MAILBOX"]).glob(f"*-{email}.eml"))
        found = re.search(r"(?<!\S)\d{6}(?!\S)", messages[-1].read_text()) if messages else None
        if found:
            return found.group()
        time.sleep(0.1)
