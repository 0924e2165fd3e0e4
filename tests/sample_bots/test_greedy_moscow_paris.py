"""The greedy player of Moscow–Paris, over the wire's messages."""

from collections.abc import Sequence
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from arbiter.wire.moscow_paris import wire
from engine.game import Outcome
from engine.moscow_paris import game
from engine.moscow_paris.actions import Claim, Couple, Front
from engine.moscow_paris.options import Options
from engine.moscow_paris.state import MoscowParisState
from lutetia.v1.moscow_paris_pb2 import MoscowParisRules
from sample_bots.greedy.moscow_paris import choose
from tests import playthroughs
from tests.engine.moscow_paris.positions import play, position
from tests.playthroughs import Choose, any_action, play_out


def bot(players: int, **options: Any) -> Choose:
    """Return the greedy player, told the rules at the start and asked as its client does."""
    rules = MoscowParisRules.FromString(wire.encode_rules(game.rules(players, Options(**options))))
    memory: dict[str, Any] = {}

    def ask(view: Any, actions: Sequence[Any], rng: Random) -> int:
        started = SimpleNamespace(rules=rules, rng=rng, memory=memory)
        turn: Any = SimpleNamespace(view=view, actions=actions, match=started)
        return choose(turn)

    return ask


def answer(state: MoscowParisState, rng: Random) -> Any:
    """Ask the greedy player for the decider's action."""
    return playthroughs.answer(game, state, bot(len(state.fronts)), rng)


def play_game(players: int, seed: int, greedy: set[int], **options: Any) -> Outcome:
    player = bot(players, **options)
    bots = [player if seat in greedy else any_action for seat in range(players)]
    return play_out(game, bots, seed, **options)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_beats_random_players(players: int) -> None:
    games = 40 if players == 2 else 15
    outcomes = [play_game(players, seed, {seed % players}) for seed in range(games)]
    wins = sum(outcome.ranks[seed % players] == 1 for seed, outcome in enumerate(outcomes))
    assert wins >= 0.8 * games


def test_it_plays_every_option() -> None:
    assert play_game(4, 1, {0, 2}, teams=True).ranks == (1, 3, 1, 3)
    options = {"istanbul": True, "home_city": "Bonn/Germany", "claim": "full", "max_turns": 300}
    assert play_game(3, 1, {0, 1, 2}, **options).ranks


def test_it_is_reproducible() -> None:
    assert play_game(2, 5, {0, 1}) == play_game(2, 5, {0, 1})


def test_it_takes_the_city_that_is_worth_most() -> None:
    state = position(
        ["saloon seating", "mail"],
        lines=["mail | Nice |", "dining | Paris |"],
        fronts=["mail dining"],
    )
    play(state, Front("saloon"))
    assert answer(state, Random(1)) == Claim(1)


def test_it_couples_what_it_can_match_at_once() -> None:
    state = position(
        ["mail saloon", "mail dining"], lines=["Nice", "seating | Paris |"], fronts=["mail"]
    )
    action = answer(state, Random(1))
    assert isinstance(action, Couple)
    assert (action.wagon, action.row) == ("mail", 0)


def test_it_does_not_complete_a_line_for_somebody_else() -> None:
    state = position(["mail saloon dining", "mail dining"], lines=["Paris"], fronts=["", "mail"])
    action = answer(state, Random(1))
    assert not (isinstance(action, Couple) and action.wagon == "mail")
