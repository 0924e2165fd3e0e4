"""One life of a bot, from its start to its end, with no I/O.

Everything that decides whether a bot can take a match lives here. Whoever reads a stream, waits
for a process or looks at a clock reports it as one of the events below, and asks questions.

    state         meaning                                       takes a match
    ────────────  ────────────────────────────────────────────  ─────────────────────────
    STARTING      it has not said hello yet                     not yet: wait for it
    CONNECTED     it is on its stream                           yes, while a place is free
    LEAVING       it finishes the matches it is in, no others   no
    AWAY          its stream is lost, and it may come back      no
    DISCONNECTED  it has no stream, and never will              no
    EXITED        its process has ended                         no

    event              STARTING      CONNECTED     LEAVING       AWAY          DISCONNECTED
    ─────────────────  ────────────  ────────────  ────────────  ────────────  ────────────
    admitted           CONNECTED     refused       refused       refused       refused
    startup_expired    DISCONNECTED  ·             ·             ·             ·
    said_goodbye       ·             LEAVING       ·             ·             ·
    timed_out          ·             LEAVING (a)   ·             (b)           ·
    stream_lost        ·             AWAY (c)      AWAY (c)      ·             ·
    reconnected        refused       refused       refused       CONNECTED (b) refused
    grace_expired      ·             ·             ·             DISCONNECTED  ·
    stream_ended       ·             DISCONNECTED  DISCONNECTED  ·             ·
    process_ended (d)  EXITED        EXITED        EXITED        EXITED        EXITED
    start_failed (d)   EXITED (e)    ·             ·             ·             ·

In EXITED nothing changes the state any more. A stream that ends then (`stream_lost`,
`stream_ended`) says that nothing more can come from the bot: its matches are forfeited at once.

(a) It ran out of time in a match, and forfeited it or answered nothing in it any more. A process
    that hangs once may hang again, so it gets no further match; a fresh process does. A bot
    without a process of ours stays CONNECTED: nobody could replace it. A strike for a timeout is
    not reported until its match has ended: the bot is still asked.
(b) LEAVING if it was LEAVING when its stream was lost, or ran out of time (a) while it was AWAY.
(c) DISCONNECTED if it has come back RETURNS times already. Each match that ends gives one return
    back, so a life may be as long as it likes.
(d) Only for a bot whose process we start. A remote bot never is EXITED.
(e) There never was a process, which is our failure and not the bot's: see `start_failure`.

A match is handed to a bot in two steps. `assigned` reserves a place, possibly while the bot is
still STARTING. As long as the match has not begun, a bot that leaves costs nothing: `left` tells
that a fresh process may take its place. Once Start is on its stream, the match goes on until its
end or the bot's forfeit, whatever state the bot gets into.

A stream that we end (`stream_ended`: the bot was refused, or has left) is over for good. Any other
end may be an accident of the network, and gRPC does not tell one from the other (`stream_lost`):
the bot may come back within its grace time, to the seats it has, while its clocks run on.

Why a stream has ended is often known a moment later, by the end of the process behind it; and the
last answer of a process that has ended may still be on its way. So neither forfeits a match by
itself: each sets a time, and `forfeit_due` says at or after that time what the matches are
forfeited for.
"""

from collections.abc import Iterable, Sequence
from enum import Enum, auto
from typing import NamedTuple

from arbiter.bot_output import last_output
from arbiter.match import Forfeit
from engine.record import Bot, Ending

MANY_MATCHES = 1_000
"""As many matches at a time as the arbiter likes. A hello that asks for more gets this."""
EXPLAIN_S = 0.8
"""How long a lost stream waits for the end of its process, which tells more than the stream."""
LAST_ANSWER_S = 0.2
"""How long the last answer of a process that has ended may take to be read."""
RETURNS = 5
"""How many times a bot may come back; each match that ends gives one back."""


class LifeState(Enum):
    """Where in its life a bot is: see the table at the top of this file."""

    STARTING = auto()
    CONNECTED = auto()
    LEAVING = auto()
    AWAY = auto()
    DISCONNECTED = auto()
    EXITED = auto()


class StartFailure(NamedTuple):
    """Why we could not start a bot."""

    reason: str
    of_this_bot: bool
    """Whether it is this bot that cannot be started here; else it is this machine's trouble."""


