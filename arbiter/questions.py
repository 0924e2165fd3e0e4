"""A decision of a finished match as its bot was asked for it: to look at, or to ask again."""

from math import inf

from arbiter.clocks import TimeControl
from arbiter.match import MOST_STRIKES, Match
from arbiter.wire.frames import TurnEncoder
from engine.errors import BadRecord, BadValue
from engine.record import Bot, Record, Strike
from lutetia.v1 import play_pb2


class Question(Match):
    """A match that is played again up to one decision, which a bot is asked for; then it is over.

    The record tells neither the clocks nor when exactly a bot left. So clocks are as if nobody had
    used any time, and a seat that forfeited is taken to have left when it was next to decide.
    """

    def __init__(self, record: Record, number: int, control: TimeControl | None = None) -> None:
        bots = [Bot(seat.bot, seat.version) for seat in record.seats]
        super().__init__(record.setup, bots, control or TimeControl(), allowed_strikes=MOST_STRIKES)
        count = len(record.actions)
        if not 1 <= number <= count:
            raise BadValue(f"this match has {count} decisions, so --at goes from 1 to {count}")
        self.number = number
        self._record = record
        self._reached = False
        self._ask()
        while self.turn is not None and len(self.played) < number - 1:
            self._repeat()
        if self.turn is None or len(self.played) != number - 1:
            raise BadValue(f"decision {number} was made for a seat that had forfeited")
        self._reached = True
        self._allowed_strikes = 0  # now an answer counts, or there is none
        self.seat = self.turn.seat
        """The seat that is asked."""
        undecided = self._decisions[self.seat] >= record.seats[self.seat].decisions
        self.answered_then = not (undecided or self._strike())
        """Whether its bot answered; if not, it failed to and a stand-in chose the action."""

    def chosen(self) -> int:
        """Return the index of the action that was played."""
        assert self.turn is not None
        return self._index()

    def begin(self) -> None:
        """Do nothing: the decision is due already."""

    def message(self) -> play_pb2.Turn:
        """Return the turn as it was sent, without its clock and the id of the match."""
        assert self.turn is not None
        sent = TurnEncoder(0, self.setup.game).write(self.turn, 0.0)
        turn = play_pb2.ArbiterMessage.FromString(sent).turns[0]
        turn.ClearField("clock")
        return turn

    def _repeat(self) -> None:
        """Let the seat to decide do what it did: play what the record has, or forfeit."""
        assert self.turn is not None
        seat = self.turn.seat
        recorded = self._record.seats[seat]
        if strike := self._strike():
            self.start_clock(0.0)
            self._fail(self.turn, strike.ending, strike.reason, 0.0)
        elif self._decisions[seat] < recorded.decisions:
            self.start_clock(0.0)
            self.answer(seat, self.turn.turn_id, self._index(), 0.0)
        else:
            self.forfeit(seat, recorded.ending, recorded.reason)

    def _strike(self) -> Strike | None:
        """Return the strike that the decision that is due was, if it was one."""
        assert self.turn is not None
        number = len(self.played) + 1
        strikes = self._record.seats[self.turn.seat].strikes
        return next((strike for strike in strikes if strike.decision == number), None)

    def _index(self) -> int:
        assert self.turn is not None
        number = len(self.played)
        try:
            return list(self.turn.actions).index(self._record.actions[number])
        except ValueError:
            raise BadRecord(f"action {number} of the record is not valid") from None

    def _ask(self) -> None:
        if self._reached:
            self.turn = None
            self.asked_at_s = self.deadline_s = inf
        else:
            super()._ask()
