"""Paris on the wire."""

from arbiter.wire.codec import GameWire
from engine.paris.actions import Action
from engine.paris.events import Event
from engine.paris.views import Rules, View
from lutetia.v1.paris_pb2 import ParisPosition, ParisRules

wire = GameWire(ParisPosition, View, Action, Event, rules=(ParisRules, Rules))
