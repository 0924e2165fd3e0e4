"""One wire for every game, built from a position message and the types of the engine's values.

    wire = GameWire(ParisPosition, View, Action, Event)

How a value of the engine is told in a message; what does not fit raises `WireMismatch` at once:

    engine                                    message
    ────────────────────────────────────────  ─────────────────────────────────────────────────────
    int, float, bool, str, bytes              a field of such a type
    str                                       an enum: its value without the prefix, in lower case
    X | None                                  absent; of an enum that is not `optional` UNSPECIFIED
    a named tuple                             a message with the same fields, in any order; `kind`
                                              need not be one of them
    a tuple (A, B, C)                         a message with as many fields, in their order
    a tuple of any length                     a repeated field, or a message with nothing else
    a str where words have one letter         the same, of an enum
    a union of named tuples                   a message that is a oneof: its fields are called like
                                              the `kind` of a type or, if it has none, like the type
    a named tuple with one field, in a oneof  that field alone

Names that differ are given to GameWire.

Encoding is on the hot path. Parts are kept serialised and joined, since protobuf messages
concatenate: small ones by their value, long ones by their identity, so that hashing does not cost
more than it saves. See `Keep`.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from operator import call
from types import NoneType, UnionType
from typing import Any, Literal, NoReturn, Union, get_args, get_origin, get_type_hints

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

from arbiter.wire.caches import PARTS, IdentityCache, PartCache
from arbiter.wire.fields import PYTHON_TYPES, is_fixed, sized, tag, value_writer, varint, zero_of
from engine.errors import OperatorError

SMALL = 16
"""How many numbers or words a value may hold to be looked up by hashing it."""
_LIST = 4
"""How many a list of numbers or words is taken to hold: it varies."""

_join = b"".join
Domain = frozenset[Any] | tuple[Any, ...] | None


class WireMismatch(OperatorError):
    """A type of the engine and its message do not fit; the sentence names both."""


class Keep(Enum):
    """How serialised parts are kept."""

    BY_VALUE = auto()
    """Small, and equal values have equal bytes."""
    BY_IDENTITY = auto()
    """Large. Its parts are kept too, since of a large value only some part is new."""
    NEVER = auto()
    """It hardly comes twice, or it is a union that leaves it to its types."""


@dataclass(frozen=True)
class Codec:
    """How the values of a field, or of a message without its tag, are written and read."""

    write: Callable[[Any], bytes]
    read: Callable[[Any], Any]
    keep: Keep
    weight: float = 1
    """How many numbers and words it hashes."""
    exact: bool = True
    """Whether equal values always have equal bytes. They do not in a union of types with fields
    that may be equal: named tuples of two types that hold the same are equal."""
    domain: Domain = None
    """The words it may be; for a tuple that of each element; None if anything is possible."""
    optional: bool = False


class GameWire:
    """Turns a game's views, actions and events into its position message and back.

    `names` gives the field of a message for a name of the engine where they differ, and `words`
    the same for the values of an enum: {"Side": {"l": "left", "r": "right"}}.
    """

    def __init__(
        self,
        position: type[Message],
        view: Any,
        action: Any,
        event: Any,
        *,
        names: Mapping[str, str] | None = None,
        words: Mapping[str, Mapping[str, str]] | None = None,
        cache_size: int = PARTS,
    ) -> None:
        self.position = position
        descriptor: Any = position.DESCRIPTOR
        builder = _Builder(names or {}, words or {}, cache_size)
        hints = {"view": view, "actions": tuple[action, ...], "events": tuple[event, ...]}
        fields = builder.match(descriptor, hints, "a position")
        self._view = builder.embedded(fields["view"], view, "the view", apart=True)
        self._actions = builder.elements(fields["actions"], action, "an action")
        self._events = builder.elements(fields["events"], event, "an event")
        builder.check_all_used()
        self._write_view = self._view.write
        self._write_action = builder.kept(self._actions)
        self._write_event = builder.kept(self._events)

    @property
    def message(self) -> str:
        """The full name of the position message, such as "lutetia.v1.MoscowParisPosition"."""
        return self.position.DESCRIPTOR.full_name

    def encode(self, view: Any, actions: Sequence[Any], events: Sequence[Any]) -> bytes:
        """Return the serialised position message."""
        parts = [self._write_view(view)]
        parts += map(self._write_action, actions)
        parts += map(self._write_event, events)
        return _join(parts)

    def decode(self, position: bytes) -> tuple[Any, list[Any], list[Any]]:
        """Return the view, the valid actions and the events of a serialised position."""
        sent: Any = self.position.FromString(position)
        return (
            self._view.read(sent.view),
            list(map(self._actions.read, sent.actions)),
            list(map(self._events.read, sent.events)),
        )


class _Builder:
    """Builds the codecs of one game. `where` is how a sentence calls the value of the engine."""

    def __init__(
        self, names: Mapping[str, str], words: Mapping[str, Mapping[str, str]], cache_size: int
    ) -> None:
        self._names = names
        self._words = words
        self._cache_size = cache_size
        self._used_aliases: set[str] = set()
        self._oneofs: dict[str, set[str]] = {}
        """Fields of messages that are a oneof, by name of the message, for which no type came."""

    def kept(self, codec: Codec) -> Callable[[Any], bytes]:
        """Return how a value is written when it may be one that was written before."""
        if codec.keep is Keep.BY_VALUE:
            return PartCache(codec.write, self._cache_size).of
        if codec.keep is Keep.BY_IDENTITY:
            return IdentityCache(codec.write, self._cache_size).of
        return codec.write

    def match(
        self, message: Descriptor, names: Iterable[str], where: str
    ) -> dict[str, FieldDescriptor]:
        """Return the field for each name; both sides must have all of the other."""
        found = {name: self._find(message, name) for name in names}
        for name, field in found.items():
            if field is None:
                raise WireMismatch(
                    f"{where} has a field '{name}', but the message {message.full_name} has not."
                )
        matched = {name: field for name, field in found.items() if field is not None}
        for field in message.fields:
            if field.name not in {each.name for each in matched.values()}:
                raise WireMismatch(
                    f"{where} has no field '{field.name}', but the message {message.full_name} has."
                )
        return matched

    def _find(self, message: Descriptor, name: str) -> FieldDescriptor | None:
        if name in message.fields_by_name:
            return message.fields_by_name[name]
        if self._names.get(name) in message.fields_by_name:
            self._used_aliases.add(name)
            return message.fields_by_name[self._names[name]]
        return None

    def check_all_used(self) -> None:
        """Raise if a field of a oneof or an alias stands for nothing."""
        for message, fields in self._oneofs.items():
            if fields:
                raise WireMismatch(
                    f"No type of the engine stands for '{min(fields)}' in the message {message}."
                )
        if unused := {*self._names, *self._words} - self._used_aliases:
            raise WireMismatch(
                f"The name '{min(unused)}' given to the wire is found in no type of the engine."
            )

    def field(self, field: FieldDescriptor, hint: Any, where: str) -> Codec:
        """Return the codec of a field whose values have the type `hint`."""
        hint, optional = _without_none(hint)
        if field.is_repeated:
            if optional:
                _mismatch(where, hint, field, "A list is empty, never None.")
            return self._list(field, hint, where)
        if field.message_type is None:
            return self._scalar(field, hint, where, optional)
        codec = self.embedded(field, hint, where)
        if not optional:
            return codec
        write = codec.write
        return replace(
            codec,
            write=lambda value: b"" if value is None else write(value),
            domain=None,
            optional=True,
        )

    def embedded(
        self, field: FieldDescriptor, hint: Any, where: str, *, apart: bool = False
    ) -> Codec:
        """Return the codec of an embedded message; `apart` keeps its parts but never itself."""
        message, head = field.message_type, tag(field)
        assert message is not None
        if message.GetOptions().map_entry:
            _mismatch(where, hint, field, "A map has no counterpart: use a repeated message.")
        if isinstance(hint, _Union) or _is_oneof(message):
            body = self._one_of(message, hint, where)
        elif _is_named_tuple(hint):
            body = self._named(message, hint, apart)
        elif len(message.fields) == 1 and message.fields[0].is_repeated:
            body = self._wrapped(message.fields[0], hint, where)
        else:
            body = self._in_order(field, message.fields, hint, where)
        write = body.write
        return replace(body, write=lambda value: head + sized(write(value)))

    def _named(self, message: Descriptor, kind: Any, apart: bool = False) -> Codec:
        """Return the codec of a named tuple, whose fields the message has by their names."""
        where = _name(kind)
        hints = get_type_hints(kind)
        names = [name for name in kind._fields if name in message.fields_by_name or name != "kind"]
        if kind._fields[: len(names)] != tuple(names):
            raise WireMismatch(f"The field 'kind' of {where} must be the last one.")
        fields = self.match(message, names, where)
        codecs = [
            self.field(field, hints[name], f"{where}.{name}") for name, field in fields.items()
        ]
        body = self._joined(codecs, apart)
        if len(names) < len(kind._fields):
            domains = (*(codec.domain for codec in codecs), frozenset([_kind(kind)]))
            body = replace(body, domain=domains)
        readers = [
            _reader(field, codec) for field, codec in zip(fields.values(), codecs, strict=True)
        ]
        return replace(body, read=lambda sent: kind(*[read(sent) for read in readers]))

    def _in_order(
        self, field: FieldDescriptor, fields: Sequence[FieldDescriptor], hint: Any, where: str
    ) -> Codec:
        """Return the codec of a plain tuple, which has no names: the order of fields counts."""
        elements = get_args(hint) if get_origin(hint) is tuple else ()
        if elements[1:] == (...,):
            elements = elements[:1] * len(fields)
        if len(elements) != len(fields):
            _mismatch(where, hint, field, f"The message has {len(fields)} fields.")
        codecs = [
            self.field(each, element, f"{where}[{index}]")
            for index, (each, element) in enumerate(zip(fields, elements, strict=True))
        ]
        body = self._joined(codecs)
        readers = [_reader(each, codec) for each, codec in zip(fields, codecs, strict=True)]
        write, count = body.write, len(fields)

        def checked(values: Sequence[Any]) -> bytes:
            if len(values) != count:
                raise ValueError(f"{where} is {values!r}, but {count} values are told")
            return write(values)

        return replace(
            body, write=checked, read=lambda sent: tuple([read(sent) for read in readers])
        )

    def _joined(self, codecs: Sequence[Codec], apart: bool = False) -> Codec:
        """Return the codec of a tuple as the fields of a message; reading is up to the caller."""
        weight = sum(codec.weight for codec in codecs)
        exact = all(codec.exact for codec in codecs)
        if apart or any(codec.keep is Keep.NEVER for codec in codecs):
            keep = Keep.NEVER
        else:
            keep = Keep.BY_VALUE if exact and weight <= SMALL else Keep.BY_IDENTITY
        # What is kept as a whole is hardly ever written: its parts need no caches of their own.
        small = keep is Keep.BY_VALUE
        writers = [codec.write if small else self.kept(codec) for codec in codecs]
        return Codec(
            # A kind at the end of the tuple has no writer and is left out.
            write=lambda values: _join(map(call, writers, values)),
            read=_same,
            keep=keep,
            weight=weight,
            exact=exact,
            domain=tuple(codec.domain for codec in codecs),
        )

    def _one_of(self, message: Descriptor, hint: Any, where: str) -> Codec:
        """Return the codec of a union as a message that is a oneof."""
        kinds = hint.kinds if isinstance(hint, _Union) else (hint,)
        if not _is_oneof(message) or not all(map(_is_named_tuple, kinds)):
            raise WireMismatch(
                f"{where} is {_name(hint)}: such a union is told by a message that is one oneof, "
                f"and its types are named tuples; the message is {message.full_name}."
            )
        unused = self._oneofs.setdefault(
            message.full_name, {field.name for field in message.fields}
        )
        codecs: dict[Any, Codec] = {}
        readers: dict[str, Callable[[Any], Any]] = {}
        for kind in kinds:
            name = _kind(kind) or _snake_case(kind.__name__)
            field = self._find(message, name)
            if field is None:
                raise WireMismatch(
                    f"{_name(kind)} is '{name}' on the wire, "
                    f"but the message {message.full_name} has no such field."
                )
            unused.discard(field.name)
            codecs[kind] = self.field(field, kind, _name(kind))
            readers[field.name] = codecs[kind].read
        return self._dispatched(codecs, message.oneofs[0].name, readers)

    def _dispatched(
        self, codecs: dict[Any, Codec], oneof: str, readers: dict[str, Callable[[Any], Any]]
    ) -> Codec:
        parts = list(codecs.values())
        apart = all(
            _disjoint(one.domain, other.domain)
            for index, one in enumerate(parts)
            for other in parts[:index]
        )
        exact = apart and all(codec.exact for codec in parts)
        weight = max(codec.weight for codec in parts)
        small = exact and all(codec.keep is Keep.BY_VALUE for codec in parts)
        writers = {
            kind: codec.write if small else self.kept(codec) for kind, codec in codecs.items()
        }

        def read(sent: Any) -> Any:
            name = sent.WhichOneof(oneof)
            return readers[name](getattr(sent, name))

        return Codec(
            write=lambda value: writers[type(value)](value),
            read=read,
            keep=Keep.BY_VALUE if small else Keep.NEVER,
            weight=weight,
            exact=exact,
        )

    def _wrapped(self, field: FieldDescriptor, hint: Any, where: str) -> Codec:
        """Return the codec of a list that is a message by itself."""
        codec = self._list(field, hint, where)
        name, read = field.name, codec.read
        return replace(codec, read=lambda sent: read(getattr(sent, name)))

    def _list(self, field: FieldDescriptor, hint: Any, where: str) -> Codec:
        if hint is str and field.enum_type is not None:
            return self._letters(field, where)
        elements = get_args(hint) if get_origin(hint) is tuple else ()
        if not elements or any(each not in (elements[0], ...) for each in elements):
            _mismatch(where, hint, field, "A list is a tuple whose elements have one type.")
        codec = self.elements(field, elements[0], where)
        if field.message_type is not None:
            write, read = self.kept(codec), codec.read
            return Codec(
                write=lambda values: _join(map(write, values)),
                read=lambda sent: tuple(map(read, sent)),
                keep=Keep.BY_IDENTITY,
                weight=float("inf"),
                exact=codec.exact,
            )
        return codec

    def elements(self, field: FieldDescriptor, hint: Any, where: str) -> Codec:
        """Return the codec of each element of a repeated message, or of a list of numbers."""
        hint, optional = _without_none(hint)
        if optional:
            _mismatch(where, hint, field, "An element of a list is never None.")
        if field.message_type is not None:
            return self.embedded(field, hint, where)
        value = self._value(field, hint, where)
        one, read = value.write, value.read
        if field.type in (FieldDescriptor.TYPE_STRING, FieldDescriptor.TYPE_BYTES):
            head = tag(field)
            write = lambda values: _join([head + one(each) for each in values])  # noqa: E731
        else:
            write = _packed(field, one)
        return Codec(
            write=write,
            read=lambda sent: tuple(map(read, sent)),
            keep=value.keep,
            weight=_LIST,
        )

    def _letters(self, field: FieldDescriptor, where: str) -> Codec:
        """Return the codec of a text whose letters are words."""
        numbers = {word: n for word, n in self._numbers(field).items() if len(word) == 1}
        if not numbers:
            _mismatch(where, str, field, "Its words have more than one letter.")
        letters = {number: letter for letter, number in numbers.items()}
        written = _Words(field, {letter: varint(n) for letter, n in numbers.items()})
        return Codec(
            write=_packed(field, written.__getitem__),
            read=lambda sent: "".join(map(letters.__getitem__, sent)),
            keep=Keep.BY_VALUE,
            weight=_LIST,
        )

    def _scalar(self, field: FieldDescriptor, hint: Any, where: str, optional: bool) -> Codec:
        """Return the codec of a number or a word, which proto3 leaves out when it is zero."""
        present = field.has_presence
        value = self._value(field, hint, where, none_is_zero=optional and not present)
        head, one = tag(field), value.write
        zero = zero_of(field)

        def write_if_not_none(value: Any) -> bytes:
            return b"" if value is None else head + one(value)

        def write_if_not_zero(value: Any) -> bytes:
            data = one(value)
            return b"" if data == zero else head + data

        return replace(
            value,
            write=write_if_not_none if present else write_if_not_zero,
            domain=value.domain | {None} if isinstance(value.domain, frozenset) else value.domain,
            optional=optional and present,
        )

    def _value(
        self, field: FieldDescriptor, hint: Any, where: str, *, none_is_zero: bool = False
    ) -> Codec:
        """Return the codec of a number or a word without a tag."""
        if _is_named_tuple(hint):
            return self._unwrapped(field, hint, where)
        if field.enum_type is not None:
            return self._word(field, hint, where, none_is_zero)
        if PYTHON_TYPES[field.type] is not hint:
            _mismatch(where, hint, field)
        if none_is_zero:
            _mismatch(where, hint, field, "It may be None: the field must be `optional`.")
        keep = Keep.NEVER if is_fixed(field) else Keep.BY_VALUE
        return Codec(write=value_writer(field), read=_same, keep=keep)

    def _unwrapped(self, field: FieldDescriptor, kind: Any, where: str) -> Codec:
        """Return the codec of a named tuple that is told by its only value."""
        names = [name for name in kind._fields if name != "kind"]
        if len(names) != 1 or kind._fields[0] != names[0]:
            _mismatch(where, kind, field, "It must have one field to be told without a message.")
        value = self._value(field, get_type_hints(kind)[names[0]], f"{_name(kind)}.{names[0]}")
        one, read = value.write, value.read
        kinds = [frozenset([_kind(kind)])] if len(kind._fields) > 1 else []
        return replace(
            value,
            write=lambda wrapped: one(wrapped[0]),
            read=lambda sent: kind(read(sent)),
            domain=(value.domain, *kinds),
        )

    def _word(self, field: FieldDescriptor, hint: Any, where: str, none_is_zero: bool) -> Codec:
        """Return the codec of a word, which is a value of an enum."""
        literals = get_args(hint) if get_origin(hint) is Literal else ()
        if hint is not str and not literals:
            _mismatch(where, hint, field, "The value of an enum is a word: a str.")
        numbers: dict[str | None, int] = {**self._numbers(field)}
        for word in literals:
            if word not in numbers:
                _mismatch(where, hint, field, f"The enum has no value for {word!r}.")
        if none_is_zero:
            if numbers.pop("unspecified", None) != 0:
                _mismatch(where, hint, field, "It may be None: the field must be `optional`.")
            numbers[None] = 0
        written = _Words(field, {word: varint(number) for word, number in numbers.items()})
        words = {number: word for word, number in numbers.items()}
        return Codec(
            write=written.__getitem__,
            read=words.__getitem__,
            keep=Keep.BY_VALUE,
            domain=frozenset(numbers),
        )

    def _numbers(self, field: FieldDescriptor) -> dict[Any, int]:
        """Return the numbers of an enum by the engine's words."""
        enum = field.enum_type
        assert enum is not None
        prefix = _snake_case(enum.name).upper() + "_"
        numbers = {value.name.removeprefix(prefix).lower(): value.number for value in enum.values}
        for word, name in self._words.get(enum.name, {}).items():
            self._used_aliases.add(enum.name)
            if name not in numbers:
                raise WireMismatch(
                    f"The enum {enum.full_name} has no value '{name}' for the word {word!r}."
                )
            numbers[word] = numbers.pop(name)
        return numbers


