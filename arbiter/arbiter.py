"""The arbiter: knows who is connected, opens tables, watches the deadlines of all of them.

Streams drive it from the host loop (`open_session`, `close_session`, and the seats of its
tables); everything with a lifetime awaits it from trio (`play`, `watch`). Both run in one thread,
so nothing is locked; `notify` carries a wake-up from the host to trio.
"""

import hmac
import itertools
import logging
import time
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from importlib.metadata import version

import trio

from arbiter.clocks import TICK_S, StallFreeClock, TimeControl
from arbiter.live_match import Result, Table, Void
from arbiter.match import Match
from arbiter.sessions import Refusal, Session, Status
from arbiter.wire import frames
from engine.record import Bot, Ending, Setup
from lutetia.v1 import play_pb2

log = logging.getLogger(__name__)


@dataclass
class Player:
    """A bot that may connect: its identity, and its session while it has one."""

    bot: Bot
    token: str
    lost: Callable[[Session], None]
    """What to do about its games when its stream ends."""
    session: Session | None = None
    gone: bool = False
    """Whether a stream of its has ended."""
    down: str = ""
    """Why it will not come, if its process has ended."""
    places: trio.Semaphore | None = None
    """As many as it takes games at a time; None: any number."""
    changed: trio.Event = field(default_factory=trio.Event)

    @property
    def parting(self) -> bool:
        """Whether it takes no further game: it has lost its stream, or said goodbye."""
        return self.gone if self.session is None else self.session.leaving


class Arbiter:
    """All sessions and tables of one process."""

    def __init__(
        self,
        notify: Callable[[Callable[[], object]], object],
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.players: dict[str, Player] = {}
        self.notify = notify
        self._tables: dict[int, Table] = {}
        self._game_ids = itertools.count(1)
        self._clock = StallFreeClock(monotonic)

    def expect(self, name: str, bot: Bot, token: str) -> Player:
        """Let a bot connect under a name with a token."""

        def disconnected(session: Session) -> None:
            self.forfeit(session, Ending.DISCONNECT, "its stream ended while the game went on")

        player = self.players[name] = Player(bot, token, disconnected)
        return player

    def forget(self, name: str) -> None:
        """Let a bot that is in no game connect no longer."""
        del self.players[name]

    def overslept(self, player: Player) -> bool:
        """Tell whether a bot has run out of time in a game that others still play."""
        return any(
            table.match.bots[seat] is player.bot and forfeit.ending is Ending.TIMEOUT
            for table in self._tables.values()
            for seat, forfeit in table.match.forfeits.items()
        )

    def open_session(self) -> Session:
        """Return a session for a stream that has just begun."""
        return Session(self._admit)

    def close_session(self, session: Session) -> None:
        """Forget the session of a stream that has ended."""
        player = self.players.get(session.bot or "")
        if player is not None and player.session is session:
            player.session = None
            player.gone = True
            player.lost(session)
            self._announce(player)

    def forfeit(self, session: Session, ending: Ending, reason: str) -> None:
        """Take a bot out of all its games."""
        for seat in list(session.seats.values()):
            seat.forfeit(ending, reason)

    async def play(
        self, setup: Setup, names: Sequence[str], control: TimeControl, startup_s: float
    ) -> Result:
        """Play one game among expected bots, waiting up to `startup_s` for them to connect."""
        players = [self.players[name] for name in names]
        with trio.move_on_after(startup_s):
            for player in players:
                await _arrival(player)
        async with AsyncExitStack() as held:
            # In one order everywhere, so that no two games wait for each other in a ring.
            for name in sorted(names):
                if (places := self.players[name].places) is not None:
                    await held.enter_async_context(places)
            return await self._play_now(setup, players, control, startup_s)

    async def watch(self) -> None:
        """Look at every deadline, again and again: the one task that does, for all games."""
        while True:
            await trio.sleep(TICK_S)
            self._clock.tick()
            for table in list(self._tables.values()):
                table.look_at_clock()

    async def _play_now(
        self, setup: Setup, players: Sequence[Player], control: TimeControl, startup_s: float
    ) -> Result:
        faults = [_fault_at_start(player, setup.game, startup_s) for player in players]
        if all(faults):
            return Void("nobody can play: " + "; ".join(fault[1] for fault in faults if fault))
        finished = trio.Event()
        results: list[Result] = []

        def done(result: Result) -> None:
            results.append(result)
            self.notify(finished.set)

        try:
            match = Match(setup, [player.bot for player in players], control)
        except Exception as bug:
            log.exception("a game failed at its set-up and is void: %r", setup)
            return Void(f"{type(bug).__name__}: {bug}; to reproduce: {setup!r}")
        for number, fault in enumerate(faults):
            if fault is not None:
                match.forfeit(number, *fault, self._clock.now())
        sessions = [
            None if fault else player.session for player, fault in zip(players, faults, strict=True)
        ]
        table = Table(next(self._game_ids), match, sessions, self._clock, done)
        self._tables[table.game_id] = table
        try:
            table.begin()
            await finished.wait()
        finally:
            del self._tables[table.game_id]
            table.abandon()
        return results[0]

    def _admit(self, session: Session, hello: play_pb2.Hello) -> None:
        """Let a bot in that is who it says it is."""
        player = self.players.get(hello.bot)
        token = player.token if player else ""
        if not hmac.compare_digest(token.encode(), hello.token.encode()) or player is None:
            raise Refusal(Status.UNAUTHENTICATED, "no bot of this name with this token is expected")
        if player.session is not None:
            raise Refusal(Status.ALREADY_EXISTS, f"{hello.bot} is connected already")
        player.session = session
        player.places = trio.Semaphore(hello.max_games) if hello.max_games else None
        session.send(frames.welcome(version("lutetia")))
        self._announce(player)

    def _announce(self, player: Player) -> None:
        changed, player.changed = player.changed, trio.Event()
        self.notify(changed.set)

    def went_down(self, player: Player, reason: str) -> None:
        """Note that a bot's process has ended, so that nobody waits for it."""
        player.down = reason
        self._announce(player)


async def _arrival(player: Player) -> None:
    while player.session is None and not player.down and not player.gone:
        await player.changed.wait()


def _fault_at_start(player: Player, game: str, startup_s: float) -> tuple[Ending, str] | None:
    """Return why a bot cannot begin a game, if it cannot."""
    if player.session is None and player.down:
        return Ending.CRASH, player.down
    if player.session is None and player.gone:
        return Ending.DISCONNECT, "its stream ended before the game"
    if player.session is None:
        return Ending.NO_SHOW, f"did not connect within {startup_s:g} s"
    if player.session.leaving:
        return Ending.NO_SHOW, "said goodbye before the game"
    if player.session.games and game not in player.session.games:
        return Ending.PROTOCOL_VIOLATION, f"its hello does not name {game} among its games"
    return None
