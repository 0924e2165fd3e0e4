"""One wire for every game: made-up messages for each rule, then every game there is."""

import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

import pytest
from google.protobuf import descriptor_pb2, descriptor_pool
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from grpc_tools import protoc

from arbiter.wire.caches import PartCache, remembering
from arbiter.wire.codec import GameWire
from arbiter.wire.codec_builder import WireMismatch, is_repeated
from arbiter.wire.games import find_wire
from engine.games import find_game, game_names
from tests.playthroughs import walk


class Nothing(NamedTuple):
    """A view, action or event that says nothing."""


@cache
def position(proto: str) -> type[Message]:
    """Compile a made-up position; what it does not say of view, action and event is empty."""
    for name in ("View", "Action", "Event"):
        if f"message {name} " not in proto:
            proto += f"message {name} {{}}\n"
    if "message Position " not in proto:
        proto += (
            "message Position {View view=1; repeated Action actions=2;repeated Event events=3;}"
        )
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "game.proto").write_text(f'syntax = "proto3"; package game; {proto}')
        command = ["protoc", f"-I{folder}", f"--descriptor_set_out={folder}/set", "game.proto"]
        assert protoc.main(command) == 0
        files = descriptor_pb2.FileDescriptorSet.FromString(Path(folder, "set").read_bytes())
    pool = descriptor_pool.DescriptorPool()
    pool.Add(files.file[0])
    return GetMessageClass(pool.FindMessageTypeByName("game.Position"))


def named(name: str, **hints: Any) -> Any:
    return NamedTuple(name, list(hints.items()))


def view_type(**hints: Any) -> Any:
    return named("View", **hints)


def round_trip(wire: GameWire, view: Any) -> Any:
    """Check that a view comes back with its types, the second time from what was kept too."""
    for encode in (wire.encode, wire.encode, wire.encoder()):
        decoded, _, _ = wire.decode(encode(view, (), ()))
        assert repr(decoded) == repr(view)
    return wire.position.FromString(wire.encode(view, (), ())).view  # type: ignore[attr-defined]


SIDE = "enum Side {SIDE_UNSPECIFIED = 0; SIDE_LEFT = 1; SIDE_FAR_RIGHT = 300;}"


@pytest.mark.parametrize(
    ("declared", "hint", "values"),
    [
        ("uint32", int, (0, 1, 127, 128, 2**14, 2**21, 2**32 - 1)),
        ("uint64", int, (0, 2**64 - 1)),
        ("int32", int, (0, -1, -(2**31), 2**31 - 1)),
        ("int64", int, (-(2**63), 2**63 - 1)),
        ("sint32", int, (0, -1, 1, -(2**31), 2**31 - 1)),
        ("sint64", int, (-(2**63), 2**63 - 1)),
        ("fixed32", int, (0, 2**32 - 1)),
        ("fixed64", int, (0, 2**64 - 1)),
        ("sfixed32", int, (-(2**31), 2**31 - 1)),
        ("sfixed64", int, (-(2**63), 2**63 - 1)),
        ("float", float, (0.0, -0.0, 0.5)),
        ("double", float, (0.0, -0.0, 0.1)),
        ("bool", bool, (False, True)),
        ("string", str, ("", "é")),
        ("bytes", bytes, (b"", b"\0\xff")),
        ("Side", str, ("left", "far_right")),
        ("Side", Literal["left"], ("left",)),
    ],
)
def test_a_number_or_word_is_a_field_alone_optional_and_in_a_list(
    declared: str, hint: Any, values: tuple[Any, ...]
) -> None:
    proto = f"{SIDE} message View {{{declared} one=1; optional {declared} maybe=2; %s many=900;}}"
    view = view_type(one=hint, maybe=hint | None, many=tuple[hint, ...])
    wire = GameWire(position(proto % f"repeated {declared}"), view, Nothing, Nothing)
    for value in values:
        sent = round_trip(wire, view(value, value, values))
        assert sent.HasField("maybe")
        if declared != "Side":
            assert repr((sent.one, sent.maybe, sent.many[0])) == repr((value, value, values[0]))
    assert not round_trip(wire, view(values[0], None, ())).HasField("maybe")


