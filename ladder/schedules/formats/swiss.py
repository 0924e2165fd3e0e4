"""Swiss: everybody plays every round, against those who have done equally well."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, islice
from math import ceil, log

import numpy as np

from ladder.ratings.results import BoolArray, FloatArray, IntArray
from ladder.schedules.formats.base import Format, Marks, Round, Seating

_ALL = 12
"""Up to this many bots all ways to seat them are looked at, and the round after as well."""
_CANDIDATES = 200
_BYES = 8
"""How many ways to give the byes of a round are tried among more bots, to save a rematch."""
_REMATCH = 1e6
"""What a rematch costs; a point of difference costs 1, another pair than the ideal one 0.001."""
_HIGHER_BYE = 1e3
"""What it costs to give a bye to a bot one place higher."""
_PATIENCE = 3
"""How many swaps per bot a search makes without finding fewer rematches before it ends."""


class Swiss(Format):
    """Everybody plays on against those with as many points, with as few rematches as possible.

    Among bots with equal points the upper half meets the lower one. Who is left over has a bye,
    which counts as a won table: the last of those who had the fewest, unless a bye of others of
    them saves a rematch.
    """

    waits = True

    def default_rounds(self) -> int:
        """Return after how many rounds at most one bot can have won all its tables."""
        return max(1, ceil(log(len(self.bots)) / log(self.players) - 1e-9))

    def sizes(self) -> list[int]:
        return [len(self.bots) // self.players] * self.rounds

    def tables(self, number: int, past: list[Round]) -> list[Seating]:
        points = self.points(past)
        order = sorted(self.bots, key=lambda bot: -points[bot])
        byes = Counter(bot for tables in past for bot in self._absent(tables))
        index = {bot: number for number, bot in enumerate(order)}
        met = Counter(
            (min(index[one], index[two]), max(index[one], index[two]))
            for tables in past
            for table in tables
            for one, two in combinations(table, 2)
        )
        seated = _seat(
            tuple(points[bot] for bot in order),
            tuple(byes[bot] for bot in order),
            self.players,
            frozenset(met.items()),
            number + 1 < self.rounds,
        )
        return [tuple(order[number] for number in table) for table in seated]

    def points(self, past: list[Round]) -> dict[str, float]:
        """Return what each bot has won, byes included, to the precision of a match's share."""
        points = dict.fromkeys(self.bots, 0.0)
        for tables in past:
            for bot in self._absent(tables):
                points[bot] += 1
            for bot, score in ((bot, score) for table in tables for bot, score in table.items()):
                points[bot] += score
        return {bot: round(total, 6) for bot, total in points.items()}

    def leaders(self, past: list[Round]) -> list[str]:
        return self.placing(past)[:1]

    def placing(self, past: list[Round]) -> list[str]:
        """Order by points, Buchholz, Sonneborn–Berger, then by seed."""
        return list(self.marks(past))

    def marks(self, past: list[Round]) -> dict[str, Marks]:
        """Return the marks of each bot, best first.

        A bye counts as a table won against bots that have as many points as oneself (FIDE
        Handbook C.07, 2024, article 16.4).
        """
        points = self.points(past)
        buchholz = dict.fromkeys(self.bots, 0.0)
        sonneborn = dict.fromkeys(self.bots, 0.0)
        for tables in past:
            for bot in self._absent(tables):
                buchholz[bot] += (self.players - 1) * points[bot]
                sonneborn[bot] += (self.players - 1) * points[bot]
            for table in tables:
                for bot, score in table.items():
                    met = sum(points[other] for other in table if other != bot)
                    buchholz[bot] += met
                    sonneborn[bot] += score * met
        marks = {
            bot: Marks(points[bot], round(buchholz[bot], 6), round(sonneborn[bot], 6))
            for bot in self.bots
        }
        return dict(sorted(marks.items(), key=lambda entry: entry[1], reverse=True))

    def _absent(self, tables: Round) -> list[str]:
        present = {bot for table in tables for bot in table}
        return [bot for bot in self.bots if bot not in present]


