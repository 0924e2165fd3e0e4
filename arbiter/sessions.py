"""The stream of one bot, with no I/O: bytes in, parts of messages out.

The states are those of the table at the top of play.proto.
"""

from collections import Counter
from collections.abc import Callable
from enum import Enum, auto
from typing import Protocol

from google.protobuf.message import DecodeError

from arbiter.bot_life import BotLife, LifeState
from engine.record import Ending
from lutetia.v1 import PROTOCOL_VERSION, play_pb2

MESSAGE_LIMIT = 256 * 1024
HELLO_LIMIT = 16 * 1024
"""The same for the first message, which anybody can send."""
UNSOLICITED_LIMIT = 1_000
"""How many unsolicited answers and messages a bot may send per match, besides those it earns."""
FORGIVEN = 2
"""For each answer that counts, this many that do not are forgiven: a long match is not a flood."""

CREDIT = 1024 * 1024
"""How many bytes a bot may send beyond what it was asked for."""
MESSAGE_COST = 256
"""What a message costs on top of its size, in bytes."""
EARNED = 1024
"""Each part that a bot is sent, such as a turn, earns it this much credit: many times the
size of an answer."""


class Status(Enum):
    """Why a stream or a call is refused; the names are gRPC's."""

    INVALID_ARGUMENT = auto()
    FAILED_PRECONDITION = auto()
    UNAUTHENTICATED = auto()
    ALREADY_EXISTS = auto()
    NOT_FOUND = auto()
    RESOURCE_EXHAUSTED = auto()
    DEADLINE_EXCEEDED = auto()
    UNAVAILABLE = auto()
    DATA_LOSS = auto()
    INTERNAL = auto()


class Refusal(Exception):
    """A bot or another caller is refused: its stream or call ends with this status and reason."""

    def __init__(self, status: Status, reason: str) -> None:
        super().__init__(reason)
        self.status = status


class Seat(Protocol):
    """A seat in a running match, as a session knows it."""

    def answer(self, turn_id: int, action_index: int) -> bool:
        """Take an answer; False if nothing it could answer is due."""

    def forfeit(self, ending: Ending, reason: str) -> None:
        """Take the bot out of the match."""

    def resume(self, session: "Session") -> None:
        """Go on with another stream of the bot: send it what it needs to know again."""


Admit = Callable[["Session", play_pb2.Hello], BotLife]


