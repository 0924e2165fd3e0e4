"""The Python client: a bot is one function.

from arbiter.client import run

def choose(turn):
    return turn.actions[0]  # or its index, 0

run(choose)
"""

import asyncio
import json
import operator
import os
import random
import signal
import sys
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache, cached_property, partial
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import grpc
from google.protobuf import descriptor_pool
from google.protobuf.any_pb2 import Any as PackedAny
from google.protobuf.message_factory import GetMessageClass
from grpc import aio

from arbiter.wire.games import GROUP
from arbiter.wire.unopened import UnopenedMessage, open_position, open_turn
from lutetia.v1 import PROTOCOL_VERSION, lumiere_pb2, moscow_paris_pb2, paris_pb2, play_pb2

if TYPE_CHECKING:
    from engine.dice import Dice
    from engine.game import AnyState

FLUSH_S = 0.005
"""Answers go out together, but none waits longer than this for the next."""

FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.1, 2.0
"""Between attempts to come back, each twice as long as the one before."""
UNNOTICED_S = 60.0
"""How long at most the arbiter may take to notice that a stream was lost."""

_LOST = ("UNAVAILABLE", "INTERNAL")
"""The status of a stream that was cut; INTERNAL if gRPC was writing to it just then."""
_ENDED = (aio.AioRpcError, asyncio.InvalidStateError)
"""What reading and writing raise on a stream that has ended; its status says why."""
_OPTIONS = (
    ("grpc.max_receive_message_length", -1),
    # So that a pulled cable is noticed, also while the bot thinks.
    ("grpc.keepalive_time_ms", 10_000),
    ("grpc.keepalive_timeout_ms", 5_000),
    ("grpc.http2.max_pings_without_data", 0),
    # Our own pauses count, not those of gRPC between attempts to connect.
    ("grpc.initial_reconnect_backoff_ms", round(FIRST_PAUSE_S * 1000)),
    # Despite its name, how long an attempt may take: on a busy machine 100 ms were not enough.
    ("grpc.min_reconnect_backoff_ms", 5_000),
    ("grpc.max_reconnect_backoff_ms", round(LONGEST_PAUSE_S * 1000)),
)

View = TypeVar("View")
Action = TypeVar("Action")
Event = TypeVar("Event")
Rules = TypeVar("Rules")


class Match(Generic[Rules]):
    """A match in progress, for as long as it lasts; `memory` is the bot's to use."""

    def __init__(self, start: play_pb2.Start) -> None:
        self.game = start.game
        self.seat = start.seat
        self.players = start.players
        self.start = start
        """What the match began with: also its time limits."""
        self.options: dict[str, object] = json.loads(start.options_json or "{}")
        """Those that differ from their defaults."""
        self.rules: Rules = _part(start, "rules", start.game)
        """The figures in use, as a message of the game; None if it has none."""
        self.memory: dict[str, Any] = {}
        self.strikes: list[play_pb2.Strike] = []
        """The decisions that the bot failed to make, and was forgiven."""
        self.answered = play_pb2.Answer()
        """The answer to its last turn, to send again if the stream was lost with it."""

    @cached_property
    def rng(self) -> random.Random:
        """The bot's own random numbers, from the seed that the arbiter gave it."""
        return random.Random(self.start.bot_seed)  # noqa: S311 - chance in a game


