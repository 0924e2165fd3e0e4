"""A bot's stream without a stream: messages in, parts out."""

import pytest

from arbiter.sessions import STRAY_LIMIT, Refusal, Session, Status
from engine.record import Ending
from lutetia.v1 import play_pb2


class Chair:
    """A seat that remembers what it was told."""

    def __init__(self) -> None:
        self.answers: list[tuple[int, int]] = []
        self.ending: Ending | None = None

    def answer(self, turn_id: int, index: int) -> bool:
        self.answers.append((turn_id, index))
        return turn_id == 1

    def forfeit(self, ending: Ending, reason: str) -> None:
        self.ending = ending


def greeted() -> Session:
    session = Session(lambda session, hello: None)
    session.receive(message(hello=play_pb2.Hello(protocol_version=1, bot="bot")))
    return session


def message(**parts: object) -> bytes:
    return play_pb2.BotMessage(**parts).SerializeToString()


def answer(game_id: int, turn_id: int) -> play_pb2.Answer:
    return play_pb2.Answer(game_id=game_id, turn_id=turn_id, action=3)


def refused(session: Session, data: bytes) -> Status:
    with pytest.raises(Refusal) as refusal:
        session.receive(data)
    return refusal.value.status


def test_the_first_message_is_a_hello() -> None:
    session = Session(lambda session, hello: None)
    assert refused(session, message(answers=[answer(1, 1)])) == Status.INVALID_ARGUMENT


def test_there_is_one_hello() -> None:
    hello = message(hello=play_pb2.Hello(protocol_version=1, bot="bot"))
    assert refused(greeted(), hello) == Status.INVALID_ARGUMENT


def test_another_protocol_version_is_refused() -> None:
    session = Session(lambda session, hello: None)
    hello = message(hello=play_pb2.Hello(protocol_version=2, bot="bot"))
    assert refused(session, hello) == Status.FAILED_PRECONDITION


def test_bytes_that_are_no_message_are_refused() -> None:
    assert refused(greeted(), b"\xff\xff") == Status.INVALID_ARGUMENT


def test_answers_of_one_message_go_to_their_games() -> None:
    session, one, two = greeted(), Chair(), Chair()
    session.sit(1, one)
    session.sit(2, two)
    session.receive(message(answers=[answer(1, 1), answer(2, 1)]))
    assert one.answers == two.answers == [(1, 3)]


def test_a_resignation_goes_to_its_game() -> None:
    session, chair = greeted(), Chair()
    session.sit(1, chair)
    session.receive(message(resignations=[play_pb2.Resignation(game_id=1)]))
    assert chair.ending == Ending.RESIGNED


def test_a_game_that_was_never_started_is_refused() -> None:
    assert refused(greeted(), message(answers=[answer(5, 1)])) == Status.INVALID_ARGUMENT


def test_late_and_repeated_answers_are_counted_and_only_a_flood_is_refused() -> None:
    session, chair = greeted(), Chair()
    session.sit(1, chair)
    session.receive(message(answers=[answer(1, 7)]))
    session.rise(1)
    session.receive(message(answers=[answer(1, 1)]))
    assert session.strays == 2
    flood = message(answers=[answer(1, 1)] * STRAY_LIMIT)
    assert refused(session, flood) == Status.RESOURCE_EXHAUSTED


def test_what_says_nothing_new_counts_as_stray() -> None:
    session = greeted()
    session.receive(message())
    session.receive(message(goodbye=play_pb2.Goodbye()))
    session.receive(message(goodbye=play_pb2.Goodbye()))
    assert session.strays == 2


def test_resigning_a_game_that_was_never_started_is_refused() -> None:
    part = play_pb2.Resignation(game_id=5)
    assert refused(greeted(), message(resignations=[part])) == Status.INVALID_ARGUMENT


def test_what_is_ready_leaves_in_one_message_and_wakes_the_writer_once() -> None:
    session = greeted()
    woken: list[bool] = []
    session.wake = lambda: woken.append(True)
    for game_id in (1, 2):
        over = play_pb2.Over(game_id=game_id)
        session.send(play_pb2.ArbiterMessage(overs=[over]).SerializeToString())
    sent = play_pb2.ArbiterMessage.FromString(session.drain())
    assert [over.game_id for over in sent.overs] == [1, 2]
    assert woken == [True]
    assert session.drain() == b""
