from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class LumiereStep(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    LUMIERE_STEP_UNSPECIFIED: _ClassVar[LumiereStep]
    LUMIERE_STEP_PAVING: _ClassVar[LumiereStep]
    LUMIERE_STEP_BUILDING: _ClassVar[LumiereStep]
    LUMIERE_STEP_OVER: _ClassVar[LumiereStep]

class LumiereGround(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    LUMIERE_GROUND_UNSPECIFIED: _ClassVar[LumiereGround]
    LUMIERE_GROUND_FIRST: _ClassVar[LumiereGround]
    LUMIERE_GROUND_SECOND: _ClassVar[LumiereGround]
    LUMIERE_GROUND_SHARED: _ClassVar[LumiereGround]
    LUMIERE_GROUND_LAMP: _ClassVar[LumiereGround]

class LumiereFace(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    LUMIERE_FACE_UNSPECIFIED: _ClassVar[LumiereFace]
    LUMIERE_FACE_OWN: _ClassVar[LumiereFace]
    LUMIERE_FACE_RIVAL: _ClassVar[LumiereFace]
    LUMIERE_FACE_SHARED: _ClassVar[LumiereFace]
    LUMIERE_FACE_LAMP: _ClassVar[LumiereFace]

class LumierePiece(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    LUMIERE_PIECE_UNSPECIFIED: _ClassVar[LumierePiece]
    LUMIERE_PIECE_I3: _ClassVar[LumierePiece]
    LUMIERE_PIECE_L3: _ClassVar[LumierePiece]
    LUMIERE_PIECE_I4: _ClassVar[LumierePiece]
    LUMIERE_PIECE_O4: _ClassVar[LumierePiece]
    LUMIERE_PIECE_T4: _ClassVar[LumierePiece]
    LUMIERE_PIECE_L4: _ClassVar[LumierePiece]
    LUMIERE_PIECE_U5: _ClassVar[LumierePiece]
    LUMIERE_PIECE_V5: _ClassVar[LumierePiece]
    LUMIERE_PIECE_W5: _ClassVar[LumierePiece]
    LUMIERE_PIECE_T5: _ClassVar[LumierePiece]
    LUMIERE_PIECE_C6: _ClassVar[LumierePiece]
    LUMIERE_PIECE_E6: _ClassVar[LumierePiece]
    LUMIERE_PIECE_GARDEN: _ClassVar[LumierePiece]
    LUMIERE_PIECE_FOUNTAIN: _ClassVar[LumierePiece]
    LUMIERE_PIECE_PAINTER: _ClassVar[LumierePiece]
    LUMIERE_PIECE_LAMP: _ClassVar[LumierePiece]
    LUMIERE_PIECE_DANCER: _ClassVar[LumierePiece]
    LUMIERE_PIECE_STATUE: _ClassVar[LumierePiece]
    LUMIERE_PIECE_BIG_LAMP: _ClassVar[LumierePiece]

class LumierePostcard(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    LUMIERE_POSTCARD_UNSPECIFIED: _ClassVar[LumierePostcard]
    LUMIERE_POSTCARD_LEVITATION: _ClassVar[LumierePostcard]
    LUMIERE_POSTCARD_METROPOLITAIN: _ClassVar[LumierePostcard]
    LUMIERE_POSTCARD_JARDIN_DES_PLANTES: _ClassVar[LumierePostcard]
    LUMIERE_POSTCARD_SACRE_COEUR: _ClassVar[LumierePostcard]
    LUMIERE_POSTCARD_LE_PEINTRE: _ClassVar[LumierePostcard]
    LUMIERE_POSTCARD_CHARTIER: _ClassVar[LumierePostcard]
    LUMIERE_POSTCARD_BOUQUINISTES: _ClassVar[LumierePostcard]
    LUMIERE_POSTCARD_LAMPADAIRE: _ClassVar[LumierePostcard]
    LUMIERE_POSTCARD_MOULIN_ROUGE: _ClassVar[LumierePostcard]
    LUMIERE_POSTCARD_FONTAINE_DES_MERS: _ClassVar[LumierePostcard]
    LUMIERE_POSTCARD_LE_PENSEUR: _ClassVar[LumierePostcard]
    LUMIERE_POSTCARD_LA_GRANDE_LUMIERE: _ClassVar[LumierePostcard]

class LumiereUse(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    LUMIERE_USE_UNSPECIFIED: _ClassVar[LumiereUse]
    LUMIERE_USE_OPEN: _ClassVar[LumiereUse]
    LUMIERE_USE_KEPT: _ClassVar[LumiereUse]
    LUMIERE_USE_DONE: _ClassVar[LumiereUse]
    LUMIERE_USE_DECLINED: _ClassVar[LumiereUse]

class LumiereFacing(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    LUMIERE_FACING_UNSPECIFIED: _ClassVar[LumiereFacing]
    LUMIERE_FACING_NORTH: _ClassVar[LumiereFacing]
    LUMIERE_FACING_EAST: _ClassVar[LumiereFacing]
    LUMIERE_FACING_SOUTH: _ClassVar[LumiereFacing]
    LUMIERE_FACING_WEST: _ClassVar[LumiereFacing]
LUMIERE_STEP_UNSPECIFIED: LumiereStep
LUMIERE_STEP_PAVING: LumiereStep
LUMIERE_STEP_BUILDING: LumiereStep
LUMIERE_STEP_OVER: LumiereStep
LUMIERE_GROUND_UNSPECIFIED: LumiereGround
LUMIERE_GROUND_FIRST: LumiereGround
LUMIERE_GROUND_SECOND: LumiereGround
LUMIERE_GROUND_SHARED: LumiereGround
LUMIERE_GROUND_LAMP: LumiereGround
LUMIERE_FACE_UNSPECIFIED: LumiereFace
LUMIERE_FACE_OWN: LumiereFace
LUMIERE_FACE_RIVAL: LumiereFace
LUMIERE_FACE_SHARED: LumiereFace
LUMIERE_FACE_LAMP: LumiereFace
LUMIERE_PIECE_UNSPECIFIED: LumierePiece
LUMIERE_PIECE_I3: LumierePiece
LUMIERE_PIECE_L3: LumierePiece
LUMIERE_PIECE_I4: LumierePiece
LUMIERE_PIECE_O4: LumierePiece
LUMIERE_PIECE_T4: LumierePiece
LUMIERE_PIECE_L4: LumierePiece
LUMIERE_PIECE_U5: LumierePiece
LUMIERE_PIECE_V5: LumierePiece
LUMIERE_PIECE_W5: LumierePiece
LUMIERE_PIECE_T5: LumierePiece
LUMIERE_PIECE_C6: LumierePiece
LUMIERE_PIECE_E6: LumierePiece
LUMIERE_PIECE_GARDEN: LumierePiece
LUMIERE_PIECE_FOUNTAIN: LumierePiece
LUMIERE_PIECE_PAINTER: LumierePiece
LUMIERE_PIECE_LAMP: LumierePiece
LUMIERE_PIECE_DANCER: LumierePiece
LUMIERE_PIECE_STATUE: LumierePiece
LUMIERE_PIECE_BIG_LAMP: LumierePiece
LUMIERE_POSTCARD_UNSPECIFIED: LumierePostcard
LUMIERE_POSTCARD_LEVITATION: LumierePostcard
LUMIERE_POSTCARD_METROPOLITAIN: LumierePostcard
LUMIERE_POSTCARD_JARDIN_DES_PLANTES: LumierePostcard
LUMIERE_POSTCARD_SACRE_COEUR: LumierePostcard
LUMIERE_POSTCARD_LE_PEINTRE: LumierePostcard
LUMIERE_POSTCARD_CHARTIER: LumierePostcard
LUMIERE_POSTCARD_BOUQUINISTES: LumierePostcard
LUMIERE_POSTCARD_LAMPADAIRE: LumierePostcard
LUMIERE_POSTCARD_MOULIN_ROUGE: LumierePostcard
LUMIERE_POSTCARD_FONTAINE_DES_MERS: LumierePostcard
LUMIERE_POSTCARD_LE_PENSEUR: LumierePostcard
LUMIERE_POSTCARD_LA_GRANDE_LUMIERE: LumierePostcard
LUMIERE_USE_UNSPECIFIED: LumiereUse
LUMIERE_USE_OPEN: LumiereUse
LUMIERE_USE_KEPT: LumiereUse
LUMIERE_USE_DONE: LumiereUse
LUMIERE_USE_DECLINED: LumiereUse
LUMIERE_FACING_UNSPECIFIED: LumiereFacing
LUMIERE_FACING_NORTH: LumiereFacing
LUMIERE_FACING_EAST: LumiereFacing
LUMIERE_FACING_SOUTH: LumiereFacing
LUMIERE_FACING_WEST: LumiereFacing

class LumierePosition(_message.Message):
    __slots__ = ("view", "actions", "events")
    VIEW_FIELD_NUMBER: _ClassVar[int]
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    view: LumiereView
    actions: _containers.RepeatedCompositeFieldContainer[LumiereAction]
    events: _containers.RepeatedCompositeFieldContainer[LumiereEvent]
    def __init__(self, view: _Optional[_Union[LumiereView, _Mapping]] = ..., actions: _Optional[_Iterable[_Union[LumiereAction, _Mapping]]] = ..., events: _Optional[_Iterable[_Union[LumiereEvent, _Mapping]]] = ...) -> None: ...

class LumiereView(_message.Message):
    __slots__ = ("seat", "tile", "step", "decider", "ground", "buildings", "figures", "postcards", "pool", "players", "first", "scores")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TILE_FIELD_NUMBER: _ClassVar[int]
    STEP_FIELD_NUMBER: _ClassVar[int]
    DECIDER_FIELD_NUMBER: _ClassVar[int]
    GROUND_FIELD_NUMBER: _ClassVar[int]
    BUILDINGS_FIELD_NUMBER: _ClassVar[int]
    FIGURES_FIELD_NUMBER: _ClassVar[int]
    POSTCARDS_FIELD_NUMBER: _ClassVar[int]
    POOL_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    FIRST_FIELD_NUMBER: _ClassVar[int]
    SCORES_FIELD_NUMBER: _ClassVar[int]
    seat: int
    tile: int
    step: LumiereStep
    decider: int
    ground: _containers.RepeatedScalarFieldContainer[LumiereGround]
    buildings: _containers.RepeatedCompositeFieldContainer[LumiereBuilding]
    figures: _containers.RepeatedCompositeFieldContainer[LumiereFigure]
    postcards: _containers.RepeatedCompositeFieldContainer[LumiereCard]
    pool: _containers.RepeatedScalarFieldContainer[LumierePiece]
    players: _containers.RepeatedCompositeFieldContainer[LumierePlayer]
    first: int
    scores: _containers.RepeatedCompositeFieldContainer[LumiereScore]
    def __init__(self, seat: _Optional[int] = ..., tile: _Optional[int] = ..., step: _Optional[_Union[LumiereStep, str]] = ..., decider: _Optional[int] = ..., ground: _Optional[_Iterable[_Union[LumiereGround, str]]] = ..., buildings: _Optional[_Iterable[_Union[LumiereBuilding, _Mapping]]] = ..., figures: _Optional[_Iterable[_Union[LumiereFigure, _Mapping]]] = ..., postcards: _Optional[_Iterable[_Union[LumiereCard, _Mapping]]] = ..., pool: _Optional[_Iterable[_Union[LumierePiece, str]]] = ..., players: _Optional[_Iterable[_Union[LumierePlayer, _Mapping]]] = ..., first: _Optional[int] = ..., scores: _Optional[_Iterable[_Union[LumiereScore, _Mapping]]] = ...) -> None: ...

class LumiereBuilding(_message.Message):
    __slots__ = ("piece", "seat", "cells", "annex")
    PIECE_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CELLS_FIELD_NUMBER: _ClassVar[int]
    ANNEX_FIELD_NUMBER: _ClassVar[int]
    piece: LumierePiece
    seat: int
    cells: _containers.RepeatedScalarFieldContainer[int]
    annex: int
    def __init__(self, piece: _Optional[_Union[LumierePiece, str]] = ..., seat: _Optional[int] = ..., cells: _Optional[_Iterable[int]] = ..., annex: _Optional[int] = ...) -> None: ...

class LumiereFigure(_message.Message):
    __slots__ = ("piece", "seat", "cells", "facing")
    PIECE_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CELLS_FIELD_NUMBER: _ClassVar[int]
    FACING_FIELD_NUMBER: _ClassVar[int]
    piece: LumierePiece
    seat: int
    cells: _containers.RepeatedScalarFieldContainer[int]
    facing: LumiereFacing
    def __init__(self, piece: _Optional[_Union[LumierePiece, str]] = ..., seat: _Optional[int] = ..., cells: _Optional[_Iterable[int]] = ..., facing: _Optional[_Union[LumiereFacing, str]] = ...) -> None: ...

class LumiereCard(_message.Message):
    __slots__ = ("name", "seat", "use", "cell")
    NAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    USE_FIELD_NUMBER: _ClassVar[int]
    CELL_FIELD_NUMBER: _ClassVar[int]
    name: LumierePostcard
    seat: int
    use: LumiereUse
    cell: int
    def __init__(self, name: _Optional[_Union[LumierePostcard, str]] = ..., seat: _Optional[int] = ..., use: _Optional[_Union[LumiereUse, str]] = ..., cell: _Optional[int] = ...) -> None: ...

class LumierePlayer(_message.Message):
    __slots__ = ("reserve", "tiles", "chimneys", "tokens")
    RESERVE_FIELD_NUMBER: _ClassVar[int]
    TILES_FIELD_NUMBER: _ClassVar[int]
    CHIMNEYS_FIELD_NUMBER: _ClassVar[int]
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    reserve: _containers.RepeatedScalarFieldContainer[LumierePiece]
    tiles: _containers.RepeatedScalarFieldContainer[int]
    chimneys: int
    tokens: int
    def __init__(self, reserve: _Optional[_Iterable[_Union[LumierePiece, str]]] = ..., tiles: _Optional[_Iterable[int]] = ..., chimneys: _Optional[int] = ..., tokens: _Optional[int] = ...) -> None: ...

class LumiereScore(_message.Message):
    __slots__ = ("lit", "quarter", "unplaced", "painter", "dancer", "fountain", "statue", "free")
    LIT_FIELD_NUMBER: _ClassVar[int]
    QUARTER_FIELD_NUMBER: _ClassVar[int]
    UNPLACED_FIELD_NUMBER: _ClassVar[int]
    PAINTER_FIELD_NUMBER: _ClassVar[int]
    DANCER_FIELD_NUMBER: _ClassVar[int]
    FOUNTAIN_FIELD_NUMBER: _ClassVar[int]
    STATUE_FIELD_NUMBER: _ClassVar[int]
    FREE_FIELD_NUMBER: _ClassVar[int]
    lit: int
    quarter: int
    unplaced: int
    painter: int
    dancer: int
    fountain: int
    statue: int
    free: int
    def __init__(self, lit: _Optional[int] = ..., quarter: _Optional[int] = ..., unplaced: _Optional[int] = ..., painter: _Optional[int] = ..., dancer: _Optional[int] = ..., fountain: _Optional[int] = ..., statue: _Optional[int] = ..., free: _Optional[int] = ...) -> None: ...

class LumiereRules(_message.Message):
    __slots__ = ("tiles", "shapes", "flip", "rays", "unplaced", "painter", "dancer", "fountain", "statue_side", "statue_corner")
    TILES_FIELD_NUMBER: _ClassVar[int]
    SHAPES_FIELD_NUMBER: _ClassVar[int]
    FLIP_FIELD_NUMBER: _ClassVar[int]
    RAYS_FIELD_NUMBER: _ClassVar[int]
    UNPLACED_FIELD_NUMBER: _ClassVar[int]
    PAINTER_FIELD_NUMBER: _ClassVar[int]
    DANCER_FIELD_NUMBER: _ClassVar[int]
    FOUNTAIN_FIELD_NUMBER: _ClassVar[int]
    STATUE_SIDE_FIELD_NUMBER: _ClassVar[int]
    STATUE_CORNER_FIELD_NUMBER: _ClassVar[int]
    tiles: _containers.RepeatedCompositeFieldContainer[LumiereTiles]
    shapes: _containers.RepeatedCompositeFieldContainer[LumiereShape]
    flip: bool
    rays: _containers.RepeatedCompositeFieldContainer[LumiereRay]
    unplaced: int
    painter: int
    dancer: int
    fountain: int
    statue_side: int
    statue_corner: int
    def __init__(self, tiles: _Optional[_Iterable[_Union[LumiereTiles, _Mapping]]] = ..., shapes: _Optional[_Iterable[_Union[LumiereShape, _Mapping]]] = ..., flip: _Optional[bool] = ..., rays: _Optional[_Iterable[_Union[LumiereRay, _Mapping]]] = ..., unplaced: _Optional[int] = ..., painter: _Optional[int] = ..., dancer: _Optional[int] = ..., fountain: _Optional[int] = ..., statue_side: _Optional[int] = ..., statue_corner: _Optional[int] = ...) -> None: ...

class LumiereTiles(_message.Message):
    __slots__ = ("tiles",)
    TILES_FIELD_NUMBER: _ClassVar[int]
    tiles: _containers.RepeatedCompositeFieldContainer[LumiereTile]
    def __init__(self, tiles: _Optional[_Iterable[_Union[LumiereTile, _Mapping]]] = ...) -> None: ...

class LumiereTile(_message.Message):
    __slots__ = ("cells",)
    CELLS_FIELD_NUMBER: _ClassVar[int]
    cells: _containers.RepeatedScalarFieldContainer[LumiereFace]
    def __init__(self, cells: _Optional[_Iterable[_Union[LumiereFace, str]]] = ...) -> None: ...

class LumiereShape(_message.Message):
    __slots__ = ("piece", "cells")
    PIECE_FIELD_NUMBER: _ClassVar[int]
    CELLS_FIELD_NUMBER: _ClassVar[int]
    piece: LumierePiece
    cells: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, piece: _Optional[_Union[LumierePiece, str]] = ..., cells: _Optional[_Iterable[int]] = ...) -> None: ...

class LumiereRay(_message.Message):
    __slots__ = ("offsets",)
    OFFSETS_FIELD_NUMBER: _ClassVar[int]
    offsets: _containers.RepeatedCompositeFieldContainer[LumiereOffset]
    def __init__(self, offsets: _Optional[_Iterable[_Union[LumiereOffset, _Mapping]]] = ...) -> None: ...

class LumiereOffset(_message.Message):
    __slots__ = ("rows", "columns")
    ROWS_FIELD_NUMBER: _ClassVar[int]
    COLUMNS_FIELD_NUMBER: _ClassVar[int]
    rows: int
    columns: int
    def __init__(self, rows: _Optional[int] = ..., columns: _Optional[int] = ...) -> None: ...

class LumiereAction(_message.Message):
    __slots__ = ("pave", "take", "decline_building", "build", "levitate", "lay", "extend", "stand", "erect", "keep", "decline_effect")
    PAVE_FIELD_NUMBER: _ClassVar[int]
    TAKE_FIELD_NUMBER: _ClassVar[int]
    DECLINE_BUILDING_FIELD_NUMBER: _ClassVar[int]
    BUILD_FIELD_NUMBER: _ClassVar[int]
    LEVITATE_FIELD_NUMBER: _ClassVar[int]
    LAY_FIELD_NUMBER: _ClassVar[int]
    EXTEND_FIELD_NUMBER: _ClassVar[int]
    STAND_FIELD_NUMBER: _ClassVar[int]
    ERECT_FIELD_NUMBER: _ClassVar[int]
    KEEP_FIELD_NUMBER: _ClassVar[int]
    DECLINE_EFFECT_FIELD_NUMBER: _ClassVar[int]
    pave: LumierePave
    take: LumiereTake
    decline_building: LumiereDeclineBuilding
    build: LumiereBuild
    levitate: LumiereLevitate
    lay: LumiereLay
    extend: LumiereExtend
    stand: LumiereStand
    erect: LumiereErect
    keep: LumiereKeep
    decline_effect: LumiereDeclineEffect
    def __init__(self, pave: _Optional[_Union[LumierePave, _Mapping]] = ..., take: _Optional[_Union[LumiereTake, _Mapping]] = ..., decline_building: _Optional[_Union[LumiereDeclineBuilding, _Mapping]] = ..., build: _Optional[_Union[LumiereBuild, _Mapping]] = ..., levitate: _Optional[_Union[LumiereLevitate, _Mapping]] = ..., lay: _Optional[_Union[LumiereLay, _Mapping]] = ..., extend: _Optional[_Union[LumiereExtend, _Mapping]] = ..., stand: _Optional[_Union[LumiereStand, _Mapping]] = ..., erect: _Optional[_Union[LumiereErect, _Mapping]] = ..., keep: _Optional[_Union[LumiereKeep, _Mapping]] = ..., decline_effect: _Optional[_Union[LumiereDeclineEffect, _Mapping]] = ...) -> None: ...

class LumierePave(_message.Message):
    __slots__ = ("square", "rotation")
    SQUARE_FIELD_NUMBER: _ClassVar[int]
    ROTATION_FIELD_NUMBER: _ClassVar[int]
    square: int
    rotation: int
    def __init__(self, square: _Optional[int] = ..., rotation: _Optional[int] = ...) -> None: ...

class LumiereTake(_message.Message):
    __slots__ = ("piece",)
    PIECE_FIELD_NUMBER: _ClassVar[int]
    piece: LumierePiece
    def __init__(self, piece: _Optional[_Union[LumierePiece, str]] = ...) -> None: ...

class LumiereDeclineBuilding(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class LumiereBuild(_message.Message):
    __slots__ = ("piece", "rotation", "flipped", "cells")
    PIECE_FIELD_NUMBER: _ClassVar[int]
    ROTATION_FIELD_NUMBER: _ClassVar[int]
    FLIPPED_FIELD_NUMBER: _ClassVar[int]
    CELLS_FIELD_NUMBER: _ClassVar[int]
    piece: LumierePiece
    rotation: int
    flipped: bool
    cells: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, piece: _Optional[_Union[LumierePiece, str]] = ..., rotation: _Optional[int] = ..., flipped: _Optional[bool] = ..., cells: _Optional[_Iterable[int]] = ...) -> None: ...

class LumiereLevitate(_message.Message):
    __slots__ = ("give", "piece", "rotation", "flipped", "cells")
    GIVE_FIELD_NUMBER: _ClassVar[int]
    PIECE_FIELD_NUMBER: _ClassVar[int]
    ROTATION_FIELD_NUMBER: _ClassVar[int]
    FLIPPED_FIELD_NUMBER: _ClassVar[int]
    CELLS_FIELD_NUMBER: _ClassVar[int]
    give: LumierePiece
    piece: LumierePiece
    rotation: int
    flipped: bool
    cells: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, give: _Optional[_Union[LumierePiece, str]] = ..., piece: _Optional[_Union[LumierePiece, str]] = ..., rotation: _Optional[int] = ..., flipped: _Optional[bool] = ..., cells: _Optional[_Iterable[int]] = ...) -> None: ...

class LumiereLay(_message.Message):
    __slots__ = ("piece", "cells")
    PIECE_FIELD_NUMBER: _ClassVar[int]
    CELLS_FIELD_NUMBER: _ClassVar[int]
    piece: LumierePiece
    cells: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, piece: _Optional[_Union[LumierePiece, str]] = ..., cells: _Optional[_Iterable[int]] = ...) -> None: ...

class LumiereExtend(_message.Message):
    __slots__ = ("cell", "piece")
    CELL_FIELD_NUMBER: _ClassVar[int]
    PIECE_FIELD_NUMBER: _ClassVar[int]
    cell: int
    piece: LumierePiece
    def __init__(self, cell: _Optional[int] = ..., piece: _Optional[_Union[LumierePiece, str]] = ...) -> None: ...

class LumiereStand(_message.Message):
    __slots__ = ("piece", "cell")
    PIECE_FIELD_NUMBER: _ClassVar[int]
    CELL_FIELD_NUMBER: _ClassVar[int]
    piece: LumierePiece
    cell: int
    def __init__(self, piece: _Optional[_Union[LumierePiece, str]] = ..., cell: _Optional[int] = ...) -> None: ...

class LumiereErect(_message.Message):
    __slots__ = ("cell", "facing")
    CELL_FIELD_NUMBER: _ClassVar[int]
    FACING_FIELD_NUMBER: _ClassVar[int]
    cell: int
    facing: LumiereFacing
    def __init__(self, cell: _Optional[int] = ..., facing: _Optional[_Union[LumiereFacing, str]] = ...) -> None: ...

class LumiereKeep(_message.Message):
    __slots__ = ("postcard",)
    POSTCARD_FIELD_NUMBER: _ClassVar[int]
    postcard: LumierePostcard
    def __init__(self, postcard: _Optional[_Union[LumierePostcard, str]] = ...) -> None: ...

class LumiereDeclineEffect(_message.Message):
    __slots__ = ("postcard",)
    POSTCARD_FIELD_NUMBER: _ClassVar[int]
    postcard: LumierePostcard
    def __init__(self, postcard: _Optional[_Union[LumierePostcard, str]] = ...) -> None: ...

class LumiereEvent(_message.Message):
    __slots__ = ("received", "paved", "took", "passed", "began", "built", "levitated", "laid", "extended", "stood", "erected", "kept", "declined_effect", "spent", "ended", "declined_building")
    RECEIVED_FIELD_NUMBER: _ClassVar[int]
    PAVED_FIELD_NUMBER: _ClassVar[int]
    TOOK_FIELD_NUMBER: _ClassVar[int]
    PASSED_FIELD_NUMBER: _ClassVar[int]
    BEGAN_FIELD_NUMBER: _ClassVar[int]
    BUILT_FIELD_NUMBER: _ClassVar[int]
    LEVITATED_FIELD_NUMBER: _ClassVar[int]
    LAID_FIELD_NUMBER: _ClassVar[int]
    EXTENDED_FIELD_NUMBER: _ClassVar[int]
    STOOD_FIELD_NUMBER: _ClassVar[int]
    ERECTED_FIELD_NUMBER: _ClassVar[int]
    KEPT_FIELD_NUMBER: _ClassVar[int]
    DECLINED_EFFECT_FIELD_NUMBER: _ClassVar[int]
    SPENT_FIELD_NUMBER: _ClassVar[int]
    ENDED_FIELD_NUMBER: _ClassVar[int]
    DECLINED_BUILDING_FIELD_NUMBER: _ClassVar[int]
    received: LumiereReceived
    paved: LumierePaved
    took: LumiereTook
    passed: LumierePassed
    began: LumiereBegan
    built: LumiereBuilt
    levitated: LumiereLevitated
    laid: LumiereLaid
    extended: LumiereExtended
    stood: LumiereStood
    erected: LumiereErected
    kept: LumiereKept
    declined_effect: LumiereDeclinedEffect
    spent: LumiereSpent
    ended: LumiereEnded
    declined_building: LumiereDeclinedBuilding
    def __init__(self, received: _Optional[_Union[LumiereReceived, _Mapping]] = ..., paved: _Optional[_Union[LumierePaved, _Mapping]] = ..., took: _Optional[_Union[LumiereTook, _Mapping]] = ..., passed: _Optional[_Union[LumierePassed, _Mapping]] = ..., began: _Optional[_Union[LumiereBegan, _Mapping]] = ..., built: _Optional[_Union[LumiereBuilt, _Mapping]] = ..., levitated: _Optional[_Union[LumiereLevitated, _Mapping]] = ..., laid: _Optional[_Union[LumiereLaid, _Mapping]] = ..., extended: _Optional[_Union[LumiereExtended, _Mapping]] = ..., stood: _Optional[_Union[LumiereStood, _Mapping]] = ..., erected: _Optional[_Union[LumiereErected, _Mapping]] = ..., kept: _Optional[_Union[LumiereKept, _Mapping]] = ..., declined_effect: _Optional[_Union[LumiereDeclinedEffect, _Mapping]] = ..., spent: _Optional[_Union[LumiereSpent, _Mapping]] = ..., ended: _Optional[_Union[LumiereEnded, _Mapping]] = ..., declined_building: _Optional[_Union[LumiereDeclinedBuilding, _Mapping]] = ...) -> None: ...

class LumiereReceived(_message.Message):
    __slots__ = ("tile",)
    TILE_FIELD_NUMBER: _ClassVar[int]
    tile: int
    def __init__(self, tile: _Optional[int] = ...) -> None: ...

class LumierePaved(_message.Message):
    __slots__ = ("seat", "tile", "square", "rotation")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TILE_FIELD_NUMBER: _ClassVar[int]
    SQUARE_FIELD_NUMBER: _ClassVar[int]
    ROTATION_FIELD_NUMBER: _ClassVar[int]
    seat: int
    tile: int
    square: int
    rotation: int
    def __init__(self, seat: _Optional[int] = ..., tile: _Optional[int] = ..., square: _Optional[int] = ..., rotation: _Optional[int] = ...) -> None: ...

class LumiereTook(_message.Message):
    __slots__ = ("seat", "piece")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PIECE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    piece: LumierePiece
    def __init__(self, seat: _Optional[int] = ..., piece: _Optional[_Union[LumierePiece, str]] = ...) -> None: ...

class LumiereDeclinedBuilding(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class LumierePassed(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class LumiereBegan(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class LumiereBuilt(_message.Message):
    __slots__ = ("seat", "piece", "rotation", "flipped", "cells")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PIECE_FIELD_NUMBER: _ClassVar[int]
    ROTATION_FIELD_NUMBER: _ClassVar[int]
    FLIPPED_FIELD_NUMBER: _ClassVar[int]
    CELLS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    piece: LumierePiece
    rotation: int
    flipped: bool
    cells: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, seat: _Optional[int] = ..., piece: _Optional[_Union[LumierePiece, str]] = ..., rotation: _Optional[int] = ..., flipped: _Optional[bool] = ..., cells: _Optional[_Iterable[int]] = ...) -> None: ...

class LumiereLevitated(_message.Message):
    __slots__ = ("seat", "give", "piece", "rotation", "flipped", "cells")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    GIVE_FIELD_NUMBER: _ClassVar[int]
    PIECE_FIELD_NUMBER: _ClassVar[int]
    ROTATION_FIELD_NUMBER: _ClassVar[int]
    FLIPPED_FIELD_NUMBER: _ClassVar[int]
    CELLS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    give: LumierePiece
    piece: LumierePiece
    rotation: int
    flipped: bool
    cells: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, seat: _Optional[int] = ..., give: _Optional[_Union[LumierePiece, str]] = ..., piece: _Optional[_Union[LumierePiece, str]] = ..., rotation: _Optional[int] = ..., flipped: _Optional[bool] = ..., cells: _Optional[_Iterable[int]] = ...) -> None: ...

class LumiereLaid(_message.Message):
    __slots__ = ("seat", "piece", "cells")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PIECE_FIELD_NUMBER: _ClassVar[int]
    CELLS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    piece: LumierePiece
    cells: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, seat: _Optional[int] = ..., piece: _Optional[_Union[LumierePiece, str]] = ..., cells: _Optional[_Iterable[int]] = ...) -> None: ...

class LumiereExtended(_message.Message):
    __slots__ = ("seat", "cell", "piece")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CELL_FIELD_NUMBER: _ClassVar[int]
    PIECE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    cell: int
    piece: LumierePiece
    def __init__(self, seat: _Optional[int] = ..., cell: _Optional[int] = ..., piece: _Optional[_Union[LumierePiece, str]] = ...) -> None: ...

class LumiereStood(_message.Message):
    __slots__ = ("seat", "piece", "cell")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PIECE_FIELD_NUMBER: _ClassVar[int]
    CELL_FIELD_NUMBER: _ClassVar[int]
    seat: int
    piece: LumierePiece
    cell: int
    def __init__(self, seat: _Optional[int] = ..., piece: _Optional[_Union[LumierePiece, str]] = ..., cell: _Optional[int] = ...) -> None: ...

class LumiereErected(_message.Message):
    __slots__ = ("seat", "cell", "facing")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CELL_FIELD_NUMBER: _ClassVar[int]
    FACING_FIELD_NUMBER: _ClassVar[int]
    seat: int
    cell: int
    facing: LumiereFacing
    def __init__(self, seat: _Optional[int] = ..., cell: _Optional[int] = ..., facing: _Optional[_Union[LumiereFacing, str]] = ...) -> None: ...

class LumiereKept(_message.Message):
    __slots__ = ("seat", "postcard")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    POSTCARD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    postcard: LumierePostcard
    def __init__(self, seat: _Optional[int] = ..., postcard: _Optional[_Union[LumierePostcard, str]] = ...) -> None: ...

class LumiereDeclinedEffect(_message.Message):
    __slots__ = ("seat", "postcard")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    POSTCARD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    postcard: LumierePostcard
    def __init__(self, seat: _Optional[int] = ..., postcard: _Optional[_Union[LumierePostcard, str]] = ...) -> None: ...

class LumiereSpent(_message.Message):
    __slots__ = ("seat", "postcard", "cell")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    POSTCARD_FIELD_NUMBER: _ClassVar[int]
    CELL_FIELD_NUMBER: _ClassVar[int]
    seat: int
    postcard: LumierePostcard
    cell: int
    def __init__(self, seat: _Optional[int] = ..., postcard: _Optional[_Union[LumierePostcard, str]] = ..., cell: _Optional[int] = ...) -> None: ...

class LumiereEnded(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...
