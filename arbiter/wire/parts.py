"""Serialised parts that are kept, so that a position is joined and not built."""

from collections.abc import Callable
from typing import Any

KEPT = 50_000
"""Parts of each kind that are kept; then they are forgotten and made anew."""


class Parts(dict[Any, bytes]):
    """Serialised parts by the value they stand for; a missing one is made by `write`."""

    def __init__(self, write: Callable[[Any], bytes]) -> None:
        super().__init__()
        self._write = write
        self.of = self.__getitem__

    def __missing__(self, value: Any) -> bytes:
        if len(self) >= KEPT:
            self.clear()
        part = self[value] = self._write(value)
        return part
