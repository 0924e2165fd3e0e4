from google.protobuf import any_pb2 as _any_pb2
from lutetia.v1 import lumiere_pb2 as _lumiere_pb2
from lutetia.v1 import moscow_paris_pb2 as _moscow_paris_pb2
from lutetia.v1 import paris_pb2 as _paris_pb2
from lutetia.v1 import play_pb2 as _play_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class WatchRequest(_message.Message):
    __slots__ = ("match_id", "from_start")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    FROM_START_FIELD_NUMBER: _ClassVar[int]
    match_id: int
    from_start: bool
    def __init__(self, match_id: _Optional[int] = ..., from_start: _Optional[bool] = ...) -> None: ...

class WatchResponse(_message.Message):
    __slots__ = ("match", "step", "end")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    STEP_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    match: WatchedMatch
    step: WatchedStep
    end: WatchedEnd
    def __init__(self, match: _Optional[_Union[WatchedMatch, _Mapping]] = ..., step: _Optional[_Union[WatchedStep, _Mapping]] = ..., end: _Optional[_Union[WatchedEnd, _Mapping]] = ...) -> None: ...

class ListMatchesRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListMatchesResponse(_message.Message):
    __slots__ = ("matches",)
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    matches: _containers.RepeatedCompositeFieldContainer[WatchedMatch]
    def __init__(self, matches: _Optional[_Iterable[_Union[WatchedMatch, _Mapping]]] = ...) -> None: ...

class WatchedMatch(_message.Message):
    __slots__ = ("match_id", "game", "bots", "options_json", "bank_ms", "increment_ms", "move_ms", "delay_ms", "other_rules", "moscow_paris_rules", "paris_rules", "lumiere_rules")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    BOTS_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_JSON_FIELD_NUMBER: _ClassVar[int]
    BANK_MS_FIELD_NUMBER: _ClassVar[int]
    INCREMENT_MS_FIELD_NUMBER: _ClassVar[int]
    MOVE_MS_FIELD_NUMBER: _ClassVar[int]
    DELAY_MS_FIELD_NUMBER: _ClassVar[int]
    OTHER_RULES_FIELD_NUMBER: _ClassVar[int]
    MOSCOW_PARIS_RULES_FIELD_NUMBER: _ClassVar[int]
    PARIS_RULES_FIELD_NUMBER: _ClassVar[int]
    LUMIERE_RULES_FIELD_NUMBER: _ClassVar[int]
    match_id: int
    game: str
    bots: _containers.RepeatedCompositeFieldContainer[WatchedBot]
    options_json: str
    bank_ms: int
    increment_ms: int
    move_ms: int
    delay_ms: int
    other_rules: _any_pb2.Any
    moscow_paris_rules: _moscow_paris_pb2.MoscowParisRules
    paris_rules: _paris_pb2.ParisRules
    lumiere_rules: _lumiere_pb2.LumiereRules
    def __init__(self, match_id: _Optional[int] = ..., game: _Optional[str] = ..., bots: _Optional[_Iterable[_Union[WatchedBot, _Mapping]]] = ..., options_json: _Optional[str] = ..., bank_ms: _Optional[int] = ..., increment_ms: _Optional[int] = ..., move_ms: _Optional[int] = ..., delay_ms: _Optional[int] = ..., other_rules: _Optional[_Union[_any_pb2.Any, _Mapping]] = ..., moscow_paris_rules: _Optional[_Union[_moscow_paris_pb2.MoscowParisRules, _Mapping]] = ..., paris_rules: _Optional[_Union[_paris_pb2.ParisRules, _Mapping]] = ..., lumiere_rules: _Optional[_Union[_lumiere_pb2.LumiereRules, _Mapping]] = ...) -> None: ...

class WatchedBot(_message.Message):
    __slots__ = ("name", "version")
    NAME_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    name: str
    version: str
    def __init__(self, name: _Optional[str] = ..., version: _Optional[str] = ...) -> None: ...

class WatchedStep(_message.Message):
    __slots__ = ("number", "seat", "other", "moscow_paris", "paris", "lumiere")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    OTHER_FIELD_NUMBER: _ClassVar[int]
    MOSCOW_PARIS_FIELD_NUMBER: _ClassVar[int]
    PARIS_FIELD_NUMBER: _ClassVar[int]
    LUMIERE_FIELD_NUMBER: _ClassVar[int]
    number: int
    seat: int
    other: _any_pb2.Any
    moscow_paris: _moscow_paris_pb2.MoscowParisPosition
    paris: _paris_pb2.ParisPosition
    lumiere: _lumiere_pb2.LumierePosition
    def __init__(self, number: _Optional[int] = ..., seat: _Optional[int] = ..., other: _Optional[_Union[_any_pb2.Any, _Mapping]] = ..., moscow_paris: _Optional[_Union[_moscow_paris_pb2.MoscowParisPosition, _Mapping]] = ..., paris: _Optional[_Union[_paris_pb2.ParisPosition, _Mapping]] = ..., lumiere: _Optional[_Union[_lumiere_pb2.LumierePosition, _Mapping]] = ...) -> None: ...

class WatchedEnd(_message.Message):
    __slots__ = ("results",)
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    results: _containers.RepeatedCompositeFieldContainer[_play_pb2.SeatResult]
    def __init__(self, results: _Optional[_Iterable[_Union[_play_pb2.SeatResult, _Mapping]]] = ...) -> None: ...
