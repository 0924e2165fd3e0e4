import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from lutetia.v1 import play_pb2 as _play_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ClockClass(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CLOCK_CLASS_UNSPECIFIED: _ClassVar[ClockClass]
    CLOCK_CLASS_FAST: _ClassVar[ClockClass]
    CLOCK_CLASS_STANDARD: _ClassVar[ClockClass]
    CLOCK_CLASS_SLOW: _ClassVar[ClockClass]

class SubmissionState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SUBMISSION_STATE_UNSPECIFIED: _ClassVar[SubmissionState]
    SUBMISSION_STATE_WAITING: _ClassVar[SubmissionState]
    SUBMISSION_STATE_ACTIVE: _ClassVar[SubmissionState]
    SUBMISSION_STATE_FORFEITING: _ClassVar[SubmissionState]
    SUBMISSION_STATE_RETIRED: _ClassVar[SubmissionState]
CLOCK_CLASS_UNSPECIFIED: ClockClass
CLOCK_CLASS_FAST: ClockClass
CLOCK_CLASS_STANDARD: ClockClass
CLOCK_CLASS_SLOW: ClockClass
SUBMISSION_STATE_UNSPECIFIED: SubmissionState
SUBMISSION_STATE_WAITING: SubmissionState
SUBMISSION_STATE_ACTIVE: SubmissionState
SUBMISSION_STATE_FORFEITING: SubmissionState
SUBMISSION_STATE_RETIRED: SubmissionState

class ListRatingListsRequest(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: str
    def __init__(self, tournament: _Optional[str] = ...) -> None: ...

class ListRatingListsResponse(_message.Message):
    __slots__ = ("lists", "made")
    LISTS_FIELD_NUMBER: _ClassVar[int]
    MADE_FIELD_NUMBER: _ClassVar[int]
    lists: _containers.RepeatedCompositeFieldContainer[RatingList]
    made: _timestamp_pb2.Timestamp
    def __init__(self, lists: _Optional[_Iterable[_Union[RatingList, _Mapping]]] = ..., made: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class RatingList(_message.Message):
    __slots__ = ("name", "game", "options", "clock", "matches", "bots", "allowed_strikes")
    NAME_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    BOTS_FIELD_NUMBER: _ClassVar[int]
    ALLOWED_STRIKES_FIELD_NUMBER: _ClassVar[int]
    name: str
    game: str
    options: str
    clock: ClockClass
    matches: int
    bots: int
    allowed_strikes: int
    def __init__(self, name: _Optional[str] = ..., game: _Optional[str] = ..., options: _Optional[str] = ..., clock: _Optional[_Union[ClockClass, str]] = ..., matches: _Optional[int] = ..., bots: _Optional[int] = ..., allowed_strikes: _Optional[int] = ...) -> None: ...

class GetStandingsRequest(_message.Message):
    __slots__ = ("list", "tournament")
    LIST_FIELD_NUMBER: _ClassVar[int]
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    list: str
    tournament: str
    def __init__(self, list: _Optional[str] = ..., tournament: _Optional[str] = ...) -> None: ...

class GetStandingsResponse(_message.Message):
    __slots__ = ("list", "standings", "made")
    LIST_FIELD_NUMBER: _ClassVar[int]
    STANDINGS_FIELD_NUMBER: _ClassVar[int]
    MADE_FIELD_NUMBER: _ClassVar[int]
    list: RatingList
    standings: _containers.RepeatedCompositeFieldContainer[Standing]
    made: _timestamp_pb2.Timestamp
    def __init__(self, list: _Optional[_Union[RatingList, _Mapping]] = ..., standings: _Optional[_Iterable[_Union[Standing, _Mapping]]] = ..., made: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class Standing(_message.Message):
    __slots__ = ("rank", "bot", "version", "elo", "error", "games", "pair_wins", "pair_draws", "pair_losses", "forfeits", "score", "los", "provisional", "rated", "low", "high", "pool")
    RANK_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    ELO_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    PAIR_WINS_FIELD_NUMBER: _ClassVar[int]
    PAIR_DRAWS_FIELD_NUMBER: _ClassVar[int]
    PAIR_LOSSES_FIELD_NUMBER: _ClassVar[int]
    FORFEITS_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    LOS_FIELD_NUMBER: _ClassVar[int]
    PROVISIONAL_FIELD_NUMBER: _ClassVar[int]
    RATED_FIELD_NUMBER: _ClassVar[int]
    LOW_FIELD_NUMBER: _ClassVar[int]
    HIGH_FIELD_NUMBER: _ClassVar[int]
    POOL_FIELD_NUMBER: _ClassVar[int]
    rank: int
    bot: str
    version: str
    elo: float
    error: float
    games: int
    pair_wins: int
    pair_draws: int
    pair_losses: int
    forfeits: int
    score: float
    los: float
    provisional: bool
    rated: bool
    low: float
    high: float
    pool: int
    def __init__(self, rank: _Optional[int] = ..., bot: _Optional[str] = ..., version: _Optional[str] = ..., elo: _Optional[float] = ..., error: _Optional[float] = ..., games: _Optional[int] = ..., pair_wins: _Optional[int] = ..., pair_draws: _Optional[int] = ..., pair_losses: _Optional[int] = ..., forfeits: _Optional[int] = ..., score: _Optional[float] = ..., los: _Optional[float] = ..., provisional: _Optional[bool] = ..., rated: _Optional[bool] = ..., low: _Optional[float] = ..., high: _Optional[float] = ..., pool: _Optional[int] = ...) -> None: ...

class ListBotsRequest(_message.Message):
    __slots__ = ("bot", "page_size", "page_token")
    BOT_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    bot: str
    page_size: int
    page_token: str
    def __init__(self, bot: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListBotsResponse(_message.Message):
    __slots__ = ("bots", "next_page_token", "made")
    BOTS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    MADE_FIELD_NUMBER: _ClassVar[int]
    bots: _containers.RepeatedCompositeFieldContainer[SubmittedBot]
    next_page_token: str
    made: _timestamp_pb2.Timestamp
    def __init__(self, bots: _Optional[_Iterable[_Union[SubmittedBot, _Mapping]]] = ..., next_page_token: _Optional[str] = ..., made: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class SubmittedBot(_message.Message):
    __slots__ = ("bot", "version", "state", "games", "forfeits", "elo", "error", "submitted", "remote", "reason", "running_matches", "queue_position")
    BOT_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    FORFEITS_FIELD_NUMBER: _ClassVar[int]
    ELO_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    SUBMITTED_FIELD_NUMBER: _ClassVar[int]
    REMOTE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    RUNNING_MATCHES_FIELD_NUMBER: _ClassVar[int]
    QUEUE_POSITION_FIELD_NUMBER: _ClassVar[int]
    bot: str
    version: str
    state: SubmissionState
    games: int
    forfeits: int
    elo: float
    error: float
    submitted: _timestamp_pb2.Timestamp
    remote: bool
    reason: str
    running_matches: int
    queue_position: int
    def __init__(self, bot: _Optional[str] = ..., version: _Optional[str] = ..., state: _Optional[_Union[SubmissionState, str]] = ..., games: _Optional[int] = ..., forfeits: _Optional[int] = ..., elo: _Optional[float] = ..., error: _Optional[float] = ..., submitted: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., remote: _Optional[bool] = ..., reason: _Optional[str] = ..., running_matches: _Optional[int] = ..., queue_position: _Optional[int] = ...) -> None: ...

class ListFinishedMatchesRequest(_message.Message):
    __slots__ = ("bot", "against", "lost", "forfeits", "game", "tournament", "page_size", "page_token")
    BOT_FIELD_NUMBER: _ClassVar[int]
    AGAINST_FIELD_NUMBER: _ClassVar[int]
    LOST_FIELD_NUMBER: _ClassVar[int]
    FORFEITS_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    bot: str
    against: str
    lost: bool
    forfeits: bool
    game: str
    tournament: str
    page_size: int
    page_token: str
    def __init__(self, bot: _Optional[str] = ..., against: _Optional[str] = ..., lost: _Optional[bool] = ..., forfeits: _Optional[bool] = ..., game: _Optional[str] = ..., tournament: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListFinishedMatchesResponse(_message.Message):
    __slots__ = ("matches", "next_page_token")
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    matches: _containers.RepeatedCompositeFieldContainer[FinishedMatch]
    next_page_token: str
    def __init__(self, matches: _Optional[_Iterable[_Union[FinishedMatch, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class FinishedMatch(_message.Message):
    __slots__ = ("match_id", "tournament", "game", "round", "table", "rotation", "finished", "seats")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    ROTATION_FIELD_NUMBER: _ClassVar[int]
    FINISHED_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    match_id: int
    tournament: str
    game: str
    round: int
    table: int
    rotation: int
    finished: _timestamp_pb2.Timestamp
    seats: _containers.RepeatedCompositeFieldContainer[FinishedSeat]
    def __init__(self, match_id: _Optional[int] = ..., tournament: _Optional[str] = ..., game: _Optional[str] = ..., round: _Optional[int] = ..., table: _Optional[int] = ..., rotation: _Optional[int] = ..., finished: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., seats: _Optional[_Iterable[_Union[FinishedSeat, _Mapping]]] = ...) -> None: ...

class FinishedSeat(_message.Message):
    __slots__ = ("bot", "version", "score", "rank", "ending", "reason", "decisions", "seconds", "slowest_seconds", "sources", "strike_count", "strikes")
    BOT_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    RANK_FIELD_NUMBER: _ClassVar[int]
    ENDING_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    DECISIONS_FIELD_NUMBER: _ClassVar[int]
    SECONDS_FIELD_NUMBER: _ClassVar[int]
    SLOWEST_SECONDS_FIELD_NUMBER: _ClassVar[int]
    SOURCES_FIELD_NUMBER: _ClassVar[int]
    STRIKE_COUNT_FIELD_NUMBER: _ClassVar[int]
    STRIKES_FIELD_NUMBER: _ClassVar[int]
    bot: str
    version: str
    score: int
    rank: int
    ending: _play_pb2.Ending
    reason: str
    decisions: int
    seconds: float
    slowest_seconds: float
    sources: _containers.RepeatedCompositeFieldContainer[ScoreSource]
    strike_count: int
    strikes: _containers.RepeatedCompositeFieldContainer[FinishedStrike]
    def __init__(self, bot: _Optional[str] = ..., version: _Optional[str] = ..., score: _Optional[int] = ..., rank: _Optional[int] = ..., ending: _Optional[_Union[_play_pb2.Ending, str]] = ..., reason: _Optional[str] = ..., decisions: _Optional[int] = ..., seconds: _Optional[float] = ..., slowest_seconds: _Optional[float] = ..., sources: _Optional[_Iterable[_Union[ScoreSource, _Mapping]]] = ..., strike_count: _Optional[int] = ..., strikes: _Optional[_Iterable[_Union[FinishedStrike, _Mapping]]] = ...) -> None: ...

class FinishedStrike(_message.Message):
    __slots__ = ("decision", "ending", "reason")
    DECISION_FIELD_NUMBER: _ClassVar[int]
    ENDING_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    decision: int
    ending: _play_pb2.Ending
    reason: str
    def __init__(self, decision: _Optional[int] = ..., ending: _Optional[_Union[_play_pb2.Ending, str]] = ..., reason: _Optional[str] = ...) -> None: ...

class ScoreSource(_message.Message):
    __slots__ = ("name", "points")
    NAME_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    name: str
    points: int
    def __init__(self, name: _Optional[str] = ..., points: _Optional[int] = ...) -> None: ...

class GetRecordRequest(_message.Message):
    __slots__ = ("match_id",)
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    match_id: int
    def __init__(self, match_id: _Optional[int] = ...) -> None: ...

class GetRecordResponse(_message.Message):
    __slots__ = ("match", "options_json", "actions_json")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_JSON_FIELD_NUMBER: _ClassVar[int]
    ACTIONS_JSON_FIELD_NUMBER: _ClassVar[int]
    match: FinishedMatch
    options_json: str
    actions_json: str
    def __init__(self, match: _Optional[_Union[FinishedMatch, _Mapping]] = ..., options_json: _Optional[str] = ..., actions_json: _Optional[str] = ...) -> None: ...