@pytest.mark.parametrize(("declared", "hint"), [("double", float), ("repeated double", tuple)])
def test_zero_and_negative_zero_are_equal_but_not_the_same_number(declared: str, hint: Any) -> None:
    move = named("Move", x=float if hint is float else tuple[float, ...])
    wire = GameWire(position(f"message Action {{{declared} x = 1;}}"), Nothing, move, Nothing)
    for zero in (0.0, -0.0, 0.0):
        action = move(zero if hint is float else (zero,))
        _, decoded, _ = wire.decode(wire.encode(Nothing(), [action], ()))
        assert repr(decoded) == repr([action])


def test_a_word_that_may_be_none_is_unspecified() -> None:
    wire = GameWire(
        position(SIDE + "message View {Side side = 1;}"),
        view_type(side=str | None),
        Nothing,
        Nothing,
    )
    assert round_trip(wire, (view_type(side=str)(None))).side == 0


def test_fields_are_found_by_name_whatever_their_numbers_and_order() -> None:
    view = view_type(first=int, second=int)
    proto = "message View {uint32 second = 7; uint32 first = 3;}"
    sent = round_trip(GameWire(position(proto), view, Nothing, Nothing), view(1, 2))
    assert (sent.first, sent.second) == (1, 2)


def test_a_plain_tuple_is_a_message_with_its_elements_in_order() -> None:
    view = view_type(pile=tuple[str, int], counts=tuple[int, ...])
    proto = SIDE + (
        "message Pile {Side side = 1; uint32 number = 2;} message Counts {uint32 a=1; uint32 b=2;}"
        "message View {Pile pile = 1; Counts counts = 2;}"
    )
    wire = GameWire(position(proto), view, Nothing, Nothing)
    sent = round_trip(wire, view(("left", 3), (0, 5)))
    assert (sent.pile.side, sent.pile.number, sent.counts.b) == (1, 3, 5)
    with pytest.raises(ValueError, match=r"View\.counts must have 2 elements: \(1, 2, 3\)"):
        wire.encode(view(("left", 3), (1, 2, 3)), (), ())


def test_a_tuple_is_a_message_that_holds_nothing_but_a_list() -> None:
    view = view_type(rays=tuple[tuple[int, ...], ...], maybe=tuple[int, ...] | None)
    proto = (
        "message Ray {repeated uint32 cells = 1;}"
        "message View {repeated Ray rays = 1; Ray maybe = 2;}"
    )
    wire = GameWire(position(proto), view, Nothing, Nothing)
    sent = round_trip(wire, view(((1, 2), (), (3,)), ()))
    assert [list(ray.cells) for ray in sent.rays] == [[1, 2], [], [3]]
    assert not round_trip(wire, view((), None)).HasField("maybe")


def test_a_text_is_a_list_of_an_enum_whose_words_are_letters() -> None:
    view = view_type(row=str)
    wire = GameWire(
        position(SIDE + "message View {repeated Side row = 1;}"),
        view,
        Nothing,
        Nothing,
        words={"Side": {".": "unspecified", "l": "left", "r": "far_right"}},
    )
    assert list(round_trip(wire, view(".lr.")).row) == [0, 1, 300, 0]


def test_a_text_of_small_numbers_is_written_at_once_and_knows_its_letters() -> None:
    view = view_type(row=str)
    proto = "enum Cell {CELL_UNSPECIFIED = 0; CELL_LAMP = 1;} message View {repeated Cell row = 1;}"
    words = {"Cell": {".": "unspecified", "L": "lamp"}}
    wire = GameWire(position(proto), view, Nothing, Nothing, words=words)
    assert list(round_trip(wire, view(".LL.")).row) == [0, 1, 1, 0]
    for wrong in ("L?", "L\N{LATIN SMALL LETTER E WITH ACUTE}"):
        with pytest.raises(ValueError, match="is not a word of"):
            wire.encode(view(wrong), (), ())


@pytest.mark.parametrize("numbers", [(), (0, 0), (127, 1), (128, 1), (1, 255), (256,), (1 << 31,)])
def test_a_list_holds_numbers_of_any_size(numbers: tuple[int, ...]) -> None:
    view = view_type(numbers=tuple[int, ...])
    wire = GameWire(position("message View {repeated uint32 numbers = 1;}"), view, Nothing, Nothing)
    assert tuple(round_trip(wire, view(numbers)).numbers) == numbers


class Bank(NamedTuple):
    district: str


