"""A run as lines of JSON on standard error, for programs that collect logs."""

import json
import logging
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

from arbiter.jobs import JobResult
from arbiter.match import Void
from arbiter.tournaments.runner import Observer
from ladder.schedules.schedule import Pairing


def write_line(level: str, event: str, **fields: Any) -> None:
    """Write one event."""
    now = datetime.now(UTC).isoformat(timespec="milliseconds")
    line = {"time": now, "level": level, "event": event, **fields}
    sys.stderr.write(json.dumps(line, default=str) + "\n")
    sys.stderr.flush()


class JsonHandler(logging.Handler):
    """Writes what the program logs as one line of JSON each, with its traceback, if any."""

    def emit(self, record: logging.LogRecord) -> None:
        fields: dict[str, Any] = {"logger": record.name, "message": record.getMessage()}
        if record.exc_info:
            fields["traceback"] = logging.Formatter().formatException(record.exc_info)
        write_line(record.levelname.lower(), "log", **fields)


class JsonLog(Observer):
    """Writes a line for each match and remark."""

    def finished(self, pairing: Pairing, result: JobResult) -> None:
        key = pairing.key._asdict()
        if isinstance(result, Void):
            write_line("warning", "void", **key, bots=pairing.bots, reason=result.reason)
            return
        seats = [
            {
                "bot": name,
                "rank": seat.rank,
                "score": seat.score,
                "ending": seat.ending.value,
                "reason": seat.reason,
                "decisions": seat.decisions,
                "seconds": seat.seconds,
            }
            for name, seat in zip(pairing.bots, result.seats, strict=True)
        ]
        write_line("info", "match", **key, seats=seats)

    def postponed(self, pairing: Pairing) -> None:
        write_line("info", "postponed", **pairing.key._asdict(), bots=pairing.bots)

    def remarked(self, sentence: str) -> None:
        write_line("warning", "remark", message=sentence)

    @asynccontextmanager
    async def shown(self) -> AsyncIterator[None]:
        """Write the log of the whole program as JSON while a block lasts."""
        handler = JsonHandler()
        logging.getLogger().addHandler(handler)
        try:
            yield
        finally:
            logging.getLogger().removeHandler(handler)
