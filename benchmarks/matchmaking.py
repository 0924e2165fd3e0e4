"""Who should meet, by simulation: `python -m benchmarks.matchmaking [RUNS]`.

Prints how far estimates are from true strengths (root of the mean square, in Elo) if tables are
chosen by what they tell, by lot, or by lot once in so many groups; and how many pairs of bots are
in the right order. Every group plays all rotations of its seats. Then round robins: how many tables
they have more than the least possible number.
"""

import sys
from itertools import combinations
from math import ceil

import numpy as np

from engine.record import Bot
from ladder.ratings.fit import SCALE
from ladder.ratings.results import FloatArray, Played, results_of
from ladder.ratings.standings import RatedResults
from ladder.schedules.balanced_tables import design
from ladder.schedules.matchmaking import next_table, strengths_of, unknown_strengths

RUNS = 24
SPREAD = 250.0
BOTS = [Bot(f"{number:02}", "1") for number in range(12)]


def play(table: list[int], elo: FloatArray, group: int, dice: np.random.Generator) -> list[Played]:
    """Play a group; ranks by Plackett and Luce."""
    matches = []
    for turn in range(len(table)):
        seats = table[turn:] + table[:turn]
        times = dice.exponential(np.exp(-elo[seats] / SCALE))
        ranks = (np.argsort(np.argsort(times)) + 1).tolist()
        matches.append(Played("game", group, [BOTS[bot] for bot in seats], ranks))
    return matches


def league(
    elo: FloatArray,
    played: list[Played],
    groups: int,
    seats: int,
    lot_every: int,
    dice: np.random.Generator,
) -> FloatArray:
    """Play more groups and return how far each estimate is off; `lot_every` 0: no lots."""
    played = list(played)
    for number in range(groups):
        if lot_every and number % lot_every == lot_every - 1:
            table = dice.choice(len(BOTS), seats, replace=False).tolist()
        else:
            known = strengths_of(results_of(played)) if played else unknown_strengths()
            table = [BOTS.index(bot) for bot in next_table(known, BOTS, seats)]
        played += play(table, elo, 1_000_000 + number, dice)
    rated = RatedResults(results_of(played))
    found = np.zeros(len(BOTS))
    for bot, strength in zip(rated.pool.bots, rated.ratings.elo.tolist(), strict=True):
        found[BOTS.index(bot)] = strength
    return np.asarray(found - found.mean() - (elo - elo.mean()))


def root_mean(errors: list[FloatArray]) -> str:
    """Return the root of the mean square, with its standard error over the runs."""
    squares = np.array([np.mean(np.square(each)) for each in errors])
    root = np.sqrt(squares.mean())
    return f"{root:.0f} ± {squares.std() / np.sqrt(len(squares)) / 2 / root:.0f}"


def newcomer(runs: int) -> None:
    """Print how well a new bot is known after 20 groups among 11 bots that are known."""
    print("| a new bot among 11 known, 20 groups | by what tells most | by lot |\n|---|---|---|")
    for seats in (2, 3):
        shown = []
        for lot_every in (0, 1):
            errors = []
            for run in range(runs):
                dice = np.random.default_rng([run, seats])
                elo = dice.normal(0, SPREAD, len(BOTS))
                known = [
                    match
                    for number, pair in enumerate(list(combinations(range(11), 2)) * 5)
                    for match in play(list(pair), elo, number, dice)
                ]
                errors.append(league(elo, known, 20, seats, lot_every, dice)[-1:])
            shown.append(root_mean(errors))
        print(f"| tables of {seats} | {' | '.join(shown)} |", flush=True)


def together(runs: int) -> None:
    """Print how well 12 bots are known that begin together, after 120 groups of two."""
    print("\n| 12 bots that begin together, 120 groups | Elo off | pairs in order |\n|---|---|---|")
    for lot_every, name in (
        (0, "no lots"),
        (6, "one in six"),
        (4, "one in four"),
        (3, "one in three"),
        (2, "one in two"),
        (1, "lots alone"),
    ):
        errors, right = [], []
        for run in range(runs):
            dice = np.random.default_rng([run, 120])
            elo = dice.normal(0, SPREAD, len(BOTS))
            off = league(elo, [], 120, 2, lot_every, dice)
            errors.append(off)
            one, two = np.triu_indices(len(BOTS), 1)
            right.append(np.mean((elo[one] > elo[two]) == ((elo + off)[one] > (elo + off)[two])))
        print(f"| {name} | {root_mean(errors)} | {np.mean(right):.1%} |", flush=True)


def round_robins() -> None:
    """Print how many tables the first round of 3 to 26 bots has beyond the least number."""
    print(
        "\n| tables of | first rounds of up to 26 bots | least possible | more |\n|---|---|---|---|"
    )
    for seats in (3, 4, 5):
        tables = least = 0
        for bots in range(seats, 27):
            tables += len(design(bots, seats, 1)[0])
            each = ceil((bots - 1) / (seats - 1))
            while bots * each % seats:  # everybody sits equally often
                each += 1
            least += bots * each // seats
        print(f"| {seats} | {tables:,} | {least:,} | {tables / least - 1:.1%} |", flush=True)


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else RUNS
    round_robins()
    newcomer(count)
    together(count)
