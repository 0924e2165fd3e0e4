"""The nine examples of the rulebooks, with their numbers."""

from engine.paris.actions import (
    Building,
    Landmark,
    MoveKey,
    MoveTo,
    Place,
    PutLandmark,
    SpendPrestige,
    StopPrestige,
    UseBonusTile,
)
from engine.paris.events import DistrictScored, Event, KeyMoved, Paid, PrestigeSpent
from engine.paris.figures.board import members
from engine.paris.figures.choices import TOKEN
from engine.paris.rules.keys import reachable
from engine.paris.scoring import score_game
from engine.paris.state import ParisState
from tests.engine.paris.positions import Seat, buy, offered, place, play, position


def reach(state: ParisState, origin: str) -> list[Place]:
    """List what a key of seat 0 can buy."""
    player, number = state.players[0], state.board.index[place(origin)]
    targets = members(reachable(state, player, number))
    return [state.board.places[target] for target in targets]


def final_points(state: ParisState) -> list[Event]:
    """Score the game as it lies and return what each seat got in the districts."""
    state.notices = []
    score_game(state)
    return [notice.event for notice in state.notices if isinstance(notice.event, DistrictScored)]


def test_1_from_residence_3_only_the_free_4_can_be_reached() -> None:
    state = position(
        Seat("chaillot 3", francs=20, tokens="gold gold gold"),
        Seat("chaillot 5, sacre_coeur"),
        built="chaillot 1, chaillot 2, chaillot 3, chaillot 4, chaillot 5",
        landmarks="sacre_coeur chaillot",
    )
    reached = reach(state, "chaillot 3")
    assert [target for target in reached if isinstance(target, Building)] == [
        Building("chaillot", 4)
    ]
    assert Landmark("sacre_coeur") not in reached


def test_2_bakery_2_to_theatre_5_in_montmartre_costs_3_francs() -> None:
    state = position(Seat("montmartre 2", francs=3), built="montmartre 2, montmartre 5")
    events = buy(state, "montmartre 2", "montmartre 5")
    assert events[0] == KeyMoved(
        0, Building("montmartre", 2), Building("montmartre", 5), "montmartre", 3
    )
    assert state.players[0].francs == 0


def test_2_theatre_8_to_new_landmark_12_costs_4_francs_1_marble_and_1_gold() -> None:
    state = position(Seat("la_villette 8", francs=4, tokens="marble gold"))
    events = buy(state, "la_villette 8", "grand_palais")
    assert Paid(0, "marble", TOKEN) in events
    assert Paid(0, "gold", TOKEN) in events
    moved = KeyMoved(0, place("la_villette 8"), Landmark("grand_palais"), "la_villette", 4)
    assert moved in events
    assert state.players[0].francs == 0
    assert state.players[0].tokens == (0, 0, 0, 0, 0, 0)
    assert state.supply == (0, 1, 1)


def test_3_above_landmark_12_in_saint_germain_the_next_is_13_or_higher() -> None:
    seat = Seat("bank saint_germain", francs=30, tokens="marble marble marble gold gold gold")
    state = position(seat, Seat("grand_palais"), landmarks="grand_palais saint_germain")
    new = [
        target.name for target in reach(state, "bank saint_germain") if isinstance(target, Landmark)
    ]
    assert new == ["sacre_coeur", "notre_dame", "louvre", "eiffel_tower"]


def test_4_arc_to_new_landmark_15_costs_15_francs_and_two_gold_prestige_give_10_points() -> None:
    seat = Seat("arc", francs=15, tokens="gold gold marble gold_prestige gold_prestige silver")
    state = position(seat, Seat("luxembourg_gardens"), landmarks="luxembourg_gardens belleville")
    play(state, MoveKey(place("arc")), MoveTo(Landmark("louvre")), PutLandmark("belleville"))
    assert state.players[0].francs == 0
    assert state.supply == (0, 1, 2)
    spent = SpendPrestige("gold_prestige", TOKEN)
    events = play(state, spent, spent, StopPrestige())
    assert events[:2] == [PrestigeSpent(0, "gold_prestige", TOKEN, 5)] * 2
    assert state.players[0].points == 10
    assert state.gone == (0, 0, 2)


def test_5_tile_18_with_keys_on_three_buildings_of_value_4_gives_15_points() -> None:
    state = position(Seat("montmartre 4, belleville 4, chaillot 4", bonus=[18]))
    play(state, UseBonusTile(18))
    assert state.players[0].points == 15


def test_6_the_single_13_beats_11_and_2() -> None:
    state = position(
        Seat("pantheon, batignolles 2"),
        Seat("batignolles 5, batignolles 4, batignolles 1"),
        Seat("sacre_coeur"),
        Seat("batignolles 3"),
        landmarks="pantheon batignolles, sacre_coeur batignolles",
        vp_tiles="1 batignolles",
    )
    scored = final_points(state)
    assert scored == [DistrictScored("batignolles", (13, 10, 13, 3), (10, 5, 20, 0))]


def test_7_two_with_the_same_15_share_16_and_nobody_gets_8() -> None:
    state = position(
        Seat("pantheon, montmartre 5"),
        Seat("louvre, montmartre 3, montmartre 3"),
        Seat("montmartre 8"),
        Seat("louvre, montmartre 4, montmartre 2"),
        landmarks="pantheon montmartre, louvre montmartre",
        vp_tiles="3 montmartre",
    )
    scored = final_points(state)
    assert scored == [DistrictScored("montmartre", (16, 21, 8, 21), (4, 16, 0, 16))]


def test_8_with_two_players_5_is_less_than_half_of_12_and_gets_nothing() -> None:
    state = position(
        Seat("grand_palais"),
        Seat("belleville 5"),
        landmarks="grand_palais belleville",
        vp_tiles="2 belleville",
    )
    assert final_points(state) == [DistrictScored("belleville", (12, 5), (18, 0))]


def test_9_tile_30_with_four_types_and_two_landmarks_gives_15_points() -> None:
    keys = "chaillot 1, montmartre 2, la_villette 1, saint_germain 2, chaillot 5, belleville 3"
    state = position(
        Seat(f"{keys}, luxembourg_gardens, eiffel_tower", bonus=[30]),
        landmarks="luxembourg_gardens batignolles, eiffel_tower batignolles",
    )
    play(state, UseBonusTile(30))
    assert state.players[0].points == 15
    assert offered(state, "use_bonus_tile") == []
