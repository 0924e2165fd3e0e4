"""A match in progress and the bots that play it: turns go to their sessions, answers come back."""

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from arbiter.clocks import SLOW_PART, TICK_S, StallFreeClock
from arbiter.match import Match, Result, Void
from arbiter.run_queue import Sample, WaitMeter
from arbiter.sessions import Session
from arbiter.wire import frames
from engine.dice import public_seed
from engine.record import Ending, Record

log = logging.getLogger(__name__)


class SeatLink:
    """The link between a seat of a match and the session of its bot."""

    __slots__ = ("_drains", "live", "seat", "session")

    def __init__(self, live: "LiveMatch", seat: int, session: Session) -> None:
        self.live = live
        self.seat = seat
        self.session = session
        self._drains = 0
        """Of the session, when it was last given a turn."""

    def send_turn(self, part: bytes) -> None:
        """Ask the bot for a decision."""
        self._drains = self.session.drains
        self.session.send(part)

    def answer(self, turn_id: int, action_index: int) -> bool:
        """Take an answer; False if nothing it could answer is due."""
        live, session = self.live, self.session
        # The number of the next turn can be guessed. As long as that turn is in the outbox, for
        # instance because the answer before it came in the same message, this answers nothing.
        if session.drains == self._drains:
            return False
        now = live.now()
        # Taken first: an answer that is accepted asks for the next decision, which sets it again.
        elapsed_s = now - live.match.asked_at_s
        accepted = live.answer(self.seat, turn_id, action_index, now)
        # The shortest so far; 0.0 means that none has been measured, not that one took no time.
        if accepted and not 0 < session.round_trip_s <= elapsed_s:
            session.round_trip_s = elapsed_s
        return accepted

    def forfeit(self, ending: Ending, reason: str) -> None:
        """Take the bot out of the match."""
        self.live.forfeit(self.seat, ending, reason)

    def resume(self, session: Session) -> None:
        """Go on with another stream of the bot."""
        self.session = session
        self.live.resume(self.seat)

    def leave(self, part: bytes) -> None:
        """Tell the bot that the match is over for it."""
        self.session.send(part)
        self.session.remove_seat(self.live.match_id)


