"""What a running ladder tells a monitoring system, in the OpenMetrics format, with no I/O."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import accumulate

from arbiter.jobs import JobResult
from arbiter.match import Void
from arbiter.sessions import Refusal
from arbiter.tournaments.runner import Observer
from engine.record import Ending
from ladder.schedules.schedule import Pairing

FAST = (5e-05, 1e-04, 2.5e-04, 5e-04, 1e-03, 2.5e-03, 5e-03, 1e-02, 2.5e-02, 5e-02, 0.1)
"""Buckets in seconds for what should take less than a millisecond."""
SLOW = (1e-03, 2.5e-03, 5e-03, 1e-02, 2.5e-02, 5e-02, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Buckets in seconds for what waits for a disk."""


class Histogram:
    """Counts times in buckets by how long they are."""

    def __init__(self, buckets: tuple[float, ...]) -> None:
        self.buckets = buckets
        self.counts = [0] * (len(buckets) + 1)
        self.sum_s = 0.0

    def observe(self, seconds: float) -> None:
        self.counts[bisect_left(self.buckets, seconds)] += 1
        self.sum_s += seconds

    def lines(self, name: str, text: str) -> Iterator[str]:
        """Yield the lines of the exposition."""
        yield from _head(name, "histogram", text, "seconds")
        limits = [*map(repr, self.buckets), "+Inf"]
        for limit, count in zip(limits, accumulate(self.counts), strict=True):
            yield f'{name}_bucket{{le="{limit}"}} {count}'
        yield f"{name}_count {sum(self.counts)}"
        yield f"{name}_sum {self.sum_s:.6f}"


class Metrics(Observer):
    """Counts what happens in a ladder; `queue` tells how many matches are planned."""

    def __init__(self, queue: Callable[[], int]) -> None:
        self.overhead = Histogram(FAST)
        """From a message of a bot that was read to all that follows from it, ready to be sent."""
        self.database = Histogram(SLOW)
        self._queue = queue
        self._running = 0
        self._matches = Counter[tuple[str, str]]()
        self._decisions = Counter[str]()
        self._faults = Counter[tuple[str, str]]()
        self._refused = Counter[str]()

    def started(self, pairing: Pairing) -> None:
        self._running += 1

    def ended(self, pairing: Pairing) -> None:
        self._running -= 1

    def finished(self, pairing: Pairing, result: JobResult) -> None:
        game = pairing.key.game
        if isinstance(result, Void):
            self._matches[game, "void"] += 1
            return
        self._matches[game, "played"] += 1
        for seat in result.seats:
            self._decisions[game] += seat.decisions
            if seat.ending is not Ending.PLAYED:
                self._faults[game, seat.ending.value] += 1

    def refused(self, peer: str, refusal: Refusal) -> None:
        self._refused[refusal.status.name] += 1

    def stored(self, seconds: float) -> None:
        self.database.observe(seconds)

    def exposition(self) -> str:
        """Return everything as text."""
        return "".join(f"{line}\n" for line in self._lines())

    def _lines(self) -> Iterator[str]:
        yield from _head("lutetia_matches", "counter", "Matches that have ended.")
        for (game, result), count in sorted(self._matches.items()):
            yield f'lutetia_matches_total{{game="{game}",result="{result}"}} {count}'
        yield from _head("lutetia_decisions", "counter", "Decisions of bots in stored matches.")
        for game, count in sorted(self._decisions.items()):
            yield f'lutetia_decisions_total{{game="{game}"}} {count}'
        yield from _head("lutetia_faults", "counter", "Seats that were forfeited, by their ending.")
        for (game, ending), count in sorted(self._faults.items()):
            yield f'lutetia_faults_total{{game="{game}",ending="{ending}"}} {count}'
        yield from _head("lutetia_refused_hellos", "counter", "Streams whose hello was refused.")
        for status, count in sorted(self._refused.items()):
            yield f'lutetia_refused_hellos_total{{status="{status}"}} {count}'
        yield from _head("lutetia_running_matches", "gauge", "Matches that are played now.")
        yield f"lutetia_running_matches {self._running}"
        yield from _head("lutetia_queued_matches", "gauge", "Matches that are planned.")
        yield f"lutetia_queued_matches {self._queue()}"
        yield from self.overhead.lines(
            "lutetia_overhead_seconds",
            "The arbiter's own time for a message of a bot in a match with a remote bot.",
        )
        yield from self.database.lines(
            "lutetia_database_seconds", "Time to store a group of finished matches."
        )
        yield "# EOF"


def _head(name: str, kind: str, text: str, unit: str = "") -> Iterator[str]:
    yield f"# TYPE {name} {kind}"
    if unit:
        yield f"# UNIT {name} {unit}"
    yield f"# HELP {name} {text}"
