"""A match in progress without streams: sessions whose messages are read by the test."""

import logging
from typing import NoReturn

import pytest

from arbiter.bot_life import BotLife, LifeState
from arbiter.clocks import StallFreeClock, parse_clock
from arbiter.live_match import LiveMatch
from arbiter.match import Match, Result, Void
from arbiter.run_queue import Sample, ThreadTimes
from arbiter.sessions import Refusal, Session, Status
from engine.record import Bot, Ending, Record, Setup
from lutetia.v1 import play_pb2


def nobody(session: Session, hello: play_pb2.Hello) -> NoReturn:
    raise Refusal(Status.UNAUTHENTICATED, "no hello is sent here")


class Party:
    """A match of Connect Four with two bots, and the monotonic clock in hand.

    `handing_over_s` is the time it takes to hand a message to the transport. Both bots run on this
    machine, each with one thread, whose times are `ran_s` and `waited_s`.
    """

    def __init__(self, handing_over_s: float = 0.0, clock: str = "10", strikes: int = 0) -> None:
        self.monotonic_s = 0.0
        self.clock = StallFreeClock(lambda: self.monotonic_s)
        self.results: list[Result] = []

        def wake() -> None:
            self.monotonic_s += handing_over_s

        self.sessions = [Session(nobody, wake) for _ in range(2)]
        self.unread = [b"", b""]
        self.ran_s, self.waited_s, self.runnable = 0.0, 0.0, False
        self.samples = 0
        for session in self.sessions:
            session.life = BotLife(
                "", Bot("", ""), "", now=0, startup_s=1, grace_s=1, has_process=True
            )
            session.life.process_started(7)
            session.life.admitted((), 1)
        bots = [Bot("a", "1"), Bot("b", "1")]
        setup, control = Setup("connect_four", 2, {}, 1), parse_clock(clock)
        match = Match(setup, bots, control, allowed_strikes=strikes)
        done = self.results.append
        self.live = LiveMatch(1, match, self.sessions, ("test",), self.clock, self._sample, done)
        self.live.begin()

    def _sample(self, pid: int, token: str) -> Sample:
        self.samples += 1
        ran_ns, waited_ns = round(self.ran_s * 1e9), round(self.waited_s * 1e9)
        return Sample(self.ran_s, {pid: ThreadTimes(ran_ns, waited_ns, self.runnable, False)})

    def pass_time(self, seconds: float) -> None:
        """Let time pass while the arbiter is awake."""
        for _ in range(round(seconds / 0.01)):
            self.monotonic_s += 0.01
            self.clock.tick()

    def think(self, seconds: float, waiting: float = 0.0) -> None:
        """Let a bot think, this part of the time in the run queue, while its clock is watched."""
        for _ in range(round(seconds / 0.01)):
            self.waited_s += 0.01 * waiting
            self.ran_s += 0.01 * (1 - waiting)
            self.pass_time(0.01)
            self.live.look_at_clock()

    def read(self, seat: int) -> play_pb2.ArbiterMessage:
        data, self.unread[seat] = self.unread[seat] + self.sessions[seat].drain(), b""
        return play_pb2.ArbiterMessage.FromString(data)

    def answer(self, seat: int, turn_id: int, index: int = 0) -> bool:
        """Answer a turn; what was sent before is on its way, and not read."""
        self.unread[seat] += self.sessions[seat].drain()
        return self.sessions[seat].seats[1].answer(turn_id, index)

    def states(self) -> list[LifeState]:
        return [session.life.state for session in self.sessions if session.life is not None]


def test_a_match_begins_for_all_and_asks_the_first() -> None:
    party = Party()
    first, second = party.read(0), party.read(1)
    assert (len(first.starts), len(first.turns)) == (1, 1)
    assert (len(second.starts), len(second.turns)) == (1, 0)
    assert first.starts[0].bot_seed != second.starts[0].bot_seed


def test_an_answer_asks_the_next() -> None:
    party = Party()
    assert party.answer(0, 1)
    assert [turn.turn_id for turn in party.read(1).turns] == [2]


def test_an_answer_to_a_turn_that_is_not_on_its_way_yet_has_no_effect() -> None:
    party = Party()
    party.sessions[1].seats[1].forfeit(Ending.RESIGNED, "the bot resigned")
    assert party.answer(0, 1)
    played = list(party.live.match.played)
    assert not party.sessions[0].seats[1].answer(2, 0)  # turn 2 is due, and waits to be sent
    assert party.live.match.played == played
    assert party.answer(0, 2)


