from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ParisDistrict(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PARIS_DISTRICT_UNSPECIFIED: _ClassVar[ParisDistrict]
    PARIS_DISTRICT_BATIGNOLLES: _ClassVar[ParisDistrict]
    PARIS_DISTRICT_MONTMARTRE: _ClassVar[ParisDistrict]
    PARIS_DISTRICT_LA_VILLETTE: _ClassVar[ParisDistrict]
    PARIS_DISTRICT_BELLEVILLE: _ClassVar[ParisDistrict]
    PARIS_DISTRICT_SAINT_GERMAIN: _ClassVar[ParisDistrict]
    PARIS_DISTRICT_CHAILLOT: _ClassVar[ParisDistrict]

class ParisBuildingType(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PARIS_BUILDING_TYPE_UNSPECIFIED: _ClassVar[ParisBuildingType]
    PARIS_BUILDING_TYPE_CAFE: _ClassVar[ParisBuildingType]
    PARIS_BUILDING_TYPE_BAKERY: _ClassVar[ParisBuildingType]
    PARIS_BUILDING_TYPE_RESIDENCE: _ClassVar[ParisBuildingType]
    PARIS_BUILDING_TYPE_RESTAURANT: _ClassVar[ParisBuildingType]
    PARIS_BUILDING_TYPE_HOTEL: _ClassVar[ParisBuildingType]
    PARIS_BUILDING_TYPE_THEATRE: _ClassVar[ParisBuildingType]

class ParisToken(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PARIS_TOKEN_UNSPECIFIED: _ClassVar[ParisToken]
    PARIS_TOKEN_WOOD: _ClassVar[ParisToken]
    PARIS_TOKEN_MARBLE: _ClassVar[ParisToken]
    PARIS_TOKEN_GOLD: _ClassVar[ParisToken]
    PARIS_TOKEN_BRONZE: _ClassVar[ParisToken]
    PARIS_TOKEN_SILVER: _ClassVar[ParisToken]
    PARIS_TOKEN_GOLD_PRESTIGE: _ClassVar[ParisToken]

class ParisLandmark(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PARIS_LANDMARK_UNSPECIFIED: _ClassVar[ParisLandmark]
    PARIS_LANDMARK_TUILERIES: _ClassVar[ParisLandmark]
    PARIS_LANDMARK_LUXEMBOURG_GARDENS: _ClassVar[ParisLandmark]
    PARIS_LANDMARK_PANTHEON: _ClassVar[ParisLandmark]
    PARIS_LANDMARK_GRAND_PALAIS: _ClassVar[ParisLandmark]
    PARIS_LANDMARK_SACRE_COEUR: _ClassVar[ParisLandmark]
    PARIS_LANDMARK_NOTRE_DAME: _ClassVar[ParisLandmark]
    PARIS_LANDMARK_LOUVRE: _ClassVar[ParisLandmark]
    PARIS_LANDMARK_EIFFEL_TOWER: _ClassVar[ParisLandmark]

class ParisStep(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PARIS_STEP_UNSPECIFIED: _ClassVar[ParisStep]
    PARIS_STEP_DRAW: _ClassVar[ParisStep]
    PARIS_STEP_BUILDING_DISTRICT: _ClassVar[ParisStep]
    PARIS_STEP_MAIN: _ClassVar[ParisStep]
    PARIS_STEP_TARGET: _ClassVar[ParisStep]
    PARIS_STEP_LANDMARK_DISTRICT: _ClassVar[ParisStep]
    PARIS_STEP_PAYMENT: _ClassVar[ParisStep]
    PARIS_STEP_VP_TILE: _ClassVar[ParisStep]
    PARIS_STEP_VP_DISTRICT: _ClassVar[ParisStep]
    PARIS_STEP_BONUS_TILE: _ClassVar[ParisStep]
    PARIS_STEP_PRESTIGE: _ClassVar[ParisStep]
    PARIS_STEP_TAKE: _ClassVar[ParisStep]
    PARIS_STEP_BACK: _ClassVar[ParisStep]
    PARIS_STEP_PAIRS: _ClassVar[ParisStep]
    PARIS_STEP_END_TILE: _ClassVar[ParisStep]
    PARIS_STEP_AFTER: _ClassVar[ParisStep]
    PARIS_STEP_OVER: _ClassVar[ParisStep]

class ParisForm(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PARIS_FORM_UNSPECIFIED: _ClassVar[ParisForm]
    PARIS_FORM_TOKEN: _ClassVar[ParisForm]
    PARIS_FORM_HALF: _ClassVar[ParisForm]
    PARIS_FORM_BONUS_TILE: _ClassVar[ParisForm]
    PARIS_FORM_END_TILE: _ClassVar[ParisForm]

class ParisEffect(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PARIS_EFFECT_UNSPECIFIED: _ClassVar[ParisEffect]
    PARIS_EFFECT_GAIN: _ClassVar[ParisEffect]
    PARIS_EFFECT_RESOURCE: _ClassVar[ParisEffect]
    PARIS_EFFECT_PRESTIGE: _ClassVar[ParisEffect]
    PARIS_EFFECT_PER_BUILDING: _ClassVar[ParisEffect]
    PARIS_EFFECT_PER_LANDMARK: _ClassVar[ParisEffect]
    PARIS_EFFECT_PER_TILE: _ClassVar[ParisEffect]
    PARIS_EFFECT_TYPES: _ClassVar[ParisEffect]
    PARIS_EFFECT_PRESTIGE_PAIRS: _ClassVar[ParisEffect]
    PARIS_EFFECT_RESOURCE_PAIRS: _ClassVar[ParisEffect]
    PARIS_EFFECT_RESERVE_KEY: _ClassVar[ParisEffect]
    PARIS_EFFECT_TAKE: _ClassVar[ParisEffect]
    PARIS_EFFECT_BACK: _ClassVar[ParisEffect]
    PARIS_EFFECT_OWN_KEYS: _ClassVar[ParisEffect]
    PARIS_EFFECT_OTHER_KEYS: _ClassVar[ParisEffect]
    PARIS_EFFECT_FRANCS_AT_END: _ClassVar[ParisEffect]
PARIS_DISTRICT_UNSPECIFIED: ParisDistrict
PARIS_DISTRICT_BATIGNOLLES: ParisDistrict
PARIS_DISTRICT_MONTMARTRE: ParisDistrict
PARIS_DISTRICT_LA_VILLETTE: ParisDistrict
PARIS_DISTRICT_BELLEVILLE: ParisDistrict
PARIS_DISTRICT_SAINT_GERMAIN: ParisDistrict
PARIS_DISTRICT_CHAILLOT: ParisDistrict
PARIS_BUILDING_TYPE_UNSPECIFIED: ParisBuildingType
PARIS_BUILDING_TYPE_CAFE: ParisBuildingType
PARIS_BUILDING_TYPE_BAKERY: ParisBuildingType
PARIS_BUILDING_TYPE_RESIDENCE: ParisBuildingType
PARIS_BUILDING_TYPE_RESTAURANT: ParisBuildingType
PARIS_BUILDING_TYPE_HOTEL: ParisBuildingType
PARIS_BUILDING_TYPE_THEATRE: ParisBuildingType
PARIS_TOKEN_UNSPECIFIED: ParisToken
PARIS_TOKEN_WOOD: ParisToken
PARIS_TOKEN_MARBLE: ParisToken
PARIS_TOKEN_GOLD: ParisToken
PARIS_TOKEN_BRONZE: ParisToken
PARIS_TOKEN_SILVER: ParisToken
PARIS_TOKEN_GOLD_PRESTIGE: ParisToken
PARIS_LANDMARK_UNSPECIFIED: ParisLandmark
PARIS_LANDMARK_TUILERIES: ParisLandmark
PARIS_LANDMARK_LUXEMBOURG_GARDENS: ParisLandmark
PARIS_LANDMARK_PANTHEON: ParisLandmark
PARIS_LANDMARK_GRAND_PALAIS: ParisLandmark
PARIS_LANDMARK_SACRE_COEUR: ParisLandmark
PARIS_LANDMARK_NOTRE_DAME: ParisLandmark
PARIS_LANDMARK_LOUVRE: ParisLandmark
PARIS_LANDMARK_EIFFEL_TOWER: ParisLandmark
PARIS_STEP_UNSPECIFIED: ParisStep
PARIS_STEP_DRAW: ParisStep
PARIS_STEP_BUILDING_DISTRICT: ParisStep
PARIS_STEP_MAIN: ParisStep
PARIS_STEP_TARGET: ParisStep
PARIS_STEP_LANDMARK_DISTRICT: ParisStep
PARIS_STEP_PAYMENT: ParisStep
PARIS_STEP_VP_TILE: ParisStep
PARIS_STEP_VP_DISTRICT: ParisStep
PARIS_STEP_BONUS_TILE: ParisStep
PARIS_STEP_PRESTIGE: ParisStep
PARIS_STEP_TAKE: ParisStep
PARIS_STEP_BACK: ParisStep
PARIS_STEP_PAIRS: ParisStep
PARIS_STEP_END_TILE: ParisStep
PARIS_STEP_AFTER: ParisStep
PARIS_STEP_OVER: ParisStep
PARIS_FORM_UNSPECIFIED: ParisForm
PARIS_FORM_TOKEN: ParisForm
PARIS_FORM_HALF: ParisForm
PARIS_FORM_BONUS_TILE: ParisForm
PARIS_FORM_END_TILE: ParisForm
PARIS_EFFECT_UNSPECIFIED: ParisEffect
PARIS_EFFECT_GAIN: ParisEffect
PARIS_EFFECT_RESOURCE: ParisEffect
PARIS_EFFECT_PRESTIGE: ParisEffect
PARIS_EFFECT_PER_BUILDING: ParisEffect
PARIS_EFFECT_PER_LANDMARK: ParisEffect
PARIS_EFFECT_PER_TILE: ParisEffect
PARIS_EFFECT_TYPES: ParisEffect
PARIS_EFFECT_PRESTIGE_PAIRS: ParisEffect
PARIS_EFFECT_RESOURCE_PAIRS: ParisEffect
PARIS_EFFECT_RESERVE_KEY: ParisEffect
PARIS_EFFECT_TAKE: ParisEffect
PARIS_EFFECT_BACK: ParisEffect
PARIS_EFFECT_OWN_KEYS: ParisEffect
PARIS_EFFECT_OTHER_KEYS: ParisEffect
PARIS_EFFECT_FRANCS_AT_END: ParisEffect

class ParisPosition(_message.Message):
    __slots__ = ("view", "actions", "events")
    VIEW_FIELD_NUMBER: _ClassVar[int]
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    view: ParisView
    actions: _containers.RepeatedCompositeFieldContainer[ParisAction]
    events: _containers.RepeatedCompositeFieldContainer[ParisEvent]
    def __init__(self, view: _Optional[_Union[ParisView, _Mapping]] = ..., actions: _Optional[_Iterable[_Union[ParisAction, _Mapping]]] = ..., events: _Optional[_Iterable[_Union[ParisEvent, _Mapping]]] = ...) -> None: ...

class ParisBuilding(_message.Message):
    __slots__ = ("district", "value")
    DISTRICT_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    district: ParisDistrict
    value: int
    def __init__(self, district: _Optional[_Union[ParisDistrict, str]] = ..., value: _Optional[int] = ...) -> None: ...

class ParisArc(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ParisPlace(_message.Message):
    __slots__ = ("building", "landmark", "bank", "arc")
    BUILDING_FIELD_NUMBER: _ClassVar[int]
    LANDMARK_FIELD_NUMBER: _ClassVar[int]
    BANK_FIELD_NUMBER: _ClassVar[int]
    ARC_FIELD_NUMBER: _ClassVar[int]
    building: ParisBuilding
    landmark: ParisLandmark
    bank: ParisDistrict
    arc: ParisArc
    def __init__(self, building: _Optional[_Union[ParisBuilding, _Mapping]] = ..., landmark: _Optional[_Union[ParisLandmark, str]] = ..., bank: _Optional[_Union[ParisDistrict, str]] = ..., arc: _Optional[_Union[ParisArc, _Mapping]] = ...) -> None: ...

class ParisSource(_message.Message):
    __slots__ = ("form", "tile")
    FORM_FIELD_NUMBER: _ClassVar[int]
    TILE_FIELD_NUMBER: _ClassVar[int]
    form: ParisForm
    tile: int
    def __init__(self, form: _Optional[_Union[ParisForm, str]] = ..., tile: _Optional[int] = ...) -> None: ...

class ParisRules(_message.Message):
    __slots__ = ("free_placement", "bonus_once", "spaces", "banks", "buildings", "tokens", "landmarks", "vp_keys", "vp_tiles", "second_percent", "bonus_tiles", "end_tiles")
    FREE_PLACEMENT_FIELD_NUMBER: _ClassVar[int]
    BONUS_ONCE_FIELD_NUMBER: _ClassVar[int]
    SPACES_FIELD_NUMBER: _ClassVar[int]
    BANKS_FIELD_NUMBER: _ClassVar[int]
    BUILDINGS_FIELD_NUMBER: _ClassVar[int]
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    LANDMARKS_FIELD_NUMBER: _ClassVar[int]
    VP_KEYS_FIELD_NUMBER: _ClassVar[int]
    VP_TILES_FIELD_NUMBER: _ClassVar[int]
    SECOND_PERCENT_FIELD_NUMBER: _ClassVar[int]
    BONUS_TILES_FIELD_NUMBER: _ClassVar[int]
    END_TILES_FIELD_NUMBER: _ClassVar[int]
    free_placement: bool
    bonus_once: bool
    spaces: _containers.RepeatedCompositeFieldContainer[ParisSpaceRules]
    banks: _containers.RepeatedCompositeFieldContainer[ParisBankRules]
    buildings: _containers.RepeatedCompositeFieldContainer[ParisBuildingRules]
    tokens: _containers.RepeatedCompositeFieldContainer[ParisTokenRules]
    landmarks: _containers.RepeatedCompositeFieldContainer[ParisLandmarkRules]
    vp_keys: int
    vp_tiles: _containers.RepeatedCompositeFieldContainer[ParisVpTileRules]
    second_percent: int
    bonus_tiles: _containers.RepeatedCompositeFieldContainer[ParisTileRules]
    end_tiles: _containers.RepeatedCompositeFieldContainer[ParisTileRules]
    def __init__(self, free_placement: _Optional[bool] = ..., bonus_once: _Optional[bool] = ..., spaces: _Optional[_Iterable[_Union[ParisSpaceRules, _Mapping]]] = ..., banks: _Optional[_Iterable[_Union[ParisBankRules, _Mapping]]] = ..., buildings: _Optional[_Iterable[_Union[ParisBuildingRules, _Mapping]]] = ..., tokens: _Optional[_Iterable[_Union[ParisTokenRules, _Mapping]]] = ..., landmarks: _Optional[_Iterable[_Union[ParisLandmarkRules, _Mapping]]] = ..., vp_keys: _Optional[int] = ..., vp_tiles: _Optional[_Iterable[_Union[ParisVpTileRules, _Mapping]]] = ..., second_percent: _Optional[int] = ..., bonus_tiles: _Optional[_Iterable[_Union[ParisTileRules, _Mapping]]] = ..., end_tiles: _Optional[_Iterable[_Union[ParisTileRules, _Mapping]]] = ...) -> None: ...

class ParisSpaceRules(_message.Message):
    __slots__ = ("value", "wood", "points", "bonus_price")
    VALUE_FIELD_NUMBER: _ClassVar[int]
    WOOD_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    BONUS_PRICE_FIELD_NUMBER: _ClassVar[int]
    value: int
    wood: int
    points: int
    bonus_price: int
    def __init__(self, value: _Optional[int] = ..., wood: _Optional[int] = ..., points: _Optional[int] = ..., bonus_price: _Optional[int] = ...) -> None: ...

class ParisBankRules(_message.Message):
    __slots__ = ("district", "francs")
    DISTRICT_FIELD_NUMBER: _ClassVar[int]
    FRANCS_FIELD_NUMBER: _ClassVar[int]
    district: ParisDistrict
    francs: int
    def __init__(self, district: _Optional[_Union[ParisDistrict, str]] = ..., francs: _Optional[int] = ...) -> None: ...

class ParisBuildingRules(_message.Message):
    __slots__ = ("district", "value", "type")
    DISTRICT_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    district: ParisDistrict
    value: int
    type: ParisBuildingType
    def __init__(self, district: _Optional[_Union[ParisDistrict, str]] = ..., value: _Optional[int] = ..., type: _Optional[_Union[ParisBuildingType, str]] = ...) -> None: ...

class ParisTokenRules(_message.Message):
    __slots__ = ("token", "buy", "sell", "points")
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    BUY_FIELD_NUMBER: _ClassVar[int]
    SELL_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    token: ParisToken
    buy: int
    sell: int
    points: int
    def __init__(self, token: _Optional[_Union[ParisToken, str]] = ..., buy: _Optional[int] = ..., sell: _Optional[int] = ..., points: _Optional[int] = ...) -> None: ...

class ParisLandmarkRules(_message.Message):
    __slots__ = ("landmark", "value", "marble", "gold", "icons")
    LANDMARK_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    MARBLE_FIELD_NUMBER: _ClassVar[int]
    GOLD_FIELD_NUMBER: _ClassVar[int]
    ICONS_FIELD_NUMBER: _ClassVar[int]
    landmark: ParisLandmark
    value: int
    marble: int
    gold: int
    icons: _containers.RepeatedScalarFieldContainer[ParisToken]
    def __init__(self, landmark: _Optional[_Union[ParisLandmark, str]] = ..., value: _Optional[int] = ..., marble: _Optional[int] = ..., gold: _Optional[int] = ..., icons: _Optional[_Iterable[_Union[ParisToken, str]]] = ...) -> None: ...

class ParisVpTileRules(_message.Message):
    __slots__ = ("tile", "points")
    TILE_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    tile: int
    points: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, tile: _Optional[int] = ..., points: _Optional[_Iterable[int]] = ...) -> None: ...

class ParisTileRules(_message.Message):
    __slots__ = ("tile", "effect", "tokens", "amount", "francs", "points", "value", "spaces", "fewest")
    TILE_FIELD_NUMBER: _ClassVar[int]
    EFFECT_FIELD_NUMBER: _ClassVar[int]
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    FRANCS_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    SPACES_FIELD_NUMBER: _ClassVar[int]
    FEWEST_FIELD_NUMBER: _ClassVar[int]
    tile: int
    effect: ParisEffect
    tokens: _containers.RepeatedScalarFieldContainer[ParisToken]
    amount: int
    francs: int
    points: _containers.RepeatedScalarFieldContainer[int]
    value: int
    spaces: int
    fewest: int
    def __init__(self, tile: _Optional[int] = ..., effect: _Optional[_Union[ParisEffect, str]] = ..., tokens: _Optional[_Iterable[_Union[ParisToken, str]]] = ..., amount: _Optional[int] = ..., francs: _Optional[int] = ..., points: _Optional[_Iterable[int]] = ..., value: _Optional[int] = ..., spaces: _Optional[int] = ..., fewest: _Optional[int] = ...) -> None: ...

class ParisView(_message.Message):
    __slots__ = ("seat", "decider", "step", "turns", "last_turns", "players", "end_tiles", "own_end_tiles", "stacks", "discarded", "city", "track", "supply", "halves", "revealed", "purchase", "vp_tile", "tile_in_use")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DECIDER_FIELD_NUMBER: _ClassVar[int]
    STEP_FIELD_NUMBER: _ClassVar[int]
    TURNS_FIELD_NUMBER: _ClassVar[int]
    LAST_TURNS_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    END_TILES_FIELD_NUMBER: _ClassVar[int]
    OWN_END_TILES_FIELD_NUMBER: _ClassVar[int]
    STACKS_FIELD_NUMBER: _ClassVar[int]
    DISCARDED_FIELD_NUMBER: _ClassVar[int]
    CITY_FIELD_NUMBER: _ClassVar[int]
    TRACK_FIELD_NUMBER: _ClassVar[int]
    SUPPLY_FIELD_NUMBER: _ClassVar[int]
    HALVES_FIELD_NUMBER: _ClassVar[int]
    REVEALED_FIELD_NUMBER: _ClassVar[int]
    PURCHASE_FIELD_NUMBER: _ClassVar[int]
    VP_TILE_FIELD_NUMBER: _ClassVar[int]
    TILE_IN_USE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    decider: int
    step: ParisStep
    turns: int
    last_turns: int
    players: _containers.RepeatedCompositeFieldContainer[ParisPlayer]
    end_tiles: ParisEndTiles
    own_end_tiles: ParisOwnEndTiles
    stacks: _containers.RepeatedCompositeFieldContainer[ParisStack]
    discarded: _containers.RepeatedCompositeFieldContainer[ParisRevealedTile]
    city: ParisCity
    track: _containers.RepeatedCompositeFieldContainer[ParisTrackSpace]
    supply: ParisResources
    halves: ParisHalves
    revealed: ParisRevealedTile
    purchase: ParisPurchase
    vp_tile: int
    tile_in_use: ParisTileInUse
    def __init__(self, seat: _Optional[int] = ..., decider: _Optional[int] = ..., step: _Optional[_Union[ParisStep, str]] = ..., turns: _Optional[int] = ..., last_turns: _Optional[int] = ..., players: _Optional[_Iterable[_Union[ParisPlayer, _Mapping]]] = ..., end_tiles: _Optional[_Union[ParisEndTiles, _Mapping]] = ..., own_end_tiles: _Optional[_Union[ParisOwnEndTiles, _Mapping]] = ..., stacks: _Optional[_Iterable[_Union[ParisStack, _Mapping]]] = ..., discarded: _Optional[_Iterable[_Union[ParisRevealedTile, _Mapping]]] = ..., city: _Optional[_Union[ParisCity, _Mapping]] = ..., track: _Optional[_Iterable[_Union[ParisTrackSpace, _Mapping]]] = ..., supply: _Optional[_Union[ParisResources, _Mapping]] = ..., halves: _Optional[_Union[ParisHalves, _Mapping]] = ..., revealed: _Optional[_Union[ParisRevealedTile, _Mapping]] = ..., purchase: _Optional[_Union[ParisPurchase, _Mapping]] = ..., vp_tile: _Optional[int] = ..., tile_in_use: _Optional[_Union[ParisTileInUse, _Mapping]] = ...) -> None: ...

class ParisCity(_message.Message):
    __slots__ = ("buildings", "tokens", "landmarks", "vp_tiles")
    BUILDINGS_FIELD_NUMBER: _ClassVar[int]
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    LANDMARKS_FIELD_NUMBER: _ClassVar[int]
    VP_TILES_FIELD_NUMBER: _ClassVar[int]
    buildings: _containers.RepeatedCompositeFieldContainer[ParisBuildingTile]
    tokens: _containers.RepeatedCompositeFieldContainer[ParisBoardToken]
    landmarks: _containers.RepeatedCompositeFieldContainer[ParisBoardLandmark]
    vp_tiles: _containers.RepeatedCompositeFieldContainer[ParisBoardVpTile]
    def __init__(self, buildings: _Optional[_Iterable[_Union[ParisBuildingTile, _Mapping]]] = ..., tokens: _Optional[_Iterable[_Union[ParisBoardToken, _Mapping]]] = ..., landmarks: _Optional[_Iterable[_Union[ParisBoardLandmark, _Mapping]]] = ..., vp_tiles: _Optional[_Iterable[_Union[ParisBoardVpTile, _Mapping]]] = ...) -> None: ...

class ParisTokens(_message.Message):
    __slots__ = ("wood", "marble", "gold", "bronze", "silver", "gold_prestige")
    WOOD_FIELD_NUMBER: _ClassVar[int]
    MARBLE_FIELD_NUMBER: _ClassVar[int]
    GOLD_FIELD_NUMBER: _ClassVar[int]
    BRONZE_FIELD_NUMBER: _ClassVar[int]
    SILVER_FIELD_NUMBER: _ClassVar[int]
    GOLD_PRESTIGE_FIELD_NUMBER: _ClassVar[int]
    wood: int
    marble: int
    gold: int
    bronze: int
    silver: int
    gold_prestige: int
    def __init__(self, wood: _Optional[int] = ..., marble: _Optional[int] = ..., gold: _Optional[int] = ..., bronze: _Optional[int] = ..., silver: _Optional[int] = ..., gold_prestige: _Optional[int] = ...) -> None: ...

class ParisResources(_message.Message):
    __slots__ = ("wood", "marble", "gold")
    WOOD_FIELD_NUMBER: _ClassVar[int]
    MARBLE_FIELD_NUMBER: _ClassVar[int]
    GOLD_FIELD_NUMBER: _ClassVar[int]
    wood: int
    marble: int
    gold: int
    def __init__(self, wood: _Optional[int] = ..., marble: _Optional[int] = ..., gold: _Optional[int] = ...) -> None: ...

class ParisPrestige(_message.Message):
    __slots__ = ("bronze", "silver", "gold_prestige")
    BRONZE_FIELD_NUMBER: _ClassVar[int]
    SILVER_FIELD_NUMBER: _ClassVar[int]
    GOLD_PRESTIGE_FIELD_NUMBER: _ClassVar[int]
    bronze: int
    silver: int
    gold_prestige: int
    def __init__(self, bronze: _Optional[int] = ..., silver: _Optional[int] = ..., gold_prestige: _Optional[int] = ...) -> None: ...

class ParisPlayer(_message.Message):
    __slots__ = ("points", "francs", "tokens", "bonus_tiles", "used_bonus_tiles", "keys_in_hand", "reserve_keys", "keys", "meeple")
    POINTS_FIELD_NUMBER: _ClassVar[int]
    FRANCS_FIELD_NUMBER: _ClassVar[int]
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    BONUS_TILES_FIELD_NUMBER: _ClassVar[int]
    USED_BONUS_TILES_FIELD_NUMBER: _ClassVar[int]
    KEYS_IN_HAND_FIELD_NUMBER: _ClassVar[int]
    RESERVE_KEYS_FIELD_NUMBER: _ClassVar[int]
    KEYS_FIELD_NUMBER: _ClassVar[int]
    MEEPLE_FIELD_NUMBER: _ClassVar[int]
    points: int
    francs: int
    tokens: ParisTokens
    bonus_tiles: _containers.RepeatedScalarFieldContainer[int]
    used_bonus_tiles: _containers.RepeatedScalarFieldContainer[int]
    keys_in_hand: int
    reserve_keys: int
    keys: _containers.RepeatedCompositeFieldContainer[ParisPlace]
    meeple: int
    def __init__(self, points: _Optional[int] = ..., francs: _Optional[int] = ..., tokens: _Optional[_Union[ParisTokens, _Mapping]] = ..., bonus_tiles: _Optional[_Iterable[int]] = ..., used_bonus_tiles: _Optional[_Iterable[int]] = ..., keys_in_hand: _Optional[int] = ..., reserve_keys: _Optional[int] = ..., keys: _Optional[_Iterable[_Union[ParisPlace, _Mapping]]] = ..., meeple: _Optional[int] = ...) -> None: ...

class ParisEndTiles(_message.Message):
    __slots__ = ("left", "takers", "used")
    LEFT_FIELD_NUMBER: _ClassVar[int]
    TAKERS_FIELD_NUMBER: _ClassVar[int]
    USED_FIELD_NUMBER: _ClassVar[int]
    left: int
    takers: _containers.RepeatedScalarFieldContainer[int]
    used: _containers.RepeatedCompositeFieldContainer[ParisUsedEndTile]
    def __init__(self, left: _Optional[int] = ..., takers: _Optional[_Iterable[int]] = ..., used: _Optional[_Iterable[_Union[ParisUsedEndTile, _Mapping]]] = ...) -> None: ...

class ParisUsedEndTile(_message.Message):
    __slots__ = ("seat", "tile")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TILE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    tile: int
    def __init__(self, seat: _Optional[int] = ..., tile: _Optional[int] = ...) -> None: ...

class ParisOwnEndTiles(_message.Message):
    __slots__ = ("held", "looks")
    HELD_FIELD_NUMBER: _ClassVar[int]
    LOOKS_FIELD_NUMBER: _ClassVar[int]
    held: _containers.RepeatedScalarFieldContainer[int]
    looks: _containers.RepeatedCompositeFieldContainer[ParisLook]
    def __init__(self, held: _Optional[_Iterable[int]] = ..., looks: _Optional[_Iterable[_Union[ParisLook, _Mapping]]] = ...) -> None: ...

class ParisLook(_message.Message):
    __slots__ = ("missing", "taken")
    MISSING_FIELD_NUMBER: _ClassVar[int]
    TAKEN_FIELD_NUMBER: _ClassVar[int]
    missing: _containers.RepeatedScalarFieldContainer[int]
    taken: int
    def __init__(self, missing: _Optional[_Iterable[int]] = ..., taken: _Optional[int] = ...) -> None: ...

class ParisBuildingTile(_message.Message):
    __slots__ = ("district", "value", "type", "back")
    DISTRICT_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    BACK_FIELD_NUMBER: _ClassVar[int]
    district: ParisDistrict
    value: int
    type: ParisBuildingType
    back: ParisDistrict
    def __init__(self, district: _Optional[_Union[ParisDistrict, str]] = ..., value: _Optional[int] = ..., type: _Optional[_Union[ParisBuildingType, str]] = ..., back: _Optional[_Union[ParisDistrict, str]] = ...) -> None: ...

class ParisRevealedTile(_message.Message):
    __slots__ = ("value", "type", "back")
    VALUE_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    BACK_FIELD_NUMBER: _ClassVar[int]
    value: int
    type: ParisBuildingType
    back: ParisDistrict
    def __init__(self, value: _Optional[int] = ..., type: _Optional[_Union[ParisBuildingType, str]] = ..., back: _Optional[_Union[ParisDistrict, str]] = ...) -> None: ...

class ParisBoardToken(_message.Message):
    __slots__ = ("district", "value", "token")
    DISTRICT_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    district: ParisDistrict
    value: int
    token: ParisToken
    def __init__(self, district: _Optional[_Union[ParisDistrict, str]] = ..., value: _Optional[int] = ..., token: _Optional[_Union[ParisToken, str]] = ...) -> None: ...

class ParisBoardLandmark(_message.Message):
    __slots__ = ("landmark", "district")
    LANDMARK_FIELD_NUMBER: _ClassVar[int]
    DISTRICT_FIELD_NUMBER: _ClassVar[int]
    landmark: ParisLandmark
    district: ParisDistrict
    def __init__(self, landmark: _Optional[_Union[ParisLandmark, str]] = ..., district: _Optional[_Union[ParisDistrict, str]] = ...) -> None: ...

class ParisBoardVpTile(_message.Message):
    __slots__ = ("tile", "district")
    TILE_FIELD_NUMBER: _ClassVar[int]
    DISTRICT_FIELD_NUMBER: _ClassVar[int]
    tile: int
    district: ParisDistrict
    def __init__(self, tile: _Optional[int] = ..., district: _Optional[_Union[ParisDistrict, str]] = ...) -> None: ...

class ParisTrackSpace(_message.Message):
    __slots__ = ("space", "tile", "copies")
    SPACE_FIELD_NUMBER: _ClassVar[int]
    TILE_FIELD_NUMBER: _ClassVar[int]
    COPIES_FIELD_NUMBER: _ClassVar[int]
    space: int
    tile: int
    copies: int
    def __init__(self, space: _Optional[int] = ..., tile: _Optional[int] = ..., copies: _Optional[int] = ...) -> None: ...

class ParisStack(_message.Message):
    __slots__ = ("district", "tiles")
    DISTRICT_FIELD_NUMBER: _ClassVar[int]
    TILES_FIELD_NUMBER: _ClassVar[int]
    district: ParisDistrict
    tiles: int
    def __init__(self, district: _Optional[_Union[ParisDistrict, str]] = ..., tiles: _Optional[int] = ...) -> None: ...

class ParisHalves(_message.Message):
    __slots__ = ("wood", "marble", "gold", "bronze", "silver", "gold_prestige", "any_resource", "any_prestige")
    WOOD_FIELD_NUMBER: _ClassVar[int]
    MARBLE_FIELD_NUMBER: _ClassVar[int]
    GOLD_FIELD_NUMBER: _ClassVar[int]
    BRONZE_FIELD_NUMBER: _ClassVar[int]
    SILVER_FIELD_NUMBER: _ClassVar[int]
    GOLD_PRESTIGE_FIELD_NUMBER: _ClassVar[int]
    ANY_RESOURCE_FIELD_NUMBER: _ClassVar[int]
    ANY_PRESTIGE_FIELD_NUMBER: _ClassVar[int]
    wood: int
    marble: int
    gold: int
    bronze: int
    silver: int
    gold_prestige: int
    any_resource: int
    any_prestige: int
    def __init__(self, wood: _Optional[int] = ..., marble: _Optional[int] = ..., gold: _Optional[int] = ..., bronze: _Optional[int] = ..., silver: _Optional[int] = ..., gold_prestige: _Optional[int] = ..., any_resource: _Optional[int] = ..., any_prestige: _Optional[int] = ...) -> None: ...

class ParisPurchase(_message.Message):
    __slots__ = ("origin", "target", "district", "unpaid", "icons")
    ORIGIN_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    DISTRICT_FIELD_NUMBER: _ClassVar[int]
    UNPAID_FIELD_NUMBER: _ClassVar[int]
    ICONS_FIELD_NUMBER: _ClassVar[int]
    origin: ParisPlace
    target: ParisPlace
    district: ParisDistrict
    unpaid: ParisResources
    icons: ParisPrestige
    def __init__(self, origin: _Optional[_Union[ParisPlace, _Mapping]] = ..., target: _Optional[_Union[ParisPlace, _Mapping]] = ..., district: _Optional[_Union[ParisDistrict, str]] = ..., unpaid: _Optional[_Union[ParisResources, _Mapping]] = ..., icons: _Optional[_Union[ParisPrestige, _Mapping]] = ...) -> None: ...

class ParisTileInUse(_message.Message):
    __slots__ = ("tile", "interrupted", "pairs")
    TILE_FIELD_NUMBER: _ClassVar[int]
    INTERRUPTED_FIELD_NUMBER: _ClassVar[int]
    PAIRS_FIELD_NUMBER: _ClassVar[int]
    tile: int
    interrupted: ParisStep
    pairs: int
    def __init__(self, tile: _Optional[int] = ..., interrupted: _Optional[_Union[ParisStep, str]] = ..., pairs: _Optional[int] = ...) -> None: ...

class ParisAction(_message.Message):
    __slots__ = ("draw", "put_building", "place_key", "move_key", "move_to", "put_landmark", "pay", "choose_vp_tile", "put_vp_tile", "decline_vp_tile", "advance", "decline_bonus_tile", "spend_prestige", "stop_prestige", "buy", "sell", "use_bonus_tile", "take_bonus_tile", "go_back", "return_pair", "stop_pairs", "use_end_tile", "take_end_tile", "choose_end_tile", "decline_main_action", "end_turn")
    DRAW_FIELD_NUMBER: _ClassVar[int]
    PUT_BUILDING_FIELD_NUMBER: _ClassVar[int]
    PLACE_KEY_FIELD_NUMBER: _ClassVar[int]
    MOVE_KEY_FIELD_NUMBER: _ClassVar[int]
    MOVE_TO_FIELD_NUMBER: _ClassVar[int]
    PUT_LANDMARK_FIELD_NUMBER: _ClassVar[int]
    PAY_FIELD_NUMBER: _ClassVar[int]
    CHOOSE_VP_TILE_FIELD_NUMBER: _ClassVar[int]
    PUT_VP_TILE_FIELD_NUMBER: _ClassVar[int]
    DECLINE_VP_TILE_FIELD_NUMBER: _ClassVar[int]
    ADVANCE_FIELD_NUMBER: _ClassVar[int]
    DECLINE_BONUS_TILE_FIELD_NUMBER: _ClassVar[int]
    SPEND_PRESTIGE_FIELD_NUMBER: _ClassVar[int]
    STOP_PRESTIGE_FIELD_NUMBER: _ClassVar[int]
    BUY_FIELD_NUMBER: _ClassVar[int]
    SELL_FIELD_NUMBER: _ClassVar[int]
    USE_BONUS_TILE_FIELD_NUMBER: _ClassVar[int]
    TAKE_BONUS_TILE_FIELD_NUMBER: _ClassVar[int]
    GO_BACK_FIELD_NUMBER: _ClassVar[int]
    RETURN_PAIR_FIELD_NUMBER: _ClassVar[int]
    STOP_PAIRS_FIELD_NUMBER: _ClassVar[int]
    USE_END_TILE_FIELD_NUMBER: _ClassVar[int]
    TAKE_END_TILE_FIELD_NUMBER: _ClassVar[int]
    CHOOSE_END_TILE_FIELD_NUMBER: _ClassVar[int]
    DECLINE_MAIN_ACTION_FIELD_NUMBER: _ClassVar[int]
    END_TURN_FIELD_NUMBER: _ClassVar[int]
    draw: ParisDraw
    put_building: ParisPutBuilding
    place_key: ParisPlaceKey
    move_key: ParisMoveKey
    move_to: ParisMoveTo
    put_landmark: ParisPutLandmark
    pay: ParisPay
    choose_vp_tile: ParisChooseVpTile
    put_vp_tile: ParisPutVpTile
    decline_vp_tile: ParisDeclineVpTile
    advance: ParisAdvance
    decline_bonus_tile: ParisDeclineBonusTile
    spend_prestige: ParisSpendPrestige
    stop_prestige: ParisStopPrestige
    buy: ParisBuy
    sell: ParisSell
    use_bonus_tile: ParisUseBonusTile
    take_bonus_tile: ParisTakeBonusTile
    go_back: ParisGoBack
    return_pair: ParisReturnPair
    stop_pairs: ParisStopPairs
    use_end_tile: ParisUseEndTile
    take_end_tile: ParisTakeEndTile
    choose_end_tile: ParisChooseEndTile
    decline_main_action: ParisDeclineMainAction
    end_turn: ParisEndTurn
    def __init__(self, draw: _Optional[_Union[ParisDraw, _Mapping]] = ..., put_building: _Optional[_Union[ParisPutBuilding, _Mapping]] = ..., place_key: _Optional[_Union[ParisPlaceKey, _Mapping]] = ..., move_key: _Optional[_Union[ParisMoveKey, _Mapping]] = ..., move_to: _Optional[_Union[ParisMoveTo, _Mapping]] = ..., put_landmark: _Optional[_Union[ParisPutLandmark, _Mapping]] = ..., pay: _Optional[_Union[ParisPay, _Mapping]] = ..., choose_vp_tile: _Optional[_Union[ParisChooseVpTile, _Mapping]] = ..., put_vp_tile: _Optional[_Union[ParisPutVpTile, _Mapping]] = ..., decline_vp_tile: _Optional[_Union[ParisDeclineVpTile, _Mapping]] = ..., advance: _Optional[_Union[ParisAdvance, _Mapping]] = ..., decline_bonus_tile: _Optional[_Union[ParisDeclineBonusTile, _Mapping]] = ..., spend_prestige: _Optional[_Union[ParisSpendPrestige, _Mapping]] = ..., stop_prestige: _Optional[_Union[ParisStopPrestige, _Mapping]] = ..., buy: _Optional[_Union[ParisBuy, _Mapping]] = ..., sell: _Optional[_Union[ParisSell, _Mapping]] = ..., use_bonus_tile: _Optional[_Union[ParisUseBonusTile, _Mapping]] = ..., take_bonus_tile: _Optional[_Union[ParisTakeBonusTile, _Mapping]] = ..., go_back: _Optional[_Union[ParisGoBack, _Mapping]] = ..., return_pair: _Optional[_Union[ParisReturnPair, _Mapping]] = ..., stop_pairs: _Optional[_Union[ParisStopPairs, _Mapping]] = ..., use_end_tile: _Optional[_Union[ParisUseEndTile, _Mapping]] = ..., take_end_tile: _Optional[_Union[ParisTakeEndTile, _Mapping]] = ..., choose_end_tile: _Optional[_Union[ParisChooseEndTile, _Mapping]] = ..., decline_main_action: _Optional[_Union[ParisDeclineMainAction, _Mapping]] = ..., end_turn: _Optional[_Union[ParisEndTurn, _Mapping]] = ...) -> None: ...

class ParisDraw(_message.Message):
    __slots__ = ("stack",)
    STACK_FIELD_NUMBER: _ClassVar[int]
    stack: int
    def __init__(self, stack: _Optional[int] = ...) -> None: ...

class ParisPutBuilding(_message.Message):
    __slots__ = ("district",)
    DISTRICT_FIELD_NUMBER: _ClassVar[int]
    district: ParisDistrict
    def __init__(self, district: _Optional[_Union[ParisDistrict, str]] = ...) -> None: ...

class ParisPlaceKey(_message.Message):
    __slots__ = ("place",)
    PLACE_FIELD_NUMBER: _ClassVar[int]
    place: ParisPlace
    def __init__(self, place: _Optional[_Union[ParisPlace, _Mapping]] = ...) -> None: ...

class ParisMoveKey(_message.Message):
    __slots__ = ("origin",)
    ORIGIN_FIELD_NUMBER: _ClassVar[int]
    origin: ParisPlace
    def __init__(self, origin: _Optional[_Union[ParisPlace, _Mapping]] = ...) -> None: ...

class ParisMoveTo(_message.Message):
    __slots__ = ("target",)
    TARGET_FIELD_NUMBER: _ClassVar[int]
    target: ParisPlace
    def __init__(self, target: _Optional[_Union[ParisPlace, _Mapping]] = ...) -> None: ...

class ParisPutLandmark(_message.Message):
    __slots__ = ("district",)
    DISTRICT_FIELD_NUMBER: _ClassVar[int]
    district: ParisDistrict
    def __init__(self, district: _Optional[_Union[ParisDistrict, str]] = ...) -> None: ...

class ParisPay(_message.Message):
    __slots__ = ("token", "source")
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    token: ParisToken
    source: ParisSource
    def __init__(self, token: _Optional[_Union[ParisToken, str]] = ..., source: _Optional[_Union[ParisSource, _Mapping]] = ...) -> None: ...

class ParisChooseVpTile(_message.Message):
    __slots__ = ("tile",)
    TILE_FIELD_NUMBER: _ClassVar[int]
    tile: int
    def __init__(self, tile: _Optional[int] = ...) -> None: ...

class ParisPutVpTile(_message.Message):
    __slots__ = ("district",)
    DISTRICT_FIELD_NUMBER: _ClassVar[int]
    district: ParisDistrict
    def __init__(self, district: _Optional[_Union[ParisDistrict, str]] = ...) -> None: ...

class ParisDeclineVpTile(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ParisAdvance(_message.Message):
    __slots__ = ("space",)
    SPACE_FIELD_NUMBER: _ClassVar[int]
    space: int
    def __init__(self, space: _Optional[int] = ...) -> None: ...

class ParisDeclineBonusTile(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ParisSpendPrestige(_message.Message):
    __slots__ = ("token", "source")
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    token: ParisToken
    source: ParisSource
    def __init__(self, token: _Optional[_Union[ParisToken, str]] = ..., source: _Optional[_Union[ParisSource, _Mapping]] = ...) -> None: ...

class ParisStopPrestige(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ParisBuy(_message.Message):
    __slots__ = ("token",)
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    token: ParisToken
    def __init__(self, token: _Optional[_Union[ParisToken, str]] = ...) -> None: ...

class ParisSell(_message.Message):
    __slots__ = ("token", "source")
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    token: ParisToken
    source: ParisSource
    def __init__(self, token: _Optional[_Union[ParisToken, str]] = ..., source: _Optional[_Union[ParisSource, _Mapping]] = ...) -> None: ...

class ParisUseBonusTile(_message.Message):
    __slots__ = ("tile",)
    TILE_FIELD_NUMBER: _ClassVar[int]
    tile: int
    def __init__(self, tile: _Optional[int] = ...) -> None: ...

class ParisTakeBonusTile(_message.Message):
    __slots__ = ("space",)
    SPACE_FIELD_NUMBER: _ClassVar[int]
    space: int
    def __init__(self, space: _Optional[int] = ...) -> None: ...

class ParisGoBack(_message.Message):
    __slots__ = ("space",)
    SPACE_FIELD_NUMBER: _ClassVar[int]
    space: int
    def __init__(self, space: _Optional[int] = ...) -> None: ...

class ParisReturnPair(_message.Message):
    __slots__ = ("token",)
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    token: ParisToken
    def __init__(self, token: _Optional[_Union[ParisToken, str]] = ...) -> None: ...

class ParisStopPairs(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ParisUseEndTile(_message.Message):
    __slots__ = ("tile",)
    TILE_FIELD_NUMBER: _ClassVar[int]
    tile: int
    def __init__(self, tile: _Optional[int] = ...) -> None: ...

class ParisTakeEndTile(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ParisChooseEndTile(_message.Message):
    __slots__ = ("tile",)
    TILE_FIELD_NUMBER: _ClassVar[int]
    tile: int
    def __init__(self, tile: _Optional[int] = ...) -> None: ...

class ParisDeclineMainAction(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ParisEndTurn(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ParisEvent(_message.Message):
    __slots__ = ("revealed", "built", "discarded", "key_placed", "paid", "key_moved", "income", "vp_tile_put", "declined_vp_tile", "bonus_tile_taken", "declined_bonus_tile", "prestige_spent", "bought", "sold", "bonus_tile_used", "pair_returned", "end_tile_taken", "end_tile_received", "end_tile_used", "declined_main_action", "turn_ended", "last_round_begun", "francs_scored", "district_scored", "ended")
    REVEALED_FIELD_NUMBER: _ClassVar[int]
    BUILT_FIELD_NUMBER: _ClassVar[int]
    DISCARDED_FIELD_NUMBER: _ClassVar[int]
    KEY_PLACED_FIELD_NUMBER: _ClassVar[int]
    PAID_FIELD_NUMBER: _ClassVar[int]
    KEY_MOVED_FIELD_NUMBER: _ClassVar[int]
    INCOME_FIELD_NUMBER: _ClassVar[int]
    VP_TILE_PUT_FIELD_NUMBER: _ClassVar[int]
    DECLINED_VP_TILE_FIELD_NUMBER: _ClassVar[int]
    BONUS_TILE_TAKEN_FIELD_NUMBER: _ClassVar[int]
    DECLINED_BONUS_TILE_FIELD_NUMBER: _ClassVar[int]
    PRESTIGE_SPENT_FIELD_NUMBER: _ClassVar[int]
    BOUGHT_FIELD_NUMBER: _ClassVar[int]
    SOLD_FIELD_NUMBER: _ClassVar[int]
    BONUS_TILE_USED_FIELD_NUMBER: _ClassVar[int]
    PAIR_RETURNED_FIELD_NUMBER: _ClassVar[int]
    END_TILE_TAKEN_FIELD_NUMBER: _ClassVar[int]
    END_TILE_RECEIVED_FIELD_NUMBER: _ClassVar[int]
    END_TILE_USED_FIELD_NUMBER: _ClassVar[int]
    DECLINED_MAIN_ACTION_FIELD_NUMBER: _ClassVar[int]
    TURN_ENDED_FIELD_NUMBER: _ClassVar[int]
    LAST_ROUND_BEGUN_FIELD_NUMBER: _ClassVar[int]
    FRANCS_SCORED_FIELD_NUMBER: _ClassVar[int]
    DISTRICT_SCORED_FIELD_NUMBER: _ClassVar[int]
    ENDED_FIELD_NUMBER: _ClassVar[int]
    revealed: ParisRevealed
    built: ParisBuilt
    discarded: ParisDiscarded
    key_placed: ParisKeyPlaced
    paid: ParisPaid
    key_moved: ParisKeyMoved
    income: ParisIncome
    vp_tile_put: ParisVpTilePut
    declined_vp_tile: ParisDeclinedVpTile
    bonus_tile_taken: ParisBonusTileTaken
    declined_bonus_tile: ParisDeclinedBonusTile
    prestige_spent: ParisPrestigeSpent
    bought: ParisBought
    sold: ParisSold
    bonus_tile_used: ParisBonusTileUsed
    pair_returned: ParisPairReturned
    end_tile_taken: ParisEndTileTaken
    end_tile_received: ParisEndTileReceived
    end_tile_used: ParisEndTileUsed
    declined_main_action: ParisDeclinedMainAction
    turn_ended: ParisTurnEnded
    last_round_begun: ParisLastRoundBegun
    francs_scored: ParisFrancsScored
    district_scored: ParisDistrictScored
    ended: ParisEnded
    def __init__(self, revealed: _Optional[_Union[ParisRevealed, _Mapping]] = ..., built: _Optional[_Union[ParisBuilt, _Mapping]] = ..., discarded: _Optional[_Union[ParisDiscarded, _Mapping]] = ..., key_placed: _Optional[_Union[ParisKeyPlaced, _Mapping]] = ..., paid: _Optional[_Union[ParisPaid, _Mapping]] = ..., key_moved: _Optional[_Union[ParisKeyMoved, _Mapping]] = ..., income: _Optional[_Union[ParisIncome, _Mapping]] = ..., vp_tile_put: _Optional[_Union[ParisVpTilePut, _Mapping]] = ..., declined_vp_tile: _Optional[_Union[ParisDeclinedVpTile, _Mapping]] = ..., bonus_tile_taken: _Optional[_Union[ParisBonusTileTaken, _Mapping]] = ..., declined_bonus_tile: _Optional[_Union[ParisDeclinedBonusTile, _Mapping]] = ..., prestige_spent: _Optional[_Union[ParisPrestigeSpent, _Mapping]] = ..., bought: _Optional[_Union[ParisBought, _Mapping]] = ..., sold: _Optional[_Union[ParisSold, _Mapping]] = ..., bonus_tile_used: _Optional[_Union[ParisBonusTileUsed, _Mapping]] = ..., pair_returned: _Optional[_Union[ParisPairReturned, _Mapping]] = ..., end_tile_taken: _Optional[_Union[ParisEndTileTaken, _Mapping]] = ..., end_tile_received: _Optional[_Union[ParisEndTileReceived, _Mapping]] = ..., end_tile_used: _Optional[_Union[ParisEndTileUsed, _Mapping]] = ..., declined_main_action: _Optional[_Union[ParisDeclinedMainAction, _Mapping]] = ..., turn_ended: _Optional[_Union[ParisTurnEnded, _Mapping]] = ..., last_round_begun: _Optional[_Union[ParisLastRoundBegun, _Mapping]] = ..., francs_scored: _Optional[_Union[ParisFrancsScored, _Mapping]] = ..., district_scored: _Optional[_Union[ParisDistrictScored, _Mapping]] = ..., ended: _Optional[_Union[ParisEnded, _Mapping]] = ...) -> None: ...

class ParisRevealed(_message.Message):
    __slots__ = ("seat", "stack", "district", "value", "type")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    STACK_FIELD_NUMBER: _ClassVar[int]
    DISTRICT_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    stack: int
    district: ParisDistrict
    value: int
    type: ParisBuildingType
    def __init__(self, seat: _Optional[int] = ..., stack: _Optional[int] = ..., district: _Optional[_Union[ParisDistrict, str]] = ..., value: _Optional[int] = ..., type: _Optional[_Union[ParisBuildingType, str]] = ...) -> None: ...

class ParisBuilt(_message.Message):
    __slots__ = ("district", "value", "type")
    DISTRICT_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    district: ParisDistrict
    value: int
    type: ParisBuildingType
    def __init__(self, district: _Optional[_Union[ParisDistrict, str]] = ..., value: _Optional[int] = ..., type: _Optional[_Union[ParisBuildingType, str]] = ...) -> None: ...

class ParisDiscarded(_message.Message):
    __slots__ = ("value", "type")
    VALUE_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    value: int
    type: ParisBuildingType
    def __init__(self, value: _Optional[int] = ..., type: _Optional[_Union[ParisBuildingType, str]] = ...) -> None: ...

class ParisKeyPlaced(_message.Message):
    __slots__ = ("seat", "place", "francs")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    FRANCS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    place: ParisPlace
    francs: int
    def __init__(self, seat: _Optional[int] = ..., place: _Optional[_Union[ParisPlace, _Mapping]] = ..., francs: _Optional[int] = ...) -> None: ...

class ParisPaid(_message.Message):
    __slots__ = ("seat", "token", "source")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    token: ParisToken
    source: ParisSource
    def __init__(self, seat: _Optional[int] = ..., token: _Optional[_Union[ParisToken, str]] = ..., source: _Optional[_Union[ParisSource, _Mapping]] = ...) -> None: ...

class ParisKeyMoved(_message.Message):
    __slots__ = ("seat", "origin", "target", "district", "francs")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ORIGIN_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    DISTRICT_FIELD_NUMBER: _ClassVar[int]
    FRANCS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    origin: ParisPlace
    target: ParisPlace
    district: ParisDistrict
    francs: int
    def __init__(self, seat: _Optional[int] = ..., origin: _Optional[_Union[ParisPlace, _Mapping]] = ..., target: _Optional[_Union[ParisPlace, _Mapping]] = ..., district: _Optional[_Union[ParisDistrict, str]] = ..., francs: _Optional[int] = ...) -> None: ...

class ParisIncome(_message.Message):
    __slots__ = ("seat", "token", "points")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    token: ParisToken
    points: int
    def __init__(self, seat: _Optional[int] = ..., token: _Optional[_Union[ParisToken, str]] = ..., points: _Optional[int] = ...) -> None: ...

class ParisVpTilePut(_message.Message):
    __slots__ = ("seat", "tile", "district")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TILE_FIELD_NUMBER: _ClassVar[int]
    DISTRICT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    tile: int
    district: ParisDistrict
    def __init__(self, seat: _Optional[int] = ..., tile: _Optional[int] = ..., district: _Optional[_Union[ParisDistrict, str]] = ...) -> None: ...

class ParisDeclinedVpTile(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class ParisBonusTileTaken(_message.Message):
    __slots__ = ("seat", "tile", "space", "meeple", "francs")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TILE_FIELD_NUMBER: _ClassVar[int]
    SPACE_FIELD_NUMBER: _ClassVar[int]
    MEEPLE_FIELD_NUMBER: _ClassVar[int]
    FRANCS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    tile: int
    space: int
    meeple: int
    francs: int
    def __init__(self, seat: _Optional[int] = ..., tile: _Optional[int] = ..., space: _Optional[int] = ..., meeple: _Optional[int] = ..., francs: _Optional[int] = ...) -> None: ...

class ParisDeclinedBonusTile(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class ParisPrestigeSpent(_message.Message):
    __slots__ = ("seat", "token", "source", "points")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    token: ParisToken
    source: ParisSource
    points: int
    def __init__(self, seat: _Optional[int] = ..., token: _Optional[_Union[ParisToken, str]] = ..., source: _Optional[_Union[ParisSource, _Mapping]] = ..., points: _Optional[int] = ...) -> None: ...

class ParisBought(_message.Message):
    __slots__ = ("seat", "token", "francs")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    FRANCS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    token: ParisToken
    francs: int
    def __init__(self, seat: _Optional[int] = ..., token: _Optional[_Union[ParisToken, str]] = ..., francs: _Optional[int] = ...) -> None: ...

class ParisSold(_message.Message):
    __slots__ = ("seat", "token", "source", "francs")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    FRANCS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    token: ParisToken
    source: ParisSource
    francs: int
    def __init__(self, seat: _Optional[int] = ..., token: _Optional[_Union[ParisToken, str]] = ..., source: _Optional[_Union[ParisSource, _Mapping]] = ..., francs: _Optional[int] = ...) -> None: ...

class ParisBonusTileUsed(_message.Message):
    __slots__ = ("seat", "tile", "francs", "paid", "points", "new_keys")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TILE_FIELD_NUMBER: _ClassVar[int]
    FRANCS_FIELD_NUMBER: _ClassVar[int]
    PAID_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    NEW_KEYS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    tile: int
    francs: int
    paid: int
    points: int
    new_keys: int
    def __init__(self, seat: _Optional[int] = ..., tile: _Optional[int] = ..., francs: _Optional[int] = ..., paid: _Optional[int] = ..., points: _Optional[int] = ..., new_keys: _Optional[int] = ...) -> None: ...

class ParisPairReturned(_message.Message):
    __slots__ = ("seat", "token", "points")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    token: ParisToken
    points: int
    def __init__(self, seat: _Optional[int] = ..., token: _Optional[_Union[ParisToken, str]] = ..., points: _Optional[int] = ...) -> None: ...

class ParisEndTileTaken(_message.Message):
    __slots__ = ("seat", "left")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    left: int
    def __init__(self, seat: _Optional[int] = ..., left: _Optional[int] = ...) -> None: ...

class ParisEndTileReceived(_message.Message):
    __slots__ = ("tile",)
    TILE_FIELD_NUMBER: _ClassVar[int]
    tile: int
    def __init__(self, tile: _Optional[int] = ...) -> None: ...

class ParisEndTileUsed(_message.Message):
    __slots__ = ("seat", "tile", "francs", "points")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TILE_FIELD_NUMBER: _ClassVar[int]
    FRANCS_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    tile: int
    francs: int
    points: int
    def __init__(self, seat: _Optional[int] = ..., tile: _Optional[int] = ..., francs: _Optional[int] = ..., points: _Optional[int] = ...) -> None: ...

class ParisDeclinedMainAction(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class ParisTurnEnded(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class ParisLastRoundBegun(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ParisFrancsScored(_message.Message):
    __slots__ = ("seat", "points")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    points: int
    def __init__(self, seat: _Optional[int] = ..., points: _Optional[int] = ...) -> None: ...

class ParisDistrictScored(_message.Message):
    __slots__ = ("district", "sums", "gains")
    DISTRICT_FIELD_NUMBER: _ClassVar[int]
    SUMS_FIELD_NUMBER: _ClassVar[int]
    GAINS_FIELD_NUMBER: _ClassVar[int]
    district: ParisDistrict
    sums: _containers.RepeatedScalarFieldContainer[int]
    gains: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, district: _Optional[_Union[ParisDistrict, str]] = ..., sums: _Optional[_Iterable[int]] = ..., gains: _Optional[_Iterable[int]] = ...) -> None: ...

class ParisEnded(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...
