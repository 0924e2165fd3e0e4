"""The formats of a tournament: which bots meet in which round."""

from ladder.schedules.formats.base import Format, Round
from ladder.schedules.formats.knockout import Knockout
from ladder.schedules.formats.round_robin import Gauntlet, RoundRobin
from ladder.schedules.formats.swiss import Swiss

FORMATS: dict[str, type[Format]] = {
    "round-robin": RoundRobin,
    "gauntlet": Gauntlet,
    "swiss": Swiss,
    "knockout": Knockout,
}

__all__ = ["FORMATS", "Format", "Round"]
