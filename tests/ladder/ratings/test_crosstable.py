"""Bot against bot."""

from ladder.ratings.crosstable import crosstable
from ladder.ratings.results import results_of
from tests.ladder.games import played


def test_the_crosstable_shows_every_meeting_from_both_sides() -> None:
    cells = crosstable(results_of([played("a", "b", "c", ranks=(1, 1, 3)), played("a", "b")]))
    found = {(c.bot, c.other): (c.wins, c.draws, c.losses, c.score) for c in cells}
    assert found[("a", "b")] == (1, 1, 0, 0.75)
    assert found[("b", "a")] == (0, 1, 1, 0.25)
    assert len(found) == 6
