"""Rows of the standings, the history and the seats."""

import json
import math
from dataclasses import asdict

import numpy as np
import pytest

from engine.record import Bot
from ladder.errors import NotStored
from ladder.ratings.comparison import compare
from ladder.ratings.lists import ClockClass
from ladder.ratings.results import Played, Results, results_of
from ladder.ratings.standings import (
    Anchor,
    RatedResults,
    find_anchor,
    history,
    standings,
    standings_by_list,
)
from ladder.schedules.balanced_tables import design
from tests.ladder.games import bot, duels, played, seated_duels, simulated


def league() -> Results:
    tables = [table for tables in design(4, 3, 12) for table in tables]
    return simulated([-200, 0, 50, 150], tables, np.random.default_rng(2))


def test_rows_are_json_and_begin_with_the_promised_keys() -> None:
    row = json.loads(json.dumps(asdict(standings(league())[0])))
    assert list(row)[:11] == [
        *("rank", "bot", "version", "elo", "error", "games"),
        *("wins", "draws", "losses", "forfeits", "score"),
    ]


def test_the_strongest_is_first_and_the_mean_is_1500() -> None:
    rows = standings(league())
    assert [row.bot for row in rows] == ["b03", "b02", "b01", "b00"]
    assert [row.rank for row in rows] == [1, 2, 3, 4]
    assert np.mean([row.elo for row in rows if row.elo is not None]) == pytest.approx(1500)


def test_an_anchor_has_the_elo_it_is_given_and_no_error() -> None:
    free, anchored = standings(league()), standings(league(), Anchor(bot("b00"), 1000))
    last = anchored[-1]
    assert (last.elo, last.low, last.high, last.error) == (1000, 1000, 1000, 0)
    for one, two in zip(free, anchored, strict=True):
        assert one.elo is not None
        assert two.elo is not None
        assert free[-1].elo is not None
        assert two.elo - 1000 == pytest.approx(one.elo - free[-1].elo)
        assert one.los == two.los


def test_an_interval_relative_to_an_anchor_is_that_of_the_difference() -> None:
    results = results_of(seated_duels(39, 0, 1))
    row = standings(results, Anchor(bot("b"), 1000))[0]
    comparison = compare(results, bot("a"), bot("b"))
    assert comparison.low is not None
    assert comparison.high is not None
    assert (row.low, row.high) == pytest.approx((1000 + comparison.low, 1000 + comparison.high))


def test_an_anchor_that_is_not_rated_is_refused() -> None:
    results = results_of([*duels("a", "b", 2, 0, 1), *duels("b", "c", 2, 0, 1), played("x", "y")])
    with pytest.raises(NotStored, match="x@1 is not rated; choose another anchor"):
        find_anchor(results, "x=1500")


def test_an_anchor_holds_the_lists_in_which_it_is_rated() -> None:
    other = [match._replace(options="claim=full") for match in duels("a", "c", 3, 0, 2)]
    lists = standings_by_list(
        results_of([*duels("a", "b", 3, 0, 2), *other]), Anchor(bot("b"), 1000)
    )
    elo = {name: {row.bot: row.elo for row in rows} for name, rows in lists.items()}
    assert elo["game"]["b"] == 1000
    free = elo["game claim=full"]
    assert np.mean([free["a"] or 0.0, free["c"] or 0.0]) == pytest.approx(1500)


def test_other_options_or_another_clock_do_not_change_a_list() -> None:
    plain = duels("a", "b", 9, 0, 3)
    full = [match._replace(options="claim=full") for match in duels("a", "b", 0, 0, 30)]
    fast = [match._replace(clock=ClockClass.FAST) for match in duels("b", "a", 30, 0, 0)]
    lists = standings_by_list(results_of([*plain, *full, *fast]))
    assert list(lists) == ["game", "game claim=full", "game, fast clock", "overall"]
    assert lists["game"] == standings(results_of(plain))
    assert lists["overall"] == standings(results_of([*plain, *full, *fast]))


def test_an_anchor_is_read_from_a_name_and_an_elo() -> None:
    results = results_of([Played("game", 1, [Bot("a=b", "2"), bot("c")], (1, 2))])
    assert find_anchor(results, "a=b=1000.5") == Anchor(Bot("a=b", "2"), 1000.5)
    assert find_anchor(results, "c@1=-20") == Anchor(bot("c"), -20)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("c", "write BOT=ELO"), ("c=x", "write BOT=ELO"), ("c=inf", "BOT=ELO"), ("x=1", "no bot 'x'")],
)
def test_an_anchor_that_is_not_understood_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(NotStored, match=sentence):
        find_anchor(results_of([played("a", "c")]), text)


def test_an_interval_is_read_from_the_end_it_has() -> None:
    first, last = standings(results_of(seated_duels(40)))
    assert (first.interval, last.interval) == ("at least 1725", "at most 1275")
    assert (first.high, last.low) == (None, None)
    first, last = standings(results_of(seated_duels(20, 0, 20)))
    assert first.interval == "± 55"


