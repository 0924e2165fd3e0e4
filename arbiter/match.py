"""One game: rules, clocks and faults, with no I/O.

The caller tells it (seat, turn id, answer or fault, time) and looks at `turn`: the decision that
is due now, or None once the game is over.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from arbiter.clocks import MARGIN_S, Clock, TimeControl
from engine.dice import Dice, derive
from engine.game import Notice, ranks_of
from engine.record import Bot, Ending, Record, SeatRecord, Setup


class Turn(NamedTuple):
    """A decision that is due, as its seat may see it."""

    seat: int
    turn_id: int
    view: Any
    actions: Sequence[Any]
    events: Sequence[Any]
    limit_s: float | None
    bank_s: float | None


class Forfeit(NamedTuple):
    """Why a seat is out."""

    ending: Ending
    reason: str


class Match:
    """A running game. A seat that forfeits ranks last; seeded random play finishes it."""

    def __init__(self, setup: Setup, bots: Sequence[Bot], control: TimeControl) -> None:
        self.setup = setup
        self.control = control
        self.bots = tuple(bots)
        self.turn: Turn | None = None
        self.state = setup.deal()
        self.played: list[Any] = []
        self.forfeits: dict[int, Forfeit] = {}
        self.deadline_s = float("inf")
        self.asked_at_s = 0.0
        self._turn_id = 0
        self._clocks = [Clock(control) for _ in self.bots]
        self._decisions = [0] * len(self.bots)
        self._events: list[list[Any]] = [[] for _ in self.bots]
        self._stand_in = Dice(derive(setup.seed, "stand-in"))

    def begin(self, now: float) -> None:
        """Ask for the first decision."""
        self._ask(now)

    def answer(self, seat: int, turn_id: int, index: int, now: float) -> bool:
        """Take a seat's answer; False if it answers nothing that is due."""
        turn = self.turn
        if turn is None or turn.turn_id != turn_id or turn.seat != seat:
            return False
        if now > self.deadline_s:
            self.expire(now)
        elif not 0 <= index < len(turn.actions):
            reason = f"answered {index} to turn {turn_id}, which has {len(turn.actions)} actions"
            self.forfeit(seat, Ending.ILLEGAL_ANSWER, reason, now)
        else:
            self._clocks[seat].charge(now - self.asked_at_s)
            self._decisions[seat] += 1
            self._play(turn.actions[index])
            self._ask(now)
        return True

    def hand_over(self, now: float) -> None:
        """Start the clock of the decision that is due anew: only now has the bot been asked."""
        self.deadline_s += now - self.asked_at_s
        self.asked_at_s = now

    def expire(self, now: float) -> None:
        """Forfeit the seat to decide: its time is up."""
        assert self.turn is not None
        limit, seat = self.turn.limit_s, self.turn.seat
        self._clocks[seat].charge(now - self.asked_at_s)
        reason = f"no answer to turn {self.turn.turn_id} within {limit:.3f} s"
        self.forfeit(seat, Ending.TIMEOUT, reason, now)

    def forfeit(self, seat: int, ending: Ending, reason: str, now: float) -> None:
        """Take a seat out of the game; somebody at random decides for it from now on."""
        if seat in self.forfeits or self.over:
            return
        self.forfeits[seat] = Forfeit(ending, reason)
        if self.turn is not None and (self.turn.seat == seat or self.over):
            self._ask(now)

    @property
    def over(self) -> bool:
        """Whether the game has ended, or nobody is left to play it."""
        return self.state.decider is None or len(self.forfeits) == len(self.bots)

    def record(self) -> Record:
        """Return what the finished game leaves behind."""
        seats = range(len(self.bots))
        ranks = self._ranks()
        outcome = self.state.outcome()
        return Record(
            setup=self.setup,
            actions=tuple(self.played),
            seats=tuple(
                SeatRecord(
                    bot=self.bots[seat].name,
                    version=self.bots[seat].version,
                    score=outcome.scores[seat] if outcome else None,
                    rank=ranks[seat],
                    ending=self._forfeit(seat).ending,
                    reason=self._forfeit(seat).reason,
                    decisions=self._decisions[seat],
                    seconds=round(self._clocks[seat].spent_s, 6),
                )
                for seat in seats
            ),
        )

    def _ask(self, now: float) -> None:
        """Make the next decision of a seat that is still in the game due."""
        state = self.state
        while (seat := state.decider) in self.forfeits and not self.over:
            self._play(self._stand_in.choose(state.actions()))
        if self.over or seat is None:
            self.turn, self.deadline_s = None, float("inf")
            return
        self._turn_id += 1
        clock = self._clocks[seat]
        limit = clock.limit_s()
        events, self._events[seat] = self._events[seat], []
        view, actions = state.view(seat), state.actions()
        self.turn = Turn(seat, self._turn_id, view, actions, events, limit, clock.bank_s)
        self.asked_at_s = now
        self.deadline_s = float("inf") if limit is None else now + limit + MARGIN_S

    def _play(self, action: Any) -> None:
        self.played.append(action)
        for notice in self.state.play(action):
            self._tell(notice)

    def _tell(self, notice: Notice[Any]) -> None:
        event, only = notice
        if only is not None:
            self._events[only].append(event)
            return
        for events in self._events:
            events.append(event)

    def _forfeit(self, seat: int) -> Forfeit:
        return self.forfeits.get(seat, Forfeit(Ending.PLAYED, ""))

    def _ranks(self) -> tuple[int, ...]:
        """Rank who played to the end by the rules, then forfeits, the earliest last."""
        outcome = self.state.outcome()
        order = list(self.forfeits)

        def standing(seat: int) -> tuple[int, int]:
            if seat in self.forfeits:
                return 0, order.index(seat)
            return 1, -outcome.ranks[seat] if outcome else 0

        return ranks_of([standing(seat) for seat in range(len(self.bots))])
