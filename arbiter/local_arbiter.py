"""An arbiter with local bots, on private sockets, for as long as a block lasts."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from types import MappingProxyType

import trio

from arbiter.arbiter import Arbiter
from arbiter.bot_life import BotLife, LifeState
from arbiter.bot_output import LogFolder, Show
from arbiter.bots import Manifest
from arbiter.clocks import TICK_S
from arbiter.jobs import Job, NotStarted, PlayedActions, Withdrawn
from arbiter.local_bots import IDLE_S, LocalBots, local_bots
from arbiter.match import Match, Result, Void
from arbiter.private_folder import private_folder
from arbiter.questions import Question
from arbiter.sandbox.bubblewrap import Sandbox

STARTUP_S = 20.0
"""How long a bot may take to connect."""


class LocalArbiter:
    """Plays matches among local bots."""

    def __init__(self, arbiter: Arbiter, bots: LocalBots) -> None:
        self.arbiter = arbiter
        self._bots = bots

    def begin(self, job: Job, done: Callable[[Result], None]) -> bool:
        """Begin a match if all its bots are connected and have a place for it; else False.

        At its end `done` is called, in asyncio's loop.
        """
        held = self._bots.reserve_now(job.bots)
        if held is None:
            return False

        def ended(result: Result) -> None:
            self._bots.release(held)
            done(result)

        lives = [process.life for process in held]
        self.arbiter.begin(job.setup, lives, job.control, job.public_name, ended, job.strikes)
        return True

    async def play(
        self,
        job: Job,
        remote: Mapping[str, BotLife] = MappingProxyType({}),
        began: Callable[[Match, Sequence[BotLife]], None] | None = None,
    ) -> Result:
        """Play one match, once; bots that are not running are started.

        `remote` are those of its bots that nobody starts. If one of them is gone when the others
        are ready, the match does not begin, which costs nobody anything. `began` is handed the
        match and its bots, to look at as it goes on.
        """
        local = {name: bot for name, bot in job.bots.items() if name not in remote}
        async with self._bots.reserve(local) as started:
            by_name = {**dict(zip(local, started, strict=True)), **remote}
            lives = [by_name[name] for name in job.bots]
            failures = {
                name: life.start_failure
                for name, life in by_name.items()
                if life.start_failure is not None
            }
            if failures:
                reasons = "; ".join(
                    f"{name}: {failure.reason}" for name, failure in failures.items()
                )
                to_blame = tuple(name for name, failure in failures.items() if failure.of_this_bot)
                return NotStarted(reasons, to_blame)
            for name, life in remote.items():
                if life.state is not LifeState.CONNECTED:
                    return Withdrawn(f"{name} left before the match began")
            look = None if began is None else lambda match: began(match, lives)
            return await self.arbiter.play(
                job.setup, lives, job.control, job.public_name, look, job.strikes
            )

    async def ask(
        self, question: Question, bot: Manifest, public_name: Sequence[str | int]
    ) -> Result:
        """Put a question to a bot, which is started for it."""
        async with self._bots.reserve({bot.name: bot}) as (life,):
            if life.start_failure is not None:
                return Void(life.start_failure.reason)
            return await self.arbiter.ask(question, life, public_name)

    async def report(self, job: Job, tell: Callable[[PlayedActions], None]) -> None:
        """Tell the actions of a match as it goes on, until cancelled.

        It looks at the match from time to time: what a bot's answer sets off does not take longer
        because somebody watches.
        """
        reported = 0
        while True:
            actions = self.arbiter.played(job.setup)
            if len(actions) > reported:
                tell(PlayedActions(reported, tuple(actions[reported:])))
                reported = len(actions)
            await trio.sleep(TICK_S)


@asynccontextmanager
async def open_local_arbiter(
    startup_s: float = STARTUP_S,
    idle_s: float = IDLE_S,
    sandbox: Sandbox | None = None,
    logs: LogFolder | None = None,
    show: Show | None = None,
) -> AsyncIterator[LocalArbiter]:
    """Open an arbiter whose bots have `startup_s` to connect, and end after `idle_s` of idling.

    Without a sandbox, bots have all the rights of whoever calls this. What they print is kept in
    `logs`, and what they print to standard error is shown.
    """
    arbiter = Arbiter(trio.lowlevel.current_trio_token().run_sync_soon)
    with private_folder() as folder:
        async with (
            local_bots(arbiter, folder, startup_s, idle_s, sandbox, logs, show) as bots,
            trio.open_nursery() as nursery,
        ):
            nursery.start_soon(arbiter.watch)
            yield LocalArbiter(arbiter, bots)
            nursery.cancel_scope.cancel()
