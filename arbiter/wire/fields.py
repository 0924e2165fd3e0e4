"""Protobuf's encoding of a field, for joining messages from serialised parts.

See https://protobuf.dev/programming-guides/encoding: a field is a tag and a value, a message is
its fields one after the other, in any order.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from struct import Struct, calcsize
from typing import Any

from google.protobuf.descriptor import FieldDescriptor

from arbiter.wire.caches import PartCache


def _encode(n: int) -> bytes:
    out = bytearray()
    while n >= 128:
        out.append(n & 127 | 128)
        n >>= 7
    out.append(n)
    return bytes(out)


_MORE = tuple(bytes([n | 128]) for n in range(128))
_ONE_OR_TWO_BYTES = tuple(_encode(n) for n in range(1 << 14))


def varint(n: int) -> bytes:
    """Encode a whole number of at least 0, seven bits per byte, lowest first."""
    if n < 1 << 14:
        return _ONE_OR_TWO_BYTES[n]
    return _MORE[n & 127] + _ONE_OR_TWO_BYTES[n >> 7] if n < 1 << 21 else _encode(n)


VARINTS = PartCache(varint)
"""For numbers that come often, such as sizes: looking one up is faster than a call."""


def sized(data: bytes) -> bytes:
    """Encode bytes, a string, a message or a packed list that is already serialised."""
    return VARINTS[len(data)] + data


_F = FieldDescriptor
_RANGES = {
    _F.TYPE_UINT32: (0, 1 << 32),
    _F.TYPE_UINT64: (0, 1 << 64),
    **dict.fromkeys((_F.TYPE_INT32, _F.TYPE_SINT32), (-1 << 31, 1 << 31)),
    **dict.fromkeys((_F.TYPE_INT64, _F.TYPE_SINT64), (-1 << 63, 1 << 63)),
}
_PLAIN = (_F.TYPE_UINT32, _F.TYPE_UINT64, _F.TYPE_INT32, _F.TYPE_INT64)
"""Types whose small numbers are written as they are."""
_FIXED = {
    _F.TYPE_FIXED32: "I",
    _F.TYPE_SFIXED32: "i",
    _F.TYPE_FLOAT: "f",
    _F.TYPE_FIXED64: "Q",
    _F.TYPE_SFIXED64: "q",
    _F.TYPE_DOUBLE: "d",
}
"""Types whose values all have the same size, with their letter in a format of `struct`."""
PYTHON_TYPES: dict[int, type] = {
    **dict.fromkeys((*_RANGES, *_FIXED), int),
    **dict.fromkeys((_F.TYPE_FLOAT, _F.TYPE_DOUBLE), float),
    _F.TYPE_BOOL: bool,
    _F.TYPE_STRING: str,
    _F.TYPE_BYTES: bytes,
}
"""The Python type of a field's values, by the field's type; enums and messages have none."""


def is_fixed(field: FieldDescriptor) -> bool:
    """Tell whether a value always has the same size, which is for numbers that are often large."""
    return field.type in _FIXED


def zero_of(field: FieldDescriptor) -> bytes:
    """Return how zero, false, the empty string and the first value of an enum are written."""
    return bytes(calcsize("<" + _FIXED[field.type])) if field.type in _FIXED else b"\0"


def tag(field: FieldDescriptor, *, packed: bool = False) -> bytes:
    """Return what stands before a value: the number of its field and how it is encoded."""
    if field.type in _FIXED:
        kind = 1 if calcsize("<" + _FIXED[field.type]) == 8 else 5
    else:
        kind = 0 if field.type in _RANGES or field.type in (_F.TYPE_BOOL, _F.TYPE_ENUM) else 2
    return varint(field.number << 3 | (2 if packed else kind))


def value_writer(field: FieldDescriptor) -> Callable[[Any], bytes]:
    """Return how a number, a string or bytes are written after the tag of their field."""
    if field.type == _F.TYPE_STRING:
        return lambda text: sized(text.encode())
    if field.type == _F.TYPE_BYTES:
        return sized
    if field.type == _F.TYPE_BOOL:
        return {False: b"\0", True: b"\1"}.__getitem__
    if field.type in _FIXED:
        return Struct("<" + _FIXED[field.type]).pack
    return _integer_writer(field)


def list_writer(
    field: FieldDescriptor, write: Callable[[Any], bytes]
) -> Callable[[Sequence[Any]], bytes]:
    """Return how a list is written, tags included; `write` does so for a value after its tag."""
    if field.type in (_F.TYPE_STRING, _F.TYPE_BYTES):
        each_head = tag(field)
        return lambda values: b"".join([each_head + write(value) for value in values])
    head = tag(field, packed=True)
    if field.type in _FIXED:
        letter = _FIXED[field.type]

        def packer(count: int) -> Callable[..., bytes]:
            prefix = head + varint(count * calcsize("<" + letter))
            return partial(Struct(f"<{len(prefix)}s{count}{letter}").pack, prefix)

        packers = cache(packer)
        return lambda values: packers(len(values))(*values) if len(values) else b""

    numbers = field.type in _PLAIN

    def write_packed(values: Sequence[Any]) -> bytes:
        data = _small(values) if numbers else b""
        if not data:
            data = b"".join(map(write, values))
        return head + VARINTS[len(data)] + data if data else b""

    return write_packed


def letters_writer(
    field: FieldDescriptor, write: Callable[[Any], bytes], numbers: Mapping[str, int]
) -> Callable[[str], bytes]:
    """Return how a text is written, a list whose values are its letters.

    With letters of ASCII and small numbers the whole text is written at once.
    """
    write_list = list_writer(field, write)
    if not all(letter.isascii() and number < 128 for letter, number in numbers.items()):
        return write_list
    head = tag(field, packed=True)
    table = bytearray(b"\xff" * 256)  # not ASCII: it marks all other letters
    for letter, number in numbers.items():
        table[ord(letter)] = number

    def write_text(text: str) -> bytes:
        data = text.encode().translate(table)
        if not data or not data.isascii():
            return write_list(text)  # which knows what to say of another letter
        return head + VARINTS[len(data)] + data

    return write_text


def _small(values: Sequence[int]) -> bytes:
    """Encode numbers below 128, each of which is a byte; empty if there are others."""
    try:
        data = bytes(values)
    except ValueError:
        return b""
    return data if data.isascii() else b""


def _integer_writer(field: FieldDescriptor) -> Callable[[int], bytes]:
    low, high = _RANGES[field.type]
    zigzag = field.type in (_F.TYPE_SINT32, _F.TYPE_SINT64)

    def write(number: int) -> bytes:
        if not low <= number < high:
            raise OverflowError(f"{number} does not fit into {field.full_name}")
        if zigzag:  # 0, -1, 1, -2 … become 0, 1, 2, 3 …
            number = number << 1 if number >= 0 else ~(number << 1)
        return varint(number & (1 << 64) - 1)  # other negative ones are written as 64 bits

    return write
