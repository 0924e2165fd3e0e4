"""What the attacking bots share: an attack at their first turn, and a report of what they got.

A bot reports by its last output, so it gives up its match for that.
"""

import os
import sys
from collections.abc import Callable

from arbiter.client import Turn, run

Try = Callable[[], object]


def require_sandbox() -> None:
    """End at once outside a sandbox: some of these attacks would succeed, on the tests' machine."""
    if os.path.exists("/etc/passwd"):
        raise SystemExit("this is not a sandbox")


class Nothing(Exception):
    """There is nothing to be had."""


def something(found: object) -> object:
    """Return what was found, if anything was."""
    if not found:
        raise Nothing
    return found


def append_to(path: object) -> int:
    """Open a file to write at its end; return its descriptor."""
    return os.open(str(path), os.O_WRONLY | os.O_APPEND)


def attempt(what: Try) -> str:
    """Return what comes of an attack: its error, or what it got."""
    try:
        return f"GOT {what()!r}"[:60]
    except Nothing:
        return "nothing"
    except BaseException as error:  # noqa: BLE001 - all of it is reported
        return getattr(error, "strerror", None) or f"{type(error).__name__}: {error}"


def attack(**tries: Try) -> None:
    """Play; at the first turn make all attacks, report what came of each, and end."""
    require_sandbox()

    def choose(_: Turn) -> int:
        report = [f"{name}: {attempt(what)}" for name, what in tries.items()]
        for at in range(0, len(report), 4):  # of long lines only the beginning is kept
            print(*report[at : at + 4], sep="; ", file=sys.stderr, flush=True)
        os._exit(3)

    run(choose)
