"""Knockout: whoever loses a table is out."""

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from itertools import groupby

from ladder.schedules.formats.base import Format, Round, Score, Seating
from ladder.schedules.formats.bracket import BracketStage, BracketTable

LAST_STAGES = ("final", "semifinal", "quarterfinal")
"""What the last stages are called, the last first; those before them have numbers."""
PLAY_ON = 3
"""How many groups a table that is tied plays on before the better seed goes on."""


class Knockout(Format):
    """The best of each table goes on; a table that is tied plays on, then the better seed does.

    The best seeds left meet the worst. The first rounds bring the number of bots to a power of
    the table's size, with byes for the best seeds; where full tables would throw out one too
    many, the last table sends on more than its winner. A table plays `rounds` groups.
    """

    waits = True

    def sizes(self) -> list[int]:
        """Return the tables of each round; how many play on is not known beforehand."""
        return [
            tables if number < self.rounds else 0
            for tables, _ in self._stages
            for number in range(self.rounds + PLAY_ON)
        ]

    def tables(self, number: int, past: list[Round]) -> list[Seating]:
        stage, played = divmod(number, self.rounds + PLAY_ON)
        tables = self._tables_of(stage, past)
        if played < self.rounds:
            return tables
        results = self._results(stage, past)
        leaving = self._leaving(stage)
        return [
            table
            for table, leave in zip(tables, leaving, strict=True)
            if self._is_tied(results[table], leave)
        ]

    def leaders(self, past: list[Round]) -> list[str]:
        return self.placing(past)[:1]

    def placing(self, past: list[Round]) -> list[str]:
        """Order by how far a bot came, by its score in the stage it left in, then by seed."""
        return [bot for place in self.places(past) for bot in place]

    def places(self, past: list[Round]) -> list[list[str]]:
        """Return the same; bots that left in the same stage with equal scores share a place."""
        stages = range(self._complete(past) + 1)
        came = Counter(bot for stage in stages for bot in self._alive(past, stage))
        last = {
            bot: round(score, 6)
            for stage in self.bracket(past)
            for table in stage.tables
            for bot, score in zip(table.bots, table.scores, strict=True)
            if table.winners and bot not in table.winners
        }

        def merit(bot: str) -> tuple[float, float]:
            return -came[bot], -last.get(bot, 0)

        return [list(place) for _, place in groupby(sorted(self.bots, key=merit), merit)]

    def round_name(self, number: int) -> str:
        """Return the stage and the group: rounds are numbered through, those of ties included."""
        stage, played = divmod(number, self.rounds + PLAY_ON)
        name = self._stage_name(stage)
        if played >= self.rounds:
            return f"{name}, tie-break {played - self.rounds + 1}"
        return f"{name}, group {played + 1}" if self.rounds > 1 else name

    def bracket(self, past: list[Round]) -> list[BracketStage]:
        """Return the tables of each stage that is fixed, and who went on from them."""
        complete = self._complete(past)
        stages = []
        for stage in range(min(complete + 1, len(self._stages))):
            results, leaving = self._results(stage, past), self._leaving(stage)
            tables = (
                self._bracket_table(table, results, leave, stage < complete)
                for table, leave in zip(self._tables_of(stage, past), leaving, strict=True)
            )
            stages.append(BracketStage(self._stage_name(stage), tuple(tables)))
        return stages

    def _stage_name(self, stage: int) -> str:
        left = len(self._stages) - 1 - stage
        return LAST_STAGES[left] if 0 <= left < len(LAST_STAGES) else f"stage {stage + 1}"

    def _bracket_table(
        self, table: Seating, results: dict[Seating, list[Score]], leave: int, complete: bool
    ) -> BracketTable:
        scores = results[table]
        standing = self._standing(table, scores)
        means = tuple(sum(score[bot] for score in scores) / max(1, len(scores)) for bot in standing)
        winners = standing[: len(standing) - leave] if complete else ()
        by_seed = complete and self._is_tied(scores, leave)
        return BracketTable(
            standing, means, max(0, len(scores) - self.rounds), winners, bool(by_seed)
        )

    def _complete(self, past: list[Round]) -> int:
        """Return how many stages are over."""
        return len(past) // (self.rounds + PLAY_ON)

    def _tables_of(self, stage: int, past: list[Round]) -> list[Seating]:
        alive = self._alive(past, stage)
        count = self._stages[stage][0]
        return _folded(alive[len(alive) - count * self.players :], count)

    def _alive(self, past: list[Round], stage: int) -> list[str]:
        """Return who is left after this many stages, in the order of the seeds."""
        alive = list(self.bots)
        for number in range(stage):
            count = self._stages[number][0]
            tables = _folded(alive[len(alive) - count * self.players :], count)
            results = self._results_of(tables, number, past)
            for table, leave in zip(tables, self._leaving(number), strict=True):
                for bot in self._standing(table, results[table])[len(table) - leave :]:
                    alive.remove(bot)
        return alive

    def _results(self, stage: int, past: list[Round]) -> dict[Seating, list[Score]]:
        return self._results_of(self._tables_of(stage, past), stage, past)

    def _results_of(
        self, tables: list[Seating], stage: int, past: list[Round]
    ) -> dict[Seating, list[Score]]:
        """Return the scores of each group that each table of a stage has played."""
        length = self.rounds + PLAY_ON
        rounds = past[stage * length : (stage + 1) * length]
        scores = [score for tables_of_round in rounds for score in tables_of_round]
        return {table: [s for s in scores if s.keys() == set(table)] for table in tables}

    def _standing(self, table: Seating, scores: list[Score]) -> Seating:
        """Return a table's bots, best first; of equals the better seed."""
        total = {bot: round(sum(score[bot] for score in scores), 6) for bot in table}
        return tuple(sorted(table, key=lambda bot: (-total[bot], self.bots.index(bot))))

    def _is_tied(self, scores: list[Score], leave: int) -> bool:
        """Return whether the last who goes on and the first who leaves have the same score."""
        total = [round(sum(score[bot] for score in scores), 6) for bot in scores[0]]
        total.sort()
        return total[leave - 1] == total[leave]

    def _leaving(self, stage: int) -> list[int]:
        """Return how many bots leave from each table of a stage."""
        tables, left = self._stages[stage]
        leaving = []
        for _ in range(tables):
            leaving.append(min(left, self.players - 1))
            left -= leaving[-1]
        return leaving

    @cached_property
    def _stages(self) -> list[tuple[int, int]]:
        """Of each stage the number of tables and of bots that leave."""
        left, stages = len(self.bots), []
        while left > 1:
            goal = 1
            while goal * self.players < left:
                goal *= self.players
            # A table throws out all but one, so this many are needed, rounded up.
            tables = min(-(-(left - goal) // (self.players - 1)), left // self.players)
            leave = min(left - goal, tables * (self.players - 1))
            stages.append((tables, leave))
            left -= leave
        return stages


def _folded(bots: Sequence[str], tables: int) -> list[Seating]:
    """Deal bots to tables to and fro, so that the first meets the last."""
    dealt: list[list[str]] = [[] for _ in range(tables)]
    for number, bot in enumerate(bots):
        turn, seat = divmod(number, tables)
        dealt[seat if turn % 2 == 0 else tables - 1 - seat].append(bot)
    return [tuple(table) for table in dealt]
