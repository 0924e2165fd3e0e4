"""The whole contract, over random matches with every option."""

from collections.abc import Sequence
from typing import Any

import pytest

from arbiter.wire.lumiere import wire
from engine.dice import Dice
from engine.lumiere.actions import POSTCARDS, Action
from engine.lumiere.game import Lumiere, game
from engine.lumiere.options import Options
from engine.lumiere.state import LumiereState
from engine.lumiere.views import View
from engine.testing import check_game
from tests.seeds import SAMPLE, seeds

STARTER, EXTRA = POSTCARDS[:8], POSTCARDS[8:]
ALIKE = ["oooo", "oxox", "LoLo", "mmmm", "Lomx", "Lomx", "xxxx", "ommm"]


def forced(name: str) -> dict[str, Any]:
    """Return options with an extra postcard in the place of one of the starter set."""
    place = EXTRA.index(name)
    return {"postcards": ",".join((*STARTER[:place], *STARTER[place + 1 :], name))}


CASES = [
    pytest.param({}, id="starter"),
    pytest.param({"postcards": "random"}, id="random"),
    *(pytest.param(forced(name), id=name) for name in EXTRA),
    pytest.param({"postcards": ",".join(STARTER[4:] + EXTRA)}, id="all-extra"),
    pytest.param({"postcards": "random", "flip": True}, id="flip"),
    pytest.param({"ruleset": {"paving": {"tiles": ALIKE}}}, id="tiles-alike"),
    pytest.param({"ruleset": {"paving": {"second_tiles": ALIKE}}}, id="tiles-by-seat"),
    pytest.param({"ruleset": {"table": {"chimneys": 2}}}, id="two-chimneys"),
]


@pytest.mark.parametrize("options", CASES)
def test_random_matches_keep_the_contract(options: dict[str, Any]) -> None:
    games = seeds(20)
    check_game(
        game, 2, Options(**options), games, encode=wire.encode, decode=wire.decode, sample=SAMPLE
    )


class _RivalsTileLeaks(LumiereState):
    """Shows the tile that seat 1 has looked at first among those it has to place."""

    __slots__ = ()

    def view(self, seat: int | None) -> View:
        view = super().view(seat)
        first, second = view.players
        tiles = tuple(sorted(second.tiles, key=lambda tile: tile != self.stacks[1][0]))
        return view._replace(players=(first, second._replace(tiles=tiles)))


class _OwnStackLeaks(LumiereState):
    """Shows the own tiles in the order they will come."""

    __slots__ = ()

    def view(self, seat: int | None) -> View:
        view = super().view(seat)
        first, second = view.players
        return view._replace(players=(first._replace(tiles=self.stacks[0]), second))


class _OrderLeaks(LumiereState):
    """Lists the valid actions in an order that depends on a tile nobody has seen."""

    __slots__ = ()

    def actions(self) -> Sequence[Action]:
        odd = any(len(stack) > 1 and stack[1] % 2 for stack in self.stacks)
        return self.valid[::-1] if odd else self.valid


@pytest.mark.parametrize("leaky", [_RivalsTileLeaks, _OwnStackLeaks, _OrderLeaks])
def test_the_suite_fails_when_a_hidden_tile_leaks(leaky: type[LumiereState]) -> None:
    class Leaky(Lumiere):
        def deal(self, players: int, options: Options, dice: Dice) -> LumiereState:
            state = super().deal(players, options, dice)
            return leaky(options, state.view(None), state.stacks)

        def imagine(self, view: View, options: Options, dice: Dice) -> LumiereState:
            state = super().imagine(view, options, dice)
            return leaky(options, view, state.stacks)

    with pytest.raises(AssertionError, match="hidden"):
        check_game(Leaky(), 2, Options(), range(10))