class _Words(dict[Any, bytes]):
    """The values of an enum as they are written, by the engine's words."""

    def __init__(self, field: FieldDescriptor, written: dict[Any, bytes]) -> None:
        super().__init__(written)
        self._field = field

    def __missing__(self, word: Any) -> NoReturn:
        known = ", ".join(str(each) for each in self)
        raise ValueError(f"{word!r} is not a word of {self._field.full_name}: it has {known}")


@dataclass(frozen=True)
class _Union:
    """The types of a union, None left out."""

    kinds: tuple[Any, ...]


def _without_none(hint: Any) -> tuple[Any, bool]:
    """Return a type that is not None, and whether None was possible."""
    if get_origin(hint) not in (Union, UnionType):
        return hint, False
    kinds = tuple(kind for kind in get_args(hint) if kind is not NoneType)
    optional = len(kinds) < len(get_args(hint))
    return kinds[0] if len(kinds) == 1 else _Union(kinds), optional


def _packed(field: FieldDescriptor, one: Callable[[Any], bytes]) -> Callable[[Any], bytes]:
    head = tag(field, packed=True)
    return lambda values: head + sized(_join(map(one, values))) if values else b""


def _reader(field: FieldDescriptor, codec: Codec) -> Callable[[Any], Any]:
    """Return how the value of a field is read from the message around it."""
    name, read = field.name, codec.read
    if codec.optional:
        return lambda sent: read(getattr(sent, name)) if sent.HasField(name) else None
    return lambda sent: read(getattr(sent, name))


