"""Building the codecs of a game: how each type of the engine is written to its message and read.

This runs once per game. What it returns is on the hot path: writers, which `codec.GameWire` calls
for each turn. `Keep` says which of the parts they write are kept, and how.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from itertools import combinations
from operator import call
from typing import Any, Literal, NoReturn, get_args, get_origin, get_type_hints

from google.protobuf.descriptor import Descriptor, FieldDescriptor

from arbiter.wire.caches import PartCache, Writer, remembering
from arbiter.wire.fields import (
    PYTHON_TYPES,
    VARINTS,
    is_fixed,
    letters_writer,
    list_writer,
    tag,
    value_writer,
    varint,
    zero_of,
)
from arbiter.wire.hints import (
    OneOf,
    element_of,
    elements_of,
    is_named_tuple,
    kind_of,
    name_of,
    snake_case,
    without_none,
)
from engine.errors import OperatorError

SMALL = 10
"""How many numbers and words a value may hold to be looked up by its hash. From 6 to 40 our games
are encoded equally fast; with fewer, too many parts are written again."""
LIST = 4
"""How many a list of numbers or words is taken to hold, since that varies."""

Domain = frozenset[object] | tuple[Any, ...] | None
"""The words a value may be; for a tuple the domain of each element; None: anything."""

_join = b"".join


class WireMismatch(OperatorError):
    """A type of the engine and its message do not fit; the sentence names both."""


class Keep(Enum):
    """How serialised parts are kept."""

    BY_VALUE = auto()
    """In a cache for all matches: small, and equal values have equal bytes."""
    LAST = auto()
    """The last one of a match: large, and often the very object that was told the last time.
    Its own parts are kept too, since of a large value only a little is new."""
    NEVER = auto()
    """A number that hardly comes twice, or a union that leaves it to its types."""


@dataclass(frozen=True)
class Codec:
    """How the values of a field are written, tag included, and read."""

    writer: Callable[[], Writer]
    """Makes a writer for a match, which may remember what it wrote last."""
    read: Callable[[Any], object]
    keep: Keep = Keep.BY_VALUE
    weight: float = 1
    """How many numbers and words must be hashed to look a value up."""
    exact: bool = True
    """Whether equal values always have equal bytes. Named tuples of two types are equal when
    they hold the same, but a union tells them apart."""
    domain: Domain = None
    optional: bool = False


class CodecBuilder:
    """Builds the codecs of one game. `where` is how a sentence calls a value of the engine."""

    def __init__(
        self, names: Mapping[str, str], words: Mapping[str, Mapping[str, str]], cache_size: int
    ) -> None:
        self._names = names
        self._words = words
        self._cache_size = cache_size
        self._used: set[str] = set()
        """Names and enums of which another name was needed."""
        self._untold: dict[str, set[str]] = {}
        """By oneof message, its fields for which no type has come yet."""

    def kept(self, codec: Codec) -> Callable[[], Writer]:
        """Return what makes a writer that does not write again what it has kept."""

        def writer() -> Writer:
            write = codec.writer()
            return _unless_none(write) if codec.optional else write

        if codec.keep is Keep.BY_VALUE:
            return _shared(PartCache(writer(), self._cache_size).of)
        if codec.keep is Keep.LAST:
            return lambda: remembering(writer(), codec.exact)
        return writer

    def kept_by_value(self, codec: Codec) -> Callable[[], Writer]:
        """Return the same for values that come back in any order, as actions do."""
        return self.kept(replace(codec, keep=Keep.BY_VALUE) if codec.exact else codec)

    def match(
        self, message: Descriptor, names: Iterable[str], where: str
    ) -> dict[str, FieldDescriptor]:
        """Return the field for each name; neither side may have one more."""
        fields: dict[str, FieldDescriptor] = {}
        for name in names:
            field = self._find(message, name)
            if field is None or field in fields.values():
                raise WireMismatch(
                    f"{where} has a field '{name}', "
                    f"but the message {message.full_name} has none for it."
                )
            fields[name] = field
        for field in message.fields:
            if field not in fields.values():
                raise WireMismatch(
                    f"The message {message.full_name} has a field '{field.name}', "
                    f"but {where} has none for it."
                )
        return fields

    def _find(self, message: Descriptor, name: str) -> FieldDescriptor | None:
        if name not in message.fields_by_name and name in self._names:
            self._used.add(name)
            name = self._names[name]
        return message.fields_by_name.get(name)

    def check_all_used(self) -> None:
        """Raise if a field of a oneof or a name given to the wire stands for nothing."""
        for message, fields in self._untold.items():
            if fields:
                raise WireMismatch(
                    f"The message {message} has a field '{min(fields)}', "
                    "but no type of the engine stands for it."
                )
        if unused := {*self._names, *self._words} - self._used:
            raise WireMismatch(f"The name '{min(unused)}' was given to the wire, but is not used.")

    def field(self, field: FieldDescriptor, hint: object, where: str) -> Codec:
        """Return the codec of a field whose values have the type `hint`."""
        hint, optional = without_none(hint)
        if is_repeated(field):
            if optional:
                _mismatch(where, hint, field, "A list may be empty, but not None.")
            return self._list(field, hint, where)
        if field.message_type is None:
            return self._scalar(field, hint, where, optional)
        codec = self.embedded(field, hint, where)
        return replace(codec, domain=None, optional=True) if optional else codec

    def embedded(self, field: FieldDescriptor, hint: object, where: str) -> Codec:
        """Return the codec of an embedded message."""
        message = field.message_type
        if message is None or message.GetOptions().map_entry:
            _mismatch(where, hint, field, "It must be a message.")
        hint, optional = without_none(hint)
        if optional:
            _mismatch(where, hint, field, "It may not be None.")
        if isinstance(hint, OneOf) or _is_oneof(message):
            return self._one_of(field, message, hint, where)
        if is_named_tuple(hint):
            return self.named(field, message, hint)
        if len(message.fields) == 1 and is_repeated(message.fields[0]):
            return self._wrapped(field, message.fields[0], hint, where)
        return self._in_order(field, message.fields, hint, where)

    def named(self, field: FieldDescriptor | None, message: Descriptor, cls: Any) -> Codec:
        """Return the codec of a named tuple, whose fields the message has by their names.

        Without a field the message stands alone, with neither tag nor length before it.
        """
        where, hints = name_of(cls), get_type_hints(cls)
        names = list(cls._fields)
        if kind_of(cls) is not None and "kind" not in message.fields_by_name:
            names.remove("kind")
            if cls._fields[-1] != "kind":
                raise WireMismatch(f"The field 'kind' of {where} must be its last one.")
        fields = self.match(message, names, where)
        codecs = [self.field(fields[name], hints[name], f"{where}.{name}") for name in names]
        codec = self._joined(field, codecs)
        if len(names) < len(cls._fields):
            domain = (*(part.domain for part in codecs), frozenset([kind_of(cls)]))
            codec = replace(codec, domain=domain)
        readers = [_reader(fields[name], part) for name, part in zip(names, codecs, strict=True)]
        return replace(codec, read=lambda sent: cls(*[read(sent) for read in readers]))

    def _in_order(
        self, field: FieldDescriptor, fields: Sequence[FieldDescriptor], hint: object, where: str
    ) -> Codec:
        """Return the codec of a plain tuple, which has no names: the order of fields counts."""
        elements = elements_of(hint, len(fields))
        if len(elements) != len(fields):
            advice = f"It has {len(fields)} fields: use a named tuple, or a tuple of {len(fields)}."
            _mismatch(where, hint, field, advice)
        codecs = [
            self.field(each, element, f"{where}[{index}]")
            for index, (each, element) in enumerate(zip(fields, elements, strict=True))
        ]
        codec = self._joined(field, codecs)
        readers = [_reader(each, part) for each, part in zip(fields, codecs, strict=True)]

        def writer() -> Writer:
            write_fields = codec.writer()

            def write(values: Any) -> bytes:
                if len(values) != len(fields):  # `map` in write_fields would leave some out
                    raise ValueError(f"{where} must have {len(fields)} elements: {values!r}")
                return write_fields(values)

            return write

        return replace(
            codec, writer=writer, read=lambda sent: tuple([read(sent) for read in readers])
        )

    def _joined(self, field: FieldDescriptor | None, codecs: Sequence[Codec]) -> Codec:
        """Return the codec of a tuple whose elements are the fields of a message."""
        head, parts = tag(field) if field else None, [self.kept(codec) for codec in codecs]
        weight = sum(codec.weight for codec in codecs)
        exact = all(codec.exact for codec in codecs)
        if any(codec.keep is Keep.NEVER for codec in codecs):
            keep = Keep.NEVER
        else:
            keep = Keep.BY_VALUE if exact and weight <= SMALL else Keep.LAST

        def writer() -> Writer:
            writers = [part() for part in parts]

            def write(values: Sequence[object]) -> bytes:
                # The kind, which comes last, has no writer: it is left out.
                body = _join(map(call, writers, values))
                return body if head is None else head + VARINTS[len(body)] + body

            return write

        domain = tuple(codec.domain for codec in codecs)
        return Codec(writer, _same, keep, weight, exact, domain)

    def _one_of(
        self, field: FieldDescriptor, message: Descriptor, hint: object, where: str
    ) -> Codec:
        """Return the codec of a union as a message that is a oneof."""
        types = hint.types if isinstance(hint, OneOf) else (hint,)
        if not all(map(is_named_tuple, types)):
            _mismatch(where, hint, field, "The types of a union must be named tuples.")
        if not _is_oneof(message):
            _mismatch(where, hint, field, "The message of a union must be a oneof.")
        untold = self._untold.setdefault(message.full_name, set(message.fields_by_name))
        codecs: dict[object, Codec] = {}
        readers: dict[str, Callable[[object], object]] = {}
        for cls in types:
            name = kind_of(cls) or snake_case(cls.__name__)
            member = self._find(message, name)
            if member is None or member.name in readers:
                raise WireMismatch(
                    f"{name_of(cls)} is '{name}', "
                    f"but the message {message.full_name} has no field for it."
                )
            untold.discard(member.name)
            codecs[cls] = self.field(member, cls, name_of(cls))
            readers[member.name] = codecs[cls].read
        return self._dispatched(field, codecs, message.oneofs[0].name, readers)

    def _dispatched(
        self,
        field: FieldDescriptor,
        codecs: Mapping[object, Codec],
        oneof: str,
        readers: Mapping[str, Callable[[object], object]],
    ) -> Codec:
        """Return a codec that leaves each value to that of its type."""
        members = list(codecs.values())
        exact = all(codec.exact for codec in members) and all(
            _disjoint(one.domain, other.domain) for one, other in combinations(members, 2)
        )
        small = exact and all(codec.keep is Keep.BY_VALUE for codec in members)
        # What is kept as a whole needs no second cache for each type.
        parts = {cls: codec.writer if small else self.kept(codec) for cls, codec in codecs.items()}
        head = tag(field)

        def writer() -> Writer:
            writers = {cls: part() for cls, part in parts.items()}

            def write(value: object) -> bytes:
                body = writers[type(value)](value)
                return head + VARINTS[len(body)] + body

            return write

        def read(sent: Any) -> object:
            name = sent.WhichOneof(oneof)
            return readers[name](getattr(sent, name))

        weight = max(codec.weight for codec in members)
        return Codec(writer, read, Keep.BY_VALUE if small else Keep.NEVER, weight, exact)

    def _wrapped(
        self, field: FieldDescriptor, inner: FieldDescriptor, hint: object, where: str
    ) -> Codec:
        """Return the codec of a list that is a message by itself."""
        codec = self._list(inner, hint, where)
        head, name, read = tag(field), inner.name, codec.read

        def writer() -> Writer:
            write_list = codec.writer()

            def write(values: object) -> bytes:
                body = write_list(values)
                return head + VARINTS[len(body)] + body

            return write

        return replace(codec, writer=writer, read=lambda sent: read(getattr(sent, name)))

    def _list(self, field: FieldDescriptor, hint: object, where: str) -> Codec:
        if hint is str and field.enum_type is not None:
            return self._letters(field, where)
        element = element_of(hint)
        if element is None:
            _mismatch(where, hint, field, "A list is a tuple whose elements are of one type.")
        if field.message_type is not None:
            return self._messages(field, element, where)
        value = self._value(field, element, where)
        read, write = value.read, value.writer()
        if value.keep is Keep.BY_VALUE:
            write = PartCache(write, self._cache_size).of
        return Codec(
            _shared(list_writer(field, write)),
            lambda sent: tuple(map(read, sent)),
            value.keep,
            weight=LIST,
            exact=value.exact,
        )

    def _messages(self, field: FieldDescriptor, element: object, where: str) -> Codec:
        """Return the codec of a repeated message."""
        codec = self.embedded(field, element, where)
        read, part = codec.read, self.kept(codec)

        def writer() -> Writer:
            if codec.keep is Keep.BY_VALUE:
                write_element = part()
                return lambda values: _join(map(write_element, values))
            writers: list[Writer] = []  # each remembers what was last in its place of the list

            def write(values: Sequence[object]) -> bytes:
                while len(writers) < len(values):
                    writers.append(part())
                return _join(map(call, writers, values))

            return write

        return Codec(
            writer,
            lambda sent: tuple(map(read, sent)),
            Keep.LAST,
            weight=float("inf"),
            exact=codec.exact,
        )

    def _letters(self, field: FieldDescriptor, where: str) -> Codec:
        """Return the codec of a text whose letters are words."""
        numbers = {word: n for word, n in self._numbers(field).items() if len(word) == 1}
        if not numbers:
            _mismatch(where, str, field, "Its words have more than one letter.")
        letters = {number: letter for letter, number in numbers.items()}
        return Codec(
            _shared(letters_writer(field, _Words(field, numbers).__getitem__, numbers)),
            lambda sent: "".join(map(letters.__getitem__, sent)),
            weight=LIST,
        )

    def _scalar(self, field: FieldDescriptor, hint: object, where: str, optional: bool) -> Codec:
        """Return the codec of a number or a word, which proto3 leaves out when it is zero."""
        value = self._value(field, hint, where, none_is_zero=optional and not field.has_presence)
        head, zero = tag(field), None if field.has_presence else zero_of(field)
        write_value = value.writer()

        def write(value: object) -> bytes:
            data = write_value(value)
            return b"" if data == zero else head + data

        domain = None if optional else value.domain
        return replace(value, writer=_shared(write), domain=domain, optional=optional)

    def _value(
        self, field: FieldDescriptor, hint: object, where: str, *, none_is_zero: bool = False
    ) -> Codec:
        """Return the codec of a number or a word, without a tag."""
        if is_named_tuple(hint):
            return self._unwrapped(field, hint, where)
        if field.enum_type is not None:
            return self._word(field, hint, where, none_is_zero)
        if PYTHON_TYPES.get(field.type) is not hint:
            _mismatch(where, hint, field)
        if none_is_zero:
            _mismatch(where, hint, field, "It may be None: the field must be `optional`.")
        keep = Keep.NEVER if is_fixed(field) else Keep.BY_VALUE
        # -0.0 and 0.0 are equal, their bytes are not.
        return Codec(_shared(value_writer(field)), _same, keep, exact=hint is not float)

    def _unwrapped(self, field: FieldDescriptor, cls: Any, where: str) -> Codec:
        """Return the codec of a named tuple that is told by its only field."""
        names = [name for name in cls._fields if name != "kind"]
        if len(names) != 1 or cls._fields[0] != names[0]:
            _mismatch(where, cls, field, "Only what has one field is told without a message.")
        value = self._value(field, get_type_hints(cls)[names[0]], f"{name_of(cls)}.{names[0]}")
        write, read = value.writer(), value.read
        kinds = [frozenset([kind_of(cls)])] if len(cls._fields) > 1 else []
        return replace(
            value,
            writer=_shared(lambda wrapped: write(wrapped[0])),
            read=lambda sent: cls(read(sent)),
            domain=(value.domain, *kinds),
        )

    def _word(self, field: FieldDescriptor, hint: object, where: str, none_is_zero: bool) -> Codec:
        """Return the codec of a word, which is a value of an enum."""
        literals = get_args(hint) if get_origin(hint) is Literal else ()
        if hint is not str and not literals:
            _mismatch(where, hint, field, "The value of an enum is a word: a str.")
        numbers = self._numbers(field)
        for word in literals:
            if word not in numbers:
                _mismatch(where, hint, field, f"The enum has no value for {word!r}.")
        unspecified = numbers.pop("unspecified", None)
        if none_is_zero and unspecified != 0:
            _mismatch(where, hint, field, "It may be None: the field must be `optional`.")
        words = {number: word for word, number in numbers.items()}
        if none_is_zero:
            words[0] = None
        return Codec(
            _shared(_Words(field, numbers).__getitem__),
            words.__getitem__,
            domain=frozenset(numbers),
        )

    def _numbers(self, field: FieldDescriptor) -> dict[Any, int]:
        """Return the numbers of an enum by the engine's words."""
        enum = field.enum_type
        assert enum is not None
        prefix = snake_case(enum.name).upper() + "_"
        numbers = {value.name.removeprefix(prefix).lower(): value.number for value in enum.values}
        for word, name in self._words.get(enum.name, {}).items():
            self._used.add(enum.name)
            if name not in numbers:
                raise WireMismatch(
                    f"The word {word!r} was given to the wire for '{name}', "
                    f"but the enum {enum.full_name} has no such value."
                )
            numbers[word] = numbers.pop(name)
        return numbers


