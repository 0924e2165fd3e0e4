"""A game outside the packages comes in by its entry points alone."""

from arbiter.wire.games import find_wire
from connect_four.connect_four_pb2 import Drop, Position, View
from engine.games import find_game, game_names
from engine.testing import check_game
from tests.seeds import SAMPLE, seeds


def test_connect_four_is_listed_beside_our_own_games() -> None:
    assert {"connect_four", "moscow_paris"} <= set(game_names())


def test_connect_four_passes_the_conformance_suite() -> None:
    game, wire = find_game("connect_four"), find_wire("connect_four")
    check_game(
        game, 2, game.options(), seeds(50), encode=wire.encode, decode=wire.decode, sample=SAMPLE
    )


def test_its_bytes_are_what_the_generated_classes_write() -> None:
    state = find_game("connect_four").new(2, find_game("connect_four").options(), 1)
    state.apply(state.actions()[3])
    encoded = find_wire("connect_four").encode(state.view(1), state.actions(), ())
    view = View(seat=1, discs=(1 << 21, 0))
    drops = [Drop(column=column) for column in range(7)]
    assert Position.FromString(encoded) == Position(view=view, actions=drops)
