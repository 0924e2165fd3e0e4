"""A bot's stream without a stream: messages in, parts out."""

from collections.abc import Callable
from typing import Any

import pytest

from arbiter.bot_life import BotLife, LifeState
from arbiter.sessions import (
    CREDIT,
    EARNED,
    FORGIVEN,
    HELLO_LIMIT,
    MESSAGE_COST,
    UNSOLICITED_LIMIT,
    Refusal,
    Session,
    Status,
)
from engine.record import Bot, Ending
from lutetia.v1 import play_pb2


class FakeSeat:
    """A seat that remembers what it was told; only turn 1 is due."""

    def __init__(self) -> None:
        self.answers: list[tuple[int, int]] = []
        self.ending: Ending | None = None
        self.session: Session | None = None

    def answer(self, turn_id: int, action_index: int) -> bool:
        self.answers.append((turn_id, action_index))
        return turn_id == 1

    def forfeit(self, ending: Ending, reason: str) -> None:
        self.ending = ending

    def resume(self, session: Session) -> None:
        self.session = session


def admit(session: Session, hello: play_pb2.Hello) -> BotLife:
    life = BotLife(
        "bot", Bot("bot", "1"), "", now=0.0, startup_s=1.0, grace_s=1.0, has_process=True
    )
    life.admitted(hello.games, hello.max_matches)
    return life


def fresh(wake: Callable[[], None] = lambda: None) -> Session:
    return Session(admit, wake)


def greeted(wake: Callable[[], None] = lambda: None) -> Session:
    session = fresh(wake)
    session.receive(message(hello=play_pb2.Hello(protocol_version=1, bot="bot")))
    return session


def message(**parts: Any) -> bytes:
    return play_pb2.BotMessage(**parts).SerializeToString()


def answer(match_id: int, turn_id: int) -> play_pb2.Answer:
    return play_pb2.Answer(match_id=match_id, turn_id=turn_id, action_index=3)


def refused(session: Session, data: bytes) -> Status:
    with pytest.raises(Refusal) as refusal:
        session.receive(data)
    return refusal.value.status


def test_the_first_message_is_a_hello() -> None:
    session = fresh()
    assert refused(session, message(answers=[answer(1, 1)])) == Status.INVALID_ARGUMENT


def test_there_is_one_hello() -> None:
    hello = message(hello=play_pb2.Hello(protocol_version=1, bot="bot"))
    assert refused(greeted(), hello) == Status.INVALID_ARGUMENT


def test_another_protocol_version_is_refused() -> None:
    session = fresh()
    hello = message(hello=play_pb2.Hello(protocol_version=2, bot="bot"))
    assert refused(session, hello) == Status.FAILED_PRECONDITION


def test_bytes_that_are_not_a_message_are_refused() -> None:
    assert refused(greeted(), b"\xff\xff") == Status.INVALID_ARGUMENT


def test_answers_of_one_message_go_to_their_matches() -> None:
    session, one, two = greeted(), FakeSeat(), FakeSeat()
    session.add_seat(1, one)
    session.add_seat(2, two)
    session.receive(message(answers=[answer(1, 1), answer(2, 1)]))
    assert one.answers == two.answers == [(1, 3)]


def test_a_resignation_goes_to_its_game() -> None:
    session, seat = greeted(), FakeSeat()
    session.add_seat(1, seat)
    session.receive(message(resignations=[play_pb2.Resignation(match_id=1)]))
    assert seat.ending == Ending.RESIGNED


def test_an_answer_to_a_match_that_was_never_started_is_refused() -> None:
    assert refused(greeted(), message(answers=[answer(5, 1)])) == Status.INVALID_ARGUMENT


def test_late_and_repeated_answers_are_ignored_and_only_a_flood_is_refused() -> None:
    session = greeted()
    session.add_seat(1, FakeSeat())
    session.receive(message(answers=[answer(1, 7)] * UNSOLICITED_LIMIT))
    assert refused(session, message(answers=[answer(1, 7)])) == Status.RESOURCE_EXHAUSTED


def test_what_answers_nothing_is_counted_per_match() -> None:
    """A bot that answers everything twice was cut off after a thousand decisions."""
    session = greeted()
    for match_id in range(1, 4):
        session.add_seat(match_id, FakeSeat())
        session.add_seat(match_id + 10, FakeSeat())
        for ended in (match_id, match_id + 10):
            session.receive(message(answers=[answer(ended, 7)] * UNSOLICITED_LIMIT))
            session.remove_seat(ended)
        session.receive(message(answers=[answer(match_id, 1)] * UNSOLICITED_LIMIT))  # too late


def test_a_bot_that_answers_everything_three_times_survives_a_long_match() -> None:
    """It was refused at decision 1,001 of its match if it answered everything twice."""
    session = greeted()
    session.add_seat(1, FakeSeat())
    for _ in range(3 * UNSOLICITED_LIMIT):
        session.send(b"a turn")
        session.drain()
        session.receive(message(answers=[answer(1, 1), answer(1, 7), answer(1, 7)]))
    session.receive(message(answers=[answer(1, 7)] * (UNSOLICITED_LIMIT - 2)))
    assert refused(session, message(answers=[answer(1, 7)])) == Status.RESOURCE_EXHAUSTED


