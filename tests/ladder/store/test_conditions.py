"""What the store knows of the conditions of a match: its list, and who plays for whom."""

from dataclasses import replace
from typing import Any

import pytest

from engine.dice import Dice
from engine.record import Bot, Ending, Record, SeatRecord, Setup, rank_seats
from ladder.ratings.fit import fit
from ladder.ratings.standings import standings
from ladder.schedules.schedule import Key
from ladder.store.store import Store
from tests.ladder.games import record

TEAMS: dict[str, Any] = {"games": [{"game": "moscow_paris", "options": {"teams": True}}]}


def lists_of(store: Store, *specs: dict[str, Any], game: str = "moscow_paris") -> list[str]:
    """Store a match in a tournament of each spec, and return the list of each match."""
    for number, spec in enumerate(specs):
        tournament = store.add_tournament(f"cup {number}", spec, seed=1)
        store.add_match(tournament, Key(game, 0, 0, 0), record("a", "b"))
    results = store.results()
    return [str(results.lists[index]) for index in results.list_index.tolist()]


def test_matches_with_other_options_or_another_clock_are_of_another_list(store: Store) -> None:
    full = {"game": "moscow_paris", "players": 2, "options": {"claim": "full"}}
    assert lists_of(
        store,
        {"games": [full | {"options": {}}], "clock": "60+0.5"},
        {"games": [full], "clock": "60+0.5"},
        {"games": [full], "clock": "move=0.1"},
        {"games": [full], "clock": "move=0.2"},
    ) == [
        "moscow_paris",
        "moscow_paris claim=full",
        "moscow_paris claim=full, fast clock",
        "moscow_paris claim=full, fast clock",
    ]


def test_matches_with_strikes_are_of_another_list(store: Store) -> None:
    spec = {"games": ["moscow_paris"], "clock": "move=0.1"}
    assert lists_of(store, spec, spec | {"strikes": 0}, spec | {"strikes": 2}) == [
        "moscow_paris, fast clock",
        "moscow_paris, fast clock",
        "moscow_paris, fast clock, 2 strikes",
    ]


def test_an_option_that_is_named_and_has_its_default_makes_no_other_list(store: Store) -> None:
    spec = {"games": [{"game": "moscow_paris", "options": {"teams": False}}], "clock": "60+0.5"}
    assert lists_of(store, spec) == ["moscow_paris"]


def test_the_ladder_has_the_default_options(store: Store) -> None:
    spec = {"format": "ladder", "games": ["moscow_paris"], "clock": "300+5"}
    assert lists_of(store, spec) == ["moscow_paris, slow clock"]


def test_a_game_that_is_not_installed_has_lists_all_the_same(store: Store) -> None:
    spec = {"games": [{"game": "game", "options": {"depth": 3}}], "clock": "60+0.5"}
    assert lists_of(store, spec, game="game") == ["game depth=3"]


@pytest.mark.parametrize(
    "spec",
    [
        {"games": 1, "clock": 1, "strikes": "2"},
        {"games": [{"game": "moscow_paris", "options": 3}], "clock": "soon"},
        {"games": [None, "moscow_paris"], "clock": None},
    ],
)
def test_a_spec_that_says_nothing_means_the_defaults(store: Store, spec: dict[str, Any]) -> None:
    assert lists_of(store, spec) == ["moscow_paris"]


def play_teams(seed: int, bots: tuple[str, ...], forfeit: int | None = None) -> Record:
    """Play moscow_paris in teams by lot; one seat may forfeit at the end."""
    setup = Setup("moscow_paris", 4, {"teams": True}, seed)
    state, dice = setup.deal(), Dice(seed)
    actions = []
    while state.decider is not None:
        action = dice.choose(state.actions())
        actions.append(tuple(action))
        state.play(action)
    outcome, sides = state.outcome(), setup.sides()
    assert outcome is not None
    ranks = rank_seats(sides, outcome, [] if forfeit is None else [sides[forfeit]])
    seats = [
        SeatRecord(bot, "1", score, rank, Ending.PLAYED, "", 1, 0.1, 0.1, 0.1)
        for bot, score, rank in zip(bots, outcome.scores, ranks, strict=True)
    ]
    if forfeit is not None:
        seats[forfeit] = replace(seats[forfeit], ending=Ending.TIMEOUT)
    return Record(setup, tuple(actions), tuple(seats))


def test_mates_do_not_draw_with_each_other(store: Store) -> None:
    tournament = store.add_tournament("teams", TEAMS, seed=1)
    bots = ("a", "b", "c", "d")
    for turn in range(4):
        seated = bots[turn:] + bots[:turn]
        store.add_match(tournament, Key("moscow_paris", 0, 0, turn), play_teams(turn + 1, seated))
    results = store.results()
    assert results.side.tolist() == [0, 1, 0, 1] * 4
    met = set(zip(results.pairs.first.tolist(), results.pairs.second.tolist(), strict=True))
    assert not met & {(0, 2), (2, 0), (1, 3), (3, 1)}
    rows = {row.bot: row for row in standings(results)}
    assert [(row.wins + row.draws + row.losses, row.games) for row in rows.values()] == [(8, 4)] * 4
    # Two sides are a duel: the four comparisons of a match weigh as much as one of two seats.
    assert results.pairs.weight.tolist() == [0.5] * 16
    assert rows["a"].elo == pytest.approx(rows["c"].elo)
    assert fit(results.pairs).elo[0] == pytest.approx(fit(results.pairs).elo[2])


def test_a_forfeit_counts_for_the_team(store: Store) -> None:
    tournament = store.add_tournament("teams", TEAMS, seed=1)
    played = play_teams(1, ("a", "b", "c", "d"), forfeit=1)
    store.add_match(tournament, Key("moscow_paris", 0, 0, 0), played)
    rows = {row.bot: row for row in standings(store.results())}
    assert {bot: (row.wins, row.losses, row.forfeits) for bot, row in rows.items()} == {
        "a": (2, 0, 0),
        "b": (0, 2, 1),
        "c": (2, 0, 0),
        "d": (0, 2, 0),
    }
    assert store.results().bots == tuple(Bot(name, "1") for name in "abcd")


def test_without_teams_everybody_plays_for_themselves(store: Store) -> None:
    spec = {"games": [{"game": "moscow_paris", "options": {}}]}
    tournament = store.add_tournament("cup", spec, seed=1)
    store.add_match(tournament, Key("moscow_paris", 0, 0, 0), record("a", "b", "c", "d"))
    store.add_match(tournament, Key("moscow_paris", 0, 1, 0), record("a", "b"))
    assert store.results().side.tolist() == [0, 1, 2, 3, 0, 1]
