"""Tournaments: all of them, and one with its progress, placing and test.

A seed is never shown: whoever knows it knows all deals.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from arbiter.tournaments.spec import trial_of
from arbiter.tournaments.states import (
    Extent,
    Progress,
    TournamentState,
    extent_of,
    progress_of,
    round_name,
)
from arbiter.tournaments.stored_ladder import LADDER, is_ladder
from arbiter.web.app import Site, bot_path
from arbiter.web.charts import llr_chart
from arbiter.web.pages import MOST_CELLS
from arbiter.web.placings import PLACED, placings_of
from ladder.ratings.sprt import SprtTrial
from ladder.report.matrices import crosstable_matrix
from ladder.report.tables import standings_table
from ladder.report.titles import game_title
from ladder.schedules.schedule import GameSchedule
from ladder.store.listing import ListedMatch, MatchFilter
from ladder.store.store import Tournament

LAST = 60
"""How many matches are listed, round by round."""
MOST_POINTS = 200
"""How many points the course of a test is drawn with."""


@dataclass(frozen=True)
class Summary:
    """A row of the list of tournaments."""

    tournament: Tournament
    progress: Progress
    format: str
    games: list[str]
    bots: int | None = None
    """None: whoever is submitted."""

    @property
    def extent(self) -> Extent:
        return self.progress.extent

    @property
    def result(self) -> str:
        return self.progress.result_by(game_title)

    @property
    def is_tied(self) -> bool:
        """Tell whether several bots are first in a game."""
        return any(len(bots) > 1 for bots in self.progress.winners.values())


def tournament_list(site: Site, request: Request) -> Response:
    rows = [_summary(site, each) for each in reversed(site.store.tournaments())]
    return site.page(request, "tournaments.html", rows=rows)


def tournament(site: Site, request: Request) -> Response:
    chosen = site.store.tournament(request.path_params["name"])
    snapshot = site.snapshots.current(chosen)
    section = snapshot.section(request.query_params.get("list", ""))
    summary = _summary(site, chosen)
    table = matrix = None
    if section is not None:
        table = snapshot.once(
            ("standings", section.name), lambda: standings_table(section, bot_path)
        )
        matrix = snapshot.once(
            ("crosstable", section.name),
            lambda: crosstable_matrix(section, bot_path, MOST_CELLS),
        )
    spec = summary.extent.spec
    trial = trial_of(spec) if spec is not None else None
    placings = []
    if spec is not None and (trial is not None or spec.format in PLACED):
        results = site.store.finished(chosen)
        placings = placings_of(spec, results)
        if trial is not None:
            trial.weigh(results)
    matches = site.store.listing(MatchFilter(tournament=chosen.name, last=LAST))
    return site.page(
        request,
        "tournament.html",
        summary=summary,
        section=section,
        sections=snapshot.sections,
        table=table,
        matrix=matrix,
        made=snapshot.made,
        placings=placings,
        test=trial and trial.report(),
        chart=trial and _chart(trial),
        matches=matches,
        rounds=[] if spec is None else _rounds(matches, spec.schedules()),
    )


def _summary(site: Site, tournament: Tournament) -> Summary:
    progress = _progress(site, tournament)
    spec = progress.extent.spec
    if is_ladder(tournament):
        return Summary(tournament, progress, LADDER, list(tournament.spec.get("games") or []))
    if spec is None:
        return Summary(tournament, progress, "–", [])
    games = [game.game for game in spec.games]
    return Summary(tournament, progress, spec.format, games, len(spec.bots))


def _progress(site: Site, tournament: Tournament) -> Progress:
    """Return how far a tournament has come; the results of one that is over are read once."""
    known = site.finished.get(tournament.created)
    if known and known.extent == extent_of(site.store, tournament):
        return known
    progress = progress_of(site.store, tournament)
    if progress.state is TournamentState.FINISHED:
        site.finished[tournament.created] = progress
    return progress


def _chart(trial: SprtTrial) -> Markup:
    """Draw the course of a test."""
    report = trial.report()
    return llr_chart(trial.course(MOST_POINTS), report.lower, report.upper)


def _rounds(
    matches: Sequence[ListedMatch], schedules: Sequence[GameSchedule]
) -> list[tuple[str, str, list[ListedMatch]]]:
    """Return matches by game and name of their round, those of the newest match first."""
    rounds: dict[tuple[str, int], list[ListedMatch]] = {}
    for match in matches:
        rounds.setdefault((match.game, match.round), []).append(match)
    return [
        (game, round_name(schedules, game, number), played)
        for (game, number), played in rounds.items()
    ]