class Landmark(NamedTuple):
    name: str


class Arc(NamedTuple):
    pass


class Move(NamedTuple):
    place: Bank | Landmark | Arc
    kind: str = "move"


class Pass(NamedTuple):
    kind: str = "pass"


class KindFirst(NamedTuple):
    kind: str = "first"
    row: int = 0


PLACES = """
    message Arc {}
    message Bank {string district = 1;}
    message Place {oneof place {Bank bank = 1; string landmark = 2; Arc the_arc = 3;}}
    message Move {Place place = 1;}
    message Pass {}
    message Action {oneof action {Move move = 4; Pass pass_turn = 5;}}
"""


def moves() -> GameWire:
    names = {"arc": "the_arc", "pass": "pass_turn"}
    return GameWire(position(PLACES), Nothing, Move | Pass, Nothing, names=names)


def test_a_union_is_a_oneof_by_kind_or_by_type_and_equal_values_of_two_types_differ() -> None:
    wire = moves()
    actions = [Move(Bank("x")), Move(Landmark("x")), Move(Arc()), Pass(), Move(Bank("x"))]
    assert actions[0] == actions[1]  # which is why they must not share a cache
    encoded = wire.encode(Nothing(), actions, ())
    assert repr(wire.decode(encoded)[1]) == repr(actions)
    sent = wire.position.FromString(encoded).actions  # type: ignore[attr-defined]
    assert [action.WhichOneof("action") for action in sent] == [
        "move", "move", "move", "pass_turn", "move",
    ]  # fmt: skip
    assert (sent[0].move.place.bank.district, sent[1].move.place.landmark) == ("x", "x")


def test_values_that_are_equal_but_of_two_types_are_told_apart_in_a_view_too() -> None:
    class View(NamedTuple):
        places: tuple[Bank | Landmark | Arc, ...]

    proto = PLACES + "message View {repeated Place places = 1;}"
    names = {"arc": "the_arc", "pass": "pass_turn"}
    wire = GameWire(position(proto), View, Move | Pass, Nothing, names=names)
    for place in (Bank("x"), Landmark("x"), Bank("x")):
        round_trip(wire, View((place,)))


def test_true_is_not_one_where_the_type_makes_a_difference() -> None:
    flag, count = named("Flag", value=bool), named("Count", value=int)
    proto = """
        message Flag {bool value = 1;} message Count {uint32 value = 1;}
        message Action {oneof action {Flag flag = 1; Count count = 2;}}
    """
    wire = GameWire(position(proto), Nothing, flag | count, Nothing)
    actions = [count(1), flag(True), count(1)]
    decoded = wire.decode(wire.encode(Nothing(), actions, ()))[1]
    assert repr(decoded) == repr(actions)


def test_a_value_that_cannot_be_told_is_an_error_and_not_other_bytes() -> None:
    view = view_type(count=int, side=str, rows=tuple[tuple[int, ...], ...])
    proto = SIDE + (
        "message Row {repeated uint32 cells = 1;}"
        "message View {uint32 count = 1; Side side = 2; repeated Row rows = 3;}"
    )
    wire = GameWire(position(proto), view, Nothing, Nothing)
    with pytest.raises(OverflowError, match=r"-1 does not fit into game\.View\.count"):
        wire.encode(view(-1, "left", ()), (), ())
    with pytest.raises(
        ValueError, match=r"'up' is not a word of game\.View\.side: left, far_right"
    ):
        wire.encode(view(1, "up", ()), (), ())
    for nothing in (view(None, "left", ()), view(1, "left", None), view(1, "left", (None,))):
        with pytest.raises(TypeError, match="None"):
            wire.encode(nothing, (), ())
    with pytest.raises(TypeError, match=r"must be made of tuples, but this is a list: \[\(1,\)\]"):
        wire.encode(view(1, "left", [(1,)]), (), ())


ONE_FIELD = (
    "message View {%s;} message Pair {uint32 a = 1; uint32 b = 2;}"
    "enum Coin {COIN_HEADS = 0; COIN_TAILS = 1;}" + SIDE
)


