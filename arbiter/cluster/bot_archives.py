"""The files of bots for other machines: into the database, and out of it elsewhere.

An archive is known by a hash of the files in it, so it is stored once and never changes; a machine
that has unpacked and built it has it for good.
"""

import gzip
import io
import secrets
import shutil
import tarfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from arbiter.bot_files import (
    BadFiles,
    check_files,
    content_hash,
    list_files,
    size_text,
)
from arbiter.bots import BUILT_IN, BadBot, Manifest, files_of, find_bot
from arbiter.building import build_bot
from engine.record import Bot
from ladder.store.store import Store

MOST_BYTES = 32 * 1024 * 1024
"""How large an archive may be, compressed."""
_PART = ".part-"


def publish(store: Store, manifest: Manifest, most_bytes: int = MOST_BYTES) -> str:
    """Store the files of a bot unless they are; return the hash they are found by, "" if built in.

    Those that are there now: what its author edits later reaches no worker.
    """
    if manifest.name in BUILT_IN:
        return ""
    path = manifest.folder / manifest.lone_file
    content = content_hash(path)
    if not store.has_archive(content):
        body = _pack(path)
        if len(body) > most_bytes:
            raise BadFiles(
                f"{manifest.bot} has {size_text(1, len(body))} when packed; workers take at most "
                f"{size_text(1, most_bytes)}: name what it needs in `files` of bot.toml"
            )
        store.add_archive(content, body)
    return content


def _pack(path: Path) -> bytes:
    files = list_files(path)
    check_files(files)
    packed = io.BytesIO()
    with gzip.open(packed, "wb", 6) as stream, tarfile.open(fileobj=stream, mode="w") as tar:
        for file in files:
            data = b"".join(file.read())
            entry = tarfile.TarInfo(file.name)
            entry.size, entry.mode = len(data), 0o755 if file.mode & 0o100 else 0o644
            tar.addfile(entry, io.BytesIO(data))
    return packed.getvalue()


class BotLibrary:
    """The bots that were unpacked and built on this machine, in a folder that outlives us."""

    def __init__(
        self, store: Store, folder: Path, tell: Callable[[str], None] = lambda _: None
    ) -> None:
        """`tell` is called before a bot is built, and when one cannot be."""
        self._store = store
        self._folder = folder.resolve()
        self._tell = tell
        self._found: dict[tuple[Manifest, str], Manifest | BadBot | BadFiles] = {}

    def find(self, manifest: Manifest, content: str) -> Manifest:
        """Return a bot of another machine as it is here; BadBot or BadFiles if it cannot be.

        What has failed once is not tried again: a build takes long, and whoever installs what it
        lacks starts the worker again.
        """
        found = self._found.get((manifest, content))
        if found is None:
            try:
                found = self._make(manifest, content)
            except (BadBot, BadFiles) as error:
                found = error
                self._tell(f"{manifest.bot} cannot play here: {error}")
            self._found[manifest, content] = found
        if not isinstance(found, Manifest):
            raise found
        return found

    def _make(self, manifest: Manifest, content: str) -> Manifest:
        if not content:
            return replace(manifest, folder=files_of(manifest.name))
        here = replace(manifest, folder=self._unpacked(manifest.bot, content, manifest.lone_file))
        build_bot(here, self._tell)
        return here  # its manifest stays the coordinator's, even if the build has changed files

    def load(self, bot: Bot, content: str) -> Manifest:
        """Return a bot that was submitted on another machine, built here; BadBot or BadFiles."""
        return build_bot(find_bot(str(self._unpacked(bot, content))), self._tell)

    def _unpacked(self, bot: Bot, content: str, lone_file: str = "") -> Path:
        folder = self._folder / f"{bot.name}-{content[:32]}"
        if folder.is_dir():
            return folder
        body = self._store.archive(content)
        if body is None:
            raise BadFiles(f"the files of {bot} are not in the database")
        part = self._folder / f"{_PART}{secrets.token_hex(4)}"
        try:
            with tarfile.open(fileobj=io.BytesIO(body), mode="r:gz") as tar:
                tar.extractall(part, filter="data")
            if content_hash(part / lone_file) != content:
                raise BadFiles(f"the files of {bot} in the database are damaged")
            # Another worker of this machine may have been faster, with the same files.
            if not folder.is_dir():
                part.rename(folder)
        except (OSError, tarfile.TarError) as error:
            raise BadFiles(f"cannot unpack {bot} into {self._folder}: {error}") from None
        finally:
            shutil.rmtree(part, ignore_errors=True)
        return folder
