"""The Python client: a bot is one function.

from arbiter.client import run

def choose(turn):
    return 0  # the index of one of turn.actions

run(choose)
"""

import asyncio
import json
import os
import random
import time
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any

import grpc
from google.protobuf import descriptor_pool
from google.protobuf.any_pb2 import Any as PackedAny
from google.protobuf.message_factory import GetMessageClass
from grpc import aio

from arbiter.wire.games import GROUP
from lutetia.v1 import PROTOCOL_VERSION, play_pb2

if TYPE_CHECKING:
    from engine.dice import Dice
    from engine.game import AnyState

FLUSH_S = 0.005
"""Answers go out together, but none waits longer than this for the next."""

FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.1, 2.0
"""Between attempts to come back, each twice as long as the one before."""
UNNOTICED_S = 60.0
"""At most this long the arbiter may take a stream for alive that we have lost."""

_LOST = ("UNAVAILABLE", "INTERNAL")
"""What a stream ends with that is cut; INTERNAL if gRPC was just writing to it."""
_OPTIONS = (
    ("grpc.max_receive_message_length", -1),
    # So that a pulled cable is noticed, also while the bot thinks.
    ("grpc.keepalive_time_ms", 10_000),
    ("grpc.keepalive_timeout_ms", 5_000),
    ("grpc.http2.max_pings_without_data", 0),
    # Our own pauses count, not those of gRPC between attempts to connect.
    ("grpc.initial_reconnect_backoff_ms", round(FIRST_PAUSE_S * 1000)),
    ("grpc.min_reconnect_backoff_ms", round(FIRST_PAUSE_S * 1000)),
    ("grpc.max_reconnect_backoff_ms", round(LONGEST_PAUSE_S * 1000)),
)


class Match:
    """A match in progress, for as long as it lasts; `memory` is the bot's to use."""

    def __init__(self, start: play_pb2.Start) -> None:
        self.game = start.game
        self.seat = start.seat
        self.players = start.players
        self.start = start
        """What the match began with: also its time limits."""
        self.options: dict[str, object] = json.loads(start.options_json or "{}")
        """Those that differ from their defaults."""
        self.rules: Any = _part(start, "rules", start.game)
        """The figures in use, as a message of the game; None if it has none."""
        self.rng = random.Random(start.bot_seed)  # noqa: S311 - chance in a game
        self.memory: dict[str, Any] = {}
        self.answered = (0, 0)
        """The last turn that was answered, and the action."""


class Turn:
    """A decision that is due: the answer is the index of one of `actions`."""

    __slots__ = ("_imagine", "_position", "match", "message")

    def __init__(self, match: Match, message: play_pb2.Turn) -> None:
        self.match = match
        self.message = message
        self._position: object = None
        self._imagine: Callable[[Dice], AnyState] | None = None

    @property
    def action_count(self) -> int:
        return self.message.action_count

    @property
    def clock(self) -> play_pb2.Clock:
        return self.message.clock

    @property
    def position(self) -> Any:
        """The position message of the game, also that of a plug-in."""
        if self._position is None:
            self._position = _part(self.message, "position", self.match.game)
        return self._position

    @property
    def view(self) -> Any:
        return self.position.view

    @property
    def actions(self) -> Sequence[Any]:
        return self.position.actions  # type: ignore[no-any-return]

    def imagine(self) -> "AnyState":
        """Return a full position of the engine that agrees with the view, to search in.

        What the view does not hold is dealt at random. Its actions are in the order of `actions`.
        """
        if self._imagine is None:
            self._imagine = self._imagining()
        # Here, so that a bot which does not search need not load the engine.
        from engine.dice import Dice

        return self._imagine(Dice(self.match.rng.getrandbits(64)))

    def _imagining(self) -> "Callable[[Dice], AnyState]":
        """Return what deals the rest of the view, which is read once for any number of deals."""
        from arbiter.wire.games import find_wire
        from engine.games import find_game
        from engine.options import options_from_json

        game = find_game(self.match.game)
        options = options_from_json(game.options, self.match.options)
        view, _, _ = find_wire(game.name).decode(self.position.SerializeToString())
        return partial(game.imagine, view, options)

    @property
    def events(self) -> Sequence[object]:
        return self.position.events  # type: ignore[no-any-return]


def position_of(game: str, state: "AnyState", seat: int) -> Any:
    """Return the position message that a seat would get of a state, without events.

    So a bot that searches can ask what chooses by messages about positions it imagines. Only the
    decider has actions.
    """
    from arbiter.wire.games import find_wire

    wire = find_wire(game)
    actions = state.actions() if seat == state.decider else ()
    return wire.position.FromString(wire.encode(state.view(seat), actions, ()))


def _part(message: Any, oneof: str, game: str) -> object:
    """Return what a oneof with a message per game holds, also that of a plug-in; None: nothing."""
    field = message.WhichOneof(oneof)
    part = None if field is None else getattr(message, field)
    if isinstance(part, PackedAny):
        return _message_class(part.TypeName(), game).FromString(part.value)
    return part


@cache
def _message_class(message: str, game: str) -> Any:
    """Return the class of a plug-in's message."""
    # It is known once its generated module is imported, and the game's wire does that.
    for point in entry_points(group=GROUP, name=game):
        point.load()
    try:
        return GetMessageClass(descriptor_pool.Default().FindMessageTypeByName(message))
    except KeyError:
        raise LookupError(
            f"{game} sends a {message}, which is not known here: "
            "install the game where the bot runs, or import its generated module"
        ) from None


