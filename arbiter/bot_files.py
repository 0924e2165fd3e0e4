"""The files of a bot, by which it is known: listed, hashed and copied; no link is followed."""

import os
import stat
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from hashlib import sha256
from pathlib import Path

from engine.errors import BadFile, OperatorError
from engine.files import read_toml

NOT_PART_OF_A_BOT = {"__pycache__", ".cache", ".git"}
"""Folders left by tools and by runs of the bot: neither hashed nor copied."""
BUILD_FOLDERS = {"build", "dist", "node_modules", "target"}
"""Where a bot with a build command has its output: not part of it either, since it is built again
wherever the bot is copied to. Without such a command they are, or what it runs would not count."""
BUILT = ".lutetia-built"
"""The file in which `arbiter.building` notes what was built."""
_LOG = ".log"
"""The suffix of files that runs of the bot leave behind; they are not part of it either."""
MOST_BYTES = 100 * 1024 * 1024
MOST_FILES = 10_000
CHUNK_BYTES = 1024 * 1024
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
    """A file below a bot's folder, or what stands in its place."""

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
                while chunk := file.read(CHUNK_BYTES):
                    yield chunk
        except OSError as error:
            raise BadFiles(f"cannot read {self.path}: {error.strerror}") from None


def list_files(
    bot_path: Path, leave_out: Path | None = None, *, with_output: bool = False
) -> list[BotFile]:
    """List the files of a bot, which is a folder or a lone file, in the order of their names.

    `with_output` lists all that there is: what was built or written there as well.
    """
    if not bot_path.is_dir():
        return [_bot_file(bot_path, bot_path.name)]

    def refuse(error: OSError) -> None:
        raise BadFiles(f"cannot read {error.filename}: {error.strerror}")

    files = []
    output, is_part = _selection(bot_path)
    if with_output:
        output, is_part = (), lambda name: True
    for root, folders, names in os.walk(bot_path, onerror=refuse):
        for folder in list(folders):
            path = Path(root, folder)
            built = Path(root) == bot_path and folder in output
            left = folder in NOT_PART_OF_A_BOT and not with_output
            if left or built or path == leave_out:
                folders.remove(folder)
            elif path.is_symlink():  # os.walk lists it among the folders, and does not enter it
                names.append(folder)
        if not with_output:
            names = [name for name in names if not name.endswith(_LOG) and name != BUILT]
        paths = [Path(root, name) for name in names]
        named = [(path, path.relative_to(bot_path).as_posix()) for path in paths]
        files += [_bot_file(path, name) for path, name in named if is_part(name)]
    return sorted(files, key=lambda file: os.fsencode(file.name))


def split_folder(folder: Path) -> tuple[set[Path], set[Path]]:
    """Return what to show a bot of its folder, and what of that to hide from it again.

    So it sees what it is hashed by, and what was built of that; a folder stands for all it holds.
    """
    shown, hidden = set[Path](), set[Path]()
    _, is_part = _selection(folder)
    built = bool(_read_toml(folder).get("build"))

    def show_below(parent: Path) -> bool:
        """Show the bot's files below a folder, unless that is all there is: return True then."""
        whole, parts = True, set[Path]()
        for entry in os.scandir(parent):
            path, is_folder = Path(entry.path), entry.is_dir(follow_symlinks=False)
            if is_folder:
                is_foreign = entry.name in NOT_PART_OF_A_BOT
            else:
                is_foreign = entry.name.endswith(_LOG) or (entry.name == BUILT and not built)
            if is_foreign and not entry.is_symlink():
                hidden.add(path)
            elif (
                show_below(path)
                if is_folder
                else built or is_part(path.relative_to(folder).as_posix())
            ):
                parts.add(path)
            else:
                whole = False
        if not whole:
            shown.update(parts)
        return whole

    if show_below(folder):
        shown.add(folder)
    return shown, hidden


