"""What is shown of one list, or of all together; its ratings are computed once."""

from dataclasses import dataclass

from ladder.ratings.results import Results
from ladder.ratings.standings import Anchor, RatedResults, Standing, overall, rate_lists

ALL_LISTS = "Overall"


@dataclass(frozen=True)
class Section:
    """The results of one list under its title, or of all lists."""

    anchor: str
    """Where links find it."""
    title: str
    standings: list[Standing]
    rated: RatedResults
    """The fit behind everything else; of all lists it is the pooled one."""


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
