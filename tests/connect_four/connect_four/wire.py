"""Connect Four on the wire."""

from arbiter.wire.codec import GameWire
from connect_four.connect_four_pb2 import Position
from connect_four.rules import Drop, Dropped, View

wire = GameWire(Position, View, Drop, Dropped)
