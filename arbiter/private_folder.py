"""A folder for sockets that only this user can enter, and that is gone with whoever made it."""

import fcntl
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from engine.errors import OperatorError

PREFIX = ".lutetia-run-"
"""How the names of private folders begin, and nothing else: what is swept has such a name."""
LOCK = "lutetia.lock"
_NEW_LOCK = f"{LOCK}.new"
PATH_LIMIT = 80
"""How long the path of a folder may be: that of a unix socket has at most 107 bytes."""
NEW_S = 60.0
"""A folder without a lock that is younger than this may be about to get it."""


class NoTemporaryFolder(OperatorError):
    """No folder for sockets can be made."""


@contextmanager
def private_folder() -> Iterator[Path]:
    """Make a folder, and sweep away those of processes that were killed."""
    parent = temporary_folder()
    sweep(parent)
    with tempfile.TemporaryDirectory(prefix=PREFIX, dir=parent) as name:
        folder = Path(name)
        # The lock says that the folder is in use: the kernel lets go of it when we end, however
        # we end. It gets its name only when it is held: else a sweep might come in between.
        with (folder / _NEW_LOCK).open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            (folder / _NEW_LOCK).rename(folder / LOCK)
            yield folder


def temporary_folder() -> Path:
    """Return where private folders are made: TMPDIR, unless no socket could have a path there."""
    candidates = [Path("/tmp"), Path("/var/tmp")]  # noqa: S108 - folders are made by mkdtemp
    with suppress(FileNotFoundError):
        candidates.insert(0, Path(tempfile.gettempdir()))
    for parent in candidates:
        # mkdtemp adds eight characters to the prefix.
        path = os.fsencode(parent / (PREFIX + "x" * 8))
        if len(path) <= PATH_LIMIT and os.access(parent, os.W_OK | os.X_OK):
            return parent
    tried = ", ".join(map(str, candidates))
    raise NoTemporaryFolder(
        f"there is no folder for sockets: none of {tried} can be written to and has a path of at "
        f"most {PATH_LIMIT - len(PREFIX) - 9} characters. Set TMPDIR to such a folder"
    )


def sweep(parent: Path) -> None:
    """Remove the private folders of this user that no process holds any more.

    Files are deleted only beside a lock of ours: a folder without one goes if it is empty.
    """
    for folder in parent.glob(f"{PREFIX}*"):
        with suppress(OSError):  # it has just gone, or is not what it seems
            there = folder.lstat()
            if folder.is_symlink() or not folder.is_dir() or there.st_uid != os.getuid():
                continue
            if not (folder / LOCK).exists():
                if time.time() - there.st_mtime > NEW_S:
                    (folder / _NEW_LOCK).unlink(missing_ok=True)
                    folder.rmdir()
                continue
            with (folder / LOCK).open() as lock:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)  # raises if it is in use
                shutil.rmtree(folder, ignore_errors=True)
