"""What matches of La Cité de la Lumière look like: `python -m benchmarks.lumiere_statistics`."""

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import mean

from rich.console import Console
from rich.table import Table

from arbiter.wire.lumiere import wire
from engine.dice import Dice
from engine.lumiere.game import game
from engine.lumiere.options import Options
from engine.lumiere.state import LumiereState
from lutetia.v1 import lumiere_pb2 as pb
from sample_bots.greedy import lumiere as greedy

Choose = Callable[[LumiereState, Random], int]


@dataclass
class Tally:
    """What is counted over some matches; a player's results are told apart from a seat's."""

    decisions: list[int] = field(default_factory=list)
    paving_lists: list[int] = field(default_factory=list)
    building_lists: list[int] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    rival_scores: list[int] = field(default_factory=list)
    placed: list[int] = field(default_factory=list)
    won: list[float] = field(default_factory=list)
    first_won: list[float] = field(default_factory=list)


def choose_random(state: LumiereState, rng: Random) -> int:
    """Choose without looking."""
    return rng.randrange(len(state.actions()))


class Greedy:
    """The greedy bot, asked over the bytes of the wire; it keeps its own time."""

    def __init__(self, options: Options) -> None:
        self.rules = pb.LumiereRules.FromString(wire.encode_rules(game.rules(2, options)))
        self.seconds: list[float] = []

    def __call__(self, state: LumiereState, rng: Random) -> int:
        sent = wire.encode(state.view(state.decider), state.actions(), ())
        position = pb.LumierePosition.FromString(sent)
        began = time.perf_counter()
        choice = greedy.best_action(self.rules, position.view, position.actions, rng)
        self.seconds.append(time.perf_counter() - began)
        return choice


def play(seed: int, players: Sequence[Choose], options: Options, tally: Tally) -> LumiereState:
    """Play a match and count its decisions and lists."""
    state, rng, decisions = game.deal(2, options, Dice(seed)), Random(seed), 0
    while state.decider is not None:
        lists = tally.paving_lists if state.step == "paving" else tally.building_lists
        lists.append(len(state.actions()))
        state.play(state.actions()[players[state.decider](state, rng)])
        decisions += 1
    tally.decisions.append(decisions)
    return state


def compare(player: Choose, rival: Choose, matches: int, options: Options) -> Tally:
    """Let two players meet; they swap seats from game to game."""
    tally = Tally()
    for seed in range(matches):
        seat = seed % 2
        state = play(seed, (rival, player) if seat else (player, rival), options, tally)
        outcome = state.outcome()
        assert outcome is not None
        tally.scores.append(outcome.scores[seat])
        tally.rival_scores.append(outcome.scores[1 - seat])
        tally.placed.append(sum(building.seat == seat for building in state.buildings))
        tally.won.append(points(outcome.ranks, seat))
        tally.first_won.append(points(outcome.ranks, 0))
    return tally


def points(ranks: Sequence[int], seat: int) -> float:
    """Return 1 for a win, a half for a shared game, 0 for a loss."""
    return 0.5 + 0.5 * (ranks[1 - seat] - ranks[seat])


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=200, help="for each pair of players")
    parser.add_argument("--postcards", default="starter", help="as the game's option")
    asked = parser.parse_args()
    options = Options(postcards=asked.postcards)
    bot = Greedy(options)
    pairs: dict[str, tuple[Choose, Choose]] = {
        "random : random": (choose_random, choose_random),
        "greedy : random": (bot, choose_random),
        "greedy : greedy": (bot, bot),
    }
    tallies = [figures(compare(*pair, asked.matches, options)) for pair in pairs.values()]
    table = Table("", *pairs, title=f"{asked.matches} matches each, postcards: {asked.postcards}")
    for name in tallies[0]:
        table.add_row(name, *(tally[name] for tally in tallies))
    console = Console()
    console.print(table)
    console.print(f"greedy takes {mean(bot.seconds) * 1e3:.2f} ms a decision")


def figures(tally: Tally) -> dict[str, str]:
    """Return what a tally says, by name."""
    return {
        "decisions": f"{mean(tally.decisions):.1f}",
        "valid actions, paving": f"{mean(tally.paving_lists):.0f}",
        "valid actions, building": f"{mean(tally.building_lists):.0f}",
        "longest list": str(max(tally.paving_lists + tally.building_lists)),
        "score": f"{mean(tally.scores):.1f} : {mean(tally.rival_scores):.1f}",
        "buildings built": f"{mean(tally.placed):.1f}",
        "wins": f"{mean(tally.won):.1%}",
        "first seat wins": f"{mean(tally.first_won):.1%}",
    }


if __name__ == "__main__":
    main()
