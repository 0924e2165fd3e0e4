"""A match in progress and the bots that play it: turns go to their sessions, answers come back."""

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from arbiter.clocks import StallFreeClock
from arbiter.match import Match, Result, Void
from arbiter.sessions import Session
from arbiter.wire import frames
from engine.dice import derive
from engine.record import Ending, Record

log = logging.getLogger(__name__)


class SeatLink:
    """The link between a seat of a match and the session of its bot."""

    __slots__ = ("live", "seat", "session")

    def __init__(self, live: "LiveMatch", seat: int, session: Session) -> None:
        self.live = live
        self.seat = seat
        self.session = session

    def answer(self, turn_id: int, action_index: int) -> bool:
        """Take an answer; False if nothing it could answer is due."""
        live, session = self.live, self.session
        now = live.now()
        elapsed_s = now - live.match.asked_at_s
        accepted = live.answer(self.seat, turn_id, action_index, now)
        if accepted and not 0 < session.round_trip_s <= elapsed_s:
            session.round_trip_s = elapsed_s
        return accepted

    def forfeit(self, ending: Ending, reason: str) -> None:
        """Take the bot out of the match."""
        self.live.forfeit(self.seat, ending, reason)

    def leave(self, part: bytes) -> None:
        """Tell the bot that the match is over for it."""
        self.session.send(part)
        self.session.remove_seat(self.live.game_id)


class LiveMatch:
    """Asks the bots of a match for its decisions, then calls `done` with the result.

    A seat without a session is one that the match has as absent.
    """

    def __init__(
        self,
        game_id: int,
        match: Match,
        sessions: Sequence[Session | None],
        clock: StallFreeClock,
        done: Callable[[Result], None],
    ) -> None:
        self.game_id = game_id
        self.match = match
        self.now = clock.now
        self._done = done
        self._turns = frames.TurnEncoder(game_id, match.setup.game)
        self._ended = False
        self._links = {
            seat: SeatLink(self, seat, session)
            for seat, session in enumerate(sessions)
            if session is not None
        }

    def begin(self) -> None:
        """Send each bot its Start and ask for the first decision."""
        with self._voiding_on_error():
            setup = self.match.setup
            for seat, link in self._links.items():
                bot_seed = derive(setup.seed, "bot", seat) >> 64  # its field has 64 bits
                start = frames.start(self.game_id, setup, seat, bot_seed, self.match.control)
                link.session.add_seat(self.game_id, link)
                link.session.send(start)
            self.match.begin()
            self._go_on()

    def answer(self, seat: int, turn_id: int, action_index: int, now: float) -> bool:
        """Take an answer; False if nothing it could answer is due."""
        accepted = True
        # As in `_voiding_on_error`, which would cost every decision a microsecond more.
        try:
            accepted = self.match.answer(seat, turn_id, action_index, now)
            self._go_on()
        except Exception as bug:  # noqa: BLE001 - it is logged, and the match void
            self._void(bug)
        return accepted

    def forfeit(self, seat: int, ending: Ending, reason: str) -> None:
        """Take a seat out of the match."""
        with self._voiding_on_error():
            self.match.forfeit(seat, ending, reason)
            self._go_on()

    def look_at_clock(self) -> None:
        """Forfeit the seat to decide if its time is up."""
        now = self.now()
        if now > self.match.deadline_s:
            with self._voiding_on_error():
                self.match.expire(now)
                self._go_on()

    def abandon(self) -> None:
        """Send the bots away from a match that nobody waits for any more."""
        self._ended = True
        self._send_away(None, "the arbiter has stopped the game")

    def _go_on(self) -> None:
        """Ask for the decision that is due, unless it has been asked for, or end the match."""
        match = self.match
        if match.forfeits:
            self._dismiss_forfeits()
        turn = match.turn
        if turn is None:
            self._end(match.record(), "")
        elif not match.clock_running:
            session = self._links[turn.seat].session
            session.send(self._turns.write(turn, session.round_trip_s))
            match.start_clock(self.now())

    def _dismiss_forfeits(self) -> None:
        for seat in self.match.forfeits.keys() & self._links.keys():
            ending, reason = self.match.forfeits[seat]
            link = self._links.pop(seat)
            if ending is Ending.TIMEOUT:
                link.session.timed_out()
            link.leave(frames.over(self.game_id, None, reason))

    @contextmanager
    def _voiding_on_error(self) -> Iterator[None]:
        """Let a bug of ours void this match, and not take others along."""
        try:
            yield
        except Exception as bug:  # noqa: BLE001 - it is logged, and the match void
            self._void(bug)

    def _void(self, bug: Exception) -> None:
        """Void the match; bots are not told why, since that may hold what they must not know."""
        story = f"{self.match.setup!r}, actions {self.match.played!r}"
        log.error("a match failed and is void; to reproduce: %s", story, exc_info=bug)
        void = Void(f"{type(bug).__name__}: {bug}; to reproduce: {story}")
        self._end(void, "the arbiter voids the game")

    def _end(self, result: Result, reason: str) -> None:
        if self._ended:
            return
        self._ended = True
        self._send_away(result if isinstance(result, Record) else None, reason)
        self._done(result)

    def _send_away(self, record: Record | None, reason: str) -> None:
        links, self._links = self._links, {}
        for link in links.values():
            link.leave(frames.over(self.game_id, record, reason))
