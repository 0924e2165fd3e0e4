"""Games to play and their results as lines of JSON, as they pass between processes."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import trio

from arbiter.bots import Manifest
from arbiter.clocks import TimeControl
from arbiter.tables import Result, Void
from engine.record import Record, Setup, record_from_json, record_to_json


@dataclass(frozen=True, slots=True)
class Job:
    """A game to play: what settles it, who plays it by name, under which clock."""

    setup: Setup
    bots: tuple[str, ...]
    control: TimeControl


def encode_bots(bots: Mapping[str, Manifest]) -> bytes:
    """Write the bots of a worker, the first line it reads."""
    return _line({name: {**asdict(bot), "folder": str(bot.folder)} for name, bot in bots.items()})


def decode_bots(line: bytes) -> dict[str, Manifest]:
    return {
        name: Manifest(
            **{
                **bot,
                "folder": Path(bot["folder"]),
                "run": tuple(bot["run"]),
                "games": tuple(bot["games"]),
            }
        )
        for name, bot in json.loads(line).items()
    }


def encode_job(number: int, job: Job) -> bytes:
    return _line({"number": number, "job": asdict(job)})


def decode_job(line: bytes) -> tuple[int, Job]:
    data = json.loads(line)
    job = data["job"]
    setup, control = Setup(**job["setup"]), TimeControl(**job["control"])
    return data["number"], Job(setup, tuple(job["bots"]), control)


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
