"""The arbiter without gRPC: sessions whose messages the test writes and reads."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import trio
import trio.testing

from arbiter.arbiter import Arbiter
from arbiter.bot_life import BotLife, LifeState
from arbiter.clocks import parse_clock
from arbiter.match import Result, Void
from arbiter.sessions import Session
from engine.record import Bot, Ending, Record, Setup
from lutetia.v1 import play_pb2

SETUP = Setup("connect_four", 2, {}, 1)
CONTROL = parse_clock("10")


class Pair:
    """Two bots on their streams, and what the arbiter makes of their match."""

    def __init__(self) -> None:
        self.arbiter = Arbiter(lambda wake: wake())
        self.lives: list[BotLife] = []
        self.sessions: list[Session] = []
        self.results: list[Result] = []
        for name in ("a", "b"):
            self.lives.append(self.arbiter.expect(name, Bot(name, "1"), "token", startup_s=1))
            self.sessions.append(self.arbiter.open_session(lambda: None))
            hello = play_pb2.Hello(protocol_version=1, bot=name, token="token")
            self.say(len(self.lives) - 1, hello=hello)

    def say(self, seat: int, **parts: Any) -> None:
        self.sessions[seat].receive(play_pb2.BotMessage(**parts).SerializeToString())

    def read(self, seat: int) -> play_pb2.ArbiterMessage:
        return play_pb2.ArbiterMessage.FromString(self.sessions[seat].drain())

    async def play(self) -> None:
        self.results.append(await self.arbiter.play(SETUP, self.lives, CONTROL, ("test",)))

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

    async def main() -> None:
        pair.append(Pair())
        async with trio.open_nursery() as nursery:
            nursery.start_soon(pair[0].play)
            await trio.testing.wait_all_tasks_blocked()
            await test(pair[0], nursery)

    trio.run(main)
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


def test_an_end_of_stream_that_crosses_its_start_is_a_forfeit() -> None:
    async def leave(pair: Pair, nursery: trio.Nursery) -> None:
        pair.arbiter.close_session(pair.sessions[0])
        pair.answer_all()

    pair = with_a_match(leave)
    (record,) = pair.results
    assert isinstance(record, Record)
    assert [seat.ending for seat in record.seats] == [Ending.DISCONNECT, Ending.PLAYED]


def test_leaving_after_the_first_turn_is_a_forfeit_and_nothing_is_started_again() -> None:
    async def leave(pair: Pair, nursery: trio.Nursery) -> None:
        pair.say(0, answers=[play_pb2.Answer(match_id=1, turn_id=1)])
        pair.arbiter.close_session(pair.sessions[0])
        other = pair.read(1)
        assert [start.match_id for start in other.starts] == [1]
        (turn,) = other.turns
        pair.say(1, answers=[play_pb2.Answer(match_id=1, turn_id=turn.turn_id)])
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


def test_a_bot_that_does_not_connect_in_time_is_a_no_show() -> None:
    async def main() -> None:
        arbiter = Arbiter(lambda wake: wake(), monotonic=trio.current_time)
        life = arbiter.expect("late", Bot("late", "1"), "token", startup_s=3)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(arbiter.watch)
            await arbiter.change()
            assert trio.current_time() - begun_s == pytest.approx(3, abs=0.1)
            nursery.cancel_scope.cancel()
        assert life.refusal("paris") == (Ending.NO_SHOW, "did not connect within 3 s")

    clock = trio.testing.MockClock(autojump_threshold=0)
    begun_s = clock.current_time()
    trio.run(main, clock=clock)
