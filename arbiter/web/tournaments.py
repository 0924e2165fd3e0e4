"""Tournaments: all of them, and one with its progress, bracket and test.

A seed is never shown: whoever knows it knows all deals.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from arbiter.tournaments.spec import TournamentSpec, spec_from_json
from arbiter.tournaments.stored_ladder import is_ladder
from arbiter.web.app import Site, bot_path
from arbiter.web.charts import llr_chart
from arbiter.web.pages import MOST_CELLS
from engine.errors import OperatorError
from engine.record import Setup
from ladder.ratings.elo import tally_of_groups
from ladder.ratings.sprt import SprtTrial, Verdict, parse_sprt
from ladder.report.matrices import crosstable_matrix
from ladder.report.tables import standings_table
from ladder.schedules.formats.bracket import BracketStage, BracketTable
from ladder.schedules.schedule import Key, Ranks
from ladder.store.listing import ListedMatch, MatchFilter
from ladder.store.store import Tournament

LAST = 60
"""How many matches are listed, round by round."""
MOST_POINTS = 200
"""How many points the course of a test is drawn with."""
_VERDICTS = {
    Verdict.BETTER: "{} is better",
    Verdict.NOT_BETTER: "{} is not better",
    Verdict.OPEN: "still open whether {} is better",
}


@dataclass(frozen=True)
class Summary:
    """A row of the list of tournaments."""

    tournament: Tournament
    format: str
    games: list[str]
    bots: int | None
    """None: whoever is submitted."""
    played: int
    total: int | None
    """None: it has no end, or another version of Lutetia has stored it."""
    spec: TournamentSpec | None = field(repr=False, default=None)
    decided: str = ""
    """What a test that has ended it says; else empty."""


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
            ("standings", section.title), lambda: standings_table(section, bot_path)
        )
        matrix = snapshot.once(
            ("crosstable", section.title),
            lambda: crosstable_matrix(section, bot_path, MOST_CELLS),
        )
    spec, test = summary.spec, None
    brackets: dict[str, list[Column]] = {}
    if spec is not None and (spec.format == "knockout" or spec.sprt):
        finished = site.store.finished(chosen)
        stages = {each.game: each.bracket(finished) for each in spec.schedules()}
        brackets = {game: bracket_columns(each) for game, each in stages.items() if each}
        test = _test(spec, finished)
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
        brackets=brackets,
        test=test,
        matches=matches,
        rounds=[] if spec is None else _rounds(matches),
    )


def _summary(site: Site, tournament: Tournament) -> Summary:
    played = site.store.count_matches(tournament)
    if is_ladder(tournament):
        games = list(tournament.spec.get("games") or [])
        return Summary(tournament, "ladder", games, None, played, None)
    try:
        spec = spec_from_json(tournament.spec)
        # A tied pairing of a knockout is played again, which no schedule knows before.
        total = max(played, sum(schedule.total() for schedule in spec.schedules()))
    except OperatorError:  # another version has stored it
        return Summary(tournament, "–", [], None, played, None)
    games = [game.game for game in spec.games]
    test = _test(spec, site.store.finished(tournament)) if spec.sprt else None
    decided = test.verdict if test and test.is_over else ""
    return Summary(tournament, spec.format, games, len(spec.bots), played, total, spec, decided)


def _rounds(matches: Sequence[ListedMatch]) -> list[tuple[str, int, list[ListedMatch]]]:
    """Return matches by game and round, those of the newest match first."""
    rounds: dict[tuple[str, int], list[ListedMatch]] = {}
    for match in matches:
        rounds.setdefault((match.game, match.round), []).append(match)
    return [(game, number + 1, played) for (game, number), played in rounds.items()]


class Column(NamedTuple):
    """A stage of a bracket as it is drawn: tables whose winners meet stand together."""

    name: str
    feeders: list[list[BracketTable]]
    joined: bool
    """Whether it is known who meets next."""


def bracket_columns(stages: Sequence[BracketStage]) -> list[Column]:
    """Put the tables of each stage in the order of those that their winners go on to."""
    columns: list[Column] = []
    following: list[BracketTable] = []
    for stage in reversed(stages):
        feeders = [
            [table for table in stage.tables if set(table.winners) & set(after.bots)]
            for after in following
        ]
        used = [table for tables in feeders for table in tables]
        rest = [[table] for table in stage.tables if table not in used]
        columns.append(Column(stage.name, [*feeders, *rest], bool(following) and not rest))
        following = [table for tables in columns[-1].feeders for table in tables]
    return columns[::-1]


@dataclass(frozen=True)
class Test:
    """A sequential test, as far as it is."""

    name: str
    verdict: str
    llr: float
    lower: float
    upper: float
    groups: int
    is_over: bool
    chart: Markup


def _test(spec: TournamentSpec, finished: Mapping[Key, Ranks]) -> Test | None:
    """Return the course of the test that may end a gauntlet."""
    if not spec.sprt:
        return None
    sprt = parse_sprt(spec.sprt)
    try:
        sides = {
            each.game: Setup(each.game, each.players, each.options, 0).sides()
            for each in spec.games
        }
    except OperatorError:  # a plug-in that is gone
        return None
    trial = SprtTrial(spec.schedules(), sprt, sides)
    verdict = trial.weigh(finished)
    scores = trial.scores
    step = max(1, len(scores) // MOST_POINTS)
    counts = [*range(0, len(scores), step), len(scores)]
    course = [sprt.llr(tally_of_groups(scores[:count])) for count in counts]
    return Test(
        f"SPRT {sprt}",
        _VERDICTS[verdict].format(spec.bots[0].name),
        course[-1],
        sprt.lower,
        sprt.upper,
        len(scores),
        verdict is not Verdict.OPEN,
        llr_chart(course, sprt.lower, sprt.upper),
    )
