"""The list of matches, and a match with its replay."""

from functools import lru_cache

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from arbiter.bot_output import public_reason
from arbiter.tournaments.states import round_name, schedules_of
from arbiter.web.app import Site, link_to, tagged
from arbiter.web.exports import replay_page
from arbiter.web.replays import Replay, replay_of
from arbiter.web.rulebooks import has_rulebook
from engine.errors import OperatorError
from engine.reasons import why_lost
from engine.record import unpack_record
from engine.sentences import seat_names
from ladder.errors import NotStored
from ladder.report.titles import game_title
from ladder.store.listing import ListedMatch, MatchFilter
from ladder.store.rows import LARGEST_ID

PER_PAGE = 50


def match_list(site: Site, request: Request) -> Response:
    query = request.query_params
    asked = {name: query.get(name, "").strip() for name in ("bot", "against", "game", "tournament")}
    flags = {name: bool(query.get(name)) for name in ("lost", "forfeits")}
    number = query.get("number", "").strip().lstrip("#")
    if number.isascii() and number.isdigit() and len(number) < 12:
        return RedirectResponse(f"/matches/{int(number)}", 303)
    before = query.get("before", "")
    wanted = MatchFilter(
        bot=asked["bot"] or None,
        against=asked["against"] or None,
        game=asked["game"] or None,
        tournament=asked["tournament"] or None,
        lost=flags["lost"],
        forfeits=flags["forfeits"],
        last=PER_PAGE + 1,
        before=int(before) if before.isascii() and before.isdigit() and len(before) < 12 else None,
    )
    found = site.store.listing(wanted)
    more = found[PER_PAGE - 1].match_id if len(found) > PER_PAGE else None
    return site.page(
        request,
        "matches.html",
        asked=asked,
        query={**asked, **flags},
        flags=flags,
        matches=found[:PER_PAGE],
        more=more,
        games=site.store.games(),
        names=sorted({bot.name for bot in site.store.contents()}),
        tournaments=[each.name for each in site.store.tournaments()],
        first=wanted.before is None,
    )


def match(site: Site, request: Request) -> Response:
    listed = _asked_match(site, request)
    match_id = listed.match_id
    seat = asked_seat(request, len(listed.seats))
    packed = site.store.packed_record(match_id)
    replay = _replay(packed, seat)
    record, _ = unpack_record(packed)
    names = seat_names([each.bot for each in record.seats])
    step = asked_step(request, replay)
    return site.page(
        request,
        "match.html",
        match=listed,
        has_rules=has_rulebook(listed.game),
        round=_round_name(site, listed),
        ranked=sorted(enumerate(listed.seats), key=lambda numbered: numbered[1].rank),
        seat=seat,
        step=step,
        replay=replay,
        board=replay.board_markup(step),
        public_reason=public_reason,
        seat_names=names,
        why=why_lost(record.seats, names),
        source=link_to(
            f"/matches/{match_id}/replay.json",
            seat=None if seat is None else str(seat),
            v=replay.version,
        ),
    )


def replay_json(site: Site, request: Request) -> Response:
    listed = _asked_match(site, request)
    seat = asked_seat(request, len(listed.seats))
    replay = _replay(site.store.packed_record(listed.match_id), seat)
    # A deleted match leaves its number to another, so only an address with a version lasts.
    lasting = request.query_params.get("v") == replay.version
    return tagged(request, replay.json, "application/json", max_age_s=31_536_000 if lasting else 0)


def replay_file(site: Site, request: Request) -> Response:
    """Answer with a replay as one file that opens offline."""
    listed = _asked_match(site, request)
    match_id = listed.match_id
    seat = asked_seat(request, len(listed.seats))
    names = [f"{each.bot}@{each.version}" for each in listed.seats]
    title = f"Match {match_id}: {game_title(listed.game)}"
    replay = _replay(site.store.packed_record(match_id), seat)
    html = replay_page(site, replay, title, names)
    response = tagged(request, html.encode(errors="replace"), "text/html; charset=utf-8")
    response.headers["content-disposition"] = f'attachment; filename="match-{match_id}.html"'
    return response


def _round_name(site: Site, match: ListedMatch) -> str:
    """Return what people call the round of a match; by its number if its spec is not known."""
    try:
        schedules = schedules_of(site.store.tournament(match.tournament))
    except OperatorError:  # stored by another version, which knew other fields
        schedules = []
    return round_name(schedules, match.game, match.round)


def _asked_match(site: Site, request: Request) -> ListedMatch:
    """Return the match that an address names; the store's own advice is for a terminal."""
    number: int = request.path_params["match_id"]
    try:
        if number <= LARGEST_ID:
            return site.store.shown_match(number)
    except NotStored:
        pass
    raise NotStored(f"There is no match {number} here.")


def asked_step(request: Request, replay: Replay) -> int:
    """Return the step that an address names, the first if it names none."""
    number = request.query_params.get("step", "0")[:9]
    return min(int(number), replay.last) if number.isascii() and number.isdigit() else 0


def asked_seat(request: Request, seats: int) -> int | None:
    """Return the seat that an address names; None is everybody."""
    asked = request.query_params.get("seat", "")
    return int(asked) if asked.isascii() and asked.isdigit() and int(asked[:3]) < seats else None


@lru_cache(maxsize=32)  # of a megabyte or so each
def _replay(packed: bytes, seat: int | None) -> Replay:
    return replay_of(unpack_record(packed)[0], seat)
