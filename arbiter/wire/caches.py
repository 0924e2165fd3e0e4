"""Serialised parts that are kept, so that a position is joined and not built."""

from collections.abc import Callable
from typing import Any

PARTS = 8_000
"""How many parts a cache holds before it forgets them all.

A game has some 150 caches, of which a dozen fill up, with 0.2 kB per part. With 50,000 parts a
worker grew for thousands of matches, and a turn was written no faster.
"""

Writer = Callable[[Any], bytes]
"""Serialises a value as a part of a message; parts that are joined make the message."""


class PartCache(dict[Any, bytes]):
    """Serialised parts by the value they stand for; a missing one is made by `write`."""

    def __init__(self, write: Writer, size: int = PARTS) -> None:
        super().__init__()
        self._write = write
        self._size = size
        self.of: Writer = self.__getitem__

    def __missing__(self, value: Any) -> bytes:
        if len(self) >= self._size:
            self.clear()
        part = self[value] = self._write(value)
        return part


def remembering(write: Writer, exact: bool) -> Writer:
    """Return a writer that remembers the last value and does not write it again.

    A large value that was replaced is mostly made of the very objects of the last one, so that
    comparing them costs little; hashing would go through all of it. Without `exact`, equal values
    may have different bytes: then it must be the same object.
    """
    last: Any = object()  # equal to no value
    part = b""

    def write_if_new(value: Any) -> bytes:
        nonlocal last, part
        if value is not last:
            if not exact or value != last:
                if type(value) is list:  # the same list may hold something else the next time
                    raise TypeError(f"a view must be made of tuples, but this is a list: {value}")
                part = write(value)
            last = value
        return part

    return write_if_new