class TypedTurn(Generic[View, Action, Event, Rules]):
    """A decision that is due: the answer is one of `actions`, or its index.

    `turn_id`, `action_count` and `clock` cost nothing; all else is parsed when it is looked at.
    """

    __slots__ = ("_imagine", "_message", "_position", "action_count", "match", "turn_id")

    def __init__(self, match: Match[Rules], message: Any) -> None:
        """Make a turn of its message, which is a play_pb2.Turn or an unopened one."""
        self.match = match
        self.turn_id: int = message.turn_id
        self.action_count: int = message.action_count
        self._message = message
        self._position: object = None
        self._imagine: Callable[[Dice], AnyState] | None = None

    @property
    def message(self) -> play_pb2.Turn:
        """The whole message of the turn."""
        if not isinstance(self._message, play_pb2.Turn):
            self._message = open_turn(self._message)
        return self._message

    @property
    def clock(self) -> play_pb2.Clock:
        return self._message.clock  # type: ignore[no-any-return]

    @property
    def position(self) -> Any:
        """The position message of the game, also that of a plug-in."""
        if self._position is None:
            self._position = _part(self._message, "position", self.match.game)
        return self._position

    @property
    def view(self) -> View:
        return self.position.view  # type: ignore[no-any-return]

    @property
    def actions(self) -> Sequence[Action]:
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
    def events(self) -> Sequence[Event]:
        return self.position.events  # type: ignore[no-any-return]


Turn = TypedTurn[Any, Any, Any, Any]
"""A turn of any game, plug-ins included. Those of one game let editors and type checkers know what
it holds."""
LumiereTurn = TypedTurn[
    lumiere_pb2.LumiereView,
    lumiere_pb2.LumiereAction,
    lumiere_pb2.LumiereEvent,
    lumiere_pb2.LumiereRules,
]
MoscowParisTurn = TypedTurn[
    moscow_paris_pb2.MoscowParisView,
    moscow_paris_pb2.MoscowParisAction,
    moscow_paris_pb2.MoscowParisEvent,
    moscow_paris_pb2.MoscowParisRules,
]
ParisTurn = TypedTurn[
    paris_pb2.ParisView, paris_pb2.ParisAction, paris_pb2.ParisEvent, paris_pb2.ParisRules
]


def position_of(game: str, state: "AnyState", seat: int) -> Any:
    """Return the position message that a seat would get of a state, without events.

    With it, code that decides by messages can be asked about imagined positions too. Only the
    decider has actions.
    """
    from arbiter.wire.games import find_wire

    wire = find_wire(game)
    actions = state.actions() if seat == state.decider else ()
    return wire.position.FromString(wire.encode(state.view(seat), actions, ()))


def _part(message: Any, oneof: str, game: str) -> Any:
    """Return what a oneof with a message per game holds, also that of a plug-in; None: nothing."""
    field = message.WhichOneof(oneof)
    part = None if field is None else getattr(message, field)
    if isinstance(part, bytes):
        part = open_position(field, part)
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


Choose = Callable[[Turn], Any]
ChooseBatch = Callable[[list[Turn]], Sequence[Any]]


def run(
    choose: Choose | None = None,
    games: Iterable[str] = (),
    max_matches: int = 1,
    *,
    choose_batch: ChooseBatch | None = None,
    address: str | None = None,
    bot: str | None = None,
    token: str | None = None,
    ca: str | None = None,
) -> None:
    """Play as the arbiter asks until it ends the stream; a stream that is lost is resumed.

    `choose` gets a turn and returns one of its actions, or the index of one. A bot may have
    `choose_batch` instead, which gets a list of all turns that are due, one per match, and returns
    a list of as many answers: so a neural network can evaluate them together.

    `games` names what the bot plays (none: all), `max_matches` how many matches it takes at a
    time (1,000: any number). Address, name and token come from LUTETIA_ADDRESS, LUTETIA_BOT and
    LUTETIA_TOKEN if they are not given; so does `ca` from LUTETIA_TLS_CA: a file with the
    certificate to trust, or "system" for those that every program trusts. Without it the stream
    is not encrypted, which is for this machine alone.

    Ctrl-C says goodbye: the bot takes no further match, and ends when those that have begun are
    over. A second one ends it at once.
    """
    player: _Player
    if choose is not None and choose_batch is None:
        player = _SinglePlayer(choose)
    elif choose_batch is not None and choose is None:
        player = _BatchPlayer(choose_batch)
    else:
        raise TypeError("run() needs either choose or choose_batch")
    address = address or _variable("ADDRESS")
    hello = play_pb2.Hello(
        protocol_version=PROTOCOL_VERSION,
        bot=bot or _variable("BOT"),
        token=token or _variable("TOKEN"),
        games=list(games),
        max_matches=max_matches,
    )
    ca = ca or os.environ.get("LUTETIA_TLS_CA")
    asyncio.run(_play(player, address, ca, hello))


