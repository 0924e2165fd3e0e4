"""People who play against bots in a browser.

To the arbiter a person is a bot like any other, on a session of its own: the same messages, byte
for byte, of which this reads the turns and writes the answers. So a page is made from what a bot
in this seat would be sent, and from nothing else. No clock runs for a person, but one who does not
answer for long, or whose page is gone, resigns. Nothing of it is stored or rated.
"""

import logging
import math
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, NamedTuple

import trio

from arbiter.arbiter import Arbiter
from arbiter.bot_output import LogFolder
from arbiter.bots import BUILT_IN, Manifest, find_bot, name_seats, remote_bot
from arbiter.client import Match, TypedTurn
from arbiter.clocks import parse_clock
from arbiter.jobs import Job
from arbiter.local_arbiter import LocalArbiter, open_local_arbiter
from arbiter.match import Result, Void
from arbiter.sandbox.bubblewrap import Sandbox
from arbiter.tournaments.ladder import Roster
from arbiter.wire.games import find_wire
from engine.dice import SEED_BITS
from engine.games import find_game
from engine.options import options_from_json
from engine.record import Bot, Setup
from engine.sentences import Teller
from ladder.store.store import Store
from lutetia.v1 import PROTOCOL_VERSION, play_pb2

IDLE_S = 900.0
"""How long a person may think about a decision."""
GONE_S = 120.0
"""How long the page of a match may be closed."""
LOOK_S = 0.5
"""How often to check whether somebody is idle or gone."""
KEPT = 32
"""How many finished matches keep their result."""
OPPONENTS_CLOCK = parse_clock("move=3")
"""The time limit of the bots, so that nobody waits long for them."""
PERSON = Bot("person", "browser")
"""What a record calls a person."""

log = logging.getLogger(__name__)


class NoPlace(Exception):
    """Somebody cannot play now, or not like this; the sentence says why."""


class Decision(NamedTuple):
    """What a person is asked."""

    turn_id: int
    view: Any
    actions: Sequence[Any]
    told: Sequence[str]
    """What has happened since the decision before, in words."""


class Person:
    """One person's seat in a match: the bot that the page is.

    Everything here is called in trio, but for the wake-ups of the session.
    """

    def __init__(self, arbiter: Arbiter, job: Job, seat: int) -> None:
        self.token = secrets.token_urlsafe(24)
        self.setup = job.setup
        self.seat = seat
        self.bots = [manifest.bot for manifest in job.bots.values()]
        self.decision: Decision | None = None
        """What is to be decided now; None while others decide."""
        self.result: Result | None = None
        """How the match ended; None as long as it goes on."""
        self.news = 0
        """How many times there was something new to show."""
        self.viewers = 0
        """How many pages show the match."""
        self.left_s = self.asked_s = trio.current_time()
        """When the last page was closed, and when the last decision was asked for."""
        game = find_game(job.setup.game)
        self.teller = Teller(
            game,
            options_from_json(game.options, job.setup.options),
            [bot.name for bot in self.bots],
        )
        self._match: Match[Any] | None = None
        self._view: Any = None
        """What the last decision was about."""
        self._changed = trio.Event()
        self._ready = trio.Event()
        self._arbiter = arbiter
        # With a space, which the name of a bot's process cannot have.
        self.life = arbiter.expect(f"person {self.token}", PERSON, self.token, math.inf)
        self.life.untimed = True
        wake = partial(trio.lowlevel.current_trio_token().run_sync_soon, self._wake)
        self._session = arbiter.open_session(wake)
        hello = play_pb2.Hello(
            protocol_version=PROTOCOL_VERSION, bot=self.life.name, token=self.token, max_matches=1
        )
        self._say(hello=hello)

    def answer(self, turn_id: int, index: int) -> None:
        """Take the person's decision; one that is not due, or not valid, is refused."""
        decision = self.decision
        if self._match is None or decision is None or decision.turn_id != turn_id:
            raise NoPlace("This decision has been made already.")
        if not 0 <= index < len(decision.actions):
            raise NoPlace("This is not one of the valid actions.")
        self.decision = None
        self._tell_news()
        answer = play_pb2.Answer(
            match_id=self._match.start.match_id, turn_id=turn_id, action_index=index
        )
        self._say(answers=[answer])

    def resign(self) -> None:
        """Leave the match, which others finish; before it has begun this does nothing."""
        if self._session.seats:
            self.decision = None
            self._tell_news()
        for match_id in list(self._session.seats):
            self._say(resignations=[play_pb2.Resignation(match_id=match_id)])

    async def listen(self) -> None:
        """Read what the arbiter sends, until cancelled."""
        while True:
            await self._ready.wait()
            self._ready = trio.Event()
            message = play_pb2.ArbiterMessage.FromString(self._session.drain())
            for start in message.starts:
                self._match = Match(start)
            for turn in message.turns:
                self._take(turn)

    async def change(self) -> None:
        """Wait until there is something new to show."""
        await self._changed.wait()

    def finish(self, result: Result) -> None:
        """Take the end of the match, and leave the arbiter."""
        self.result, self.decision = result, None
        self._session.close()
        self._arbiter.close_session(self._session)
        self._arbiter.forget(self.life)
        self._tell_news()

    def _take(self, turn: play_pb2.Turn) -> None:
        assert self._match is not None  # a turn comes after its start
        typed: TypedTurn[Any, Any, Any, Any] = TypedTurn(self._match, turn)
        wire = find_wire(self.setup.game)
        position: Any = wire.decode(typed.position.SerializeToString())
        view, actions, events = position
        before = view if self._view is None else self._view
        told = self.teller.events(events, before) if events else []
        self._view = view
        self.decision = Decision(turn.turn_id, view, actions, told)
        self.asked_s = trio.current_time()
        self._tell_news()

    def _say(self, **parts: Any) -> None:
        self._session.receive(play_pb2.BotMessage(**parts).SerializeToString())

    def _wake(self) -> None:
        self._ready.set()

    def _tell_news(self) -> None:
        self.news += 1
        changed, self._changed = self._changed, trio.Event()
        changed.set()


