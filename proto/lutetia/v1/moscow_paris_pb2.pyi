from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class MoscowParisSide(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MOSCOW_PARIS_SIDE_UNSPECIFIED: _ClassVar[MoscowParisSide]
    MOSCOW_PARIS_SIDE_LEFT: _ClassVar[MoscowParisSide]
    MOSCOW_PARIS_SIDE_RIGHT: _ClassVar[MoscowParisSide]

class MoscowParisStep(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MOSCOW_PARIS_STEP_UNSPECIFIED: _ClassVar[MoscowParisStep]
    MOSCOW_PARIS_STEP_TURN: _ClassVar[MoscowParisStep]
    MOSCOW_PARIS_STEP_CLAIM: _ClassVar[MoscowParisStep]
    MOSCOW_PARIS_STEP_EXCHANGE: _ClassVar[MoscowParisStep]
    MOSCOW_PARIS_STEP_OVER: _ClassVar[MoscowParisStep]

class MoscowParisReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MOSCOW_PARIS_REASON_UNSPECIFIED: _ClassVar[MoscowParisReason]
    MOSCOW_PARIS_REASON_CITIES: _ClassVar[MoscowParisReason]
    MOSCOW_PARIS_REASON_TURNS: _ClassVar[MoscowParisReason]
MOSCOW_PARIS_SIDE_UNSPECIFIED: MoscowParisSide
MOSCOW_PARIS_SIDE_LEFT: MoscowParisSide
MOSCOW_PARIS_SIDE_RIGHT: MoscowParisSide
MOSCOW_PARIS_STEP_UNSPECIFIED: MoscowParisStep
MOSCOW_PARIS_STEP_TURN: MoscowParisStep
MOSCOW_PARIS_STEP_CLAIM: MoscowParisStep
MOSCOW_PARIS_STEP_EXCHANGE: MoscowParisStep
MOSCOW_PARIS_STEP_OVER: MoscowParisStep
MOSCOW_PARIS_REASON_UNSPECIFIED: MoscowParisReason
MOSCOW_PARIS_REASON_CITIES: MoscowParisReason
MOSCOW_PARIS_REASON_TURNS: MoscowParisReason

class MoscowParisPosition(_message.Message):
    __slots__ = ("view", "actions", "events")
    VIEW_FIELD_NUMBER: _ClassVar[int]
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    view: MoscowParisView
    actions: _containers.RepeatedCompositeFieldContainer[MoscowParisAction]
    events: _containers.RepeatedCompositeFieldContainer[MoscowParisEvent]
    def __init__(self, view: _Optional[_Union[MoscowParisView, _Mapping]] = ..., actions: _Optional[_Iterable[_Union[MoscowParisAction, _Mapping]]] = ..., events: _Optional[_Iterable[_Union[MoscowParisEvent, _Mapping]]] = ...) -> None: ...

class MoscowParisRules(_message.Message):
    __slots__ = ("cards", "cities", "rows", "hand", "front", "end_cities", "stupor_repeats", "repeated_flag", "full_lines_only", "teams", "max_turns")
    CARDS_FIELD_NUMBER: _ClassVar[int]
    CITIES_FIELD_NUMBER: _ClassVar[int]
    ROWS_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    FRONT_FIELD_NUMBER: _ClassVar[int]
    END_CITIES_FIELD_NUMBER: _ClassVar[int]
    STUPOR_REPEATS_FIELD_NUMBER: _ClassVar[int]
    REPEATED_FLAG_FIELD_NUMBER: _ClassVar[int]
    FULL_LINES_ONLY_FIELD_NUMBER: _ClassVar[int]
    TEAMS_FIELD_NUMBER: _ClassVar[int]
    MAX_TURNS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedCompositeFieldContainer[MoscowParisCard]
    cities: _containers.RepeatedCompositeFieldContainer[MoscowParisCity]
    rows: int
    hand: int
    front: int
    end_cities: int
    stupor_repeats: int
    repeated_flag: int
    full_lines_only: bool
    teams: bool
    max_turns: int
    def __init__(self, cards: _Optional[_Iterable[_Union[MoscowParisCard, _Mapping]]] = ..., cities: _Optional[_Iterable[_Union[MoscowParisCity, _Mapping]]] = ..., rows: _Optional[int] = ..., hand: _Optional[int] = ..., front: _Optional[int] = ..., end_cities: _Optional[int] = ..., stupor_repeats: _Optional[int] = ..., repeated_flag: _Optional[int] = ..., full_lines_only: _Optional[bool] = ..., teams: _Optional[bool] = ..., max_turns: _Optional[int] = ...) -> None: ...

class MoscowParisCard(_message.Message):
    __slots__ = ("name", "copies", "wagon")
    NAME_FIELD_NUMBER: _ClassVar[int]
    COPIES_FIELD_NUMBER: _ClassVar[int]
    WAGON_FIELD_NUMBER: _ClassVar[int]
    name: str
    copies: int
    wagon: bool
    def __init__(self, name: _Optional[str] = ..., copies: _Optional[int] = ..., wagon: _Optional[bool] = ...) -> None: ...

class MoscowParisCity(_message.Message):
    __slots__ = ("name", "country", "limit", "points", "capital")
    NAME_FIELD_NUMBER: _ClassVar[int]
    COUNTRY_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    CAPITAL_FIELD_NUMBER: _ClassVar[int]
    name: str
    country: str
    limit: int
    points: int
    capital: bool
    def __init__(self, name: _Optional[str] = ..., country: _Optional[str] = ..., limit: _Optional[int] = ..., points: _Optional[int] = ..., capital: _Optional[bool] = ...) -> None: ...

class MoscowParisView(_message.Message):
    __slots__ = ("seat", "step", "decider", "mover", "partner", "turns", "hand", "lines", "players", "closed", "city_deck_size", "deck_size", "discard", "old_cards", "own_old_cards")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    STEP_FIELD_NUMBER: _ClassVar[int]
    DECIDER_FIELD_NUMBER: _ClassVar[int]
    MOVER_FIELD_NUMBER: _ClassVar[int]
    PARTNER_FIELD_NUMBER: _ClassVar[int]
    TURNS_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    LINES_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    CLOSED_FIELD_NUMBER: _ClassVar[int]
    CITY_DECK_SIZE_FIELD_NUMBER: _ClassVar[int]
    DECK_SIZE_FIELD_NUMBER: _ClassVar[int]
    DISCARD_FIELD_NUMBER: _ClassVar[int]
    OLD_CARDS_FIELD_NUMBER: _ClassVar[int]
    OWN_OLD_CARDS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    step: MoscowParisStep
    decider: int
    mover: int
    partner: int
    turns: int
    hand: _containers.RepeatedScalarFieldContainer[str]
    lines: _containers.RepeatedCompositeFieldContainer[MoscowParisLine]
    players: _containers.RepeatedCompositeFieldContainer[MoscowParisPlayer]
    closed: _containers.RepeatedScalarFieldContainer[str]
    city_deck_size: int
    deck_size: int
    discard: _containers.RepeatedScalarFieldContainer[int]
    old_cards: _containers.RepeatedScalarFieldContainer[int]
    own_old_cards: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, seat: _Optional[int] = ..., step: _Optional[_Union[MoscowParisStep, str]] = ..., decider: _Optional[int] = ..., mover: _Optional[int] = ..., partner: _Optional[int] = ..., turns: _Optional[int] = ..., hand: _Optional[_Iterable[str]] = ..., lines: _Optional[_Iterable[_Union[MoscowParisLine, _Mapping]]] = ..., players: _Optional[_Iterable[_Union[MoscowParisPlayer, _Mapping]]] = ..., closed: _Optional[_Iterable[str]] = ..., city_deck_size: _Optional[int] = ..., deck_size: _Optional[int] = ..., discard: _Optional[_Iterable[int]] = ..., old_cards: _Optional[_Iterable[int]] = ..., own_old_cards: _Optional[_Iterable[str]] = ...) -> None: ...

class MoscowParisLine(_message.Message):
    __slots__ = ("city", "left", "right")
    CITY_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    RIGHT_FIELD_NUMBER: _ClassVar[int]
    city: str
    left: _containers.RepeatedScalarFieldContainer[str]
    right: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, city: _Optional[str] = ..., left: _Optional[_Iterable[str]] = ..., right: _Optional[_Iterable[str]] = ...) -> None: ...

