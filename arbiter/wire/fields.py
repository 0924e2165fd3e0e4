"""Protobuf's encoding of a field, for joining messages from serialised parts.

See https://protobuf.dev/programming-guides/encoding: a field is a tag and a value, a message is
its fields one after the other, in any order.
"""


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
    """Encode a whole number, seven bits a byte, lowest first."""
    if n < 1 << 14:
        return _ONE_OR_TWO_BYTES[n]
    return _MORE[n & 127] + _ONE_OR_TWO_BYTES[n >> 7] if n < 1 << 21 else _encode(n)


def number(field: int, n: int) -> bytes:
    """Encode an unsigned whole number, a bool or an enum; proto3 leaves out zero."""
    return varint(field << 3) + varint(n) if n else b""


def message(field: int, serialised: bytes) -> bytes:
    """Encode an embedded message (or bytes, or a packed list) that is already serialised."""
    return varint(field << 3 | 2) + varint(len(serialised)) + serialised


def text(field: int, value: str) -> bytes:
    """Encode a string; proto3 leaves out the empty one."""
    return message(field, value.encode()) if value else b""
