"""What all formats have in common."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from statistics import fmean
from typing import NamedTuple

from ladder.schedules.formats.bracket import BracketStage, Seating

Score = dict[str, float]
"""What each bot of a table scored, from 0 (beaten by all, always) to 1."""
Round = list[Score]
"""The tables of a complete round, in order."""

__all__ = ["MARK_NAMES", "BracketStage", "Format", "Marks", "Round", "Score", "Seating"]


class Marks(NamedTuple):
    """What a bot of a Swiss is placed by: the first that differs decides."""

    points: float
    buchholz: float
    """The sum of the points of those it has met."""
    sonneborn_berger: float
    """The same, each weighed with the share of the table it has won."""


MARK_NAMES = ("points", "Buchholz", "Sonneborn–Berger")
"""What people call them, in their order."""


class Format(ABC):
    """Who meets whom, as a function of the complete rounds before."""

    waits: bool
    """Whether a round depends on the results of those before it."""

    def __init__(self, bots: Sequence[str], players: int, rounds: int | None = None) -> None:
        self.bots = tuple(bots)
        self.players = players
        self.rounds = rounds or self.default_rounds()

    def default_rounds(self) -> int:
        """Return how many rounds are played if nobody says."""
        return 1

    @abstractmethod
    def sizes(self) -> list[int]:
        """Return the number of tables of each round."""

    @abstractmethod
    def tables(self, number: int, past: list[Round]) -> list[Seating]:
        """Return the tables of a round."""

    def placing(self, past: list[Round]) -> list[str]:
        """Return the bots, best first: here by their mean score, then by their seeds."""
        scores = self._scores(past)
        return sorted(self.bots, key=lambda bot: -scores[bot])

    def places(self, past: list[Round]) -> list[list[str]]:
        """Return the same place by place; in a knockout several bots may share one."""
        return [[bot] for bot in self.placing(past)]

    def leaders(self, past: list[Round]) -> list[str]:
        """Return who is first; here several may have the same mean score."""
        scores = self._scores(past)
        return [bot for bot in self.bots if scores[bot] > max(scores.values()) - 1e-9]

    def _scores(self, past: list[Round]) -> Score:
        """Return the mean score of each bot."""
        scores: dict[str, list[float]] = {bot: [] for bot in self.bots}
        for table in (table for tables in past for table in tables):
            for bot, score in table.items():
                scores[bot].append(score)
        return {bot: fmean(scores[bot] or [0.0]) for bot in self.bots}

    def round_name(self, number: int) -> str:
        """Return what people call a round."""
        return f"round {number + 1}"

    def marks(self, past: list[Round]) -> dict[str, Marks]:
        """Return what a Swiss places its bots by, best first; others have no marks."""
        return {}

    def bracket(self, past: list[Round]) -> list[BracketStage]:
        """Return the stages of a knockout that are fixed; others have none."""
        return []
