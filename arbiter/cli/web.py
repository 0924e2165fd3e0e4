"""`lutetia web`: the pages of a database."""

from contextlib import closing
from typing import Annotated

import trio
import typer

from arbiter.cli.output import Database, remark
from arbiter.cli.stopping import stopping
from arbiter.loops import run
from arbiter.tournaments.snapshots import Snapshots
from arbiter.web import PEOPLE, load_pages
from ladder import DEFAULT_URL
from ladder.store.store import open_store

DEFAULT_ADDRESS = "127.0.0.1:8000"
PeopleOption = Annotated[
    int,
    typer.Option(
        "--people",
        min=0,
        max=100,
        help="How many people may play against bots at a time, on the web pages; 0: nobody.",
    ),
]


def web(
    address: Annotated[
        str,
        typer.Option(
            "--listen", metavar="HOST:PORT", help="Where to serve; port 0 takes any free port."
        ),
    ] = DEFAULT_ADDRESS,
    people: PeopleOption = PEOPLE,
    db: Database = DEFAULT_URL,
) -> None:
    """Serve the standings and the matches of a database as web pages, until Ctrl-C.

    Whoever can connect can look, and play against the built-in bots; nothing of that is stored.
    `lutetia serve --web` shows running matches, too, and lets people play against submitted bots.
    """
    with closing(open_store(db, create=False)) as store:
        snapshots = Snapshots(store)
        pages = load_pages(store, snapshots, people=people)

        async def main() -> None:
            async with stopping():
                # Before the doors open: else the first visitors would wait for the ratings.
                await trio.to_thread.run_sync(snapshots.prepare, abandon_on_cancel=True)
                async with pages.served(address) as url:
                    remark(f"The ladder is at {url} (Ctrl-C ends it)")
                    await trio.sleep_forever()

        run(main) if people else trio.run(main)


def register(app: typer.Typer) -> None:
    app.command("web")(web)
