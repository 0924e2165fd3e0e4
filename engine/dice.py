"""Seeded chance that is the same on every Python version and platform.

Two generators share one way of drawing: whole numbers below n by rejection, shuffles by
Fisher–Yates from the last item down.

- `Dice` is SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators,
  OOPSLA 2014): fast, its whole state one integer. Search, stand-ins and tests use it. A few of
  its outputs give away all others.
- `SecretDice` is BLAKE2b (RFC 7693), keyed with the seed, in counter mode. Deals use it, since a
  bot sees some of a deal and would like to know the rest: that takes the key.

A match's seed comes from the secret seed of its tournament by `derive`; what a bot is told comes
from public names by `public_seed`, so that it says nothing about the deal.
"""

from collections.abc import Sequence
from hashlib import blake2b
from struct import unpack
from typing import Self, TypeVar

T = TypeVar("T")

SEED_BITS = 128
"""The size of the seeds of tournaments and of matches."""

_MASK = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15


def _limit(n: int) -> int:
    """Return the largest multiple of n that 64 bits hold: what lies above is drawn again."""
    return (1 << 64) - (1 << 64) % n


_LIMITS = (0, *(_limit(n) for n in range(1, 256)))


def derive(seed: int, *labels: str | int) -> int:
    """Return a seed of 128 bits for something that belongs to another: a match, an order of seats.

    Whoever does not know `seed` cannot tell the result from chance, nor find `seed` from it.
    """
    return int.from_bytes(blake2b(_text(labels), key=_key(seed), digest_size=16).digest(), "big")


def public_seed(*labels: str | int) -> int:
    """Return a 64-bit seed that anybody can compute from public names."""
    return int.from_bytes(blake2b(_text(labels), digest_size=8).digest(), "big")


def _text(labels: tuple[str | int, ...]) -> bytes:
    return "/".join(map(str, labels)).encode()


def _key(seed: int) -> bytes:
    """Return a key for any whole number: a seed of 128 bits, or what a person typed."""
    return blake2b(str(seed).encode(), person=b"lutetia seed").digest()


class Dice:
    """A stream of random numbers, SplitMix64; equal `state`, equal stream."""

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = seed & _MASK

    def copy(self) -> Self:
        other = self.__class__.__new__(self.__class__)
        other.state = self.state
        return other

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


class SecretDice(Dice):
    """A stream that cannot be continued by whoever has seen a part of it; `state` counts words.

    Word w is the (w mod 8)-th of the eight little-endian words of
    BLAKE2b(key = BLAKE2b(decimal seed, person "lutetia seed"), message = w // 8 in 8 bytes,
    little-endian, person "lutetia deal").
    """

    __slots__ = ("_block", "_secret")

    def __init__(self, seed: int) -> None:
        super().__init__(0)
        self._secret = _key(seed)
        self._block: tuple[int, ...] = ()

    def copy(self) -> Self:
        other = super().copy()
        other._secret, other._block = self._secret, self._block
        return other

    def next(self) -> int:
        """Return the next 64 bits."""
        block, word = divmod(self.state, 8)
        if word == 0:
            number = block.to_bytes(8, "little")
            made = blake2b(number, key=self._secret, person=b"lutetia deal").digest()
            self._block = unpack("<8Q", made)
        self.state += 1
        return self._block[word]
