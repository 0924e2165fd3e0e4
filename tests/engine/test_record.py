"""Records: written, read, replayed, verified."""

import json
from dataclasses import replace
from typing import Any

import pytest

from engine.errors import BadRecord
from engine.record import (
    Ending,
    Record,
    SeatRecord,
    Setup,
    record_from_json,
    record_to_json,
    replay,
    verify,
)
from tests.engine.golden import play_case

RECORD = play_case(Setup("moscow_paris", 2, {"max_turns": 40}, 7))


def test_a_record_reads_back_as_it_was_written() -> None:
    record, digest = record_from_json(record_to_json(RECORD))
    assert record == RECORD
    assert digest == RECORD.digest


def test_an_action_is_written_with_its_kind_first() -> None:
    action = json.loads(record_to_json(RECORD))["actions"][0]
    assert action[0] == RECORD.actions[0][-1]


def test_a_replay_walks_through_the_game_to_its_end() -> None:
    steps = [(state.decider, action) for state, action in replay(RECORD)]
    assert [action for _, action in steps] == [*RECORD.actions, ()]
    assert steps[-1][0] is None


def test_a_true_record_is_verified() -> None:
    verify(RECORD, RECORD.digest)


def test_the_digest_depends_on_moves_and_set_up_and_not_on_who_played() -> None:
    renamed = replace(RECORD, seats=tuple(replace(seat, bot="x") for seat in RECORD.seats))
    assert renamed.digest == RECORD.digest
    assert replace(RECORD, actions=RECORD.actions[:-1]).digest != RECORD.digest
    assert replace(RECORD, setup=replace(RECORD.setup, seed=8)).digest != RECORD.digest


def changed(**changes: Any) -> Record:
    return replace(RECORD, **changes)


def seats(**changes: Any) -> tuple[SeatRecord, ...]:
    """The seats with a change for each, by its number."""
    return tuple(
        replace(seat, **{key: values[n] for key, values in changes.items()})
        for n, seat in enumerate(RECORD.seats)
    )


PLAYED, CRASH = Ending.PLAYED, Ending.CRASH
NO_SCORE = (None, None)


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        (changed(actions=(("nonsense",), *RECORD.actions)), "action 0 of the record"),
        (changed(actions=(*RECORD.actions, RECORD.actions[0])), "is not valid"),
        (changed(actions=RECORD.actions[:-1]), "not over"),
        (changed(seats=seats(score=(9, 9))), "replay scores"),
        (changed(seats=seats(score=NO_SCORE)), "replay scores"),
        (changed(seats=RECORD.seats[:1]), "2 players have 1 seats"),
        (changed(seats=RECORD.seats * 2), "2 players have 4 seats"),
        (changed(seats=seats(rank=[3 - seat.rank for seat in RECORD.seats])), "earned the ranks"),
        (changed(seats=seats(rank=(0, 0))), "earned the ranks"),
        (changed(seats=seats(ending=(CRASH, PLAYED), rank=(1, 2))), "earned the ranks"),
        (changed(seats=seats(ending=(CRASH, PLAYED), rank=(1, 1))), "behind all others"),
        (changed(seats=seats(ending=(CRASH, PLAYED), rank=(3, 1))), "behind all others"),
        (changed(seats=seats(ending=(CRASH, CRASH), rank=(1, 1))), "behind all others"),
        (
            changed(actions=(), seats=seats(ending=(CRASH, CRASH), rank=(1, 2))),
            "not over, yet the record has the scores",
        ),
        (
            changed(actions=(), seats=seats(ending=(CRASH, PLAYED), score=NO_SCORE, rank=(2, 1))),
            "not over after 0 actions",
        ),
    ],
)
def test_a_record_that_does_not_replay_is_refused(record: Record, sentence: str) -> None:
    with pytest.raises(BadRecord, match=sentence):
        verify(record, record.digest)


@pytest.mark.parametrize("ranks", [(1, 2), (2, 1)])
def test_which_of_two_forfeits_came_first_is_not_told_by_the_moves(ranks: Any) -> None:
    record = changed(seats=seats(ending=(CRASH, CRASH), rank=ranks))
    verify(record, record.digest)


@pytest.mark.parametrize(
    ("endings", "ranks"), [((CRASH, PLAYED), (2, 1)), ((PLAYED, CRASH), (1, 2))]
)
def test_who_played_to_the_end_ranks_before_a_forfeit_whatever_the_scores(
    endings: Any, ranks: Any
) -> None:
    record = changed(seats=seats(ending=endings, rank=ranks))
    verify(record, record.digest)


def test_a_record_under_another_digest_is_refused() -> None:
    with pytest.raises(BadRecord, match="digest"):
        verify(RECORD, "0" * 16)


def test_an_unfinished_game_may_be_one_that_everybody_forfeited() -> None:
    timeouts = seats(score=NO_SCORE, ending=[Ending.TIMEOUT] * 2, rank=(2, 1))
    record = changed(actions=RECORD.actions[:5], seats=timeouts)
    verify(record, record.digest)


@pytest.mark.parametrize(
    "text", ["", "[]", "5", "{}", '{"format": 1}', '{"format": 99}', "[" * 200_000, "9" * 5_000]
)
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(BadRecord, match="record"):
        record_from_json(text)


def test_a_record_is_read_whose_action_no_text_can_hold_and_its_replay_is_refused() -> None:
    data = json.loads(record_to_json(RECORD))
    data["actions"][0] = ["\ud800"]
    record, _ = record_from_json(json.dumps(data))
    with pytest.raises(BadRecord, match=r"'\\ud800'.*is not valid"):
        verify(record, record.digest)


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        (("setup",), 5, "setup is 5"),
        (("setup", "seed"), "x", "setup.seed is 'x'; it must be a whole number"),
        (("setup", "options"), [], "setup.options is"),
        (("setup", "game"), 5, "setup.game is 5"),
        (("setup", "players"), 2.0, "setup.players is 2.0"),
        (("seats",), {}, "seats is {}"),
        (("seats", 0), 5, "seats[0] is 5"),
        (("seats", 0, "ending"), "bored", "seats[0].ending is 'bored'"),
        (("seats", 1, "rank"), None, "seats[1].rank is None"),
        (("seats", 0, "bot"), "\ud800", "seats[0].bot is '\\ud800'"),
        (("actions",), 5, "actions is 5"),
        (("actions", 0), 5, "actions must all be lists"),
        (("actions", 0), "pass", "actions must all be lists"),
        (("actions", 0), [], "not a record"),
        (("digest",), 5, "digest is 5"),
        (("colour",), 5, "there is no key 'colour'"),
    ],
)
def test_a_value_of_a_wrong_type_is_named(path: Any, value: Any, sentence: str) -> None:
    data = json.loads(record_to_json(RECORD))
    place = data
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    with pytest.raises(BadRecord, match="not a record of a game") as caught:
        record_from_json(json.dumps(data))
    assert sentence in str(caught.value)
