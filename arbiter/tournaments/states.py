"""How far a tournament has come: what `tournament list` and `show` say of it, and the pages."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from arbiter.tournaments.spec import TournamentSpec, spec_from_json, trial_of
from arbiter.tournaments.stored_ladder import is_ladder
from engine.errors import OperatorError
from ladder.errors import DatabaseUnusable
from ladder.ratings.sprt import TrialReport, Verdict
from ladder.schedules.schedule import GameSchedule
from ladder.store.store import Store, Tournament


class TournamentState(StrEnum):
    """Whether a tournament goes on, by itself or if somebody resumes it."""

    RUNNING = "running"
    STOPPED = "stopped"
    """Matches are missing, and no process is playing them."""
    FINISHED = "finished"
    DECIDED = "decided"
    """Its sequential test has a verdict, so nothing else needs to be played."""


@dataclass(frozen=True)
class Extent:
    """How much of a tournament is played, which is counted without reading its results."""

    played: int
    spec: TournamentSpec | None = None
    """None: it is the ladder, or another version of Lutetia has stored it."""
    total: int | None = None
    """How many matches there will be, if no test ends it before; None without a spec."""


@dataclass(frozen=True)
class Progress:
    """How far a tournament has come."""

    state: TournamentState
    extent: Extent
    holder: str | None = None
    """The process that runs it."""
    winners: Mapping[str, list[str]] = field(default_factory=dict)
    """By game, once all matches are played: who is first; several if they are equal."""
    trial: TrialReport | None = None
    """Of a gauntlet with a sequential test."""

    @property
    def result(self) -> str:
        """The verdict or the winners in a few words; empty before there are any."""
        return self.result_by()

    def result_by(self, title: Callable[[str], str] = str) -> str:
        """Return the result, with games called by their titles."""
        if self.state is TournamentState.DECIDED and self.trial:
            return self.trial.sentence
        first = {game: " = ".join(bots) for game, bots in self.winners.items()}
        if len(set(first.values())) == 1:
            return next(iter(first.values()))
        return ", ".join(f"{title(game)}: {bots}" for game, bots in first.items())


def schedules_of(tournament: Tournament) -> list[GameSchedule]:
    """Return the schedule of each game of a stored tournament; the ladder has none."""
    return [] if is_ladder(tournament) else spec_from_json(tournament.spec).schedules()


def round_name(schedules: Sequence[GameSchedule], game: str, number: int) -> str:
    """Return what people call a round of a game; those of the ladder have numbers only."""
    names = (each.round_name(number) for each in schedules if each.game == game)
    return next(names, f"round {number + 1}")


def extent_of(store: Store, tournament: Tournament) -> Extent:
    """Return how much of a tournament is played; its bots and games need not be installed."""
    played = store.count_matches(tournament)
    if is_ladder(tournament):
        return Extent(played)
    try:
        spec = spec_from_json(tournament.spec)
        total = sum(schedule.total() for schedule in spec.schedules())
    except OperatorError:  # stored by another version, which knew other fields
        return Extent(played)
    # A tied pairing of a knockout is played again, which no schedule knows before.
    return Extent(played, spec, max(total, played))


def progress_of(store: Store, tournament: Tournament) -> Progress:
    """Return how far a tournament has come; its bots and games need not be installed."""
    holder, extent = store.holder(tournament), extent_of(store, tournament)
    state = TournamentState.RUNNING if holder else TournamentState.STOPPED
    unfinished = Progress(state, extent, holder)
    spec = extent.spec
    if spec is None or extent.total is None:
        return unfinished
    if not spec.sprt and (holder or extent.played < extent.total):
        return unfinished  # counting is cheap, and results would add nothing
    try:
        finished = store.finished(tournament)
    except DatabaseUnusable:  # a stored match is damaged; `lutetia rebuild` repairs it
        return unfinished
    schedules = spec.schedules()
    players = {schedule.game: schedule.players for schedule in schedules}
    if any(len(ranks) != players.get(key.game) for key, ranks in finished.items()):
        return unfinished  # a row of a seat is damaged or gone
    trial = trial_of(spec)
    if trial is not None:
        trial.weigh(finished)
        unfinished = replace(unfinished, trial=trial.report())
    if holder:
        return unfinished
    if trial is not None and trial.verdict is not Verdict.OPEN:
        return replace(unfinished, state=TournamentState.DECIDED)
    if len(finished) < extent.total or any(each.due(finished) for each in schedules):
        return unfinished
    winners = {schedule.game: schedule.leaders(finished) for schedule in schedules}
    return replace(unfinished, state=TournamentState.FINISHED, winners=winners)
