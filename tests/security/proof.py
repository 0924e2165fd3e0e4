"""What a bot may have been sent, worked out from the records alone, and compared with what it was.

The path is another one than the arbiter's: records are replayed with the engine, events are
filtered here, and messages are built with the generated classes.
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from typing import Any, NamedTuple

from google.protobuf.message import Message

from arbiter.bots import remote_bot
from arbiter.gallery import Gallery
from arbiter.jobs import Job, PlayedActions
from arbiter.wire.games import find_wire
from engine.dice import Dice, derive, public_seed
from engine.game import AnyState, Notice
from engine.games import find_game
from engine.options import options_from_json
from engine.record import Bot, Ending, Record, pack_record, replay
from lutetia.v1 import play_pb2, watch_pb2
from tests.security.series import CONTROL, Played, Series

CLOCK = play_pb2.Clock(remaining_ms=5_000, bank_ms=60_000).SerializeToString() + b"\x18\x00"
"""Every clock of a series in which time stands still; no round trip is written as a 0."""
Part = tuple[int, bytes]
"""A field of an ArbiterMessage: its number and its bytes."""
WELCOME, START, TURN, OVER = 1, 2, 3, 4
OWN_FIELDS = {"paris", "moscow_paris", "lumiere"}
"""The games whose messages have a field of their own in a turn; others travel in an Any."""


class Asked(NamedTuple):
    """A decision that a seat was asked for: the real state, and the events since its last one."""

    turn_id: int
    state: AnyState
    seat: int
    events: tuple[Any, ...]


def decisions(record: Record, seat: int) -> Iterator[Asked]:
    """Yield the decisions that a seat was asked for; the state is valid until the next one.

    The last decision of a seat that resigned was asked for and not answered.
    """
    made = [0] * record.setup.players
    gone: set[int] = set()
    turn_id = 0
    events: list[Any] = []
    for state, action in replay(record):
        decider = state.decider
        if decider is None:
            return
        if decider not in gone:
            turn_id += 1
            if decider == seat:
                yield Asked(turn_id, state, seat, tuple(events))
                events.clear()
            if made[decider] == record.seats[decider].decisions:
                gone.add(decider)
            made[decider] += 1
        # `replay` plays the action after this; a copy tells what everybody will learn of it.
        for event, only in state.copy().play(action):
            if only is None or only == seat:
                events.append(event)


def check_bytes(series: Series) -> int:
    """Compare every byte that was sent with what may have been; return how many there are."""
    sent: defaultdict[tuple[str, int], list[Part]] = defaultdict(list)
    size = 0
    for name, messages in series.streams.items():
        parts = [part for message in messages for part in split(message)]
        size += sum(map(len, messages))
        welcome = play_pb2.Welcome(arbiter_version=version("lutetia"), grace_ms=20_000)
        assert parts[0] == (WELCOME, welcome.SerializeToString()), (
            f"{name} was not welcomed as everybody is"
        )
        for number, payload in parts[1:]:
            sent[name, _match_id(number, payload)].append((number, payload))
    for played, seat in series.seats():
        expected = list(may_be_sent(played, seat))
        name = played.pairing.bots[seat]
        found = sent.pop((name, played.match_id), [])
        for number, (one, other) in enumerate(zip(found, expected, strict=False)):
            assert one == other, _difference(played, seat, number, one, other)
        assert len(found) == len(expected), (
            f"seat {seat} of {played.pairing.key} was sent {len(found)} parts, not {len(expected)}"
        )
    assert not sent, f"bots were sent something of matches that they are not in: {list(sent)}"
    return size


def may_be_sent(played: Played, seat: int) -> Iterator[Part]:
    """Yield what a seat may be sent of a match, in order."""
    record = played.record
    setup = record.setup
    game, wire = find_game(setup.game), find_wire(setup.game)
    start = play_pb2.Start(
        match_id=played.match_id,
        game=setup.game,
        seat=seat,
        players=setup.players,
        bot_seed=public_seed(*played.public_name, seat),
        bank_ms=60_000,
        move_ms=5_000,
        options_json=json.dumps(setup.options) if setup.options else "",
    )
    rules = game.rules(setup.players, options_from_json(game.options, setup.options))
    if rules is not None:
        field: Message = getattr(start, f"{setup.game}_rules")
        field.ParseFromString(wire.encode_rules(rules))
    yield START, start.SerializeToString()
    for asked in decisions(record, seat):
        yield TURN, turn(played.match_id, setup.game, asked)
    over = play_pb2.Over(match_id=played.match_id)
    if record.seats[seat].ending == Ending.PLAYED:
        for told in record.seats:
            ending = f"ENDING_{told.ending.name}"
            over.results.add(score=told.score, rank=told.rank, ending=ending)
    else:
        over.reason = record.seats[seat].reason
    yield OVER, over.SerializeToString()


def turn(match_id: int, game: str, asked: Asked) -> bytes:
    """Return a turn, built with the generated classes from what the seat sees."""
    position = position_of(game, asked.state, asked.seat, asked.events)
    head = play_pb2.Turn(match_id=match_id, turn_id=asked.turn_id).SerializeToString()
    clock = b"\x1a" + bytes([len(CLOCK)]) + CLOCK
    tail = play_pb2.Turn(action_count=len(asked.state.actions()))
    if game in OWN_FIELDS:
        getattr(tail, game).ParseFromString(position)
    else:
        tail.other.type_url = f"type.googleapis.com/{find_wire(game).message}"
        tail.other.value = position
    return head + clock + tail.SerializeToString()


def position_of(game: str, state: AnyState, seat: int, events: Sequence[Any]) -> bytes:
    """Return what a seat sees, without anything that an encoder remembers of other turns.

    What the generated classes and the codec read in these bytes is what the engine has said, and
    nothing else: not a field more, nor another order.
    """
    wire = find_wire(game)
    told = state.view(seat), list(state.actions()), list(events)
    data = wire.encoder()(*told)
    assert wire.position.FromString(data).SerializeToString(deterministic=True) == data
    assert repr(wire.decode(data)) == repr(told)
    return data


def check_imagined(series: Series, worlds: int) -> int:
    """Check that with other hidden pieces every turn would have had the same bytes.

    Return in how many of these worlds something hidden really was another.
    """
    others = 0
    for played, seat in series.seats():
        setup = played.record.setup
        game = find_game(setup.game)
        options = options_from_json(game.options, setup.options)
        dice = Dice(derive(setup.seed, "worlds", seat))
        for asked in decisions(played.record, seat):
            sent = position_of(setup.game, asked.state, seat, asked.events)
            for _ in range(worlds):
                world = game.imagine(asked.state.view(seat), options, dice)
                assert world.decider == seat
                seen = position_of(setup.game, world, seat, asked.events)
                assert seen == sent, (
                    f"turn {asked.turn_id} of seat {seat} of {played.pairing.key} tells what is "
                    "hidden: with other hidden pieces it would be another"
                )
                others += hidden_pieces(world) != hidden_pieces(asked.state)
    return others


def shown(played: Played) -> list[Part]:
    """Return what the gallery shows of a match to somebody who watches it from its beginning."""
    record = played.record
    gallery = Gallery(monotonic=lambda: 0.0)
    spectator = gallery.enter(b"", lambda: None)
    names = [f"{number} {seat.bot}" for number, seat in enumerate(record.seats)]
    bots = [remote_bot(Bot(seat.bot, seat.version)) for seat in record.seats]
    job = Job(record.setup, dict(zip(names, bots, strict=True)), CONTROL, played.public_name)
    showing = gallery.begin(job, lambda: None)
    told = record.actions[: len(record.actions) // 2]  # the other half comes with the record
    for number, action in enumerate(told):
        showing.played(PlayedActions(number, (action,)), 0.0)
    gallery.end(showing, pack_record(record))
    parts: list[Part] = []
    while not spectator.done:
        parts += split(spectator.take(0.0))
    return parts


def may_be_shown(played: Played) -> Iterator[bytes]:
    """Yield what a spectator may be shown of a match, in order."""
    record = played.record
    setup = record.setup
    game, wire = find_game(setup.game), find_wire(setup.game)
    head = watch_pb2.WatchedMatch(
        match_id=1,
        game=setup.game,
        bots=[watch_pb2.WatchedBot(name=seat.bot, version=seat.version) for seat in record.seats],
        options_json=json.dumps(setup.options) if setup.options else "",
        bank_ms=60_000,
        move_ms=5_000,
    )
    rules = game.rules(setup.players, options_from_json(game.options, setup.options))
    if rules is not None:
        field: Message = getattr(head, f"{setup.game}_rules")
        field.ParseFromString(wire.encode_rules(rules))
    yield watch_pb2.WatchResponse(match=head).SerializeToString()
    events: list[Any] = []
    decider = None
    for number, (state, action) in enumerate(replay(record)):
        yield step(setup.game, number, decider, state, events)
        decider = state.decider
        if action:
            events = [event for event, only in state.copy().play(action) if only is None]
    end = watch_pb2.WatchedEnd()
    for told in record.seats:
        end.results.add(score=told.score, rank=told.rank, ending=f"ENDING_{told.ending.name}")
    yield watch_pb2.WatchResponse(end=end).SerializeToString()


def step(
    game: str, number: int, decider: int | None, state: AnyState, events: Sequence[Any]
) -> bytes:
    """Return a step, built with the generated classes from what a spectator sees."""
    told = watch_pb2.WatchedStep(number=number, seat=decider)
    position = find_wire(game).encoder()(state.view(None), [], list(events))
    if game in OWN_FIELDS:
        getattr(told, game).ParseFromString(position)
    else:
        told.other.type_url = f"type.googleapis.com/{find_wire(game).message}"
        told.other.value = position
    return watch_pb2.WatchResponse(steps=[told]).SerializeToString()


def check_shown(series: Series) -> int:
    """Compare every byte that the gallery shows with what may be shown; return how many."""
    size = 0
    for played in series.played:
        found = shown(played)
        expected = [part for message in may_be_shown(played) for part in split(message)]
        for number, (one, other) in enumerate(zip(found, expected, strict=False)):
            assert one == other, (
                f"part {number} of {played.pairing.key} is not what spectators may be shown.\n"
                f"shown:\n{str(one)[:2_000]}\nmay be shown:\n{str(other)[:2_000]}"
            )
        assert len(found) == len(expected)
        size += sum(len(payload) for _, payload in found)
    return size


def check_imagined_shown(series: Series, worlds: int) -> int:
    """Check that with other hidden pieces every step would have had the same bytes.

    Return in how many of these worlds something hidden really was another.
    """
    others = 0
    for played in series.played:
        setup = played.record.setup
        game = find_game(setup.game)
        options = options_from_json(game.options, setup.options)
        dice = Dice(derive(setup.seed, "worlds of spectators"))
        for number, (state, action) in enumerate(replay(played.record)):
            told = step(setup.game, number, None, state, ())
            for _ in range(worlds):
                world = game.imagine(state.view(None), options, dice)
                assert step(setup.game, number, None, world, ()) == told, (
                    f"step {number} of {played.pairing.key} tells what is hidden: with other "
                    "hidden pieces it would be another"
                )
                # Who decides next is told with the next step.
                assert not action or world.decider == state.decider
                others += hidden_pieces(world) != hidden_pieces(state)
    return others


def check_events(series: Series, worlds: int, *, of_spectators: bool = False) -> int:
    """Check that events tell a seat, or spectators, nothing that their view does not show.

    The same action is played in the real state and in one that is imagined from a seat's view. If
    the seat sees the same afterwards, it must have been told the same, but for the order of the
    cards that it drew itself. Return how often it saw the same although something hidden was
    another.
    """
    compared = 0
    spectators = [(played, None) for played in series.played]
    for played, seat in spectators if of_spectators else series.seats():
        setup = played.record.setup
        game = find_game(setup.game)
        options = options_from_json(game.options, setup.options)
        dice = Dice(derive(setup.seed, "events", "spectators" if seat is None else seat))
        for state, action in replay(played.record):
            if state.decider in (seat, None):
                continue
            for _ in range(worlds):
                world = game.imagine(state.view(seat), options, dice)
                differs = hidden_pieces(world) != hidden_pieces(state)
                if not differs or action not in world.actions():
                    continue
                real = state.copy()
                told = [
                    [notice.event for notice in position.play(action) if _public(notice)]
                    for position in (real, world)
                ]
                if real.view(seat) == world.view(seat):
                    compared += 1
                    assert told[0] == told[1], (
                        f"an event tells seat {seat} of {played.pairing.key} what its view does "
                        f"not: {told[0]} or {told[1]}"
                    )
    return compared


def _public(notice: Notice[Any]) -> bool:
    """Tell whether an event may tell nothing new; hands that the rules lay open do (§8)."""
    return notice.seat is None and notice.event.kind != "stupor"


def check_deals(series: Series) -> None:
    """Check that no two matches share a deal, and that none follows from what bots may know."""
    seeds = [played.record.setup.seed for played in series.played]
    assert len(set(seeds)) == len(seeds), "two matches have the same seed"
    deals: dict[object, Played] = {}
    for played in series.played:
        setup = played.record.setup
        if setup.game == "connect_four":  # it has no deal
            continue
        deal = setup.game, setup.players, repr(setup.options), hidden_pieces(setup.deal())
        other = deals.setdefault(deal, played)
        assert other is played, f"{played.public_name} has the deal of {other.public_name}"
    public = {
        guess
        for played in series.played
        for seat in range(-1, 4)
        for guess in (
            public_seed(*played.public_name),
            public_seed(*played.public_name, seat),
            public_seed(*played.pairing.key),
            played.match_id,
        )
    }
    roots = [*range(1_000), *public, *seeds]
    for played in series.played:
        key = played.pairing.key
        guesses = {derive(root, *labels) for root in roots for labels in (key, played.public_name)}
        assert played.record.setup.seed not in guesses | public, "a seed follows from public names"


def hidden_pieces(state: Any) -> object:
    """Return what lies where nobody, or not everybody, sees it."""
    game = type(state).__module__.split(".")[1]
    if game == "paris":
        own = tuple(own.held for own in state.end_tiles.own)
        return state.stacks.tiles, state.stacks.removed, own
    if game == "moscow_paris":
        return tuple(state.deck), tuple(state.city_deck), tuple(state.hidden)
    if game == "lumiere":
        return tuple(map(tuple, state.stacks))
    return ()


def split(message: bytes) -> Iterator[Part]:
    """Yield the fields of a message, which must all be messages."""
    at = 0
    while at < len(message):
        tag, at = _varint(message, at)
        size, at = _varint(message, at)
        assert tag & 7 == 2, "a field that is not a message"
        assert at + size <= len(message), "a message that is cut off"
        yield tag >> 3, message[at : at + size]
        at += size


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at


def _match_id(number: int, payload: bytes) -> int:
    kinds: dict[int, Any] = {START: play_pb2.Start, TURN: play_pb2.Turn, OVER: play_pb2.Over}
    assert number in kinds, f"a field {number} of an ArbiterMessage"
    return int(kinds[number].FromString(payload).match_id)


def _difference(played: Played, seat: int, number: int, one: Part, other: Part) -> str:
    kinds: dict[int, Any] = {START: play_pb2.Start, TURN: play_pb2.Turn, OVER: play_pb2.Over}
    shown = [str(kinds[kind].FromString(payload))[:2_000] for kind, payload in (one, other)]
    return (
        f"part {number} for seat {seat} of {played.pairing.key} is not what it may be sent.\n"
        f"sent:\n{shown[0]}\nmay be sent:\n{shown[1]}"
    )