class MoscowParisPlayer(_message.Message):
    __slots__ = ("front", "hand_size", "shown", "cities", "repeats", "fronts_seen", "old_card_count", "laid", "drawn_before")
    FRONT_FIELD_NUMBER: _ClassVar[int]
    HAND_SIZE_FIELD_NUMBER: _ClassVar[int]
    SHOWN_FIELD_NUMBER: _ClassVar[int]
    CITIES_FIELD_NUMBER: _ClassVar[int]
    REPEATS_FIELD_NUMBER: _ClassVar[int]
    FRONTS_SEEN_FIELD_NUMBER: _ClassVar[int]
    OLD_CARD_COUNT_FIELD_NUMBER: _ClassVar[int]
    LAID_FIELD_NUMBER: _ClassVar[int]
    DRAWN_BEFORE_FIELD_NUMBER: _ClassVar[int]
    front: _containers.RepeatedScalarFieldContainer[str]
    hand_size: int
    shown: _containers.RepeatedScalarFieldContainer[str]
    cities: _containers.RepeatedScalarFieldContainer[str]
    repeats: int
    fronts_seen: _containers.RepeatedCompositeFieldContainer[MoscowParisFrontSeen]
    old_card_count: int
    laid: _containers.RepeatedScalarFieldContainer[str]
    drawn_before: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, front: _Optional[_Iterable[str]] = ..., hand_size: _Optional[int] = ..., shown: _Optional[_Iterable[str]] = ..., cities: _Optional[_Iterable[str]] = ..., repeats: _Optional[int] = ..., fronts_seen: _Optional[_Iterable[_Union[MoscowParisFrontSeen, _Mapping]]] = ..., old_card_count: _Optional[int] = ..., laid: _Optional[_Iterable[str]] = ..., drawn_before: _Optional[_Iterable[int]] = ...) -> None: ...