def test_the_overall_list_is_the_mean_of_the_lists_of_all_games() -> None:
    go = [*seated_duels(30, 0, 10), *duels("a", "c", 3, 0, 2)]
    chess = [
        match._replace(game="chess", group=("c", n))
        for n, match in enumerate(seated_duels(9, 0, 9))
    ]
    both = results_of([*go, *chess])
    rows = {row.bot: row for row in standings(both)}
    lists = [{row.bot: row for row in standings(both.of_game(g))} for g in ("game", "chess")]
    for name in "ab":
        elos = [rows_of_game[name].elo or 0.0 for rows_of_game in lists]
        errors = [rows_of_game[name].error or 0.0 for rows_of_game in lists]
        assert rows[name].elo == pytest.approx(np.mean(elos))
        assert rows[name].error == pytest.approx(math.hypot(*errors) / 2, rel=0.02)
        assert rows[name].games == sum(rows_of_game[name].games for rows_of_game in lists)
    assert (rows["a"].rank, rows["b"].rank) == (1, 2)
    assert rows["a"].los is not None
    assert 0.9 < rows["a"].los < 1
    assert (rows["c"].rank, rows["c"].elo, rows["c"].rated, rows["c"].pool) == (
        None,
        None,
        False,
        None,
    )


def test_pools_that_never_met_are_numbered() -> None:
    matches = [*duels("a", "b", 2, 0, 1), *duels("b", "c", 2, 0, 1), *duels("u", "x", 1, 0, 0)]
    rows = standings(results_of([*matches, *duels("v", "w", 2, 0, 0)]))
    assert [(row.bot, row.pool) for row in rows[3:]] == [("v", 2), ("w", 2), ("u", 3), ("x", 3)]


def test_wins_draws_and_losses_count_pairs() -> None:
    rows = standings(results_of([played("a", "b", "c", ranks=(1, 2, 2))]))
    counts = {row.bot: (row.games, row.wins, row.draws, row.losses, row.score) for row in rows}
    assert counts == {"a": (1, 2, 0, 0, 1.0), "b": (1, 0, 1, 1, 0.25), "c": (1, 0, 1, 1, 0.25)}


def test_forfeits_are_counted() -> None:
    game = Played("game", 1, [bot("a"), bot("b")], [1, 2], [False, True])
    assert {row.bot: row.forfeits for row in standings(results_of([game]))} == {"a": 0, "b": 1}


def test_a_likelihood_of_superiority_stands_between_neighbours() -> None:
    rows = standings(league())
    assert rows[-1].los is None
    assert all(row.los is not None and row.los > 0.5 for row in rows[:-1])


def test_the_likelihood_of_the_row_is_that_of_the_matrix() -> None:
    rated = RatedResults(league())
    matrix = rated.los()
    neighbours = [row.los for row in rated.standings()[:-1]]
    assert neighbours == [matrix[index, index + 1] for index in range(3)]
    assert matrix + matrix.T == pytest.approx(np.ones((4, 4)))


def test_ratings_are_provisional_below_thirty_games() -> None:
    rows = standings(results_of([*duels("a", "b", 15, 0, 14), *duels("a", "c", 1, 0, 0)]))
    assert {row.bot: row.provisional for row in rows} == {"a": False, "b": True, "c": True}


def test_bots_outside_the_pool_are_listed_last_without_a_rating() -> None:
    rows = standings(
        results_of(
            [*duels("a", "b", 2, 0, 1), *duels("b", "c", 2, 0, 1), *duels("x", "y", 1, 0, 0)]
        )
    )
    assert [(row.bot, row.rated) for row in rows[3:]] == [("x", False), ("y", False)]
    assert (rows[3].rank, rows[3].elo, rows[3].error, rows[3].wins) == (None, None, None, 1)


def test_a_forfeit_pulls_a_bot_down_as_a_last_place_does() -> None:
    lost = Played("game", 1, [bot("a"), bot("b")], [1, 2])
    forfeited = lost._replace(forfeits=[False, True])
    one, two = (standings(results_of([match]))[1].elo for match in (lost, forfeited))
    assert one == two


def test_the_history_has_a_point_for_each_match_of_a_bot() -> None:
    results = results_of([played("a", "b"), played("b", "c"), played("c", "a")])
    moments = history(results, bot("a"), k=32)
    assert [(point.match_id, point.rank) for point in moments] == [(1, 1), (3, 2)]
    assert moments[0].elo == 1516


def test_the_seat_table_has_a_row_for_each_seat_with_its_error() -> None:
    rows = RatedResults(league()).seat_advantages()
    assert [(str(row.rating_list), row.players, row.seat, row.matches) for row in rows] == [
        ("game", 3, seat, 144) for seat in range(3)
    ]
    assert sum(row.elo for row in rows) == pytest.approx(0, abs=1e-8)
    assert all(0 < row.error < 60 for row in rows)


def test_nothing_played_has_no_seats() -> None:
    assert RatedResults(results_of([])).seat_advantages() == []
