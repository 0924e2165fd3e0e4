"""What is shown of one list, or of all together; its ratings are computed once."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np

from engine.record import Bot
from ladder.ratings.elo import LiveElo, live_elo
from ladder.ratings.results import Results
from ladder.ratings.standings import Anchor, RatedResults, Standing, overall
from ladder.report.lines import Line, lines_of
from ladder.report.titles import list_title

ALL_LISTS = "Overall"
LEAST_MATCHES = 4
"""Of fewer matches no past standings are computed."""
MOST_PAST = 10
"""How many standings of a list are computed, the present ones among them."""


class PastStandings(NamedTuple):
    """What was known after `matches` matches: each bot's Elo and the ends of its 95 % interval."""

    matches: int
    bars: dict[Bot, tuple[float, float, float]]
    """An end that is open is infinite."""


def _past(rated: RatedResults) -> PastStandings:
    bars = zip(rated.elo.tolist(), rated.low.tolist(), rated.high.tolist(), strict=True)
    return PastStandings(len(rated.results), dict(zip(rated.pool.bots, bars, strict=True)))


@dataclass(frozen=True)
class Section:
    """The results of one list under its name, or of all lists."""

    anchor: str
    """Where links find it."""
    name: str
    """What addresses and programs call it."""
    standings: list[Standing]
    rated: RatedResults
    """The fit behind everything else; of all lists it is the pooled one."""
    earlier: LiveElo | None = field(default=None, repr=False)
    """The live Elo of the matches that were known before, with which it goes on."""

    @property
    def is_overall(self) -> bool:
        """Tell whether it is made of all lists: its Elos are means over them."""
        return self.name == ALL_LISTS

    @property
    def title(self) -> str:
        """What people call it."""
        return list_title(self.name)

    @property
    def rated_count(self) -> int:
        """How many bots have a rank."""
        return sum(row.rated for row in self.standings)

    @property
    def ordered_bots(self) -> list[Bot]:
        """All bots, those that have a rank in its order; the others by the fit, where it can."""
        ranked = [Bot(row.bot, row.version) for row in self.standings if row.rated]
        known = set(ranked)
        return [*ranked, *(bot for bot in self.rated.bots if bot not in known)]

    @cached_property
    def live(self) -> LiveElo:
        """The live Elo after each match; with 100,000 of them it takes half a second."""
        results = self.rated.results
        return LiveElo(results, live_elo(results, known=self.earlier))

    @property
    def computed_live(self) -> LiveElo | None:
        """The live Elo as far as anybody has asked for it."""
        live: LiveElo | None = vars(self).get("live", self.earlier)
        return live

    @cached_property
    def lines(self) -> dict[Bot, Line]:
        """The live Elo of all bots, to be drawn.

        An anchor moves the lines as it moves the standings, so that both are on one scale.
        """
        lines = lines_of(self.live)
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


def sections_of(
    results: Results, anchor: Anchor | None = None, known: Sequence[Section] = ()
) -> list[Section]:
    """Return all lists together, then each list; a single list is all there is.

    A list that is among the known sections, with the same matches and anchor, is not rated again.
    """
    sections = [
        _known(known, str(name), of_list, anchor)
        or _section(f"list-{number}", str(name), RatedResults(of_list, anchor), known)
        for number, (name, of_list) in enumerate(results.by_list.items(), 1)
    ]
    if len(sections) == 1:
        return sections
    together = _known(known, ALL_LISTS, results, anchor)
    if together is None:
        standings = overall(results, [section.rated for section in sections])
        rated = RatedResults(results, anchor)
        together = _section("all", ALL_LISTS, rated, known, standings)
    return [together, *sections]


def _known(
    known: Sequence[Section], name: str, results: Results, anchor: Anchor | None
) -> Section | None:
    for section in known:
        if section.name == name and section.rated.is_of(results, anchor):
            return section
    return None


def _section(
    anchor: str,
    name: str,
    rated: RatedResults,
    known: Sequence[Section],
    standings: list[Standing] | None = None,
) -> Section:
    """Return a section whose live Elo goes on from that of a known one."""
    earlier = next((each.computed_live for each in known if each.name == name), None)
    rows = rated.standings() if standings is None else standings
    return Section(anchor, name, rows, rated, earlier)
