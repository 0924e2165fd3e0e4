"""Typed protobuf ↔ engine values: the one edge where rules meet the wire.

`codec` is the wire of a game: it encodes and decodes positions. `codec_builder` makes it from the
position message and the types of the engine, with `fields` (protobuf's encoding), `hints`
(annotations) and `caches` (parts that are kept). Beside them `paris`, `moscow_paris` and `lumiere`
each hold an object `wire`, which `games` finds. `frames` writes what is sent to bots,
`watch_frames` what is sent to spectators; `unopened` is how the Python client reads it.
"""
