"""Everybody meets everybody, equally often or within one."""

from collections import Counter
from itertools import combinations
from math import ceil

import pytest

from ladder.schedules.balanced_tables import design

ROUNDS = 6
CASES = [(bots, seats) for seats in (2, 3, 4, 5) for bots in range(seats, 17)]


def meetings(tables: list[tuple[int, ...]], bots: int) -> list[int]:
    met = Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))
    return [met[frozenset(pair)] for pair in combinations(range(bots), 2)]


@pytest.mark.parametrize(("bots", "seats"), CASES)
def test_pairs_meet_equally_often_or_within_one_after_every_round(bots: int, seats: int) -> None:
    tables: list[tuple[int, ...]] = []
    for tables_of_round in design(bots, seats, ROUNDS):
        tables += tables_of_round
        counts = meetings(tables, bots)
        assert max(counts) - min(counts) <= 1


@pytest.mark.parametrize(("bots", "seats"), CASES)
def test_everybody_meets_everybody_once_more_in_every_round(bots: int, seats: int) -> None:
    tables: list[tuple[int, ...]] = []
    for number, tables_of_round in enumerate(design(bots, seats, ROUNDS)):
        tables += tables_of_round
        assert min(meetings(tables, bots)) > number


@pytest.mark.parametrize(("bots", "seats"), CASES)
def test_everybody_sits_at_equally_many_tables_in_every_round(bots: int, seats: int) -> None:
    for tables in design(bots, seats, ROUNDS):
        counts = Counter(bot for table in tables for bot in table)
        assert len(counts) == bots
        assert len(set(counts.values())) == 1


@pytest.mark.parametrize(("bots", "seats"), CASES)
def test_nobody_sits_twice_at_a_table(bots: int, seats: int) -> None:
    tables = [table for tables in design(bots, seats, ROUNDS) for table in tables]
    assert all(len(set(table)) == seats for table in tables)


@pytest.mark.parametrize("bots", range(2, 17))
def test_two_at_a_table_meet_exactly_once_in_a_round(bots: int) -> None:
    (tables,) = design(bots, 2, 1)
    assert set(meetings(list(tables), bots)) == {1}


@pytest.mark.parametrize(
    ("bots", "seats", "times"),
    [(7, 3, 1), (9, 3, 1), (7, 4, 2), (13, 4, 1), (16, 4, 1), (25, 5, 1)],
)
def test_perfect_rounds_are_found(bots: int, seats: int, times: int) -> None:
    (tables,) = design(bots, seats, 1)
    assert set(meetings(list(tables), bots)) == {times}


def fewest_tables(bots: int, seats: int) -> int:
    """Return how many tables a round has at least if everybody sits equally often."""
    each = ceil((bots - 1) / (seats - 1))
    while bots * each % seats:
        each += 1
    return bots * each // seats


@pytest.mark.parametrize(("seats", "most"), [(3, 1.01), (4, 1.10), (5, 1.06)])
def test_rounds_have_few_tables_more_than_the_least(seats: int, most: float) -> None:
    bots = range(seats, 27)
    tables = sum(len(design(count, seats, 1)[0]) for count in bots)
    assert tables <= most * sum(fewest_tables(count, seats) for count in bots)


def test_two_hundred_bots_at_tables_of_four_take_seconds() -> None:
    (tables,) = design(200, 4, 1)
    assert set(meetings(list(tables), 200)) == {1, 2}
    assert len(tables) <= 1.05 * fewest_tables(200, 4)
