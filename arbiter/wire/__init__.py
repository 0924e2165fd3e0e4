"""Typed protobuf ↔ engine values: the one edge where rules meet the wire.

`frames` writes what is sent to bots; beside it one module a game, each with an object `wire`.
"""
