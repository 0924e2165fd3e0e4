"""Connect Four on the wire: columns as packed numbers, one byte each."""

from collections.abc import Sequence
from functools import lru_cache
from struct import Struct

from arbiter.wire.fields import message
from arbiter.wire.games import Wire
from connect_four.connect_four_pb2 import Position
from connect_four.rules import Drop, Dropped, View

_VIEWS = {  # tag and length of the view; seat; tags of the two boards
    None: Struct("<2scQcQ"),
    0: Struct("<4scQcQ"),
    1: Struct("<4scQcQ"),
}
_HEADS = {None: b"\x0a\x12", 0: b"\x0a\x14\x08\x00", 1: b"\x0a\x14\x08\x01"}


@lru_cache(maxsize=256)
def _columns(field: int, moves: tuple[Drop | Dropped, ...]) -> bytes:
    return message(field, bytes(move.column for move in moves)) if moves else b""


class ConnectFourWire(Wire):
    """The position message of Connect Four."""

    message = "connect_four.Position"

    def encode(self, view: View, actions: Sequence[Drop], events: Sequence[Dropped]) -> bytes:
        first, second = view.discs
        head = _VIEWS[view.seat].pack(_HEADS[view.seat], b"\x11", first, b"\x19", second)
        return head + _columns(2, tuple(actions)) + _columns(3, tuple(events))

    def decode(self, position: bytes) -> tuple[View, Sequence[Drop], Sequence[Dropped]]:
        parsed = Position.FromString(position)
        seat = parsed.view.seat if parsed.view.HasField("seat") else None
        view = View(seat, (parsed.view.first, parsed.view.second))
        return view, [Drop(c) for c in parsed.actions], [Dropped(c) for c in parsed.events]


wire = ConnectFourWire()
