from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Position(_message.Message):
    __slots__ = ("view", "actions", "events")
    VIEW_FIELD_NUMBER: _ClassVar[int]
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    view: View
    actions: _containers.RepeatedCompositeFieldContainer[Drop]
    events: _containers.RepeatedCompositeFieldContainer[Dropped]
    def __init__(self, view: _Optional[_Union[View, _Mapping]] = ..., actions: _Optional[_Iterable[_Union[Drop, _Mapping]]] = ..., events: _Optional[_Iterable[_Union[Dropped, _Mapping]]] = ...) -> None: ...

class View(_message.Message):
    __slots__ = ("seat", "discs")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DISCS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    discs: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, seat: _Optional[int] = ..., discs: _Optional[_Iterable[int]] = ...) -> None: ...

class Drop(_message.Message):
    __slots__ = ("column",)
    COLUMN_FIELD_NUMBER: _ClassVar[int]
    column: int
    def __init__(self, column: _Optional[int] = ...) -> None: ...

class Dropped(_message.Message):
    __slots__ = ("column",)
    COLUMN_FIELD_NUMBER: _ClassVar[int]
    column: int
    def __init__(self, column: _Optional[int] = ...) -> None: ...
