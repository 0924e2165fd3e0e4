from google.protobuf import any_pb2 as _any_pb2
from lutetia.v1 import lumiere_pb2 as _lumiere_pb2
from lutetia.v1 import moscow_paris_pb2 as _moscow_paris_pb2
from lutetia.v1 import paris_pb2 as _paris_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Ending(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ENDING_UNSPECIFIED: _ClassVar[Ending]
    ENDING_PLAYED: _ClassVar[Ending]
    ENDING_TIMEOUT: _ClassVar[Ending]
    ENDING_ILLEGAL_ANSWER: _ClassVar[Ending]
    ENDING_DISCONNECT: _ClassVar[Ending]
    ENDING_CRASH: _ClassVar[Ending]
    ENDING_NO_SHOW: _ClassVar[Ending]
    ENDING_PROTOCOL_VIOLATION: _ClassVar[Ending]
    ENDING_RESIGNED: _ClassVar[Ending]
ENDING_UNSPECIFIED: Ending
ENDING_PLAYED: Ending
ENDING_TIMEOUT: Ending
ENDING_ILLEGAL_ANSWER: Ending
ENDING_DISCONNECT: Ending
ENDING_CRASH: Ending
ENDING_NO_SHOW: Ending
ENDING_PROTOCOL_VIOLATION: Ending
ENDING_RESIGNED: Ending

class BotMessage(_message.Message):
    __slots__ = ("hello", "answers", "resignations", "goodbye")
    HELLO_FIELD_NUMBER: _ClassVar[int]
    ANSWERS_FIELD_NUMBER: _ClassVar[int]
    RESIGNATIONS_FIELD_NUMBER: _ClassVar[int]
    GOODBYE_FIELD_NUMBER: _ClassVar[int]
    hello: Hello
    answers: _containers.RepeatedCompositeFieldContainer[Answer]
    resignations: _containers.RepeatedCompositeFieldContainer[Resignation]
    goodbye: Goodbye
    def __init__(self, hello: _Optional[_Union[Hello, _Mapping]] = ..., answers: _Optional[_Iterable[_Union[Answer, _Mapping]]] = ..., resignations: _Optional[_Iterable[_Union[Resignation, _Mapping]]] = ..., goodbye: _Optional[_Union[Goodbye, _Mapping]] = ...) -> None: ...

class ArbiterMessage(_message.Message):
    __slots__ = ("welcome", "starts", "turns", "overs", "strikes")
    WELCOME_FIELD_NUMBER: _ClassVar[int]
    STARTS_FIELD_NUMBER: _ClassVar[int]
    TURNS_FIELD_NUMBER: _ClassVar[int]
    OVERS_FIELD_NUMBER: _ClassVar[int]
    STRIKES_FIELD_NUMBER: _ClassVar[int]
    welcome: Welcome
    starts: _containers.RepeatedCompositeFieldContainer[Start]
    turns: _containers.RepeatedCompositeFieldContainer[Turn]
    overs: _containers.RepeatedCompositeFieldContainer[Over]
    strikes: _containers.RepeatedCompositeFieldContainer[Strike]
    def __init__(self, welcome: _Optional[_Union[Welcome, _Mapping]] = ..., starts: _Optional[_Iterable[_Union[Start, _Mapping]]] = ..., turns: _Optional[_Iterable[_Union[Turn, _Mapping]]] = ..., overs: _Optional[_Iterable[_Union[Over, _Mapping]]] = ..., strikes: _Optional[_Iterable[_Union[Strike, _Mapping]]] = ...) -> None: ...

class Hello(_message.Message):
    __slots__ = ("protocol_version", "bot", "token", "games", "max_matches")
    PROTOCOL_VERSION_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    MAX_MATCHES_FIELD_NUMBER: _ClassVar[int]
    protocol_version: int
    bot: str
    token: str
    games: _containers.RepeatedScalarFieldContainer[str]
    max_matches: int
    def __init__(self, protocol_version: _Optional[int] = ..., bot: _Optional[str] = ..., token: _Optional[str] = ..., games: _Optional[_Iterable[str]] = ..., max_matches: _Optional[int] = ...) -> None: ...

class Welcome(_message.Message):
    __slots__ = ("arbiter_version", "grace_ms")
    ARBITER_VERSION_FIELD_NUMBER: _ClassVar[int]
    GRACE_MS_FIELD_NUMBER: _ClassVar[int]
    arbiter_version: str
    grace_ms: int
    def __init__(self, arbiter_version: _Optional[str] = ..., grace_ms: _Optional[int] = ...) -> None: ...

class Goodbye(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Start(_message.Message):
    __slots__ = ("match_id", "game", "seat", "players", "bot_seed", "bank_ms", "increment_ms", "move_ms", "options_json", "resumed", "strikes_left", "other_rules", "moscow_paris_rules", "paris_rules", "lumiere_rules")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    BOT_SEED_FIELD_NUMBER: _ClassVar[int]
    BANK_MS_FIELD_NUMBER: _ClassVar[int]
    INCREMENT_MS_FIELD_NUMBER: _ClassVar[int]
    MOVE_MS_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_JSON_FIELD_NUMBER: _ClassVar[int]
    RESUMED_FIELD_NUMBER: _ClassVar[int]
    STRIKES_LEFT_FIELD_NUMBER: _ClassVar[int]
    OTHER_RULES_FIELD_NUMBER: _ClassVar[int]
    MOSCOW_PARIS_RULES_FIELD_NUMBER: _ClassVar[int]
    PARIS_RULES_FIELD_NUMBER: _ClassVar[int]
    LUMIERE_RULES_FIELD_NUMBER: _ClassVar[int]
    match_id: int
    game: str
    seat: int
    players: int
    bot_seed: int
    bank_ms: int
    increment_ms: int
    move_ms: int
    options_json: str
    resumed: bool
    strikes_left: int
    other_rules: _any_pb2.Any
    moscow_paris_rules: _moscow_paris_pb2.MoscowParisRules
    paris_rules: _paris_pb2.ParisRules
    lumiere_rules: _lumiere_pb2.LumiereRules
    def __init__(self, match_id: _Optional[int] = ..., game: _Optional[str] = ..., seat: _Optional[int] = ..., players: _Optional[int] = ..., bot_seed: _Optional[int] = ..., bank_ms: _Optional[int] = ..., increment_ms: _Optional[int] = ..., move_ms: _Optional[int] = ..., options_json: _Optional[str] = ..., resumed: _Optional[bool] = ..., strikes_left: _Optional[int] = ..., other_rules: _Optional[_Union[_any_pb2.Any, _Mapping]] = ..., moscow_paris_rules: _Optional[_Union[_moscow_paris_pb2.MoscowParisRules, _Mapping]] = ..., paris_rules: _Optional[_Union[_paris_pb2.ParisRules, _Mapping]] = ..., lumiere_rules: _Optional[_Union[_lumiere_pb2.LumiereRules, _Mapping]] = ...) -> None: ...

class Turn(_message.Message):
    __slots__ = ("match_id", "turn_id", "clock", "action_count", "other", "moscow_paris", "paris", "lumiere")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    TURN_ID_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    ACTION_COUNT_FIELD_NUMBER: _ClassVar[int]
    OTHER_FIELD_NUMBER: _ClassVar[int]
    MOSCOW_PARIS_FIELD_NUMBER: _ClassVar[int]
    PARIS_FIELD_NUMBER: _ClassVar[int]
    LUMIERE_FIELD_NUMBER: _ClassVar[int]
    match_id: int
    turn_id: int
    clock: Clock
    action_count: int
    other: _any_pb2.Any
    moscow_paris: _moscow_paris_pb2.MoscowParisPosition
    paris: _paris_pb2.ParisPosition
    lumiere: _lumiere_pb2.LumierePosition
    def __init__(self, match_id: _Optional[int] = ..., turn_id: _Optional[int] = ..., clock: _Optional[_Union[Clock, _Mapping]] = ..., action_count: _Optional[int] = ..., other: _Optional[_Union[_any_pb2.Any, _Mapping]] = ..., moscow_paris: _Optional[_Union[_moscow_paris_pb2.MoscowParisPosition, _Mapping]] = ..., paris: _Optional[_Union[_paris_pb2.ParisPosition, _Mapping]] = ..., lumiere: _Optional[_Union[_lumiere_pb2.LumierePosition, _Mapping]] = ...) -> None: ...

class Clock(_message.Message):
    __slots__ = ("remaining_ms", "bank_ms", "round_trip_us")
    REMAINING_MS_FIELD_NUMBER: _ClassVar[int]
    BANK_MS_FIELD_NUMBER: _ClassVar[int]
    ROUND_TRIP_US_FIELD_NUMBER: _ClassVar[int]
    remaining_ms: int
    bank_ms: int
    round_trip_us: int
    def __init__(self, remaining_ms: _Optional[int] = ..., bank_ms: _Optional[int] = ..., round_trip_us: _Optional[int] = ...) -> None: ...

class Strike(_message.Message):
    __slots__ = ("match_id", "turn_id", "ending", "reason", "strikes_left")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    TURN_ID_FIELD_NUMBER: _ClassVar[int]
    ENDING_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    STRIKES_LEFT_FIELD_NUMBER: _ClassVar[int]
    match_id: int
    turn_id: int
    ending: Ending
    reason: str
    strikes_left: int
    def __init__(self, match_id: _Optional[int] = ..., turn_id: _Optional[int] = ..., ending: _Optional[_Union[Ending, str]] = ..., reason: _Optional[str] = ..., strikes_left: _Optional[int] = ...) -> None: ...

class Answer(_message.Message):
    __slots__ = ("match_id", "turn_id", "action_index")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    TURN_ID_FIELD_NUMBER: _ClassVar[int]
    ACTION_INDEX_FIELD_NUMBER: _ClassVar[int]
    match_id: int
    turn_id: int
    action_index: int
    def __init__(self, match_id: _Optional[int] = ..., turn_id: _Optional[int] = ..., action_index: _Optional[int] = ...) -> None: ...

class Resignation(_message.Message):
    __slots__ = ("match_id",)
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    match_id: int
    def __init__(self, match_id: _Optional[int] = ...) -> None: ...

class Over(_message.Message):
    __slots__ = ("match_id", "results", "reason")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    match_id: int
    results: _containers.RepeatedCompositeFieldContainer[SeatResult]
    reason: str
    def __init__(self, match_id: _Optional[int] = ..., results: _Optional[_Iterable[_Union[SeatResult, _Mapping]]] = ..., reason: _Optional[str] = ...) -> None: ...

class SeatResult(_message.Message):
    __slots__ = ("score", "rank", "ending", "strike_count")
    SCORE_FIELD_NUMBER: _ClassVar[int]
    RANK_FIELD_NUMBER: _ClassVar[int]
    ENDING_FIELD_NUMBER: _ClassVar[int]
    STRIKE_COUNT_FIELD_NUMBER: _ClassVar[int]
    score: int
    rank: int
    ending: Ending
    strike_count: int
    def __init__(self, score: _Optional[int] = ..., rank: _Optional[int] = ..., ending: _Optional[_Union[Ending, str]] = ..., strike_count: _Optional[int] = ...) -> None: ...
