"""Schedules are functions of the spec and the results; every format has a worked example."""

from collections import Counter
from collections.abc import Callable
from itertools import pairwise, permutations

import pytest

from engine.dice import derive
from ladder.errors import BadSchedule, DamagedResult
from ladder.schedules.schedule import (
    GameSchedule,
    Idle,
    Key,
    Pairing,
    Ranks,
    TournamentSchedule,
)


def bots(count: int) -> tuple[str, ...]:
    return tuple(f"b{number:02}" for number in range(1, count + 1))


def favourites(pairing: Pairing) -> Ranks:
    """The better seed always wins."""
    order = sorted(pairing.bots)
    return tuple(order.index(bot) + 1 for bot in pairing.bots)


def play(
    schedule: GameSchedule, ranks: Callable[[Pairing], Ranks] = favourites
) -> tuple[dict[Key, Ranks], list[list[Pairing]]]:
    """Play to the end; return the results and what was due at each step."""
    results: dict[Key, Ranks] = {}
    steps = []
    while due := schedule.due(results):
        steps.append(due)
        results.update({pairing.key: ranks(pairing) for pairing in due})
    return results, steps


def tables(pairings: list[Pairing]) -> list[set[str]]:
    return [set(pairing.bots) for pairing in pairings if pairing.key.rotation == 0]


FORMATS = ["round-robin", "gauntlet", "swiss", "knockout"]


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("count", [4, 5, 8, 13, 16])
def test_as_many_matches_are_played_as_the_total_says(form: str, players: int, count: int) -> None:
    schedule = GameSchedule("game", players, bots(count), 1, form, rounds=2)
    assert len(play(schedule)[0]) == schedule.total()


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_table_plays_all_rotations_of_its_seats(form: str, players: int) -> None:
    games = [
        game for step in play(GameSchedule("game", players, bots(9), 1, form))[1] for game in step
    ]
    seats = Counter(
        (pairing.key.round, pairing.key.table, bot, seat)
        for pairing in games
        for seat, bot in enumerate(pairing.bots)
    )
    assert set(seats.values()) == {1}
    assert len(seats) == len(games) * players


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("count", range(4, 17))
def test_every_bot_sits_in_every_seat_equally_often(players: int, count: int) -> None:
    games = GameSchedule("game", players, bots(count), 1).due({})
    seats = Counter((bot, seat) for pairing in games for seat, bot in enumerate(pairing.bots))
    assert len(seats) == count * players
    assert len(set(seats.values())) == 1


@pytest.mark.parametrize("form", FORMATS)
def test_no_two_matches_share_a_deal(form: str) -> None:
    _, steps = play(GameSchedule("game", 3, bots(6), 77, form, rounds=2))
    matches = [pairing for step in steps for pairing in step]
    assert len({pairing.setup.seed for pairing in matches}) == len(matches)


def test_a_deal_follows_from_the_seed_and_the_key_of_the_match() -> None:
    for pairing in GameSchedule("game", 3, bots(5), 77, rounds=2).due({}):
        assert pairing.setup.seed == derive(77, *pairing.key)


def test_shared_deals_are_shared_by_the_rotations_of_a_table_alone() -> None:
    games = GameSchedule("game", 3, bots(5), 77, rounds=2, shared_deals=True).due({})
    deals = {(pairing.key.round, pairing.key.table): pairing.setup.seed for pairing in games}
    assert all(
        pairing.setup.seed == deals[pairing.key.round, pairing.key.table] for pairing in games
    )
    assert len(set(deals.values())) == len(deals)
    assert deals[1, 2] == derive(77, "game", 1, 2)


def test_another_game_of_the_tournament_has_other_deals() -> None:
    one, two = (GameSchedule(game, 2, bots(2), 77).due({}) for game in ("chess", "go"))
    assert one[0].setup.seed != two[0].setup.seed


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("players", [2, 3])
def test_what_is_played_changes_nothing_of_what_is_fixed(form: str, players: int) -> None:
    """A tournament that is stopped after any game goes on with the same games."""
    schedule = GameSchedule("game", players, bots(7), 5, form, rounds=2)
    final, _ = play(schedule)
    whole = {pairing.key: pairing for pairing in schedule.pairings(final)}
    part: dict[Key, Ranks] = {}
    for key in sorted(final):
        assert all(whole[pairing.key] == pairing for pairing in schedule.pairings(part))
        part[key] = final[key]
    assert schedule.due(part) == []


