"""Standings, crosstable and the page of a bot."""

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from arbiter.bot_output import public_reason
from arbiter.bots import ABOUT
from arbiter.web.app import Site, bot_path
from arbiter.web.charts import rating_chart
from engine.record import Bot, Ending
from ladder.ratings.bot_results import opponents, seat_results
from ladder.ratings.standings import PROVISIONAL_MATCHES, Standing
from ladder.report.histories import history_chart
from ladder.report.markup import likelihood
from ladder.report.matrices import crosstable_matrix
from ladder.report.sections import Section
from ladder.report.tables import seats_table, standings_table
from ladder.store.listing import MatchFilter

MOST_CELLS = 60
"""How many bots a crosstable has unless all are asked for: 300 would be 90,000 cells."""
SURE = 0.95
"""From this likelihood on, a lead is called sure."""
LAST = 20
"""How many matches the page of a bot lists."""


def standings(site: Site, request: Request) -> Response:
    snapshot = site.snapshots.current()
    section = snapshot.section(request.query_params.get("list", ""))
    if section is None:
        return site.page(request, "empty.html")
    about, retired = _about(site), _retired(site)
    known = frozenset((bot, *said.items()) for bot, said in about.items())

    def table() -> Markup:
        return standings_table(section, bot_path, about, retired)

    return site.page(
        request,
        "standings.html",
        section=section,
        sections=snapshot.sections,
        made=snapshot.made,
        table=snapshot.once(("standings", section.name, known, retired), table),
        history=snapshot.once(
            ("history", section.name),
            lambda: history_chart(section, bot_path, snapshot.sections[0]),
        ),
        seats=snapshot.once(("seats", section.name), lambda: seats_table(section)),
        answer=best_in_words(section),
    )


def best_in_words(section: Section) -> str:
    """Say who is best, and how sure that is, in a sentence."""
    rows = [row for row in section.standings if row.rated and row.elo is not None]
    if not rows:
        why = "no bot is rated in every list" if section.is_overall else "no two bots have met"
        return f"Nobody can be said to be best: {why} yet."
    first = rows[0]
    if len(rows) == 1 or first.los is None:
        only = "bot rated in every list" if section.is_overall else "rated bot"
        return f"{first.bot}@{first.version} is the only {only}, so nobody is behind it."
    second = rows[1]
    surely = "" if first.los >= SURE else f", less than the {100 * SURE:.0f} % that would be sure"
    few = min(first.games, second.games)
    matches = f" after {few} matches" if few < PROVISIONAL_MATCHES else ""
    among = ""
    if section.rated_count < len(section.standings):
        among = "bots rated in every list" if section.is_overall else "rated bots"
        among = f" of the {among}"
    return (
        f"{first.bot}@{first.version} is the best{among} so far and leads "
        f"{second.bot}@{second.version}: "
        f"{likelihood(first.los)} likely to be stronger{matches}{surely}."
    )


def crosstable(site: Site, request: Request) -> Response:
    snapshot = site.snapshots.current()
    section = snapshot.section(request.query_params.get("list", ""))
    if section is None:
        return site.page(request, "empty.html")
    bots = len(section.rated.bots)
    most = bots if request.query_params.get("all") else min(bots, MOST_CELLS)
    matrix = snapshot.once(
        ("crosstable", section.name, most), lambda: crosstable_matrix(section, bot_path, most)
    )
    return site.page(
        request,
        "crosstable.html",
        section=section,
        sections=snapshot.sections,
        made=snapshot.made,
        matrix=matrix,
        most=most,
        bots=bots,
    )


def bot(site: Site, request: Request) -> Response:
    snapshot = site.snapshots.current()
    who = snapshot.find_bot(request.path_params["bot"])
    rows = [(section, row) for section in snapshot.sections if (row := _row_of(section, who))]
    met = snapshot.once(("opponents of", who), lambda: opponents(snapshot.counts, who))
    charts = snapshot.once(
        ("charts of", who),
        lambda: [
            (section.title, rating_chart(section, row))
            for section, row in rows
            if not section.is_overall
        ],
    )
    lost = bool(request.query_params.get("lost"))
    matches = site.store.listing(MatchFilter(bot=str(who), last=LAST))
    if lost:
        # The lost ones first, then the newest others, so that the list is never short.
        first = site.store.listing(MatchFilter(bot=str(who), lost=True, last=LAST))
        matches = [*first, *(match for match in matches if match not in first)][:LAST]
    forfeits = site.store.listing(MatchFilter(bot=str(who), forfeits=True, last=LAST))
    return site.page(
        request,
        "bot.html",
        bot=who,
        rows=rows,
        charts=charts,
        opponents=[cell for cell in met if cell.other != who.name],
        own_versions=[cell for cell in met if cell.other == who.name],
        versions=[each for each in snapshot.results.bots if each.name == who.name],
        seats=snapshot.once(("seats of", who), lambda: seat_results(snapshot.results, who)),
        times=site.store.time_use(who),
        about=dict.fromkeys(ABOUT, "") | _about(site).get(who, {}),
        has_log=any(each.bot == who and each.folder for each in site.store.submissions()),
        is_retired=who in _retired(site),
        lost=lost,
        matches=matches,
        forfeits=[
            (match, seat)
            for match in forfeits
            for seat in match.seats
            if (seat.bot, seat.version) == who and seat.ending != Ending.PLAYED
        ],
        public_reason=public_reason,
    )


def _row_of(section: Section, bot: Bot) -> Standing | None:
    rows = (row for row in section.standings if (row.bot, row.version) == bot)
    return next(rows, None)


def _about(site: Site) -> dict[Bot, dict[str, str]]:
    """Return what submitted bots say of themselves in their bot.toml."""
    return {each.bot: each.about for each in site.store.submissions() if each.about}


def _retired(site: Site) -> frozenset[Bot]:
    """Return the submitted bots that take part no more."""
    submissions = site.store.submissions()
    playing = {each.bot for each in submissions if each.retired is None}
    return frozenset(each.bot for each in submissions) - playing
