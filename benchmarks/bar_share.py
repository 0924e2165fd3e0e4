"""How much of Firth's penalty the bars should have: `python -m benchmarks.bar_share [GROUPS …]`.

Prints for some shares how often the interval of the difference of two bots holds the truth: the
least over distances of 0 to 1,400 Elo, and where that is. No lots are drawn: every possible result
is rated and weighed with its likelihood.
"""

import sys
from math import comb

import numpy as np

from engine.record import Bot
from ladder.ratings import bars
from ladder.ratings.fit import SCALE, fit
from ladder.ratings.results import FloatArray, Played, results_of

SHARES = (0.1, 0.6, 1.0)
"""With none at all, the curve of a bot that won everything has no top."""
GAPS = np.arange(0, 1401, 10)
TABLE = [Bot("a", "1"), Bot("b", "1")]


def ends(groups: int, first_wins: int, second_wins: int) -> tuple[float, float]:
    """Return the interval of the difference after so many wins of the first bot in each seat."""
    matches = [
        Played("game", number, TABLE[::turn], ((1, 2) if number < wins else (2, 1))[::turn])
        for turn, wins in ((1, first_wins), (-1, second_wins))
        for number in range(groups)
    ]
    ratings = fit(results_of(matches).pairs)
    down, up = ratings.difference_ends(np.array([0]), np.array([1]))
    elo = ratings.elo[0] - ratings.elo[1]
    return float(elo - down[0]), float(elo + up[0])


def coverage(groups: int) -> FloatArray:
    """Return for each distance how likely the interval holds it."""
    chance = 1 / (1 + np.exp(-GAPS / SCALE))
    wins = [
        comb(groups, won) * chance**won * (1 - chance) ** (groups - won)
        for won in range(groups + 1)
    ]
    held = np.zeros(len(GAPS))
    for one in range(groups + 1):
        for two in range(one + 1):  # the seats are alike, so the other half is its mirror
            low, high = ends(groups, one, two)
            twice = 1 if one == two else 2
            held += twice * wins[one] * wins[two] * ((low <= GAPS) & (high >= GAPS))
    return np.asarray(held)


def main(sizes: list[int]) -> None:
    """Print a line for each share and number of groups."""
    print("| share | groups | least coverage | at | mean |")
    print("|---|---|---|---|---|")
    for share in SHARES:
        bars.BAR_SHARE = share
        for groups in sizes:
            held = coverage(groups)
            least = int(np.argmin(held))
            print(
                f"| {share} | {groups} | {held[least]:.1%} | {GAPS[least]:,} | {held.mean():.1%} |",
                flush=True,
            )


if __name__ == "__main__":
    main([int(size) for size in sys.argv[1:]] or [10, 20, 50])
