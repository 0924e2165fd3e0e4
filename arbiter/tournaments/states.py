"""How far a tournament has come: what `tournament list` and `show` say of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from arbiter.tournaments.spec import TournamentSpec, spec_from_json, trial_of
from arbiter.tournaments.stored_ladder import is_ladder
from engine.errors import OperatorError
from ladder.errors import DatabaseUnusable
from ladder.ratings.sprt import TrialReport, Verdict
from ladder.schedules.schedule import Key, Ranks
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
class Progress:
    """How far a tournament has come."""

    state: TournamentState
    holder: str | None = None
    """The process that runs it."""
    winners: Mapping[str, list[str]] = field(default_factory=dict)
    """By game, once all matches are played: who is first; several if they are equal."""
    trial: TrialReport | None = None
    """Of a gauntlet with a sequential test."""

    @property
    def result(self) -> str:
        """The verdict or the winners in a few words; empty before there are any."""
        if self.state is TournamentState.DECIDED and self.trial:
            return f"{self.trial.candidate} is {self.trial.verdict.phrase}"
        first = {game: " = ".join(bots) for game, bots in self.winners.items()}
        if len(set(first.values())) == 1:
            return next(iter(first.values()))
        return ", ".join(f"{game}: {bots}" for game, bots in first.items())


def progress_of(store: Store, tournament: Tournament) -> Progress:
    """Return how far a tournament has come; its bots and games need not be installed."""
    holder = store.holder(tournament)
    unfinished = Progress(TournamentState.RUNNING if holder else TournamentState.STOPPED, holder)
    if is_ladder(tournament):
        return unfinished
    try:
        spec = spec_from_json(tournament.spec)
    except OperatorError:  # stored by another version, which knew other fields
        return unfinished
    try:
        finished = store.finished(tournament)
    except DatabaseUnusable:  # a stored match is damaged; `lutetia rebuild` repairs it
        return unfinished
    players = {schedule.game: schedule.players for schedule in spec.schedules()}
    if any(len(ranks) != players.get(key.game) for key, ranks in finished.items()):
        return unfinished  # a row of a seat is damaged or gone
    trial = trial_of(spec)
    report = None
    if trial is not None:
        trial.weigh(finished)
        report = trial.report()
    if holder:
        return Progress(TournamentState.RUNNING, holder, trial=report)
    if report and report.verdict is not Verdict.OPEN:
        return Progress(TournamentState.DECIDED, trial=report)
    winners = _winners(spec, finished)
    return Progress(
        TournamentState.FINISHED if winners else TournamentState.STOPPED, None, winners, report
    )


def _winners(spec: TournamentSpec, finished: Mapping[Key, Ranks]) -> dict[str, list[str]]:
    """Return who is first in each game; empty while a match has no result."""
    schedules = spec.schedules()
    # Counting is cheap, and is enough for most tournaments that are not over.
    if len(finished) < sum(schedule.total() for schedule in schedules):
        return {}
    if any(schedule.due(finished) for schedule in schedules):
        return {}
    return {schedule.game: schedule.leaders(finished) for schedule in schedules}
