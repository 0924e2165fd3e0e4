"""The whole contract, over random games with every option."""

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
def test_random_games_keep_the_contract(players: int, variant: str) -> None:
    check_game(
        game,
        players,
        VARIANTS[variant],
        seeds(4),
        encode=wire.encode,
        decode=wire.decode,
        sample=SAMPLE,
    )


class _TopTileLeaks(ParisState):
    """Shows the value of the top tile of the first stack as the number of turns that are over."""

    __slots__ = ()

    def view(self, seat: int | None) -> View:
        view = super().view(seat)
        return view._replace(turns=self.stacks[0][-1] if self.stacks[0] else 0)


class _EndTileLeaks(ParisState):
    """Shows an end tile of the next seat as if it were used."""

    __slots__ = ()

    def view(self, seat: int | None) -> View:
        view = super().view(seat)
        other = ((seat or 0) + 1) % len(self.players)
        players = list(view.players)
        players[other] = players[other]._replace(used_end=self.players[other].ends)
        return view._replace(players=tuple(players))


class _OrderLeaks(ParisState):
    """Lists the valid actions in an order that depends on the next tile."""

    __slots__ = ()

    def actions(self) -> Any:
        return sorted(self.valid, reverse=self.stacks[0][-1:] > (18,), key=str)


class _Unplayable(ParisState):
    """A position that cannot be."""

    __slots__ = ()

    def play(self, action: Action) -> list[Notice[Event]]:
        raise AssertionError("this position is not possible")


class _ImaginesTheImpossible(ParisState):
    """Looks right when it is dealt anew, but cannot be played on."""

    __slots__ = ()

    def resample(self, seat: int | None, dice: Dice) -> ParisState:
        other = super().resample(seat, dice)
        other.__class__ = _Unplayable
        return other


def test_the_suite_fails_when_an_imagined_position_cannot_be_played_on() -> None:
    class Impossible(Paris):
        def deal(self, players: int, options: Options, dice: Dice) -> ParisState:
            return _ImaginesTheImpossible(players, options, dice)

    with pytest.raises(AssertionError, match="not possible"):
        check_game(Impossible(), 3, Options(), range(1))


@pytest.mark.parametrize("leaky", [_TopTileLeaks, _EndTileLeaks, _OrderLeaks])
def test_the_suite_fails_when_something_hidden_leaks(leaky: type[ParisState]) -> None:
    class Leaky(Paris):
        def deal(self, players: int, options: Options, dice: Dice) -> ParisState:
            return leaky(players, options, dice)

    with pytest.raises(AssertionError, match="hidden"):
        check_game(Leaky(), 3, Options(), range(2))
