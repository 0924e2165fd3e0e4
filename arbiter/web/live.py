"""Running matches, as the gallery lets spectators see them: their view, and not before the delay.

A viewer is a spectator like those of gRPC, and takes one of the places that the operator grants.
It is sent all steps that are due, a few times per second at most: bots play faster than people
look, who then step back through what they have missed. Each step is drawn once, whoever watches.
"""

import json
from collections.abc import AsyncGenerator, Sequence

import trio
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from arbiter.gallery import Gallery, Showing, Spectator
from arbiter.sessions import Refusal
from arbiter.web.app import Site
from arbiter.web.boards import Drawing
from arbiter.web.replays import Replay
from arbiter.web.streams import KEEP_ALIVE, KEEP_ALIVE_S, EventStream
from engine.games import find_game
from engine.options import options_from_json
from engine.sentences import Teller
from ladder.report.titles import game_title
from ladder.schedules.schedule import Key
from lutetia.v1 import watch_pb2

LOOK_S = 0.5
"""How often a viewer is sent something new."""
RESULT_S = 4.0
"""How long the result of a match is left to be read before the next one is followed."""
STORING_S = 3.0
"""How long a match that has just ended may take to be stored."""


def routes(site: Site) -> list[Route]:
    """Return the pages of running matches; without a gallery there is only a word about it."""

    async def live_list(request: Request) -> Response:
        return site.page(request, "live.html", matches=_listed(site.gallery))

    async def newest(request: Request) -> Response:
        if site.gallery is None:
            return site.page(request, "live.html", 404, matches=[])
        return site.page(request, "live_match.html", match=None, steps="/live/newest/steps")

    async def live_match(request: Request) -> Response:
        number = request.path_params["match_id"]
        for match in _listed(site.gallery):
            if match.match_id == number:
                steps = f"/live/{number}/steps"
                return site.page(request, "live_match.html", match=match, steps=steps)
        stored = await _stored(site, number)
        if stored is not None:
            return RedirectResponse(f"/matches/{stored}", 303)
        said = f"Match {number} is not shown now; it may be over."
        return site.page(request, "error.html", 404, said=said)

    async def steps(request: Request) -> Response:
        gallery = site.gallery
        if gallery is None:
            return Response(status_code=404)
        number = request.path_params.get("match_id", 0)
        try:
            spectator = _enter(gallery, number)
        except Refusal as refusal:
            return Response(str(refusal), 503, media_type="text/plain")
        return EventStream(_one_match(gallery, spectator) if number else _all(gallery, spectator))

    return [
        Route("/live", live_list),
        Route("/live/newest", newest),
        Route("/live/newest/steps", steps),
        Route("/live/{match_id:int}", live_match),
        Route("/live/{match_id:int}/steps", steps),
    ]


def _listed(gallery: Gallery | None) -> list[watch_pb2.WatchedMatch]:
    if gallery is None:
        return []
    return list(watch_pb2.ListMatchesResponse.FromString(gallery.matches()).matches)


async def _stored(site: Site, number: int) -> int | None:
    """Return under which number a match is stored that was shown; it may be about to be."""
    name = None if site.gallery is None else site.gallery.name_of(number)
    if name is None:
        return None
    tournament, *key = name
    found = None
    with trio.move_on_after(STORING_S):
        while found is None:
            found = await run_in_threadpool(site.store.find_match, str(tournament), _key(key))
            await trio.sleep(STORING_S / 20)
    return found


def _key(parts: Sequence[str | int]) -> Key:
    game, round_number, table, rotation = parts
    return Key(str(game), int(round_number), int(table), int(rotation))


def _enter(gallery: Gallery, number: int) -> Spectator:
    """Take a place at a match, or, without a number, at the newest one or the next to begin."""
    wanted = watch_pb2.WatchRequest(match_id=number, from_start=True)
    return gallery.enter(wanted.SerializeToString(), lambda: None)


async def _one_match(gallery: Gallery, spectator: Spectator) -> AsyncGenerator[str, None]:
    """Yield the events of a match to its end."""
    try:
        assert spectator.showing is not None  # a match was asked for by its number
        async for event in _events(gallery, spectator.showing):
            yield event
    finally:
        gallery.leave(spectator)


