"""Tells its accomplice its hand by every channel there is: `talk.py say NOTE`, `talk.py hear NOTE`.

The one that hears reports which channels have worked.
"""

import ctypes
import mmap
import os
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from arbiter.client import Turn, run

role, note = sys.argv[1:]
port = 20_000 + int(note, 16) % 10_000
libc = ctypes.CDLL(None)
kept: list[object] = []
"""What must stay open for the other to find it."""
turns = 0


def shared_memory(create: bool) -> bool:
    """System V shared memory, by a key that both know."""
    return bool(libc.shmget(port, mmap.PAGESIZE, 0o600 | (0o1000 if create else 0)) != -1)


def key(create: bool) -> bool:
    """A key of the kernel, in the keyring of the session."""
    add_key, keyctl, search, session = 248, 250, 10, -3
    name = note.encode()
    if create:
        return bool(libc.syscall(add_key, b"user", name, b"hi", 2, session) != -1)
    return bool(libc.syscall(keyctl, search, session, b"user", name, 0) != -1)


def listen(family: int, address: object) -> None:
    listener = socket.socket(family)
    listener.bind(address)  # type: ignore[arg-type]
    listener.listen()
    kept.append(listener)


def connect(family: int, address: object) -> bool:
    with socket.socket(family) as caller:
        caller.settimeout(1)
        caller.connect(address)  # type: ignore[arg-type]
    return True


SAY: dict[str, Callable[[], object]] = {
    "tmp": lambda: Path(f"/tmp/talk-{note}").touch(),
    "shm": lambda: Path(f"/dev/shm/talk-{note}").touch(),
    "folder": lambda: Path(f"talk-{note}").touch(),
    "abstract": lambda: listen(socket.AF_UNIX, f"\0talk-{note}"),
    "network": lambda: listen(socket.AF_INET, ("127.0.0.1", port)),
    "sysv": lambda: shared_memory(create=True),
    "key": lambda: key(create=True),
}
HEAR: dict[str, Callable[[], bool]] = {
    "tmp": Path(f"/tmp/talk-{note}").exists,
    "shm": Path(f"/dev/shm/talk-{note}").exists,
    "folder": Path(f"talk-{note}").exists,
    "abstract": lambda: connect(socket.AF_UNIX, f"\0talk-{note}"),
    "network": lambda: connect(socket.AF_INET, ("127.0.0.1", port)),
    "sysv": lambda: shared_memory(create=False),
    "key": lambda: key(create=False),
}


def choose(_: Turn) -> int:
    global turns
    turns += 1
    if turns == 1 and role == "say":
        for say in SAY.values():
            with suppress(OSError):
                say()
    if turns == 1 and role == "hear":
        heard = []
        for channel, hear in HEAR.items():
            with suppress(OSError):
                heard += [channel] if hear() else []
        print("heard:", *heard or ["nothing"], file=sys.stderr, flush=True)
        os._exit(3)
    return 0


run(choose)
