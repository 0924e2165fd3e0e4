"""The endless ladder as it runs, on the terminal: its queue, the last results, the standings."""

from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import trio
from rich.box import SIMPLE_HEAD
from rich.console import Group
from rich.live import Live
from rich.table import Table

from arbiter.cli.output import for_terminal, stderr
from arbiter.cli.standings import standings_table
from arbiter.match import Result
from arbiter.tournaments.endless import Ladder
from engine.record import Ending, Record
from ladder.schedules.schedule import Pairing

DRAW_S = 0.25
LAST_RESULTS = 8
NEXT_GAMES = 6


@asynccontextmanager
async def showing(ladder: Ladder) -> AsyncIterator[None]:
    """Show a ladder while a block lasts: on a terminal all of it, else a line for each game."""
    if not stderr.is_terminal:
        ladder.on_result = lambda pairing, result: _say(result_line(pairing, result))
        yield
        return
    screen = _Screen(ladder)
    with Live(console=stderr, auto_refresh=False, vertical_overflow="crop") as live:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_keep_drawing, live, screen)
            yield
            nursery.cancel_scope.cancel()


def result_line(pairing: Pairing, result: Result) -> str:
    """Return how a game ended: its bots in the order of their ranks, forfeits with their kind."""
    if not isinstance(result, Record):
        return f"{pairing.key.game}: {' – '.join(pairing.bots)}: void"
    ranked = sorted(zip(result.seats, pairing.bots, strict=True), key=lambda pair: pair[0].rank)
    told = []
    for seat, name in ranked:
        fault = "" if seat.ending == Ending.PLAYED else f" ({seat.ending})"
        told.append(f"{seat.rank}. {name}{fault}")
    return f"{pairing.key.game}: {'  '.join(told)}"


def _say(line: str) -> None:
    stderr.print(line, markup=False, highlight=False, soft_wrap=True)


async def _keep_drawing(live: Live, screen: "_Screen") -> None:
    while True:
        live.update(screen.draw(), refresh=True)
        await trio.sleep(DRAW_S)


class _Screen:
    """What is shown while a ladder runs."""

    def __init__(self, ladder: Ladder) -> None:
        self._ladder = ladder
        self._last: deque[str] = deque(maxlen=LAST_RESULTS)
        ladder.on_result = self._note

    def draw(self) -> Group:
        """Return queue, results and standings."""
        results = Table("last results", box=SIMPLE_HEAD)
        for line in self._last:
            results.add_row(for_terminal(line))
        return Group(self._queue(), results, standings_table(self._ladder.lesson.standings))

    def _note(self, pairing: Pairing, result: Result) -> None:
        self._last.appendleft(result_line(pairing, result))

    def _queue(self) -> Table:
        """Draw what is being played, for how long, and what is next."""
        table = Table("queue", "game", "bots", box=SIMPLE_HEAD)
        now_s = trio.current_time()
        for running in list(self._ladder.running.values()):
            table.add_row(f"{now_s - running.since_s:.0f} s", *_cells(running.pairing))
        for pairing in list(self._ladder.waiting)[:NEXT_GAMES]:
            table.add_row("next", *_cells(pairing), style="dim")
        return table


def _cells(pairing: Pairing) -> tuple[str, str]:
    return pairing.key.game, for_terminal(" – ".join(pairing.bots))
