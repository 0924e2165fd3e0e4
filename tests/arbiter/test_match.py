"""The match, driven without any loop: told things, and looked at."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import inf

import pytest

from arbiter.clocks import MARGIN_S, parse_clock
from arbiter.match import Forfeit, Match, Turn
from engine.errors import BadRecord
from engine.record import (
    Bot,
    Ending,
    Record,
    Setup,
    Strike,
    record_from_json,
    record_to_json,
    verify,
)


def begun(
    clock: str = "10+1",
    game: str = "connect_four",
    players: int = 2,
    absent: Mapping[int, Forfeit] | None = None,
    strikes: int = 0,
    **options: object,
) -> Match:
    """Begin a match, and the clock of its first decision at time 0."""
    bots = [Bot(f"bot-{seat}", "1") for seat in range(players)]
    setup, control = Setup(game, players, options, seed=1), parse_clock(clock)
    match = Match(setup, bots, control, absent or {}, allowed_strikes=strikes)
    match.begin()
    match.start_clock(now=0.0)
    return match


def due(match: Match) -> Turn:
    assert match.turn is not None
    return match.turn


def finish(match: Match, now: float = 0.0) -> None:
    """Answer every turn with its first action."""
    while match.turn is not None:
        assert match.answer(match.turn.seat, match.turn.turn_id, 0, now)


def test_a_match_that_is_answered_to_the_end_leaves_a_record_that_replays() -> None:
    match = begun()
    finish(match)
    record = match.record()
    verify(record, record.digest)
    assert [seat.ending for seat in record.seats] == [Ending.PLAYED] * 2
    assert sum(seat.decisions for seat in record.seats) == len(record.actions)


def test_a_turn_carries_the_events_since_the_seats_last_turn() -> None:
    match = begun()
    match.answer(0, 1, 3, now=0.1)
    match.answer(1, 2, 4, now=0.2)
    assert [event.column for event in due(match).events] == [3, 4]


def test_events_of_earlier_turns_are_not_sent_again() -> None:
    match = begun()
    for turn_id, column in enumerate((3, 4, 5, 6), 1):
        match.answer((turn_id - 1) % 2, turn_id, column, now=0.1 * turn_id)
    assert [event.column for event in due(match).events] == [5, 6]


def test_an_answer_to_another_turn_or_from_another_seat_has_no_effect() -> None:
    match = begun()
    before = due(match)
    assert not match.answer(0, 2, 0, now=0.1)
    assert not match.answer(1, 1, 0, now=0.1)
    assert match.turn is before


def test_an_index_out_of_range_forfeits_and_leaves_the_state_to_the_stand_in() -> None:
    match = begun()
    match.answer(0, 1, 7, now=0.1)
    assert match.forfeits[0].ending == Ending.ILLEGAL_ANSWER
    assert due(match).seat == 1
    assert len(match.played) == 1


def test_time_is_charged_to_the_seat_that_took_it() -> None:
    match = begun("10")
    match.answer(0, 1, 0, now=3 + MARGIN_S)
    match.start_clock(now=3 + MARGIN_S)
    match.answer(1, 2, 0, now=3 + MARGIN_S)
    assert due(match).bank_s == pytest.approx(7)


def test_a_record_has_the_measured_time_the_charged_time_and_the_slowest_decision() -> None:
    match = begun("10")
    match.answer(0, 1, 0, now=3 + MARGIN_S)
    match.start_clock(now=4.0)
    match.answer(1, 2, 0, now=4.5)
    match.start_clock(now=5.0)
    match.answer(0, 3, 0, now=6 + MARGIN_S)
    seats = match.record().seats
    assert [seat.seconds for seat in seats] == pytest.approx([4 + 2 * MARGIN_S, 0.5])
    assert [seat.charged_seconds for seat in seats] == pytest.approx([4, 0.5 - MARGIN_S])
    assert [seat.slowest_seconds for seat in seats] == pytest.approx([3 + MARGIN_S, 0.5])


def test_a_bot_that_was_kept_from_thinking_has_as_much_more_time() -> None:
    match = begun("10,move=2")
    match.excuse(0.5)
    assert match.deadline_s == pytest.approx(2.5 + MARGIN_S)
    match.excuse(1.5)  # in all, not 1.5 s more
    assert match.deadline_s == pytest.approx(3.5 + MARGIN_S)
    match.answer(0, 1, 0, now=3 + MARGIN_S)
    assert not match.forfeits
    seat = match.record().seats[0]
    assert (seat.seconds, seat.charged_seconds) == pytest.approx((3 + MARGIN_S, 1.5))


def test_an_excuse_is_for_one_decision() -> None:
    match = begun("move=2")
    match.excuse(1.0)
    match.answer(0, 1, 0, now=2.5)
    match.start_clock(now=3.0)
    assert match.deadline_s == pytest.approx(5 + MARGIN_S)


def test_a_bot_is_excused_for_four_times_its_limit_at_the_most_and_told_so() -> None:
    match = begun("move=2")
    match.excuse(60.0)
    assert match.deadline_s == pytest.approx(10 + MARGIN_S)
    match.answer(0, 1, 0, now=10.1)
    assert match.forfeits[0].reason == (
        "no answer to turn 1 within 2.000 s, and 8.000 s more for which it had no processor"
    )


def test_an_answer_after_the_deadline_is_a_loss_on_time() -> None:
    match = begun("10")
    assert match.deadline_s == pytest.approx(10 + MARGIN_S)
    match.answer(0, 1, 0, now=10.1)
    assert match.forfeits[0].ending == Ending.TIMEOUT


def test_no_clock_runs_before_the_turn_is_handed_to_the_transport() -> None:
    match = begun("10")
    match.answer(0, 1, 0, now=1.0)
    assert not match.clock_running
    assert match.deadline_s == inf
    match.start_clock(now=4.0)
    assert match.clock_running
    assert match.deadline_s == pytest.approx(14 + MARGIN_S)
    match.answer(1, 2, 0, now=6.0 + MARGIN_S)
    match.start_clock(now=7.0)
    match.answer(0, 3, 0, now=7.0)
    assert due(match).bank_s == pytest.approx(8)


def test_a_seat_that_is_absent_is_played_for_from_the_start() -> None:
    match = begun(absent={0: Forfeit(Ending.NO_SHOW, "did not come")})
    assert due(match).seat == 1
    assert len(match.played) == 1
    finish(match)
    assert match.record().seats[0].reason == "did not come"


def test_a_seat_may_forfeit_when_it_is_not_on_turn() -> None:
    match = begun()
    match.forfeit(1, Ending.CRASH, "exited")
    assert due(match).seat == 0
    finish(match)
    assert [seat.rank for seat in match.record().seats] == [1, 2]


def test_earlier_forfeits_rank_lower_and_all_below_those_who_played_on() -> None:
    match = begun(game="moscow_paris", players=3)
    match.forfeit(2, Ending.CRASH, "first out")
    match.forfeit(0, Ending.CRASH, "second out")
    finish(match)
    assert [seat.rank for seat in match.record().seats] == [2, 1, 3]


def teams() -> Match:
    """Seats 0 and 2 play against 1 and 3."""
    return begun(game="moscow_paris", players=4, teams=True)


def ranks(match: Match) -> list[int]:
    finish(match)
    record = match.record()
    verify(record, record.digest)
    return [seat.rank for seat in record.seats]


def test_team_mates_share_their_place() -> None:
    one, another, mate, _ = ranks(teams())
    assert one == mate
    assert sorted((one, another)) in ([1, 1], [1, 3])


@pytest.mark.parametrize(("forfeiting", "expected"), [(0, [3, 1, 3, 1]), (3, [1, 3, 1, 3])])
def test_a_forfeit_puts_the_team_mate_last_who_plays_on(
    forfeiting: int, expected: list[int]
) -> None:
    match = teams()
    match.forfeit(forfeiting, Ending.CRASH, "exited")
    assert ranks(match) == expected
    assert match.record().seats[(forfeiting + 2) % 4].ending == Ending.PLAYED


def test_the_team_that_forfeited_first_is_last() -> None:
    match = teams()
    for seat in (3, 0, 1):
        match.forfeit(seat, Ending.CRASH, "exited")
    assert ranks(match) == [1, 3, 1, 3]


def test_a_record_in_which_team_mates_rank_apart_is_refused() -> None:
    match = teams()
    match.forfeit(0, Ending.CRASH, "exited")
    finish(match)
    record = match.record()
    apart = [
        replace(seat, rank=rank) for seat, rank in zip(record.seats, (4, 1, 3, 1), strict=True)
    ]
    record = replace(record, seats=tuple(apart))
    with pytest.raises(BadRecord, match="earned the ranks"):
        verify(record, record.digest)


def test_a_match_that_everybody_forfeits_ends_at_once_without_scores() -> None:
    match = begun()
    match.forfeit(0, Ending.CRASH, "first out")
    match.forfeit(1, Ending.CRASH, "second out")
    assert match.turn is None
    assert [(seat.score, seat.rank) for seat in match.record().seats] == [(None, 2), (None, 1)]


def test_a_forfeit_counts_once() -> None:
    match = begun()
    match.forfeit(0, Ending.TIMEOUT, "slow")
    match.forfeit(0, Ending.CRASH, "and dead")
    assert match.forfeits[0].ending == Ending.TIMEOUT


def test_the_stand_in_plays_the_same_for_the_same_seed() -> None:
    digests = set()
    for _ in range(2):
        match = begun(absent={1: Forfeit(Ending.NO_SHOW, "did not come")})
        finish(match)
        digests.add(match.record().digest)
    assert len(digests) == 1


def test_a_seat_without_a_clock_never_runs_out_of_time() -> None:
    bots = [Bot("person", "1"), Bot("bot", "1")]
    setup = Setup("connect_four", 2, {}, seed=1)
    match = Match(setup, bots, parse_clock("move=3"), untimed={0})
    match.begin()
    match.start_clock(now=0.0)
    assert (due(match).remaining_s, match.deadline_s) == (None, inf)
    assert match.answer(0, due(match).turn_id, 0, now=10_000.0)
    assert not match.forfeits
    match.start_clock(now=10_000.0)
    assert match.deadline_s == 10_000.0 + 3 + MARGIN_S
    assert match.control_of(0).move_s is None
    assert match.control_of(1).move_s == 3


ILLEGAL = 99
"""No turn has so many actions."""


def answer(match: Match, *indices: int) -> None:
    """Answer the turns that are due, whoever's they are, each a second after it was asked."""
    for index in indices:
        turn = due(match)
        match.start_clock(now=0.0)
        assert match.answer(turn.seat, turn.turn_id, index, now=1.0)


