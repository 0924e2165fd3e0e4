"""How much stronger `search` is than `greedy`, by the time it has: python -m benchmarks.search.

Matches are played in this process, and time is processor time, so that a busy machine changes
nothing but how long the benchmark takes.
"""

import argparse
import os
import time
from collections.abc import Callable, Sequence
from functools import partial
from math import sqrt
from multiprocessing import Pool
from typing import Any, NamedTuple

from google.protobuf.any_pb2 import Any as PackedAny
from rich.console import Console
from rich.table import Table

from arbiter.client import Match, Turn, position_of
from arbiter.wire.games import find_wire
from engine.dice import public_seed
from engine.game import AnyState
from engine.games import find_game
from lutetia.v1 import play_pb2
from sample_bots.greedy import lumiere, moscow_paris, paris
from sample_bots.search.player import Level, Player

Choose = Callable[[Turn], int]
GREEDY: dict[str, Choose] = {
    "lumiere": lumiere.choose,
    "moscow_paris": moscow_paris.choose,
    "paris": paris.choose,
}


class Result(NamedTuple):
    """What became of a match."""

    score: float
    """Of each seat of the first bot against each of the other: 1, a half or 0, on average."""
    margin: float
    seconds: float
    """Of processor time per decision of the first bot."""


def turn_of(match: Match[Any], state: AnyState) -> Turn:
    """Return the turn that the arbiter would send to the decider."""
    position = position_of(match.game, state, match.seat)
    turn = play_pb2.Turn(action_count=len(state.actions()))
    if match.game in turn.DESCRIPTOR.fields_by_name:
        getattr(turn, match.game).CopyFrom(position)
    else:
        packed = PackedAny()
        packed.Pack(position)
        turn.other.CopyFrom(packed)
    return Turn(match, turn)


def starts(game_name: str, players: int, seed: int) -> list[Match[Any]]:
    """Return a match, as each seat is told of it."""
    game, wire = find_game(game_name), find_wire(game_name)
    matches: list[Match[Any]] = []
    for seat in range(players):
        start = play_pb2.Start(game=game_name, seat=seat, players=players)
        start.bot_seed = public_seed("search", seed, seat)
        rules = game.rules(players, game.options())
        if wire.rules is not None and rules is not None:
            getattr(start, f"{game_name}_rules").ParseFromString(wire.encode_rules(rules))
        matches.append(Match(start))
    return matches


def play(game_name: str, players: int, level: Level, rival: Level | None, seed: int) -> Result:
    """Play a match: search on one seat or on every second, in turns, the rival on the others."""
    searcher = Player(level, time.process_time).choose
    other = GREEDY[game_name] if rival is None else Player(rival, time.process_time).choose
    own = {seat for seat in range(players) if (seat + seed) % 2 == 0}
    state, matches = find_game(game_name).new(players, find_game(game_name).options(), seed), []
    matches = starts(game_name, players, seed)
    spent, decisions = 0.0, 0
    while (seat := state.decider) is not None:
        turn = turn_of(matches[seat], state)
        if seat in own:
            began = time.process_time()
            choice = searcher(turn)
            spent += time.process_time() - began
            decisions += 1
        else:
            choice = other(turn)
        state.play(state.actions()[choice])
    outcome = state.outcome()
    assert outcome is not None
    pairs = [(a, b) for a in own for b in range(players) if b not in own]
    ranks, scores = outcome.ranks, outcome.scores
    score = sum(0.5 + 0.5 * ((ranks[a] < ranks[b]) - (ranks[a] > ranks[b])) for a, b in pairs)
    margin = sum(scores[a] - scores[b] for a, b in pairs)
    return Result(score / len(pairs), margin / len(pairs), spent / max(decisions, 1))


def summary(results: Sequence[Result]) -> tuple[str, ...]:
    """Return score and margin with 95 % bars, and the time per decision."""
    return (
        str(len(results)),
        _with_bar([100 * result.score for result in results]) + " %",
        _with_bar([result.margin for result in results]),
        f"{sum(result.seconds for result in results) / len(results):.2f} s",
    )


def _with_bar(numbers: Sequence[float]) -> str:
    count = len(numbers)
    mean = sum(numbers) / count
    variance = sum((number - mean) ** 2 for number in numbers) / max(count - 1, 1)
    return f"{mean:.1f} ± {1.96 * sqrt(variance / count):.1f}"


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", action="append", choices=sorted(GREEDY), help="else all")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--matches", type=int, default=50)
    parser.add_argument("--seconds", type=float, action="append", help="per decision; else 0.2 1 2")
    parser.add_argument("--simulations", type=int, action="append", help="per decision, instead")
    parser.add_argument("--against", type=int, help="search with this many simulations, not greedy")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    asked = parser.parse_args()
    levels = [Level(simulations=number) for number in asked.simulations or ()]
    levels += [Level(seconds=s) for s in asked.seconds or (() if levels else (0.2, 1.0, 2.0))]
    rival = None if asked.against is None else Level(simulations=asked.against)
    columns = ("game", "per decision", "matches", "score", "margin", "measured")
    table = Table(*columns, title=f"search against {'search' if rival else 'greedy'}")
    with Pool(asked.processes) as pool:
        for game in asked.game or sorted(GREEDY):
            for level in levels:
                match = partial(play, game, asked.players, level, rival)
                results = []
                for result in pool.imap_unordered(match, range(asked.matches)):
                    results.append(result)
                    if not len(results) % 10:  # it takes long: say what is known so far
                        print(game, _name(level), *summary(results), flush=True)
                table.add_row(game, _name(level), *summary(results))
    Console().print(table)


def _name(level: Level) -> str:
    return f"{level.simulations} simulations" if level.simulations else f"{level.seconds} s"


if __name__ == "__main__":
    main()
