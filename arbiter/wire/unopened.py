"""ArbiterMessage as the Python client reads it: positions stay the bytes that came.

To parse a position takes most of the time of a turn, and many bots do not look at each of theirs.
"""

from typing import Any

from google.protobuf import descriptor_pool
from google.protobuf.descriptor_pb2 import FieldDescriptorProto, FileDescriptorProto
from google.protobuf.message_factory import GetMessageClass

from lutetia.v1 import play_pb2

_PACKAGE = "lutetia.unopened"


def _unopened_class() -> Any:
    """Return the class of an ArbiterMessage whose turns have positions that are bytes.

    On the wire an embedded message is bytes with a length, so that both are read from the same.
    """
    play: Any = play_pb2.DESCRIPTOR
    file = FileDescriptorProto(name=f"{_PACKAGE}.proto", package=_PACKAGE, syntax="proto3")
    file.dependency.append(play.name)
    turn, message = file.message_type.add(), file.message_type.add()
    play.message_types_by_name["Turn"].CopyToProto(turn)
    play.message_types_by_name["ArbiterMessage"].CopyToProto(message)
    for field in turn.field:
        if field.HasField("oneof_index"):
            field.type = FieldDescriptorProto.TYPE_BYTES
            field.ClearField("type_name")
    (turns,) = (field for field in message.field if field.name == "turns")
    turns.type_name = f".{_PACKAGE}.Turn"
    pool = descriptor_pool.Default()
    pool.AddSerializedFile(file.SerializeToString())
    return GetMessageClass(pool.FindMessageTypeByName(f"{_PACKAGE}.ArbiterMessage"))


UnopenedMessage = _unopened_class()

_POSITION: Any = play_pb2.Turn.DESCRIPTOR.oneofs_by_name["position"]
_OPENED: dict[str, Any] = {
    field.name: GetMessageClass(field.message_type) for field in _POSITION.fields
}


def open_position(field: str, data: bytes) -> Any:
    """Return the message of a position that is in this field of a turn."""
    return _OPENED[field].FromString(data)


def open_turn(turn: Any) -> play_pb2.Turn:
    """Return a turn with its position parsed."""
    return play_pb2.Turn.FromString(turn.SerializeToString())
