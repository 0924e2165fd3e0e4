"""The annotations of the engine's types, as the wire reads them."""

import re
from types import NoneType, UnionType
from typing import Any, NamedTuple, Union, get_args, get_origin


class OneOf(NamedTuple):
    """The types of a union, None left out."""

    types: tuple[Any, ...]


def without_none(hint: object) -> tuple[object, bool]:
    """Return a type (or several) that is not None, and whether None was possible too."""
    if get_origin(hint) not in (Union, UnionType):
        return hint, False
    types = tuple(option for option in get_args(hint) if option is not NoneType)
    optional = len(types) < len(get_args(hint))
    return types[0] if len(types) == 1 else OneOf(types), optional


def is_named_tuple(hint: object) -> bool:
    return isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields")


def kind_of(cls: Any) -> str | None:
    """Return what a named tuple calls itself in its field `kind`, if it has one."""
    kind: str | None = cls._field_defaults.get("kind")
    return kind


def elements_of(hint: object, count: int) -> tuple[object, ...]:
    """Return the types of the elements of a tuple; one of any length has `count` of them."""
    elements = get_args(hint) if get_origin(hint) is tuple else ()
    return elements[:1] * count if elements[1:] == (...,) else elements


def element_of(hint: object) -> object:
    """Return the type that all elements of a tuple have, or None."""
    elements = elements_of(hint, 1)
    return elements[0] if elements and elements == elements[:1] * len(elements) else None


def snake_case(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def name_of(hint: object) -> str:
    """Return a type as a sentence calls it."""
    if isinstance(hint, OneOf):
        return " | ".join(map(name_of, hint.types))
    if not isinstance(hint, type) or get_origin(hint) is not None:
        return str(hint)
    return hint.__name__ if hint.__module__ == "builtins" else f"{hint.__module__}.{hint.__name__}"
