"""Seeded chance that is the same on every Python version and platform.

The generator is SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number
Generators, OOPSLA 2014); whole numbers below n are drawn by rejection, shuffles are
Fisher–Yates from the last place down. Its whole state is one integer, so that a game's state
copies cheaply.
"""

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")

_MASK = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15


def _limit(n: int) -> int:
    """Return the largest multiple of n that 64 bits hold: what lies above is drawn again."""
    return (1 << 64) - (1 << 64) % n


_LIMITS = (0, *(_limit(n) for n in range(1, 256)))


def derive(seed: int, *labels: str | int) -> int:
    """Return a 64-bit seed that is settled by `seed` and `labels` but tells nothing of them."""
    text = "/".join(str(part) for part in (seed, *labels))
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


class Dice:
    """A stream of random numbers; equal `state`, equal stream."""

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = seed & _MASK

    def copy(self) -> "Dice":
        return Dice(self.state)

    def next(self) -> int:
        """Return the next 64 bits."""
        self.state = z = (self.state + _GAMMA) & _MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """Return a whole number from 0 to n - 1, each equally likely."""
        limit = _LIMITS[n] if n < 256 else _limit(n)
        while (bits := self.next()) >= limit:
            pass
        return bits % n

    def choose(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def shuffle(self, items: list[T]) -> None:
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