def test_a_round_is_fixed_only_when_the_one_before_is_complete() -> None:
    schedule = GameSchedule("game", 2, bots(4), 1, "swiss", rounds=2)
    first = schedule.due({})
    results = {pairing.key: favourites(pairing) for pairing in first[:-1]}
    assert schedule.due(results) == first[-1:]


def test_a_round_robin_repeats_for_each_round() -> None:
    schedule = GameSchedule("game", 2, bots(4), 1, rounds=3)
    met = Counter(frozenset(table) for table in tables(schedule.due({})))
    assert set(met.values()) == {3}
    assert len(met) == 6


def test_a_gauntlet_lets_the_candidate_meet_each_of_the_pool() -> None:
    schedule = GameSchedule("game", 2, bots(6), 1, "gauntlet", rounds=2)
    met = Counter(frozenset(table) for table in tables(schedule.due({})))
    assert met == {frozenset(("b01", other)): 2 for other in bots(6)[1:]}


@pytest.mark.parametrize("players", [3, 4])
def test_a_gauntlet_of_larger_tables_meets_the_pool_evenly(players: int) -> None:
    games = tables(GameSchedule("game", players, bots(9), 1, "gauntlet").due({}))
    met = Counter(bot for table in games for bot in table - {"b01"})
    assert all("b01" in table for table in games)
    assert len(met) == 8
    assert len(set(met.values())) == 1


def test_swiss_of_sixteen_where_the_better_seed_always_wins() -> None:
    schedule = GameSchedule("game", 2, bots(16), 1, "swiss", rounds=4)
    results, steps = play(schedule)
    assert tables(steps[0]) == [{f"b{n:02}", f"b{n + 8:02}"} for n in range(1, 9)]
    assert [{"b01", "b09"}, {"b01", "b05"}, {"b01", "b03"}, {"b01", "b02"}] == [
        next(table for table in tables(step) if "b01" in table) for step in steps
    ]
    assert schedule.placing(results)[:2] == ["b01", "b02"]
    assert schedule.placing(results)[-1] == "b16"


def test_swiss_lets_nobody_meet_twice_while_there_are_others() -> None:
    _, steps = play(GameSchedule("game", 2, bots(16), 1, "swiss", rounds=9))
    met = Counter(frozenset(table) for step in steps for table in tables(step))
    assert max(met.values()) == 1


def test_swiss_of_more_rounds_than_opponents_repeats_meetings_evenly() -> None:
    _, steps = play(GameSchedule("game", 2, bots(4), 1, "swiss", rounds=6))
    met = Counter(frozenset(table) for step in steps for table in tables(step))
    assert set(met.values()) == {2}


def test_swiss_of_an_odd_number_gives_each_bot_at_most_one_bye() -> None:
    _, steps = play(GameSchedule("game", 2, bots(7), 1, "swiss", rounds=7))
    absent = [next(bot for bot in bots(7) if not any(bot in t for t in tables(s))) for s in steps]
    assert sorted(absent) == list(bots(7))


def test_swiss_of_four_at_a_table_seats_bots_of_equal_points_together() -> None:
    _, steps = play(GameSchedule("game", 4, bots(16), 1, "swiss", rounds=2))
    assert tables(steps[0])[0] == {"b01", "b05", "b09", "b13"}
    assert tables(steps[1])[0] == {"b01", "b02", "b03", "b04"}


def test_knockout_of_thirteen_has_three_byes_and_ends_as_seeded() -> None:
    schedule = GameSchedule("game", 2, bots(13), 1, "knockout")
    results, steps = play(schedule)
    assert tables(steps[0]) == [{f"b{n:02}", f"b{17 - n:02}"} for n in range(4, 9)]
    assert [len(tables(step)) for step in steps] == [5, 4, 2, 1]
    assert tables(steps[-1]) == [{"b01", "b02"}]
    assert schedule.placing(results)[:4] == ["b01", "b02", "b03", "b04"]


