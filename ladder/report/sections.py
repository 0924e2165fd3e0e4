"""What is shown of one list, or of all together; its ratings are computed once."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from engine.record import Bot
from ladder.ratings.results import Results
from ladder.ratings.standings import Anchor, RatedResults, Standing, overall, rate_lists
from ladder.report.lines import Line, lines_of

ALL_LISTS = "Overall"
LEAST_MATCHES = 4
"""Of fewer matches no past standings are computed."""
MOST_PAST = 10
"""How many standings of a list are computed, the present ones among them."""


class PastStandings(NamedTuple):
    """What was known after so many matches: Elo and the ends of the 95 % interval of each bot."""

    matches: int
    bars: dict[Bot, tuple[float, float, float]]
    """An end that is open is infinite."""


def _past(rated: RatedResults) -> PastStandings:
    bars = zip(rated.elo.tolist(), rated.low.tolist(), rated.high.tolist(), strict=True)
    return PastStandings(len(rated.results), dict(zip(rated.pool.bots, bars, strict=True)))


@dataclass(frozen=True)
class Section:
    """The results of one list under its title, or of all lists."""

    anchor: str
    """Where links find it."""
    title: str
    standings: list[Standing]
    rated: RatedResults
    """The fit behind everything else; of all lists it is the pooled one."""

    @cached_property
    def lines(self) -> dict[Bot, Line]:
        """The live Elo of all bots; with 100,000 matches it takes half a second.

        An anchor moves the lines as it moves the standings, so that both are on one scale.
        """
        lines = lines_of(self.rated.results)
        for line in lines.values():
            line[:, 1] += self.rated.offset
        return lines

    @cached_property
    def past(self) -> list[PastStandings]:
        """The standings as they would have been after half of the matches, a quarter, and so on.

        The oldest come first, the present ones last. All of them together take twice as long to
        rate as the present ones.
        """
        results = self.rated.results
        found, count = [_past(self.rated)], len(results) // 2
        while count >= LEAST_MATCHES and len(found) < MOST_PAST:
            until = np.arange(len(results)) < count
            found.append(_past(RatedResults(results.only(until), self.rated.anchor)))
            count //= 2
        return found[::-1]


def sections_of(results: Results, anchor: Anchor | None = None) -> list[Section]:
    """Return all lists together, then each list; a single list is all there is."""
    lists = rate_lists(results, anchor)
    sections = [
        Section(f"list-{number}", str(name), rated.standings(), rated)
        for number, (name, rated) in enumerate(lists.items(), 1)
    ]
    if len(sections) == 1:
        return sections
    standings = overall(results, list(lists.values()))
    return [Section("all", ALL_LISTS, standings, RatedResults(results, anchor)), *sections]
