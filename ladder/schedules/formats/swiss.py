"""A round for everybody, against those who do as well."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import ceil, log

import numpy as np

from ladder.ratings.results import BoolArray, FloatArray, IntArray
from ladder.schedules.formats.base import Format, Round, Seating

_ALL = 12
"""Up to this many bots all ways to seat them are looked at, and the round after as well."""
_CANDIDATES = 200
_REMATCH = 1e6
"""What a rematch costs; a point of difference costs 1, another pair than the ideal one 0.001."""
_PATIENCE = 3
"""How many swaps per bot a search makes without finding fewer rematches before it ends."""


class Swiss(Format):
    """Everybody plays on against those with as many points, with as few rematches as possible.

    Among bots with equal points the upper half meets the lower one. Who is left over has a bye,
    which counts as a won table: the last of those who had the fewest.
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
        by_need = sorted(order, key=lambda bot: (byes[bot], -order.index(bot)))
        out = set(by_need[: len(order) % self.players])
        waiting = [bot for bot in order if bot not in out]
        place = {bot: index for index, bot in enumerate(waiting)}
        met = Counter(
            (min(place[one], place[two]), max(place[one], place[two]))
            for tables in past
            for table in tables
            for one, two in combinations([bot for bot in table if bot in place], 2)
        )
        seated = _seat(
            tuple(points[bot] for bot in waiting),
            self.players,
            frozenset(met.items()),
            number + 1 < self.rounds,
        )
        return [tuple(waiting[place] for place in table) for table in seated]

    def points(self, past: list[Round]) -> dict[str, float]:
        """Return what each bot has won, byes included, to the precision of a match's share."""
        points = dict.fromkeys(self.bots, 0.0)
        for tables in past:
            for bot in self._absent(tables):
                points[bot] += 1
            for bot, score in ((bot, score) for table in tables for bot, score in table.items()):
                points[bot] += score
        return {bot: round(total, 6) for bot, total in points.items()}

    def placing(self, past: list[Round]) -> list[str]:
        """Order by points, Buchholz, Sonneborn–Berger, then by seed."""
        marks = self.marks(past)
        return sorted(self.bots, key=lambda bot: marks[bot], reverse=True)

    def marks(self, past: list[Round]) -> dict[str, tuple[float, float, float]]:
        """Return each bot's points, Buchholz and Sonneborn–Berger.

        Buchholz is the sum of the points of those one has met; Sonneborn–Berger weighs each with
        the share of the table one has won. A bye counts as a table won against bots that have as
        many points as oneself (FIDE Handbook C.07, 2024, article 16.4).
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
        return {
            bot: (points[bot], round(buchholz[bot], 6), round(sonneborn[bot], 6))
            for bot in self.bots
        }

    def _absent(self, tables: Round) -> list[str]:
        present = {bot for table in tables for bot in table}
        return [bot for bot in self.bots if bot not in present]


@lru_cache(maxsize=256)  # a schedule is walked from its beginning each time it is asked what is due
def _seat(
    points: tuple[float, ...],
    players: int,
    met: frozenset[tuple[tuple[int, int], int]],
    more: bool,
) -> list[tuple[int, ...]]:
    """Seat all bots, given by their points, best first; `more` rounds follow or not."""
    size = len(points)
    meetings = np.zeros((size, size))
    for (one, two), times in met:
        meetings[one, two] = meetings[two, one] = times
    ideal = np.zeros((size, size))
    for table in _ideal(points, players):
        ideal[np.ix_(table, table)] = 1
    apart = np.subtract.outer(points, points) ** 2
    cost = _REMATCH * meetings + apart + 0.001 * (1 - ideal)
    np.fill_diagonal(cost, 0)
    if size <= _ALL:
        tables = _best_of_all(cost, meetings, players, more)
    else:
        tables = _Search(cost, meetings, _ideal(points, players)).tables()
    return sorted(tuple(sorted(table)) for table in tables)


def _ideal(points: Sequence[float], players: int) -> list[list[int]]:
    """Seat bots of equal points together, the upper half against the lower, whoever has met.

    Those of a level who fill no table come down to the next level.
    """
    tables: list[list[int]] = []
    level: list[int] = []
    for place in range(len(points)):
        level.append(place)
        if place + 1 < len(points) and points[place + 1] == points[place]:
            continue
        count = len(level) // players
        tables += [level[first : count * players : count] for first in range(count)]
        level = level[count * players :]
    return tables


@lru_cache(maxsize=8)
def _partitions(size: int, players: int) -> tuple[list[list[tuple[int, ...]]], BoolArray]:
    """Return all ways to seat bots, and for each way which pairs sit together."""

    def seatings(waiting: tuple[int, ...]) -> Iterator[list[tuple[int, ...]]]:
        if not waiting:
            yield []
            return
        for others in combinations(waiting[1:], players - 1):
            table = (waiting[0], *others)
            for rest in seatings(tuple(bot for bot in waiting if bot not in table)):
                yield [table, *rest]

    found = list(seatings(tuple(range(size))))
    together = np.zeros((len(found), size, size), np.bool_)
    for row, tables in enumerate(found):
        for table in tables:
            together[row][np.ix_(table, table)] = True
    one, two = np.triu_indices(size, 1)
    return found, together[:, one, two]


def _best_of_all(
    cost: FloatArray, meetings: FloatArray, players: int, more: bool
) -> list[tuple[int, ...]]:
    """Return the best of all seatings; of equally few rematches one that leaves a good round."""
    size = len(cost)
    found, together = _partitions(size, players)
    one, two = np.triu_indices(size, 1)
    rematches = together @ meetings[one, two]
    fewest = np.flatnonzero(rematches == rematches.min())
    costs = together[fewest] @ cost[one, two]
    fewest = fewest[np.argsort(costs, kind="stable")][:_CANDIDATES]
    if more:
        again = together[fewest].astype(float) @ together.T.astype(float)
        fewest = fewest[[int(np.argmin((again + rematches).min(axis=1)))]]
    return found[fewest[0]]


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

    def tables(self) -> list[tuple[int, ...]]:
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
        self._seat_as(best)
        self._descend()
        return [
            tuple(np.flatnonzero(self.table == number)) for number in range(self.table.max() + 1)
        ]

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
        found = (np.inf, 0, 0)
        for bot in np.flatnonzero(self._own_rematches()).tolist():
            change = self._changes(bot)
            change[forbidden[bot, self.table] | forbidden[:, self.table[bot]]] = np.inf
            other = int(np.argmin(change))
            found = min(found, (float(change[other]), bot, other))
        return found[1], found[2]

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

    def _seat_as(self, table: IntArray) -> None:
        self.table = table.copy()
        seated = table[:, None] == np.arange(self.with_table.shape[1])
        self.with_table = self.cost @ seated
