"""A table without streams: sessions whose messages are read by the test."""

import logging
import time

import pytest

from arbiter.clocks import parse_clock
from arbiter.match import Bot, Match
from arbiter.sessions import Session
from arbiter.tables import Result, Table, Void
from engine.record import Record, Setup
from lutetia.v1 import play_pb2

CONTROL = parse_clock("10")


class Party:
    """A table of Connect Four with two bots, and how long the arbiter has stood still."""

    def __init__(self) -> None:
        self.sessions = [Session(lambda session, hello: None) for _ in range(2)]
        self.results: list[Result] = []
        self.stalled_s = 0.0
        match = Match(Setup("connect_four", 2, {}, 1), [Bot("a", "1"), Bot("b", "1")], CONTROL)
        self.table = Table(
            1,
            match,
            self.sessions,
            done=lambda table, result: self.results.append(result),
            stalled_s=lambda now: self.stalled_s,
        )
        self.table.begin(CONTROL)

    def read(self, seat: int) -> play_pb2.ArbiterMessage:
        return play_pb2.ArbiterMessage.FromString(self.sessions[seat].drain())

    def answer(self, seat: int, turn_id: int, action: int = 0) -> bool:
        return self.sessions[seat].seats[1].answer(turn_id, action)


def test_a_game_begins_for_all_and_asks_the_first() -> None:
    party = Party()
    first, second = party.read(0), party.read(1)
    assert (len(first.starts), len(first.turns)) == (1, 1)
    assert (len(second.starts), len(second.turns)) == (1, 0)
    assert first.starts[0].bot_seed != second.starts[0].bot_seed


def test_an_answer_asks_the_next() -> None:
    party = Party()
    assert party.answer(0, 1)
    assert [turn.turn_id for turn in party.read(1).turns] == [2]


def test_a_bot_that_resigns_is_told_so_and_the_other_plays_on_to_a_win() -> None:
    party = Party()
    party.sessions[1].seats[1].resign()
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
    late = party.table.match.deadline_s + 0.001
    assert not party.table.overdue(party.table.match.deadline_s)
    assert party.table.overdue(late)


def test_nobody_loses_the_time_for_which_the_arbiter_stood_still() -> None:
    party = Party()
    late = party.table.match.deadline_s + 0.5
    party.stalled_s = 3.0
    assert not party.table.overdue(late)
    assert not party.table.overdue(late + 2.4)
    assert party.table.overdue(late + 2.6)  # the same stall is given back once


def test_an_error_of_ours_voids_the_game_and_tells_bots_nothing_of_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    party = Party()

    def broken(*_: object) -> None:
        raise ZeroDivisionError("the secret card is a 7")

    with caplog.at_level(logging.ERROR):
        party.table.step(broken, time.monotonic())
    (void,) = party.results
    assert isinstance(void, Void)
    assert "seed=1" in void.reason
    assert "secret" not in party.read(0).overs[0].reason
    assert "to reproduce" in caplog.text