class People:
    """All who play, on an arbiter of their own.

    With a `store` its submitted bots can be played against, not only the built-in ones.
    """

    def __init__(
        self,
        places: int,
        store: Store | None = None,
        *,
        idle_s: float = IDLE_S,
        gone_s: float = GONE_S,
    ) -> None:
        self.places = places
        self._store = store
        self._idle_s = idle_s
        self._gone_s = gone_s
        self._roster = Roster()
        self._people: dict[str, Person] = {}
        """By their tokens, in the order in which they came."""
        self._local: LocalArbiter | None = None
        self._nursery: trio.Nursery | None = None

    @asynccontextmanager
    async def playing(
        self, sandbox: Sandbox | None = None, logs: LogFolder | None = None
    ) -> AsyncIterator[None]:
        """Let people play while a block lasts; it must run inside `arbiter.loops.run`."""
        async with (
            open_local_arbiter(sandbox=sandbox, logs=logs) as local,
            trio.open_nursery() as nursery,
        ):
            self._local, self._nursery = local, nursery
            try:
                yield
            finally:
                self._local = self._nursery = None
                nursery.cancel_scope.cancel()

    def opponents(self, game: str) -> dict[str, Manifest]:
        """Return by name and version the bots that play a game; to be called in a thread."""
        found = {str(bot.bot): bot for bot in map(find_bot, BUILT_IN)}
        if self._store is not None:
            present = self._roster.update(self._store.submissions(), {}, log.warning)
            found |= {str(bot): self._roster.manifests[str(bot)] for bot in present.bots}
        return {name: bot for name, bot in found.items() if not bot.games or game in bot.games}

    def find(self, token: str) -> Person | None:
        return self._people.get(token)

    def begin(self, game: str, opponents: Sequence[Manifest], seat: int) -> Person:
        """Begin a match of a person in a seat against bots in the others, in their order."""
        if self._local is None or self._nursery is None:
            raise NoPlace("Nobody can play here right now.")
        if sum(each.result is None for each in self._people.values()) >= self.places:
            raise NoPlace(
                f"{self.places} {'person plays' if self.places == 1 else 'people play'} already, "
                "which is the limit; try again later."
            )
        seats = [*opponents[:seat], remote_bot(PERSON), *opponents[seat:]]
        setup = Setup(game, len(seats), {}, secrets.randbits(SEED_BITS))
        public_name = ("play", secrets.token_hex(8))
        job = Job(setup, name_seats(seats), OPPONENTS_CLOCK, public_name)
        person = Person(self._local.arbiter, job, seat)
        self._people[person.token] = person
        over = [token for token, each in self._people.items() if each.result is not None]
        for token in over[: max(0, len(over) - KEPT)]:
            del self._people[token]
        self._nursery.start_soon(self._play, self._local, person, job)
        return person

    async def _play(self, local: LocalArbiter, person: Person, job: Job) -> None:
        result: Result = Void("it was stopped")
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(person.listen)
                nursery.start_soon(self._look, person)
                (name,) = [name for name, bot in job.bots.items() if bot.is_remote]
                result = await local.play(job, {name: person.life})
                nursery.cancel_scope.cancel()
        except Exception:  # a bug of ours ends this match, and not the ladder beside it
            log.exception("a person's match failed; to reproduce: %r", job.setup)
            result = Void("it failed")
        finally:
            person.finish(result)
        if isinstance(result, Void):
            log.warning("a person's match has no result: %s", result.reason)

    async def _look(self, person: Person) -> None:
        """Let a person resign who is idle or gone."""
        while True:
            await trio.sleep(LOOK_S)
            now_s = trio.current_time()
            idle = person.decision is not None and now_s - person.asked_s >= self._idle_s
            gone = not person.viewers and now_s - person.left_s >= self._gone_s
            if idle or gone:
                person.resign()
