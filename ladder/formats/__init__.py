"""The formats of a tournament: which bots meet in which round."""

from ladder.formats.base import Format, Round
from ladder.formats.knockout import Knockout
from ladder.formats.round_robin import Gauntlet, RoundRobin
from ladder.formats.swiss import Swiss

FORMATS: dict[str, type[Format]] = {
    "round-robin": RoundRobin,
    "gauntlet": Gauntlet,
    "swiss": Swiss,
    "knockout": Knockout,
}

__all__ = ["FORMATS", "Format", "Round"]