def _variable(key: str) -> str:
    try:
        return os.environ[f"LUTETIA_{key}"]
    except KeyError as missing:
        if "LUTETIA_ADDRESS" in os.environ:  # somebody wants to connect to an arbiter
            advice = "ask the organiser for a token, which `lutetia bot token NAME` makes"
        else:
            advice = (
                "the arbiter sets it when it starts a bot. "
                "Try: lutetia match moscow_paris random THIS_FILE.py"
            )
        raise SystemExit(f"{missing} is not set: {advice}") from None


def _channel(address: str, ca: str | None) -> aio.Channel:
    if ca is None:
        return aio.insecure_channel(address, options=_OPTIONS)
    try:
        trusted = None if ca == "system" else Path(ca).read_bytes()
    except OSError as error:
        raise SystemExit(f"LUTETIA_TLS_CA: cannot read {ca}: {error.strerror}") from None
    credentials = grpc.ssl_channel_credentials(trusted)
    return aio.secure_channel(address, credentials, options=_OPTIONS)


async def _play(player: "_Player", address: str, ca: str | None, hello: play_pb2.Hello) -> None:
    leave = partial(asyncio.get_running_loop().call_soon_threadsafe, player.leave)
    async with _channel(address, ca) as channel:
        with _on_interrupt(leave):
            await _play_on(channel, player, address, hello)


@contextmanager
def _on_interrupt(leave: Callable[[], object]) -> Iterator[None]:
    """Call `leave` at the first Ctrl-C while a block lasts; the second ends the process."""
    # A shell lets what it runs in the background ignore Ctrl-C.
    is_ignored = signal.getsignal(signal.SIGINT) == signal.SIG_IGN
    if is_ignored or threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupted(*_: object) -> None:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        leave()

    # Not a handler of asyncio's loop: that would wait for a `choose` that never returns.
    before = signal.signal(signal.SIGINT, interrupted)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


async def _play_on(
    channel: aio.Channel, player: "_Player", address: str, hello: play_pb2.Hello
) -> None:
    """Play on one stream after the other, until one ends for good."""
    open_stream = channel.stream_stream(
        "/lutetia.v1.ArbiterService/Play",
        request_serializer=play_pb2.BotMessage.SerializeToString,
        response_deserializer=UnopenedMessage.FromString,
    )
    if not address.startswith("unix:"):  # a person has started the bot, and wants to know
        player.said_when_welcomed = f"connected to {address} as {hello.bot}"
    lost_s = come_back_by_s = pause_s = 0.0
    while True:
        call = open_stream()
        with suppress(*_ENDED):
            await player.play(call, hello)
        status, details = (await call.code()).name, await call.details()
        if status in ("OK", "CANCELLED"):  # an arbiter that stops cancels what is left
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


