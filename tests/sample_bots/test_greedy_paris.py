"""The greedy and the random player of Paris, over the wire's messages."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from engine.game import Outcome
from engine.paris import game
from engine.paris.actions import Buy, EndTurn, MoveTo, SpendPrestige, UseBonusTile
from engine.paris.figures.choices import TOKEN
from sample_bots.greedy.paris import choose
from sample_bots.random.paris import FREE_ACTIONS
from sample_bots.random.paris import choose as choose_at_random
from tests import playthroughs
from tests.engine.paris.positions import Seat, buy, place, play, position
from tests.playthroughs import play_out


def answer(state: Any, rng: Random, player: Callable[..., int] = choose) -> Any:
    """Ask a player for the decider's action."""
    return playthroughs.answer(game, state, player, rng)


def play_game(players: int, seed: int, greedy: set[int], **options: Any) -> Outcome:
    bots = [choose if seat in greedy else choose_at_random for seat in range(players)]
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
    assert answer(state, Random(1)) == Buy("wood")


def test_it_discards_the_prestige_that_is_worth_most() -> None:
    tokens = "marble gold bronze gold_prestige"
    state = position(Seat("bank montmartre", francs=12, tokens=tokens), built="")
    buy(state, "bank montmartre", "grand_palais")
    assert answer(state, Random(1)) == SpendPrestige("gold_prestige", TOKEN)


def test_it_puts_a_vp_tile_where_it_leads() -> None:
    keys = "montmartre 1, montmartre 2, montmartre 3, bank montmartre, chaillot 8"
    state = position(Seat(keys, francs=8, tokens="wood"), Seat("belleville 8"))
    buy(state, "bank montmartre", "montmartre 8")
    chosen = answer(state, Random(1))
    assert chosen == state.actions()[0]  # 20/10/5
    play(state, chosen)
    assert answer(state, Random(1)).district in ("montmartre", "chaillot")


def test_it_keeps_scoring_tiles_for_its_last_turn() -> None:
    seat = Seat("chaillot 4, montmartre 4", bonus=[18], in_hand=1)
    state = position(seat, Seat(tokens="wood"), stacks=(), step="after")
    assert answer(state, Random(1)) == EndTurn()
    state.last_turn = state.turns + 2
    assert answer(state, Random(1)) == UseBonusTile(18)


def test_it_prefers_a_landmark_that_takes_its_prestige() -> None:
    tokens = "marble bronze bronze bronze"
    seat = Seat("bank montmartre", francs=9, tokens=tokens)
    state = position(seat, Seat("montmartre 8"), built="montmartre 8, montmartre 4")
    action = answer(state, Random(1))
    play(state, action)
    assert answer(state, Random(1)) == MoveTo(place("tuileries"))


def test_the_random_player_seldom_trades() -> None:
    state = position(Seat(tokens="wood marble gold bronze silver", bonus=[1, 5, 7, 10, 21]))
    rng = Random(3)
    chosen = [answer(state, rng, choose_at_random) for _ in range(300)]
    assert 15 < sum(action.kind in FREE_ACTIONS for action in chosen) < 90