@pytest.mark.parametrize(
    ("field", "hint", "sentence"),
    [
        ("uint32 x = 1", int, "View has a field 'a', but the message game.View has none for it."),
        ("string a = 1", int, "View.a is int, but game.View.a is string."),
        ("uint32 a = 1", bool, "View.a is bool, but game.View.a is uint32."),
        ("Side a = 1", int, "View.a is int, but game.View.a is game.Side. The value of an enum"),
        ("Side a = 1", Literal["up"], "game.View.a is game.Side. The enum has no value for 'up'."),
        ("uint32 a = 1", int | None, "It may be None: the field must be `optional`."),
        ("Coin a = 1", str | None, "It may be None: the field must be `optional`."),
        ("repeated uint32 a = 1", int, "View.a is int, but game.View.a is repeated uint32."),
        ("repeated uint32 a = 1", tuple[int, str], "A list is a tuple whose elements are of one"),
        ("repeated uint32 a = 1", tuple[int, ...] | None, "A list may be empty, but not None."),
        ("repeated Side a = 1", str, "Its words have more than one letter."),
        ("uint32 a = 1", tuple[int, ...], "View.a is tuple[int, ...], but game.View.a is uint32."),
        ("Pair a = 1", int, "View.a is int, but game.View.a is game.Pair."),
        (
            "Pair a = 1",
            tuple[int, int, int],
            "It has 2 fields: use a named tuple, or a tuple of 2.",
        ),
        ("Pair a = 1", Bank | Arc, "The message of a union must be a oneof."),
        ("map<uint32, uint32> a = 1", tuple[int, ...], "repeated game.View.AEntry"),
    ],
)
def test_a_field_that_does_not_fit_is_a_sentence_that_names_both(
    field: str, hint: Any, sentence: str
) -> None:
    with pytest.raises(WireMismatch) as mismatch:
        GameWire(position(ONE_FIELD % field), view_type(a=hint), Nothing, Nothing)
    assert sentence in str(mismatch.value)


@pytest.mark.parametrize(
    ("proto", "action", "names", "sentence"),
    [
        (
            "message Action {uint32 a = 1; uint32 b = 2;}",
            named("Action", a=int),
            {},
            f"The message game.Action has a field 'b', but {__name__}.Action has none for it.",
        ),
        (
            "message Action {oneof action {Pass pass = 1; Pass skip = 2;}} message Pass {}",
            Pass,
            {},
            "The message game.Action has a field 'skip', but no type of the engine stands for it.",
        ),
        (
            "message Action {oneof action {Pass skip = 1;}} message Pass {}",
            Pass,
            {},
            "Pass is 'pass', but the message game.Action has no field for it.",
        ),
        (
            "message Action {oneof action {Pass pass = 1;}} message Pass {}",
            Pass | Arc,
            {"arc": "pass"},
            "Arc is 'arc', but the message game.Action has no field for it.",
        ),
        (
            "message Action {uint32 row = 1;}",
            KindFirst,
            {},
            "The field 'kind' of tests.arbiter.wire.test_codec.KindFirst must be its last one.",
        ),
        ("message Action {}", Nothing, {"pas": "x"}, "The name 'pas' was given to the wire, but"),
        (
            "message Action {uint32 b = 1;}",
            named("Action", a=int, b=int),
            {"a": "b"},
            f"{__name__}.Action has a field 'b', but the message game.Action has none for it.",
        ),
        (
            "message Position {View view = 1; Action actions = 2; repeated Event events = 3;}",
            Nothing,
            {},
            "game.Position.actions must be one view or a list of the others.",
        ),
        (
            "message Position {View view = 1; repeated Action actions = 2;}",
            Nothing,
            {},
            "a position has a field 'events', but the message game.Position has none for it.",
        ),
    ],
)
def test_what_only_one_side_has_is_a_sentence_that_names_it(
    proto: str, action: Any, names: dict[str, str], sentence: str
) -> None:
    with pytest.raises(WireMismatch) as mismatch:
        GameWire(position(proto), Nothing, action, Nothing, names=names)
    assert sentence in str(mismatch.value)


def test_a_word_for_a_value_that_an_enum_has_not_is_a_mismatch() -> None:
    proto = SIDE + "message View {Side side = 1;}"
    with pytest.raises(
        WireMismatch, match=r"'u' was given .* 'up', but the enum game\.Side has no"
    ):
        GameWire(
            position(proto), view_type(side=str), Nothing, Nothing, words={"Side": {"u": "up"}}
        )


