"""Random games of any kind, and games that bots play over the wire's messages, in one process."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from arbiter.wire.games import find_wire
from engine.dice import Dice
from engine.game import AnyGame, AnyState, Outcome

Choose = Callable[[Any, Any, Random], int]
"""A bot: the index of an action, from the wire's view and actions."""


def walk(game: AnyGame, players: int, seed: int, **options: Any) -> Iterator[tuple[Any, Any, Any]]:
    """Walk through a random match: the view, valid actions and new events at each decision."""
    state, dice = game.new(players, game.options(**options), seed), Dice(seed)
    events: list[Any] = []
    while (seat := state.decider) is not None:
        yield state.view(seat), state.actions(), events
        yield state.view(None), (), events
        notices = state.play(dice.choose(state.actions()))
        events = [notice.event for notice in notices]
    yield state.view(None), (), events


def answer(game: AnyGame, state: AnyState, choose: Choose, rng: Random) -> Any:
    """Ask a bot for the decider's action, over the bytes of the wire."""
    wire = find_wire(game.name)
    sent = wire.encode(state.view(state.decider), state.actions(), ())
    asked: Any = wire.position.FromString(sent)
    return state.actions()[choose(asked.view, asked.actions, rng)]


def play_out(game: AnyGame, bots: Sequence[Choose], seed: int, **options: Any) -> Outcome:
    """Let bots play a match, one for each seat."""
    state, rng = game.new(len(bots), game.options(**options), seed), Random(seed)
    while state.decider is not None:
        state.play(answer(game, state, bots[state.decider], rng))
    outcome = state.outcome()
    assert outcome is not None
    return outcome


def any_action(view: Any, actions: Sequence[Any], rng: Random) -> int:
    """Choose without looking."""
    return rng.randrange(len(actions))