class BotLife:
    """A bot that may connect under a name and with a token, once, and come back to its stream."""

    def __init__(
        self,
        name: str,
        bot: Bot,
        token: str,
        *,
        now: float,
        startup_s: float,
        grace_s: float,
        has_process: bool,
        expected_matches: int = MANY_MATCHES,
    ) -> None:
        self.name = name
        """Under which it connects, which need not be the bot's name."""
        self.bot = bot
        self.token = token
        self.pid: int | None = None
        """Its process, if that runs on this machine."""
        self.start_failure: StartFailure | None = None
        """Why there is no process. A match that needs it has no result."""
        self.last_lines: Sequence[str] = ()
        """What its process wrote last; grows while it runs."""
        self.hint = ""
        """What its author should know if it never connects."""
        self.state = LifeState.STARTING
        self.matches = 0
        """How many matches it is in or has a place reserved for."""
        self.max_matches = expected_matches
        """How many it takes at a time: a guess until its hello says it."""
        self.games: frozenset[str] = frozenset()
        """The games it plays; empty: all."""
        self.grace_s = grace_s
        """How long it may be AWAY."""
        self.untimed = False
        """Whether no clock runs for it: it is a person, whom somebody else watches."""
        self._has_process = has_process
        self._startup_s = startup_s
        self._connect_by_s = now + startup_s
        self.has_connected = False
        """Whether it ever had a stream."""
        self._said_goodbye = False
        self._hung = False
        self._returns = RETURNS
        self._forfeit_at_s = float("inf")
        self._why = Forfeit(Ending.NO_SHOW, "has not connected yet")

    # Events.

    def admitted(self, games: Iterable[str], max_matches: int) -> bool:
        """Take the hello of a stream; False if this bot cannot have a stream (any more)."""
        if self.state is not LifeState.STARTING:
            return False
        self.state = LifeState.CONNECTED
        self.has_connected = True
        self.games = frozenset(games)
        self.max_matches = min(max(max_matches, 1), MANY_MATCHES)
        return True

    def startup_expired(self, now: float) -> bool:
        """Look at the time there is to connect; True if it has just run out."""
        if self.state is not LifeState.STARTING or now <= self._connect_by_s:
            return False
        self.state = LifeState.DISCONNECTED
        self._why = Forfeit(Ending.NO_SHOW, f"did not connect within {self._startup_s:g} s")
        return True

    def said_goodbye(self) -> None:
        if self.state is LifeState.CONNECTED:
            self.state = LifeState.LEAVING
            self._said_goodbye = True

    def timed_out(self) -> None:
        """It ran out of time in a match, and has not answered in it since."""
        if self._has_process:
            self._hung = True
            if self.state is LifeState.CONNECTED:
                self.state = LifeState.LEAVING

    def stream_lost(self, now: float) -> None:
        """Its stream has ended, and not because we ended it."""
        if self.state in (LifeState.CONNECTED, LifeState.LEAVING) and self._returns:
            self.state = LifeState.AWAY
            self._why = Forfeit(Ending.DISCONNECT, "its stream ended")
            self._forfeit_at_s = now + self.grace_s
        else:
            self.stream_ended(now)

    def reconnected(self) -> bool:
        """Take the hello of another stream; False if the bot cannot come back (any more)."""
        if self.state is not LifeState.AWAY:
            return False
        leaving = self._said_goodbye or self._hung
        self.state = LifeState.LEAVING if leaving else LifeState.CONNECTED
        self._returns -= 1
        self._forfeit_at_s = float("inf")
        return True

    def grace_expired(self, now: float) -> bool:
        """Look at the time there is to come back; True if it has just run out."""
        if self.state is not LifeState.AWAY or now < self._forfeit_at_s:
            return False
        self.state = LifeState.DISCONNECTED
        return True

    def stream_ended(self, now: float) -> None:
        """Its stream has ended for good."""
        if self.state in (LifeState.CONNECTED, LifeState.LEAVING):
            self.state = LifeState.DISCONNECTED
            self._why = Forfeit(Ending.DISCONNECT, "its stream ended")
            self._forfeit_at_s = now + EXPLAIN_S if self._has_process else now
        elif self.state is LifeState.EXITED:
            # All it wrote before it exited has been read: there is no last answer to wait for.
            self._forfeit_at_s = now

    def process_started(self, pid: int) -> None:
        """Note the number of its process; its state is the same."""
        self.pid = pid

    def start_failed(self, failure: StartFailure, now: float) -> None:
        if self.state is LifeState.STARTING:
            self.start_failure = failure
            self.process_ended(failure.reason, now)

    def process_ended(self, reason: str, now: float) -> None:
        # What it wrote just before its end may still be in the stream, and can be the answer that
        # ends the match. Once the stream has ended there is nothing more to come.
        on_stream = self.state in (LifeState.CONNECTED, LifeState.LEAVING)
        self.state = LifeState.EXITED
        self._why = Forfeit(Ending.CRASH, reason)
        self._forfeit_at_s = now + LAST_ANSWER_S if on_stream else now

    def assigned(self) -> None:
        """It has a place in a match that is going to begin."""
        self.matches += 1

    def finished(self) -> None:
        """A match it had a place in is over, or will not begin with it."""
        self.matches -= 1
        self._returns = min(self._returns + 1, RETURNS)

    # Questions.

    @property
    def has_place(self) -> bool:
        """Whether one more match can be assigned to it, as far as is known."""
        return not self.worn_out and self.matches < self.max_matches

    @property
    def overbooked(self) -> bool:
        """Whether its hello has taken back places that were assigned before it."""
        return self.state is LifeState.CONNECTED and self.matches > self.max_matches

    @property
    def worn_out(self) -> bool:
        """Whether it takes no further match, unless it comes back."""
        return self.state not in (LifeState.STARTING, LifeState.CONNECTED)

    @property
    def left(self) -> bool:
        """Whether it was there and takes no further match: another process may do better."""
        return self.worn_out and self.has_connected

    def explained(self, forfeit: Forfeit) -> Forfeit:
        """Return a forfeit of this bot with what else tells its author the cause."""
        hint = "" if self.has_connected else self.hint
        parts = (forfeit.reason, hint, last_output(self.last_lines))
        return forfeit._replace(reason="; ".join(filter(None, parts)))

    def absence(self, game: str) -> Forfeit | None:
        """Return why it cannot begin a match of a game now; None if it can."""
        if self._said_goodbye:  # whatever came of it since
            return Forfeit(Ending.NO_SHOW, "said goodbye before the match")
        if self.state is LifeState.LEAVING:
            return Forfeit(Ending.NO_SHOW, "ran out of time in another match")
        if self.state is not LifeState.CONNECTED:
            return self._why
        if self.games and game not in self.games:
            reason = f"its hello does not name {game} among its games"
            return Forfeit(Ending.PROTOCOL_VIOLATION, reason)
        return None

    def forfeit_due(self, now: float) -> Forfeit | None:
        """Return what the matches it is in are forfeited for, once that is certain."""
        return self._why if now >= self._forfeit_at_s else None