def test_a_flood_of_answers_to_matches_that_are_over_is_refused() -> None:
    session = greeted()
    session.add_seat(1, FakeSeat())
    session.remove_seat(1)
    flood = message(answers=[answer(1, 1)] * (UNSOLICITED_LIMIT + 1))
    assert refused(session, flood) == Status.RESOURCE_EXHAUSTED


@pytest.mark.parametrize("part", [{}, {"goodbye": play_pb2.Goodbye()}])
def test_a_flood_of_messages_that_say_nothing_new_is_refused(part: dict[str, object]) -> None:
    session = greeted()
    session.add_seat(1, FakeSeat())
    session.receive(message(goodbye=play_pb2.Goodbye()))
    for _ in range(UNSOLICITED_LIMIT):
        session.receive(message(**part))
    assert refused(session, message(**part)) == Status.RESOURCE_EXHAUSTED


def test_resigning_a_match_that_was_never_started_is_refused() -> None:
    part = play_pb2.Resignation(match_id=5)
    assert refused(greeted(), message(resignations=[part])) == Status.INVALID_ARGUMENT


def test_what_is_ready_leaves_in_one_message_and_wakes_the_writer_once() -> None:
    woken: list[bool] = []
    session = greeted(wake=lambda: woken.append(True))
    for match_id in (1, 2):
        over = play_pb2.Over(match_id=match_id)
        session.send(play_pb2.ArbiterMessage(overs=[over]).SerializeToString())
    sent = play_pb2.ArbiterMessage.FromString(session.drain())
    assert [over.match_id for over in sent.overs] == [1, 2]
    assert woken == [True]
    assert session.drain() == b""


def test_a_stream_is_over_when_a_leaving_bot_has_no_match_left() -> None:
    woken: list[bool] = []
    session = greeted(wake=lambda: woken.append(True))
    session.add_seat(1, FakeSeat())
    session.receive(message(goodbye=play_pb2.Goodbye()))
    assert session.life is not None
    assert session.life.state is LifeState.LEAVING
    assert not session.over
    woken.clear()
    session.remove_seat(1)
    assert session.over
    assert woken == [True]


def test_a_goodbye_between_matches_ends_the_stream_at_once() -> None:
    woken: list[bool] = []
    session = greeted(wake=lambda: woken.append(True))
    session.receive(message(goodbye=play_pb2.Goodbye()))
    assert session.over
    assert woken == [True]


def padded(size: int) -> bytes:
    """Return a message with an answer and a field that nobody knows, as a newer bot may send."""
    known = message(answers=[answer(1, 1)])
    field = b"\xfa\x01" + bytes([0x80 | (size & 0x7F), size >> 7])  # field 31, of this size
    return known + field + bytes(size)


def test_more_bytes_than_a_bot_was_asked_for_are_refused_before_they_are_parsed() -> None:
    session = greeted()
    session.add_seat(1, FakeSeat())
    junk = padded(16_000)
    for _ in range(CREDIT // (len(junk) + MESSAGE_COST) - 1):
        session.receive(junk)
    assert refused(session, b"\xff" * (2 * len(junk))) == Status.RESOURCE_EXHAUSTED


def test_a_stranger_may_send_no_more_than_a_hello_needs() -> None:
    """It is refused before it is parsed: these bytes are not a message."""
    session = Session(lambda *_: pytest.fail("let in"), lambda: None)
    assert refused(session, b"\xff" * (HELLO_LIMIT + 1)) == Status.RESOURCE_EXHAUSTED


def test_what_a_bot_is_sent_earns_it_more_than_an_answer_costs() -> None:
    session = greeted()
    session.add_seat(1, FakeSeat())
    junk = padded(EARNED - MESSAGE_COST - 32)
    for _ in range(2 * CREDIT // EARNED):
        session.send(b"a turn")
        session.drain()
        session.receive(junk)


def test_a_second_stream_takes_over_the_seats_of_the_first_and_what_was_counted() -> None:
    lost, seat = greeted(), FakeSeat()
    lost.add_seat(3, FakeSeat())
    lost.add_seat(4, seat)
    lost.receive(message(answers=[answer(4, 7)] * UNSOLICITED_LIMIT))
    lost.remove_seat(3)
    session = greeted()
    session.resume(lost)
    assert seat.session is session
    assert not lost.seats
    session.receive(message(answers=[answer(3, 1)]))  # late, but it was started once
    session.receive(message(answers=[answer(4, 1)]))
    assert seat.answers[-1] == (1, 3)
    # It ended a match meanwhile, which forgives what belongs to none, but not this one's flood.
    session.receive(message(answers=[answer(4, 7)] * FORGIVEN))
    assert refused(session, message(answers=[answer(4, 7)])) == Status.RESOURCE_EXHAUSTED
