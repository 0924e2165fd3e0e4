"""Matches to play and their results as lines of JSON, as they pass between processes.

While a match is watched, its actions pass too, as they are played.

A bot is described once per worker, and jobs name it by a number. A result carries its record as
it will be stored; whoever passes it on reads only what stands beside that.

The options of a worker process are here, too, for both its sides to know.
"""

import binascii
import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import trio

from arbiter.bots import Manifest
from arbiter.clocks import TimeControl
from arbiter.match import Void
from arbiter.sandbox.limits import Limits
from engine.errors import BadValue
from engine.record import (
    Bot,
    Ending,
    PackedRecord,
    SeatRecord,
    Setup,
    Strike,
    actions_from_json,
    actions_to_json,
    canonical_json,
)

SANDBOXED = "--sandboxed"
"""What a worker process is told if its bots run in a sandbox."""
HOST = "--host"
"""What a worker process of a cluster is told, which writes it into records; the name of the machine
comes next, and its calibration in seconds."""
LOG = "--log"
"""What a worker process is told if what its bots print is kept; the folder comes next."""
RESULT_LIMIT = 16 * 1024 * 1024
"""A longer line is not a result: those of the longest matches have some 100 kB."""


class BadLine(Exception):
    """A worker process wrote what is not a result of a match that it was given."""


@dataclass(frozen=True, slots=True)
class NotStarted(Void):
    """A match without result because we failed to start a bot: no folder, memory, descriptors."""

    bots: tuple[str, ...] = ()
    """The names of those bots that cannot be started here; none if any other would fail as well."""


@dataclass(frozen=True, slots=True)
class Withdrawn(Void):
    """A match that did not begin, since a remote bot had left: it may be played later."""


@dataclass(frozen=True, slots=True)
class Job:
    """A match to play: its set-up, who plays it in which order, under which clock."""

    setup: Setup
    bots: Mapping[str, Manifest]
    """In the order of their seats, each under its own name."""
    control: TimeControl
    public_name: tuple[str | int, ...]
    """What everybody may call the match: its tournament and key. The bots' seeds come from it."""
    strikes: int = 0
    """How many failed decisions of each seat are forgiven."""


JobResult = PackedRecord | Void


@dataclass(frozen=True, slots=True)
class Watch:
    """A request for the actions of a match, those played so far included."""

    job_id: int


@dataclass(frozen=True, slots=True)
class PlayedActions:
    """Actions of a match that goes on."""

    start: int
    """How many there were before them."""
    actions: tuple[tuple[object, ...], ...]


class JobEncoder:
    """Writes the jobs of one worker process."""

    def __init__(self) -> None:
        self._numbers: dict[Manifest, int] = {}
        """Of the bots that were described to it."""

    def encode(self, job_id: int, job: Job) -> bytes:
        lines = []
        for bot in job.bots.values():
            if bot not in self._numbers:
                number = self._numbers[bot] = len(self._numbers)
                manifest = {**asdict(bot), "folder": str(bot.folder)}
                lines.append(_line({"bot": number, "manifest": manifest}))
        lines.append(
            _line(
                {
                    "job": job_id,
                    "setup": _setup_values(job.setup),
                    "bots": {name: self._numbers[bot] for name, bot in job.bots.items()},
                    "control": asdict(job.control),
                    "public_name": job.public_name,
                    "strikes": job.strikes,
                }
            )
        )
        return b"".join(lines)


class JobDecoder:
    """Reads the jobs of a worker process."""

    def __init__(self) -> None:
        self._bots: dict[int, Manifest] = {}

    def decode(self, line: bytes) -> tuple[int, Job] | Watch | None:
        """Return a job and its number, or a Watch; None if the line describes a bot."""
        data = json.loads(line)
        if "watch" in data:
            return Watch(data["watch"])
        if "bot" in data:
            self._bots[data["bot"]] = _manifest(data["manifest"])
            return None
        bots = {name: self._bots[number] for name, number in data["bots"].items()}
        setup, control = Setup(**data["setup"]), TimeControl(**data["control"])
        public_name, strikes = tuple(data["public_name"]), data["strikes"]
        return data["job"], Job(setup, bots, control, public_name, strikes)


_SEAT_TYPES: dict[str, Any] = {
    field.name: field.type
    for field in fields(SeatRecord)
    if field.name not in ("sources", "strikes")
}


def encode_result(job_id: int, result: JobResult) -> bytes:
    if isinstance(result, PackedRecord):
        return _line(
            {
                "job": job_id,
                "setup": _setup_values(result.setup),
                "seats": [
                    {
                        **{name: getattr(seat, name) for name in _SEAT_TYPES},
                        "sources": seat.sources,
                        "strikes": seat.strikes,
                    }
                    for seat in result.seats
                ],
                "digest": result.digest,
                "body": binascii.b2a_base64(result.body, newline=False).decode(),
            }
        )
    void: dict[str, Any] = {"job": job_id, "void": result.reason}
    if isinstance(result, NotStarted):
        void["not_started"] = result.bots
    return _line(void)


def encode_watch(job_id: int) -> bytes:
    return _line({"watch": job_id})


