"""Submitting a bot to the ladder: checked, copied to where its author no longer edits it, stored.

Who it is follows from its files at that moment: name and version from bot.toml, and a hash of all
of them. What the bot does to its copy later changes none of that: a copy that is not what it was
takes part no more.
"""

import fcntl
import json
import os
import re
import secrets
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from arbiter.archives import unpacked
from arbiter.bot_files import (
    BadFiles,
    Originals,
    check_files,
    content_hash,
    copy_files,
    list_files,
)
from arbiter.bots import BUILT_IN, BadBot, Manifest, find_bot, locate_bot, lone_bot, require_bot
from arbiter.building import build_bot
from arbiter.cluster.bot_archives import publish
from engine.errors import OperatorError
from engine.files import read_toml
from engine.games import find_game
from ladder.errors import AlreadySubmitted
from ladder.store.store import Store, Submission

_PART = ".part-"
"""How the name begins of a copy that is not complete."""
_HASH = 16
_COPY = re.compile(rf".+-[0-9a-f]{{{_HASH}}}-(?P<copy>[0-9a-f]{{{_HASH}}})", re.DOTALL)
"""The name of a complete one: bot, hash of the author's files, hash of all that is in the copy.
It is stored with the submission, where nobody who can write to the copy can change it."""


@dataclass(frozen=True)
class Submitted:
    """What has come of a submission."""

    submission: Submission
    manifest: Manifest
    replaces: str | None
    """The version that is retired now."""
    files: int
    """How many were copied."""
    size: int
    """Of all of them, in bytes."""


def submit_bot(
    store: Store,
    path: Path,
    bots_folder: Path,
    tell: Callable[[str], None] = lambda _: None,
    *,
    name: str = "",
    version: str = "",
) -> Submitted:
    """Take a bot into the ladder, with a copy of its files that nobody edits.

    It is a folder, a zip file of one, or a lone Python file, which may be given a name and version.
    The copy is built, and `tell` is called before that.
    """
    if str(path) in BUILT_IN and not path.exists():
        raise BadBot(f"{path} is built in and plays in every ladder; submit a bot of your own")
    if (name or version) and not (path.suffix == ".py" and path.is_file()):
        raise BadBot(
            f"--name and --version are for a lone .py file; those of {path} are in its bot.toml"
        )
    if path.suffix.lower() != ".zip" or not path.is_file():
        source = Path(locate_bot(str(path.resolve()) if path.exists() else str(path)))
        return _submit(store, source, bots_folder, tell, name, version)
    with unpacked(path) as folder:
        try:
            return _submit(store, folder, bots_folder, tell, name, version)
        except OperatorError as error:
            # As the author knows it, who has never seen the folder.
            raise BadBot(str(error).replace(str(folder), str(path))) from None


def _submit(
    store: Store,
    source: Path,
    bots_folder: Path,
    tell: Callable[[str], None],
    name: str,
    version: str,
) -> Submitted:
    bots_folder = bots_folder.resolve()
    # Before the copy, so that a mistake is named in the author's file.
    manifest = _read_bot(source, name, version)
    if manifest.name in BUILT_IN:
        raise BadBot(f"{manifest.name} is built in and plays in every ladder; submit your own bot")
    for token in store.tokens():
        if token.bot == manifest.bot or (token.name == manifest.name and not token.revoked):
            raise BadBot(f"{manifest.name} is the name of a remote bot; give yours another name")
    files = list_files(source, leave_out=bots_folder)
    check_files(files)
    with _only_one(bots_folder):
        _sweep(bots_folder)
        part = bots_folder / f"{_PART}{secrets.token_hex(4)}"
        try:
            copy_files(files, part)
            copied = part / source.name if source.is_file() else part
            manifest = _read_bot(copied, name, version)
            folder, content = _finish_copy(part, source, manifest, store.submissions(), tell)
        finally:
            shutil.rmtree(part, ignore_errors=True)
        before = [
            submission for submission in store.submissions() if submission.name == manifest.name
        ]
        # Other machines can play it, and on one machine nobody needs a second copy.
        archive = publish(store, find_bot(str(folder))) if store.is_shared else None
        submission = store.submit(manifest.bot, str(folder), content, dict(manifest.about), archive)
    replaces = next(
        (submission.version for submission in before if submission.retired is None), None
    )
    size = sum(file.size for file in files)
    manifest = replace(manifest, folder=folder)
    return Submitted(submission, manifest, replaces, len(files), size)


