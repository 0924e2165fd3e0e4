"""What a bot has printed, for its author: who has the token that `lutetia bot token` gave."""

from collections.abc import Awaitable, Callable
from urllib.parse import parse_qs

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from arbiter.bot_output import last_spoken
from arbiter.tournaments.ladder import logs_in_ladder
from arbiter.web.app import Site
from arbiter.web.forms import is_from_own_page, read_body
from engine.record import Bot
from ladder.store.submissions import is_author

LAST_LETTERS = 64 * 1024
"""How much of the end of a log is shown."""


def endpoint(site: Site) -> Callable[[Request], Awaitable[Response]]:
    """Return what answers the form on the page of a bot."""

    async def log(request: Request) -> Response:
        body = await read_body(request)
        if body is None:
            return Response(status_code=413)
        (token, *_) = parse_qs(body.decode("utf-8", "replace")).get("token", [""])
        return await run_in_threadpool(bot_log, site, request, token)

    return log


def bot_log(site: Site, request: Request, token: str) -> Response:
    """Answer with the last log of a bot in which it has said something."""
    bot = Bot.parse(request.path_params["bot"])
    if not is_from_own_page(request):
        return site.page(
            request, "error.html", 403, said="This form is not on a page of this site."
        )
    if not is_author(site.store.submissions(), bot, token.strip()):
        said = f"This is not the token of {bot}; `lutetia bot token {bot.name}` gives a new one."
        return site.page(request, "error.html", 403, said=said)
    logs = logs_in_ladder(site.store, bot)
    _, text = last_spoken(logs) or (None, "")
    text = text[-LAST_LETTERS:]
    response = site.page(request, "log.html", bot=bot, text=text, logs=len(logs))
    response.headers["cache-control"] = "no-store"
    return response
