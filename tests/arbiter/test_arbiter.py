"""The arbiter without gRPC: sessions whose messages the test writes and reads."""

import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import trio
import trio.testing

from arbiter.arbiter import Arbiter
from arbiter.bot_life import BotLife, LifeState
from arbiter.clocks import parse_clock
from arbiter.match import Result, Void
from arbiter.questions import Question
from arbiter.sessions import Refusal, Session
from engine.record import Bot, Ending, Record, Setup
from lutetia.v1 import play_pb2

SETUP = Setup("connect_four", 2, {}, 1)
CONTROL = parse_clock("10")
GRACE_S = 5.0


class Pair:
    """Two bots on their streams, and what the arbiter makes of their match."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self.arbiter = Arbiter(lambda wake: wake(), monotonic, grace_s=GRACE_S)
        self.lives: list[BotLife] = []
        self.sessions: list[Session] = []
        self.unread = [b"", b""]
        self.results: list[Result] = []
        self.finished = trio.Event()
        for name in ("a", "b"):
            self.lives.append(self.arbiter.expect(name, Bot(name, "1"), "token", startup_s=1))
            self.sessions.append(self.arbiter.open_session(lambda: None))
            self.greet(len(self.lives) - 1)

    def greet(self, seat: int) -> None:
        hello = play_pb2.Hello(protocol_version=1, bot=self.lives[seat].name, token="token")
        self.say(seat, hello=hello)

    def lose_stream(self, seat: int) -> None:
        self.arbiter.close_session(self.sessions[seat])

    def come_back(self, seat: int) -> None:
        self.sessions[seat] = self.arbiter.open_session(lambda: None)
        self.unread[seat] = b""
        self.greet(seat)

    def say(self, seat: int, **parts: Any) -> None:
        """Send a message; what was sent to the bot before is on its way, and not read."""
        self.unread[seat] += self.sessions[seat].drain()
        self.sessions[seat].receive(play_pb2.BotMessage(**parts).SerializeToString())

    def read(self, seat: int) -> play_pb2.ArbiterMessage:
        data, self.unread[seat] = self.unread[seat] + self.sessions[seat].drain(), b""
        return play_pb2.ArbiterMessage.FromString(data)

    async def play(self) -> None:
        self.results.append(await self.arbiter.play(SETUP, self.lives, CONTROL, ("test",)))
        self.finished.set()

    def answer_all(self) -> None:
        """Answer for both with their first action until nothing is due."""
        while any(turns := [self.read(seat).turns for seat in (0, 1)]):
            for seat in (0, 1):
                for turn in turns[seat]:
                    part = play_pb2.Answer(match_id=turn.match_id, turn_id=turn.turn_id)
                    self.say(seat, answers=[part])


def with_a_match(test: Callable[[Pair, trio.Nursery], Awaitable[None]]) -> Pair:
    """Run a test while a match of a pair is on; nobody has answered yet."""
    pair: list[Pair] = []
    clock = trio.testing.MockClock(autojump_threshold=0)

    async def main() -> None:
        pair.append(Pair(clock.current_time))
        async with trio.open_nursery() as nursery:
            nursery.start_soon(pair[0].play)
            nursery.start_soon(pair[0].arbiter.watch)
            await trio.testing.wait_all_tasks_blocked()
            await test(pair[0], nursery)
            await pair[0].finished.wait()
            nursery.cancel_scope.cancel()

    trio.run(main, clock=clock)
    return pair[0]


def test_a_match_that_ends_after_its_stop_is_not_a_bug_of_ours(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """An answer may be on its way when a tournament is stopped; it was logged as a failure."""

    async def stop(pair: Pair, nursery: trio.Nursery) -> None:
        nursery.cancel_scope.cancel()

    pair = with_a_match(stop)
    assert [over.reason for over in pair.read(0).overs] == ["the arbiter has stopped the match"]
    pair.say(0, answers=[play_pb2.Answer(match_id=1, turn_id=1)])
    for session in pair.sessions:
        pair.arbiter.close_session(session)
    assert caplog.records == []


def test_a_question_that_is_stopped_lets_its_bot_go() -> None:
    async def answer(pair: Pair, nursery: trio.Nursery) -> None:
        pair.answer_all()

    (record,) = with_a_match(answer).results
    assert isinstance(record, Record)
    question = Question(record, 1)

    async def main() -> None:
        pair = Pair()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(pair.arbiter.ask, question, pair.lives[0], ("test",))
            await trio.testing.wait_all_tasks_blocked()
            assert len(pair.read(0).turns) == 1
            nursery.cancel_scope.cancel()
        assert [over.reason for over in pair.read(0).overs] == ["the arbiter has stopped the match"]

    trio.run(main)


def test_a_goodbye_that_crosses_its_start_does_not_get_the_bot_out_of_the_match() -> None:
    async def leave(pair: Pair, nursery: trio.Nursery) -> None:
        pair.say(0, goodbye=play_pb2.Goodbye())  # its Start is on its stream, and unread
        assert pair.lives[0].state is LifeState.LEAVING
        assert not pair.sessions[0].over
        pair.answer_all()
        assert pair.sessions[0].over  # only now does the arbiter end the stream

    (record,) = with_a_match(leave).results
    assert isinstance(record, Record)
    assert [seat.ending for seat in record.seats] == [Ending.PLAYED] * 2


def test_an_end_of_stream_that_crosses_its_start_is_a_forfeit_after_the_grace_time() -> None:
    async def leave(pair: Pair, nursery: trio.Nursery) -> None:
        pair.lose_stream(0)
        await trio.sleep(GRACE_S + 0.1)
        pair.answer_all()

    pair = with_a_match(leave)
    (record,) = pair.results
    assert isinstance(record, Record)
    assert [seat.ending for seat in record.seats] == [Ending.DISCONNECT, Ending.PLAYED]


def test_leaving_after_the_first_turn_is_a_forfeit_and_nothing_is_started_again() -> None:
    async def leave(pair: Pair, nursery: trio.Nursery) -> None:
        pair.say(0, answers=[play_pb2.Answer(match_id=1, turn_id=1)])
        pair.lose_stream(0)
        other = pair.read(1)
        assert [start.match_id for start in other.starts] == [1]
        (turn,) = other.turns
        pair.say(1, answers=[play_pb2.Answer(match_id=1, turn_id=turn.turn_id)])
        await trio.sleep(GRACE_S + 0.1)
        pair.answer_all()

    (record,) = with_a_match(leave).results
    assert isinstance(record, Record)
    assert [seat.ending for seat in record.seats] == [Ending.DISCONNECT, Ending.PLAYED]
    assert record.seats[0].decisions == 1


def test_a_bot_that_has_left_before_the_match_is_not_started_in_it() -> None:
    async def main() -> None:
        pair = Pair()
        pair.say(0, goodbye=play_pb2.Goodbye())
        pair.arbiter.close_session(pair.sessions[1])
        result = await pair.arbiter.play(SETUP, pair.lives, CONTROL, ("test",))
        assert isinstance(result, Void)
        assert "said goodbye before the match; its stream ended" in result.reason
        assert not pair.read(0).starts

    trio.run(main)


def test_a_bot_that_comes_back_has_its_seat_and_its_turn_again_and_its_clock_ran_on() -> None:
    async def lose(pair: Pair, nursery: trio.Nursery) -> None:
        before = pair.read(0)
        pair.lose_stream(0)
        await trio.sleep(GRACE_S - 1)
        pair.come_back(0)
        after = pair.read(0)
        assert after.HasField("welcome")
        (first,), (again,) = before.starts, after.starts
        assert (first.resumed, again.resumed) == (False, True)
        again.resumed = False
        assert again == first
        (asked,), (due,) = before.turns, after.turns
        assert asked.clock.remaining_ms == 10_000
        assert due.clock.remaining_ms == pytest.approx(6_000, abs=50)
        assert due.clock.bank_ms == due.clock.remaining_ms
        due.clock.CopyFrom(asked.clock)
        assert due == asked
        pair.say(0, answers=[play_pb2.Answer(match_id=1, turn_id=due.turn_id)])
        pair.answer_all()

    (record,) = with_a_match(lose).results
    assert isinstance(record, Record)
    assert [seat.ending for seat in record.seats] == [Ending.PLAYED] * 2
    assert record.seats[0].charged_seconds == pytest.approx(GRACE_S - 1, abs=0.1)


def test_a_bot_that_is_away_loses_on_time_as_if_it_were_there() -> None:
    async def lose(pair: Pair, nursery: trio.Nursery) -> None:
        for _ in range(2):
            pair.lose_stream(0)
            await trio.sleep(GRACE_S - 0.1)
            pair.come_back(0)
        pair.lose_stream(0)
        await trio.sleep(0.5)
        assert not pair.sessions[0].seats
        pair.answer_all()

    (record,) = with_a_match(lose).results
    assert isinstance(record, Record)
    assert [seat.ending for seat in record.seats] == [Ending.TIMEOUT, Ending.PLAYED]


def test_a_turn_that_falls_due_while_a_bot_is_away_is_sent_when_it_comes_back() -> None:
    async def lose(pair: Pair, nursery: trio.Nursery) -> None:
        pair.lose_stream(1)
        pair.say(0, answers=[play_pb2.Answer(match_id=1, turn_id=1)])
        pair.come_back(1)
        assert [turn.turn_id for turn in pair.read(1).turns] == [2]
        pair.lose_stream(1)  # before it has answered
        pair.come_back(1)
        pair.answer_all()

    (record,) = with_a_match(lose).results
    assert isinstance(record, Record)
    assert [seat.ending for seat in record.seats] == [Ending.PLAYED] * 2


def test_an_answer_that_was_read_before_the_stream_was_lost_counts_once() -> None:
    async def lose(pair: Pair, nursery: trio.Nursery) -> None:
        answer = play_pb2.Answer(match_id=1, turn_id=1)
        pair.say(0, answers=[answer])
        pair.lose_stream(0)
        pair.come_back(0)
        assert not pair.read(0).turns
        pair.say(0, answers=[answer])
        assert [turn.turn_id for turn in pair.read(1).turns] == [2]
        assert pair.read(1).turns == []
        pair.say(1, answers=[play_pb2.Answer(match_id=1, turn_id=2)])
        pair.answer_all()

    (record,) = with_a_match(lose).results
    assert isinstance(record, Record)
    assert record.seats[0].decisions == len(record.actions) - record.seats[1].decisions


def test_a_match_that_ended_while_a_bot_was_away_is_not_among_those_that_go_on() -> None:
    async def lose(pair: Pair, nursery: trio.Nursery) -> None:
        for turn_id, column in enumerate((0, 1, 2, 1, 0, 1, 2, 1), start=1):
            if turn_id == 8:
                pair.lose_stream(0)
            answer = play_pb2.Answer(match_id=1, turn_id=turn_id, action_index=column)
            pair.say((turn_id - 1) % 2, answers=[answer])
        pair.come_back(0)
        told = pair.read(0)
        assert told.HasField("welcome")
        assert (len(told.starts), len(told.turns)) == (0, 0)
        pair.say(0, answers=[play_pb2.Answer(match_id=1, turn_id=7)])  # late, and no intrusion

    (record,) = with_a_match(lose).results
    assert isinstance(record, Record)
    assert [seat.rank for seat in record.seats] == [2, 1]


def test_a_stream_that_is_alive_is_never_replaced() -> None:
    async def intrude(pair: Pair, nursery: trio.Nursery) -> None:
        honest = pair.sessions[0]
        with pytest.raises(Refusal, match="a is connected already"):
            pair.come_back(0)
        pair.arbiter.close_session(pair.sessions[0])  # the end of the intruder's stream
        pair.sessions[0] = honest
        pair.answer_all()

    (record,) = with_a_match(intrude).results
    assert isinstance(record, Record)
    assert [seat.ending for seat in record.seats] == [Ending.PLAYED] * 2


def test_a_bot_that_comes_back_too_late_is_told_so() -> None:
    async def lose(pair: Pair, nursery: trio.Nursery) -> None:
        pair.lose_stream(0)
        await trio.sleep(GRACE_S + 0.1)
        with pytest.raises(Refusal, match="its time to come back is over"):
            pair.come_back(0)
        pair.answer_all()

    (record,) = with_a_match(lose).results
    assert isinstance(record, Record)
    assert record.seats[0].ending is Ending.DISCONNECT


def test_the_late_end_of_a_lost_stream_does_not_touch_the_one_that_replaced_it() -> None:
    async def lose(pair: Pair, nursery: trio.Nursery) -> None:
        lost = pair.sessions[0]
        pair.lose_stream(0)
        pair.come_back(0)
        pair.arbiter.close_session(lost)
        assert pair.lives[0].state is LifeState.CONNECTED
        pair.answer_all()

    (record,) = with_a_match(lose).results
    assert isinstance(record, Record)
    assert [seat.ending for seat in record.seats] == [Ending.PLAYED] * 2


def test_a_bot_that_does_not_connect_in_time_is_a_no_show() -> None:
    async def main() -> None:
        arbiter = Arbiter(lambda wake: wake(), monotonic=trio.current_time)
        life = arbiter.expect("late", Bot("late", "1"), "token", startup_s=3)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(arbiter.watch)
            await arbiter.change()
            assert trio.current_time() - begun_s == pytest.approx(3, abs=0.1)
            nursery.cancel_scope.cancel()
        assert life.absence("paris") == (Ending.NO_SHOW, "did not connect within 3 s")

    clock = trio.testing.MockClock(autojump_threshold=0)
    begun_s = clock.current_time()
    trio.run(main, clock=clock)