def _read_bot(path: Path, name: str, version: str) -> Manifest:
    return lone_bot(path, name, version) if path.is_file() else find_bot(str(path))


def require_unchanged(submission: Submission) -> Originals:
    """Return the files of a submitted bot; raise BadFiles if they are not those of its copy."""
    folder = Path(submission.folder)
    files = Originals(folder, with_output=True)
    copied = _COPY.fullmatch(folder.name)
    if copied and not files.content.startswith(copied["copy"]):
        raise BadFiles(
            f"the files in {folder} are not those that were submitted; submit it again, with "
            "another version"
        )
    return files


def is_submitted(store: Store, name: str) -> bool:
    """Tell whether a bot of this name was submitted and is not retired."""
    return any(each.name == name and each.retired is None for each in store.submissions())


def give_token(store: Store, name: str, version: str) -> str:
    """Let a remote bot connect under a name, and return the secret it proves that with."""
    bot = require_bot(name, version)
    for submission in store.submissions():
        if submission.bot == bot:
            raise BadBot(f"{bot} was submitted, with files; choose another --version")
        if submission.name == name and submission.retired is None:
            raise BadBot(
                f"{name} is the name of a submitted bot; choose another, or retire that one first: "
                f"`lutetia bot retire {name}`"
            )
    return store.add_token(bot)


def sweep_leftovers(submissions: Iterable[Submission]) -> None:
    """Remove what interrupted submissions have left beside these, unless one is under way."""
    for bots_folder in {Path(submission.folder).parent for submission in submissions}:
        with suppress(OSError), _only_one(bots_folder, wait=False):
            _sweep(bots_folder)


def _sweep(bots_folder: Path) -> None:
    for part in bots_folder.glob(f"{_PART}*"):
        shutil.rmtree(part, ignore_errors=True)


def _finish_copy(
    part: Path,
    source: Path,
    manifest: Manifest,
    submissions: list[Submission],
    tell: Callable[[str], None],
) -> tuple[Path, str]:
    """Check a copy and rename it; return the folder it is in for good, and its content.

    Only the copy counts: its author may be editing the files that it was made from.
    """
    for game in manifest.games:
        find_game(game)
    content = content_hash(part / manifest.lone_file)
    for submission in submissions:
        if submission.bot == manifest.bot:
            if f"-{content[:_HASH]}-" in Path(submission.folder).name:
                raise AlreadySubmitted(
                    f"{manifest.bot} has been submitted already, with the same files"
                )
            how = (
                "choose another --version"
                if manifest.lone_file
                else f"raise the version in {source / 'bot.toml'}"
            )
            raise AlreadySubmitted(f"{manifest.bot} was submitted with other files; {how}")
    build_bot(manifest, tell)
    toml = part / "bot.toml"
    version = f'version = "{manifest.version}"\n'
    if manifest.lone_file:
        command = json.dumps(manifest.run)
        toml.write_text(f'name = "{manifest.name}"\n{version}run = {command}\n', "utf-8")
    elif "version" not in read_toml(toml):
        toml.write_text(version + toml.read_text("utf-8"), "utf-8")
    # What is built has a hash as well: `require_unchanged` looks at all that the bot can read.
    copy = Originals(part, with_output=True).content
    folder = part.with_name(f"{manifest.bot}-{content[:_HASH]}-{copy[:_HASH]}")
    # A folder of that name has the same files: another ladder keeps it there, or a submission
    # was interrupted before it was stored.
    if not folder.is_dir():
        part.rename(folder)
    return folder, content


@contextmanager
def _only_one(bots_folder: Path, wait: bool = True) -> Iterator[None]:
    """Let one submission at a time write to a folder; the lock ends with its process."""
    try:
        bots_folder.mkdir(parents=True, exist_ok=True)
        opened = os.open(bots_folder, os.O_RDONLY | os.O_DIRECTORY)
    except OSError as error:
        raise BadFiles(f"cannot write to {bots_folder}: {error.strerror}") from None
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        yield
    finally:
        os.close(opened)
