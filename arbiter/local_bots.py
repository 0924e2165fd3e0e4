"""Bots on this machine: each has a process while games need it, and not for long after."""

import itertools
import os
import secrets
from collections.abc import AsyncIterator, Collection, Iterator, Mapping
from contextlib import ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from functools import partial

import trio

from arbiter.arbiter import Arbiter, Player
from arbiter.bots import Manifest, search_path
from arbiter.live_match import Result
from arbiter.processes import DRAIN_S, run_to_end
from arbiter.sessions import Session
from engine.record import Bot, Ending, Record

GRACE_S = 0.8
"""How long a lost stream waits for the end of its process, which tells more than the stream."""
IDLE_S = 60.0
"""How long a bot's process stays without a game."""
WORKER = "LUTETIA_WORKER"
"""The variable that tells of which worker process a process is."""
_MISSING = {Ending.CRASH, Ending.DISCONNECT, Ending.NO_SHOW}


@dataclass(eq=False)
class Life:
    """One process of a bot from start to end, and the player it is to the arbiter."""

    name: str
    """Under which it connects: the bot's, with a number if it is not its first life."""
    player: Player
    called: int = 0
    """To how many games it was called, ever."""
    games: int = 0
    """In how many games it is."""
    idle_since_s: float = 0.0
    overslept: bool = False
    ended: trio.Event = field(default_factory=trio.Event)
    reason: str = ""
    scope: trio.CancelScope = field(default_factory=trio.CancelScope)

    def missed(self, seat: int, result: Result) -> bool:
        """Tell whether it was called to a game just when it took its leave after another one."""
        if self.called == 1 or not self.player.parting:
            return False
        if not isinstance(result, Record):
            return True
        return result.seats[seat].ending in _MISSING and not result.seats[seat].decisions


class LocalBots:
    """Has a process at hand for every bot that a game needs."""

    def __init__(self, arbiter: Arbiter, address: str, nursery: trio.Nursery) -> None:
        self._arbiter = arbiter
        self._address = address
        self._nursery = nursery
        self._lives: dict[str, Life] = {}
        self._numbers = itertools.count(2)
        self.closing = False

    @contextmanager
    def calling(
        self, bots: Mapping[str, Manifest], alone: Collection[str] = ()
    ) -> Iterator[list[Life]]:
        """Have a life of each bot for a game; those of `alone` get one that is for it only."""
        with ExitStack() as held:
            yield [
                held.enter_context(self._calling(name, manifest, name in alone))
                for name, manifest in bots.items()
            ]

    @contextmanager
    def _calling(self, name: str, manifest: Manifest, alone: bool) -> Iterator[Life]:
        life = self._begin(name, manifest) if alone else self._fit(name, manifest)
        life.called += 1
        life.games += 1
        try:
            yield life
        finally:
            life.games -= 1
            life.idle_since_s = trio.current_time()
            if not life.games and (self._lives.get(name) is not life or self._spent(life)):
                self._end(name, life)

    def _fit(self, name: str, manifest: Manifest) -> Life:
        """Return the life of a bot that can take a game. A spent one ends with its last game."""
        life = self._lives.get(name)
        if life is None or self._spent(life):
            if life is not None and not life.games:
                self._end(name, life)
            life = self._lives[name] = self._begin(name, manifest)
        return life

    def _spent(self, life: Life) -> bool:
        overslept = life.overslept or self._arbiter.overslept(life.player)
        return life.ended.is_set() or life.player.parting or overslept

    def _begin(self, name: str, manifest: Manifest) -> Life:
        """Start a process, and let it connect under a name and with a token of its own."""
        own = name if name not in self._arbiter.players else f"{name}~{next(self._numbers)}"
        bot = Bot(manifest.name, manifest.version)
        life = Life(own, self._arbiter.expect(own, bot, secrets.token_urlsafe(24)))
        life.player.lost = partial(self._lost, life)
        self._nursery.start_soon(self._run, life, manifest)
        return life

    def _end(self, name: str, life: Life) -> None:
        """End a life that is in no game."""
        if self._lives.get(name) is life:
            del self._lives[name]
        self._arbiter.forget(life.name)
        life.scope.cancel()

    async def _run(self, life: Life, manifest: Manifest) -> None:
        """Run a bot's process to its end, then say how it ended."""
        player = life.player
        with life.scope:
            environment = self._environment(life, manifest)
            life.reason = await run_to_end(
                manifest.run, manifest.folder, environment, mark="LUTETIA_TOKEN"
            )
            with trio.move_on_after(DRAIN_S):  # its last answer may still be on its way
                while player.session is not None:
                    await player.changed.wait()
            life.ended.set()
            if player.session is not None:
                self._arbiter.forfeit(player.session, Ending.CRASH, life.reason)
            self._arbiter.went_down(player, life.reason)

    def _environment(self, life: Life, manifest: Manifest) -> dict[str, str]:
        worker = {WORKER: os.environ[WORKER]} if WORKER in os.environ else {}
        return {
            "PATH": search_path(),
            "HOME": str(manifest.folder),
            "LANG": "C.UTF-8",
            "LUTETIA_ADDRESS": self._address,
            "LUTETIA_BOT": life.name,
            "LUTETIA_TOKEN": life.player.token,
        } | worker

    def _lost(self, life: Life, session: Session) -> None:
        """A stream has ended: see in trio whether its process has ended too."""

        def explain() -> None:
            if not self.closing:
                self._nursery.start_soon(self._explain, life, session)

        if session.seats:
            self._arbiter.notify(explain)

    async def _explain(self, life: Life, session: Session) -> None:
        with trio.move_on_after(GRACE_S):
            await life.ended.wait()
        if life.ended.is_set():
            self._arbiter.forfeit(session, Ending.CRASH, life.reason)
        else:
            reason = "its stream ended while the game went on"
            self._arbiter.forfeit(session, Ending.DISCONNECT, reason)

    async def end_idle(self, idle_s: float) -> None:
        """End what has had no game for so long, again and again."""
        while True:
            await trio.sleep(idle_s / 4)
            latest_s = trio.current_time() - idle_s
            for name, life in list(self._lives.items()):
                if not life.games and life.idle_since_s <= latest_s:
                    self._end(name, life)


@asynccontextmanager
async def local_bots(
    arbiter: Arbiter, address: str, idle_s: float = IDLE_S
) -> AsyncIterator[LocalBots]:
    """Run local bots for as long as the block lasts; none is left behind."""
    async with trio.open_nursery() as nursery:
        bots = LocalBots(arbiter, address, nursery)
        nursery.start_soon(bots.end_idle, idle_s)
        try:
            yield bots
        finally:
            bots.closing = True
            nursery.cancel_scope.cancel()