Choose = Callable[[Turn], int]


def run(
    choose: Choose,
    games: Iterable[str] = (),
    max_matches: int = 1,
    *,
    address: str | None = None,
    bot: str | None = None,
    token: str | None = None,
    ca: str | None = None,
) -> None:
    """Play as the arbiter asks until it ends the stream; a stream that is lost is resumed.

    `games` names what the bot plays (none: all), `max_matches` how many matches it takes at a
    time (1,000: any number). Address, name and token come from LUTETIA_ADDRESS, LUTETIA_BOT and
    LUTETIA_TOKEN if they are not given; so does `ca` from LUTETIA_TLS_CA: a file with the
    certificate to trust, or "system" for those that every program trusts. Without it the stream
    is not encrypted, which is for this machine alone.
    """
    address = address or _variable("ADDRESS")
    hello = play_pb2.Hello(
        protocol_version=PROTOCOL_VERSION,
        bot=bot or _variable("BOT"),
        token=token or _variable("TOKEN"),
        games=list(games),
        max_matches=max_matches,
    )
    ca = ca or os.environ.get("LUTETIA_TLS_CA")
    asyncio.run(_play(choose, address, ca, hello))


def _variable(key: str) -> str:
    try:
        return os.environ[f"LUTETIA_{key}"]
    except KeyError as missing:
        raise SystemExit(
            f"{missing} is not set: the arbiter sets it when it starts a bot. "
            "Try: lutetia match moscow_paris random THIS_FILE.py"
        ) from None


def _channel(address: str, ca: str | None) -> aio.Channel:
    if ca is None:
        return aio.insecure_channel(address, options=_OPTIONS)
    try:
        trusted = None if ca == "system" else Path(ca).read_bytes()
    except OSError as error:
        raise SystemExit(f"LUTETIA_TLS_CA: cannot read {ca}: {error.strerror}") from None
    credentials = grpc.ssl_channel_credentials(trusted)
    return aio.secure_channel(address, credentials, options=_OPTIONS)


async def _play(choose: Choose, address: str, ca: str | None, hello: play_pb2.Hello) -> None:
    """Play on one stream after the other, until one ends for good."""
    player = _Player(choose)
    async with _channel(address, ca) as channel:
        play = channel.stream_stream(
            "/lutetia.v1.ArbiterService/Play",
            request_serializer=play_pb2.BotMessage.SerializeToString,
            response_deserializer=play_pb2.ArbiterMessage.FromString,
        )
        lost_s = come_back_by_s = pause_s = 0.0
        while True:
            call = play()
            player.welcomed = False
            try:
                await call.write(play_pb2.BotMessage(hello=hello))
                await player.answer_all(call)
            except (aio.AioRpcError, asyncio.InvalidStateError):
                pass  # the stream has ended; its status says why
            status, details = (await call.code()).name, await call.details()
            if status in ("OK", "CANCELLED"):
                return
            now_s = time.monotonic()
            if player.welcomed and status in _LOST:
                lost_s, pause_s = now_s, FIRST_PAUSE_S
                come_back_by_s = lost_s + player.grace_s
            elif status == "ALREADY_EXISTS" and now_s < lost_s + UNNOTICED_S:
                # The arbiter has not noticed yet that our stream is lost.
                come_back_by_s = now_s + player.grace_s
            elif status not in _LOST:
                raise SystemExit(f"the arbiter ended the stream: {status}: {details}")
            if now_s + pause_s > come_back_by_s:
                after = f" for {player.grace_s:g} s" if player.grace_s else ""
                raise SystemExit(f"no arbiter can be reached at {address}{after}: {details}")
            await asyncio.sleep(pause_s)
            pause_s = min(2 * pause_s, LONGEST_PAUSE_S)


class _Player:
    """The matches of a bot, whatever streams they are played on."""

    def __init__(self, choose: Choose) -> None:
        self.welcomed = False
        """Whether this stream has had its welcome."""
        self.grace_s = 0.0
        self._choose = choose
        self._matches: dict[int, Match] = {}

    async def answer_all(self, call: Any) -> None:
        while (message := await call.read()) is not aio.EOF:
            resumed = message.HasField("welcome")
            if resumed:
                self._welcome(message)
            for start in message.starts:
                if not start.resumed or start.match_id not in self._matches:
                    self._matches[start.match_id] = Match(start)
            answers = []
            since = time.monotonic()
            for turn in message.turns:
                match = self._matches[turn.match_id]
                # A turn that comes again has been decided: its answer was lost on its way.
                if not (resumed and match.answered[0] == turn.turn_id):
                    match.answered = turn.turn_id, self._choose(Turn(match, turn))
                turn_id, action = match.answered
                answers.append(
                    play_pb2.Answer(match_id=turn.match_id, turn_id=turn_id, action_index=action)
                )
                if time.monotonic() - since > FLUSH_S:
                    await call.write(play_pb2.BotMessage(answers=answers))
                    answers = []
                    since = time.monotonic()
            if answers:
                await call.write(play_pb2.BotMessage(answers=answers))
            for over in message.overs:
                self._matches.pop(over.match_id, None)

    def _welcome(self, message: play_pb2.ArbiterMessage) -> None:
        """Forget the matches that do not go on: they have ended while we were away."""
        self.welcomed = True
        self.grace_s = message.welcome.grace_ms / 1000
        going_on = {start.match_id for start in message.starts if start.resumed}
        self._matches = {key: self._matches[key] for key in self._matches.keys() & going_on}
