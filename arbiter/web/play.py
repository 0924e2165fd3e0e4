"""Pages on which a person plays against bots: first the set-up, then the match.

A match is known by a token that nobody can guess; whoever has it holds the seat. What changes
something is asked by POST, and only from our own pages.
"""

import json
import secrets
from collections.abc import AsyncGenerator, Sequence
from typing import Any
from urllib.parse import parse_qs

import trio
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from arbiter.bot_output import public_reason
from arbiter.web.app import Site, tagged
from arbiter.web.boards import Drawing
from arbiter.web.exports import replay_page
from arbiter.web.forms import is_from_own_page, read_body
from arbiter.web.matches import asked_seat, asked_step
from arbiter.web.people import NoPlace, People, Person
from arbiter.web.places import places_of
from arbiter.web.replays import Replay, board_markup, replay_of
from arbiter.web.rulebooks import has_rulebook
from arbiter.web.streams import KEEP_ALIVE, KEEP_ALIVE_S, EventStream
from engine.games import find_game, game_names
from engine.record import Record, record_to_json
from engine.sentences import seat_names
from ladder.report.titles import game_title

LONG_GROUP = 24
"""From how many actions on a group is divided by what they are done with."""
KINDS = {"Front": "Put in front", "No effect": "Play without effect"}
"""What kinds of actions are called whose own names tell a person too little."""


class Refused(Exception):
    """A request that is answered with a sentence."""

    def __init__(self, status: int, said: str) -> None:
        super().__init__(said)
        self.status = status


def routes(site: Site) -> list[Route]:
    """Return the pages of people's matches; where nobody may play, a page that says so."""

    async def table(request: Request) -> Response:
        game, players = _asked_game(request.query_params.get("game"), request)
        bots = [] if site.people is None else await _names_of_opponents(site.people, game)
        return site.page(
            request,
            "play.html",
            playable=site.people is not None,
            games=game_names(),
            game=game,
            players=players,
            counts=find_game(game).players,
            has_rules=has_rulebook(game),
            bots=bots,
        )

    async def begin(request: Request) -> Response:
        people = _people(site)
        form = parse_qs((await _body(request)).decode(errors="replace"))
        game, players = _asked_game(form.get("game", [""])[0], request, form.get("players"))
        known = await run_in_threadpool(people.opponents, game)
        names = form.get("bot", [])
        if len(names) != players - 1 or not all(name in known for name in names):
            raise Refused(400, "One of these bots cannot be played against; choose others.")
        seat = form.get("seat", [""])[0]
        chosen = int(seat) if seat in map(str, range(players)) else secrets.randbelow(players)
        try:
            person = people.begin(game, [known[name] for name in names], chosen)
        except NoPlace as error:
            raise Refused(503, str(error)) from None
        return RedirectResponse(f"/play/{person.token}", 303)

    async def match(request: Request) -> Response:
        person = _person(site, request)
        game = person.setup.game
        return site.page(
            request,
            "play_match.html",
            person=person,
            names=_names(person),
            game=game,
            has_rules=has_rulebook(game),
        )

    async def events(request: Request) -> Response:
        return EventStream(_stream(_person(site, request)))

    async def answer(request: Request) -> Response:
        person = _person(site, request)
        try:
            asked = json.loads(await _body(request))
            turn, action = asked["turn"], asked["action"]
        except (ValueError, KeyError, TypeError, RecursionError):
            raise Refused(400, "This is not an answer.") from None
        if type(turn) is not int or type(action) is not int:
            raise Refused(400, "This is not an answer.")
        try:
            person.answer(turn, action)
        except NoPlace as error:
            raise Refused(409, str(error)) from None
        return Response(status_code=204)

    async def resign(request: Request) -> Response:
        person = _person(site, request)
        await _body(request)
        person.resign()
        return Response(status_code=204)

    async def replay(request: Request) -> Response:
        person, record = _finished(site, request)
        seat = asked_seat(request, len(record.seats))
        shown = await run_in_threadpool(replay_of, record, seat)
        step = asked_step(request, shown)
        return site.page(
            request,
            "play_replay.html",
            person=person,
            record=record,
            names=_names(person),
            seat=seat,
            replay=shown,
            step=step,
            board=shown.board_markup(step),
            source=f"/play/{person.token}/replay.json" + ("" if seat is None else f"?seat={seat}"),
        )

    async def replay_json(request: Request) -> Response:
        return tagged(request, (await _replay(request)).json, "application/json")

    async def replay_file(request: Request) -> Response:
        person, record = _finished(site, request)
        title = f"{game_title(record.setup.game)} against {_opponents(person)}"
        html = replay_page(site, await _replay(request), title, _names(person))
        return _download(html.encode(errors="replace"), "text/html; charset=utf-8", "match.html")

    async def record(request: Request) -> Response:
        _, found = _finished(site, request)
        text = record_to_json(found) + "\n"
        return _download(text.encode(errors="replace"), "application/json", "match.json")

    async def _replay(request: Request) -> Replay:
        _, found = _finished(site, request)
        return await run_in_threadpool(replay_of, found, asked_seat(request, len(found.seats)))

    def guarded(work: Any) -> Any:
        async def endpoint(request: Request) -> Response:
            try:
                if request.method == "POST":
                    _require_own_page(request)
                answered: Response = await work(request)
            except Refused as refusal:
                if request.url.path != "/play" and request.method == "POST":
                    return Response(str(refusal), refusal.status, media_type="text/plain")
                return site.page(request, "error.html", refusal.status, said=str(refusal))
            return answered

        return endpoint

    return [
        Route("/play", guarded(table)),
        Route("/play", guarded(begin), methods=["POST"]),
        Route("/play/{token}", guarded(match)),
        Route("/play/{token}/events", guarded(events)),
        Route("/play/{token}/answer", guarded(answer), methods=["POST"]),
        Route("/play/{token}/resign", guarded(resign), methods=["POST"]),
        Route("/play/{token}/replay", guarded(replay)),
        Route("/play/{token}/replay.json", guarded(replay_json)),
        Route("/play/{token}/replay.html", guarded(replay_file)),
        Route("/play/{token}/record.json", guarded(record)),
    ]


