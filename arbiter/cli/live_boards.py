"""A match that is being played, drawn as it goes on, at a pace that a person can follow."""

import threading
import time
from collections.abc import Iterator
from math import inf
from typing import Any

import typer
from rich.live import Live

from arbiter.cli.boards import Boards, numbered
from arbiter.cli.frames import draw_step
from arbiter.cli.keys import Steps, WaitForKey, keys
from arbiter.cli.output import console, escape_controls
from arbiter.jobs import PlayedActions
from engine.record import Setup

_LOOK_S = 0.1
"""How often to look for more when all that was played has been shown."""


class LiveBoards:
    """The boards of a match as far as it has been played.

    The arbiter tells it what is played and when it is over; `show` runs in a thread of its own,
    so that drawing costs no bot any time.
    """

    def __init__(self, setup: Setup, bots: list[str], pace_s: float) -> None:
        self._boards = Boards(setup, bots)
        self._state: Any = setup.deal()
        self._pace_s = pace_s
        self._played: list[tuple[object, ...]] = []
        self._number = 0
        """How many of them `_state` has played."""
        self._frames = [self._boards.frame(self._state)]
        self._over = threading.Event()
        self._stopped = threading.Event()

    def take(self, played: PlayedActions) -> None:
        """Take in what has been played."""
        self._played += played.actions

    def end(self) -> None:
        """Say that no more is to come; what has come is shown to its end."""
        self._over.set()

    def stop(self) -> None:
        """Show no more."""
        self._stopped.set()

    def show(self) -> None:
        """Draw position after position; where there is no terminal, print a line for each."""
        if not console.is_terminal:
            self._print_lines()
            return
        with keys() as pressed, Live(console=console, auto_refresh=False) as live:
            steps = Steps(0, self._pace_s)
            wait = self._interruptible(pressed)
            while True:
                over = self._over.is_set()
                for line in self._advance():
                    self._frames.append(self._boards.frame(self._state, [line]))
                steps.last = len(self._frames) - 1
                frame = self._frames[steps.number]
                if not draw_step(live, frame, steps, wait, more=not over):
                    return

    def _print_lines(self) -> None:
        while True:
            over = self._over.is_set()
            for line in self._advance():
                typer.echo(escape_controls(line))
            if over or self._stopped.is_set():
                return
            time.sleep(_LOOK_S)

    def _advance(self) -> Iterator[str]:
        """Play what is new, and yield a line for each decision."""
        state = self._state
        while self._number < len(self._played):
            action = self._played[self._number]
            view, seat, valid = state.view(None), state.decider, state.actions()
            typed = valid[valid.index(action)]
            notices = state.play(typed)
            self._number += 1
            yield numbered(self._number, self._boards.sentence(seat, typed, view, notices))

    def _interruptible(self, pressed: WaitForKey) -> WaitForKey:
        """Return a wait for keys that `stop` ends too, as if `q` had been pressed."""

        def wait(seconds: float | None) -> str:
            until = time.monotonic() + (inf if seconds is None else seconds)
            while not self._stopped.is_set():
                left = until - time.monotonic()
                if left <= 0:
                    return ""
                if key := pressed(min(left, _LOOK_S)):
                    return key
            return "q"

        return wait