def _same(sent: Any) -> Any:
    return sent


def _disjoint(one: Domain, other: Domain) -> bool:
    """Tell whether no value of one domain equals a value of the other."""
    if isinstance(one, frozenset) and isinstance(other, frozenset):
        return one.isdisjoint(other)
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) != len(other) or any(map(_disjoint, one, other))
    return False


def _is_named_tuple(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields")


def _kind(kind: Any) -> str | None:
    """Return what a type calls itself in its field `kind`, if it has one."""
    name: str | None = kind._field_defaults.get("kind")
    return name


def _is_oneof(message: Descriptor) -> bool:
    """Tell whether a message is a oneof and nothing else; `optional` makes hidden ones."""
    oneofs = {field.containing_oneof for field in message.fields}
    return (
        len(message.oneofs) == 1
        and oneofs == {message.oneofs[0]}
        and (message.oneofs[0].name != f"_{message.fields[0].name}")
    )


def _snake_case(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def _name(hint: Any) -> str:
    """Return a type as its author wrote it."""
    if isinstance(hint, _Union):
        return " | ".join(map(_name, hint.kinds))
    if get_origin(hint) is None and isinstance(hint, type):
        return (
            hint.__name__ if hint.__module__ == "builtins" else f"{hint.__module__}.{hint.__name__}"
        )
    return str(hint)


def _mismatch(where: str, hint: Any, field: FieldDescriptor, advice: str = "") -> NoReturn:
    found = field.message_type or field.enum_type
    told = found.full_name if found else _TYPE_NAMES[field.type]
    repeated = "repeated " if field.is_repeated else ""
    sentence = f"{where} is {_name(hint)}, but {field.full_name} is {repeated}{told}. {advice}"
    raise WireMismatch(sentence.rstrip())


_TYPE_NAMES = {
    number: name.removeprefix("TYPE_").lower()
    for name, number in vars(FieldDescriptor).items()
    if name.startswith("TYPE_")
}
