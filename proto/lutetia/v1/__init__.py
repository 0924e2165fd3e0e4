"""The protocol: generated from the .proto files beside this one."""

PROTOCOL_VERSION = 1
"""What a bot says in its hello."""
