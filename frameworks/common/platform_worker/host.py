"""
The process that holds the bots of one account: it imports the framework once, and forks a process per bot.

It speaks with the platform by lines. What it reads is JSON: `begin` a bot, `say` something to one, `kill` one. What it
writes begins with a letter: `R` it is ready, `B` a bot has begun, `F` a frame of a bot, `L` a line of its log, `E` its
end. A bot's name is the first word after the letter, so nothing that a bot writes can pass for another's.
"""

import gc
import json
import os
import selectors
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from platform_worker.bot import Run, run_bot
from platform_worker.channel import HEADER_BYTES
from platform_worker.failure import Scene
from platform_worker.limits import Limits, become, confine

READ_BYTES = 64 * 1024
FRAME_BYTES_MAX = 1024 * 1024
LOG_LINE_BYTES_MAX = 8 * 1024
# What may wait for a bot that doesn't read; then it is ended.
UNREAD_BYTES_MAX = 16 * 1024 * 1024
# How often the ends of bots are looked for.
TICK_SECONDS = 0.1
# What a bot may log in each tick; one that logs more waits, and its neighbours don't.
LOG_BYTES_A_TICK = 128 * 1024


class Lines:
    """Cuts what a pipe brings into lines; a longer one comes in pieces."""

    def __init__(self, bytes_max: int) -> None:
        self._bytes_max = bytes_max
        self._rest = b""

    def feed(self, piece: bytes) -> Iterator[bytes]:
        """Returns the lines that have ended."""
        *lines, self._rest = (self._rest + piece).split(b"\n")
        for line in lines:
            yield from self._pieces(line)
        while len(self._rest) > self._bytes_max:
            yield self._rest[: self._bytes_max]
            self._rest = self._rest[self._bytes_max :]

    def end(self) -> Iterator[bytes]:
        """Returns what has no end."""
        if self._rest:
            yield self._rest
        self._rest = b""

    def _pieces(self, line: bytes) -> Iterator[bytes]:
        for start in range(0, max(1, len(line)), self._bytes_max):
            yield line[start : start + self._bytes_max]


@dataclass(slots=True)
class Bot:
    """A process of a bot, and the ends of its pipes."""

    name: str
    process_id: int
    user_id: int | None
    orders: int
    frames: int
    log: int
    unread: bytearray = field(default_factory=bytearray)
    frame_lines: Lines = field(default_factory=lambda: Lines(FRAME_BYTES_MAX))
    log_lines: Lines = field(default_factory=lambda: Lines(LOG_LINE_BYTES_MAX))
    logged_bytes: int = 0


def serve(load: Callable[[], None], run: Run, scene: Callable[[], Scene]) -> None:
    """Loads the framework, says so, and holds bots until the platform is gone."""
    # What the framework prints while it is imported does not belong to this protocol.
    told = os.dup(1)
    os.dup2(2, 1)
    load()
    gc.collect()
    # What is imported is shared by all: a collection must not write to it.
    gc.freeze()
    Host(told, run, scene).hold()


