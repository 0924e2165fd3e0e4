"""What is rated together: a list is a game with its options, a class of clock, and strikes."""

import hashlib
import json
from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from engine.sentences import counted

DECISIONS = 100
"""Among how many decisions a time bank is divided, to compare it with a limit per decision. A seat
makes about 17 in a match of lumiere, 130 of paris and 200 of moscow_paris."""
FAST_S = 0.5
STANDARD_S = 5.0


class ClockClass(StrEnum):
    """How long a bot may think about a decision, if it spends its time evenly."""

    FAST = "fast"
    """At most half a second."""
    STANDARD = "standard"
    """At most 5 seconds; the default, 60+0.5, is 1.1."""
    SLOW = "slow"


class RatingList(NamedTuple):
    """Matches that can be compared: one game, set of options, class of clock, number of strikes."""

    game: str
    options: str = ""
    """Those that are not the default, as in `claim=full teams=true`."""
    clock: ClockClass = ClockClass.STANDARD
    strikes: int = 0
    """How many failed decisions of a seat are forgiven in each match."""

    def __str__(self) -> str:
        clock = "" if self.clock is ClockClass.STANDARD else f", {self.clock} clock"
        strikes = f", {counted(self.strikes, 'strike')}" if self.strikes else ""
        return f"{self.game} {self.options}".rstrip() + clock + strikes


def clock_class(clock: str) -> ClockClass:
    """Return the class of a clock such as `60+0.5`, `move=2` or `60+0.5,move=5`."""
    limits = []
    for term in clock.split(","):
        name, _, limit = term.strip().rpartition("=")
        if name == "move":
            limits.append(float(limit))
        else:
            bank, _, increment = limit.partition("+")
            limits.append(float(bank) / DECISIONS + float(increment or 0))
    seconds = min(limits)
    if seconds <= FAST_S:
        return ClockClass.FAST
    return ClockClass.STANDARD if seconds <= STANDARD_S else ClockClass.SLOW


def options_text(options: Mapping[str, object]) -> str:
    """Return options on one line; a ruleset, which is a whole file, by a hash of its content."""
    return " ".join(f"{name}={_value_text(options[name])}" for name in sorted(options))


def _value_text(value: object) -> str:
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    if isinstance(value, Mapping):
        return hashlib.sha256(text.encode()).hexdigest()[:8]
    return value if isinstance(value, str) else text
