"""Records: written, read, replayed, verified."""

import json
from dataclasses import replace

import pytest

from engine.errors import BadRecord
from engine.record import Ending, Record, Setup, record_from_json, record_to_json, replay, verify
from tests.engine.golden import play_case

RECORD = play_case(Setup("moscow_paris", 2, {"max_turns": 40}, 7))


def test_a_record_reads_back_as_it_was_written():
    record, digest = record_from_json(record_to_json(RECORD))
    assert record == RECORD
    assert digest == RECORD.digest


def test_an_action_is_written_with_its_kind_first():
    action = json.loads(record_to_json(RECORD))["actions"][0]
    assert action[0] == RECORD.actions[0][-1]


def test_a_replay_walks_through_the_game_to_its_end():
    steps = [(state.decider, action) for state, action in replay(RECORD)]
    assert [action for _, action in steps] == [*RECORD.actions, ()]
    assert steps[-1][0] is None


def test_a_true_record_is_verified():
    verify(RECORD, RECORD.digest)


def test_the_digest_depends_on_moves_and_set_up_and_not_on_who_played():
    renamed = replace(RECORD, seats=tuple(replace(seat, bot="x") for seat in RECORD.seats))
    assert renamed.digest == RECORD.digest
    assert replace(RECORD, actions=RECORD.actions[:-1]).digest != RECORD.digest
    assert replace(RECORD, setup=replace(RECORD.setup, seed=8)).digest != RECORD.digest


def changed(**changes):
    return replace(RECORD, **changes)


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        (changed(actions=(("nonsense",), *RECORD.actions)), "action 0 of the record"),
        (changed(actions=(*RECORD.actions, RECORD.actions[0])), "is not valid"),
        (changed(actions=RECORD.actions[:-1]), "not over"),
        (changed(seats=tuple(replace(seat, score=9) for seat in RECORD.seats)), "replay scores"),
    ],
)
def test_a_record_that_does_not_replay_is_refused(record: Record, sentence: str):
    with pytest.raises(BadRecord, match=sentence):
        verify(record, record.digest)


def test_a_record_under_another_digest_is_refused():
    with pytest.raises(BadRecord, match="digest"):
        verify(RECORD, "0" * 16)


def test_an_unfinished_game_may_be_one_that_everybody_forfeited():
    seats = tuple(replace(seat, score=None, ending=Ending.TIMEOUT) for seat in RECORD.seats)
    record = changed(actions=RECORD.actions[:5], seats=seats)
    verify(record, record.digest)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": 1}', '{"format": 99}'])
def test_what_is_no_record_is_refused(text):
    with pytest.raises(BadRecord, match="record"):
        record_from_json(text)
