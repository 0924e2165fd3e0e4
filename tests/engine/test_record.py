"""Records: written, read, replayed, verified."""

import json
from dataclasses import fields, replace
from typing import Any

import pytest

from engine.dice import Dice
from engine.errors import BadRecord
from engine.record import (
    Bot,
    Ending,
    Host,
    Record,
    SeatRecord,
    Setup,
    Strike,
    record_from_json,
    record_to_json,
    replay,
    replay_decisions,
    verify,
)
from tests.engine.golden import play_case

RECORD = play_case(Setup("moscow_paris", 2, {"max_turns": 40}, 7))


def test_a_record_reads_back_as_it_was_written() -> None:
    record, digest = record_from_json(record_to_json(RECORD))
    assert record == RECORD
    assert digest == RECORD.digest


def test_a_record_tells_where_it_was_played_and_its_digest_does_not() -> None:
    """A record from before this was told has no such field, and is written as it was."""
    told = replace(RECORD, host=Host("one", 0.25))
    assert json.loads(record_to_json(told))["host"] == {"name": "one", "calibration_s": 0.25}
    assert record_from_json(record_to_json(told)) == (told, RECORD.digest)
    assert "host" not in json.loads(record_to_json(RECORD))


def test_an_action_is_written_with_its_kind_first() -> None:
    action = json.loads(record_to_json(RECORD))["actions"][0]
    assert action[0] == RECORD.actions[0][-1]


def test_a_replay_walks_through_the_match_to_its_end() -> None:
    steps = [(state.decider, action) for state, action in replay(RECORD)]
    assert [action for _, action in steps] == [*RECORD.actions, ()]
    assert steps[-1][0] is None


def test_a_true_record_is_verified() -> None:
    verify(RECORD, RECORD.digest)


def test_the_digest_covers_set_up_and_moves() -> None:
    assert replace(RECORD, actions=RECORD.actions[:-1]).digest != RECORD.digest
    assert replace(RECORD, setup=replace(RECORD.setup, seed=8)).digest != RECORD.digest


CHANGES = {
    "bot": "x",
    "version": "x",
    "score": -1,
    "rank": 9,
    "ending": Ending.CRASH,
    "reason": "x",
    "decisions": 999,
    "sources": (("capitals", 1),),
    "strikes": (Strike(1, Ending.TIMEOUT, ""),),
}


def test_times_of_decisions_are_kept_outside_the_digest() -> None:
    timed = replace(RECORD, times=((0.1, 2.5), (0.03,)))
    record, digest = record_from_json(record_to_json(timed))
    assert record == timed
    assert digest == RECORD.digest
    assert "times" not in json.loads(record_to_json(replace(RECORD, times=())))


@pytest.mark.parametrize("field", [field.name for field in fields(SeatRecord)])
def test_the_digest_covers_every_field_of_a_seat_but_its_times(field: str) -> None:
    change: dict[str, Any] = {field: CHANGES.get(field, 99.0)}
    seats = (RECORD.seats[0], replace(RECORD.seats[1], **change))
    assert (replace(RECORD, seats=seats).digest != RECORD.digest) == (field in CHANGES)


def changed(**changes: Any) -> Record:
    return replace(RECORD, **changes)


def seats(**changes: Any) -> tuple[SeatRecord, ...]:
    """The seats with a change for each, by its number."""
    return tuple(
        replace(seat, **{key: values[n] for key, values in changes.items()})
        for n, seat in enumerate(RECORD.seats)
    )


def unplayed(**changes: Any) -> Record:
    """A match without a single decision."""
    return changed(actions=(), seats=seats(decisions=(0, 0), **changes))


PLAYED, CRASH = Ending.PLAYED, Ending.CRASH
NO_SCORE = (None, None)


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        (changed(actions=(("nonsense",), *RECORD.actions)), "action 0 of the record"),
        (changed(actions=(*RECORD.actions, RECORD.actions[0])), "is not valid"),
        (changed(actions=RECORD.actions[:-1]), "decided .* times, the record says"),
        (changed(seats=seats(score=(9, 9))), "replay scores"),
        (changed(seats=seats(score=NO_SCORE)), "replay scores"),
        (changed(seats=RECORD.seats[:1]), "2 players have 1 seats"),
        (changed(seats=RECORD.seats * 2), "2 players have 4 seats"),
        (changed(seats=seats(rank=[3 - seat.rank for seat in RECORD.seats])), "earned the ranks"),
        (changed(seats=seats(rank=(0, 0))), "earned the ranks"),
        (changed(seats=seats(ending=(CRASH, PLAYED), rank=(1, 2))), "earned the ranks"),
        (changed(seats=seats(ending=(CRASH, PLAYED), rank=(1, 1))), "behind all others"),
        (changed(seats=seats(ending=(CRASH, PLAYED), rank=(3, 1))), "behind all others"),
        (unplayed(ending=(CRASH, CRASH), score=NO_SCORE, rank=(1, 1)), "behind all others"),
        (unplayed(ending=(CRASH, CRASH), rank=(1, 2)), "not over, yet the record has the scores"),
        (unplayed(ending=(CRASH, PLAYED), score=NO_SCORE, rank=(2, 1)), "not over after 0 actions"),
        (changed(seats=seats(ending=(CRASH, CRASH), rank=(1, 2))), "all seats forfeited, yet"),
        (changed(seats=seats(decisions=(0, 0))), "of seat . is neither one of the 0 decisions"),
        (changed(seats=seats(decisions=(999, 999))), "seat 0 decided .* the record says 999"),
        (changed(seats=seats(ending=(CRASH, PLAYED), rank=(2, 1), decisions=(0, 0))), "stand-in"),
    ],
)
def test_a_record_that_does_not_replay_is_refused(record: Record, sentence: str) -> None:
    with pytest.raises(BadRecord, match=sentence):
        verify(record, record.digest)


