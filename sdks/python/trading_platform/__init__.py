"""The trading platform's SDK: typed calls, safe retries, waiting, pages and streams."""

from .calls import RetryOptions
from .errors import FailedCall, NoAnswerError, PlatformError, RefusedError, WaitedTooLongError, WorkFailedError
from .generated.facts import ERROR_CODES
from .pages import pages
from .platform import TradingPlatform
from .streams import StreamEvent
from .surroundings import Surroundings
from .waiting import Waiting

__version__ = "0.1.0"
__all__ = [
    "ERROR_CODES",
    "FailedCall",
    "NoAnswerError",
    "PlatformError",
    "RefusedError",
    "RetryOptions",
    "StreamEvent",
    "Surroundings",
    "TradingPlatform",
    "WaitedTooLongError",
    "Waiting",
    "WorkFailedError",
    "pages",
]
