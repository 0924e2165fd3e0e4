"""A table: one match, and the bots that sit at it."""

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from arbiter.clocks import TimeControl
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


class TableSeat:
    """The place of one bot at a table: what its session answers to."""

    __slots__ = ("_asked_at_s", "number", "session", "table")

    def __init__(self, table: "Table", number: int, session: Session) -> None:
        self.table = table
        self.number = number
        self.session = session
        self._asked_at_s = 0.0

    def ask(self, turn: Turn) -> None:
        """Hand the bot a turn."""
        table, session = self.table, self.session
        session.send(frames.turn(table.game_id, table.game, turn, session.round_trip_s))
        self._asked_at_s = time.monotonic()

    def answer(self, turn_id: int, index: int) -> bool:
        """Take an answer; False if nothing it could answer is due."""
        now = time.monotonic()
        if self.table.overdue(now):
            return self.table.step(Match.expire, now)
        elapsed_s = now - self._asked_at_s
        accepted = self.table.step(Match.answer, self.number, turn_id, index, now)
        if accepted and not 0 < self.session.round_trip_s <= elapsed_s:
            self.session.round_trip_s = elapsed_s
        return accepted

    def resign(self) -> None:
        """Give the game up."""
        self.forfeit(Ending.RESIGNED, "the bot resigned")

    def forfeit(self, ending: Ending, detail: str) -> None:
        """Take the bot out of the game."""
        self.table.step(Match.forfeit, self.number, ending, detail, time.monotonic())

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
        done: Callable[["Table", Result], None],
        stalled_s: Callable[[float], float],
    ) -> None:
        self.game_id = game_id
        self.game = match.setup.game
        self.match = match
        self._done = done
        self._stalled_s = stalled_s
        self._stalled_before_s = 0.0
        self._asked: Turn | None = None
        self._seats = {
            number: TableSeat(self, number, session)
            for number, session in enumerate(sessions)
            if session is not None
        }

    def begin(self, control: TimeControl) -> None:
        """Seat the bots and ask for the first decision."""
        setup = self.match.setup
        for number, seat in self._seats.items():
            bot_seed = derive(setup.seed, "bot", number)
            seat.session.sit(self.game_id, seat)
            seat.session.send(frames.start(self.game_id, setup, number, bot_seed, control))
        self.step(Match.begin, time.monotonic())

    def step(self, move: Callable[..., Any], *told: Any) -> bool:
        """Tell the match something, then ask for the decision that is due, or end the game."""
        if not self._seats:
            return False
        try:
            accepted = move(self.match, *told)
            if self.match.forfeits:
                self._excuse_forfeits()
            turn = self.match.turn
            if turn is None:
                self._end(self.match.record(), "")
            elif turn is not self._asked:
                self._asked = turn
                self._stalled_before_s = self._stalled_s(self.match.asked_at_s)
                self._seats[turn.seat].ask(turn)
        except Exception as bug:  # a bug in one game must not take the others along
            log.exception("a game failed and is void; to reproduce: %s", self._story())
            reason = f"{type(bug).__name__}: {bug}; to reproduce: {self._story()}"
            # Bots are not told the reason: it may hold what they must not know.
            self._end(Void(reason), "the arbiter voids the game")
            return True
        return accepted is not False

    def overdue(self, now: float) -> bool:
        """Tell whether time is up for the decision that is due; the arbiter's own is given back."""
        if now <= self.match.deadline_s:
            return False
        stalled_s = self._stalled_s(now)
        self.match.excuse(stalled_s - self._stalled_before_s)
        self._stalled_before_s = stalled_s
        return now > self.match.deadline_s

    def _excuse_forfeits(self) -> None:
        for number in self.match.forfeits.keys() & self._seats.keys():
            reason = self.match.forfeits[number].detail
            self._seats.pop(number).leave(frames.over(self.game_id, None, reason))

    def _end(self, result: Result, reason: str) -> None:
        record = result if isinstance(result, Record) else None
        for seat in self._seats.values():
            seat.leave(frames.over(self.game_id, record, reason))
        self._seats = {}
        self._done(self, result)

    def _story(self) -> str:
        return f"{self.match.setup!r}, actions {self.match.played!r}"
