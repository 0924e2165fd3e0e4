"""Reading values that people wrote: a type says what they must be, a sentence what they are not."""

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from types import UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from engine.errors import BadField, suggestion

T = TypeVar("T")

_WORDS = {int: "a whole number", float: "a number", str: "a text in quotes", bool: "true or false"}


def read_fields(kind: type[T], value: Any, where: str = "") -> T:
    """Read a table of JSON or TOML as a dataclass, whose annotations say what it may hold."""
    table = typed(Mapping, value, where or "it")
    known = {each.name: each for each in fields(kind)}  # type: ignore[arg-type]
    for key in table.keys() - known.keys():
        raise BadField(f"there is no key {_path(where, key)!r}.{suggestion(key, known)}")
    for key, declared in known.items():
        if key not in table and declared.default is declared.default_factory is MISSING:
            raise BadField(f"{_path(where, key)} is missing")
    hints = _hints(kind)  # type: ignore[arg-type]
    return kind(**{key: typed(hints[key], table[key], _path(where, key)) for key in table})


def typed(kind: Any, value: Any, where: str) -> Any:
    """Return a value as a type has it: lists become tuples, tables the dataclasses meant."""
    parts = get_args(kind)
    if is_dataclass(kind):
        return read_fields(kind, value, where)  # type: ignore[arg-type]
    if isinstance(kind, UnionType):  # X | None
        return None if value is None else typed(parts[0], value, where)
    if get_origin(kind) is tuple:
        _require(isinstance(value, list | tuple), value, where, "a list")
        if parts[0] is Any:
            return tuple(value)
        return tuple(typed(parts[0], each, f"{where}[{n}]") for n, each in enumerate(value))
    if get_origin(kind) is Mapping or kind is Mapping:
        _require(isinstance(value, Mapping), value, where, "a table")
        return value
    return _single(kind, value, where)


def shown(value: Any, limit: int = 60) -> str:
    """Return a value as a sentence shows it: on one line, and not the whole of a long one."""
    text = repr(value)
    return text if len(text) <= limit else f"{text[:limit]}…"


def _single(kind: Any, value: Any, where: str) -> Any:
    if issubclass(kind, Enum):
        words = [each.value for each in kind]
        _require(value in words, value, where, f"one of {', '.join(words)}")
        return kind(value)
    fits = type(value) is kind or (kind is float and type(value) is int)
    _require(fits, value, where, _WORDS[kind])
    _require(kind is not str or _encodes(value), value, where, "a text in Unicode")
    return value


def _require(holds: bool, value: Any, where: str, what: str) -> None:
    if not holds:
        raise BadField(f"{where} is {shown(value)}; it must be {what}")


def _encodes(text: str) -> bool:
    """Tell whether a text can be written; half of a surrogate pair cannot."""
    return not any("\ud800" <= character <= "\udfff" for character in text)


def _path(where: str, key: object) -> str:
    return f"{where}.{key}" if where else str(key)


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)
