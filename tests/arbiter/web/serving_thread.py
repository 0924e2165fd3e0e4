"""A site on a port of this machine, served by another thread."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from queue import Queue
from typing import NamedTuple

import trio

from arbiter.loops import run
from arbiter.web.app import Site, build_app
from arbiter.web.server import serving


class Served(NamedTuple):
    """Where a site is, and how to do something in its thread."""

    url: str
    call: Callable[[Callable[[], object]], object]


@contextmanager
def served(site: Site) -> Iterator[Served]:
    """Serve a site while a block lasts."""
    told: Queue[tuple[str, trio.lowlevel.TrioToken, trio.CancelScope] | BaseException] = Queue()

    async def main() -> None:
        with trio.CancelScope() as scope:
            people = nullcontext() if site.people is None else site.people.playing()
            async with people, serving(build_app(site), "127.0.0.1:0") as url:
                told.put((url.rstrip("/"), trio.lowlevel.current_trio_token(), scope))
                await trio.sleep_forever()

    def run_server() -> None:
        try:
            # The bots that people play against have streams, for which gRPC's loop is needed.
            run(main) if site.people else trio.run(main)
        except BaseException as error:
            told.put(error)
            raise

    thread = threading.Thread(target=run_server)
    thread.start()
    begun = told.get(timeout=300)
    if isinstance(begun, BaseException):
        raise begun
    url, token, scope = begun
    try:
        yield Served(url, lambda work: trio.from_thread.run_sync(work, trio_token=token))
    finally:
        trio.from_thread.run_sync(scope.cancel, trio_token=token)
        thread.join(60)
