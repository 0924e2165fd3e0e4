"""Matches to play and their results as lines of JSON, as they pass between processes."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import trio

from arbiter.bots import Manifest
from arbiter.clocks import TimeControl
from arbiter.match import Result, Void
from engine.errors import BadRecord
from engine.record import Record, Setup, record_from_json, record_to_json

LINE_LIMIT = 16 * 1024 * 1024
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


def encode_job(job_id: int, job: Job) -> bytes:
    bots = {name: {**asdict(bot), "folder": str(bot.folder)} for name, bot in job.bots.items()}
    return _line(
        {
            "job": job_id,
            "setup": asdict(job.setup),
            "bots": bots,
            "control": asdict(job.control),
            "public_name": job.public_name,
        }
    )


def decode_job(line: bytes) -> tuple[int, Job]:
    data = json.loads(line)
    bots = {name: _manifest(**bot) for name, bot in data["bots"].items()}
    setup, control = Setup(**data["setup"]), TimeControl(**data["control"])
    return data["job"], Job(setup, bots, control, tuple(data["public_name"]))


def encode_result(job_id: int, result: Result) -> bytes:
    if isinstance(result, Record):
        return _line({"job": job_id, "record": record_to_json(result)})
    void: dict[str, Any] = {"job": job_id, "void": result.reason}
    if isinstance(result, NotStarted):
        void["not_started"] = result.bots
    return _line(void)


def decode_result(line: bytes) -> tuple[int, Result]:
    """Read a result; raise BadLine if it is none."""
    try:
        data = json.loads(line)
        if "not_started" in data:
            names = tuple(map(str, data["not_started"]))
            return int(data["job"]), NotStarted(str(data["void"]), names)
        if "void" in data:
            return int(data["job"]), Void(str(data["void"]))
        record, _ = record_from_json(data["record"])
        return int(data["job"]), record
    except (BadRecord, KeyError, RecursionError, TypeError, ValueError) as error:
        raise BadLine(f"it wrote {line[:60]!r}, which is not a result: {error}") from None


def check_result(job: Job, result: Result) -> Result:
    """Return the result of a job; raise BadLine if it is that of another match."""
    if isinstance(result, NotStarted) and not job.bots.keys() >= set(result.bots):
        raise BadLine("it could not start other bots than those it was given")
    if isinstance(result, Void):
        return result
    if _canonical(result.setup) != _canonical(job.setup):
        raise BadLine("it returned a match with another set-up than that it was given")
    asked = [(bot.name, bot.version) for bot in job.bots.values()]
    if [(seat.bot, seat.version) for seat in result.seats] != asked:
        raise BadLine("it returned a match of other bots than those it was given")
    return result


def _manifest(folder: str, run: list[str], games: list[str], **rest: str) -> Manifest:
    return Manifest(folder=Path(folder), run=tuple(run), games=tuple(games), **rest)


def _canonical(setup: Setup) -> str:
    """Return a text that is equal for set-ups that are equal as JSON, such as tuples and lists."""
    return json.dumps(asdict(setup), sort_keys=True)


def _line(value: Any) -> bytes:
    # Keys are not sorted: bots are in the order of their seats.
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"


class LineReader:
    """The lines of a stream."""

    def __init__(self, stream: trio.abc.ReceiveStream) -> None:
        self._stream = stream
        self._data = bytearray()

    async def next(self) -> bytes | None:
        """Return the next line; None at the end of the stream or of the process behind it."""
        searched = 0
        while (end := self._data.find(b"\n", searched)) < 0:
            searched = len(self._data)
            if searched > LINE_LIMIT:
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
