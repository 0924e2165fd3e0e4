"""A round for everybody, against those who do as well."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations, count

from ladder.schedules.formats.base import Format, Round, Table

_TRIES = 5_000
"""How many seatings are tried before two bots may meet once more than that."""
Met = Mapping[frozenset[str], int]


class Swiss(Format):
    """Everybody plays on against those with as many points, whom they have met least.

    Among bots with equal points the upper half meets the lower one. Who is left over has a bye,
    which counts as a won table: the last of those who had the fewest.
    """

    waits = True

    def sizes(self) -> list[int]:
        return [len(self.bots) // self.players] * self.rounds

    def tables(self, number: int, past: list[Round]) -> list[Table]:
        points = self.points(past)
        order = sorted(self.bots, key=lambda bot: -points[bot])
        byes = Counter(bot for tables in past for bot in self._absent(tables))
        by_need = sorted(order, key=lambda bot: (byes[bot], -order.index(bot)))
        out = set(by_need[: len(order) % self.players])
        met = Counter(
            frozenset(pair)
            for tables in past
            for table in tables
            for pair in combinations(table, 2)
        )
        waiting = tuple((bot, points[bot]) for bot in order if bot not in out)
        return _seat(waiting, self.players, frozenset(met.items()))

    def points(self, past: list[Round]) -> dict[str, float]:
        """Return what each bot has won, byes included, to the precision of a game's share."""
        points = dict.fromkeys(self.bots, 0.0)
        for tables in past:
            for bot in self._absent(tables):
                points[bot] += 1
            for bot, score in ((bot, score) for table in tables for bot, score in table.items()):
                points[bot] += score
        return {bot: round(each, 6) for bot, each in points.items()}

    def placing(self, past: list[Round]) -> list[str]:
        """Order by points, then by the points of those one has met (Buchholz), then by seed."""
        points = self.points(past)
        strength = dict.fromkeys(self.bots, 0.0)
        for table in (table for tables in past for table in tables):
            for bot in table:
                strength[bot] += sum(points[other] for other in table if other != bot)
        return sorted(self.bots, key=lambda bot: (-points[bot], -round(strength[bot], 6)))

    def _absent(self, tables: Round) -> list[str]:
        present = {bot for table in tables for bot in table}
        return [bot for bot in self.bots if bot not in present]


@lru_cache(maxsize=256)  # a schedule is walked from its beginning each time it is asked what is due
def _seat(
    order: tuple[tuple[str, float], ...], players: int, met: frozenset[tuple[frozenset[str], int]]
) -> list[Table]:
    """Seat all bots, given with their points, so that no two meet more often than necessary."""
    points = dict(order)
    for most in count():
        tables = _Seating(players, points, dict(met), most).seat(list(points))
        if tables is not None:
            return tables
    raise AssertionError("some number of meetings is enough")


class _Seating:
    """A search from the top of the standings down, going back where nobody fits."""

    def __init__(self, players: int, points: Mapping[str, float], met: Met, most: int) -> None:
        self.players = players
        self.points = points
        self.met = met
        self.most = most
        self.tries = 0

    def seat(self, waiting: list[str]) -> list[Table] | None:
        """Return tables for all who wait, or None if the search found none."""
        if not waiting:
            return []
        for table in self._tables(waiting, (waiting[0],)):
            self.tries += 1
            if self.tries > _TRIES:
                return None
            others = self.seat([bot for bot in waiting if bot not in table])
            if others is not None:
                return [table, *others]
        return None

    def _tables(self, waiting: list[str], table: Table) -> Iterator[Table]:
        """Yield tables with the first bot that waits, the most suitable first."""
        if len(table) == self.players:
            yield table
            return
        level = [bot for bot in waiting if self.points[bot] == self.points[waiting[0]]]
        target = max(len(table), len(level) * len(table) // self.players)
        places = range(waiting.index(table[-1]) + 1, len(waiting))
        for place in sorted(places, key=lambda p: (p >= len(level), abs(p - target))):
            if all(self.met.get(frozenset((waiting[place], b)), 0) <= self.most for b in table):
                yield from self._tables(waiting, (*table, waiting[place]))
