"""One match: rules, clocks and faults, with no I/O.

The caller tells it (seat, turn id, answer or fault, time) and looks at `turn`: the decision that
is due now, or None once the match is over. A clock runs only while `clock_running`: making a turn
does not start it, handing the turn to the transport does (`start_clock`).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import fsum, inf
from types import MappingProxyType
from typing import Any, NamedTuple

from arbiter.clocks import EXCUSE_LIMIT, MARGIN_S, UNLIMITED, Clock, TimeControl
from engine.game import Notice
from engine.record import (
    Bot,
    Ending,
    Record,
    SeatRecord,
    Setup,
    Strike,
    rank_seats,
    sources_of,
)

MOST_STRIKES = 100
"""How many strikes a match may give a seat. Each may be followed by a late answer, and this many of
these are far from a flood (`arbiter.sessions.UNSOLICITED_LIMIT`)."""


class Turn(NamedTuple):
    """A decision that is due, as its seat may see it."""

    seat: int
    turn_id: int
    view: Any
    actions: Sequence[Any]
    events: Sequence[Any]
    remaining_s: float | None
    """The time for this decision; None: no limit."""
    bank_s: float | None


class Forfeit(NamedTuple):
    """Why a seat is out."""

    ending: Ending
    reason: str


class Fault(NamedTuple):
    """What a caller has to tell a bot: its seat has forfeited, or got a strike for a turn."""

    seat: int
    turn_id: int
    """Of the turn that was due then."""


@dataclass(frozen=True, slots=True)
class Void:
    """A match that does not count, through no fault of a bot."""

    reason: str


Result = Record | Void


class Match:
    """A match in progress. A seat that forfeits ranks last; seeded random play finishes it.

    `absent` are the seats that forfeit before the first decision, `untimed` those without a clock.
    The first `allowed_strikes` decisions that a seat fails to make are forgiven: a random valid
    action is played in their place, by the dice that also finish seats.
    """

    def __init__(
        self,
        setup: Setup,
        bots: Sequence[Bot],
        control: TimeControl,
        absent: Mapping[int, Forfeit] = MappingProxyType({}),
        untimed: Collection[int] = (),
        allowed_strikes: int = 0,
    ) -> None:
        self.setup = setup
        self.control = control
        self.bots = tuple(bots)
        self.turn: Turn | None = None
        self.state = setup.deal()
        self.played: list[Any] = []
        self.forfeits = dict(absent)
        self.faults: list[Fault] = []
        """Since the caller last looked, which then empties this."""
        self.strikes: list[list[Strike]] = [[] for _ in self.bots]
        """By seat, the failed decisions that were forgiven."""
        self._allowed_strikes = allowed_strikes
        self._late_after: dict[int, int] = {}
        """By seat whose last strike was a timeout: how many decisions it had made before."""
        self.deadline_s = inf
        self.asked_at_s = inf  # no clock is running
        self._excused_s = 0.0
        self._turn_id = 0
        self._clocks = [
            Clock(UNLIMITED if seat in untimed else control) for seat in range(len(self.bots))
        ]
        self._decisions = [0] * len(self.bots)
        self.times_s: list[list[float]] = [[] for _ in self.bots]
        """What each decision of each seat took, as measured."""
        self._events: list[list[Any]] = [[] for _ in self.bots]
        self._stand_in = setup.stand_in()

    def begin(self) -> None:
        """Make the first decision due."""
        self._ask()

    def control_of(self, seat: int) -> TimeControl:
        """Return the time limits of a seat."""
        return self._clocks[seat].control

    @property
    def clock_running(self) -> bool:
        """Whether the decision that is due has been asked for."""
        return self.asked_at_s < inf

    def start_clock(self, now: float) -> None:
        """Start the clock of the decision that is due: its turn has been handed to the transport.

        Not earlier. Before that, the rules may have played for seats that forfeited, and the turn
        was encoded: time of ours, which no bot must pay.
        """
        assert self.turn is not None
        self.asked_at_s = now
        self._excused_s = 0.0
        remaining_s = self.turn.remaining_s
        self.deadline_s = inf if remaining_s is None else now + remaining_s + MARGIN_S

    def excuse(self, seconds: float) -> None:
        """Charge the decision that is due for all but this time: its bot was kept from thinking.

        It may be told again, each time for the whole decision. At most EXCUSE_LIMIT times the
        time for the decision is excused, so that no bot holds up the others for ever.
        """
        assert self.turn is not None
        remaining_s = self.turn.remaining_s
        if remaining_s is not None:
            self._excused_s = min(seconds, EXCUSE_LIMIT * remaining_s)
            self.deadline_s = self.asked_at_s + remaining_s + MARGIN_S + self._excused_s

    def answer(self, seat: int, turn_id: int, action_index: int, now: float) -> bool:
        """Take a seat's answer; False if it answers nothing that is due."""
        turn = self.turn
        if turn is None or turn.turn_id != turn_id or turn.seat != seat:
            return False
        if now > self.deadline_s:
            self.expire(now)
        elif not 0 <= action_index < len(turn.actions):
            count = len(turn.actions)
            reason = f"answered {action_index} to turn {turn_id}, which has {count} actions"
            self._fail(turn, Ending.ILLEGAL_ANSWER, reason, now)
        else:
            self._take_time(seat, now)
            self._decisions[seat] += 1
            self._play(turn.actions[action_index])
            self._ask()
        return True

    def expire(self, now: float) -> None:
        """Fail the decision that is due, since its time is up: a strike, or the seat forfeits."""
        turn = self.turn
        assert turn is not None
        reason = f"no answer to turn {turn.turn_id} within {turn.remaining_s:.3f} s"
        if self._excused_s >= 0.001:
            reason += f", and {self._excused_s:.3f} s more for which it had no processor"
        self._fail(turn, Ending.TIMEOUT, reason, now)

    def forfeit(self, seat: int, ending: Ending, reason: str) -> None:
        """Take a seat out of the match; seeded random play decides for it from now on."""
        if seat in self.forfeits or self.over:
            return
        self.forfeits[seat] = Forfeit(ending, reason)
        self.faults.append(Fault(seat, self._turn_id))
        if self.turn is not None and (self.turn.seat == seat or self.over):
            self._ask()

    def strikes_left(self, seat: int) -> int:
        """Return how many more failed decisions of a seat are forgiven."""
        return self._allowed_strikes - len(self.strikes[seat])

    def is_late(self, seat: int) -> bool:
        """Whether a seat got its last strike for running out of time, and has not answered since.

        Its bot may hang for good.
        """
        return self._late_after.get(seat) == self._decisions[seat]

    @property
    def over(self) -> bool:
        """Whether it has ended, or nobody is left to play it."""
        return self.state.decider is None or len(self.forfeits) == len(self.bots)

    def record(self) -> Record:
        """Return what the finished match leaves behind."""
        seats = range(len(self.bots))
        outcome = self.state.outcome()
        sources = sources_of(self.state) if outcome else ()
        sides = self.setup.sides()
        ranks = rank_seats(sides, outcome, [sides[seat] for seat in self.forfeits])
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
                    seconds=round(fsum(self.times_s[seat]), 6),
                    charged_seconds=round(self._clocks[seat].spent_s, 6),
                    slowest_seconds=round(max(self.times_s[seat], default=0.0), 6),
                    sources=sources[seat] if sources else (),
                    strikes=tuple(self.strikes[seat]),
                )
                for seat in seats
            ),
            # To a tenth of a millisecond: more digits would only make records larger.
            times=tuple(tuple(round(each, 4) for each in times) for times in self.times_s),
        )

    def _ask(self) -> None:
        """Make the next decision of a seat that is still in the match due."""
        state = self.state
        if self.forfeits:
            while state.decider in self.forfeits and not self.over:
                self._play(self._stand_in.choose(state.actions()))
        self.asked_at_s = self.deadline_s = inf
        seat = state.decider
        if seat is None or seat in self.forfeits:
            self.turn = None
            return
        self._turn_id = turn_id = self._turn_id + 1
        clock = self._clocks[seat]
        events, self._events[seat] = self._events[seat], []
        view, actions = state.view(seat), state.actions()
        remaining_s = clock.remaining_s()
        self.turn = Turn(seat, turn_id, view, actions, events, remaining_s, clock.bank_s)

    def _fail(self, turn: Turn, ending: Ending, reason: str, now: float) -> None:
        """Handle a decision that failed: a strike if the seat has one left, else a forfeit.

        Its clock is charged, and gets its increment, as for any decision.
        """
        seat = turn.seat
        self._take_time(seat, now)
        if not self.strikes_left(seat):
            self.forfeit(seat, ending, reason)
            return
        self.strikes[seat].append(Strike(len(self.played) + 1, ending, reason))
        self.faults.append(Fault(seat, turn.turn_id))
        self._late_after.pop(seat, None)
        if ending is Ending.TIMEOUT:
            self._late_after[seat] = self._decisions[seat]
        self._play(self._stand_in.choose(turn.actions))
        self._ask()

    def _take_time(self, seat: int, now: float) -> None:
        """Note the time of a decision, and charge what of it is the bot's to pay."""
        elapsed_s = now - self.asked_at_s
        self.times_s[seat].append(elapsed_s)
        self._clocks[seat].charge(elapsed_s - self._excused_s)

    def _play(self, action: Any) -> None:
        self.played.append(action)
        self._tell(self.state.play(action))

    def _tell(self, notices: Sequence[Notice[Any]]) -> None:
        """Keep each event for the seats that may know of it: this is decided here alone."""
        for event, seat in notices:
            if seat is None:
                for events in self._events:
                    events.append(event)
            else:
                self._events[seat].append(event)

    def _forfeit(self, seat: int) -> Forfeit:
        return self.forfeits.get(seat, Forfeit(Ending.PLAYED, ""))