class MoscowParisFrontSeen(_message.Message):
    __slots__ = ("wagons",)
    WAGONS_FIELD_NUMBER: _ClassVar[int]
    wagons: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, wagons: _Optional[_Iterable[str]] = ...) -> None: ...

class MoscowParisAction(_message.Message):
    __slots__ = ("couple", "front", "back", "claim", "decline_claim", "swap", "uncouple", "exchange", "decline_exchange", "close", "no_effect")
    COUPLE_FIELD_NUMBER: _ClassVar[int]
    FRONT_FIELD_NUMBER: _ClassVar[int]
    BACK_FIELD_NUMBER: _ClassVar[int]
    CLAIM_FIELD_NUMBER: _ClassVar[int]
    DECLINE_CLAIM_FIELD_NUMBER: _ClassVar[int]
    SWAP_FIELD_NUMBER: _ClassVar[int]
    UNCOUPLE_FIELD_NUMBER: _ClassVar[int]
    EXCHANGE_FIELD_NUMBER: _ClassVar[int]
    DECLINE_EXCHANGE_FIELD_NUMBER: _ClassVar[int]
    CLOSE_FIELD_NUMBER: _ClassVar[int]
    NO_EFFECT_FIELD_NUMBER: _ClassVar[int]
    couple: MoscowParisCouple
    front: MoscowParisFront
    back: MoscowParisBack
    claim: MoscowParisClaim
    decline_claim: MoscowParisDeclineClaim
    swap: MoscowParisSwap
    uncouple: MoscowParisUncouple
    exchange: MoscowParisExchange
    decline_exchange: MoscowParisDeclineExchange
    close: MoscowParisClose
    no_effect: MoscowParisNoEffect
    def __init__(self, couple: _Optional[_Union[MoscowParisCouple, _Mapping]] = ..., front: _Optional[_Union[MoscowParisFront, _Mapping]] = ..., back: _Optional[_Union[MoscowParisBack, _Mapping]] = ..., claim: _Optional[_Union[MoscowParisClaim, _Mapping]] = ..., decline_claim: _Optional[_Union[MoscowParisDeclineClaim, _Mapping]] = ..., swap: _Optional[_Union[MoscowParisSwap, _Mapping]] = ..., uncouple: _Optional[_Union[MoscowParisUncouple, _Mapping]] = ..., exchange: _Optional[_Union[MoscowParisExchange, _Mapping]] = ..., decline_exchange: _Optional[_Union[MoscowParisDeclineExchange, _Mapping]] = ..., close: _Optional[_Union[MoscowParisClose, _Mapping]] = ..., no_effect: _Optional[_Union[MoscowParisNoEffect, _Mapping]] = ...) -> None: ...