def hash_file(file: BotFile) -> bytes:
    """Return a hash of what a file holds; of a link, of where it points."""
    content = sha256()
    for chunk in () if file.kind not in ("", "a link") else file.read():
        content.update(chunk)
    return content.digest()


def content_hash(bot_path: Path) -> str:
    """Return what tells the content of a bot from any other: a hash of its paths and bytes."""
    return _hash_all((file.name, hash_file(file)) for file in list_files(bot_path))


def _hash_all(contents: Iterable[tuple[str, bytes]]) -> str:
    digest = sha256()
    for name, content in contents:
        # Each part is hashed by itself, so that no other split of the same bytes is equal.
        digest.update(sha256(os.fsencode(name)).digest() + content)
    return digest.hexdigest()


def content_version(bot_path: Path) -> str:
    """Return the version of a bot whose author gave it none."""
    return content_hash(bot_path)[:8]


class Originals:
    """The files of a bot as they were at one moment; those that are new since do not count.

    A bot may write new files while it plays. Once one of its own is edited, it is another bot.
    """

    def __init__(self, bot_path: Path, *, with_output: bool = False) -> None:
        self._bot_path = bot_path
        files = list_files(bot_path, with_output=with_output)
        self._files = {file.path: (_signature(file.path), hash_file(file)) for file in files}
        self.content = _hash_all((file.name, self._files[file.path][1]) for file in files)
        """A hash of all of them."""

    def edited(self) -> Path | None:
        """Return a file that is no longer what it was, if there is one.

        None for a bot that is gone as a whole: what still runs of it is what it was.
        """
        if not self._bot_path.exists():
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
            f"{size_text(MOST_FILES, MOST_BYTES)}: name what it needs in "
            "`files` of bot.toml, and leave out build output"
        )


def copy_files(files: Collection[BotFile], folder: Path) -> None:
    """Copy files into a new folder."""
    for file in files:
        target = folder / file.name
        try:
            write_new(target, file.read(), file.mode)
        except OSError as error:
            raise BadFiles(f"cannot copy {file.path} to {target}: {error.strerror}") from None


def write_new(path: Path, chunks: Iterable[bytes], mode: int) -> None:
    """Write a file that must not exist yet; of the mode only whether it is a program is kept."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("xb") as file:
        for chunk in chunks:
            file.write(chunk)
    path.chmod(0o755 if mode & 0o100 else 0o644)


def size_text(files: int, size: int) -> str:
    """Return a number of files and their size in bytes as a person reads it."""
    amount = f"{size} bytes"
    for unit, unit_bytes in (("kB", 2**10), ("MB", 2**20)):
        if size >= unit_bytes:
            amount = f"{size / unit_bytes:,.0f} {unit}"
    return f"{amount} in {files:,} file{'s' if files != 1 else ''}"


def _read_toml(bot_path: Path) -> Mapping[str, object]:
    try:
        return read_toml(bot_path / "bot.toml")
    except BadFile:
        return {}


def _selection(bot_path: Path) -> tuple[Collection[str], Callable[[str], bool]]:
    """Return the folders of build output, and what tells which other files are a bot's.

    bot.toml is read here as plain TOML: the code that checks it computes the version first, and
    needs this list for that.
    """
    toml = _read_toml(bot_path)
    patterns = toml.get("files")
    if not isinstance(patterns, list) or not patterns:
        return BUILD_FOLDERS if toml.get("build") else (), lambda name: True
    # A folder stands for all that it holds.
    texts = ["bot.toml", *(str(pattern).rstrip("/") for pattern in patterns)]
    texts += [f"{text}/*" for text in texts]
    return (), lambda name: any(fnmatchcase(name, text) for text in texts)


def _signature(path: Path) -> tuple[int, int, int]:
    status = path.lstat()
    return status.st_size, status.st_mtime_ns, status.st_ino


def _bot_file(path: Path, name: str) -> BotFile:
    try:
        status = path.lstat()
    except OSError as error:
        raise BadFiles(f"cannot read {path}: {error.strerror}") from None
    return BotFile(name, path, status.st_size, status.st_mode)
