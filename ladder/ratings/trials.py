"""A gauntlet on trial: it ends as soon as the sequential test has a verdict on its candidate."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from ladder.ratings.elo import tally_of_groups
from ladder.ratings.sprt import Sprt, Verdict
from ladder.schedules.schedule import GameSchedule, Key, Pairing, Ranks


class SprtTrial:
    """Weighs seat-rotation groups in the order of the schedule, up to the first unfinished one.

    So the verdict depends on the games alone, not on which of them happened to end first.
    """

    def __init__(self, schedules: Sequence[GameSchedule], sprt: Sprt) -> None:
        pairings = [pairing for schedule in schedules for pairing in schedule.pairings({})]
        pairings.sort(key=lambda pairing: (pairing.key.round, *pairing.key))
        groups = groupby(pairings, key=lambda pairing: pairing.key._replace(rotation=0))
        self._waiting = [list(group) for _, group in groups][::-1]
        self._candidate = schedules[0].bots[0]
        self._sprt = sprt
        self._scores: list[tuple[int, int]] = []
        self.verdict = Verdict.OPEN

    def weigh(self, results: Mapping[Key, Ranks]) -> Verdict:
        """Take in what has been finished since the last time."""
        while self.verdict is Verdict.OPEN and self._waiting:
            group = self._waiting[-1]
            if not all(pairing.key in results for pairing in group):
                break
            self._scores.append(self._score(group, results))
            self.verdict = self._sprt.verdict(tally_of_groups(self._scores))
            self._waiting.pop()
        return self.verdict

    def _score(self, group: Sequence[Pairing], results: Mapping[Key, Ranks]) -> tuple[int, int]:
        """Return the candidate's half points in a group, and the comparisons they come from."""
        halves = comparisons = 0
        for pairing in group:
            ranks = results[pairing.key]
            own = ranks[pairing.bots.index(self._candidate)]
            halves += sum((own < other) - (own > other) for other in ranks) + len(ranks) - 1
            comparisons += len(ranks) - 1
        return halves, comparisons
