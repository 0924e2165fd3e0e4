"""The greedy player of La Cité de la Lumière, over the wire's messages."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from arbiter.wire.lumiere import wire
from engine.game import Outcome
from engine.lumiere import game
from engine.lumiere.actions import (
    POSTCARDS,
    Build,
    DeclineBuilding,
    Erect,
    Extend,
    Keep,
    Lay,
    Levitate,
    Stand,
    Take,
)
from engine.lumiere.options import Options
from lutetia.v1.lumiere_pb2 import LumiereRules
from sample_bots.greedy.lumiere import best_action
from tests import playthroughs
from tests.engine.lumiere.positions import ask, at, change, figure, new, play, position, put
from tests.playthroughs import any_action, play_out
from tests.seeds import seeds

RULES = LumiereRules.FromString(wire.encode_rules(game.rules(2, Options())))


def greedy(view: Any, actions: Sequence[Any], rng: Random) -> int:
    """Ask the greedy player, with the rules it is told at the start."""
    return best_action(RULES, view, actions, rng)


def answer(state: Any) -> Any:
    """Ask the greedy player for the decider's action."""
    return playthroughs.answer(game, state, greedy, Random(1))


def play_game(seed: int, seats: set[int], **options: Any) -> Outcome:
    """Play a match with the greedy player on some seats and a random one on the others."""
    bots = [greedy if seat in seats else any_action for seat in range(2)]
    return play_out(game, bots, seed, **options)


@pytest.mark.parametrize("postcards", ["starter", "random"])
def test_it_beats_a_random_player_from_either_seat(postcards: str) -> None:
    games = seeds(30, 200)
    wins = [play_game(seed, {seed % 2}, postcards=postcards).ranks[seed % 2] == 1 for seed in games]
    assert sum(wins) >= 0.95 * len(games)


def test_it_plays_every_option() -> None:
    for postcards in (",".join(POSTCARDS[4:]), "random"):
        assert min(play_game(2, {0, 1}, postcards=postcards, flip=True).ranks) == 1


def test_it_is_reproducible() -> None:
    assert play_game(5, {0, 1}) == play_game(5, {0, 1})


def test_it_takes_five_large_buildings_first() -> None:
    state = new()
    taken = []
    for _ in range(5):
        taken.append(answer(state))
        play(state, taken[-1])
        state.decider = 0
    assert {take.piece[-1] for take in taken} == {"6", "5"}
    assert all(isinstance(take, Take) for take in taken)


def test_it_passes_rather_than_take_more_than_it_can_place() -> None:
    state = new()
    change(state, 0, tiles=(), reserve=("I4", "O4", "T4", "L4", "U5"))
    state.stacks = ((), state.stacks[1])
    state.pool = ("I3", "L3")
    state.valid = [Take("I3"), Take("L3"), DeclineBuilding()]
    assert answer(state) == DeclineBuilding()


def test_it_builds_beside_lamps() -> None:
    state = position(["L000", "1111", "000"], reserves=["I3", ""])
    assert answer(state) == Build("I3", 0, False, (1, 2, 3))


def test_it_builds_where_its_quarter_grows() -> None:
    state = position(["00000", "1111", "000"], reserves=["I3", ""])
    put(state, 0, "garden", 0, 1)
    assert answer(ask(state, 0)) == Build("I3", 0, False, (2, 3, 4))


def test_it_takes_shared_ground_from_a_rival_who_still_builds() -> None:
    state = position(["mmm", "1111", "000"], reserves=["I3", "L3"], fill="1")
    assert answer(state) == Build("I3", 0, False, (0, 1, 2))


def test_it_gives_away_by_levitation_what_finds_no_place() -> None:
    state = position(
        ["000", "11L", "00", "0"],
        reserves=["L3 C6", ""],
        pool="I3",
        postcards=["levitation"],
        tokens=[1, 0],
    )
    assert answer(state) == Levitate("C6", "I3", 0, False, (0, 1, 2))


def test_it_lights_its_own_buildings_with_the_lamp() -> None:
    state = position(["000", "1111", "000"], fill="m", postcards=["lampadaire"], tokens=[1, 0])
    put(state, 0, "I3", at(2, 0), at(2, 1))
    assert answer(ask(state, 0)) == Stand("lamp", at(2, 2))


def test_it_puts_the_painter_where_most_lamps_are() -> None:
    state = position(["010L", "1111", "111L"], postcards=["le_peintre"], tokens=[1, 0])
    put(state, 1, "I3", 1, *range(8, 16))
    put(state, 1, "L3", *range(4, 8))
    assert answer(ask(state, 0)) == Stand("painter", 2)


def test_it_puts_the_dancer_where_most_room_is() -> None:
    state = position(["01011"], postcards=["moulin_rouge"], tokens=[1, 0])
    put(state, 1, "I3", 1, *range(8, 16))
    assert answer(ask(state, 0)) == Stand("dancer", 2)


def test_it_puts_the_statue_where_most_room_is() -> None:
    state = position(["0", "1", "1111", "1101"], postcards=["le_penseur"], tokens=[1, 0])
    action = answer(state)
    assert isinstance(action, Erect)
    assert action.cell == at(3, 2)


def test_it_lays_the_fountain_beside_its_buildings() -> None:
    state = position(["00100", "1111", "00"], postcards=["fontaine_des_mers"], tokens=[1, 0])
    put(state, 0, "I3", 2)
    put(state, 0, "L3", 5)
    assert answer(ask(state, 0)) == Lay("fountain", (3, 4))


def test_it_lays_the_garden_in_the_light() -> None:
    state = position(["0011", "1111", "00L"], postcards=["jardin_des_plantes"], tokens=[1, 0])
    assert answer(state) == Lay("garden", (at(2, 0), at(2, 1)))


def test_it_extends_the_building_with_more_light() -> None:
    state = position(["L0001"], postcards=["bouquinistes"], tokens=[1, 0])
    put(state, 0, "I3", 1)
    put(state, 0, "L3", 3)
    assert answer(ask(state, 0)) == Extend(2, "I3")


def test_it_puts_the_big_lamp_where_it_lights_more() -> None:
    state = position(["L00", "1", "1", "L11"], postcards=["la_grande_lumiere"], tokens=[1, 0])
    put(state, 0, "I3", 2)
    assert answer(ask(state, 0)) == Stand("big_lamp", 0)


def test_it_keeps_sacre_coeur_when_buildings_have_no_place() -> None:
    state = position(["0"], reserves=["C6 E6", ""], postcards=["sacre_coeur"], tokens=[1, 0])
    assert answer(state) == Keep("sacre_coeur")


def test_it_sees_pieces_that_stand_in_the_way_of_the_statue() -> None:
    state = position(["0", "1111", "1111", "1101"], postcards=["le_penseur"], tokens=[1, 0])
    around = (at(2, 1), at(2, 2), at(2, 3), at(3, 1), at(3, 3), at(4, 1))
    figure(state, 1, "fountain", *around)
    assert answer(ask(state, 0)).cell == 0
