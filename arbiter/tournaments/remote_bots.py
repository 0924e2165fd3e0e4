"""Bots on other machines: they connect by themselves, prove who they are with a token, and leave.

Matches are played where the streams of their bots are. So a match with a remote bot is played in
the process that listens for it, and the local bots of that match are started there.
"""

import hmac
import secrets
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import NamedTuple

import trio

from arbiter.arbiter import Arbiter
from arbiter.bot_life import BotLife, LifeState
from arbiter.gallery import Gallery
from arbiter.jobs import Job, JobResult, PlayedActions, Withdrawn
from arbiter.local_arbiter import LocalArbiter
from arbiter.match import Result, Void
from arbiter.sessions import Refusal, Session, Status
from arbiter.tournaments.runner import Observer, Pool
from arbiter.worker_pool import Retried
from engine.record import Bot, Record, pack_record
from ladder.store.store import Token
from ladder.store.tokens import digest_of
from lutetia.v1 import play_pb2

HELLOS = 20
"""How many streams a bot may open per minute, those to come back included."""
FLOOD_COST = 10
"""A stream that was ended because the bot sent too much counts as this many."""
MINUTE_S = 60.0
_NOBODY = digest_of(secrets.token_urlsafe())
"""What the token of an unknown bot is compared with, so that it takes as long."""


class _Guest(NamedTuple):
    """A bot that was let in."""

    life: BotLife
    digest: str
    """Of the token that it was let in with."""


class RemoteBots:
    """Who may connect from elsewhere, and who is there."""

    def __init__(
        self, arbiter: Arbiter, tokens: Iterable[Token] = (), observer: Observer | None = None
    ) -> None:
        self._arbiter = arbiter
        self._observer = observer or Observer()
        self._tokens: Mapping[str, Token] = {}
        """The valid ones, by the name of the bot."""
        self._guests: dict[str, _Guest] = {}
        """By name and version of the bot."""
        self._benched: Mapping[Bot, str] = {}
        """Who may not take part, and why."""
        self._hellos: defaultdict[str, deque[float]] = defaultdict(deque)
        """When each bot has lately opened a stream."""
        self._streams: dict[str, Session] = {}
        """The last stream that each bot has opened."""
        self.update(tokens)

    def update(self, tokens: Iterable[Token]) -> None:
        """Set the tokens that are known; send away whoever may not stay.

        That is a bot whose token is no longer valid, and one that is benched and in no match.
        """
        self._tokens = {token.name: token for token in tokens if token.revoked is None}
        for name, (life, digest) in list(self._guests.items()):
            token = self._tokens.get(life.bot.name)
            if token is None or token.digest != digest:
                fate = "revoked" if token is None else "replaced by another"
                refusal = Refusal(Status.UNAUTHENTICATED, f"the token of this bot was {fate}")
                self._arbiter.dismiss(life, refusal)
            elif (why := self._benched.get(life.bot)) and not life.matches:
                self._arbiter.dismiss(life, Refusal(Status.FAILED_PRECONDITION, why))
            if life.state is LifeState.DISCONNECTED and not life.matches:
                del self._guests[name]
                self._arbiter.forget(life)
                self._observer.left(life.bot)

    def bench(self, reasons: Mapping[Bot, str]) -> None:
        """Set the bots that may not take part, and why: what they are told."""
        self._benched = reasons

    def admit(self, session: Session, hello: play_pb2.Hello) -> BotLife:
        """Let a bot in that has its token; it begins a new life, or comes back to its old one."""
        token = self._tokens.get(hello.bot)
        digest = token.digest if token else _NOBODY
        if not hmac.compare_digest(digest, digest_of(hello.token)) or token is None:
            raise Refusal(Status.UNAUTHENTICATED, "no bot of this name has this token")
        self._count_hello(hello.bot)
        self._streams[hello.bot] = session
        name = str(token.bot)
        life, let_in_with = self._guests.get(name, (None, ""))
        if (
            life is None
            or life.state is LifeState.DISCONNECTED
            or let_in_with != token.digest  # away when its token was replaced, and sent away
        ):
            if (why := self._benched.get(token.bot)) is not None:
                raise Refusal(Status.FAILED_PRECONDITION, why)
            # A life of its own, since the old one may still be in matches that it has forfeited.
            # Its own token lets nobody in: it is told to nobody, and this one was checked above.
            life = self._arbiter.expect(name, token.bot, secrets.token_urlsafe(), MINUTE_S)
            if name in self._guests:
                self._observer.left(token.bot)
            self._guests[name] = _Guest(life, token.digest)
            self._observer.connected(token.bot)
        self._arbiter.connect(life, session, hello)
        return life

    def present(self) -> dict[Bot, Sequence[str]]:
        """Return the bots that are connected now and the games of each (empty: all)."""
        return {
            life.bot: sorted(life.games)
            for life, _ in self._guests.values()
            if life.state is LifeState.CONNECTED
        }

    @asynccontextmanager
    async def reserve(self, names: Sequence[str]) -> AsyncIterator[list[BotLife] | None]:
        """Hold a place of each bot for one match; None if one of them has left.

        All places are taken at once: two matches that wait for each other's bots would wait for
        ever.
        """
        while True:
            lives = [self._guests[name].life for name in names if name in self._guests]
            there = [life for life in lives if life.state in (LifeState.CONNECTED, LifeState.AWAY)]
            if len(there) < len(names):
                yield None
                return
            if all(life.has_place for life in lives):
                break
            await self._arbiter.change()
        for life in lives:
            life.assigned()
        try:
            yield lives
        finally:
            for life in lives:
                life.finished()
            self._arbiter.announce_change()

    def _count_hello(self, name: str) -> None:
        now_s = self._arbiter.now()
        lately = self._hellos[name]
        while lately and lately[0] <= now_s - MINUTE_S:
            lately.popleft()
        if len(lately) >= HELLOS:
            sentence = f"{name} has opened {HELLOS} streams within a minute; wait, then try again"
            raise Refusal(Status.RESOURCE_EXHAUSTED, sentence)
        last = self._streams.pop(name, None)
        flooded = last and last.refusal and last.refusal.status is Status.RESOURCE_EXHAUSTED
        lately.extend([now_s] * (FLOOD_COST if flooded else 1))


