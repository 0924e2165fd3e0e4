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
concatenate. `codec_builder` makes the writers and readers, once per game.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from google.protobuf.message import Message

from arbiter.wire.caches import PARTS
from arbiter.wire.codec_builder import CodecBuilder, WireMismatch, is_repeated

Encode = Callable[[object, Sequence[object], Sequence[object]], bytes]
"""Serialises a view, the valid actions and the events as a position message."""

_join = b"".join


class GameWire:
    """Turns a game's views, actions and events into its position message and back.

    `rules` is the message and the type of what `Game.rules` returns, if the game has some.
    `names` gives the field of a message for a name of the engine where they differ, and `words`
    the value of an enum for a word: {"Side": {"l": "left", "r": "right"}}.
    """

    def __init__(
        self,
        position: type[Message],
        view: object,
        action: object,
        event: object,
        *,
        rules: tuple[type[Message], object] | None = None,
        names: Mapping[str, str] | None = None,
        words: Mapping[str, Mapping[str, str]] | None = None,
        cache_size: int = PARTS,
    ) -> None:
        self.position = position
        builder = CodecBuilder(names or {}, words or {}, cache_size)
        descriptor: Any = position.DESCRIPTOR
        fields = builder.match(descriptor, ("view", "actions", "events"), "a position")
        for name, field in fields.items():
            if is_repeated(field) != (name != "view"):
                raise WireMismatch(f"{field.full_name} must be one view or a list of the others.")
        self._view = builder.embedded(fields["view"], view, "The view")
        self._action = builder.embedded(fields["actions"], action, "An action")
        self._event = builder.embedded(fields["events"], event, "An event")
        self.rules: type[Message] | None = None
        if rules is not None:
            self.rules, kind = rules
            descriptor = self.rules.DESCRIPTOR
            self._rules = builder.named(None, descriptor, kind)
        builder.check_all_used()
        self._action_writer = builder.kept_by_value(self._action)
        self._event_writer = builder.kept_by_value(self._event)
        self.encode = self.encoder()
        """For all who do not follow a match: it remembers the last position."""

    @property
    def message(self) -> str:
        """The full name of the position message, such as "lutetia.v1.MoscowParisPosition"."""
        return self.position.DESCRIPTOR.full_name

    def encoder(self) -> Encode:
        """Return an encoder for a match: it remembers the parts of the last position."""
        write_view = self._view.writer()
        write_action, write_event = self._action_writer(), self._event_writer()

        def encode(view: object, actions: Sequence[object], events: Sequence[object]) -> bytes:
            return _join([write_view(view), *map(write_action, actions), *map(write_event, events)])

        return encode

    def encode_rules(self, rules: object) -> bytes:
        """Return the serialised message of the rules, for a game that has some."""
        return self._rules.writer()(rules)

    def decode_rules(self, rules: bytes) -> object:
        """Return the rules of a serialised message."""
        assert self.rules is not None
        return self._rules.read(self.rules.FromString(rules))

    def decode(self, position: bytes) -> tuple[object, list[object], list[object]]:
        """Return the view, the valid actions and the events of a serialised position."""
        sent: Any = self.position.FromString(position)
        return (
            self._view.read(sent.view),
            list(map(self._action.read, sent.actions)),
            list(map(self._event.read, sent.events)),
        )
