"""Moscow–Paris on the wire."""

from arbiter.wire.codec import GameWire
from engine.moscow_paris.actions import Action
from engine.moscow_paris.events import Event
from engine.moscow_paris.views import Rules, View
from lutetia.v1.moscow_paris_pb2 import MoscowParisPosition, MoscowParisRules

wire = GameWire(MoscowParisPosition, View, Action, Event, rules=(MoscowParisRules, Rules))