class _Player(ABC):
    """The matches of a bot, whatever streams they are played on."""

    def __init__(self) -> None:
        self.welcomed = False
        """Whether this stream has had its welcome."""
        self.grace_s = 0.0
        self.said_when_welcomed = ""
        """A line for standard error."""
        self._matches: dict[int, Match[Any]] = {}
        self._call: Any = None
        self._leaving = False
        self._writing = asyncio.Lock()  # gRPC takes one message at a time
        self._goodbye: asyncio.Task[None] | None = None
        """Kept here, since asyncio lets a task vanish that nobody holds."""

    async def play(self, call: Any, hello: play_pb2.Hello) -> None:
        """Answer all turns of a stream."""
        self.welcomed = False
        await call.write(play_pb2.BotMessage(hello=hello))
        self._call = call  # only now: a goodbye must not overtake the hello
        if self._leaving:  # it was said on a stream that was lost, or between two
            await self._say_goodbye()
        await self._answer_all(call)

    def leave(self) -> None:
        """Take no further match; those that have begun are played to their end."""
        self._leaving = True
        if self._call is not None:
            self._goodbye = asyncio.create_task(self._say_goodbye())

    async def _say_goodbye(self) -> None:
        with suppress(*_ENDED):  # then it is said on the next stream
            await self._send(self._call, play_pb2.BotMessage(goodbye=play_pb2.Goodbye()))

    async def _send(self, call: Any, message: play_pb2.BotMessage) -> None:
        async with self._writing:
            await call.write(message)

    async def _answer_all(self, call: Any) -> None:
        while (message := await call.read()) is not aio.EOF:
            if message.HasField("welcome"):
                self.welcomed = True
                self.grace_s = message.welcome.grace_ms / 1000
                if self.said_when_welcomed:
                    sys.stderr.write(f"{self.said_when_welcomed}\n")
                # The other matches have ended while we were away.
                going_on = {start.match_id for start in message.starts if start.resumed}
                self._matches = {key: self._matches[key] for key in self._matches.keys() & going_on}
            for start in message.starts:
                if not start.resumed or start.match_id not in self._matches:
                    self._matches[start.match_id] = Match(start)
            for strike in message.strikes:
                if strike.match_id in self._matches:
                    self._matches[strike.match_id].strikes.append(strike)
            if message.turns:
                await self._answer(message.turns, call)
            for over in message.overs:
                self._matches.pop(over.match_id, None)

    @abstractmethod
    async def _answer(self, turns: Sequence[Any], call: Any) -> None:
        """Decide turns of one message and send the answers.

        A turn that comes again has been decided already: its answer was lost on its way.
        """


class _SinglePlayer(_Player):
    """A bot that decides turn by turn."""

    def __init__(self, choose: Choose) -> None:
        super().__init__()
        self._choose = choose

    async def _answer(self, turns: Sequence[Any], call: Any) -> None:
        answers = []
        since = time.monotonic()
        for message in turns:
            match = self._matches[message.match_id]
            if match.answered.turn_id != message.turn_id:
                turn: Turn = TypedTurn(match, message)
                match.answered = _answer_to(turn, self._choose(turn))
            answers.append(match.answered)
            if time.monotonic() - since > FLUSH_S:
                await self._send(call, play_pb2.BotMessage(answers=answers))
                answers = []
                since = time.monotonic()
        if answers:
            await self._send(call, play_pb2.BotMessage(answers=answers))


class _BatchPlayer(_Player):
    """A bot that decides all turns of a message together."""

    def __init__(self, choose_batch: ChooseBatch) -> None:
        super().__init__()
        self._choose_batch = choose_batch

    async def _answer(self, turns: Sequence[Any], call: Any) -> None:
        matches = [self._matches[message.match_id] for message in turns]
        due: list[Turn] = [
            TypedTurn(match, message)
            for match, message in zip(matches, turns, strict=True)
            if match.answered.turn_id != message.turn_id
        ]
        if due:
            chosen = self._choose_batch(due)
            if len(chosen) != len(due):
                raise TypeError(f"choose_batch got {len(due)} turns and returned {len(chosen)}")
            for turn, choice in zip(due, chosen, strict=True):
                turn.match.answered = _answer_to(turn, choice)
        await self._send(call, play_pb2.BotMessage(answers=[match.answered for match in matches]))


def _answer_to(turn: Turn, choice: Any) -> play_pb2.Answer:
    """Return the answer that says what a bot chose: an action, or the index of one."""
    try:
        index = operator.index(choice)
    except TypeError:
        index = next((i for i, action in enumerate(turn.actions) if action == choice), -1)
    if index < 0:
        raise ValueError(
            f"the bot chose {choice!r}, which is neither one of turn.actions nor the index of one"
        )
    match_id = turn.match.start.match_id
    return play_pb2.Answer(match_id=match_id, turn_id=turn.turn_id, action_index=index)
