"""Writes to every place it can, until it is full."""

from pathlib import Path

from attack import attack

MOST_MB = 512  # what the tests' machine can spare, should nobody stop it


def fill(folder: str) -> str:
    """Write files of a megabyte each; return how many, and what stopped it."""
    for count in range(MOST_MB):
        try:
            (Path(folder) / f"filler-{count}").write_bytes(bytes(2**20))
        except OSError as error:
            return f"{count} MB: {error.strerror}"
    return f"{MOST_MB} MB"


attack(
    tmp=lambda: fill("/tmp"),
    shm=lambda: fill("/dev/shm"),
    dev=lambda: fill("/dev"),
    root=lambda: fill("/"),
    run=lambda: fill("/run"),
    folder=lambda: fill("."),
)
