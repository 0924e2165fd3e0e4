"""The ladder in a browser: server-rendered pages, and a little JavaScript that needs no build.

- `app`          routes, errors, security headers, caching
- `server`       the application on an address, inside trio
- `pages`        standings, crosstable and bots, with their `charts`
- `matches`      the list of matches, and a match with its replay
- `tournaments`  all of them, and one with its rounds and test; `placings`: who came how far
- `logs`         what a bot has printed, for its author
- `forms`        what browsers send us
- `replays`      a match as steps: what was decided, and the board in parts
- `exports`      a replay as one HTML file that opens offline
- `live`         running matches, as the gallery lets spectators see them
- `people`       people who play against bots: each is a bot to the arbiter
- `play`         their pages; `places` is where on the board their actions take place
- `rulebooks`    the rules of a game, for them to read
- `streams`      server-sent events
- `boards`       a drawing of each game; a game without one is shown as its text picture

Tables, charts and the words beside them are those of `ladder.report`, whose page is one file that
needs no server.
"""

import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING

from engine.errors import OperatorError

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.applications import Starlette

    from arbiter.bot_output import LogFolder
    from arbiter.gallery import Gallery
    from arbiter.sandbox.bubblewrap import Sandbox
    from arbiter.tournaments.snapshots import Snapshots
    from arbiter.web.people import People
    from ladder.schedules.ladder_schedule import Planned
    from ladder.store.store import Store

PEOPLE = 4
"""How many people may play at a time unless the operator says otherwise."""


class NoWeb(OperatorError):
    """What serves pages is not installed."""


class Pages:
    """The pages of a store, to be served."""

    def __init__(self, app: "Starlette", people: "People | None") -> None:
        self._app = app
        self._people = people

    @asynccontextmanager
    async def served(
        self, address: str, sandbox: "Sandbox | None" = None, logs: "LogFolder | None" = None
    ) -> AsyncIterator[str]:
        """Serve pages while a block lasts; the URL of the first of them.

        The bots that people play against run in the sandbox. If people play, this must run inside
        `arbiter.loops.run`.
        """
        from arbiter.web.server import serving

        async with AsyncExitStack() as stack:
            if self._people is not None:
                await stack.enter_async_context(self._people.playing(sandbox, logs))
            yield await stack.enter_async_context(serving(self._app, address))


def load_pages(
    store: "Store",
    snapshots: "Snapshots",
    gallery: "Gallery | None" = None,
    people: int = 0,
    *,
    submitted: bool = False,
    queue: "Callable[[], list[Planned]] | None" = None,
) -> Pages:
    """Return the pages of a store, of the running matches of a gallery, and of a ladder's queue.

    At most `people` play at a time, against built-in or also `submitted` bots. Ratings are computed
    once for all who share the `snapshots`.
    """
    try:
        from arbiter.web.app import Site, build_app
        from arbiter.web.people import People
        from arbiter.web.server import serving  # noqa: F401 - it needs hypercorn
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        raise NoWeb(
            f"pages need a package ({missing}): {sys.executable} -m pip install 'lutetia[web]'"
        ) from None
    players = People(people, store if submitted else None) if people else None
    site = Site(store, gallery, players, queue=queue, snapshots=snapshots)
    return Pages(build_app(site), players)