class MoscowParisCouple(_message.Message):
    __slots__ = ("wagon", "row", "side")
    WAGON_FIELD_NUMBER: _ClassVar[int]
    ROW_FIELD_NUMBER: _ClassVar[int]
    SIDE_FIELD_NUMBER: _ClassVar[int]
    wagon: str
    row: int
    side: MoscowParisSide
    def __init__(self, wagon: _Optional[str] = ..., row: _Optional[int] = ..., side: _Optional[_Union[MoscowParisSide, str]] = ...) -> None: ...

class MoscowParisFront(_message.Message):
    __slots__ = ("wagon",)
    WAGON_FIELD_NUMBER: _ClassVar[int]
    wagon: str
    def __init__(self, wagon: _Optional[str] = ...) -> None: ...

class MoscowParisBack(_message.Message):
    __slots__ = ("wagon",)
    WAGON_FIELD_NUMBER: _ClassVar[int]
    wagon: str
    def __init__(self, wagon: _Optional[str] = ...) -> None: ...

class MoscowParisClaim(_message.Message):
    __slots__ = ("row",)
    ROW_FIELD_NUMBER: _ClassVar[int]
    row: int
    def __init__(self, row: _Optional[int] = ...) -> None: ...

class MoscowParisDeclineClaim(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class MoscowParisSwap(_message.Message):
    __slots__ = ("first", "second")
    FIRST_FIELD_NUMBER: _ClassVar[int]
    SECOND_FIELD_NUMBER: _ClassVar[int]
    first: MoscowParisPlace
    second: MoscowParisPlace
    def __init__(self, first: _Optional[_Union[MoscowParisPlace, _Mapping]] = ..., second: _Optional[_Union[MoscowParisPlace, _Mapping]] = ...) -> None: ...

class MoscowParisUncouple(_message.Message):
    __slots__ = ("row", "side", "distance", "length")
    ROW_FIELD_NUMBER: _ClassVar[int]
    SIDE_FIELD_NUMBER: _ClassVar[int]
    DISTANCE_FIELD_NUMBER: _ClassVar[int]
    LENGTH_FIELD_NUMBER: _ClassVar[int]
    row: int
    side: MoscowParisSide
    distance: int
    length: int
    def __init__(self, row: _Optional[int] = ..., side: _Optional[_Union[MoscowParisSide, str]] = ..., distance: _Optional[int] = ..., length: _Optional[int] = ...) -> None: ...

class MoscowParisExchange(_message.Message):
    __slots__ = ("give", "seat", "take")
    GIVE_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TAKE_FIELD_NUMBER: _ClassVar[int]
    give: str
    seat: int
    take: str
    def __init__(self, give: _Optional[str] = ..., seat: _Optional[int] = ..., take: _Optional[str] = ...) -> None: ...

class MoscowParisDeclineExchange(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class MoscowParisClose(_message.Message):
    __slots__ = ("row",)
    ROW_FIELD_NUMBER: _ClassVar[int]
    row: int
    def __init__(self, row: _Optional[int] = ...) -> None: ...

class MoscowParisNoEffect(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: str
    def __init__(self, card: _Optional[str] = ...) -> None: ...

class MoscowParisPlace(_message.Message):
    __slots__ = ("line_place", "front_place")
    LINE_PLACE_FIELD_NUMBER: _ClassVar[int]
    FRONT_PLACE_FIELD_NUMBER: _ClassVar[int]
    line_place: MoscowParisLinePlace
    front_place: MoscowParisFrontPlace
    def __init__(self, line_place: _Optional[_Union[MoscowParisLinePlace, _Mapping]] = ..., front_place: _Optional[_Union[MoscowParisFrontPlace, _Mapping]] = ...) -> None: ...

class MoscowParisLinePlace(_message.Message):
    __slots__ = ("row", "side", "distance")
    ROW_FIELD_NUMBER: _ClassVar[int]
    SIDE_FIELD_NUMBER: _ClassVar[int]
    DISTANCE_FIELD_NUMBER: _ClassVar[int]
    row: int
    side: MoscowParisSide
    distance: int
    def __init__(self, row: _Optional[int] = ..., side: _Optional[_Union[MoscowParisSide, str]] = ..., distance: _Optional[int] = ...) -> None: ...

class MoscowParisFrontPlace(_message.Message):
    __slots__ = ("seat", "wagon")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    WAGON_FIELD_NUMBER: _ClassVar[int]
    seat: int
    wagon: str
    def __init__(self, seat: _Optional[int] = ..., wagon: _Optional[str] = ...) -> None: ...

class MoscowParisEvent(_message.Message):
    __slots__ = ("coupled", "drew", "received", "put_in_front", "took_back", "claimed", "declined_claim", "revealed", "swapped", "uncoupled", "exchanged", "declined_exchange", "closed", "played_without_effect", "reshuffled", "stupor", "ended")
    COUPLED_FIELD_NUMBER: _ClassVar[int]
    DREW_FIELD_NUMBER: _ClassVar[int]
    RECEIVED_FIELD_NUMBER: _ClassVar[int]
    PUT_IN_FRONT_FIELD_NUMBER: _ClassVar[int]
    TOOK_BACK_FIELD_NUMBER: _ClassVar[int]
    CLAIMED_FIELD_NUMBER: _ClassVar[int]
    DECLINED_CLAIM_FIELD_NUMBER: _ClassVar[int]
    REVEALED_FIELD_NUMBER: _ClassVar[int]
    SWAPPED_FIELD_NUMBER: _ClassVar[int]
    UNCOUPLED_FIELD_NUMBER: _ClassVar[int]
    EXCHANGED_FIELD_NUMBER: _ClassVar[int]
    DECLINED_EXCHANGE_FIELD_NUMBER: _ClassVar[int]
    CLOSED_FIELD_NUMBER: _ClassVar[int]
    PLAYED_WITHOUT_EFFECT_FIELD_NUMBER: _ClassVar[int]
    RESHUFFLED_FIELD_NUMBER: _ClassVar[int]
    STUPOR_FIELD_NUMBER: _ClassVar[int]
    ENDED_FIELD_NUMBER: _ClassVar[int]
    coupled: MoscowParisCoupled
    drew: MoscowParisDrew
    received: MoscowParisReceived
    put_in_front: MoscowParisPutInFront
    took_back: MoscowParisTookBack
    claimed: MoscowParisClaimed
    declined_claim: MoscowParisDeclinedClaim
    revealed: MoscowParisRevealed
    swapped: MoscowParisSwapped
    uncoupled: MoscowParisUncoupled
    exchanged: MoscowParisExchanged
    declined_exchange: MoscowParisDeclinedExchange
    closed: MoscowParisClosed
    played_without_effect: MoscowParisPlayedWithoutEffect
    reshuffled: MoscowParisReshuffled
    stupor: MoscowParisStupor
    ended: MoscowParisEnded
    def __init__(self, coupled: _Optional[_Union[MoscowParisCoupled, _Mapping]] = ..., drew: _Optional[_Union[MoscowParisDrew, _Mapping]] = ..., received: _Optional[_Union[MoscowParisReceived, _Mapping]] = ..., put_in_front: _Optional[_Union[MoscowParisPutInFront, _Mapping]] = ..., took_back: _Optional[_Union[MoscowParisTookBack, _Mapping]] = ..., claimed: _Optional[_Union[MoscowParisClaimed, _Mapping]] = ..., declined_claim: _Optional[_Union[MoscowParisDeclinedClaim, _Mapping]] = ..., revealed: _Optional[_Union[MoscowParisRevealed, _Mapping]] = ..., swapped: _Optional[_Union[MoscowParisSwapped, _Mapping]] = ..., uncoupled: _Optional[_Union[MoscowParisUncoupled, _Mapping]] = ..., exchanged: _Optional[_Union[MoscowParisExchanged, _Mapping]] = ..., declined_exchange: _Optional[_Union[MoscowParisDeclinedExchange, _Mapping]] = ..., closed: _Optional[_Union[MoscowParisClosed, _Mapping]] = ..., played_without_effect: _Optional[_Union[MoscowParisPlayedWithoutEffect, _Mapping]] = ..., reshuffled: _Optional[_Union[MoscowParisReshuffled, _Mapping]] = ..., stupor: _Optional[_Union[MoscowParisStupor, _Mapping]] = ..., ended: _Optional[_Union[MoscowParisEnded, _Mapping]] = ...) -> None: ...

class MoscowParisCoupled(_message.Message):
    __slots__ = ("seat", "wagon", "row", "side")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    WAGON_FIELD_NUMBER: _ClassVar[int]
    ROW_FIELD_NUMBER: _ClassVar[int]
    SIDE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    wagon: str
    row: int
    side: MoscowParisSide
    def __init__(self, seat: _Optional[int] = ..., wagon: _Optional[str] = ..., row: _Optional[int] = ..., side: _Optional[_Union[MoscowParisSide, str]] = ...) -> None: ...

class MoscowParisDrew(_message.Message):
    __slots__ = ("seat", "card_count")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_COUNT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    card_count: int
    def __init__(self, seat: _Optional[int] = ..., card_count: _Optional[int] = ...) -> None: ...

class MoscowParisReceived(_message.Message):
    __slots__ = ("cards",)
    CARDS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, cards: _Optional[_Iterable[str]] = ...) -> None: ...

class MoscowParisPutInFront(_message.Message):
    __slots__ = ("seat", "wagon")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    WAGON_FIELD_NUMBER: _ClassVar[int]
    seat: int
    wagon: str
    def __init__(self, seat: _Optional[int] = ..., wagon: _Optional[str] = ...) -> None: ...

class MoscowParisTookBack(_message.Message):
    __slots__ = ("seat", "wagon")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    WAGON_FIELD_NUMBER: _ClassVar[int]
    seat: int
    wagon: str
    def __init__(self, seat: _Optional[int] = ..., wagon: _Optional[str] = ...) -> None: ...

class MoscowParisClaimed(_message.Message):
    __slots__ = ("seat", "row", "city")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ROW_FIELD_NUMBER: _ClassVar[int]
    CITY_FIELD_NUMBER: _ClassVar[int]
    seat: int
    row: int
    city: str
    def __init__(self, seat: _Optional[int] = ..., row: _Optional[int] = ..., city: _Optional[str] = ...) -> None: ...

class MoscowParisDeclinedClaim(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class MoscowParisRevealed(_message.Message):
    __slots__ = ("row", "city")
    ROW_FIELD_NUMBER: _ClassVar[int]
    CITY_FIELD_NUMBER: _ClassVar[int]
    row: int
    city: str
    def __init__(self, row: _Optional[int] = ..., city: _Optional[str] = ...) -> None: ...

class MoscowParisSwapped(_message.Message):
    __slots__ = ("seat", "first", "first_wagon", "second", "second_wagon")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    FIRST_FIELD_NUMBER: _ClassVar[int]
    FIRST_WAGON_FIELD_NUMBER: _ClassVar[int]
    SECOND_FIELD_NUMBER: _ClassVar[int]
    SECOND_WAGON_FIELD_NUMBER: _ClassVar[int]
    seat: int
    first: MoscowParisPlace
    first_wagon: str
    second: MoscowParisPlace
    second_wagon: str
    def __init__(self, seat: _Optional[int] = ..., first: _Optional[_Union[MoscowParisPlace, _Mapping]] = ..., first_wagon: _Optional[str] = ..., second: _Optional[_Union[MoscowParisPlace, _Mapping]] = ..., second_wagon: _Optional[str] = ...) -> None: ...

class MoscowParisUncoupled(_message.Message):
    __slots__ = ("seat", "row", "side", "distance", "wagons")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ROW_FIELD_NUMBER: _ClassVar[int]
    SIDE_FIELD_NUMBER: _ClassVar[int]
    DISTANCE_FIELD_NUMBER: _ClassVar[int]
    WAGONS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    row: int
    side: MoscowParisSide
    distance: int
    wagons: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, seat: _Optional[int] = ..., row: _Optional[int] = ..., side: _Optional[_Union[MoscowParisSide, str]] = ..., distance: _Optional[int] = ..., wagons: _Optional[_Iterable[str]] = ...) -> None: ...

class MoscowParisExchanged(_message.Message):
    __slots__ = ("seat", "give", "neighbour", "take")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    GIVE_FIELD_NUMBER: _ClassVar[int]
    NEIGHBOUR_FIELD_NUMBER: _ClassVar[int]
    TAKE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    give: str
    neighbour: int
    take: str
    def __init__(self, seat: _Optional[int] = ..., give: _Optional[str] = ..., neighbour: _Optional[int] = ..., take: _Optional[str] = ...) -> None: ...

class MoscowParisDeclinedExchange(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class MoscowParisClosed(_message.Message):
    __slots__ = ("seat", "row", "city")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ROW_FIELD_NUMBER: _ClassVar[int]
    CITY_FIELD_NUMBER: _ClassVar[int]
    seat: int
    row: int
    city: str
    def __init__(self, seat: _Optional[int] = ..., row: _Optional[int] = ..., city: _Optional[str] = ...) -> None: ...

class MoscowParisPlayedWithoutEffect(_message.Message):
    __slots__ = ("seat", "card")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    card: str
    def __init__(self, seat: _Optional[int] = ..., card: _Optional[str] = ...) -> None: ...

class MoscowParisReshuffled(_message.Message):
    __slots__ = ("deck_size",)
    DECK_SIZE_FIELD_NUMBER: _ClassVar[int]
    deck_size: int
    def __init__(self, deck_size: _Optional[int] = ...) -> None: ...

class MoscowParisStupor(_message.Message):
    __slots__ = ("hands",)
    HANDS_FIELD_NUMBER: _ClassVar[int]
    hands: _containers.RepeatedCompositeFieldContainer[MoscowParisHand]
    def __init__(self, hands: _Optional[_Iterable[_Union[MoscowParisHand, _Mapping]]] = ...) -> None: ...

class MoscowParisHand(_message.Message):
    __slots__ = ("cards",)
    CARDS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, cards: _Optional[_Iterable[str]] = ...) -> None: ...

class MoscowParisEnded(_message.Message):
    __slots__ = ("reason",)
    REASON_FIELD_NUMBER: _ClassVar[int]
    reason: MoscowParisReason
    def __init__(self, reason: _Optional[_Union[MoscowParisReason, str]] = ...) -> None: ...
