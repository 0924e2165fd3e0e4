"""The arbiter: knows who is connected, begins matches, watches the deadlines of all of them.

Streams drive it from asyncio's loop (`open_session`, `close_session`, and the seats of its
matches); everything with a lifetime awaits it from trio (`play`, `watch`, `change`). Both run in
one thread, so nothing is locked; `notify` carries a wake-up from asyncio to trio.
"""

import hmac
import itertools
import logging
import time
from collections.abc import Callable, Sequence
from functools import partial
from importlib.metadata import version

import trio

from arbiter.bot_life import MANY_MATCHES, BotLife, LifeState, StartFailure
from arbiter.clocks import TICK_S, StallFreeClock, TimeControl
from arbiter.live_match import LiveMatch
from arbiter.match import Match, Result, Void
from arbiter.questions import Question
from arbiter.run_queue import ProcessTable, Sample
from arbiter.sessions import Admit, Refusal, Session, Status
from arbiter.wire import frames
from engine.record import Bot, Ending, Setup
from lutetia.v1 import play_pb2

GRACE_S = 20.0
"""How long a remote bot whose stream is lost may take to come back."""
LOCAL_GRACE_S = 3.0
"""The same for a local bot: no cable is between us, so its client has broken down or misbehaves."""

Done = Callable[[Result], None]

log = logging.getLogger(__name__)