class Session:
    """One bot on its stream.

    `admit` returns the bot that a hello is from, or raises Refusal. `wake` is called when there
    is something for the writer to do: a message to drain, or the end of the stream.
    """

    def __init__(self, admit: Admit, wake: Callable[[], None]) -> None:
        self.life: BotLife | None = None
        self.round_trip_s = 0.0
        self.seats: dict[int, Seat] = {}
        self._admit = admit
        self._wake = wake
        self.refusal: Refusal | None = None
        """Why the arbiter ends the stream, if it is not just over."""
        self._closed = False
        self._credit = CREDIT
        self._last_ended_match = 0
        self._unsolicited: Counter[int] = Counter()
        """By match id; under 0 what belongs to no running match, since the last one ended."""
        self._outbox: list[bytes] = []
        self.drains = 0
        """How many times the outbox was emptied: tells whether a part that was put in has left."""

    @property
    def over(self) -> bool:
        """Whether the arbiter ends the stream: the bot is refused, or leaving without a match.

        A leaving bot cannot know by itself whether it has a match left: a Start may be on its
        way to it while its goodbye comes in.
        """
        leaving = self.life is not None and self.life.state is LifeState.LEAVING
        return self._closed or (leaving and not self.seats)

    def close(self, refusal: Refusal | None = None) -> None:
        """Let the writer end when it has sent what is ready."""
        self._closed = True
        self.refusal = refusal
        self._wake()

    def receive(self, data: bytes) -> None:
        """Take one BotMessage; what breaks the protocol raises Refusal."""
        # Before it is parsed: a flood must not cost more than reading it.
        size = len(data)
        limit = HELLO_LIMIT if self.life is None else MESSAGE_LIMIT
        if size > limit:
            kind = "first message" if self.life is None else "message"
            sentence = f"a {kind} of {size:,} bytes; at most {limit:,} are allowed"
            raise Refusal(Status.RESOURCE_EXHAUSTED, sentence)
        self._credit -= size + MESSAGE_COST
        if self._credit < 0:
            sentence = f"more than {CREDIT:,} bytes beyond what it was asked for"
            raise Refusal(Status.RESOURCE_EXHAUSTED, sentence)
        try:
            message = play_pb2.BotMessage.FromString(data)
        except DecodeError:
            raise Refusal(Status.INVALID_ARGUMENT, "these bytes are not a BotMessage") from None
        life, answers = self.life, message.answers
        if life is None or message.HasField("hello"):
            life = self._greet(message)
        for answer in answers:
            match_id = answer.match_id
            seat = self.seats.get(match_id)
            if seat is None or not seat.answer(answer.turn_id, answer.action_index):
                self._count_unsolicited(match_id)
            elif match_id in self._unsolicited:
                left = self._unsolicited[match_id] - FORGIVEN
                self._unsolicited[match_id] = max(left, 0)
        for resignation in message.resignations:
            seat = self.seats.get(resignation.match_id)
            if seat is None:
                self._count_unsolicited(resignation.match_id)
            else:
                seat.forfeit(Ending.RESIGNED, "the bot resigned")
        if message.HasField("goodbye") and life.state is LifeState.CONNECTED:
            life.said_goodbye()
            self._wake()
        elif not (answers or message.resignations or message.HasField("hello")):
            self._count_unsolicited(0)

    def send(self, part: bytes) -> None:
        """Put a serialised part of an ArbiterMessage into the next message."""
        if not self._outbox:
            self._wake()
        self._outbox.append(part)

    def drain(self) -> bytes:
        """Return all that is ready as one message."""
        data = b"".join(self._outbox)
        self._credit = min(self._credit + EARNED * len(self._outbox), CREDIT)
        self._outbox.clear()
        self.drains += 1
        return data

    def add_seat(self, match_id: int, seat: Seat) -> None:
        self.seats[match_id] = seat

    def remove_seat(self, match_id: int) -> None:
        self.seats.pop(match_id, None)
        self._last_ended_match = max(self._last_ended_match, match_id)
        del self._unsolicited[match_id]  # a Counter does not mind if there are none
        del self._unsolicited[0]
        if self.over:
            self._wake()

    def resume(self, lost: "Session") -> None:
        """Take over the matches of a stream that was lost, and all that was counted on it."""
        self.round_trip_s = lost.round_trip_s
        self.seats, lost.seats = lost.seats, {}
        self._last_ended_match = lost._last_ended_match
        self._unsolicited = lost._unsolicited
        self._credit = min(self._credit, lost._credit)
        for seat in self.seats.values():
            seat.resume(self)

    def timed_out(self) -> None:
        """Note that the bot ran out of time in a match, and has not answered in it since."""
        if self.life is not None:
            self.life.timed_out()

    def _greet(self, message: play_pb2.BotMessage) -> BotLife:
        if not message.HasField("hello"):
            raise Refusal(Status.INVALID_ARGUMENT, "the first message must be a hello")
        if self.life is not None:
            raise Refusal(Status.INVALID_ARGUMENT, "a second hello on one stream")
        version = message.hello.protocol_version
        if version != PROTOCOL_VERSION:
            reason = f"this arbiter speaks protocol {PROTOCOL_VERSION}, the bot {version}"
            raise Refusal(Status.FAILED_PRECONDITION, reason)
        self.life = self._admit(self, message.hello)
        return self.life

    def _count_unsolicited(self, match_id: int) -> None:
        """Count what answers nothing: late and repeated answers happen, a flood ends the stream.

        Counted per match, so that a bot which answers everything twice survives any number of
        matches on one stream.
        """
        running = match_id in self.seats
        if match_id > self._last_ended_match and not running:
            reason = f"match id {match_id} was never started on this stream"
            raise Refusal(Status.INVALID_ARGUMENT, reason)
        key = match_id if running else 0  # which no match has: their ids count from 1
        self._unsolicited[key] += 1
        if self._unsolicited[key] > UNSOLICITED_LIMIT:
            reason = f"more than {UNSOLICITED_LIMIT} messages or answers that answer nothing"
            raise Refusal(Status.RESOURCE_EXHAUSTED, reason)
