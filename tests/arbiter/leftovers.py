"""Looking for processes that should be gone."""

from collections.abc import Callable
from pathlib import Path

import trio


def running(marker: object) -> set[int]:
    """Return the processes that have a marker on their command line; zombies have none."""
    found = set()
    for process in Path("/proc").iterdir():
        try:
            if process.name.isdecimal() and str(marker) in (process / "cmdline").read_text():
                found.add(int(process.name))
        except OSError:  # it has ended just now
            continue
    return found


async def until(condition: Callable[[], bool], limit_s: float = 180.0) -> None:
    """Wait until something holds; it must within a time that only a failure takes."""
    with trio.fail_after(limit_s):
        while not condition():  # noqa: ASYNC110 - other processes set no event
            await trio.sleep(0.02)


def wait_until(condition: Callable[[], bool]) -> None:
    """Wait from outside trio."""
    trio.run(until, condition)
