"""Who sits together: tables of any size at which everybody meets everybody equally often.

A block of places such as {0, 1, 3} that is moved round the circle of all bots makes one table
per bot (fewer if the block meets itself on the way). How often two bots meet depends only
on how far apart they sit on the circle, so a round is balanced by choosing blocks whose
distances even each other out.

What holds, measured for tables of 2 to 5 and up to 26 bots over 30 rounds (the tests repeat it
for 3 to 16 bots): every bot sits at equally many tables; after each round any two bots have met
at least once more than after the one before; and the numbers of meetings of any two pairs
differ by at most one. They are all equal in each round for two at a table, for as many bots as
seats or one more, and for 7 (3 or 4 seats) and 13 (4 seats) bots.
"""

from functools import lru_cache
from itertools import combinations
from math import gcd

import numpy as np

from ladder.ratings.results import IntArray

Block = tuple[int, ...]
_EXTRA_BLOCKS = 12  # how many blocks a round may add to even out its meetings


@lru_cache(maxsize=64)
def design(bots: int, seats: int, rounds: int) -> tuple[tuple[Block, ...], ...]:
    """Return for each round the tables, each as the places of its bots."""
    blocks, meetings, lengths = _blocks(bots, seats)
    met = np.zeros(max(1, bots // 2), np.int64)
    found = []
    for _ in range(rounds):
        chosen, met = _round(meetings, met)
        found.append(
            tuple(
                tuple((place + step) % bots for place in blocks[index])
                for index in chosen
                for step in range(lengths[index])
            )
        )
    return tuple(found)


def _round(meetings: IntArray, met: IntArray) -> tuple[list[int], IntArray]:
    """Choose blocks until all have met once more, evenly; each time the one that evens most."""
    chosen: list[int] = []
    goal, extra = int(met.min()) + 1, 0
    while met.min() < goal or (np.ptp(met) > 1 and extra < _EXTRA_BLOCKS):
        extra += int(met.min() >= goal)
        after = met + meetings
        spread = after.max(axis=1) - after.min(axis=1)
        even = np.flatnonzero(spread == spread.min())
        best = int(even[np.argmin(after[even].var(axis=1))])
        chosen.append(best)
        met = after[best]
    return chosen, met


def _blocks(bots: int, seats: int) -> tuple[list[Block], IntArray, list[int]]:
    """List the blocks with place 0, how often each makes bots of each distance meet, its tables.

    Two bots half the circle apart meet twice while a block goes round the whole of it.
    """
    if seats == 1:
        return [(0,)], np.ones((1, max(1, bots // 2)), np.int64), [bots]
    blocks = [(0, *rest) for rest in combinations(range(1, bots), seats - 1)]
    lengths = [_length(block, bots) for block in blocks]
    places = np.array(blocks)
    meetings = np.zeros((len(blocks), bots // 2), np.int64)
    for one, two in combinations(range(seats), 2):
        apart = places[:, two] - places[:, one]
        distance = np.minimum(apart, bots - apart)
        meetings[np.arange(len(blocks)), distance - 1] += 1 + (2 * distance == bots)
    return blocks, meetings * np.array(lengths)[:, None] // bots, lengths


def _length(block: Block, bots: int) -> int:
    """Return after how many steps round the circle a block covers the same places again."""
    places = set(block)
    for parts in range(gcd(len(block), bots), 1, -1):
        step, rest = divmod(bots, parts)
        if rest == 0 and {(place + step) % bots for place in block} == places:
            return step
    return bots
