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
from typing import TYPE_CHECKING, Any

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

_OPTIONS = (("grpc.max_receive_message_length", -1),)


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


def run(choose: Choose, games: Iterable[str] = (), max_matches: int = 1) -> None:
    """Play as the arbiter asks until it ends the stream.

    `games` names what the bot plays (none: all), `max_matches` how many matches it takes at a
    time (1,000: any number). Address, name and token come from LUTETIA_ADDRESS, LUTETIA_BOT and
    LUTETIA_TOKEN.
    """
    try:
        address, bot, token = (os.environ[f"LUTETIA_{key}"] for key in ("ADDRESS", "BOT", "TOKEN"))
    except KeyError as missing:
        raise SystemExit(
            f"{missing} is not set: the arbiter sets it when it starts a bot. "
            "Try: lutetia match moscow_paris random THIS_FILE.py"
        ) from None
    hello = play_pb2.Hello(
        protocol_version=PROTOCOL_VERSION,
        bot=bot,
        token=token,
        games=list(games),
        max_matches=max_matches,
    )
    asyncio.run(_play(choose, address, hello))


async def _play(choose: Choose, address: str, hello: play_pb2.Hello) -> None:
    async with aio.insecure_channel(address, options=_OPTIONS) as channel:
        call = channel.stream_stream(
            "/lutetia.v1.ArbiterService/Play",
            request_serializer=play_pb2.BotMessage.SerializeToString,
            response_deserializer=play_pb2.ArbiterMessage.FromString,
        )()
        try:
            await call.write(play_pb2.BotMessage(hello=hello))
            await _answer_all(choose, call)
        except (aio.AioRpcError, asyncio.InvalidStateError):
            pass  # the stream has ended; its status says why
        status = await call.code()
        if status.name not in ("OK", "CANCELLED", "UNAVAILABLE"):
            raise SystemExit(f"the arbiter ended the stream: {status.name}: {await call.details()}")


async def _answer_all(choose: Choose, call: Any) -> None:
    matches: dict[int, Match] = {}
    while (message := await call.read()) is not aio.EOF:
        for start in message.starts:
            matches[start.match_id] = Match(start)
        answers = []
        since = time.monotonic()
        for turn in message.turns:
            action = choose(Turn(matches[turn.match_id], turn))
            answers.append(
                play_pb2.Answer(match_id=turn.match_id, turn_id=turn.turn_id, action_index=action)
            )
            if time.monotonic() - since > FLUSH_S:
                await call.write(play_pb2.BotMessage(answers=answers))
                answers = []
                since = time.monotonic()
        if answers:
            await call.write(play_pb2.BotMessage(answers=answers))
        for over in message.overs:
            matches.pop(over.match_id, None)
