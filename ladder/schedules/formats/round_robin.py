"""Formats that settle all their rounds beforehand."""

from ladder.schedules.balanced_tables import design
from ladder.schedules.formats.base import Format, Round, Table


class RoundRobin(Format):
    """In every round everybody meets everybody, equally often or within one: see `designs`."""

    waits = False

    def sizes(self) -> list[int]:
        return [len(tables) for tables in self._design()]

    def tables(self, number: int, past: list[Round]) -> list[Table]:
        return [tuple(self.bots[place] for place in table) for table in self._design()[number]]

    def _design(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        return design(len(self.bots), self.players, self.rounds)


class Gauntlet(Format):
    """The first bot meets each of the others equally often, and these each other evenly."""

    waits = False

    def sizes(self) -> list[int]:
        return [len(tables) for tables in self._design()]

    def tables(self, number: int, past: list[Round]) -> list[Table]:
        candidate, *pool = self.bots
        return [(candidate, *(pool[place] for place in t)) for t in self._design()[number]]

    def _design(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        return design(len(self.bots) - 1, self.players - 1, self.rounds)
