"""Changing immutable tuples: the state of a game shares them with its copies and views."""

from typing import TypeVar

T = TypeVar("T")


def without(items: tuple[T, ...], item: T) -> tuple[T, ...]:
    """Return the items with one occurrence of `item` removed."""
    index = items.index(item)
    return items[:index] + items[index + 1 :]


def replaced(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """Return the items with another one at an index."""
    return (*items[:index], item, *items[index + 1 :])
