"""The whole contract, over random matches with every option."""

from typing import Any

import pytest

from arbiter.wire.moscow_paris import wire
from engine.dice import Dice
from engine.moscow_paris.game import MoscowParis, game
from engine.moscow_paris.options import Options
from engine.moscow_paris.state import MoscowParisState
from engine.moscow_paris.views import View
from engine.testing import check_game
from tests.engine.moscow_paris.test_ruleset import KINDS
from tests.seeds import SAMPLE, seeds

ELEVEN = {"wagons": {"copies": dict.fromkeys(KINDS, 8)}}
CORRECTED = {
    "table": {"rows": 5, "hand": 6, "front": 3},
    "wagons": {"copies": {"long": 31, "short": 17, "mail": 12, "Плацкарт": 1}, "total": 61},
    "cities": [
        {"name": f"City {n}", "country": "mail", "limit": n, "points": n, "capital": n == 3}
        for n in range(1, 10)
    ],
}
CASES = [
    pytest.param(2, {}, id="2"),
    pytest.param(3, {}, id="3"),
    pytest.param(4, {}, id="4"),
    pytest.param(2, {"istanbul": True}, id="istanbul"),
    pytest.param(3, {"home_city": "Bonn/Germany"}, id="home_city"),
    pytest.param(4, {"teams": True}, id="teams"),
    pytest.param(2, {"claim": "full"}, id="claim"),
    pytest.param(3, {"max_turns": 60}, id="max_turns"),
    pytest.param(4, {"ruleset": ELEVEN}, id="eleven_kinds"),
    pytest.param(3, {"ruleset": CORRECTED}, id="corrected"),
    pytest.param(4, {"istanbul": True, "home_city": "Izmir/Turkey", "teams": True}, id="all"),
]


@pytest.mark.parametrize(("players", "options"), CASES)
def test_random_matches_keep_the_contract(players: int, options: dict[str, Any]) -> None:
    games = seeds(3 if options else 8)
    check_game(
        game,
        players,
        Options(**options),
        games,
        encode=wire.encode,
        decode=wire.decode,
        sample=SAMPLE,
    )


class _NextCardLeaks(MoscowParisState):
    """Tells the next card of the deck by a seat to exchange with where there is none."""

    __slots__ = ()

    def view(self, seat: int | None) -> View:
        view = super().view(seat)
        if view.step == "exchange" or not self.deck:
            return view
        return view._replace(partner=len(self.deck[-1]))


class _HandLeaks(MoscowParisState):
    """Shows one card of the next seat's hand as known."""

    __slots__ = ()

    def view(self, seat: int | None) -> View:
        view = super().view(seat)
        next_seat = ((seat or 0) + 1) % len(self.hidden)
        players = list(view.players)
        players[next_seat] = players[next_seat]._replace(shown=self.hidden[next_seat][:1])
        return view._replace(players=tuple(players))


class _OrderLeaks(MoscowParisState):
    """Lists the valid actions in an order that depends on the next card."""

    __slots__ = ()

    def actions(self) -> Any:
        return sorted(self.valid, reverse=bool(self.deck) and self.deck[-1] > "mail", key=str)


@pytest.mark.parametrize("leaky", [_NextCardLeaks, _HandLeaks, _OrderLeaks])
def test_the_suite_fails_when_one_hidden_card_leaks(leaky: type[MoscowParisState]) -> None:
    class Leaky(MoscowParis):
        def deal(self, players: int, options: Options, dice: Dice) -> MoscowParisState:
            return leak(super().deal(players, options, dice))

        def imagine(self, view: View, options: Options, dice: Dice) -> MoscowParisState:
            return leak(super().imagine(view, options, dice))

    def leak(state: MoscowParisState) -> MoscowParisState:
        state.__class__ = leaky
        return state

    with pytest.raises(AssertionError, match="hidden"):
        check_game(Leaky(), 3, Options(), range(1))
