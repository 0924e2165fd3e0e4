"""The twelve end tiles (§12), each by its number."""

import pytest

from engine.paris.actions import (
    TOKENS,
    Pay,
    Sell,
    Source,
    SpendPrestige,
    UseBonusTile,
    UseEndTile,
)
from engine.paris.events import EndTileUsed, Paid, PrestigeSpent
from tests.engine.paris.positions import (
    Seat,
    buy,
    held_ends,
    kinds,
    offered,
    place,
    play,
    position,
    used_ends,
)


@pytest.mark.parametrize(
    ("tile", "keys", "target", "token"),
    [
        (1, "montmartre 5", "montmartre 8", "wood"),
        (2, "bank montmartre", "tuileries", "marble"),
        (3, "bank montmartre", "luxembourg_gardens", "gold"),
        (4, "montmartre 5", "montmartre 8", "wood"),
        (4, "bank montmartre", "luxembourg_gardens", "gold"),
    ],
)
def test_1_2_3_4_pay_a_resource(tile: int, keys: str, target: str, token: str) -> None:
    state = position(Seat(keys, francs=10, ends=[tile]), built="montmartre 5, montmartre 8")
    assert Paid(0, token, Source("end_tile", tile)) in buy(state, keys, target)
    assert place(target) in state.players[0].keys.view
    assert used_ends(state, 0) == (tile,)
    assert state.supply == (0, 0, 0)


@pytest.mark.parametrize(
    ("tile", "tokens"),
    [
        (1, ["wood"]),
        (2, ["marble"]),
        (3, ["gold"]),
        (4, ["wood", "marble", "gold"]),
        (5, ["bronze"]),
        (6, ["silver"]),
        (7, ["gold_prestige"]),
        (8, ["bronze", "silver", "gold_prestige"]),
    ],
)
def test_1_to_8_can_be_sold_as_what_they_count_for(tile: int, tokens: list[str]) -> None:
    state = position(Seat(ends=[tile]))
    assert offered(state, "sell") == tokens
    play(state, Sell(tokens[-1], Source("end_tile", tile)))
    assert state.players[0].francs == state.board.sell[TOKENS.index(tokens[-1])]
    assert held_ends(state, 0) == ()


@pytest.mark.parametrize(
    ("tile", "landmark", "token", "points"),
    [
        (5, "grand_palais", "bronze", 3),
        (6, "grand_palais", "silver", 4),
        (7, "grand_palais", "gold_prestige", 5),
        (8, "grand_palais", "gold_prestige", 5),
    ],
)
def test_5_6_7_8_are_discarded_as_prestige(
    tile: int, landmark: str, token: str, points: int
) -> None:
    seat = Seat("bank montmartre", francs=12, tokens="marble gold", ends=[tile])
    state = position(seat, built="")
    buy(state, "bank montmartre", landmark)
    events = play(state, SpendPrestige(token, Source("end_tile", tile)))
    assert events[0] == PrestigeSpent(0, token, Source("end_tile", tile), points)
    assert state.gone == (0, 0, 0)


@pytest.mark.parametrize(
    ("tile", "francs", "points"), [(9, 4, 0), (10, 6, 0), (11, 0, 3), (12, 0, 5)]
)
def test_9_10_11_12_give_francs_or_points(tile: int, francs: int, points: int) -> None:
    state = position(Seat(ends=[tile]))
    assert play(state, UseEndTile(tile)) == [EndTileUsed(0, tile, francs, points)]
    assert (state.players[0].francs, state.players[0].points) == (francs, points)
    assert held_ends(state, 0) == ()


def test_an_end_tile_that_matches_no_icon_is_not_offered_at_a_landmark() -> None:
    seat = Seat("bank montmartre", francs=9, tokens="marble bronze", ends=[6])
    state = position(seat, built="")
    buy(state, "bank montmartre", "tuileries")  # three bronze icons
    assert offered(state, "spend_prestige") == ["bronze"]


def test_a_token_and_an_end_tile_of_its_kind_are_a_choice_of_payment() -> None:
    state = position(Seat("montmartre 5", francs=3, ends=[1, 2, 5], tokens="wood"))
    buy(state, "montmartre 5", "montmartre 8")
    assert state.actions() == [Pay("wood", Source("token")), Pay("wood", Source("end_tile", 1))]


def test_end_tiles_do_not_count_for_tile_20() -> None:
    assert "use_bonus_tile" not in kinds(position(Seat(bonus=[20], ends=[1, 9, 12])))
    state = position(Seat(bonus=[20, 27], ends=[1, 9, 12]))
    play(state, UseBonusTile(20))
    assert state.players[0].points == 1