def _require_own_page(request: Request) -> None:
    if not is_from_own_page(request):
        raise Refused(403, "This request did not come from a page of this site.")


def _people(site: Site) -> People:
    if site.people is None:
        raise Refused(503, "Nobody can play here.")
    return site.people


def _person(site: Site, request: Request) -> Person:
    person = None if site.people is None else site.people.find(request.path_params["token"])
    if person is None:
        raise Refused(404, "There is no such match, or it ended too long ago.")
    return person


def _finished(site: Site, request: Request) -> tuple[Person, Record]:
    person = _person(site, request)
    if not isinstance(person.result, Record):
        raise Refused(404, "The match is not over yet, or has no result.")
    return person, person.result


def _asked_game(
    name: str | None, request: Request, players: Sequence[str] | None = None
) -> tuple[str, int]:
    """Return the game and the number of players that were asked for, or the first there are."""
    names = game_names()
    game = name if name in names else names[0]
    counts = find_game(game).players
    asked = players[0] if players else request.query_params.get("players", "")
    return game, int(asked) if asked in map(str, counts) else counts[0]


async def _names_of_opponents(people: People, game: str) -> list[tuple[str, str]]:
    """Return the bots to choose from: what the form sends, and what people read."""
    known = await run_in_threadpool(people.opponents, game)
    return [(name, f"{bot.name} {bot.version}") for name, bot in sorted(known.items())]


async def _body(request: Request) -> bytes:
    body = await read_body(request)
    if body is None:
        raise Refused(413, "The request is too large.")
    return body


def _names(person: Person) -> list[str]:
    """Return what the seats are called on the pages."""
    names = seat_names([bot.name for bot in person.bots])
    return ["you" if seat == person.seat else name for seat, name in enumerate(names)]


def _opponents(person: Person) -> str:
    return ", ".join(bot.name for seat, bot in enumerate(person.bots) if seat != person.seat)


def _download(body: bytes, media_type: str, name: str) -> Response:
    headers = {
        "content-disposition": f'attachment; filename="{name}"',
        "cache-control": "no-store",
    }
    return Response(body, 200, headers, media_type)


async def _stream(person: Person) -> AsyncGenerator[str, None]:
    """Yield server-sent events: what there is to see now, whenever it has changed, and the end."""
    drawing = Drawing(person.setup.game, person.setup.players, person.setup.options)
    person.viewers += 1
    try:
        seen = -1
        while True:
            if person.news != seen:
                seen = person.news
                yield f"data: {json.dumps(_shown(person, drawing), ensure_ascii=False)}\n\n"
                continue  # there may have been news while this was sent
            if person.result is not None:
                return
            with trio.move_on_after(KEEP_ALIVE_S) as waiting:
                await person.change()
            if waiting.cancelled_caught:
                yield KEEP_ALIVE
    finally:
        person.viewers -= 1
        person.left_s = trio.current_time()


def _shown(person: Person, drawing: Drawing) -> dict[str, object]:
    """Return what the page shows now: made from what the person's seat was sent, and no more."""
    if person.result is not None:
        return {"over": _result(person)}
    decision = person.decision
    if decision is None:
        return {"waiting": True}
    return {
        "turn": decision.turn_id,
        "board": board_markup(person.setup.game, drawing.draw(decision.view)),
        "told": decision.told,
        "groups": action_groups(person, decision.actions, decision.view),
    }


def action_groups(person: Person, actions: Sequence[Any], view: Any) -> list[dict[str, object]]:
    """Return the valid actions by their kinds, each with its number, sentence and places.

    A long group is divided by what its actions are done with, if a word tells that.
    """
    counts: dict[str, int] = {}
    for action in actions:
        counts[action[-1]] = counts.get(action[-1], 0) + 1
    groups: dict[str, list[list[object]]] = {}
    for number, action in enumerate(actions):
        kind = action[-1].replace("_", " ").capitalize()
        title = KINDS.get(kind, kind)
        if counts[action[-1]] >= LONG_GROUP and isinstance(action[0], str):
            title += f": {action[0].replace('_', ' ')}"
        places = places_of(person.setup.game, action, view)
        entry = [number, person.teller.order(action, view), places]
        groups.setdefault(title, []).append(entry)
    return [{"title": title, "actions": entries} for title, entries in groups.items()]


def _result(person: Person) -> dict[str, object]:
    """Return how the match ended; what voided it is for the operator, who finds it in the log."""
    record = person.result
    if not isinstance(record, Record):
        return {"void": "The match has no result: a bot could not be started, or we have failed."}
    return {
        "seats": [
            {
                "rank": seat.rank,
                "score": seat.score,
                "ending": str(seat.ending),
                "reason": public_reason(seat.reason),
                "sources": seat.sources,
            }
            for seat in record.seats
        ],
        "replay": f"/play/{person.token}/replay",
        "record": f"/play/{person.token}/record.json",
    }