class JointPool:
    """Plays matches with a remote bot here, and leaves the others to the workers."""

    def __init__(
        self,
        workers: Pool,
        here: LocalArbiter,
        remote: RemoteBots,
        gallery: Gallery | None = None,
    ) -> None:
        self._workers = workers
        self._here = here
        self._remote = remote
        self._gallery = gallery

    async def play(self, job: Job) -> JobResult | Retried:
        """Play a match to its end, if its remote bots are still there."""
        names = [name for name, bot in job.bots.items() if bot.is_remote]
        if not names:
            return await self._workers.play(job)
        # If a bot has left, nothing below waits: whoever tries again must let others run meanwhile.
        await trio.lowlevel.checkpoint()
        async with self._remote.reserve(names) as lives:
            if lives is None:
                return Withdrawn(f"{' or '.join(names)} left before the match began")
            return await self._play(job, dict(zip(names, lives, strict=True)))

    async def _play(self, job: Job, remote: Mapping[str, BotLife]) -> JobResult:
        """Play a match here, which can be watched from the gallery."""
        gallery = self._gallery
        if gallery is None:
            return _packed(await self._here.play(job, remote))
        packed: JobResult = Void("it was stopped")
        async with trio.open_nursery() as nursery:

            def tell(played: PlayedActions) -> None:
                showing.played(played, gallery.now())

            showing = gallery.begin(job, lambda: nursery.start_soon(self._here.report, job, tell))
            try:
                packed = _packed(await self._here.play(job, remote))
            finally:
                gallery.end(showing, packed)
            nursery.cancel_scope.cancel()
        return packed


def _packed(result: Result) -> JobResult:
    return pack_record(result) if isinstance(result, Record) else result
