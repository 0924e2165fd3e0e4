"""Checking a bot before it is submitted: it plays each of its games as in the ladder.

The bot sits in every seat of the smallest and of the largest table, against `random`. One
match is played twice, to see whether the bot plays the same moves again.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median

import trio

from arbiter.bot_files import BadFiles, check_files, list_files
from arbiter.bot_life import BotLife
from arbiter.bot_output import LogFolder
from arbiter.bots import Manifest, find_bot, name_seats
from arbiter.clocks import MARGIN_S, Clock, TimeControl
from arbiter.jobs import Job
from arbiter.local_arbiter import STARTUP_S, LocalArbiter, open_local_arbiter
from arbiter.match import Match, Result, Void
from arbiter.run_queue import ProcessTable
from arbiter.sandbox.bubblewrap import Sandbox
from arbiter.sandbox.limits import MB
from engine.dice import derive
from engine.games import find_game
from engine.record import Ending, Setup

OPPONENT = "random"
SAMPLE_S = 0.25
"""How often memory is read. Once is not enough: a process may end before its match does."""
MUCH_MEMORY = 0.8
"""An author is warned from this share of the memory limit on."""
MUCH_TIME = 0.5
"""An author is warned when one decision took this share of the time that was left for it."""
_HOPELESS = (Ending.NO_SHOW, Ending.TIMEOUT)
"""Endings that take long to wait for, and would most likely come again in the same game."""
_NOT_STARTED = (Ending.NO_SHOW, Ending.CRASH, None)
"""A bot whose first match ends like this before it decides anything will not start later either."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A match to check a bot with."""

    setup: Setup
    seat: int
    again: bool = False
    """Whether it repeats the first trial of its game."""


@dataclass(frozen=True, slots=True)
class TrialResult:
    """How a trial went for the bot."""

    trial: Trial
    ending: Ending | None
    """None if there is no result, through no fault of the bot."""
    reason: str
    decisions: int = 0
    times_s: tuple[float, ...] = ()
    """How long each decision took; the last may be one that was not made in time."""
    peak_bytes: int = 0
    """The most memory that its processes have used so far; 0 if that could not be read."""
    last_lines: tuple[str, ...] = ()
    actions: tuple[object, ...] = ()
    """Those of all seats."""

    @property
    def failed(self) -> bool:
        return self.ending is not Ending.PLAYED


@dataclass
class GameReport:
    """How a bot fared in one game."""

    game: str
    trials: list[Trial]
    results: list[TrialResult] = field(default_factory=list)

    @property
    def failures(self) -> list[TrialResult]:
        return [result for result in self.results if result.failed]

    @property
    def failures_by_ending(self) -> dict[Ending | None, list[TrialResult]]:
        """The failures of each kind, in the order in which they came."""
        # What the bot printed does not tell kinds apart: it may count its decisions, and a process
        # that plays several matches still has the lines of earlier ones.
        kinds: dict[Ending | None, list[TrialResult]] = {}
        for failure in self.failures:
            kinds.setdefault(failure.ending, []).append(failure)
        return kinds

    @property
    def decisions(self) -> int:
        return sum(result.decisions for result in self.results)

    @property
    def times_s(self) -> list[float]:
        return [time_s for result in self.results for time_s in result.times_s]

    @property
    def median_s(self) -> float | None:
        return median(self.times_s) if self.times_s else None

    @property
    def worst_s(self) -> float | None:
        return max(self.times_s, default=None)

    @property
    def peak_bytes(self) -> int:
        return max((result.peak_bytes for result in self.results), default=0)

    @property
    def reproducible(self) -> bool | None:
        """Whether the match that was repeated had the same moves; None if one was not played."""
        played = [result for result in self.results if not result.failed]
        again = [result.actions for result in played if result.trial.again]
        first = [result.actions for result in played if result.trial == self.trials[0]]
        return first == again if first and again else None

    def clock_share(self, control: TimeControl) -> float:
        """Return the largest share of its remaining time that any decision took."""
        return max((_clock_share(result.times_s, control) for result in self.results), default=0.0)


