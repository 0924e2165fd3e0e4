"""Bots in zip files: unpacked into a folder, nothing outside it, nothing above a bot's limits."""

import stat
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from lzma import LZMAError
from pathlib import Path
from tempfile import TemporaryDirectory

from arbiter.bot_files import (
    CHUNK_BYTES,
    MOST_BYTES,
    MOST_FILES,
    BadFiles,
    size_text,
    write_new,
)

_ADDED_BY_MACOS = ("__MACOSX/", ".DS_Store")
_ENCRYPTED = 0x1
"""The bit of a file's flags that says so."""


@contextmanager
def unpacked(archive: Path) -> Iterator[Path]:
    """Yield the folder with the bot.toml of a zip file, unpacked for as long as the block lasts."""
    with TemporaryDirectory(prefix="lutetia_zip-") as name:
        yield unpack(archive, Path(name))


def unpack(archive: Path, folder: Path) -> Path:
    """Unpack a zip file into a folder; return that folder, or the one in it that has bot.toml."""
    try:
        if archive.stat().st_size > MOST_BYTES:
            raise BadFiles(f"{archive} has more than {MOST_BYTES // 2**20} MB")
        with zipfile.ZipFile(archive) as opened:
            files = [
                info
                for info in opened.infolist()
                if not info.is_dir() and not info.filename.startswith(_ADDED_BY_MACOS)
            ]
            _check(archive, files)
            for info in files:
                _extract(archive, opened, info, folder)
    # The last two come from `ZipFile` for a version of the format or names that it cannot read.
    except (zipfile.BadZipFile, NotImplementedError, UnicodeDecodeError) as error:
        raise BadFiles(f"{archive} is not a zip file, or is damaged: {error}") from None
    except OSError as error:
        raise BadFiles(f"cannot unpack {archive}: {error.strerror or error}") from None
    return _folder_of_bot(archive, folder)


def _check(archive: Path, files: list[zipfile.ZipInfo]) -> None:
    """Raise BadFiles if a zip file, by its own table of contents, holds what it must not."""
    size = sum(info.file_size for info in files)
    if size > MOST_BYTES or len(files) > MOST_FILES:
        raise BadFiles(
            f"{archive} unpacks to {size_text(len(files), size)}; the limit is "
            f"{size_text(MOST_FILES, MOST_BYTES)}: leave out build output"
        )
    for info in files:
        name = info.orig_filename
        parts = name.split("/")
        outside = "\\" in name or "\0" in name or ":" in parts[0] or {"", ".", ".."} & {*parts}
        if outside:
            raise BadFiles(
                f"{archive} holds {name!r}, which is not a path within it; pack the folder again"
            )
        kind = stat.S_IFMT(info.external_attr >> 16)
        if kind not in (0, stat.S_IFREG):
            what = "a link" if kind == stat.S_IFLNK else "not a plain file"
            raise BadFiles(f"{archive} holds {name!r}, which is {what}; put a file in its place")
        if info.flag_bits & _ENCRYPTED:
            raise BadFiles(f"{archive} is encrypted; pack it without a password")


def _extract(archive: Path, opened: zipfile.ZipFile, info: zipfile.ZipInfo, folder: Path) -> None:
    """Unpack a file."""
    try:
        # Yields no more bytes than the table of contents says there are, which `_check` has added
        # up; a file that has more is damaged.
        with opened.open(info) as packed:
            chunks = iter(lambda: packed.read(CHUNK_BYTES), b"")
            write_new(folder / info.filename, chunks, info.external_attr >> 16)
    except (FileExistsError, NotADirectoryError):
        raise BadFiles(f"{archive} holds {info.filename!r} twice") from None
    except (NotImplementedError, zlib.error, LZMAError, EOFError) as error:
        raise BadFiles(f"{archive}: {info.filename!r} cannot be unpacked: {error}") from None


def _folder_of_bot(archive: Path, folder: Path) -> Path:
    """Return the folder with bot.toml: the zip file's own, or the only one in it."""
    inside = list(folder.iterdir())
    folders = [folder, *inside] if len(inside) == 1 else [folder]
    for each in folders:
        if (each / "bot.toml").is_file():
            return each
    raise BadFiles(f"{archive} has no bot.toml at its top or in its only folder")
