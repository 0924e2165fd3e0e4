"""Keys that are pressed while something is shown in a terminal."""

import os
import re
import select
import sys
import termios
import time
import tty
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

WaitForKey = Callable[[float | None], str]
"""Waits for a key for some seconds, or for ever, and returns it; "" if none came."""
_NAMES = {
    "\x1b[A": "up",
    "\x1b[B": "down",
    "\x1b[D": "left",
    "\x1b[C": "right",
    "\x1b[H": "home",
    "\x1b[1~": "home",
    "\x1b[F": "end",
    "\x1b[4~": "end",
    "\x1b": "q",
    " ": "space",
}
_KEY = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1bO.|.", re.DOTALL)
"""A sequence of ECMA-48, one of a VT100 (F1 to F4), or what was typed."""
_UNFINISHED = re.compile(rb"\x1b(\[[0-?]*[ -/]*|O)?\Z")
_READ_BYTES = 1024
_REST_S = 0.05
"""How long to wait for the rest of a sequence before its beginning is taken for Esc."""
_SCROLL_ROWS = 5


@contextmanager
def keys() -> Iterator[WaitForKey]:
    """Read keys one by one, without Enter, for as long as the block lasts.

    Where standard input is not a terminal, no key ever comes.
    """
    if not sys.stdin.isatty():
        yield _no_key
        return
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    pressed: deque[str] = deque()
    """Keys that came together, as they do while one is held."""

    def wait(seconds: float | None) -> str:
        if not pressed and select.select([terminal], [], [], seconds)[0]:
            pressed.extend(split_keys(_read_whole(terminal)))
        return pressed.popleft() if pressed else ""

    try:
        tty.setcbreak(terminal)  # not raw: Ctrl-C still interrupts
        yield wait
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def _read_whole(terminal: int) -> str:
    """Read what has been pressed, up to the end of a key.

    A read may end within one, where a buffer or a packet does; and the first byte of an arrow,
    taken alone, is Esc.
    """
    read = more = os.read(terminal, _READ_BYTES)
    while more and _UNFINISHED.search(read) and select.select([terminal], [], [], _REST_S)[0]:
        more = os.read(terminal, _READ_BYTES)
        read += more
    return read.decode(errors="replace")


def split_keys(text: str) -> list[str]:
    """Return the names of the keys that a terminal sent at once."""
    return [_NAMES.get(key, key) for key in _KEY.findall(text)]


def _no_key(seconds: float | None) -> str:
    time.sleep(seconds or 0)
    return ""


class Steps:
    """Where in a row of steps somebody is, who lets it run, stops it, or goes by hand."""

    def __init__(self, last: int, pace_s: float) -> None:
        self.number = 0
        self.last = last
        self.down = 0
        """By how many rows the board is scrolled."""
        self._pace_s = pace_s
        self._stopped = False

    def status(self) -> str:
        """Return where somebody is, and which keys there are; nothing if none can be pressed."""
        if not sys.stdin.isatty():
            return ""
        place = f"{self.number} of {self.last}{', paused' if self._stopped else ''}"
        space = "space goes on" if self._stopped else "space pauses"
        return f"{place} · {space} · ←→ step · ↑↓ scroll · q quits"

    def advance(self, wait: WaitForKey, *, more: bool = False) -> bool:
        """Wait for the next step or for a key; False when it is over.

        If `more` may come, the last step is not the end: it stays there for now.
        """
        key = wait(None if self._stopped else self._pace_s)
        if key == "":
            if more and self.number == self.last:
                return True
            self.number += 1
            return self.number <= self.last
        if key == "space":
            self._stopped = not self._stopped
            return True
        targets = {
            "left": max(self.number - 1, 0),
            "right": min(self.number + 1, self.last),
            "home": 0,
            "end": self.last,
        }
        if key in ("up", "down"):
            self.down = max(0, self.down + (_SCROLL_ROWS if key == "down" else -_SCROLL_ROWS))
        if key in targets:
            self.number = targets[key]
            self._stopped = True
        return key != "q"
