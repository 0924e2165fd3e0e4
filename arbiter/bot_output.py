"""What a bot prints: its last lines stand in the reason of a forfeit, logs keep the rest."""

import os
import re
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import trio

from engine.errors import BadFile
from engine.record import Bot

LINES_IN_REASON = 5
"""How many lines stand in the reason of a forfeit."""
_LAST_OUTPUT = "its last output: "
_FRAME = re.compile(r' +File "(.*)", line \d+')
"""A frame of a Python traceback, and its file."""
_OF_CLIENT = re.compile(r"[/\\]asyncio[/\\]|[/\\]arbiter[/\\]client\.py$")
KEPT_LINES = 20
"""How many lines are kept for commands that show more."""
LINE_LIMIT = 300
"""How many bytes of a line are kept."""
TAIL_LIMIT = 4096
"""At most this much of each chunk is looked at for last lines, so a flood costs no more."""
PAUSE_S = 0.01
"""The pause between two reads of what a bot writes: a bot that writes more is made to wait."""
LOG_LIMIT = 1024 * 1024
"""How many bytes of what a process writes are kept in its log, or shown."""
LOGS_PER_BOT = 50
"""How many logs of one bot a folder holds; the oldest ones are deleted."""

Show = Callable[[str, str], None]
"""Called with the name of a bot and a line that it has written to standard error."""


class BotOutput:
    """Reads what one process of a bot writes, no faster than we can afford."""

    def __init__(
        self, log: "BotLog | None" = None, show: Callable[[str], None] | None = None
    ) -> None:
        self.last_lines: deque[str] = deque(maxlen=KEPT_LINES)
        """Of standard error alone: standard output may be buffered, and come long after."""
        self.log = log
        self._show = show
        self._to_show = LOG_LIMIT

    async def read_errors(self, stream: trio.abc.ReceiveStream) -> None:
        """Read standard error to its end."""
        rest = b""
        async for chunk in stream:
            if self.log is not None:
                self.log.write(chunk)
            data = rest + chunk
            # Only if lines are shown must none be left out; else the last ones are enough.
            *lines, rest = (data if self._show else data[-TAIL_LIMIT:]).split(b"\n")
            rest = rest[-TAIL_LIMIT:]
            self._keep(lines)
            await trio.sleep(PAUSE_S)
        self._keep([rest])

    async def read_output(self, stream: trio.abc.ReceiveStream) -> None:
        """Read standard output to its end; it goes to the log only."""
        async for chunk in stream:
            if self.log is not None:
                self.log.write(chunk)
            await trio.sleep(PAUSE_S)

    def _keep(self, lines: Iterable[bytes]) -> None:
        for line in lines:
            if not line.strip():
                continue
            # Only the beginning, without what would move a terminal's cursor.
            text = line[:LINE_LIMIT].decode(errors="replace").expandtabs(1)
            text = "".join(filter(str.isprintable, text))
            self.last_lines.append(text)
            if self._show is not None and self._to_show > 0:
                self._to_show -= len(line)
                self._show(text if self._to_show > 0 else "… the rest is not shown")


def last_output(lines: Iterable[str]) -> str:
    """Return the end of what a bot has written, for the reason of a forfeit; "" if nothing."""
    said = " | ".join(line.strip() for line in telling_lines(lines)[-LINES_IN_REASON:])
    return f"{_LAST_OUTPUT}{said}" if said else ""


def telling_lines(lines: Iterable[str]) -> list[str]:
    """Return what a bot has written without what only says that our client has called it.

    These are frames of a Python traceback, and the lines that underline the line before.
    """
    written, telling = list(lines), []
    # What is kept may begin with the code of a frame that was cut off; another frame follows.
    first = next((line for line in written if not line.startswith("    ")), "")
    in_client = _FRAME.match(first) is not None
    for line in written:
        if frame := _FRAME.match(line):
            in_client = _OF_CLIENT.search(frame[1]) is not None
        elif not line.startswith("    "):  # the line of code of a frame is
            in_client = False
        if not in_client and line.strip(" ^~"):
            telling.append(line)
    return telling


