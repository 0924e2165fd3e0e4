"""The whole contract, over random matches with every option."""

from typing import Any

import pytest

from arbiter.wire.paris import wire
from engine.dice import Dice
from engine.game import Notice
from engine.paris.actions import Action
from engine.paris.events import Event
from engine.paris.game import Paris, game
from engine.paris.options import Options
from engine.paris.state import ParisState
from engine.paris.views import View
from engine.testing import check_game
from tests.seeds import SAMPLE, seeds

VARIANTS = {
    "standard": Options(),
    "advanced_setup": Options(advanced_setup=True),
    "free_placement": Options(free_placement=True),
    "bonus_once": Options(bonus_once=True),
    "all": Options(advanced_setup=True, free_placement=True, bonus_once=True),
}

CASES = [
    *((players, variant) for players in (2, 3, 4) for variant in list(VARIANTS)[:3]),
    (2, "bonus_once"),
    (4, "all"),
]


@pytest.mark.parametrize(("players", "variant"), CASES)
def test_random_matches_keep_the_contract(players: int, variant: str) -> None:
    check_game(
        game,
        players,
        VARIANTS[variant],
        seeds(4),
        encode=wire.encode,
        decode=wire.decode,
        sample=SAMPLE,
    )


class _Mutant(Paris):
    """The game with another class of states."""

    def __init__(self, dealt: type[ParisState], imagined: type[ParisState]) -> None:
        self.dealt = dealt
        self.imagined = imagined

    def deal(self, players: int, options: Options, dice: Dice) -> ParisState:
        state = super().deal(players, options, dice)
        state.__class__ = self.dealt
        return state

    def imagine(self, view: View, options: Options, dice: Dice) -> ParisState:
        state = super().imagine(view, options, dice)
        state.__class__ = self.imagined
        return state


class _TopTileLeaks(ParisState):
    """Shows the number of the top tile of the first stack as the number of end tiles left."""

    __slots__ = ()

    def view(self, seat: int | None) -> View:
        view = super().view(seat)
        (*_, top), *_ = ((0, *stack) for stack in self.stacks.tiles)
        return view._replace(end_tiles=view.end_tiles._replace(left=top))


class _EndTileLeaks(ParisState):
    """Shows an end tile of the next seat as the number of end tiles left."""

    __slots__ = ()

    def view(self, seat: int | None) -> View:
        view = super().view(seat)
        other = self.end_tiles.own[((seat or 0) + 1) % len(self.players)]
        return view._replace(end_tiles=view.end_tiles._replace(left=sum(other.held)))


class _OrderLeaks(ParisState):
    """Lists the valid actions in an order that depends on the next tile."""

    __slots__ = ()

    def actions(self) -> Any:
        odd = sum(self.stacks.tiles[0][-1:]) % 2 == 1
        return sorted(self.valid, reverse=odd, key=str)


class _PointsLeak(ParisState):
    """Counts the end tiles in hand among the points so far."""

    __slots__ = ()

    def score_sources(self) -> list[dict[str, int]]:
        held = [len(own.held) + sum(own.held) for own in self.end_tiles.own]
        return [
            {**own, "held": more} for own, more in zip(super().score_sources(), held, strict=True)
        ]


class _Unplayable(ParisState):
    """A position that cannot be."""

    __slots__ = ()

    def play(self, action: Action) -> list[Notice[Event]]:
        raise AssertionError("this position is not possible")


def test_the_suite_fails_when_an_imagined_position_cannot_be_played_on() -> None:
    with pytest.raises(AssertionError, match="not possible"):
        check_game(_Mutant(ParisState, _Unplayable), 3, Options(), range(1))


@pytest.mark.parametrize("leaky", [_TopTileLeaks, _EndTileLeaks, _OrderLeaks, _PointsLeak])
def test_the_suite_fails_when_something_hidden_leaks(leaky: type[ParisState]) -> None:
    with pytest.raises(AssertionError, match="hidden"):
        check_game(_Mutant(leaky, leaky), 3, Options(), range(2))
