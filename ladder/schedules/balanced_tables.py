"""Who sits together: tables of any size at which everybody meets everybody equally often.

A block of places such as {0, 1, 3} that is moved round the circle of all bots makes one table
per bot (fewer if the block meets itself on the way). How often two bots meet depends only on how
far apart they sit on the circle, so a round is balanced by choosing blocks whose distances even
each other out. Some perfect rounds have no circle of all bots, but one with a bot in its hub.

What holds, as the tests ask of tables of 2 to 5 and up to 16 bots over six rounds: every bot sits
at equally many tables; after each round any two bots have met at least once more than after the
one before; and the numbers of meetings of any two pairs differ by at most one.
"""

from functools import lru_cache
from itertools import combinations
from math import ceil, comb, gcd

import numpy as np

from ladder.ratings.results import FloatArray, IntArray

Block = tuple[int, ...]
_LISTED = 15_000
"""Up to this many blocks are listed, and the best taken each time; of more some are made up."""
_TRIES = 60
"""How often a round is put together; the one with the fewest tables is played."""


@lru_cache(maxsize=64)
def design(bots: int, seats: int, rounds: int) -> tuple[tuple[Block, ...], ...]:
    """Return for each round the tables, each as the places of its bots."""
    if seats == 1:
        return (tuple((place,) for place in range(bots)),) * rounds
    hub = _with_hub(bots, seats)
    if hub:
        return (hub,) * rounds
    circle = _Circle(bots, seats)
    # How often bots of each distance have met, beyond what all of them have.
    ahead = np.zeros(max(1, bots // 2), np.int64)
    made = []
    known: dict[bytes, tuple[tuple[Block, ...], IntArray]] = {}
    for _ in range(rounds):
        start = ahead.tobytes()
        if start not in known:
            blocks, after = circle.round(ahead)
            tables = tuple(table for block in blocks for table in _orbit(block, bots))
            known[start] = tables, after - after.min()
        tables, ahead = known[start]
        made.append(tables)
    return tuple(made)


def _with_hub(bots: int, seats: int) -> tuple[Block, ...]:
    """Return a perfect round with the last bot in the hub of a circle of the others, if any.

    The hub sits with every `step`-th bot, so it meets each of the others once; the rest is left to
    blocks that move round the whole circle.
    """
    around = bots - 1
    if seats < 3 or around % (seats - 1):
        return ()
    step = around // (seats - 1)
    blocks, rest = divmod(step - 1, seats)
    if rest or not blocks or comb(around - 1, seats - 1) > _LISTED:
        return ()
    met = np.zeros(around // 2, np.int64)
    met[[min(d, around - d) - 1 for d in range(step, around, step)]] = 1
    chosen, after = _Circle(around, seats).round(met)
    if len(chosen) != blocks or after.max() > 1:
        return ()
    spokes = [(*range(first, around, step), around) for first in range(step)]
    return (*spokes, *(table for block in chosen for table in _orbit(block, around)))


class _Circle:
    """Bots in a circle; a round is a set of blocks that are moved round it."""

    def __init__(self, bots: int, seats: int) -> None:
        self.bots = bots
        self.seats = seats
        self.dice = np.random.default_rng([bots, seats])
        count = comb(bots - 1, seats - 1)
        self.all_listed = count <= _LISTED
        self.listed = _periodic(bots, seats)
        if self.all_listed:
            self.listed = [(0, *rest) for rest in combinations(range(1, bots), seats - 1)]
        self.meetings, self.lengths = _measure(self.listed, bots)

    def round(self, met: IntArray) -> tuple[list[Block], IntArray]:
        """Choose blocks until all have met once more, with as few tables as are found."""
        goal = int(met.min()) + 1
        # Bots half the circle apart are half as many pairs as others.
        pairs = np.full(len(met), self.bots)
        pairs[-1] -= self.bots // 2 * (self.bots % 2 == 0)
        needed = int(pairs @ np.maximum(goal - met, 0)) / max(1, comb(self.seats, 2))
        least = ceil(needed / self.bots * self.seats) * self.bots / self.seats
        best: tuple[list[Block], IntArray] | None = None
        fewest = int(4 * least) + 10 * self.bots
        for number in range(_TRIES):
            blocks, after = self._try(met, goal, number, fewest)
            tables = sum(_length(block, self.bots) for block in blocks)
            if tables < fewest and after.min() >= goal and np.ptp(after) <= 1:
                best, fewest = (blocks, after), tables
                if tables <= least:
                    break
        assert best is not None, "the first try goes on until all is even"
        return best

    def _try(
        self, met: IntArray, goal: int, number: int, fewest: int
    ) -> tuple[list[Block], IntArray]:
        """Take one block after the other; give up on `fewest` tables.

        The first try always takes the block after which meetings are most even. The others take
        the one that is most needed per table, with more and more chance in it.
        """
        blocks: list[Block] = []
        tables = 0
        while (met.min() < goal or np.ptp(met) > 1) and tables < fewest:
            offered, meetings, lengths = self._offers(met, goal)
            after = met + meetings
            if number == 0:
                spread = after.max(axis=1) - after.min(axis=1)
                worth = -(spread + after.var(axis=1) / (1 + after.var(axis=1).max()))
            else:
                aim = max(goal, int(met.max()) - 1)
                useful = np.minimum(meetings, np.maximum(aim - met, 0)).sum(axis=1)
                too_many = np.maximum(after - aim - 1, 0).sum(axis=1)
                chance = self.dice.random(len(lengths)) * 0.5 * number / _TRIES
                worth = (useful - 3.0 * too_many) * self.bots / lengths * (1 + chance)
            best = int(np.argmax(worth))
            blocks.append(offered[best])
            tables += int(lengths[best])
            met = after[best]
        return blocks, met

    def _offers(self, met: IntArray, goal: int) -> tuple[list[Block], IntArray, IntArray]:
        if self.all_listed:
            return self.listed, self.meetings, self.lengths
        made = [self._made_up(met, goal) for _ in range(4)]
        meetings, lengths = _measure(made, self.bots)
        return (
            [*self.listed, *made],
            np.concatenate([self.meetings, meetings]),
            np.concatenate([self.lengths, lengths]),
        )

    def _made_up(self, met: IntArray, goal: int) -> Block:
        """Make a block of distances that are still needed, place by place."""
        worth = np.where(met < goal, 1.0, np.where(met == goal, 0.0, -3.0))
        block = [0]
        while len(block) < self.seats:
            gain = self._gains(block, worth) + self.dice.random(self.bots) * 1e-6
            gain[block] = -np.inf
            block.append(int(np.argmax(gain)))
        return tuple(sorted(block))

    def _gains(self, block: list[int], worth: FloatArray) -> FloatArray:
        """Return what each place would add to a block: its distances, those it has not yet."""
        places = np.arange(self.bots)
        worth = worth.copy()
        for one, two in combinations(sorted(block), 2):
            worth[min(two - one, self.bots - two + one) - 1] = -1.0
        distance = _distances(np.abs(places[:, None] - np.array(block)), self.bots)
        gain = worth[distance - 1].sum(axis=1)
        # The same distance twice from one place is worth only one of them.
        twice = (np.diff(np.sort(distance, axis=1), axis=1) == 0).sum(axis=1)
        return np.asarray(gain - twice)


def _periodic(bots: int, seats: int) -> list[Block]:
    """Return the blocks that meet themselves on their way round, so make fewer tables."""
    blocks: list[Block] = []
    for parts in range(2, gcd(bots, seats) + 1):
        if bots % parts == 0 and seats % parts == 0:
            step, kept = bots // parts, seats // parts
            for rest in combinations(range(1, step), kept - 1):
                places = {first + turn * step for first in (0, *rest) for turn in range(parts)}
                blocks.append(tuple(sorted(places)))
                if len(blocks) >= _LISTED:
                    return blocks
    return blocks


def _measure(blocks: list[Block], bots: int) -> tuple[IntArray, IntArray]:
    """Return how often each block makes bots of each distance meet, and its number of tables."""
    lengths = np.array([_length(block, bots) for block in blocks], np.int64)
    meetings = np.zeros((len(blocks), max(1, bots // 2)), np.int64)
    places = np.array(blocks).reshape(len(blocks), -1)
    for one, two in combinations(range(places.shape[1]), 2):
        distance = _distances(places[:, two] - places[:, one], bots)
        # Two bots half the circle apart meet twice while a block goes round the whole of it.
        meetings[np.arange(len(blocks)), distance - 1] += 1 + (2 * distance == bots)
    return meetings * lengths[:, None] // bots, lengths


def _distances(apart: IntArray, bots: int) -> IntArray:
    return np.minimum(apart, bots - apart)


def _length(block: Block, bots: int) -> int:
    """Return after how many steps round the circle a block covers the same places again."""
    places = set(block)
    for parts in range(gcd(len(block), bots), 1, -1):
        step, rest = divmod(bots, parts)
        if rest == 0 and {(place + step) % bots for place in block} == places:
            return step
    return bots


def _orbit(block: Block, bots: int) -> list[Block]:
    return [tuple((place + step) % bots for place in block) for step in range(_length(block, bots))]
