"""Games to play and their results as lines of JSON, as they pass between processes."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import trio

from arbiter.bots import Manifest
from arbiter.clocks import TimeControl
from arbiter.match import Result, Void
from engine.record import Record, Setup, record_from_json, record_to_json


@dataclass(frozen=True, slots=True)
class Job:
    """A game to play: what settles it, who plays it in which order, under which clock."""

    setup: Setup
    bots: Mapping[str, Manifest]
    """In the order of their seats, each under a name of its own."""
    control: TimeControl


def encode_job(number: int, job: Job) -> bytes:
    bots = {name: {**asdict(bot), "folder": str(bot.folder)} for name, bot in job.bots.items()}
    parts = {"setup": asdict(job.setup), "bots": bots, "control": asdict(job.control)}
    return _line({"number": number, **parts})


def decode_job(line: bytes) -> tuple[int, Job]:
    data = json.loads(line)
    bots = {name: _manifest(**bot) for name, bot in data["bots"].items()}
    return data["number"], Job(Setup(**data["setup"]), bots, TimeControl(**data["control"]))


def encode_result(number: int, result: Result) -> bytes:
    if isinstance(result, Record):
        return _line({"number": number, "record": record_to_json(result)})
    return _line({"number": number, "void": result.reason})


def decode_result(line: bytes) -> tuple[int, Result]:
    data = json.loads(line)
    if "void" in data:
        return data["number"], Void(data["void"])
    record, _ = record_from_json(data["record"])
    return data["number"], record


def _manifest(folder: str, run: list[str], games: list[str], **rest: str) -> Manifest:
    return Manifest(folder=Path(folder), run=tuple(run), games=tuple(games), **rest)


def _line(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"


class LineReader:
    """The lines of a stream."""

    def __init__(self, stream: trio.abc.ReceiveStream) -> None:
        self._stream = stream
        self._data = bytearray()

    async def next(self) -> bytes | None:
        """Return the next line; None at the end of the stream or of the process behind it."""
        while (end := self._data.find(b"\n")) < 0:
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