def reason_lines(reason: str) -> list[str]:
    """Return the reason of a forfeit in lines: first how it came, then the bot's last output."""
    how, introduction, said = reason.partition(_LAST_OUTPUT)
    return [how + introduction.rstrip(), *(f"  {line}" for line in said.split(" | ") if line)]


def shortened_reason(reason: str, longest: int) -> str:
    """Return a reason of at most `longest` letters; the last lines of a bot's output tell most."""
    how, introduction, said = reason.partition(_LAST_OUTPUT)
    lines = said.split(" | ")
    while len(reason) > longest and len(lines) > 1:
        lines = lines[1:]
        reason = f"{how}{introduction}… | {' | '.join(lines)}"
    return reason[:longest]


def public_reason(reason: str) -> str:
    """Return the reason of a forfeit without the output of the process, which is its author's."""
    how, _, _ = reason.partition(_LAST_OUTPUT.rstrip())
    return how.strip().rstrip(";:,")


class BotLog:
    """The file with what one process of a bot writes to standard output and error."""

    def __init__(self, path: Path, heading: str) -> None:
        self.path = path
        self._file = path.open("xb", buffering=0)
        self._left = LOG_LIMIT
        self._put(f"# {heading}\n".encode())

    def write(self, data: bytes | bytearray) -> None:
        if self._left > 0:
            self._put(data[: self._left])
            self._left -= len(data)
            if self._left <= 0:
                self._put(f"\n# The rest is left out: {LOG_LIMIT:,} bytes are kept.\n".encode())

    def close(self, ending: str, lines: Iterable[str]) -> None:
        """Write how the process ended, after its last lines if the log was full before them."""
        left_out = [*lines, ""] if self._left <= 0 else []
        self._put(("\n".join(left_out) + f"# {ending}\n").encode())
        self._file.close()

    def _put(self, data: bytes | bytearray) -> None:
        try:
            self._file.write(data)
        except OSError:  # the disk is full: the matches go on
            self._left = 0


class LogFolder:
    """A folder of logs: one file per process, named after its bot and the time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def open(self, bot: Bot, heading: str) -> BotLog:
        """Open the log of a process that is about to start; the oldest of its bot is deleted."""
        now = datetime.now(UTC)
        heading = f"{bot}, {now:%Y-%m-%d %H:%M:%S} UTC: {heading}"
        for old in logs_of(self.folder, bot)[: -LOGS_PER_BOT + 1]:
            old.unlink(missing_ok=True)
        number = 1
        while True:
            suffix = f"-{number}" if number > 1 else ""
            try:
                return BotLog(self.folder / f"{bot}-{now:%Y%m%d-%H%M%S}{suffix}.log", heading)
            except FileExistsError:  # another process of the bot, perhaps of another worker
                number += 1


def make_log_folder(folder: Path) -> Path:
    """Make a folder for logs if there is none, and return its full path; BadFile if it cannot."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadFile(f"cannot keep logs in {folder}: {error.strerror}") from None
    if not os.access(folder, os.W_OK | os.X_OK):
        raise BadFile(f"cannot keep logs in {folder}: Permission denied")
    return folder.resolve()


def logs_of(folder: Path, bot: Bot) -> list[Path]:
    """Return the logs of a bot in a folder, the one that was last written to as the last."""
    name = re.compile(re.escape(str(bot)) + r"-\d{8}-\d{6}(-\d+)?\.log")
    found = []
    with suppress(OSError):  # there is no such folder, or a log has just gone
        logs = (entry for entry in os.scandir(folder) if name.fullmatch(entry.name))
        found = [(entry.stat().st_mtime_ns, Path(entry.path)) for entry in logs]
    return [path for _, path in sorted(found)]


def last_spoken(logs: Sequence[Path]) -> tuple[Path, str] | None:
    """Return the last log in which a bot has said something, and its text.

    If it has said nothing in any, the last one. A log that is deleted meanwhile is passed over.
    """
    # What a log says beside the bot begins with #: see BotLog.
    said = re.compile(r"^[^#]", re.MULTILINE)
    last = None
    for log in reversed(logs):
        with suppress(OSError):
            text = log.read_text("utf-8", "replace")
            if said.search(text):
                return log, text
            last = last or (log, text)
    return last
