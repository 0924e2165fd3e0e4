"""Knockouts: ties are played on, and the bracket can be printed."""

from ladder.schedules.formats.base import Round
from ladder.schedules.formats.bracket import bracket_text
from ladder.schedules.formats.knockout import PLAY_ON, Knockout

BOTS = ("a", "b", "c", "d")
LENGTH = 1 + PLAY_ON


def test_only_the_tied_table_plays_on_and_only_until_it_is_decided() -> None:
    knockout = Knockout(BOTS, 2)
    past: list[Round] = [[{"a": 0.5, "d": 0.5}, {"b": 1.0, "c": 0.0}]]
    assert knockout.tables(1, past) == [("a", "d")]
    past.append([{"a": 0.0, "d": 1.0}])
    assert knockout.tables(2, past) == []
    past += [[], []]
    assert knockout.tables(LENGTH, past) == [("b", "d")]


def test_a_tie_that_lasts_is_decided_by_the_seed() -> None:
    knockout = Knockout(BOTS, 2)
    past: list[Round] = [[{"a": 0.5, "d": 0.5}, {"b": 0.0, "c": 1.0}]]
    past += [[{"a": 0.5, "d": 0.5}] for _ in range(PLAY_ON)]
    assert knockout.tables(LENGTH, past) == [("a", "c")]


def test_a_table_of_three_plays_on_only_if_its_first_are_equal() -> None:
    knockout = Knockout(("a", "b", "c"), 3)
    assert knockout.tables(1, [[{"a": 1.0, "b": 0.25, "c": 0.25}]]) == []
    assert knockout.tables(1, [[{"a": 0.75, "b": 0.75, "c": 0.0}]]) == [("a", "b", "c")]


def test_a_table_that_sends_two_on_plays_on_if_its_second_and_third_are_equal() -> None:
    # Four bots at tables of three: one leaves, so that three are left for the last table.
    knockout = Knockout(BOTS, 3)
    assert knockout.tables(0, []) == [("b", "c", "d")]
    assert knockout.tables(1, [[{"b": 1.0, "c": 0.25, "d": 0.25}]]) == [("b", "c", "d")]
    assert knockout.tables(1, [[{"b": 0.75, "c": 0.75, "d": 0.0}]]) == []


def test_what_is_planned_is_one_group_per_table_and_round() -> None:
    assert sum(Knockout(BOTS, 2, rounds=2).sizes()) == 2 * 3


def test_the_bracket_shows_scores_and_who_went_on() -> None:
    knockout = Knockout(BOTS, 2)
    past: list[Round] = [
        [{"a": 0.5, "d": 0.5}, {"b": 1.0, "c": 0.0}],
        [{"a": 0.0, "d": 1.0}],
        [],
        [],
    ]
    first, last = knockout.bracket(past)
    assert [(table.bots, table.winners, table.tie_breaks) for table in first.tables] == [
        (("d", "a"), ("d",), 1),
        (("b", "c"), ("b",), 0),
    ]
    assert [(table.bots, table.winners, table.tie_breaks) for table in last.tables] == [
        (("b", "d"), (), 0)
    ]
    past += [[{"b": 0.25, "d": 0.75}], [], [], []]
    assert bracket_text(knockout.bracket(past)).splitlines() == [
        "Semifinal",
        "  > d 0.75 | a 0.25 (1 tie-break)",
        "  > b 1.00 | c 0.00",
        "Final",
        "  > d 0.75 | b 0.25",
    ]


def test_the_bracket_says_where_the_seed_decided() -> None:
    knockout = Knockout(BOTS, 2)
    past: list[Round] = [[{"a": 0.5, "d": 0.5}, {"b": 0.0, "c": 1.0}]]
    past += [[{"a": 0.5, "d": 0.5}] for _ in range(PLAY_ON)]
    assert bracket_text(knockout.bracket(past)).splitlines()[1:3] == [
        "  > a 0.50 | d 0.50 (3 tie-breaks, then by seed)",
        "  > c 1.00 | b 0.00",
    ]


def test_of_those_who_left_in_the_same_stage_the_better_score_is_placed_higher() -> None:
    knockout = Knockout(BOTS, 2)
    past: list[Round] = [[{"a": 0.75, "d": 0.25}, {"b": 0.0, "c": 1.0}], [], [], []]
    assert knockout.placing(past) == ["a", "c", "d", "b"]
    past[0][1] = {"b": 0.25, "c": 0.75}
    assert knockout.placing(past) == ["a", "c", "b", "d"]  # as many points: by seed
    assert knockout.places(past) == [["a", "c"], ["b", "d"]]  # the first two are yet to meet


def test_rounds_are_called_by_their_stage_and_group() -> None:
    knockout = Knockout(BOTS, 2)
    names = [knockout.round_name(number) for number in (0, 1, 3, LENGTH, LENGTH + 1)]
    assert names == [
        *("semifinal", "semifinal, tie-break 1", "semifinal, tie-break 3"),
        *("final", "final, tie-break 1"),
    ]


def test_groups_have_numbers_where_a_table_plays_several() -> None:
    knockout = Knockout(BOTS, 2, rounds=2)
    names = [knockout.round_name(number) for number in (0, 1, 2)]
    assert names == ["semifinal, group 1", "semifinal, group 2", "semifinal, tie-break 1"]


def test_stages_before_the_quarterfinal_have_numbers() -> None:
    knockout = Knockout([f"b{n:02}" for n in range(17)], 2)
    names = [knockout.round_name(LENGTH * stage) for stage in range(5)]
    assert names == ["stage 1", "stage 2", "quarterfinal", "semifinal", "final"]


def test_a_first_stage_of_one_table_is_not_the_final() -> None:
    # Of five bots the last two meet before four are left.
    (stage,) = Knockout((*BOTS, "e"), 2).bracket([])
    assert (stage.name, len(stage.tables)) == ("quarterfinal", 1)
