"""Checks what people wrote against a type; what is wrong is said in one sentence with its key.

A dataclass or NamedTuple declares a table of TOML or JSON, and its annotations what each key may
hold. `Annotated` adds bounds:

    rows: Annotated[int, Between(1, 8)]
    colour: Literal["red", "blue"]
    values: Annotated[tuple[int, ...], Length(6)]

Options, rulesets, bot.toml, tournament specs and records are all read with it.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
    overload,
)

from engine.errors import BadValue, suggestion

T = TypeVar("T")

_WORDS = {int: "a whole number", float: "a number", str: "a text in quotes", bool: "true or false"}


@dataclass(frozen=True, slots=True)
class Between:
    """A number from `low` to `high`, both included."""

    low: float
    high: float

    def fits(self, value: Any) -> bool:
        return bool(self.low <= value <= self.high)

    def __str__(self) -> str:
        return f"from {self.low:,} to {self.high:,}"


@dataclass(frozen=True, slots=True)
class Length:
    """A list or text of `low` to `high` items; of exactly `low` if `high` is not given."""

    low: int
    high: int | None = None

    def fits(self, value: Any) -> bool:
        return self.low <= len(value) <= (self.low if self.high is None else self.high)

    def __str__(self) -> str:
        return f"{self.low} long" if self.high is None else f"{self.low} to {self.high} long"


@dataclass(frozen=True, slots=True)
class Matching:
    """A text that a pattern matches whole; `rule` says so in words."""

    pattern: re.Pattern[str]
    rule: str

    def fits(self, value: str) -> bool:
        return self.pattern.fullmatch(value) is not None

    def __str__(self) -> str:
        return self.rule


def read_fields(kind: type[T], value: object, where: str = "") -> T:
    """Read a table of JSON or TOML as a dataclass or NamedTuple; `where` is the table's key."""
    table = check_type(Mapping[str, object], value, where or "it")
    defaults = _defaults(kind)
    for key in table:
        require_known(key, defaults, "key", where)
    for key, default in defaults.items():
        if key not in table and default is MISSING:
            raise BadValue(f"{_path(where, key)} is missing")
    hints = type_hints(kind)
    return kind(**{key: check_type(hints[key], table[key], _path(where, key)) for key in table})


def require_known(key: str, known: Collection[str], noun: str, where: str = "") -> None:
    """Raise BadValue, with a list of what is known, unless a key is; `noun` says what it names."""
    if key not in known:
        listing = ", ".join(known) or "none"
        raise BadValue(
            f"there is no {noun} {short_repr(_path(where, key))}. "
            f"{noun.capitalize()}s: {listing}.{suggestion(key, known)}"
        )


@overload
def check_type(kind: type[T], value: object, where: str) -> T: ...
@overload
def check_type(kind: object, value: object, where: str) -> Any: ...
def check_type(kind: Any, value: object, where: str) -> Any:
    """Return a value as a type has it: lists become tuples, tables the classes meant."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        checked = check_type(parts[0], value, where)
        for bound in parts[1:]:
            _require(bound.fits(checked), value, where, str(bound))
        return checked
    if origin in (UnionType, Union):
        if value is None and NoneType in parts:
            return None
        # Of two types one takes lists: a value is checked against the type that it must be meant
        # for, so that the sentence about it is clear.
        is_list = isinstance(value, list | tuple)
        kinds = [part for part in parts if part is not NoneType]
        meant = [part for part in kinds if (get_origin(part) is tuple) == is_list]
        return check_type((meant or kinds)[0], value, where)
    if origin is Literal:
        _require(value in parts, value, where, f"one of {', '.join(map(str, parts))}")
        return value
    if origin is tuple:
        return _check_list(parts, value, where)
    if origin is Mapping or kind is Mapping:
        if not isinstance(value, Mapping):
            raise _wrong(value, where, "a table")
        inner = parts[1] if parts else object
        return {key: check_type(inner, item, _path(where, key)) for key, item in value.items()}
    if kind is object or kind is Any:
        return value
    if is_dataclass(kind) or hasattr(kind, "_fields"):
        return read_fields(kind, value, where)
    if issubclass(kind, Enum):
        words = [member.value for member in kind]
        _require(value in words, value, where, f"one of {', '.join(words)}")
        return kind(value)
    # bool is an int to Python, but not to people; a whole number is a number to both.
    fits = type(value) is kind or (kind is float and type(value) is int)
    _require(fits, value, where, _WORDS[kind])
    if isinstance(value, str) and any("\ud800" <= character <= "\udfff" for character in value):
        raise _wrong(value, where, "a text in Unicode")  # half of a surrogate pair
    return value


def _check_list(parts: tuple[Any, ...], value: object, where: str) -> tuple[Any, ...]:
    if not isinstance(value, list | tuple):
        raise _wrong(value, where, "a list")
    if len(parts) == 2 and parts[1] is Ellipsis:
        parts = (parts[0],) * len(value)
    _require(len(value) == len(parts), value, where, f"a list of {len(parts)}")
    return tuple(
        check_type(part, item, f"{where}[{index}]")
        for index, (part, item) in enumerate(zip(parts, value, strict=True))
    )


def short_repr(value: object, limit: int = 60) -> str:
    """Return a value as a sentence shows it: on one line, and only the start of a long one."""
    text = repr(value)
    return text if len(text) <= limit else f"{text[:limit]}…"


def type_hints(kind: type[Any]) -> dict[str, Any]:
    """Return the annotations of a class, bounds included."""
    hints: dict[str, Any] = _hints(cast("Any", kind))
    return hints


_hints = cache(lambda kind: get_type_hints(kind, include_extras=True))


def _defaults(kind: type[Any]) -> dict[str, object]:
    """Return the keys of a table, each with its default or MISSING."""
    if not is_dataclass(kind):
        named = cast("Any", kind)
        return {name: named._field_defaults.get(name, MISSING) for name in named._fields}
    return {
        field.name: field.default if field.default_factory is MISSING else None
        for field in fields(kind)
    }


def _require(holds: bool, value: object, where: str, what: str) -> None:
    if not holds:
        raise _wrong(value, where, what)


def _wrong(value: object, where: str, what: str) -> BadValue:
    return BadValue(f"{where} is {short_repr(value)}; it must be {what}")


def _path(where: str, key: object) -> str:
    return f"{where}.{key}" if where else str(key)