def test_knockout_with_an_upset_sends_the_winner_on() -> None:
    def upset(pairing: Pairing) -> Ranks:
        ranks = favourites(pairing)
        return ranks[::-1] if "b04" in pairing.bots else ranks

    schedule = GameSchedule("game", 2, bots(4), 1, "knockout")
    results, steps = play(schedule, upset)
    assert tables(steps[1]) == [{"b02", "b04"}]
    assert schedule.placing(results)[0] == "b04"


def test_knockout_sends_the_better_seed_on_after_playing_on_in_vain() -> None:
    schedule = GameSchedule("game", 2, bots(4), 1, "knockout")
    _, steps = play(schedule, lambda pairing: (1, 1))
    assert [tables(step) for step in steps[:4]] == [[{"b01", "b04"}, {"b02", "b03"}]] * 4
    assert [tables(step) for step in steps[4:]] == [[{"b01", "b02"}]] * 4


def test_knockout_of_several_deals_counts_them_together() -> None:
    def second_deal_counts(pairing: Pairing) -> Ranks:
        first = pairing.key.round == 0
        wins = "b01" if first and pairing.key.rotation == 0 else "b02"
        return tuple(1 if bot == wins else 2 for bot in pairing.bots)

    schedule = GameSchedule("game", 2, bots(2), 1, "knockout", rounds=2)
    results, _ = play(schedule, second_deal_counts)
    assert schedule.placing(results) == ["b02", "b01"]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("count", range(4, 17))
def test_knockout_leaves_one_winner_for_any_number_of_bots(players: int, count: int) -> None:
    _, steps = play(GameSchedule("game", players, bots(count), 1, "knockout"))
    assert len(tables(steps[-1])) == 1
    assert "b01" in tables(steps[-1])[0]


@pytest.mark.parametrize("ranks", list(permutations((1, 2, 3))))
def test_every_order_of_three_can_win_a_table(ranks: Ranks) -> None:
    order = dict(zip(bots(3), ranks, strict=True))
    schedule = GameSchedule("game", 3, bots(3), 1)
    results, _ = play(schedule, lambda pairing: tuple(order[bot] for bot in pairing.bots))
    assert schedule.placing(results) == sorted(order, key=order.__getitem__)


@pytest.mark.parametrize(
    ("schedule", "sentence"),
    [
        ({"format": "swis"}, "no format 'swis'. .* Did you mean 'swiss'?"),
        ({"bots": ("a", "b")}, "3 players need at least 3 bots, not 2; add bots"),
        ({"bots": ("a", "b", "a")}, "bot 'a' takes part twice"),
        ({"rounds": 0}, "at least .* 1 round"),
        ({"format": "knockout", "sides": (0, 1, 0)}, "a knockout of g in teams has no single"),
    ],
)
def test_an_impossible_tournament_is_refused_with_a_sentence(
    schedule: dict[str, object], sentence: str
) -> None:
    spec: dict[str, object] = {"game": "g", "players": 3, "bots": ("a", "b", "c"), "seed": 1}
    with pytest.raises(BadSchedule, match=sentence):
        GameSchedule(**{**spec, **schedule})  # type: ignore[arg-type]


def test_whoever_wins_a_table_with_its_mate_has_all_of_its_points_as_after_a_bye() -> None:
    schedule = GameSchedule("g", 4, bots(5), 1, "swiss", rounds=1, sides=(0, 1, 0, 1))
    first = schedule.due({})[0].bots

    def one_team_wins(pairing: Pairing) -> Ranks:
        return tuple(1 if bot in first[::2] else 2 for bot in pairing.bots)

    results, _ = play(schedule, one_team_wins)
    points = {bot: marks.points for bot, marks in schedule.marks(results).items()}
    assert points == {
        **dict.fromkeys(first[::2], 1.0),
        **dict.fromkeys(first[1::2], 0.0),
        "b05": 1.0,
    }


