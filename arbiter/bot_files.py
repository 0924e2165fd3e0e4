"""The files of a bot, which are who it is: listed, hashed and copied, and no link is followed."""

import os
import stat
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from engine.errors import OperatorError

NOT_PART_OF_A_BOT = {"__pycache__", ".cache", ".git"}
"""Folders left by tools and by runs of the bot: neither hashed nor copied."""
_LOG = ".log"
"""How the names of files end that are left by runs of the bot, too."""
MOST_BYTES = 100 * 1024 * 1024
MOST_FILES = 10_000
_CHUNK = 1024 * 1024
_KINDS = {
    stat.S_IFLNK: "a link",
    stat.S_IFIFO: "a named pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


class BadFiles(OperatorError):
    """The files of a bot cannot be read or copied."""


@dataclass(frozen=True)
class BotFile:
    """A file below a bot's folder, or what stands in the place of one."""

    name: str
    """Its path as seen from the folder."""
    path: Path
    size: int
    mode: int

    @property
    def kind(self) -> str:
        """What it is, if it is not a plain file."""
        return _KINDS.get(stat.S_IFMT(self.mode), "")

    def read(self) -> Iterator[bytes]:
        """Yield the content; of a link that is where it points."""
        if stat.S_ISLNK(self.mode):
            yield b"link to " + os.fsencode(os.readlink(self.path))
            return
        try:
            # Neither followed, should it have become a link by now, nor waited for as a pipe.
            opened = os.open(self.path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
            with open(opened, "rb") as file:
                while chunk := file.read(_CHUNK):
                    yield chunk
        except OSError as error:
            raise BadFiles(f"cannot read {self.path}: {error.strerror}") from None


def list_files(place: Path, leave_out: Path | None = None) -> list[BotFile]:
    """List the files of a bot, which is a folder or a lone file, in the order of their names."""
    if not place.is_dir():
        return [_bot_file(place, place.name)]

    def refuse(error: OSError) -> None:
        raise BadFiles(f"cannot read {error.filename}: {error.strerror}")

    files = []
    for root, folders, names in os.walk(place, onerror=refuse):
        for folder in list(folders):
            path = Path(root, folder)
            if folder in NOT_PART_OF_A_BOT or path == leave_out:
                folders.remove(folder)
            elif path.is_symlink():  # os.walk lists it among the folders, and does not enter it
                names.append(folder)
        paths = [Path(root, name) for name in names if not name.endswith(_LOG)]
        files += [_bot_file(path, path.relative_to(place).as_posix()) for path in paths]
    return sorted(files, key=lambda file: os.fsencode(file.name))


def hash_file(file: BotFile) -> bytes:
    """Return a hash of what a file holds; of a link, of where it points."""
    content = sha256()
    for chunk in () if file.kind not in ("", "a link") else file.read():
        content.update(chunk)
    return content.digest()


def content_hash(place: Path) -> str:
    """Return what tells the content of a bot from any other: a hash of its paths and bytes."""
    digest = sha256()
    for file in list_files(place):
        # Each part is hashed by itself, so that no other split of the same bytes is equal.
        digest.update(sha256(os.fsencode(file.name)).digest() + hash_file(file))
    return digest.hexdigest()


def content_version(place: Path) -> str:
    """Return the version of a bot whose author gave it none."""
    return content_hash(place)[:8]


class Originals:
    """The files of a bot as they were at one moment; those that are new since do not count.

    A bot may write files while it plays. But one of which a file was edited is not who it was.
    """

    def __init__(self, place: Path) -> None:
        self._place = place
        self._files = {
            file.path: (_signature(file.path), hash_file(file)) for file in list_files(place)
        }

    def edited(self) -> Path | None:
        """Return a file that is no longer what it was, if there is one.

        None for a bot that is gone as a whole: what still runs of it is what it was.
        """
        if not self._place.exists():
            return None
        for path, (signature, content) in self._files.items():
            try:
                # Looking is cheap, hashing is not; and a file may be saved without a change.
                if (now := _signature(path)) == signature:
                    continue
                if hash_file(_bot_file(path, path.name)) != content:
                    return path
            except (BadFiles, OSError):  # it is gone
                return path
            self._files[path] = now, content
        return None


def check_files(files: Collection[BotFile]) -> None:
    """Raise BadFiles unless all are plain files and within the limits."""
    for file in files:
        if file.kind:
            raise BadFiles(
                f"{file.path} is {file.kind}, which is not copied; put a file in its place"
            )
    size = sum(file.size for file in files)
    if size > MOST_BYTES or len(files) > MOST_FILES:
        raise BadFiles(
            f"the bot has {size_text(len(files), size)}; the limit is "
            f"{size_text(MOST_FILES, MOST_BYTES)}: leave out what it does not need to run, such "
            "as build output"
        )


def copy_files(files: Collection[BotFile], folder: Path) -> None:
    """Copy files into a new folder."""
    for file in files:
        target = folder / file.name
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("xb") as copy:
                for chunk in file.read():
                    copy.write(chunk)
            target.chmod(0o755 if file.mode & 0o100 else 0o644)
        except OSError as error:
            raise BadFiles(f"cannot copy {file.path} to {target}: {error.strerror}") from None


def size_text(files: int, size: int) -> str:
    """Return a number of files and their size in bytes as a person reads it."""
    amount = f"{size} bytes"
    for unit, unit_bytes in (("kB", 2**10), ("MB", 2**20)):
        if size >= unit_bytes:
            amount = f"{size / unit_bytes:,.0f} {unit}"
    return f"{amount} in {files:,} file{'s' if files != 1 else ''}"


def _signature(path: Path) -> tuple[int, int, int]:
    status = path.lstat()
    return status.st_size, status.st_mtime_ns, status.st_ino


def _bot_file(path: Path, name: str) -> BotFile:
    try:
        status = path.lstat()
    except OSError as error:
        raise BadFiles(f"cannot read {path}: {error.strerror}") from None
    return BotFile(name, path, status.st_size, status.st_mode)
