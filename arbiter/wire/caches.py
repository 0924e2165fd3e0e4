"""Serialised parts that are kept, so that a position is joined and not built."""

from collections.abc import Callable
from typing import Any

PARTS = 50_000
"""How many parts a cache holds before it forgets them all."""
OBJECTS = 4_000
"""The same for a cache by identity. It keeps objects alive that may be large: it must be small."""


class PartCache(dict[Any, bytes]):
    """Serialised parts by the value they stand for; a missing one is made by `write`."""

    def __init__(self, write: Callable[[Any], bytes], size: int = PARTS) -> None:
        super().__init__()
        self._write = write
        self._size = size
        self.of: Callable[[Any], bytes] = self.__getitem__

    def __missing__(self, value: Any) -> bytes:
        if len(self) >= self._size:
            self.clear()
        part = self[value] = self._write(value)
        return part


class IdentityCache:
    """Serialised parts by the very object they stand for, so that a long tuple is not hashed.

    This is right because views are made of tuples, which never change: an engine that changes a
    part of its position replaces the tuple.
    """

    def __init__(self, write: Callable[[Any], bytes], size: int = OBJECTS) -> None:
        self._write = write
        self._size = min(size, OBJECTS)
        self._parts: dict[int, bytes] = {}
        # An object that dies leaves its id to another one, so those in the cache are kept alive.
        self._alive: list[Any] = []
        self.get = self._parts.get

    def of(self, value: Any) -> bytes:
        part = self.get(id(value))
        if part is None:
            part = self._write(value)
            if isinstance(value, tuple):  # a list may have changed when it comes again
                if len(self._alive) >= self._size:
                    self._parts.clear()
                    self._alive.clear()
                self._parts[id(value)] = part
                self._alive.append(value)
        return part

    def __len__(self) -> int:
        return len(self._alive)