def start(tournament: TournamentSchedule) -> Pairing:
    pairing = tournament.next()
    assert isinstance(pairing, Pairing)
    return pairing


def start_all(tournament: TournamentSchedule) -> list[Pairing]:
    """Start matches until one has to wait or all are started."""
    started = []
    while isinstance(pairing := tournament.next(), Pairing):
        started.append(pairing)
    return started


def test_a_tournament_waits_for_results_and_is_done_when_it_has_all() -> None:
    tournament = TournamentSchedule([GameSchedule("x", 2, bots(4), 1, "swiss", rounds=2)], {})
    for number in range(2):
        matches = start_all(tournament)
        assert {pairing.key.round for pairing in matches} == {number}
        for pairing in matches:
            assert tournament.next() is Idle.AWAITING_RESULTS
            assert not tournament.finished(pairing, favourites(pairing))
    assert tournament.next() is Idle.DONE
    assert len(tournament.results) == tournament.total() == 8


def test_the_games_of_a_tournament_take_turns() -> None:
    games = [GameSchedule("x", 2, bots(3), 1), GameSchedule("y", 2, bots(2), 1)]
    started = start_all(TournamentSchedule(games, {}))
    assert [pairing.key.game for pairing in started] == [*"xyxy", *"xxxx"]


def test_a_tournament_goes_on_after_the_results_that_it_is_given() -> None:
    game = GameSchedule("x", 2, bots(3), 1)
    results = {pairing.key: (1, 2) for pairing in game.due({})[:4]}
    tournament = TournamentSchedule([game], results)
    assert tournament.progress() == {"x": (4, 6)}
    assert [pairing.key for pairing in start_all(tournament)] == [
        pairing.key for pairing in game.due({})[4:]
    ]


def test_a_void_match_is_not_started_again() -> None:
    tournament = TournamentSchedule([GameSchedule("x", 2, bots(2), 1)], {})
    tournament.void(start(tournament))
    tournament.finished(start(tournament), (1, 2))
    assert tournament.next() is Idle.DONE
    assert tournament.progress() == {"x": (1, 2)}


def test_no_match_of_a_benched_bot_is_started() -> None:
    tournament = TournamentSchedule([GameSchedule("x", 2, bots(4), 1, rounds=3)], {})
    first = start(tournament)
    tournament.suspend("b01")
    rest = start_all(tournament)
    assert not any("b01" in pairing.bots for pairing in rest)
    assert len(rest) == 18 - ("b01" not in first.bots)


def test_what_decides_a_tournament_ends_it_whatever_is_running() -> None:
    game = GameSchedule("x", 2, bots(4), 1)
    tournament = TournamentSchedule([game], {}, lambda results: len(results) == 2)
    one, two, _ = start(tournament), start(tournament), start(tournament)
    assert not tournament.finished(one, (1, 2))
    assert tournament.finished(two, (1, 2))
    assert tournament.next() is Idle.DONE


def test_a_result_that_misses_a_seat_is_a_sentence() -> None:
    game = GameSchedule("x", 2, bots(2), 1, rounds=1)
    results: dict[Key, Ranks] = {pairing.key: (1, 2) for pairing in game.due({})}
    results[game.due({})[0].key] = (1,)
    with pytest.raises(DamagedResult, match="has damaged seats; `lutetia rebuild` derives them"):
        game.placing(results)


def test_the_first_seats_of_a_table_are_drawn() -> None:
    # Rotations never change who follows whom, so the order they start from must not be the seeds'.
    matches = GameSchedule("game", 3, bots(9), 1, rounds=4).due({})
    starts = [match.bots for match in matches if match.key.rotation == 0]
    follows = Counter(one < two for seats in starts for one, two in pairwise(seats))
    assert 0.3 < follows[True] / follows.total() < 0.7
    orders = {tuple(sorted(seats).index(bot) for bot in seats) for seats in starts}
    assert len(orders) == 6  # each table has a draw of its own
