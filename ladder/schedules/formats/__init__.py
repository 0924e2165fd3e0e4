"""The formats of a tournament: which bots meet in which round.

- `base`         what all formats have in common
- `round_robin`  round robin and gauntlet, whose rounds are all known beforehand
- `swiss`        everybody plays every round, against those who have done equally well
- `knockout`     whoever loses a table is out; `bracket` says who went on
"""

from collections.abc import Callable, Sequence
from functools import partial

from ladder.schedules.formats.base import MARK_NAMES, BracketStage, Format, Marks, Round
from ladder.schedules.formats.knockout import Knockout
from ladder.schedules.formats.round_robin import RoundRobin
from ladder.schedules.formats.swiss import Swiss

FORMATS: dict[str, Callable[[Sequence[str], int, int | None], Format]] = {
    "round-robin": RoundRobin,
    "gauntlet": partial(RoundRobin, fixed=1),
    "swiss": Swiss,
    "knockout": Knockout,
}
"""What makes a format of bots, players at a table, and rounds."""

__all__ = ["FORMATS", "MARK_NAMES", "BracketStage", "Format", "Marks", "Round"]
