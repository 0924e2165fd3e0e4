"""Standard error as lines of JSON, one for each event, for programs that collect logs."""

import json
import logging
import os
import sys
from datetime import UTC, datetime
from traceback import format_exception
from types import TracebackType
from typing import Any

LOG_FORMAT = "LUTETIA_LOG_FORMAT"
"""Environment variable with the chosen format, which worker processes inherit."""
JSON = "json"


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


def log_as_json() -> None:
    """Write as JSON until the process ends: its log, Python's warnings, and what ends it.

    The worker processes that it starts do the same.
    """
    os.environ[LOG_FORMAT] = JSON
    logging.getLogger().addHandler(JsonHandler())
    logging.captureWarnings(True)
    sys.excepthook = _write_crash


def is_json_wanted() -> bool:
    """Tell whether a program reads what this process and those that it starts write."""
    return os.environ.get(LOG_FORMAT) == JSON


def _write_crash(
    kind: type[BaseException], error: BaseException, traceback: TracebackType | None
) -> None:
    text = "".join(format_exception(kind, error, traceback))
    write_line("error", "crash", message=f"{kind.__name__}: {error}", traceback=text)
