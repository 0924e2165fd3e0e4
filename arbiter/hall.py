"""A hall: an arbiter on a private socket, with local bots, for as long as a block lasts."""

import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import trio

from arbiter.arbiter import Arbiter
from arbiter.host import listening
from arbiter.jobs import Job
from arbiter.processes import LocalBots, local_bots
from arbiter.tables import Result

STARTUP_S = 20.0
"""How long a bot may take to connect."""


class Hall:
    """Where games among local bots are played."""

    def __init__(self, arbiter: Arbiter, bots: LocalBots, startup_s: float) -> None:
        self.arbiter = arbiter
        self._bots = bots
        self._startup_s = startup_s

    async def play(self, job: Job) -> Result:
        """Play one game; bots that are not running are started."""
        for name, manifest in job.bots.items():
            self._bots.start(name, manifest)
        return await self.arbiter.play(job.setup, list(job.bots), job.control, self._startup_s)


@asynccontextmanager
async def open_hall(startup_s: float = STARTUP_S) -> AsyncIterator[Hall]:
    """Open a hall in which a bot has so many seconds to connect."""
    arbiter = Arbiter(trio.lowlevel.current_trio_token().run_sync_soon)
    with tempfile.TemporaryDirectory(prefix="lutetia-") as folder:
        async with (
            listening(arbiter, f"unix:{folder}/arbiter") as address,
            local_bots(arbiter, address) as local,
            trio.open_nursery() as nursery,
        ):
            nursery.start_soon(arbiter.watch)
            yield Hall(arbiter, local, startup_s)
            nursery.cancel_scope.cancel()
