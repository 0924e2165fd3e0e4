"""Handing a bot in: checked, copied to where its author no longer edits it, and entered."""

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from arbiter.bots import BUILT_IN, BadBot, Manifest, find_bot
from arbiter.tournaments.ladder import bot_of
from engine.errors import OperatorError
from engine.games import find_game
from ladder.errors import AlreadySubmitted
from ladder.store.store import Store
from ladder.store.submissions import Submission

_NOT_COPIED = {"__pycache__", ".git"}


class CannotCopy(OperatorError):
    """The files of a bot cannot be copied."""


@dataclass(frozen=True)
class Submitted:
    """What handing a bot in has led to."""

    submission: Submission
    manifest: Manifest
    replaces: str | None
    """The version that is retired now."""


def submit_bot(store: Store, place: Path, bots_folder: Path) -> Submitted:
    """Enter a bot into the ladder, with a copy of its files that nobody edits."""
    manifest = _check(place)
    known = store.submissions()
    if bot_of(manifest) in {each.bot for each in known}:
        raise AlreadySubmitted(_sentence(manifest, place))
    folder = bots_folder.resolve() / str(bot_of(manifest))
    _copy(manifest, place, folder)
    submission = Submission(*bot_of(manifest), str(folder), datetime.now(UTC))
    store.submit(submission)
    before = (each for each in known if each.name == manifest.name and each.retired is None)
    return Submitted(submission, manifest, next((each.version for each in before), None))


def _check(place: Path) -> Manifest:
    """Read a bot that may be handed in."""
    if str(place) in BUILT_IN and not place.exists():
        raise BadBot(f"{place} is built in and plays in every ladder; hand a bot of your own in")
    manifest = find_bot(str(place.resolve()) if place.exists() else str(place))
    for game in manifest.games:
        find_game(game)
    return manifest


def _sentence(manifest: Manifest, place: Path) -> str:
    """Say how a bot that is known may be handed in again."""
    taken = f"{manifest.name} {manifest.version} has been submitted already"
    if place.is_dir():
        return f"{taken}; raise the version in {place / 'bot.toml'}"
    return f"{taken}; a lone file has no version: put it into a folder with a bot.toml and raise it"


def _copy(manifest: Manifest, place: Path, folder: Path) -> None:
    """Copy a bot whole or not at all; a lone file gets the bot.toml that it lacks."""
    if folder.exists():
        raise CannotCopy(
            f"{folder} is there already, from another ladder or a submission that was cut short; "
            "remove it or choose another --bots-folder"
        )
    part = folder.with_name(f".{folder.name}.part")
    try:
        shutil.rmtree(part, ignore_errors=True)
        if place.is_dir():
            shutil.copytree(place, part, ignore=_left_out(folder.parent))
        else:
            part.mkdir(parents=True)
            shutil.copy2(place, part)
            (part / "bot.toml").write_text(_toml(manifest), encoding="utf-8")
        part.rename(folder)
    except OSError as error:
        raise CannotCopy(f"cannot copy {place} to {folder}: {error}") from None


def _left_out(bots_folder: Path) -> Callable[[str, list[str]], set[str]]:
    """Leave out what is no part of a bot, and the copies, should they lie within its folder."""

    def choose(folder: str, names: list[str]) -> set[str]:
        inner = {name for name in names if Path(folder, name).resolve() == bots_folder}
        return inner | (_NOT_COPIED & set(names))

    return choose


def _toml(manifest: Manifest) -> str:
    command = ", ".join(f'"{word}"' for word in manifest.run)
    return f'name = "{manifest.name}"\nversion = "{manifest.version}"\nrun = [{command}]\n'
