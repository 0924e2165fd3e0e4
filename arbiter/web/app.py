"""The application: routes, errors, and what every response has in common."""

import hashlib
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from markupsafe import Markup
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arbiter.gallery import Gallery
from arbiter.tournaments.snapshots import Snapshots
from arbiter.tournaments.states import Progress
from arbiter.web.people import People
from engine.errors import BadRecord, OperatorError
from engine.record import Bot
from ladder.errors import DealToCome, NotStored
from ladder.report.markup import bot_markup
from ladder.report.page import template_environment
from ladder.report.titles import game_title
from ladder.schedules.ladder_schedule import Planned
from ladder.store.store import Store

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""Should markup of a stranger ever slip in: it runs nothing, fetches nothing, is framed nowhere."""
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
log = logging.getLogger(__name__)

_TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
_STATIC = {
    **{
        name: ("arbiter.web", f"static/{name}")
        for name in ("web.css", "web.js", "replay.js", "play.js")
    },
    **{name: ("ladder.report", name) for name in ("page.css", "page.js")},
    "icon.svg": ("arbiter.web", "static/icon.svg"),
}

Page = Callable[["Site", Request], Response]


class Site:
    """What the pages are made from."""

    def __init__(
        self,
        store: Store,
        gallery: Gallery | None = None,
        people: People | None = None,
        queue: Callable[[], list[Planned]] | None = None,
        snapshots: Snapshots | None = None,
    ) -> None:
        self.store = store
        self.gallery = gallery
        self.people = people
        self.queue = queue
        """What a ladder that runs here plays now and next; to be called in its own thread."""
        self.snapshots = snapshots or Snapshots(store)
        self.finished: dict[datetime, Progress] = {}
        """How tournaments ended that are over, by when they were created."""
        self.templates = template_environment(Path(str(files("arbiter.web"))) / "templates")
        self.templates.globals.update(
            site_title="Lutetia",
            static=static_path,
            bot_path=bot_path,
            bot_link=bot_link,
            named_bot_link=lambda text: bot_markup(Bot.parse(text), bot_path),
            link_to=link_to,
            game_title=game_title,
            is_live=gallery is not None,
            is_playable=people is not None,
            has_queue=queue is not None,
        )
        self.templates.filters.update(duration=duration)

    def render(self, template: str, **values: Any) -> str:
        return self.templates.get_template(template).render(**values)

    def page(self, request: Request, template: str, status: int = 200, **values: Any) -> Response:
        """Answer with a page, or with 304 if the browser has it already."""
        html = self.render(template, path=request.url.path, **values)
        return tagged(request, html.encode(errors="replace"), "text/html; charset=utf-8", status)


def build_app(site: Site) -> Starlette:
    """Return the application of a site."""
    from arbiter.web import live, logs, matches, pages, play, rulebooks, tournaments

    routes: list[tuple[str, Page]] = [
        ("/", pages.standings),
        ("/crosstable", pages.crosstable),
        ("/bots/{bot:path}", pages.bot),
        ("/matches", matches.match_list),
        ("/matches/{match_id:int}", matches.match),
        ("/matches/{match_id:int}/replay.json", matches.replay_json),
        ("/matches/{match_id:int}/replay.html", matches.replay_file),
        ("/rules/{game}", rulebooks.rulebook),
        ("/tournaments", tournaments.tournament_list),
        ("/tournaments/{name:path}", tournaments.tournament),
    ]
    return Starlette(
        routes=[
            *(Route(path, _endpoint(site, page)) for path, page in routes),
            *live.routes(site),
            *play.routes(site),
            Route("/queue", queue_page(site)),
            Route("/logs/{bot:path}", logs.endpoint(site), methods=["POST"]),
            Route("/static/{name}", static_file),
        ],
        middleware=[
            Middleware(SecurityHeaders),
            Middleware(GZipMiddleware, minimum_size=1000, compresslevel=5),
        ],
        exception_handlers={
            404: lambda request, _: _error(site, request, 404, "There is no such page."),
            405: lambda request, _: _error(site, request, 405, "Pages can only be read."),
            OperatorError: lambda request, error: _operator_error(site, request, error),
        },
    )


def queue_page(site: Site) -> Callable[[Request], Awaitable[Response]]:
    """Return the page of a ladder's queue: who plays, who is next, and why."""

    # Async: it runs where the ladder does, so that the queue stands still meanwhile.
    async def queue(request: Request) -> Response:
        planned = site.queue() if site.queue else []
        return site.page(request, "queue.html", planned=planned)

    return queue


