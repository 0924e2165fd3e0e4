"""La Cité de la Lumière on the wire."""

from arbiter.wire.codec import GameWire
from engine.lumiere.actions import BUILDINGS, Action
from engine.lumiere.events import Event
from engine.lumiere.views import View
from lutetia.v1.lumiere_pb2 import LumierePosition

wire = GameWire(
    LumierePosition,
    View,
    Action,
    Event,
    words={
        "LumierePiece": {name: name.lower() for name in BUILDINGS},
        "LumiereGround": {
            ".": "unspecified",
            "0": "first",
            "1": "second",
            "m": "shared",
            "L": "lamp",
        },
        "LumiereFace": {"o": "own", "x": "rival", "m": "shared", "L": "lamp"},
    },
)
