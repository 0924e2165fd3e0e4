"""Columns of results: pairs, parts of them, and bots by name."""

import pytest

from engine.record import Bot
from ladder.errors import NotStored
from ladder.ratings.lists import RatingList
from ladder.ratings.results import Played, SeatBlock, results_of
from tests.ladder.games import bot, played


def test_a_match_of_three_has_three_pairs() -> None:
    pairs = results_of([played("a", "b", "c", ranks=(2, 1, 2))]).pairs
    rows = zip(pairs.first.tolist(), pairs.second.tolist(), pairs.score.tolist(), strict=True)
    assert list(rows) == [(0, 1, 0.0), (0, 2, 0.5), (1, 2, 1.0)]


def test_a_bot_that_meets_itself_makes_no_pair_of_it() -> None:
    pairs = results_of([played("a", "b", "a")]).pairs
    assert list(zip(pairs.first.tolist(), pairs.second.tolist(), strict=True)) == [(0, 1), (1, 0)]


def test_seats_are_told_apart_by_game_and_number_of_players() -> None:
    games = [played("a", "b"), played("a", "b", "c"), played("a", "b")._replace(game="other")]
    pairs = results_of(games).pairs
    game, other = RatingList("game"), RatingList("other")
    assert pairs.blocks == (SeatBlock(game, 2), SeatBlock(game, 3), SeatBlock(other, 2))
    assert pairs.seat[pairs.one].tolist() == [0, 2, 2, 3, 5]
    assert pairs.seat[pairs.two].tolist() == [1, 3, 4, 4, 6]


@pytest.mark.parametrize(("players", "weight"), [(2, 1), (3, 3 / 4), (4, 3 / 5), (5, 1 / 2)])
def test_comparisons_weigh_less_the_more_of_them_one_result_decides(
    players: int, weight: float
) -> None:
    pairs = results_of([played(*"abcde"[:players])]).pairs
    assert pairs.weight.tolist() == [weight] * (players * (players - 1) // 2)


def test_mates_are_not_compared_and_a_team_weighs_as_one_player() -> None:
    game = played("a", "b", "c", "d", ranks=(1, 2, 1, 2))._replace(sides=(0, 1, 0, 1))
    pairs = results_of([game]).pairs
    rows = zip(pairs.first.tolist(), pairs.second.tolist(), pairs.score.tolist(), strict=True)
    assert list(rows) == [(0, 1, 1.0), (0, 3, 1.0), (1, 2, 0.0), (2, 3, 1.0)]
    assert pairs.weight.tolist() == [0.5] * 4


def test_rows_depend_on_each_other_only_where_a_group_shared_its_deal() -> None:
    own = [played("a", "b")._replace(group=1), played("b", "a")._replace(group=1)]
    assert results_of(own).pairs.cluster.tolist() == [0, 1, 2, 3]
    shared = [match._replace(shared_deal=True) for match in own]
    assert results_of(shared).pairs.cluster.tolist() == [0, 1, 1, 0]


def test_the_pairs_of_two_bots_weigh_one_each() -> None:
    pairs = results_of([played("a", "b", "c"), played("c", "a"), played("b", "c")]).pairs
    between = pairs.between(2, 0)
    assert between.first.tolist() == [0, 1]
    assert between.second.tolist() == [1, 0]
    assert between.score.tolist() == [1.0, 1.0]
    assert between.weight.tolist() == [1.0, 1.0]


def test_of_equally_large_pools_the_one_with_more_matches_is_the_first() -> None:
    matches = [played("a", "b"), played("c", "d"), played("d", "c"), played("e", "e")]
    results = results_of(matches)
    assert results.pools.tolist() == [1, 1, 0, 0, 2]
    assert results.pool().bots == (bot("c"), bot("d"))


def test_the_pool_is_the_largest_set_of_bots_that_met() -> None:
    games = [played("a", "b"), played("c", "d"), played("d", "e"), played("e", "f")]
    assert [rated.name for rated in results_of(games).pool().bots] == ["c", "d", "e", "f"]


def test_the_matches_of_one_game_keep_only_their_bots() -> None:
    results = results_of([played("a", "b"), played("c", "d")._replace(game="other")])
    assert results.of_game("other").bots == (bot("c"), bot("d"))


def test_a_game_nobody_played_is_refused_with_a_suggestion() -> None:
    with pytest.raises(NotStored, match=r"Games played: game\. Did you mean 'game'\?"):
        results_of([played("a", "b")]).of_game("gam")


def versions() -> list[Played]:
    old, new = Bot("a", "10"), Bot("a", "9")
    return [
        Played("game", 1, [old, bot("b")], [1, 2]),
        Played("game", 2, [new, bot("b")], [1, 2]),
    ]


def test_a_bot_is_found_by_name_in_the_version_stored_last() -> None:
    assert results_of(versions()).find("a") == Bot("a", "9")


def test_a_bot_is_found_by_name_and_version() -> None:
    assert results_of(versions()).find("a@10") == Bot("a", "10")


@pytest.mark.parametrize(
    ("name", "hint"), [("bb", "Did you mean 'b'"), ("a@8", "Did you mean 'a@9'")]
)
def test_an_unknown_bot_is_refused_with_a_suggestion(name: str, hint: str) -> None:
    with pytest.raises(NotStored, match=hint):
        results_of(versions()).find(name)
