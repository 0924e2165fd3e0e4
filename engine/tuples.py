"""Changing immutable tuples: the state of a game shares them with its copies and views."""

from typing import TypeVar

T = TypeVar("T")

new_tuple = tuple.__new__
"""`new_tuple(View, (a, b))` is `View(a, b)` in half the time, for what is made in every turn: the
`__new__` of a named tuple does nothing else, but its arguments are passed on twice."""


def without(items: tuple[T, ...], item: T) -> tuple[T, ...]:
    """Return the items with one occurrence of `item` removed."""
    index = items.index(item)
    return items[:index] + items[index + 1 :]


def replaced(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """Return the items with another one at an index."""
    return (*items[:index], item, *items[index + 1 :])