class Arbiter:
    """All bots, sessions and matches of one process.

    `notify` carries a call from asyncio's loop to trio; `sample` looks at a local bot's processes.
    """

    def __init__(
        self,
        notify: Callable[[Callable[[], object]], object],
        monotonic: Callable[[], float] = time.monotonic,
        sample: Callable[[int, str], Sample | None] | None = None,
        grace_s: float = GRACE_S,
    ) -> None:
        self.lives: dict[str, BotLife] = {}
        """Who may connect, by the name in its hello."""
        self._sessions: dict[str, Session] = {}
        """The streams of those who are or were connected."""
        self._notify = notify
        self._matches: dict[int, LiveMatch] = {}
        self._match_ids = itertools.count(1)
        self._clock = StallFreeClock(monotonic)
        self._sample = sample or ProcessTable().sample
        self._grace_s = grace_s
        self._changed = trio.Event()

    def expect(
        self,
        name: str,
        bot: Bot,
        token: str,
        startup_s: float,
        *,
        has_process: bool = False,
        expected_matches: int = MANY_MATCHES,
    ) -> BotLife:
        """Let a bot connect under a name with a token, within `startup_s`."""
        life = self.lives[name] = BotLife(
            name,
            bot,
            token,
            now=self._clock.now(),
            startup_s=startup_s,
            grace_s=LOCAL_GRACE_S if has_process else self._grace_s,
            has_process=has_process,
            expected_matches=expected_matches,
        )
        return life

    def forget(self, life: BotLife) -> None:
        """Forget a bot that is in no match: it may not connect any more."""
        del self.lives[life.name]
        self._sessions.pop(life.name, None)

    def dismiss(self, life: BotLife, refusal: Refusal) -> None:
        """Send away a bot that may not stay connected; it forfeits its matches."""
        if (session := self._sessions.get(life.name)) is not None:
            self._forfeit(session, Ending.DISCONNECT, str(refusal))
            session.close(refusal)
            self.close_session(session)

    async def send_off(self, life: BotLife) -> None:
        """End the stream of a bot that is in no match, as if it had said goodbye."""
        if (session := self._sessions.get(life.name)) is not None:
            session.close()
            while life.state in (LifeState.CONNECTED, LifeState.LEAVING):
                await self.change()

    def now(self) -> float:
        """Return the arbiter's own time, in seconds."""
        return self._clock.now()

    async def change(self) -> None:
        """Wait until a bot has connected, lost its stream or ended, or can connect no more."""
        await self._changed.wait()

    def announce_change(self) -> None:
        """Wake all who wait for a change."""
        changed, self._changed = self._changed, trio.Event()
        self._notify(changed.set)

    async def play(
        self,
        setup: Setup,
        lives: Sequence[BotLife],
        control: TimeControl,
        public_name: Sequence[str | int],
        began: Callable[[Match], None] | None = None,
        strikes: int = 0,
    ) -> Result:
        """Play one match now; bots that cannot begin it forfeit.

        Start is sent before this awaits anything: a caller that has just seen that a bot is
        connected knows that it gets it. `began` is handed the match, to look at as it goes on.
        """

        def begin(done: Done) -> LiveMatch | None:
            live = self.begin(setup, lives, control, public_name, done, strikes)
            if began is not None and live is not None:
                began(live.match)
            return live

        return await self._result_of(begin)

    def begin(
        self,
        setup: Setup,
        lives: Sequence[BotLife],
        control: TimeControl,
        public_name: Sequence[str | int],
        done: Done,
        strikes: int = 0,
    ) -> LiveMatch | None:
        """Begin a match now, and call `done` at its end, which may be before this returns.

        None if it could not begin and is void.
        """
        absent = {
            seat: life.explained(absence)
            for seat, life in enumerate(lives)
            if (absence := life.absence(setup.game)) is not None
        }
        if len(absent) == len(lives):
            reasons = "; ".join(absence.reason for absence in absent.values())
            done(Void(f"nobody can play: {reasons}"))
            return None
        untimed = {seat for seat, life in enumerate(lives) if life.untimed}
        try:
            match = Match(setup, [life.bot for life in lives], control, absent, untimed, strikes)
        except Exception as bug:
            log.exception("a match failed at its set-up and is void: %r", setup)
            done(Void(f"{type(bug).__name__}: {bug}; to reproduce: {setup!r}"))
            return None
        sessions = [
            None if seat in absent else self._sessions[life.name] for seat, life in enumerate(lives)
        ]
        return self._begin(match, sessions, public_name, done)

    async def ask(
        self, question: Question, life: BotLife, public_name: Sequence[str | int]
    ) -> Result:
        """Put a question to a connected bot, and return when it is answered or forfeited."""
        if (absence := life.absence(question.setup.game)) is not None:
            return Void(life.explained(absence).reason)
        seats = range(question.setup.players)
        asked = self._sessions[life.name]
        sessions = [asked if seat == question.seat else None for seat in seats]
        return await self._result_of(partial(self._begin, question, sessions, public_name))

    async def _result_of(self, begin: Callable[[Done], LiveMatch | None]) -> Result:
        """Begin a match now and wait for its end; nobody plays on if the wait is cancelled."""
        finished = trio.Event()
        results: list[Result] = []

        def done(result: Result) -> None:
            results.append(result)
            self._notify(finished.set)

        live = begin(done)
        try:
            await finished.wait()
        except trio.Cancelled:
            if live is not None:
                live.abandon()
                self._matches.pop(live.match_id, None)
            raise
        return results[0]

    def _begin(
        self,
        match: Match,
        sessions: Sequence[Session | None],
        public_name: Sequence[str | int],
        done: Done,
    ) -> LiveMatch:
        match_id = next(self._match_ids)

        def ended(result: Result) -> None:
            del self._matches[match_id]
            done(result)

        live = LiveMatch(match_id, match, sessions, public_name, self._clock, self._sample, ended)
        self._matches[match_id] = live
        live.begin()
        return live

    def played(self, setup: Setup) -> Sequence[tuple[object, ...]]:
        """Return the actions so far of the match with this very set-up; none if it does not run."""
        for live in self._matches.values():
            # Not `==`: running matches may have equal set-ups, as rotations that share a deal do.
            if live.match.setup is setup:
                return live.match.played
        return ()

    async def watch(self) -> None:
        """Look at the deadlines of all matches, every TICK_S; no other task does."""
        while True:
            await trio.sleep(TICK_S)
            self.look_at_deadlines()

    def look_at_deadlines(self) -> None:
        """Forfeit every bot whose time is up; to be called every TICK_S."""
        self._clock.tick()
        now = self._clock.now()
        for life in list(self.lives.values()):
            if life.startup_expired(now) or life.grace_expired(now):
                self.announce_change()
            self._forfeit_if_due(life, now)
        for live in list(self._matches.values()):
            live.look_at_clock()

    def open_session(self, wake: Callable[[], None], admit: Admit | None = None) -> Session:
        """Return a session for a stream that has just begun; `wake` tells its writer.

        `admit` says who may come in; if it is not given, those who are expected.
        """
        return Session(admit or self._admit, wake)

    def refuse(self, session: Session, refusal: Refusal) -> None:
        """End the session of a bot that has broken the protocol; it forfeits all its matches."""
        self._forfeit(session, Ending.PROTOCOL_VIOLATION, str(refusal))
        session.close(refusal)
        self.close_session(session)

    def close_session(self, session: Session) -> None:
        """Note that a stream has ended: we ended it if the session is over, else it was lost."""
        life = session.life
        if life is not None and self._sessions.get(life.name) is session:
            now = self._clock.now()
            if session.over:
                life.stream_ended(now)
            else:
                life.stream_lost(now)
            self._forfeit_if_due(life, now)
            self.announce_change()

    def process_ended(self, life: BotLife, reason: str) -> None:
        """Note that a bot's process has ended."""
        now = self._clock.now()
        life.process_ended(reason, now)
        self._forfeit_if_due(life, now)
        self.announce_change()

    def start_failed(self, life: BotLife, failure: StartFailure) -> None:
        """Note that a bot's process could not be started."""
        life.start_failed(failure, self._clock.now())
        self.announce_change()

    def _admit(self, session: Session, hello: play_pb2.Hello) -> BotLife:
        """Let in a bot that is expected and has its token."""
        life = self.lives.get(hello.bot)
        # Also for a name that nobody has, and in constant time: how long a refusal takes tells
        # neither which names are expected nor how much of a token was right.
        token = life.token if life else ""
        if not hmac.compare_digest(token.encode(), hello.token.encode()) or life is None:
            raise Refusal(Status.UNAUTHENTICATED, "no bot of this name with this token is expected")
        self.connect(life, session, hello)
        return life

    def connect(self, life: BotLife, session: Session, hello: play_pb2.Hello) -> None:
        """Give a bot whose token is right its stream, or its matches on another one."""
        lost = self._sessions.get(life.name) if life.reconnected() else None
        if lost is None and not life.admitted(hello.games, hello.max_matches):
            if life.state in (LifeState.CONNECTED, LifeState.LEAVING):
                raise Refusal(Status.ALREADY_EXISTS, f"{hello.bot} is connected already")
            sentence = f"{hello.bot} was connected, and its time to come back is over"
            raise Refusal(Status.FAILED_PRECONDITION, sentence)
        self._sessions[life.name] = session
        session.send(frames.welcome(version("lutetia"), life.grace_s))
        if lost is not None:
            session.resume(lost)
        self.announce_change()

    def _forfeit_if_due(self, life: BotLife, now: float) -> None:
        forfeit = life.forfeit_due(now)
        if forfeit is not None and (session := self._sessions.get(life.name)) is not None:
            self._forfeit(session, *forfeit)

    def _forfeit(self, session: Session, ending: Ending, reason: str) -> None:
        for seat in list(session.seats.values()):
            seat.forfeit(ending, reason)
