"""La Cité de la Lumière on the wire."""

from arbiter.wire.codec import GameWire
from engine.lumiere.actions import BUILDINGS, Action
from engine.lumiere.events import Event
from engine.lumiere.views import Rules, View
from lutetia.v1.lumiere_pb2 import LumierePosition, LumiereRules

wire = GameWire(
    LumierePosition,
    View,
    Action,
    Event,
    rules=(LumiereRules, Rules),
    words={
        "LumierePiece": {name: name.lower() for name in BUILDINGS},
        "LumiereGround": {
            ".": "unspecified",
            "0": "first",
            "1": "second",
            "m": "shared",
            "L": "lamp",
        },
    },
)