def run_out(match: Match) -> None:
    """Let the time for the decision that is due run out."""
    match.start_clock(now=0.0)
    match.expire(now=match.deadline_s)


def ended(match: Match) -> Record:
    """Play a match to its end, and return its record, which has been verified."""
    finish(match)
    record = match.record()
    verify(record, record.digest)
    return record


def strikes_of(match: Match, seat: int) -> list[tuple[int, Ending]]:
    return [(strike.decision, strike.ending) for strike in match.strikes[seat]]


def test_an_illegal_answer_is_a_strike_while_there_are_any_and_the_next_one_a_forfeit() -> None:
    match = begun(strikes=2)
    answer(match, ILLEGAL, 0, ILLEGAL, 0)
    assert (strikes_of(match, 0), match.strikes_left(0)) == (
        [(1, Ending.ILLEGAL_ANSWER), (3, Ending.ILLEGAL_ANSWER)],
        0,
    )
    assert not match.forfeits
    answer(match, ILLEGAL)
    assert match.forfeits == {
        0: Forfeit(Ending.ILLEGAL_ANSWER, "answered 99 to turn 5, which has 7 actions")
    }


def test_running_out_of_time_is_a_strike_with_its_reason() -> None:
    match = begun("move=2", strikes=1)
    run_out(match)
    reason = "no answer to turn 1 within 2.000 s"
    assert match.strikes[0] == [Strike(1, Ending.TIMEOUT, reason)]
    answer(match, 0)
    run_out(match)
    assert match.forfeits[0].ending == Ending.TIMEOUT


