"""Server-sent event streams (WHATWG HTML, 9.2.6)."""

import codecs
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

# A CR at the end of what has come may be half of an end. httpx and `splitlines` also end lines where JSON doesn't.
_LINE_END = re.compile(r"\r\n|\n|\r(?!\Z)")


@dataclass(frozen=True)
class Message:
    """A message of a stream; `event` is `message` where it names none."""

    event: str
    data: str


def messages_of(body: Iterable[bytes]) -> Iterator[Message]:
    """Reads the messages of a stream as they come. What is begun and not ended is no message."""
    event = ""
    data: list[str] = []
    for line in _lines_of(body):
        if line == "":
            if data:
                yield Message(event or "message", "\n".join(data))
            event, data = "", []
            continue
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "event":
            event = value
        elif field == "data":
            data.append(value)


def _lines_of(body: Iterable[bytes]) -> Iterator[str]:
    decoder = codecs.getincrementaldecoder("utf-8")()
    rest = ""
    for part in body:
        *lines, rest = _LINE_END.split(rest + decoder.decode(part))
        yield from lines
