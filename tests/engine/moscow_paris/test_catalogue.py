"""Sets of cards, and what is kept from turn to turn, against what a plain search finds."""

from collections.abc import Iterator

import pytest

from engine.dice import Dice
from engine.moscow_paris import game
from engine.moscow_paris.actions import CARDS, SIDES, Back, Couple, Front
from engine.moscow_paris.catalogue import Catalogue, Kept
from engine.moscow_paris.options import Options
from engine.moscow_paris.state import MoscowParisState
from tests.engine.moscow_paris.positions import hand, play, position
from tests.seeds import seeds

WAGONS = "mail dining saloon seating baggage"


def positions(players: int) -> Iterator[MoscowParisState]:
    """Play random matches, and stop at each position."""
    for seed in seeds(5, 50):
        state, dice = game.deal(players, Options(max_turns=200), Dice(seed)), Dice(seed)
        while state.decider is not None:
            yield state
            state.play(dice.choose(state.actions()))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_kept_of_the_lines_is_never_out_of_date(players: int) -> None:
    for state in positions(players):
        fresh = state.copy()
        fresh.lines = state.lines
        assert (fresh.loads, fresh.rooms) == (state.loads, state.rooms), state.lines


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_couplings_listed_are_those_a_plain_search_finds(players: int) -> None:
    for state in positions(players):
        if state.step == "turn":
            wagons = sorted({*hand(state, state.mover)} - {*CARDS})
            couplings = [
                Couple(wagon, row, side)
                for row, (city, left, right) in enumerate(state.lines)
                for wagon in wagons
                for side in SIDES
                if wagon not in left + right
                and len(left + right) < state.cities_by_name[city].limit
            ]
            assert [action for action in state.actions() if action.kind == "couple"] == couplings


def test_a_copy_keeps_its_own_lines() -> None:
    state = position([WAGONS, WAGONS])
    play(state.copy(), Couple("mail", 0, "left"))
    assert Couple("mail", 0, "left") in state.actions()
    play(state, Front("mail"), Couple("mail", 0, "left"))


def test_views_share_what_has_not_changed() -> None:
    state = position([WAGONS, WAGONS, WAGONS])
    before = state.view(0)
    play(state, Front("mail"))
    after = state.view(0)
    assert after.lines is before.lines
    assert after.players[1] is before.players[1]


def test_equal_fronts_are_one_object() -> None:
    state = position([WAGONS, WAGONS])
    play(state, Front("mail"), Front("dining"), Front("dining"), Front("mail"))
    assert state.fronts[0] is state.fronts[1]
    play(state, Back("mail"), Back("mail"))
    assert state.fronts[0] is state.fronts[1]


def test_sets_are_listed_in_the_order_of_the_alphabet_whatever_the_ruleset() -> None:
    cards = Catalogue(["zeppelin", "amphibian"])
    both = cards.sets["zeppelin", "amphibian"]
    assert cards.fronts[both] == (Front("amphibian"), Front("zeppelin"))
    assert cards.fronts[both | cards.bits["swap"]] == cards.fronts[both]
    assert cards.cards[both | cards.bits["swap"]] == ("swap",)


def test_what_is_kept_has_a_bound() -> None:
    squares: Kept[int, int] = Kept(lambda n: n * n, size=3)
    assert [squares[n] for n in range(10)] == [n * n for n in range(10)]
    assert len(squares) <= 3
