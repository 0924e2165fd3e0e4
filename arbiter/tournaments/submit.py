"""Submitting a bot to the ladder: checked, copied to where its author no longer edits it, stored.

Who it is follows from its files at that moment: name and version from bot.toml, and a hash of all
of them. What the bot does to its copy later changes none of that.
"""

import fcntl
import os
import secrets
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from arbiter.bot_files import BadFiles, check_files, content_hash, copy_files, list_files
from arbiter.bots import BUILT_IN, BadBot, Manifest, find_bot, locate_bot, require_name
from engine.files import read_toml
from engine.games import find_game
from ladder.errors import AlreadySubmitted
from ladder.store.store import Store, Submission

_PART = ".part-"
"""How the name begins of a copy that is not complete."""


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


def submit_bot(store: Store, place: Path, bots_folder: Path) -> Submitted:
    """Take a bot into the ladder, with a copy of its files that nobody edits."""
    if str(place) in BUILT_IN and not place.exists():
        raise BadBot(f"{place} is built in and plays in every ladder; submit a bot of your own")
    source = Path(locate_bot(str(place.resolve()) if place.exists() else str(place)))
    bots_folder = bots_folder.resolve()
    # Before the copy, so that a mistake is named in the author's file.
    manifest = find_bot(str(source))
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
            manifest, folder, content = _finish_copy(part, source, store.submissions())
        finally:
            shutil.rmtree(part, ignore_errors=True)
        before = [
            submission for submission in store.submissions() if submission.name == manifest.name
        ]
        submission = store.submit(manifest.bot, str(folder), content)
    replaces = next(
        (submission.version for submission in before if submission.retired is None), None
    )
    return Submitted(submission, manifest, replaces, len(files), sum(file.size for file in files))


def give_token(store: Store, name: str, version: str) -> str:
    """Let a remote bot connect under a name, and return the secret it proves that with."""
    bot = require_name(name, version)
    for each in store.submissions():
        if each.bot == bot:
            raise BadBot(f"{bot} was submitted, with files; choose another --version")
        if each.name == name and each.retired is None:
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
    part: Path, source: Path, submissions: list[Submission]
) -> tuple[Manifest, Path, str]:
    """Check a copy and rename it; return the bot, the folder it is in for good, and its content.

    Only the copy counts: its author may be editing the files that it was made from.
    """
    copied = part / source.name if source.is_file() else part
    manifest = find_bot(str(copied))
    for game in manifest.games:
        find_game(game)
    content = content_hash(copied)
    for submission in submissions:
        if submission.bot == manifest.bot:
            if submission.folder.endswith(f"-{content[:16]}"):
                raise AlreadySubmitted(
                    f"{manifest.bot} has been submitted already, with the same files"
                )
            raise AlreadySubmitted(
                f"{manifest.bot} was submitted with other files; raise the version in "
                f"{source / 'bot.toml'}"
            )
    toml = part / "bot.toml"
    version = f'version = "{manifest.version}"\n'
    if source.is_file():
        command = ", ".join(f'"{word}"' for word in manifest.run)
        toml.write_text(f'name = "{manifest.name}"\n{version}run = [{command}]\n', "utf-8")
    elif "version" not in read_toml(toml):
        toml.write_text(version + toml.read_text("utf-8"), "utf-8")
    folder = part.with_name(f"{manifest.bot}-{content[:16]}")
    # A folder of that name has the same files: another ladder keeps it there, or a submission
    # was interrupted before it was stored.
    if not folder.is_dir():
        part.rename(folder)
    return replace(manifest, folder=folder), folder, content


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