def test_a_bot_that_resigns_is_told_so_and_the_other_plays_on_to_a_win() -> None:
    party = Party()
    party.sessions[1].seats[1].forfeit(Ending.RESIGNED, "the bot resigned")
    assert party.read(1).overs[0].reason == "the bot resigned"
    turn_id = 1
    while not party.results:
        party.answer(0, turn_id)
        turn_id += 1
    (record,) = party.results
    assert isinstance(record, Record)
    assert [result.rank for result in party.read(0).overs[0].results] == [1, 2]


def test_time_is_up_when_the_deadline_has_passed() -> None:
    party = Party()
    party.pass_time(10.05)
    party.live.look_at_clock()
    assert not party.live.match.forfeits
    party.pass_time(0.01)
    party.live.look_at_clock()
    assert party.live.match.forfeits[0].ending == Ending.TIMEOUT


def test_what_a_slow_bot_waited_for_a_processor_is_given_back_before_it_loses_on_time() -> None:
    party = Party(clock="move=0.3")
    party.think(0.7, waiting=0.75)  # it ran for less than 0.2 s
    assert not party.live.match.forfeits
    assert party.answer(0, 1)
    assert not party.live.match.forfeits
    seat = party.live.match.record().seats[0]
    assert seat.seconds == pytest.approx(0.7)
    assert seat.charged_seconds < 0.3


def test_a_bot_that_had_a_processor_all_the_time_loses_at_its_limit() -> None:
    party = Party(clock="move=0.3")
    party.think(0.36)
    assert party.live.match.forfeits[0].ending == Ending.TIMEOUT


def test_a_bot_that_sleeps_loses_at_its_limit() -> None:
    party = Party(clock="move=0.3")
    for _ in range(36):
        party.pass_time(0.01)
        party.live.look_at_clock()
    assert party.live.match.forfeits[0].ending == Ending.TIMEOUT


def test_a_bot_with_a_time_bank_is_not_charged_for_waiting_in_a_slow_decision() -> None:
    party = Party(clock="10")
    party.think(8.0, waiting=0.5)
    party.answer(0, 1)
    party.answer(1, 2)
    # What it waited before it was looked at, in a tenth of the time, it has to pay.
    assert party.read(0).turns[-1].clock.bank_ms == pytest.approx(5_500, abs=100)


def test_processes_are_not_looked_at_while_bots_are_fast() -> None:
    party = Party(clock="10")
    party.think(0.9, waiting=0.5)
    party.answer(0, 1)
    party.think(0.9, waiting=0.5)
    party.answer(1, 2)
    assert party.samples == 0


def test_a_late_answer_is_judged_by_what_its_bot_has_waited_and_not_by_what_seemed_so() -> None:
    party = Party(clock="move=0.3")
    party.think(0.04)
    party.runnable = True
    party.pass_time(0.4)  # as long as its times stand still, it may have waited all the time
    party.live.look_at_clock()
    assert not party.live.match.forfeits
    party.ran_s += 0.001  # but it slept: the wait that is counted now was short
    assert party.answer(0, 1)
    assert party.live.match.forfeits[0].ending == Ending.TIMEOUT


def test_a_clock_starts_when_its_turn_has_been_handed_to_the_transport() -> None:
    party = Party(handing_over_s=0.01)
    party.read(0)
    party.read(1)
    before_s = party.monotonic_s
    party.answer(0, 1)
    assert party.live.match.asked_at_s == pytest.approx(before_s + 0.01)


def test_a_turn_tells_the_shortest_time_an_answer_has_taken() -> None:
    party = Party()
    round_trips_us = []
    for number, seconds in enumerate((0.03, 0.02, 0.05)):
        party.pass_time(seconds)
        party.answer(0, 2 * number + 1)
        party.answer(1, 2 * number + 2)
        round_trips_us.append(party.read(0).turns[-1].clock.round_trip_us)
    assert round_trips_us == pytest.approx([30_000, 20_000, 20_000], abs=1)


