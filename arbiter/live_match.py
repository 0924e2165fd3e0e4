"""A table: one match, and the bots that sit at it."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from arbiter.clocks import StallFreeClock
from arbiter.match import Match, Turn
from arbiter.sessions import Session
from arbiter.wire import frames
from engine.dice import derive
from engine.record import Ending, Record

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Void:
    """A game that does not count, through no fault of a bot."""

    reason: str


Result = Record | Void


class SeatLink:
    """The place of one bot at a table: what its session answers to."""

    __slots__ = ("number", "session", "table")

    def __init__(self, table: "Table", number: int, session: Session) -> None:
        self.table = table
        self.number = number
        self.session = session

    def ask(self, turn: Turn) -> None:
        """Hand the bot a turn."""
        session = self.session
        session.send(self.table.frame.write(turn, session.round_trip_s))

    def answer(self, turn_id: int, index: int) -> bool:
        """Take an answer; False if nothing it could answer is due."""
        table, session = self.table, self.session
        now = table.now()
        elapsed_s = now - table.match.asked_at_s
        accepted = table.answer(self.number, turn_id, index, now)
        if accepted and not 0 < session.round_trip_s <= elapsed_s:
            session.round_trip_s = elapsed_s
        return accepted

    def forfeit(self, ending: Ending, reason: str) -> None:
        """Take the bot out of the game."""
        self.table.forfeit(self.number, ending, reason)

    def leave(self, part: bytes) -> None:
        """Tell the bot that the game is over for it."""
        self.session.send(part)
        self.session.rise(self.table.game_id)


class Table:
    """Asks the bots at it for the decisions of a match, then calls `done` with the result."""

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
        self.frame = frames.TurnEncoder(game_id, match.setup.game)
        self._net = _Net(self.fail)
        self._ended = False
        self._asked: Turn | None = None
        self._seats = {
            number: SeatLink(self, number, session)
            for number, session in enumerate(sessions)
            if session is not None
        }

    def begin(self) -> None:
        """Seat the bots and ask for the first decision."""
        with self._net:
            for number, seat in self._seats.items():
                self._welcome(number, seat)
            self.match.begin(self.now())
            self._go_on()

    def answer(self, seat: int, turn_id: int, index: int, now: float) -> bool:
        """Take an answer; False if nothing it could answer is due."""
        accepted = True
        with self._net:
            accepted = self.match.answer(seat, turn_id, index, now)
            self._go_on()
        return accepted

    def forfeit(self, seat: int, ending: Ending, reason: str) -> None:
        """Take a seat out of the game."""
        with self._net:
            self.match.forfeit(seat, ending, reason, self.now())
            self._go_on()

    def look_at_clock(self) -> None:
        """Forfeit the seat to decide if its time is up."""
        with self._net:
            if self.now() > self.match.deadline_s:
                self.match.expire(self.now())
                self._go_on()

    def abandon(self) -> None:
        """Send the bots away from a game that nobody waits for any more."""
        self._send_away(None, "the arbiter has stopped the game")

    def _welcome(self, number: int, seat: SeatLink) -> None:
        setup = self.match.setup
        bot_seed = derive(setup.seed, "bot", number)
        seat.session.sit(self.game_id, seat)
        seat.session.send(frames.start(self.game_id, setup, number, bot_seed, self.match.control))

    def _go_on(self) -> None:
        """Ask for the decision that is due, unless it has been asked for, or end the game."""
        if self.match.forfeits:
            self._excuse_forfeits()
        turn = self.match.turn
        if turn is None:
            self._end(self.match.record(), "")
        elif turn is not self._asked:
            self._asked = turn
            self._seats[turn.seat].ask(turn)
            self.match.hand_over(self.now())

    def _excuse_forfeits(self) -> None:
        for number in self.match.forfeits.keys() & self._seats.keys():
            reason = self.match.forfeits[number].reason
            self._seats.pop(number).leave(frames.over(self.game_id, None, reason))

    def fail(self, bug: Exception) -> None:
        """Void the game; bots are not told why, since that may hold what they must not know."""
        story = f"{self.match.setup!r}, actions {self.match.played!r}"
        log.error("a game failed and is void; to reproduce: %s", story, exc_info=bug)
        void = Void(f"{type(bug).__name__}: {bug}; to reproduce: {story}")
        self._end(void, "the arbiter voids the game")

    def _end(self, result: Result, reason: str) -> None:
        if self._ended:
            return
        self._ended = True
        self._send_away(result if isinstance(result, Record) else None, reason)
        self._done(result)

    def _send_away(self, record: Record | None, reason: str) -> None:
        seats, self._seats = self._seats, {}
        for seat in seats.values():
            seat.leave(frames.over(self.game_id, record, reason))


class _Net:
    """Catches a bug that gets out of a block, so that it does not take other games along."""

    __slots__ = ("_fail",)

    def __init__(self, fail: Callable[[Exception], None]) -> None:
        self._fail = fail

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, bug: BaseException | None, trace: object) -> bool:
        if isinstance(bug, Exception):
            self._fail(bug)
        return isinstance(bug, Exception)
