"""The greedy and the random player of Paris, over the wire's messages."""

from collections.abc import Sequence
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from arbiter.wire.paris import wire
from engine.game import Outcome
from engine.paris import game
from engine.paris.actions import (
    Action,
    Buy,
    EndTurn,
    MoveKey,
    MoveTo,
    PutVpTile,
    SpendPrestige,
    UseBonusTile,
)
from engine.paris.figures.choices import TOKEN
from engine.paris.options import Options
from engine.paris.state import ParisState
from lutetia.v1.paris_pb2 import ParisRules
from sample_bots.greedy.paris import choose
from sample_bots.random.paris import FREE_ACTIONS
from sample_bots.random.paris import choose as choose_at_random
from tests import playthroughs
from tests.engine.paris.positions import Seat, buy, place, play, position, target
from tests.playthroughs import Choose, play_out


def greedy(players: int = 2, options: Options | None = None) -> Choose:
    """Return the greedy player as its client asks it, with the figures in use."""
    told = wire.encode_rules(game.rules(players, options or Options()))
    memory: dict[str, Any] = {}

    def answer_turn(view: Any, actions: Sequence[Any], rng: Random) -> int:
        asked = SimpleNamespace(rules=ParisRules.FromString(told), rng=rng, memory=memory)
        turn: Any = SimpleNamespace(view=view, actions=actions, match=asked)
        return choose(turn)

    return answer_turn


def answer(state: ParisState, player: Choose | None = None, rng: Random | None = None) -> Action:
    """Ask a player, the greedy one unless told otherwise, for the decider's action."""
    player = player or greedy(len(state.players), state.options)
    action: Action = playthroughs.answer(game, state, player, rng or Random(1))
    return action


def play_game(players: int, seed: int, seats: set[int], **options: Any) -> Outcome:
    """Play a match with the greedy player on some seats and a random one on the others."""
    bots = [
        greedy(players, Options(**options)) if seat in seats else choose_at_random
        for seat in range(players)
    ]
    return play_out(game, bots, seed, **options)


@pytest.mark.parametrize(("players", "games"), [(2, 20), (3, 6), (4, 6)])
def test_it_beats_random_players(players: int, games: int) -> None:
    outcomes = [play_game(players, seed, {seed % players}) for seed in range(games)]
    wins = sum(outcome.ranks[seed % players] == 1 for seed, outcome in enumerate(outcomes))
    assert wins >= 0.95 * games


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_plays_every_option(players: int) -> None:
    options = {"advanced_setup": True, "free_placement": True, "bonus_once": True}
    assert min(play_game(players, 1, set(range(players)), **options).scores) > 20


def test_it_is_reproducible() -> None:
    assert play_game(2, 5, {0, 1}) == play_game(2, 5, {0, 1})


def test_it_buys_the_wood_that_a_good_purchase_lacks() -> None:
    seat = Seat("montmartre 5", francs=5, bonus=[28], in_hand=0)
    rival = Seat("montmartre 4")
    state = position(
        seat, rival, built="montmartre 5, montmartre 8", supply="wood", vp_tiles="1 montmartre"
    )
    assert answer(state) == Buy("wood")


def test_it_discards_the_prestige_that_is_worth_most() -> None:
    tokens = "marble gold bronze gold_prestige"
    state = position(Seat("bank montmartre", francs=12, tokens=tokens), built="")
    buy(state, "bank montmartre", "grand_palais")
    assert answer(state) == SpendPrestige("gold_prestige", TOKEN)


def test_it_puts_a_vp_tile_where_it_leads() -> None:
    keys = "montmartre 1, montmartre 2, montmartre 3, bank montmartre, chaillot 8"
    state = position(Seat(keys, francs=8, tokens="wood"), Seat("belleville 8"))
    buy(state, "bank montmartre", "montmartre 8")
    chosen = answer(state)
    assert chosen == state.actions()[0]  # 20/10/5
    play(state, chosen)
    put = answer(state)
    assert isinstance(put, PutVpTile) and put.district in ("montmartre", "chaillot")


def test_it_keeps_scoring_tiles_for_its_last_turn() -> None:
    seat = Seat("chaillot 4, montmartre 4", bonus=[18], in_hand=1)
    state = position(seat, Seat(tokens="wood"), stacks=(), step="after")
    assert answer(state) == EndTurn()
    state.last_turn = state.turns + 2
    assert answer(state) == UseBonusTile(18)


def test_it_prefers_a_landmark_that_takes_its_prestige() -> None:
    tokens = "marble bronze bronze bronze"
    seat = Seat("bank montmartre", francs=9, tokens=tokens)
    state = position(seat, Seat("montmartre 8"), built="montmartre 8, montmartre 4")
    action = answer(state)
    play(state, action)
    assert answer(state) == MoveTo(target("tuileries"))


def test_the_random_player_seldom_trades() -> None:
    state = position(Seat(tokens="wood marble gold bronze silver", bonus=[1, 5, 7, 10, 21]))
    rng = Random(3)
    chosen = [answer(state, choose_at_random, rng) for _ in range(300)]
    assert 15 < sum(action.kind in FREE_ACTIONS for action in chosen) < 90


def test_it_reads_the_figures_in_use() -> None:
    """It buys wood for a theatre of value 5, which costs one only with a corrected ruleset."""
    seat = Seat("montmartre 4", francs=9, in_hand=0, bonus=[26])
    for wood, action in (({}, MoveKey(place("montmartre 4"))), ({"5": 1}, Buy("wood"))):
        options = Options(ruleset={"spaces": {"wood": wood}})
        state = position(seat, built="montmartre 4, montmartre 5", supply="wood", options=options)
        assert answer(state) == action


def test_it_plays_corrected_figures() -> None:
    joker = [{"effect": "resource", "token": "any", "count": 2}]
    landmark = {"value": 30, "icons": ["bronze"] * 3}
    ruleset = {
        "bonus": {"1": joker, "30": [{"effect": "types", "fewest": 2, "points": [5] * 6}]},
        "end_tiles": {"11": joker},
        "landmarks": {"louvre": landmark},
        "prices": {"sell": {"bronze": 0}},
    }
    assert max(play_game(3, 2, {0, 1, 2}, ruleset=ruleset).scores) > 20