@lru_cache(maxsize=256)  # a schedule is walked from its beginning each time it is asked what is due
def _seat(
    points: tuple[float, ...],
    byes: tuple[int, ...],
    players: int,
    met: frozenset[tuple[tuple[int, int], int]],
    more: bool,
) -> list[tuple[int, ...]]:
    """Seat bots, given by their points and byes, best first; `more` rounds follow or not."""
    size = len(points)
    meetings = np.zeros((size, size))
    for (one, two), times in met:
        meetings[one, two] = meetings[two, one] = times
    if size <= _ALL:
        cost = _cost(points, meetings, _ideal(points, players))
        tables = _best_of_all(cost, meetings, np.array(byes), players, more)
        return sorted(tables)
    fewest, tables = np.inf, []
    for out in islice(_fair_byes(byes, size % players), _BYES):
        waiting = [bot for bot in range(size) if bot not in out]
        own_points, own_meetings = np.array(points)[waiting], meetings[np.ix_(waiting, waiting)]
        ideal = _ideal(own_points.tolist(), players)
        search = _Search(_cost(own_points, own_meetings, ideal), own_meetings, ideal)
        rematches, seated = search.tables()
        if rematches < fewest:
            fewest = rematches
            tables = [tuple(sorted(waiting[place] for place in table)) for table in seated]
        if not fewest:
            break
    return sorted(tables)


