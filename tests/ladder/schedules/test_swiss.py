"""Swiss rounds: few rematches, byes, and what breaks ties."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np
import pytest

from ladder.schedules.formats.base import Round, Score
from ladder.schedules.formats.swiss import Swiss

Play = Callable[[tuple[str, ...]], Score]


def bots(count: int) -> list[str]:
    return [f"b{number:03}" for number in range(1, count + 1)]


def ranked(table: Sequence[str]) -> Score:
    return {bot: 1 - rank / (len(table) - 1) for rank, bot in enumerate(table)}


def in_order(table: tuple[str, ...]) -> Score:
    """The better seed always wins."""
    return ranked(sorted(table))


def by_lot(seed: int) -> Play:
    dice = np.random.default_rng(seed)
    return lambda table: ranked([table[index] for index in dice.permutation(len(table))])


def play(swiss: Swiss, result: Play = in_order) -> list[Round]:
    past: list[Round] = []
    for number in range(swiss.rounds):
        past.append([result(table) for table in swiss.tables(number, past)])
    return past


def meetings(past: list[Round]) -> Counter[tuple[str, str]]:
    return Counter(
        pair for tables in past for table in tables for pair in combinations(sorted(table), 2)
    )


@pytest.mark.parametrize("result", [in_order, by_lot(1)])
def test_two_hundred_bots_at_tables_of_four_do_not_meet_again_in_eight_rounds(result: Play) -> None:
    met = meetings(play(Swiss(bots(200), 4, 8), result))
    assert set(met.values()) == {1}


@pytest.mark.parametrize(("players", "times"), [(2, 1), (4, 3)])
@pytest.mark.parametrize("seed", [1, 2, 6, 21, 22])
def test_eight_bots_meet_equally_often_in_seven_rounds(players: int, times: int, seed: int) -> None:
    # 7 rounds are 28 tables of two or 14 of four: every pair once or three times, if all is even.
    # A round with the fewest rematches is not enough for that: with these lots it can leave a
    # next one that has some.
    met = meetings(play(Swiss(bots(8), players, 7), by_lot(seed)))
    assert list(met.values()) == [times] * 28


def seatings(waiting: list[str], players: int) -> list[list[tuple[str, ...]]]:
    if not waiting:
        return [[]]
    return [
        [(waiting[0], *others), *rest]
        for others in combinations(waiting[1:], players - 1)
        for rest in seatings([b for b in waiting[1:] if b not in others], players)
    ]


@pytest.mark.parametrize(("count", "players"), [(8, 2), (8, 4), (9, 3), (10, 2), (12, 4)])
@pytest.mark.parametrize("seed", [1, 2])
def test_no_other_seating_of_a_round_has_fewer_rematches(
    count: int, players: int, seed: int
) -> None:
    swiss, result = Swiss(bots(count), players, 8), by_lot(seed)
    past: list[Round] = []
    for number in range(swiss.rounds):
        met = meetings(past)

        def rematches(tables: list[tuple[str, ...]], met: Counter[tuple[str, str]] = met) -> int:
            return sum(met[pair] for table in tables for pair in combinations(sorted(table), 2))

        tables = swiss.tables(number, past)
        fewest = min(rematches(other) for other in seatings(bots(count), players))
        assert rematches(tables) == fewest
        past.append([result(table) for table in tables])


@pytest.mark.parametrize(("count", "players"), [(5, 2), (5, 3), (7, 2), (8, 3), (9, 4), (7, 5)])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_no_other_byes_and_seating_of_a_round_have_fewer_rematches(
    count: int, players: int, seed: int
) -> None:
    swiss, result = Swiss(bots(count), players, 7), by_lot(seed)
    past: list[Round] = []
    had = Counter[str]()
    for number in range(swiss.rounds):
        met = meetings(past)

        def rematches(tables: list[tuple[str, ...]], met: Counter[tuple[str, str]] = met) -> int:
            return sum(met[pair] for table in tables for pair in combinations(sorted(table), 2))

        ways = list(combinations(bots(count), count % players))
        least = min(sum(had[bot] for bot in out) for out in ways)
        fair = [set(out) for out in ways if sum(had[bot] for bot in out) == least]
        tables = swiss.tables(number, past)
        absent = set(bots(count)) - {bot for table in tables for bot in table}
        assert absent in fair
        assert rematches(tables) == min(
            rematches(other)
            for out in fair
            for other in seatings([bot for bot in bots(count) if bot not in out], players)
        )
        had.update(absent)
        past.append([result(table) for table in tables])


@pytest.mark.parametrize("seed", range(10))
def test_eight_bots_at_tables_of_three_meet_at_most_twice_in_seven_rounds(seed: int) -> None:
    # 42 meetings of 28 pairs: 14 are rematches however the byes fall.
    met = meetings(play(Swiss(bots(8), 3, 7), by_lot(seed)))
    assert sum(times * (times - 1) // 2 for times in met.values()) == 14


@pytest.mark.parametrize("seed", [0, 6])
def test_among_many_bots_a_bye_of_another_bot_saves_a_rematch(seed: int) -> None:
    # With these lots the last round has one if the last bot has the bye.
    met = meetings(play(Swiss(bots(15), 2, 15), by_lot(seed)))
    assert list(met.values()) == [1] * 105


def test_sixteen_bots_meet_everybody_once_in_fifteen_rounds() -> None:
    met = meetings(play(Swiss(bots(16), 2, 15)))
    assert list(met.values()) == [1] * 120


def test_points_decide_who_meets_whom_where_nobody_has_met() -> None:
    past = play(Swiss(bots(16), 4, 2))
    assert {frozenset(table) for table in past[1]} == {
        frozenset(f"b{number + 4 * level:03}" for number in range(1, 5)) for level in range(4)
    }


@pytest.mark.parametrize(
    ("count", "players", "rounds"), [(2, 2, 1), (16, 2, 4), (17, 2, 5), (16, 4, 2), (200, 4, 4)]
)
def test_by_default_rounds_are_enough_for_one_bot_to_have_won_all(
    count: int, players: int, rounds: int
) -> None:
    swiss = Swiss(bots(count), players)
    assert swiss.rounds == rounds
    points = swiss.points(play(swiss))
    assert sum(won == rounds for won in points.values()) == 1


def test_a_bye_goes_to_the_last_of_those_who_had_the_fewest() -> None:
    swiss = Swiss(bots(5), 2, 3)
    past = play(swiss)
    absent = [set(bots(5)) - {bot for table in tables for bot in table} for tables in past]
    # b005 is last by seed, then b004 of those who lost; b005 won its bye and is not due again.
    assert absent == [{"b005"}, {"b004"}, {"b003"}]


def test_a_bye_counts_as_a_win() -> None:
    swiss = Swiss(bots(3), 2, 1)
    assert swiss.points(play(swiss)) == {"b001": 1, "b002": 0, "b003": 1}


def test_marks_are_points_buchholz_and_sonneborn_berger() -> None:
    swiss = Swiss(["a", "b", "c", "d", "e"], 2, 2)
    past: list[Round] = [
        [{"a": 1.0, "c": 0.0}, {"b": 0.5, "d": 0.5}],
        [{"b": 1.0, "e": 0.0}, {"c": 1.0, "d": 0.0}],
    ]
    # A bye is a win against a dummy with the points the bot itself has at the end (FIDE Handbook
    # C.07, 2024, 16.4): a has 2 points, so its bye in the second round counts 2, as e's counts 1.
    assert swiss.marks(past) == {
        "a": (2.0, 1.0 + 2.0, 1.0 + 2.0),
        "b": (1.5, 0.5 + 1.0, 0.25 + 1.0),
        "c": (1.0, 2.0 + 0.5, 0.0 + 0.5),
        "d": (0.5, 1.5 + 1.0, 0.75 + 0.0),
        "e": (1.0, 1.0 + 1.5, 1.0 + 0.0),
    }
    assert swiss.placing(past) == ["a", "b", "e", "c", "d"]  # e and c by Sonneborn–Berger


def test_buchholz_decides_where_sonneborn_berger_says_the_opposite() -> None:
    swiss = Swiss(["y", "m", "n", "w", "x", "a", "z", "v"], 2, 2)
    past: list[Round] = [
        [{"a": 1.0, "x": 0.0}, {"y": 1.0, "n": 0.0}, {"m": 0.0, "w": 1.0}, {"z": 0.5, "v": 0.5}],
        [{"x": 1.0, "z": 0.0}, {"m": 1.0, "y": 0.0}, {"a": 1.0, "v": 0.0}, {"n": 1.0, "w": 0.0}],
    ]
    # x lost to the winner and beat one of the last; y lost to and beat bots with a point each.
    marks = swiss.marks(past)
    assert (marks["x"], marks["y"]) == ((1.0, 2.5, 0.5), (1.0, 2.0, 1.0))
    assert swiss.placing(past) == ["a", "x", "y", "m", "n", "w", "v", "z"]


def test_buchholz_goes_before_sonneborn_berger_and_both_before_the_seed() -> None:
    swiss = Swiss(["d", "c", "b", "a"], 2, 2)
    past: list[Round] = [
        [{"a": 0.0, "b": 1.0}, {"c": 0.0, "d": 1.0}],
        [{"a": 1.0, "c": 0.0}, {"b": 1.0, "d": 0.0}],
    ]
    # a lost to b, who won all, and beat c, who lost all; d beat c and lost to b: even.
    assert swiss.placing(past) == ["b", "d", "a", "c"]
    past[0] = [{"a": 0.0, "b": 1.0}, {"c": 0.5, "d": 0.5}]
    past[1] = [{"a": 1.0, "d": 0.0}, {"b": 0.5, "c": 0.5}]
    # a and c have one point. a: Buchholz 1.5 + 0.5, Sonneborn–Berger 0.5; c: 0.5 + 1.5 and 1.0.
    assert swiss.placing(past) == ["b", "c", "a", "d"]
    past[1] = [{"a": 1.0, "c": 0.0}, {"b": 0.5, "d": 0.5}]
    # a and d have one point. a: Buchholz 1.5 + 0.5; d: 0.5 + 1.5, and more by Sonneborn–Berger.
    assert swiss.placing(past) == ["b", "d", "a", "c"]