def test_an_answer_after_the_deadline_is_a_strike_too() -> None:
    match = begun("10", strikes=1)
    assert match.answer(0, 1, 0, now=10.1)
    assert strikes_of(match, 0) == [(1, Ending.TIMEOUT)]


def test_strikes_are_counted_by_seat_whatever_their_kind() -> None:
    match = begun(strikes=1)
    answer(match, ILLEGAL, ILLEGAL)
    assert not match.forfeits
    run_out(match)
    assert match.forfeits.keys() == {0}


def test_a_strike_plays_what_the_stand_in_chooses_and_the_next_seat_decides() -> None:
    match = begun(strikes=1)
    chosen = match.setup.stand_in().choose(due(match).actions)
    answer(match, ILLEGAL)
    assert match.played == [chosen]
    assert (due(match).seat, due(match).turn_id) == (1, 2)


def test_what_was_played_for_a_strike_is_among_the_events_of_the_next_turn() -> None:
    match = begun(strikes=1)
    answer(match, ILLEGAL)
    column = match.played[0].column
    answer(match, 3)
    assert [event.column for event in due(match).events] == [column, 3]


def test_a_late_answer_to_a_turn_that_became_a_strike_has_no_effect() -> None:
    match = begun("move=2", strikes=1)
    run_out(match)
    before = due(match)
    assert not match.answer(0, 1, 0, now=2.5)
    assert match.turn is before