def _endpoint(site: Site, page: Page) -> Callable[[Request], Response]:
    # Not async: Starlette runs it in a thread, since it reads the database.
    def endpoint(request: Request) -> Response:
        return page(site, request)

    return endpoint


def _operator_error(site: Site, request: Request, error: Exception) -> Response:
    # Only what is about the question itself: other sentences are for the operator, and name files.
    if isinstance(error, NotStored):
        return _error(site, request, 404, str(error))
    if isinstance(error, DealToCome):
        return _error(site, request, 403, str(error), title="Not yet")
    log.warning("cannot show %s: %s", request.url.path, error)
    if isinstance(error, BadRecord):
        return _error(site, request, 500, "The record of this match is damaged.")
    return _error(site, request, 503, "This cannot be shown right now; try again in a moment.")


def _error(site: Site, request: Request, status: int, said: str, **values: str) -> Response:
    return site.page(request, "error.html", status, said=said, **values)


class SecurityHeaders:
    """Sets the same headers on every response."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._headers = [(name.encode(), value.encode()) for name, value in HEADERS.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *self._headers]
            await send(message)

        await self._app(scope, receive, send_with_headers)


def tagged(
    request: Request, body: bytes, media_type: str, status: int = 200, max_age_s: int = 0
) -> Response:
    """Answer with a body and its ETag, or with 304; browsers ask each time unless it has an age."""
    tag = f'W/"{hashlib.sha256(body).hexdigest()[:24]}"'
    headers = {
        "etag": tag,
        "cache-control": f"max-age={max_age_s}, immutable" if max_age_s else "no-cache",
    }
    if status == 200 and request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(body, status, headers, media_type)


def static_file(request: Request) -> Response:
    """Answer with a style, a script or the icon; their address changes when they do."""
    name = request.path_params["name"]
    if name not in _STATIC:
        return Response(status_code=404)
    content = _static(name)
    lasting = request.query_params.get("v") == _version(content)
    media_type = f"{_TYPES[name.rpartition('.')[2]]}; charset=utf-8"
    return tagged(request, content, media_type, max_age_s=31_536_000 if lasting else 0)


def static_text(name: str) -> str:
    return _static(name).decode()


@cache
def _static(name: str) -> bytes:
    package, path = _STATIC[name]
    return (files(package) / path).read_bytes()


def _version(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:12]


def static_path(name: str) -> str:
    return f"/static/{name}?v={_version(_static(name))}"


def bot_path(bot: Bot) -> str:
    """Return the address of a bot's page."""
    return f"/bots/{quote(str(bot), safe='@')}"


def bot_link(name: str, version: str) -> Markup:
    """Return a bot's name as a link to its page."""
    return bot_markup(Bot(name, version), bot_path)


def link_to(path: str, **query: object) -> str:
    """Return a path with the part of a query that has a value."""
    chosen = {
        name: "1" if value is True else str(value)
        for name, value in query.items()
        if value is not None and value is not False and value != ""
    }
    return f"{path}?{urlencode(chosen)}" if chosen else path


def duration(seconds: float) -> str:
    """Return a time as people say it: 3.2 ms, 1.25 s, 2 min 5 s."""
    if seconds < 1:
        return f"{seconds * 1000:.3g} ms"
    if seconds < 60:
        return f"{seconds:.3g} s"
    return f"{int(seconds) // 60} min {int(seconds) % 60} s"
