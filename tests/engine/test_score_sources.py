"""Points by source: they add up, and records hold them."""

from dataclasses import replace
from typing import Any

import pytest

from connect_four.rules import Board, ConnectFour, Options
from engine.dice import Dice
from engine.errors import BadRecord
from engine.games import find_game
from engine.record import (
    Record,
    Setup,
    record_from_json,
    record_to_json,
    replay,
    sources_of,
    verify,
)
from engine.testing import check_game
from tests.engine.golden import CASES, play_case


def with_sources(setup: Setup) -> Record:
    record = play_case(setup)
    *_, (state, _) = replay(record)
    seats = zip(record.seats, sources_of(state), strict=True)
    return replace(record, seats=tuple(replace(seat, sources=found) for seat, found in seats))


RECORD = with_sources(Setup("moscow_paris", 2, {}, 1))


@pytest.mark.parametrize("case", CASES)
def test_points_by_source_add_up_to_the_score(case: str) -> None:
    record = with_sources(CASES[case])
    for seat in record.seats:
        assert "earlier" not in dict(seat.sources)
        assert sum(points for _, points in seat.sources) == seat.score


def test_points_in_the_middle_of_paris_are_those_that_everybody_sees() -> None:
    for state, _ in replay(play_case(CASES["paris-3"])):
        seen = [player.points for player in state.view(None).players]
        assert [sum(found.values()) for found in state.score_sources()] == seen


def test_an_imagined_game_counts_what_came_before_as_earlier() -> None:
    game: Any = find_game("paris")
    steps = replay(play_case(CASES["paris-2"]))
    state = next(state for state, _ in steps if state.view(None).players[0].points)
    points = state.view(None).players[0].points
    imagined = game.imagine(state.view(0), game.options(), Dice(1))
    assert imagined.score_sources()[0]["earlier"] == points


def test_a_plug_in_has_one_source_the_score() -> None:
    state = find_game("connect_four").new(2, find_game("connect_four").options(), 1)
    assert not state.score_sources()
    for column in (0, 1, 0, 1, 0, 1, 0):
        state.play(next(action for action in state.actions() if action.column == column))
    assert state.score_sources() == [{"score": 1}, {"score": 0}]


def test_a_record_keeps_points_by_source_in_their_order() -> None:
    record, digest = record_from_json(record_to_json(RECORD))
    assert record == RECORD
    assert next(name for name, _ in record.seats[0].sources) == "capitals"
    verify(record, digest)


def test_a_record_without_points_by_source_is_still_good() -> None:
    plain = play_case(RECORD.setup)
    assert '"sources"' not in record_to_json(plain)
    verify(plain, plain.digest)


def test_points_by_source_that_the_moves_do_not_bring_are_refused() -> None:
    wrong = replace(RECORD.seats[0], sources=(("capitals", RECORD.seats[0].score or 0),))
    record = replace(RECORD, seats=(wrong, RECORD.seats[1]))
    with pytest.raises(BadRecord, match="replay gets its points from"):
        verify(record, record.digest)


class _Generous(Board):
    """A position that counts a point too many."""

    __slots__ = ()

    def score_sources(self) -> list[dict[str, int]]:
        return [{"score": 1}, {"score": 1}]


class _GenerousGame(ConnectFour):
    def deal(self, players: int, options: Options, dice: Dice) -> Board:
        return _Generous()


def test_sources_that_do_not_add_up_are_a_breach_of_the_contract() -> None:
    with pytest.raises(AssertionError, match="do not add up"):
        check_game(_GenerousGame(), 2, Options(), range(1, 2), sample=10_000)
