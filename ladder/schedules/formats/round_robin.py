"""Formats whose rounds are all known beforehand."""

from collections.abc import Sequence

from ladder.schedules.balanced_tables import design
from ladder.schedules.formats.base import Format, Round, Seating


class RoundRobin(Format):
    """In every round everybody meets everybody, equally often or within one.

    The first `fixed` bots sit at every table, and the others are dealt to the seats that are
    left: with one of them it is a gauntlet, whose candidate meets each of the others equally
    often, and these each other evenly.
    """

    waits = False

    def __init__(
        self, bots: Sequence[str], players: int, rounds: int | None = None, fixed: int = 0
    ) -> None:
        super().__init__(bots, players, rounds)
        self.fixed, self.others = self.bots[:fixed], self.bots[fixed:]
        # `design` keeps what it has computed, so that a schedule may be made many times.
        self.design = design(len(self.others), players - fixed, self.rounds)

    def sizes(self) -> list[int]:
        return [len(tables) for tables in self.design]

    def tables(self, number: int, past: list[Round]) -> list[Seating]:
        return [
            (*self.fixed, *(self.others[index] for index in table)) for table in self.design[number]
        ]