@pytest.mark.parametrize(
    ("clock", "remaining_s", "bank_s"),
    [
        ("10+1", 1.0, 1.0),  # the bank is empty, but for the increment
        ("10", 0.0, 0.0),  # and without one only the margin is left, in which a fast bot answers
        ("move=2", 2.0, None),
        ("10+1,move=2", 2.0, 9.0),
    ],
)
def test_after_a_strike_for_time_the_clock_is_what_any_decision_leaves(
    clock: str, remaining_s: float, bank_s: float | None
) -> None:
    match = begun(clock, strikes=1)
    run_out(match)
    answer(match, 0)
    assert due(match).remaining_s == pytest.approx(remaining_s)
    assert due(match).bank_s == pytest.approx(bank_s)


def test_thinking_about_an_illegal_answer_is_not_free() -> None:
    match = begun("10", strikes=1)
    match.answer(0, 1, ILLEGAL, now=3 + MARGIN_S)
    answer(match, 0)
    assert due(match).bank_s == pytest.approx(7)
    assert match.times_s[0] == [3 + MARGIN_S]


@pytest.mark.parametrize(
    "ending", [Ending.DISCONNECT, Ending.CRASH, Ending.PROTOCOL_VIOLATION, Ending.RESIGNED]
)
def test_a_fault_that_leaves_nobody_to_ask_is_a_forfeit_however_many_strikes_there_are(
    ending: Ending,
) -> None:
    match = begun(strikes=5)
    match.forfeit(0, ending, "gone")
    assert match.forfeits.keys() == {0}
    assert match.strikes == [[], []]


def test_a_bot_is_late_from_a_strike_for_time_until_it_answers() -> None:
    match = begun(strikes=3)
    run_out(match)
    answer(match, 0)
    assert (match.is_late(0), match.is_late(1)) == (True, False)
    answer(match, 0)
    assert not match.is_late(0)
    answer(match, 0)
    run_out(match)
    assert match.is_late(0)
    answer(match, 0, ILLEGAL)  # which is an answer, if a bad one
    assert not match.is_late(0)


STRIKE = Strike(1, Ending.ILLEGAL_ANSWER, "")


def play(answers: Sequence[int], strikes: int) -> Record:
    match = begun(strikes=strikes)
    answer(match, *answers)
    return ended(match)


def test_a_record_tells_strikes_and_reads_back_as_it_was_written() -> None:
    record = play([ILLEGAL, 0, 0, ILLEGAL, ILLEGAL], strikes=2)
    assert [seat.strike_count for seat in record.seats] == [2, 1]
    assert [seat.ending for seat in record.seats] == [Ending.PLAYED] * 2
    decided = sum(seat.decisions + seat.strike_count for seat in record.seats)
    assert decided == len(record.actions)
    assert record_from_json(record_to_json(record)) == (record, record.digest)


def test_a_record_verifies_in_which_a_seat_forfeited_after_its_strikes() -> None:
    record = play([ILLEGAL, ILLEGAL, 0, 0, ILLEGAL, 0], strikes=1)
    assert [seat.ending for seat in record.seats] == [Ending.ILLEGAL_ANSWER, Ending.PLAYED]
    assert [seat.strike_count for seat in record.seats] == [1, 1]


def test_equal_seeds_and_strikes_give_equal_digests() -> None:
    assert play([ILLEGAL, 0], strikes=1).digest == play([ILLEGAL, 0], strikes=2).digest


def test_the_time_in_the_sentence_of_a_strike_does_not_change_the_digest() -> None:
    digests = set()
    for bank in ("10", "9"):
        match = begun(bank, strikes=1)
        run_out(match)
        digests.add(ended(match).digest)
    assert len(digests) == 1


def test_without_a_strike_a_record_does_not_mention_any() -> None:
    with_none, allowed = play([], strikes=0), play([], strikes=3)
    assert record_to_json(with_none) == record_to_json(allowed)
    assert "strike" not in record_to_json(with_none)


@pytest.mark.parametrize(
    ("strikes", "sentence"),
    [
        ((), "of seat 0 is neither one of the 10 decisions"),
        ((Strike(3, Ending.ILLEGAL_ANSWER, ""),), "action 2 is a strike of seat 0, but not that"),
        ((STRIKE, Strike(2, Ending.TIMEOUT, "")), "at decision 2, which was not its own"),
        ((STRIKE, Strike(999, Ending.TIMEOUT, "")), "at decision 999, which was not its own"),
        ((Strike(1, Ending.CRASH, ""),), "a strike for"),
        ((STRIKE, STRIKE), "two strikes at decision 1"),
    ],
)
def test_a_record_whose_strikes_contradict_its_moves_is_refused(
    strikes: tuple[Strike, ...], sentence: str
) -> None:
    record = play([ILLEGAL, 0, 5], strikes=1)  # the stand-in would not have chosen 5
    changed = replace(record.seats[0], strikes=strikes)
    record = replace(record, seats=(changed, record.seats[1]))
    with pytest.raises(BadRecord, match=sentence):
        verify(record, record.digest)
