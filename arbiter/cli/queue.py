"""The ladder as it runs, on the terminal: the standings, its queue, the last results."""

from collections import deque

import trio
from rich.console import Group, RenderableType

from arbiter.cli.output import for_terminal, remark, stderr
from arbiter.cli.screen import Screen
from arbiter.cli.tables import FittingTable
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

    def drawing(self) -> RenderableType:
        # The standings first: what comes after them may be too long for the terminal.
        return Group(*self.table(), self.top())

    def top(self) -> RenderableType:
        queue = FittingTable("queue", "game", "bots", "why", texts=["bots", "why"], words=["game"])
        now_s = trio.current_time()
        planned = self._schedule.queue()
        why = {each.pairing.key: each.why for each in planned}
        for pairing, since_s in self._running.values():
            queue.add_row(f"{now_s - since_s:.0f} s", *_cells(pairing), why.get(pairing.key, ""))
        for pairing, reason, _ in [each for each in planned if not each.running][:NEXT_MATCHES]:
            queue.add_row("next", *_cells(pairing), reason, style="dim")
        results = FittingTable("last results", texts=["last results"])
        for line in self._last:
            results.add_row(line)
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
    return pairing.key.game, " – ".join(pairing.bots)