class Host:
    """Forks bots, and relays what they and the platform say to one another."""

    def __init__(self, told: int, run: Run, scene: Callable[[], Scene]) -> None:
        self._told = told
        self._run = run
        self._scene = scene
        self._orders = Lines(HEADER_BYTES)
        self._bots: dict[str, Bot] = {}
        self._selector = selectors.DefaultSelector()
        self._is_over = False
        self._tick_at = 0.0

    def hold(self) -> None:
        """Holds bots until the platform closes its end."""
        os.set_blocking(0, False)
        self._selector.register(0, selectors.EVENT_READ, None)
        self._tell(b"R")
        while not self._is_over:
            for key, events in self._selector.select(TICK_SECONDS):
                self._move(key, events)
            if time.monotonic() >= self._tick_at:
                self._tick_at = time.monotonic() + TICK_SECONDS
                self._reap()
                self._let_log()
        for bot in list(self._bots.values()):
            _end_all_of(bot)
        os._exit(0)

    def _move(self, key: selectors.SelectorKey, events: int) -> None:
        bot: Bot | None = key.data
        if bot is None:
            self._obey()
        elif key.fd == bot.orders and events & selectors.EVENT_WRITE:
            self._pass_on(bot)
        elif key.fd == bot.frames:
            self._relay(bot, key.fd, b"F", bot.frame_lines)
        elif key.fd == bot.log:
            bot.logged_bytes += self._relay(bot, key.fd, b"L", bot.log_lines)
            if bot.logged_bytes >= LOG_BYTES_A_TICK:
                self._selector.unregister(bot.log)

    def _obey(self) -> None:
        piece = _read(0)
        if piece == b"":
            self._is_over = True
        for line in self._orders.feed(piece or b""):
            order: Any = json.loads(line)
            if order["kind"] == "begin":
                self._begin(order)
            elif order["bot"] in self._bots:
                bot = self._bots[order["bot"]]
                if order["kind"] == "kill":
                    _end_all_of(bot)
                else:
                    self._say(bot, order["message"])

    def _begin(self, order: Mapping[str, Any]) -> None:
        (order_end, orders), (frames, frame_end), (log, log_end) = os.pipe(), os.pipe(), os.pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        process_id = os.fork()
        if process_id == 0:
            _become_bot(order, (order_end, frame_end, log_end), self._run, self._scene)
        for descriptor in (order_end, frame_end, log_end):
            os.close(descriptor)
        bot = Bot(order["bot"], process_id, order["limits"]["user_id"], orders, frames, log)
        self._bots[bot.name] = bot
        for descriptor in (orders, frames, log):
            os.set_blocking(descriptor, False)
        for descriptor in (frames, log):
            self._selector.register(descriptor, selectors.EVENT_READ, bot)
        self._tell(b"B", bot, str(process_id).encode())
        self._say(bot, order["wanted"])

    def _say(self, bot: Bot, message: object) -> None:
        if not bot.unread:
            self._selector.register(bot.orders, selectors.EVENT_WRITE, bot)
        bot.unread += json.dumps(message, separators=(",", ":")).encode() + b"\n"
        if len(bot.unread) > UNREAD_BYTES_MAX:
            _end_all_of(bot)

    def _pass_on(self, bot: Bot) -> None:
        with suppress(BlockingIOError):
            try:
                del bot.unread[: os.write(bot.orders, bot.unread)]
            except BrokenPipeError:
                # It has ended, or closed its end: nothing is read any more.
                bot.unread.clear()
        if not bot.unread:
            self._selector.unregister(bot.orders)

    def _let_log(self) -> None:
        for bot in self._bots.values():
            if bot.logged_bytes >= LOG_BYTES_A_TICK:
                self._selector.register(bot.log, selectors.EVENT_READ, bot)
            bot.logged_bytes = 0

    def _relay(self, bot: Bot, descriptor: int, letter: bytes, lines: Lines) -> int:
        piece = _read(descriptor)
        if piece == b"":
            self._selector.unregister(descriptor)
        for line in lines.feed(piece or b""):
            self._tell(letter, bot, line)
        return len(piece or b"")

    def _reap(self) -> None:
        with suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG))[0] != 0:
                bot = next((each for each in self._bots.values() if each.process_id == ended[0]), None)
                if bot is not None:
                    self._end(bot, os.waitstatus_to_exitcode(ended[1]))

    def _end(self, bot: Bot, code: int) -> None:
        _end_all_of(bot)
        for descriptor, letter, lines in ((bot.frames, b"F", bot.frame_lines), (bot.log, b"L", bot.log_lines)):
            while piece := _read(descriptor):
                for line in lines.feed(piece):
                    self._tell(letter, bot, line)
            for line in lines.end():
                self._tell(letter, bot, line)
        for descriptor in (bot.orders, bot.frames, bot.log):
            with suppress(KeyError):
                self._selector.unregister(descriptor)
            os.close(descriptor)
        del self._bots[bot.name]
        self._tell(b"E", bot, str(code).encode())

    def _tell(self, letter: bytes, bot: Bot | None = None, text: bytes = b"") -> None:
        words = letter if bot is None else b"%b %b %b" % (letter, bot.name.encode(), text)
        rest = memoryview(words + b"\n")
        while rest:
            rest = rest[os.write(self._told, rest) :]


def _read(descriptor: int) -> bytes | None:
    """Returns what there is; nothing at the end, None where there is nothing now."""
    try:
        return os.read(descriptor, READ_BYTES)
    except BlockingIOError:
        return None


def _end_all_of(bot: Bot) -> None:
    """Ends a bot's processes at once, also those that it started and left: all that run as its user."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(bot.process_id, signal.SIGKILL)
    if bot.user_id is None:
        return
    killer = os.fork()
    if killer == 0:
        try:
            become(bot.user_id)
            os.kill(-1, signal.SIGKILL)
        finally:
            os._exit(0)
    os.waitpid(killer, 0)


def _become_bot(
    order: Mapping[str, Any], pipes: tuple[int, int, int], run: Run, scene: Callable[[], Scene]
) -> NoReturn:
    """Runs in the forked process: takes the pipes for its standard streams, and runs the bot in a folder of its own."""
    try:
        for target, descriptor in enumerate(pipes):
            os.dup2(descriptor, target)
        os.closerange(3, os.sysconf("SC_OPEN_MAX"))
        os.setsid()
        confine(Limits(**order["limits"]))
        hosts = Path.home()
        home = hosts / order["bot"]
        # What an earlier start of the bot left.
        shutil.rmtree(home, ignore_errors=True)
        home.mkdir(mode=0o700)
        os.environ.update(HOME=str(home), TMPDIR=str(home))
        tempfile.tempdir = None
        os.chdir(home)
        run_bot(run, scene, hosts / "state" / order["bot"])
    except BaseException:  # noqa: BLE001
        traceback.print_exc()
    finally:
        os._exit(1)
