"""A turn of La Cité de la Lumière to bytes: joined from kept parts, beside building messages.

`python -m benchmarks.lumiere_wire`
"""

import time
from collections.abc import Callable, Sequence
from typing import Any

from arbiter.wire.lumiere import wire
from engine.dice import Dice
from engine.lumiere import game
from engine.lumiere.actions import Action
from engine.lumiere.options import Options
from engine.lumiere.views import View
from lutetia.v1 import lumiere_pb2 as pb

ACTIONS = 300
ROUNDS = 300


def turn_with(count: int) -> tuple[View, Sequence[Action]]:
    """Return a position of a random game with at least so many valid actions, cut to them."""
    dice = Dice(1)
    for seed in range(10_000):
        state = game.new(2, Options(), seed)
        while state.decider is not None:
            if len(state.actions()) >= count:
                return state.view(state.decider), state.actions()[:count]
            state.play(dice.choose(state.actions()))
    raise AssertionError(f"no position with {count} valid actions")


def build_messages(specs: Sequence[tuple[str, dict[str, Any]]]) -> bytes:
    """Build the actions as messages and serialise them, the fast way protobuf offers.

    The values are already what the messages hold, and the view is left out: both favour this.
    """
    position = pb.LumierePosition()
    add = position.actions.add
    for kind, fields in specs:
        add(**{kind: fields})
    return position.SerializeToString()


def specs_of(actions: Sequence[Action]) -> list[tuple[str, dict[str, Any]]]:
    """Return the fields of the messages, ready made."""
    sent = pb.LumierePosition.FromString(wire.encode(turn_with(2)[0], actions, ())).actions
    specs = []
    for each in sent:
        kind = each.WhichOneof("action")
        assert kind is not None
        part = getattr(each, kind)
        specs.append((kind, {field.name: value for field, value in part.ListFields()}))
    return specs


def seconds_of(run: Callable[[], object]) -> float:
    """Return the shortest time of several runs, which the rest of the machine disturbed least."""
    times = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        run()
        times.append(time.perf_counter() - began)
    return min(times)


def wire_ratio(count: int = ACTIONS) -> tuple[float, float]:
    """Return the seconds of both: messages built, parts joined (view included)."""
    view, actions = turn_with(count)
    specs = specs_of(actions)
    joined = seconds_of(lambda: wire.encode(view, actions, ()))
    built = seconds_of(lambda: build_messages(specs))
    return built, joined


if __name__ == "__main__":
    built, joined = wire_ratio()
    print(f"{ACTIONS} actions to bytes: built {built * 1e6:.0f} µs, joined {joined * 1e6:.0f} µs")
    print(f"ratio {built / joined:.1f}")
