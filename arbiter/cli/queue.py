"""The ladder as it runs, on the terminal: its queue, the last results, the standings."""

from collections import deque

import trio
from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table

from arbiter.cli.output import for_terminal, remark, stderr
from arbiter.cli.screen import Screen
from arbiter.jobs import JobResult
from arbiter.match import Void
from engine.record import Ending
from ladder.schedules.ladder_schedule import LadderSchedule
from ladder.schedules.schedule import Key, Pairing

LAST_RESULTS = 8
NEXT_MATCHES = 6


class LadderScreen(Screen):
    """What is played, for how long, what is next and how the last matches ended.

    Where there is no terminal, a line is printed for each match.
    """

    def __init__(self, schedule: LadderSchedule) -> None:
        super().__init__()
        self._schedule = schedule
        self._running: dict[Key, tuple[Pairing, float]] = {}
        self._last: deque[str] = deque(maxlen=LAST_RESULTS)

    def started(self, pairing: Pairing) -> None:
        self._running[pairing.key] = pairing, trio.current_time()

    def finished(self, pairing: Pairing, result: JobResult) -> None:
        del self._running[pairing.key]
        line = result_line(pairing, result)
        self._last.appendleft(line)
        if not stderr.is_terminal:
            remark(for_terminal(line))

    def postponed(self, pairing: Pairing) -> None:
        del self._running[pairing.key]

    def top(self) -> RenderableType:
        queue = Table("queue", "game", "bots", "why", box=SIMPLE_HEAD)
        now_s = trio.current_time()
        planned = self._schedule.queue()
        why = {each.pairing.key: for_terminal(each.why) for each in planned}
        for pairing, since_s in self._running.values():
            queue.add_row(f"{now_s - since_s:.0f} s", *_cells(pairing), why.get(pairing.key, ""))
        for pairing, reason, _ in [each for each in planned if not each.running][:NEXT_MATCHES]:
            queue.add_row("next", *_cells(pairing), for_terminal(reason), style="dim")
        results = Table("last results", box=SIMPLE_HEAD)
        for line in self._last:
            results.add_row(for_terminal(line))
        if self._running or not self._schedule.resting:
            return Group(queue, results)
        return Group("Resting: enough is known of every bot. A new bot wakes the ladder.", results)


def result_line(pairing: Pairing, result: JobResult) -> str:
    """Return how a match ended: its bots in the order of their ranks, forfeits with their kind."""
    game = pairing.key.game
    if isinstance(result, Void):
        return f"{game}: {' – '.join(pairing.bots)}: void: {result.reason}"
    ranked = sorted(zip(result.seats, pairing.bots, strict=True), key=lambda pair: pair[0].rank)
    places = []
    for seat, name in ranked:
        fault = "" if seat.ending == Ending.PLAYED else f" ({seat.ending})"
        places.append(f"{seat.rank}. {name}{fault}")
    return f"{game}: {'  '.join(places)}"


def _cells(pairing: Pairing) -> tuple[str, str]:
    return pairing.key.game, for_terminal(" – ".join(pairing.bots))
