"""From a value to its place in a picture."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

_MARGIN = 0.04


@dataclass(frozen=True)
class Scale:
    """A stretch of values, drawn from 0 to 100 per cent of a picture."""

    low: float
    high: float

    def place(self, value: float) -> float:
        """Return where a value lies, in per cent."""
        return round(100 * (value - self.low) / (self.high - self.low), 2)

    def ticks(self, most: int = 6) -> list[float]:
        """Return the round whole values of the stretch, about `most` of them."""
        step = _step(max(1.0, (self.high - self.low) / most))
        first, last = math.ceil(self.low / step), math.floor(self.high / step)
        return [number * step for number in range(first, last + 1)]


def scale_over(values: Iterable[float], least: float = 1.0) -> Scale:
    """Return a scale with a margin on both sides of the values, no narrower than `least`."""
    listed = list(values)
    low, high = min(listed), max(listed)
    lack = max(0.0, least - (high - low)) / 2
    margin = _MARGIN * (high - low + 2 * lack) + lack
    return Scale(low - margin, high + margin)


def _step(least: float) -> float:
    """Return the smallest of …, 1, 2, 5, 10, 20, … that is not below `least`."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least * (1 - 1e-9))
