"""Matches are found by who played them and how they ended."""

import pytest

from engine.record import Ending, Record, SeatRecord, Setup
from ladder.schedules.schedule import Key
from ladder.store.listing import MatchFilter
from ladder.store.store import Store, Tournament


def seat(bot: str, rank: int, ending: Ending = Ending.PLAYED, version: str = "1") -> SeatRecord:
    reason = "" if ending is Ending.PLAYED else "exit code 1"
    return SeatRecord(bot, version, 10 - rank, rank, ending, reason, 5, 0.5, 0.25, 0.2)


@pytest.fixture
def filled(store: Store, tournament: Tournament) -> Store:
    """Four matches, numbered from 1 in this order."""
    tables = (
        ("chess", (seat("ada", 1), seat("bea", 2))),
        ("chess", (seat("bea", 1), seat("ada", 2, Ending.CRASH))),
        ("go", (seat("ada", 1, version="2"), seat("cleo", 1))),
        ("go", (seat("bea", 1), seat("cleo", 2))),
    )
    for number, (game, seats) in enumerate(tables):
        record = Record(Setup(game, 2, {}, number), (), seats)
        store.add_match(tournament, Key(game, 0, number, 0), record)
    return store


@pytest.mark.parametrize(
    ("wanted", "ids"),
    [
        (MatchFilter(), [4, 3, 2, 1]),
        (MatchFilter(last=2), [4, 3]),
        (MatchFilter(bot="ada"), [3, 2, 1]),
        (MatchFilter(bot="ada@1"), [2, 1]),
        (MatchFilter(bot="ada", against="cleo"), [3]),
        (MatchFilter(bot="ada", lost=True), [2]),
        (MatchFilter(bot="bea", lost=True), [1]),
        (MatchFilter(forfeits=True), [2]),
        (MatchFilter(bot="bea", forfeits=True), []),
        (MatchFilter(game="go"), [4, 3]),
        (MatchFilter(tournament="another"), []),
        (MatchFilter(bot="nobody"), []),
    ],
)
def test_a_filter_lets_the_matches_pass_that_it_describes(
    filled: Store, wanted: MatchFilter, ids: list[int]
) -> None:
    assert [match.match_id for match in filled.listing(wanted)] == ids


def test_a_listed_match_says_who_played_it_and_how_each_fared(
    filled: Store, tournament: Tournament
) -> None:
    (match,) = filled.listing(MatchFilter(forfeits=True))
    assert (match.tournament, match.game, match.table) == (tournament.name, "chess", 1)
    assert [(seat.bot, seat.rank, seat.ending, seat.reason) for seat in match.seats] == [
        ("bea", 1, "played", ""),
        ("ada", 2, "crash", "exit code 1"),
    ]