@dataclass(frozen=True)
class Check:
    """What to check, and how."""

    manifest: Manifest
    games: Sequence[str]
    control: TimeControl
    seed: int
    sandbox: Sandbox | None = None
    logs: LogFolder | None = None
    startup_s: float = STARTUP_S
    at_a_time: int = 1
    """How many games are checked at a time; the matches of one game come one after the other."""

    def plan(self) -> list[GameReport]:
        """Return the trials of each game, without results."""
        return [GameReport(game, trials_of(game, self.seed)) for game in self.games]

    async def run(
        self,
        reports: Sequence[GameReport],
        finished: Callable[[TrialResult], None] = lambda result: None,
    ) -> None:
        """Play the trials; no more of a game after a no-show or a timeout."""
        local = open_local_arbiter(self.startup_s, sandbox=self.sandbox, logs=self.logs)
        async with local as arbiter, trio.open_nursery() as nursery:
            places = trio.CapacityLimiter(self.at_a_time)

            async def play(report: GameReport, trials: Sequence[Trial]) -> None:
                for trial in trials:
                    result = await self._play(arbiter, trial)
                    report.results.append(result)
                    finished(result)
                    if result.ending in _HOPELESS:
                        return

            async def play_in_turn(report: GameReport, trials: Sequence[Trial]) -> None:
                async with places:
                    await play(report, trials)

            # The first by itself: a bot that does not even start is not tried in every game.
            first, *others = reports
            await play(first, first.trials[:1])
            result = first.results[0]
            if result.ending in _NOT_STARTED and not result.times_s:
                return
            if result.ending not in _HOPELESS:
                nursery.start_soon(play_in_turn, first, first.trials[1:])
            for report in others:
                nursery.start_soon(play_in_turn, report, report.trials)

    async def _play(self, arbiter: LocalArbiter, trial: Trial) -> TrialResult:
        bots = [find_bot(OPPONENT)] * trial.setup.players
        bots[trial.seat] = self.manifest
        # Bots' seeds come from this name: the same as that of `lutetia match`, so that a match can
        # be played again there.
        public_name = ("match", trial.setup.game)
        job = Job(trial.setup, name_seats(bots), self.control, public_name)
        seen: list[tuple[Match, BotLife]] = []
        peak = _Peak()

        def began(match: Match, lives: Sequence[BotLife]) -> None:
            seen.append((match, lives[trial.seat]))
            nursery.start_soon(peak.watch, lives[trial.seat])

        async with trio.open_nursery() as nursery:
            result: Result = await arbiter.play(job, began=began)
            if seen:
                peak.look(seen[0][1])
            nursery.cancel_scope.cancel()
        if isinstance(result, Void):
            return TrialResult(trial, None, result.reason)
        match, life = seen[0]
        seat = result.seats[trial.seat]
        return TrialResult(
            trial,
            seat.ending,
            seat.reason,
            seat.decisions,
            tuple(match.times_s[trial.seat]),
            peak.peak_bytes,
            tuple(life.last_lines),
            result.actions,
        )


def trials_of(game: str, seed: int) -> list[Trial]:
    """Return the matches to check a bot with; the last repeats the first, the others differ.

    Seeds are short, since a person may type one to play a match again.
    """
    counts = find_game(game).players
    small = 2 if 2 in counts else min(counts)
    sizes = dict.fromkeys((small, max(counts)))
    seats = [(players, seat) for players in sizes for seat in range(players)]
    trials = [
        Trial(Setup(game, players, {}, derive(seed, game, number) % 10**9), seat)
        for number, (players, seat) in enumerate(seats)
    ]
    return [*trials, Trial(trials[0].setup, trials[0].seat, again=True)]


def problems(check: Check, reports: Sequence[GameReport]) -> list[str]:
    """Return why a bot should not be submitted, one sentence per reason; none if it is ready."""
    found = []
    for report in reports:
        kinds = sorted({str(result.ending or "not played") for result in report.failures})
        if kinds:
            count = f"{len(report.failures)} of {len(report.results)} matches"
            found.append(f"{report.game}: {', '.join(kinds)} in {count}")
    try:
        check_files(list_files(check.manifest.folder / check.manifest.lone_file))
    except BadFiles as error:
        found.append(f"`lutetia submit` would refuse it: {error}")
    return found


def warnings(check: Check, reports: Sequence[GameReport]) -> list[str]:
    """Return what an author should know even if the bot is ready, one sentence per fact."""
    found = []
    limit = check.manifest.limits.memory_mb
    peak = max((report.peak_bytes for report in reports), default=0)
    if peak >= MUCH_MEMORY * limit * MB:
        found.append(f"it used {peak // MB:,} of the {limit:,} MB of memory it is allowed")
    for report in reports:
        share = report.clock_share(check.control)
        if share >= MUCH_TIME:
            found.append(
                f"{report.game}: a decision took {min(share, 1):.0%} of the time left for it"
            )
    if check.sandbox is None:
        found.append("it was checked without a sandbox; the ladder has one, without a network")
    return found


class _Peak:
    """The most memory that a bot's processes have used."""

    def __init__(self) -> None:
        self.peak_bytes = 0
        self._table = ProcessTable()

    async def watch(self, life: BotLife) -> None:
        while True:
            self.look(life)
            await trio.sleep(SAMPLE_S)

    def look(self, life: BotLife) -> None:
        if life.pid is not None:
            processes = self._table.processes(life.pid, life.token.encode())
            self.peak_bytes = max(self.peak_bytes, sum(map(_peak_bytes, processes)))


def _peak_bytes(process: int) -> int:
    """Return the most memory that a process has used; 0 if it has ended."""
    try:
        with open(f"/proc/{process}/status", "rb") as status:
            for line in status:
                if line.startswith(b"VmHWM:"):
                    return int(line.split()[1]) * 1024
    except (OSError, ValueError):
        pass
    return 0


def _clock_share(times_s: Sequence[float], control: TimeControl) -> float:
    """Run the clock of a match again: a bank may be nearly empty when a short decision comes."""
    clock, largest = Clock(control), 0.0
    for time_s in times_s:
        remaining_s = clock.remaining_s()
        if remaining_s is not None:
            thought_s = max(time_s - MARGIN_S, 0.0)
            largest = max(largest, thought_s / max(remaining_s, MARGIN_S))
        clock.charge(time_s)
    return largest