class LiveMatch:
    """Asks the bots of a match for its decisions, then calls `done` with the result.

    A seat without a session is one that the match has as absent. `public_name` is what everybody
    may call the match; `sample` looks at a process of this machine, given its number and token.
    """

    def __init__(
        self,
        match_id: int,
        match: Match,
        sessions: Sequence[Session | None],
        public_name: Sequence[str | int],
        clock: StallFreeClock,
        sample: Callable[[int, str], Sample | None],
        done: Callable[[Result], None],
    ) -> None:
        self.match_id = match_id
        self.match = match
        self.now = clock.now
        self._public_name = public_name
        self._sample = sample
        self._meter: WaitMeter | None = None
        """Of the decision that is due, if it is slow and its bot runs on this machine."""
        self._done = done
        self._turns = frames.TurnEncoder(match_id, match.setup.game)
        self._ended = False
        self._links = {
            seat: SeatLink(self, seat, session)
            for seat, session in enumerate(sessions)
            if session is not None
        }

    def begin(self) -> None:
        """Send each bot its Start and ask for the first decision."""
        with self._voiding_on_error():
            for seat, link in self._links.items():
                link.session.add_seat(self.match_id, link)
                link.session.send(self._start(seat))
            self.match.begin()
            self._go_on()

    def resume(self, seat: int) -> None:
        """Send a bot that has come back its Start, and the turn that it has not answered yet.

        The turn is the same but for its clock, which has been running: it tells what is left.
        """
        with self._voiding_on_error():
            link = self._links[seat]
            session = link.session
            session.send(self._start(seat, resumed=True))
            match = self.match
            turn = match.turn
            if turn is not None and turn.seat == seat and match.clock_running:
                elapsed_s = self.now() - match.asked_at_s
                left = turn._replace(
                    remaining_s=_less(turn.remaining_s, elapsed_s),
                    bank_s=_less(turn.bank_s, elapsed_s),
                )
                link.send_turn(self._turns.write(left, session.round_trip_s))

    def answer(self, seat: int, turn_id: int, action_index: int, now: float) -> bool:
        """Take an answer; False if nothing it could answer is due."""
        accepted = True
        # As in `_voiding_on_error`, which would cost every decision a microsecond more.
        try:
            if self._meter is not None:
                self._excuse_answer(seat, turn_id, now)
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
        """Fail the decision that is due if its time is up, unless its bot lacked a processor."""
        match, now = self.match, self.now()
        elapsed_s = now - match.asked_at_s
        if elapsed_s < TICK_S:
            return
        if now > match.deadline_s:
            with self._voiding_on_error():
                if self._meter is not None:
                    match.excuse(self._meter.excused_s(now, answered=False))
                if now > match.deadline_s:
                    match.expire(now)
                    self._go_on()
        elif self._meter is None and match.turn is not None:
            remaining_s = match.turn.remaining_s
            if remaining_s is not None and elapsed_s > remaining_s * SLOW_PART:
                life = self._links[match.turn.seat].session.life
                if life is not None and life.pid is not None:  # else it runs on another machine
                    self._meter = WaitMeter(partial(self._sample, life.pid, life.token), now)

    def abandon(self) -> None:
        """Send the bots away from a match that nobody waits for any more."""
        self._ended = True
        self._send_away(None, "the arbiter has stopped the match")

    def _start(self, seat: int, resumed: bool = False) -> bytes:
        # Never from the seed of the deal: a bot could search for the one it comes from.
        bot_seed = public_seed(*self._public_name, seat)
        control, strikes_left = self.match.control_of(seat), self.match.strikes_left(seat)
        setup = self.match.setup
        return frames.start(self.match_id, setup, seat, bot_seed, control, resumed, strikes_left)

    def _excuse_answer(self, seat: int, turn_id: int, now: float) -> None:
        """Charge an answer to a slow decision for what is the bot's to pay."""
        match, turn, meter = self.match, self.match.turn, self._meter
        if meter is None or turn is None or (turn.seat, turn.turn_id) != (seat, turn_id):
            return
        elapsed_s = now - match.asked_at_s
        late = turn.remaining_s is not None and elapsed_s > turn.remaining_s
        # Without a bank only a late answer is worth the look, which takes half a millisecond.
        if late or match.control.bank_s is not None:
            match.excuse(meter.excused_s(now, answered=True))

    def _go_on(self) -> None:
        """Ask for the decision that is due, unless it has been asked for, or end the match."""
        match = self.match
        if match.faults:
            self._tell_faults()
        turn = match.turn
        if turn is None:
            self._end(match.record(), "")
        elif not match.clock_running:
            link = self._links[turn.seat]
            link.send_turn(self._turns.write(turn, link.session.round_trip_s))
            self._meter = None
            # `send` has only queued the turn: it leaves when this returns to the loop, so no answer
            # can come before its clock runs. Encoding the turn is not charged.
            match.start_clock(self.now())

    def _tell_faults(self) -> None:
        """Tell bots of their strikes, and send those away that have forfeited."""
        match = self.match
        for seat, turn_id in match.faults:
            if seat in match.forfeits:
                self._dismiss(seat)
            else:
                strike, strikes_left = match.strikes[seat][-1], match.strikes_left(seat)
                part = frames.strike(self.match_id, turn_id, strike, strikes_left)
                self._links[seat].session.send(part)
        match.faults.clear()

    def _dismiss(self, seat: int) -> None:
        forfeit = self.match.forfeits[seat]
        link = self._links.pop(seat)
        if link.session.life is not None:
            forfeit = self.match.forfeits[seat] = link.session.life.explained(forfeit)
        if forfeit.ending is Ending.TIMEOUT:
            link.session.timed_out()
        link.leave(frames.over(self.match_id, None, forfeit.reason))

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
        self._end(void, "the arbiter voids the match")

    def _end(self, result: Result, reason: str) -> None:
        if self._ended:
            return
        self._ended = True
        self._send_away(result if isinstance(result, Record) else None, reason)
        self._done(result)

    def _send_away(self, record: Record | None, reason: str) -> None:
        links, self._links = self._links, {}
        over = frames.over(self.match_id, record, reason)
        for seat, link in links.items():
            if self.match.is_late(seat):
                link.session.timed_out()
            link.leave(over)


def _less(time_s: float | None, elapsed_s: float) -> float | None:
    """Return what is left of a limit; None: there is none."""
    return None if time_s is None else max(time_s - elapsed_s, 0.0)