async def _all(gallery: Gallery, spectator: Spectator) -> AsyncGenerator[str, None]:
    """Yield the events of match after match."""
    try:
        while True:
            silent_s = 0.0
            while spectator.showing is None:
                await trio.sleep(LOOK_S)
                silent_s += LOOK_S
                if silent_s >= KEEP_ALIVE_S:
                    yield KEEP_ALIVE
                    silent_s = 0.0
            async for event in _events(gallery, spectator.showing):
                yield event
            await trio.sleep(RESULT_S)
            gallery.leave(spectator)
            spectator = _enter(gallery, 0)  # into the place that has just become free
    finally:
        gallery.leave(spectator)


async def _events(gallery: Gallery, showing: Showing) -> AsyncGenerator[str, None]:
    """Yield server-sent events: the match, its steps as they are due, and the end."""
    drawn = drawn_steps(showing)
    yield f"event: match\ndata: {drawn.head}\n\n"
    sent, silent_s = 0, 0.0
    while True:
        due, over = due_steps(showing, gallery.now())
        if due > sent:
            chunks = ",".join(drawn.chunks(due)[sent:due])
            yield f"event: steps\ndata: [{chunks}]\n\n"
            sent, silent_s = due, 0.0
        if over:
            yield f"event: end\ndata: {json.dumps(_end(showing))}\n\n"
            return
        await trio.sleep(LOOK_S)
        silent_s += LOOK_S
        if silent_s >= KEEP_ALIVE_S:
            yield KEEP_ALIVE
            silent_s = 0.0


def due_steps(showing: Showing, now_s: float) -> tuple[int, bool]:
    """Return how many steps may be seen by now, and whether the end may be seen too."""
    due = sum(step.due_s <= now_s for step in showing.steps)
    return due, showing.complete and showing.parts[-1].due_s <= now_s


class _DrawnSteps:
    """The steps of a match as they are sent: each as JSON, with what no step before it had."""

    def __init__(self, showing: Showing) -> None:
        setup, bots = showing.setup, showing.match.bots
        game = find_game(setup.game)
        self._showing = showing
        self._drawing = Drawing(setup.game, setup.players, setup.options)
        self._teller = Teller(
            game, options_from_json(game.options, setup.options), [bot.name for bot in bots]
        )
        self._replay = Replay(setup.game, None)
        self._chunks: list[str] = []
        told = {
            "id": showing.match.match_id,
            "game": setup.game,
            "title": game_title(setup.game),
            "names": [str(bot) for bot in bots],
        }
        self.head = json.dumps(told, ensure_ascii=False)

    def chunks(self, count: int) -> list[str]:
        """Return the first steps, at least as many as asked for."""
        while len(self._chunks) < count:
            self._chunks.append(self._chunk(len(self._chunks)))
        return self._chunks

    def _chunk(self, number: int) -> str:
        shown, replay = self._showing.steps[number], self._replay
        known = len(replay.fragments.values), len(replay.texts.values)
        before = self._showing.steps[max(0, number - 1)].view
        events = self._teller.events(shown.events, before) if shown.events else []
        step = replay.add(
            self._drawing.draw(shown.view), shown.decider, events=events, scores=shown.scores
        )
        told = {
            "fragments": replay.fragments.list()[known[0] :],
            "texts": replay.texts.list()[known[1] :],
            # What was decided is what everybody saw of it, which the first event tells.
            "decided": step.events[0] if step.events else None,
            "step": step,
        }
        if not number:
            told |= {"slots": replay.slots, "sources": replay.sources}
        return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def drawn_steps(showing: Showing) -> _DrawnSteps:
    """Return what has been drawn of a match, for all who watch it."""
    if not isinstance(showing.drawn, _DrawnSteps):
        showing.drawn = _DrawnSteps(showing)
    return showing.drawn


def _end(showing: Showing) -> dict[str, object]:
    """Return how a match ended, and where its replay is: its own address leads there."""
    results = [
        {"rank": seat.rank, "score": seat.score, "ending": str(seat.ending)}
        for seat in showing.seats
    ]
    return {"results": results, "replay": f"/live/{showing.match.match_id}" if results else ""}
