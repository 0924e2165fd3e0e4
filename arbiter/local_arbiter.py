"""A hall: an arbiter on a private socket, with local bots, for as long as a block lasts."""

import tempfile
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager

import trio

from arbiter.arbiter import Arbiter
from arbiter.host import listening
from arbiter.jobs import Job
from arbiter.live_match import Result
from arbiter.local_bots import IDLE_S, LocalBots, local_bots
from engine.record import Ending, Record

STARTUP_S = 20.0
"""How long a bot may take to connect."""


class LocalArbiter:
    """Where games among local bots are played."""

    def __init__(self, arbiter: Arbiter, bots: LocalBots, startup_s: float) -> None:
        self.arbiter = arbiter
        self._bots = bots
        self._startup_s = startup_s

    async def play(self, job: Job) -> Result:
        """Play one game; bots that are not running are started.

        A bot may take its leave after a game just when it is called to the next one. That is no
        fault: the game is begun again, with a process of such a bot for this game alone.
        """
        alone: list[str] = []
        while True:
            result, missed = await self._play(job, alone)
            if not missed:
                return result
            alone += missed  # such a process is called once, so it misses nothing

    async def _play(self, job: Job, alone: Collection[str]) -> tuple[Result, list[str]]:
        """Return the result, and the names of the bots that had left before it."""
        with self._bots.calling(job.bots, alone) as lives:
            names = [life.name for life in lives]
            result = await self.arbiter.play(job.setup, names, job.control, self._startup_s)
            missed = []
            for seat, (name, life) in enumerate(zip(job.bots, lives, strict=True)):
                if isinstance(result, Record):
                    life.overslept |= result.seats[seat].ending is Ending.TIMEOUT
                if life.missed(seat, result):
                    missed.append(name)
        return result, missed


@asynccontextmanager
async def open_local_arbiter(
    startup_s: float = STARTUP_S, idle_s: float = IDLE_S
) -> AsyncIterator[LocalArbiter]:
    """Open a hall in which a bot has so many seconds to connect, and may idle for so many."""
    arbiter = Arbiter(trio.lowlevel.current_trio_token().run_sync_soon)
    with tempfile.TemporaryDirectory(prefix="lutetia-") as folder:
        async with (
            listening(arbiter, f"unix:{folder}/arbiter") as address,
            local_bots(arbiter, address, idle_s) as local,
            trio.open_nursery() as nursery,
        ):
            nursery.start_soon(arbiter.watch)
            yield LocalArbiter(arbiter, local, startup_s)
            nursery.cancel_scope.cancel()