@pytest.mark.parametrize("ranks", [(1, 2), (2, 1)])
def test_which_of_two_forfeits_came_first_is_not_told_by_the_moves(ranks: Any) -> None:
    record = unplayed(ending=(CRASH, CRASH), score=NO_SCORE, rank=ranks)
    verify(record, record.digest)


@pytest.mark.parametrize(
    ("endings", "ranks"), [((CRASH, PLAYED), (2, 1)), ((PLAYED, CRASH), (1, 2))]
)
def test_who_played_to_the_end_ranks_before_a_forfeit_whatever_the_scores(
    endings: Any, ranks: Any
) -> None:
    record = changed(seats=seats(ending=endings, rank=ranks))
    verify(record, record.digest)


@pytest.mark.parametrize("ending", [Ending.TIMEOUT, Ending.ILLEGAL_ANSWER])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_that_decided_to_the_end_is_not_passed_off_as_one_that_missed_a_turn(
    ending: Any, seat: Any
) -> None:
    endings, ranks = [PLAYED, PLAYED], [1, 1]
    endings[seat], ranks[seat] = ending, 2
    record = changed(seats=seats(ending=endings, rank=ranks))
    with pytest.raises(BadRecord, match=f"seat {seat} made every decision itself, yet its ending"):
        verify(record, record.digest)


def with_stand_in(own: int) -> Record:
    """A match whose seat 1 runs out of time after some decisions."""
    state, stand_in, dice = RECORD.setup.deal(), RECORD.setup.stand_in(), Dice(1)
    actions, decisions = [], [0, 0]
    while (seat := state.decider) is not None:
        missing = seat == 1 and decisions[1] == own
        actions.append((stand_in if missing else dice).choose(state.actions()))
        decisions[seat] += not missing
        state.play(actions[-1])
    outcome = state.outcome()
    assert outcome is not None
    changes = seats(
        score=outcome.scores,
        rank=(1, 2),
        ending=(PLAYED, Ending.TIMEOUT),
        decisions=decisions,
    )
    return changed(actions=tuple(actions), seats=changes)


def test_a_replay_tells_strikes_and_what_follows_a_forfeit_from_a_seat_s_own_decisions() -> None:
    record = with_stand_in(3)
    mine = [at for at, (state, _) in enumerate(replay(record), 1) if state.decider == 1]
    strike = Strike(mine[1], Ending.TIMEOUT, "too late")
    struck = replace(record.seats[1], decisions=2, strikes=(strike,))
    told = [made for _, made in replay_decisions(replace(record, seats=(record.seats[0], struck)))]
    assert told.pop() is None
    decisions = [made for made in told if made is not None]
    assert [made.action for made in decisions] == list(record.actions)
    assert not any(made.stand_in for made in decisions if made.seat == 0)
    own, failed, another, *later = [made for made in decisions if made.seat == 1]
    assert (own.stand_in, another.stand_in) == (False, False)
    assert (failed.stand_in, failed.strike, failed.forfeited) == (True, strike, False)
    assert later
    assert all(made.stand_in and made.forfeited and made.strike is None for made in later)


@pytest.mark.parametrize("own", [0, 3])
def test_a_stand_in_finishes_the_seat_that_ran_out_of_time(own: Any) -> None:
    record = with_stand_in(own)
    verify(record, record.digest)


@pytest.mark.parametrize("claimed", [2, 4])
def test_a_seat_that_ran_out_of_time_decided_as_often_as_the_record_says(claimed: Any) -> None:
    record = with_stand_in(3)
    wrong = (record.seats[0], replace(record.seats[1], decisions=claimed))
    with pytest.raises(BadRecord, match="of seat 1 is neither one of"):
        verify(replace(record, seats=wrong), replace(record, seats=wrong).digest)


def test_a_record_under_another_digest_is_refused() -> None:
    with pytest.raises(BadRecord, match="digest"):
        verify(RECORD, "0" * 16)


def test_an_unfinished_game_may_be_one_that_everybody_forfeited() -> None:
    deciders = [state.decider for state, _ in replay(RECORD)][:5]
    timeouts = seats(
        score=NO_SCORE,
        ending=[Ending.TIMEOUT] * 2,
        rank=(2, 1),
        decisions=[deciders.count(0), deciders.count(1)],
    )
    record = changed(actions=RECORD.actions[:5], seats=timeouts)
    verify(record, record.digest)


@pytest.mark.parametrize(
    "text", ["", "[]", "5", "{}", '{"format": 2}', '{"format": 99}', "[" * 200_000, "9" * 5_000]
)
def test_what_is_not_a_record_is_refused(text: str) -> None:
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
    part = data
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = value
    with pytest.raises(BadRecord, match="not a record of a match") as caught:
        record_from_json(json.dumps(data))
    assert sentence in str(caught.value)


@pytest.mark.parametrize("bot", [Bot("ada", "1"), Bot("ada@home", "1.0")])
def test_a_bot_reads_back_as_it_was_written(bot: Bot) -> None:
    assert Bot.parse(str(bot)) == bot
