"""What the SDK needs of the world, so that tests can replace it."""

import random
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field

import httpx


def _new_key() -> str:
    return str(uuid.uuid4())


@dataclass(frozen=True)
class Surroundings:
    """The world as it is, unless a part of it is replaced."""

    now: Callable[[], float] = time.monotonic
    """Seconds of a clock that only goes forward."""
    sleep: Callable[[float], None] = time.sleep
    """Waits for some seconds."""
    random: Callable[[], float] = field(default=random.SystemRandom().random)
    """A number from 0 up to 1."""
    new_key: Callable[[], str] = _new_key
    transport: httpx.BaseTransport | None = None
    """What requests go by; the network where it is None."""
