"""Time limits: what an organiser asks for, and one seat's clock under it.

Times are seconds on the monotonic clock, and come from the caller.
"""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass

from engine.errors import OperatorError

DEFAULT_CLOCK = "60+0.5"
MARGIN_S = 0.05
"""What is not charged of every decision: it covers transport, so that only thinking costs."""

EXCUSE_LIMIT = 4
"""At most this many times the limit of a decision is given back: see `arbiter.run_queue`."""
SLOW_PART = 0.1
"""A decision that has used this share of its limit is slow; from then on what a local bot waits for
a processor is not charged."""

TICK_S = 0.02
"""How often the arbiter looks at its clocks."""
LONGEST_TICK_S = 0.2
"""A tick that comes later than this means that the arbiter itself stood still."""
LONGEST_S = 86_400.0

_TERM = re.compile(
    r"(?P<bank>\d+(\.\d+)?)(\+(?P<increment>\d+(\.\d+)?))?|move=(?P<move>\d+(\.\d+)?)"
)


class BadClock(OperatorError):
    """The text is not a time control."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """A time bank with an increment per decision, a limit per decision, or both. None: no limit."""

    bank_s: float | None = None
    increment_s: float = 0.0
    move_s: float | None = None


UNLIMITED = TimeControl()


def parse_clock(text: str) -> TimeControl:
    """Read `60+0.5` (bank + increment), `move=2` (each decision) or both, `60+0.5,move=5`."""
    terms: dict[str, float] = {}
    for term in text.split(","):
        match = _TERM.fullmatch(term.strip())
        values = {name: float(s) for name, s in match.groupdict().items() if s} if match else {}
        if not values or values.keys() & terms.keys():
            raise BadClock(
                f"clock {text!r} is not understood. Write BANK+INCREMENT, move=SECONDS or both, "
                "in seconds: 60+0.5, move=2, 60+0.5,move=5"
            )
        terms |= values
    if terms.get("bank", 1) <= 0 or terms.get("move", 1) <= 0:
        raise BadClock(f"clock {text!r} leaves no time to think: give more than 0 seconds")
    if max(terms.values()) > LONGEST_S:
        raise BadClock(f"clock {text!r} is too long: give at most a day, {LONGEST_S:.0f} seconds")
    return TimeControl(terms.get("bank"), terms.get("increment", 0.0), terms.get("move"))


class StallFreeClock:
    """The arbiter's own time: seconds for which it has been awake.

    Nobody loses time that the arbiter lost: however late a tick comes, it counts as at most
    LONGEST_TICK_S.
    """

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._ticked_at_s = monotonic()
        self._awake_s = 0.0

    def now(self) -> float:
        """Return the seconds for which the arbiter has been awake so far."""
        since_s = self._monotonic() - self._ticked_at_s
        return self._awake_s + (since_s if since_s < LONGEST_TICK_S else LONGEST_TICK_S)

    def tick(self) -> None:
        """Say that the arbiter is awake."""
        self._awake_s = self.now()
        self._ticked_at_s = self._monotonic()


class Clock:
    """The clock of one seat."""

    __slots__ = ("bank_s", "control", "spent_s")

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        self.bank_s = control.bank_s
        self.spent_s = 0.0

    def remaining_s(self) -> float | None:
        """Return the time there is for a decision that is due now; None: no limit."""
        bank, move = self.bank_s, self.control.move_s
        if bank is None or move is None:
            return move if bank is None else bank
        return min(bank, move)

    def charge(self, elapsed_s: float) -> None:
        """Charge a decision, and pay the increment."""
        thought_s = elapsed_s - MARGIN_S if elapsed_s > MARGIN_S else 0.0
        self.spent_s += thought_s
        bank_s = self.bank_s
        if bank_s is not None:
            left_s = bank_s - thought_s if bank_s > thought_s else 0.0
            self.bank_s = left_s + self.control.increment_s
