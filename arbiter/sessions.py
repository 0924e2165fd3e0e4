"""The stream of one bot, with no I/O: bytes in, parts of messages out.

The states are those of the table at the top of play.proto.
"""

from collections.abc import Callable
from enum import Enum, auto
from typing import Protocol

from google.protobuf.message import DecodeError

from engine.record import Ending
from lutetia.v1 import PROTOCOL_VERSION, play_pb2

STRAY_LIMIT = 1_000
"""How many messages and answers that answer nothing a bot may send before it is cut off."""


class Status(Enum):
    """Why a stream is refused; the names are gRPC's."""

    INVALID_ARGUMENT = auto()
    FAILED_PRECONDITION = auto()
    UNAUTHENTICATED = auto()
    ALREADY_EXISTS = auto()
    RESOURCE_EXHAUSTED = auto()


class Refusal(Exception):
    """The bot has broken the protocol: its stream ends with this status and sentence."""

    def __init__(self, status: Status, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


class Seat(Protocol):
    """A place in a running game, as a session knows it."""

    def answer(self, turn_id: int, index: int) -> bool:
        """Take an answer; False if nothing it could answer is due."""

    def forfeit(self, ending: Ending, reason: str) -> None:
        """Take the bot out of the game."""


class Session:
    """One bot on its stream. `admit` checks a hello and may refuse it."""

    def __init__(self, admit: "Callable[[Session, play_pb2.Hello], None]") -> None:
        self.bot: str | None = None
        self.games: frozenset[str] = frozenset()
        self.leaving = False
        self.closed = False
        self.round_trip_s = 0.0
        self.strays = 0
        self.seats: dict[int, Seat] = {}
        self.wake: Callable[[], None] = lambda: None
        """Called when there is something to drain, after there was nothing."""
        self._admit = admit
        self._ended_games = 0
        self._outbox: list[bytes] = []

    def receive(self, data: bytes) -> None:
        """Take one BotMessage; what breaks the protocol raises Refusal."""
        try:
            message = play_pb2.BotMessage.FromString(data)
        except DecodeError:
            raise Refusal(Status.INVALID_ARGUMENT, "these bytes are no BotMessage") from None
        if self.bot is None or message.HasField("hello"):
            self._greet(message)
        for answer in message.answers:
            seat = self.seats.get(answer.game_id)
            if seat is None or not seat.answer(answer.turn_id, answer.action):
                self._stray(answer.game_id)
        for resignation in message.resignations:
            self._resign(resignation.game_id)
        if message.HasField("goodbye") and not self.leaving:
            self.leaving = True
        elif not (message.answers or message.resignations or message.HasField("hello")):
            self._stray(0)

    def send(self, part: bytes) -> None:
        """Put a serialised part of an ArbiterMessage into the next message."""
        if not self._outbox:
            self.wake()
        self._outbox.append(part)

    def drain(self) -> bytes:
        """Return all that is ready as one message."""
        data = b"".join(self._outbox)
        self._outbox.clear()
        return data

    def sit(self, game_id: int, seat: Seat) -> None:
        """Give the bot a place in a game."""
        self.seats[game_id] = seat

    def rise(self, game_id: int) -> None:
        """Take the bot's place away: its game is over."""
        self.seats.pop(game_id, None)
        self._ended_games = max(self._ended_games, game_id)

    def _greet(self, message: play_pb2.BotMessage) -> None:
        if not message.HasField("hello"):
            raise Refusal(Status.INVALID_ARGUMENT, "the first message must be a hello")
        if self.bot is not None:
            raise Refusal(Status.INVALID_ARGUMENT, "a second hello on one stream")
        version = message.hello.protocol_version
        if version != PROTOCOL_VERSION:
            sentence = f"this arbiter speaks protocol {PROTOCOL_VERSION}, the bot {version}"
            raise Refusal(Status.FAILED_PRECONDITION, sentence)
        self._admit(self, message.hello)
        self.bot = message.hello.bot
        self.games = frozenset(message.hello.games)

    def _resign(self, game_id: int) -> None:
        seat = self.seats.get(game_id)
        if seat is None:
            self._stray(game_id)
        else:
            seat.forfeit(Ending.RESIGNED, "the bot resigned")

    def _stray(self, game_id: int) -> None:
        """Count what answers nothing: late and repeated answers happen, floods end the stream."""
        if game_id > self._ended_games and game_id not in self.seats:
            sentence = f"game id {game_id} was never started on this stream"
            raise Refusal(Status.INVALID_ARGUMENT, sentence)
        self.strays += 1
        if self.strays > STRAY_LIMIT:
            sentence = f"more than {STRAY_LIMIT} messages or answers that answer nothing"
            raise Refusal(Status.RESOURCE_EXHAUSTED, sentence)