def test_a_part_is_made_once_and_the_cache_of_parts_is_bounded() -> None:
    made: list[int] = []

    def write(n: int) -> bytes:
        made.append(n)
        return bytes([n])

    parts = PartCache(write, size=5)
    assert parts.of(7) == parts.of(7) == b"\7"
    assert made == [7]
    for n in range(20):
        assert parts.of(n) == bytes([n])
        assert len(parts) <= 5


def test_the_last_value_is_not_written_again() -> None:
    written: list[Any] = []

    def write(value: Any) -> bytes:
        written.append(value)
        return repr(value).encode()

    last = remembering(write, exact=True)
    one, equal = Bank("x"), Landmark("x")
    for value in (one, one, equal):
        assert last(value) == repr(one).encode()
    assert last(None) == b"None"
    assert last(one) == repr(one).encode()
    assert written == [one, None, one]
    same_object = remembering(write, exact=False)
    for value in (one, one, equal, equal):
        assert same_object(value) == repr(value).encode()


GAMES = [(name, players) for name in game_names() for players in find_game(name).players]


def positions(name: str, players: int, seed: int) -> Iterator[tuple[Any, Any, Any]]:
    return walk(find_game(name), players, seed)


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_every_position_of_a_game_is_told_as_it_is_and_comes_back(name: str, players: int) -> None:
    wire = find_wire(name)
    encode = wire.encoder()
    for view, actions, events in positions(name, players, seed=players):
        data = encode(view, actions, events)
        sent: Any = wire.position.FromString(data)
        assert_told(sent.view, view)
        for kind, values in ((sent.actions, actions), (sent.events, events)):
            for part, value in zip(kind, values, strict=True):
                assert_told(part, value)
        assert repr(wire.decode(data)) == repr((view, list(actions), list(events)))


@pytest.mark.parametrize("name", game_names())
def test_what_an_encoder_remembers_changes_no_byte(name: str) -> None:
    game, wire = find_game(name), find_wire(name)
    players = max(game.players)
    encode = wire.encoder()  # meets two games in turns, and whatever the other tests left
    for one, other in zip(positions(name, players, 1), positions(name, players, 2), strict=False):
        assert encode(*one) == wire.encoder()(*one)
        assert encode(*other) == wire.encoder()(*other)


def test_a_wire_with_tiny_caches_writes_the_same_bytes() -> None:
    from connect_four.connect_four_pb2 import Position
    from connect_four.rules import Drop, Dropped, View

    tiny = GameWire(Position, View, Drop, Dropped, cache_size=2)
    for parts in positions("connect_four", 2, seed=5):
        assert tiny.encode(*parts) == find_wire("connect_four").encode(*parts)


def assert_told(sent: Any, value: Any) -> None:
    """Check a parsed message against a value of the engine, by what the generated classes say."""
    fields = sent.DESCRIPTOR.fields
    if sent.DESCRIPTOR.oneofs and not sent.DESCRIPTOR.oneofs[0].name.startswith("_"):
        (field, part) = sent.ListFields()[0]
        assert_same(field, part, value if field.message_type else value[0])
    elif hasattr(value, "_fields"):
        names = [name for name in value._fields if name != "kind"]
        assert sorted(names) == sorted(field.name for field in fields)
        for field in fields:
            part = getattr(value, field.name)
            absent = field.has_presence and not sent.HasField(field.name)
            assert_same(field, None if absent else getattr(sent, field.name), part)
    elif len(fields) == 1 and is_repeated(fields[0]):
        assert_same(fields[0], getattr(sent, fields[0].name), value)
    else:
        for field, part in zip(fields, value, strict=True):
            assert_same(field, getattr(sent, field.name), part)


def assert_same(field: Any, sent: Any, value: Any) -> None:
    """Check the value of a field."""
    if is_repeated(field):
        assert len(sent) == len(value)
        several = list(zip(sent, value, strict=True))
    else:
        several = [(sent, value)]
    for one, part in several:
        if field.enum_type is not None:
            name = field.enum_type.values_by_number[one or 0].name
            letter = isinstance(value, str) and is_repeated(field)  # told by names of its own
            assert letter or name.endswith(f"_{(part or 'unspecified').upper()}")
        elif field.message_type is not None and part is not None:
            assert_told(one, part)
        else:
            assert one == part
