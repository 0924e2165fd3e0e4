"""Who loses a table is out."""

from collections import Counter
from collections.abc import Sequence

from ladder.schedules.formats.base import Format, Round, Table


class Knockout(Format):
    """The best of each table goes on; of equals the better seed.

    The best seeds left meet the worst. The first rounds bring the number of bots to a power of
    the table's size, with byes for the best seeds; where full tables would throw out one too
    many, the last table sends on more than its winner. A table plays `rounds` deals.
    """

    waits = True

    def sizes(self) -> list[int]:
        return [tables for tables, _ in self._stages() for _ in range(self.rounds)]

    def tables(self, number: int, past: list[Round]) -> list[Table]:
        stage = number // self.rounds
        alive = self._alive(past, stage)
        tables = self._stages()[stage][0]
        playing = alive[len(alive) - tables * self.players :]
        return _folded(playing, tables)

    def placing(self, past: list[Round]) -> list[str]:
        """Order by how far a bot came, then by seed."""
        stages = range(len(past) // self.rounds + 1)
        came = Counter(bot for stage in stages for bot in self._alive(past, stage))
        return sorted(self.bots, key=lambda bot: -came[bot])

    def _alive(self, past: list[Round], stage: int) -> list[str]:
        """Return who is left after a number of stages, in the order of the seeds."""
        out: set[str] = set()
        for number in range(stage):
            deals = past[number * self.rounds : (number + 1) * self.rounds]
            out.update(self._losers(deals, self._stages()[number][1]))
        return [bot for bot in self.bots if bot not in out]

    def _losers(self, deals: list[Round], leave: int) -> list[str]:
        """Return who leaves: all but the winner of each table, until enough have left."""
        losers: list[str] = []
        for tables in zip(*deals, strict=True):
            score = Counter[str]()
            for table in tables:
                score.update(table)
            seeds = sorted(score, key=self.bots.index)
            worst = sorted(seeds, key=lambda bot: -round(score[bot], 6))[:0:-1]
            losers += worst[: leave - len(losers)]
        return losers

    def _stages(self) -> list[tuple[int, int]]:
        """Return for each stage the number of tables and of bots that leave."""
        left, stages = len(self.bots), []
        while left > 1:
            goal = 1
            while goal * self.players < left:
                goal *= self.players
            tables = min(-(-(left - goal) // (self.players - 1)), left // self.players)
            leave = min(left - goal, tables * (self.players - 1))
            stages.append((tables, leave))
            left -= leave
        return stages


def _folded(bots: Sequence[str], tables: int) -> list[Table]:
    """Deal bots to tables to and fro, so that the first meets the last."""
    dealt: list[list[str]] = [[] for _ in range(tables)]
    for place, bot in enumerate(bots):
        turn, seat = divmod(place, tables)
        dealt[seat if turn % 2 == 0 else tables - 1 - seat].append(bot)
    return [tuple(table) for table in dealt]