def _fair_byes(byes: Sequence[int], count: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to give byes to those who had the fewest, beginning with the last of them."""
    need = sorted(range(len(byes)), key=lambda bot: (byes[bot], -bot))
    most = byes[need[count - 1]] if count else 0
    due = [bot for bot in need[:count] if byes[bot] < most]
    for others in combinations([bot for bot in need if byes[bot] == most], count - len(due)):
        yield (*due, *others)


def _cost(
    points: Sequence[float] | FloatArray, meetings: FloatArray, ideal: list[list[int]]
) -> FloatArray:
    """Return what it costs to seat two bots together."""
    apart = np.subtract.outer(points, points) ** 2
    cost = np.asarray(_REMATCH * meetings + apart + 0.001)
    for table in ideal:
        cost[np.ix_(table, table)] -= 0.001
    np.fill_diagonal(cost, 0)
    return cost


def _ideal(points: Sequence[float], players: int) -> list[list[int]]:
    """Seat bots of equal points together, the upper half against the lower, whoever has met.

    Those of a level who fill no table come down to the next level.
    """
    tables: list[list[int]] = []
    level: list[int] = []
    for bot in range(len(points)):
        level.append(bot)
        if bot + 1 < len(points) and points[bot + 1] == points[bot]:
            continue
        count = len(level) // players
        tables += [level[first : count * players : count] for first in range(count)]
        level = level[count * players :]
    return tables


@lru_cache(maxsize=8)
def _partitions(size: int, players: int) -> tuple[list[list[tuple[int, ...]]], BoolArray, IntArray]:
    """Return all ways to seat bots; for each which pairs sit together, and who has a bye."""

    def seatings(waiting: tuple[int, ...]) -> Iterator[list[tuple[int, ...]]]:
        if not waiting:
            yield []
            return
        for others in combinations(waiting[1:], players - 1):
            table = (waiting[0], *others)
            for rest in seatings(tuple(bot for bot in waiting if bot not in table)):
                yield [table, *rest]

    everybody = range(size)
    partitions, absent = [], []
    for out in combinations(everybody, size % players):
        ways = list(seatings(tuple(bot for bot in everybody if bot not in out)))
        partitions += ways
        absent += [[bot in out for bot in everybody]] * len(ways)
    together = np.zeros((len(partitions), size, size), np.bool_)
    for row, tables in enumerate(partitions):
        for table in tables:
            together[row][np.ix_(table, table)] = True
    one, two = np.triu_indices(size, 1)
    return partitions, together[:, one, two], np.array(absent, np.int64)


def _best_of_all(
    cost: FloatArray, meetings: FloatArray, byes: IntArray, players: int, more: bool
) -> list[tuple[int, ...]]:
    """Return the best of all seatings; of equally few rematches one that leaves a good round."""
    size = len(cost)
    partitions, together, absent = _partitions(size, players)
    one, two = np.triu_indices(size, 1)
    rematches = together @ meetings[one, two]
    fair = _fewest(absent @ byes)
    fewest = fair[_fewest(rematches[fair])]
    costs = together[fewest] @ cost[one, two] - _HIGHER_BYE * (absent[fewest] @ np.arange(size))
    fewest = fewest[np.argsort(costs, kind="stable")][:_CANDIDATES]
    if more:
        again = together[fewest].astype(float) @ together.T.astype(float) + rematches
        # The byes of the round that follows go to those who then have the fewest.
        had = (byes + absent[fewest]) @ absent.T
        again[had > had.min(axis=1, keepdims=True)] = np.inf
        fewest = fewest[[int(np.argmin(again.min(axis=1)))]]
    return partitions[fewest[0]]


def _fewest(counts: FloatArray | IntArray) -> IntArray:
    return np.flatnonzero(counts == counts.min())


class _Search:
    """Seats many bots: swaps of two bots that lower the cost, then some that keep it low."""

    def __init__(self, cost: FloatArray, meetings: FloatArray, tables: list[list[int]]) -> None:
        self.cost = cost
        self.meetings = meetings
        self.table = np.zeros(len(cost), np.int64)
        for number, table in enumerate(tables):
            self.table[table] = number
        seated = self.table[:, None] == np.arange(len(tables))
        self.with_table = cost @ seated
        """What each bot would cost at each table."""

    def tables(self) -> tuple[float, list[tuple[int, ...]]]:
        """Return how many rematches are left, each counted from both sides, and who sits where."""
        self._descend()
        best = self.table.copy()
        forbidden: IntArray = np.zeros(self.with_table.shape, np.int64)
        turn = last = 0
        fewest = self._rematches()
        while fewest and turn - last < _PATIENCE * len(best):
            turn += 1
            self._swap(*self._least_bad(forbidden >= turn), forbidden, turn)
            if self._rematches() < fewest:
                fewest, last = self._rematches(), turn
                best = self.table.copy()
        self.table = best
        self.with_table = self.cost @ (best[:, None] == np.arange(self.with_table.shape[1]))
        self._descend()
        tables = range(self.table.max() + 1)
        return self._rematches(), [tuple(np.flatnonzero(self.table == each)) for each in tables]

    def _changes(self, bot: int) -> FloatArray:
        """Return by how much the cost changes if a bot changes its seat with each other."""
        others = np.arange(len(self.table))
        own = self.table[bot]
        change = self.with_table[bot, self.table] + self.with_table[:, own]
        change -= (
            2 * self.cost[bot] + self.with_table[bot, own] + self.with_table[others, self.table]
        )
        return np.asarray(np.where(self.table == own, np.inf, change))

    def _descend(self) -> None:
        better = True
        while better:
            better = False
            for bot in range(len(self.table)):
                change = self._changes(bot)
                other = int(np.argmin(change))
                if change[other] < -1e-9:
                    self._swap(bot, other)
                    better = True

    def _least_bad(self, forbidden: BoolArray) -> tuple[int, int]:
        """Return the cheapest swap of a bot that has a rematch with a bot it may go to."""
        cheapest = (np.inf, 0, 0)
        for bot in np.flatnonzero(self._own_rematches()).tolist():
            change = self._changes(bot)
            change[forbidden[bot, self.table] | forbidden[:, self.table[bot]]] = np.inf
            other = int(np.argmin(change))
            cheapest = min(cheapest, (float(change[other]), bot, other))
        return cheapest[1], cheapest[2]

    def _swap(self, bot: int, other: int, forbidden: IntArray | None = None, turn: int = 0) -> None:
        """Change two seats; neither bot goes back to its table for some turns."""
        one, two = self.table[bot], self.table[other]
        self.with_table[:, one] += self.cost[:, other] - self.cost[:, bot]
        self.with_table[:, two] += self.cost[:, bot] - self.cost[:, other]
        self.table[bot], self.table[other] = two, one
        if forbidden is not None:
            forbidden[bot, one] = forbidden[other, two] = turn + 10

    def _own_rematches(self) -> FloatArray:
        together = self.table[:, None] == self.table
        return np.asarray((self.meetings * together).sum(axis=1))

    def _rematches(self) -> float:
        return float(self._own_rematches().sum())