class _Words(dict[Any, bytes]):
    """The values of an enum as they are written, by the engine's words."""

    def __init__(self, field: FieldDescriptor, numbers: Mapping[object, int]) -> None:
        super().__init__({word: varint(number) for word, number in numbers.items()})
        self._field = field

    def __missing__(self, word: object) -> NoReturn:
        raise ValueError(f"{word!r} is not a word of {self._field.full_name}: {', '.join(self)}")


def _shared(write: Writer) -> Callable[[], Writer]:
    """Return what makes a writer that remembers nothing: one is enough."""
    return lambda: write


def _unless_none(write: Writer) -> Writer:
    return lambda value: b"" if value is None else write(value)


def _reader(field: FieldDescriptor, codec: Codec) -> Callable[[Any], object]:
    """Return how the value of a field is read from the message around it."""
    name, read = field.name, codec.read
    if codec.optional and field.has_presence:
        return lambda sent: read(getattr(sent, name)) if sent.HasField(name) else None
    return lambda sent: read(getattr(sent, name))


def _same(sent: object) -> object:
    return sent


def _disjoint(one: Domain, other: Domain) -> bool:
    """Tell whether no value of one domain can equal a value of the other."""
    if isinstance(one, frozenset) and isinstance(other, frozenset):
        return one.isdisjoint(other)
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) != len(other) or any(map(_disjoint, one, other))
    return False


def _is_oneof(message: Descriptor) -> bool:
    """Tell whether a message is a oneof and nothing else; `optional` makes hidden ones."""
    if len(message.oneofs) != 1 or message.oneofs[0].name == f"_{message.fields[0].name}":
        return False
    return all(field.containing_oneof is not None for field in message.fields)


def is_repeated(field: Any) -> bool:
    try:
        return bool(field.is_repeated)
    except AttributeError:  # before protobuf 6; its successors warn about `label`
        return bool(field.label == field.LABEL_REPEATED)


def _mismatch(where: str, hint: object, field: FieldDescriptor, advice: str = "") -> NoReturn:
    described = field.message_type or field.enum_type
    kind = described.full_name if described else _TYPE_NAMES[field.type]
    repeated = "repeated " if is_repeated(field) else ""
    sentence = f"{where} is {name_of(hint)}, but {field.full_name} is {repeated}{kind}. {advice}"
    raise WireMismatch(sentence.rstrip())


_TYPE_NAMES = {
    number: name.removeprefix("TYPE_").lower()
    for name, number in vars(FieldDescriptor).items()
    if name.startswith("TYPE_")
}