def test_an_answer_that_was_not_due_tells_no_round_trip() -> None:
    party = Party()
    party.pass_time(0.03)
    party.answer(0, 1)
    party.pass_time(0.001)
    party.read(0)
    assert not party.answer(0, 1)  # again, while the other bot is to decide
    party.answer(1, 2)
    turn = party.read(0).turns[-1]
    assert turn.clock.round_trip_us == pytest.approx(30_000, abs=1)


def test_nobody_is_charged_for_the_time_the_arbiter_stood_still() -> None:
    party = Party()
    party.pass_time(4.0)
    party.monotonic_s += 60.0  # without a tick
    assert party.answer(0, 1)
    party.clock.tick()
    assert party.answer(1, 2)
    assert party.read(0).turns[-1].clock.bank_ms == pytest.approx(6_000, abs=300)


def test_an_error_of_ours_voids_the_match_and_tells_bots_nothing_of_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    party = Party()

    del party.live.match.state.decider  # whatever comes next raises AttributeError
    with caplog.at_level(logging.ERROR):
        assert party.answer(0, 1)
    (void,) = party.results
    assert isinstance(void, Void)
    assert "seed=1" in void.reason
    assert party.read(0).overs[0].reason == "the arbiter voids the match"
    assert "to reproduce" in caplog.text


def test_a_match_that_nobody_waits_for_any_more_sends_its_bots_away() -> None:
    party = Party()
    party.live.abandon()
    assert party.read(1).overs[0].reason == "the arbiter has stopped the match"
    assert not party.sessions[0].seats
    assert party.results == []


def test_a_bot_is_told_of_its_strikes_at_its_start_and_when_it_gets_one() -> None:
    party = Party(strikes=2)
    assert party.read(0).starts[0].strikes_left == 2
    assert party.answer(0, 1, 7)
    (strike,) = party.read(0).strikes
    assert (strike.match_id, strike.turn_id, strike.strikes_left) == (1, 1, 1)
    assert strike.ending == play_pb2.ENDING_ILLEGAL_ANSWER
    assert strike.reason == "answered 7 to turn 1, which has 7 actions"
    assert [turn.turn_id for turn in party.read(1).turns] == [2]


def test_a_bot_that_runs_out_of_time_is_asked_again_while_it_has_strikes() -> None:
    party = Party(clock="move=1", strikes=1)
    party.think(1.1)
    assert [strike.turn_id for strike in party.read(0).strikes] == [1]
    assert not party.answer(0, 1)  # late, and counted like any answer to an old turn
    assert party.answer(1, 2)
    assert [turn.turn_id for turn in party.read(0).turns] == [3]
    assert party.answer(0, 3)
    assert party.states() == [LifeState.CONNECTED] * 2


def test_a_process_that_hangs_until_its_strikes_are_used_up_gets_no_further_match() -> None:
    party = Party(clock="move=1", strikes=1)
    party.think(1.1)
    party.answer(1, 2)
    party.think(1.1)
    assert party.states() == [LifeState.LEAVING, LifeState.CONNECTED]
    assert "no answer to turn 3" in party.read(0).overs[0].reason


def end(party: Party, from_turn: int) -> None:
    """Answer for seat 1 whenever it is asked, and let seat 0 run out of time, to the end."""
    turn_id = from_turn
    while not party.results:
        if turn_id % 2:
            party.think(1.1)
        else:
            party.answer(1, turn_id)
        turn_id += 1


def test_a_process_that_hangs_to_the_end_of_its_match_gets_no_further_match() -> None:
    """Else it would pay in the next match for what it thinks about this one."""
    party = Party(clock="move=1", strikes=50)
    end(party, 1)
    (record,) = party.results
    assert isinstance(record, Record)
    assert record.seats[0].ending is Ending.PLAYED
    assert record.seats[0].strike_count > 3
    assert party.states() == [LifeState.LEAVING, LifeState.CONNECTED]
    assert party.read(1).overs[0].results[0].strike_count == record.seats[0].strike_count


def test_a_bot_that_comes_back_is_told_how_many_strikes_it_has_left() -> None:
    party = Party(clock="move=1", strikes=2)
    party.think(1.1)
    again = Session(nobody, lambda: None)
    party.sessions[0].seats[1].resume(again)
    (start,) = play_pb2.ArbiterMessage.FromString(again.drain()).starts
    assert (start.resumed, start.strikes_left) == (True, 1)