def encode_played(job_id: int, played: PlayedActions) -> bytes:
    actions = actions_to_json(played.actions)
    return _line({"job": job_id, "start": played.start, "played": actions})


def decode_result(line: bytes) -> tuple[int, JobResult | PlayedActions]:
    """Read a result, or actions of a match that goes on; raise BadLine if it is neither."""
    try:
        data = json.loads(line)
        if "played" in data:
            actions = actions_from_json(data["played"])
            return int(data["job"]), PlayedActions(int(data["start"]), actions)
        if "not_started" in data:
            names = tuple(map(str, data["not_started"]))
            return int(data["job"]), NotStarted(str(data["void"]), names)
        if "void" in data:
            return int(data["job"]), Void(str(data["void"]))
        seats = tuple(_seat(values) for values in data["seats"])
        body = binascii.a2b_base64(data["body"], strict_mode=True)
        setup = Setup(**data["setup"])
        return int(data["job"]), PackedRecord(setup, seats, str(data["digest"]), body)
    except (BadValue, KeyError, RecursionError, TypeError, ValueError) as error:
        raise BadLine(f"it wrote {line[:60]!r}, which is not a result: {error}") from None


def check_result(job: Job, result: JobResult) -> JobResult:
    """Return the result of a job; raise BadLine if it is that of another match."""
    if isinstance(result, NotStarted) and not job.bots.keys() >= set(result.bots):
        raise BadLine("it could not start bots other than those it was given")
    if isinstance(result, Void):
        return result
    # As JSON, in which tuples and lists are equal: options have come through a pipe.
    if canonical_json(_setup_values(result.setup)) != canonical_json(_setup_values(job.setup)):
        raise BadLine("it returned a match with a set-up other than the one it was given")
    seated = [Bot(seat.bot, seat.version) for seat in result.seats]
    if seated != [manifest.bot for manifest in job.bots.values()]:
        raise BadLine("it returned a match of bots other than those it was given")
    if any(seat.strike_count > job.strikes for seat in result.seats):
        raise BadLine("it returned a match with more strikes than the job allows")
    return result


def _manifest(data: dict[str, Any]) -> Manifest:
    return Manifest(
        **data
        | {
            "folder": Path(data["folder"]),
            "run": tuple(data["run"]),
            "games": tuple(data["games"]),
            "build": tuple(data["build"]),
            "readable": tuple(data["readable"]),
            "env": tuple((name, value) for name, value in data["env"]),
            "about": tuple((name, text) for name, text in data["about"]),
            "limits": Limits(**data["limits"]),
        }
    )


def _setup_values(setup: Setup) -> dict[str, object]:
    # Not by `asdict`, which copies options deeply: this is done several times per match.
    return {
        "game": setup.game,
        "players": setup.players,
        "options": setup.options,
        "seed": setup.seed,
    }


def _seat(values: dict[str, Any]) -> SeatRecord:
    """Return a seat of a result; TypeError or ValueError if it is not one.

    Not by `read_fields`, which took as long as all else that the coordinator does for a match.
    """
    sources = tuple((str(name), int(points)) for name, points in values.get("sources", ()))
    strikes = tuple(
        Strike(int(decision), Ending(ending), str(reason))
        for decision, ending, reason in values.get("strikes", ())
    )
    typed = {"ending": Ending(values["ending"]), "sources": sources, "strikes": strikes}
    seat = SeatRecord(**values | typed)
    for name, expected in _SEAT_TYPES.items():
        if not isinstance(getattr(seat, name), expected):
            raise TypeError(f"{name} {getattr(seat, name)!r} is not of type {expected}")
    return seat


# Keys are not sorted: bots are in the order of their seats.
_ENCODER = json.JSONEncoder(separators=(",", ":"))


def _line(value: Any) -> bytes:
    return _ENCODER.encode(value).encode() + b"\n"


class LineReader:
    """The lines of a stream."""

    def __init__(self, stream: trio.abc.ReceiveStream) -> None:
        self._stream = stream
        self._data = bytearray()

    async def next(self) -> bytes | None:
        """Return the next line; None at the end of the stream or of the process behind it."""
        searched = 0  # a long line comes in many chunks, and is not searched again for each
        while (end := self._data.find(b"\n", searched)) < 0:
            searched = len(self._data)
            if searched > RESULT_LIMIT:
                raise BadLine(f"it wrote {searched:,} bytes without an end of line")
            try:
                chunk = await self._stream.receive_some()
            except trio.BrokenResourceError:
                return None
            if not chunk:
                return None
            self._data += chunk
        line = bytes(self._data[:end])
        del self._data[: end + 1]
        return line


class LineWriter:
    """Lines for a stream: while some are being written, the next ones gather."""

    def __init__(self, stream: trio.abc.SendStream) -> None:
        self._stream = stream
        self._lines: list[bytes] = []
        self._wake = trio.Event()

    def put(self, line: bytes) -> None:
        self._lines.append(line)
        self._wake.set()

    async def write(self) -> None:
        """Write lines until the reader is gone."""
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            while True:
                await self._wake.wait()
                self._wake = trio.Event()
                lines, self._lines = self._lines, []
                await self._stream.send_all(b"".join(lines))
