"""Bots as an operator names them: a built-in's name, a folder with bot.toml, or a Python file."""

import os
import re
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path

from arbiter.bot_files import content_version
from arbiter.sandbox.limits import DEFAULT_LIMITS, Limits
from engine.errors import BadFile, BadValue, OperatorError, suggestion
from engine.fields import read_fields, short_repr
from engine.files import read_toml
from engine.record import Bot

BUILT_IN = ("greedy", "random", "search", "search-fast")
SPARRING = ("greedy", "random")
"""Those that play everybody in the ladder unasked: they answer at once."""
_NAME = re.compile(r"[a-z0-9][a-z0-9_.-]{0,39}")
_NAME_RULE = "1 to 40 of a-z, 0-9, '-', '_' and '.', beginning with a letter or digit"
_VERSION = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.+-]{0,39}")
_VERSION_RULE = "1 to 40 letters, digits, '-', '_', '.' and '+', beginning with a letter or digit"
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,99}")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


class BadBot(OperatorError):
    """There is no such bot, or its bot.toml is wrong."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What bot.toml says."""

    name: str
    version: str
    run: tuple[str, ...]
    """The command, run in `folder`; none for a remote bot, which nobody starts."""
    folder: Path
    games: tuple[str, ...] = ()
    """The games it plays; none named: all."""
    lone_file: str = ""
    """Its only file, if the folder is not its own."""
    readable: tuple[str, ...] = ()
    """Which other files and folders it asks to read."""
    env: tuple[tuple[str, str], ...] = ()
    """What it wants in its environment."""
    limits: Limits = DEFAULT_LIMITS

    @property
    def bot(self) -> Bot:
        return Bot(self.name, self.version)

    @property
    def is_remote(self) -> bool:
        return not self.run

    def require_game(self, game: str) -> None:
        """Raise BadBot unless the bot plays a game."""
        if self.games and game not in self.games:
            raise BadBot(f"{self.name} does not play {game}; it plays {', '.join(self.games)}")


@dataclass(frozen=True, slots=True)
class _BotToml:
    """The keys of bot.toml."""

    name: str = ""
    version: str = ""
    """A hash of its files if left out."""
    language: str = ""
    """For people who read the file."""
    games: tuple[str, ...] = ()
    run: tuple[str, ...] = ()
    readable: tuple[str, ...] = ()
    """What a run-time needs to read outside the bot's folder and the system."""
    env: Mapping[str, str] = field(default_factory=dict)
    limits: Limits = DEFAULT_LIMITS


def find_bot(text: str) -> Manifest:
    """Return the bot that a command line means by a name or a path."""
    return read_bot(locate_bot(text))


def locate_bot(text: str, folder: Path = Path()) -> str:
    """Return where a bot is, for good: the name of a built-in, else a path seen from `folder`."""
    if text in BUILT_IN:
        return text
    path = folder / text
    # os.path, not Path: for an impossible name it returns False instead of raising.
    if os.path.isfile(path / "bot.toml") or (path.suffix == ".py" and os.path.isfile(path)):
        return str(path.resolve())
    raise BadBot(
        f"no bot {short_repr(text, 200)}: it is not a built-in ({', '.join(BUILT_IN)}), a folder "
        f"with a bot.toml or a .py file.{suggestion(text, BUILT_IN)}"
    )


def files_of(located: str) -> Path:
    """Return the folder or the lone file of a bot that `locate_bot` has found."""
    return _home(located) if located in BUILT_IN else Path(locate_bot(located))


def read_bot(located: str) -> Manifest:
    """Return the bot at a place that `locate_bot` has found, which may be gone since."""
    place = files_of(located)
    if place.is_dir():
        return _read(place)
    name = _require_name(place.stem.lower(), place)
    return Manifest(
        name,
        content_version(place),
        ("python", place.name),
        place.parent,
        lone_file=place.name,
    )


def remote_bot(bot: Bot, games: Sequence[str] = ()) -> Manifest:
    """Return a bot that connects by itself."""
    return Manifest(bot.name, bot.version, (), Path(), tuple(games))


def require_name(name: str, version: str) -> Bot:
    """Return who a remote bot is; raise BadBot if it must not be called so."""
    if not _NAME.fullmatch(name):
        raise BadBot(f"{short_repr(name)} is not a valid name for a bot; use {_NAME_RULE}")
    if name in BUILT_IN:
        raise BadBot(f"{name} is the name of a built-in bot; give yours another name")
    if not _VERSION.fullmatch(version):
        raise BadBot(f"{short_repr(version)} is not a valid version; use {_VERSION_RULE}")
    return Bot(name, version)


def name_seats(manifests: Sequence[Manifest]) -> dict[str, Manifest]:
    """Name a bot for each seat: a bot that plays two seats is two, with a process each."""
    named: dict[str, Manifest] = {}
    for manifest in manifests:
        name, copies = manifest.name, 1
        while name in named:
            copies += 1
            name = f"{manifest.name}-{copies}"
        named[name] = manifest
    return named


def search_path() -> str:
    """Return the PATH of bots: `python` is the one that runs the arbiter."""
    return os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)))


def _home(built_in: str) -> Path:
    # A dependency that no import shows: built-ins are data of the package sample_bots, which is
    # installed beside this one. They run as processes like any other bot, and are never imported.
    return Path(str(files("sample_bots") / built_in)).resolve()


def _read(folder: Path) -> Manifest:
    path = folder / "bot.toml"
    try:
        toml = read_toml(path)
        data = read_fields(_BotToml, toml)
    except BadFile as error:
        raise BadBot(str(error)) from None
    except BadValue as error:
        raise BadBot(f"{path}: {error}") from None
    version = _require_version(data.version, path) if "version" in toml else content_version(folder)
    return Manifest(
        name=_require_name(data.name, path),
        version=version,
        run=_require_command(data.run, path),
        folder=folder,
        games=data.games,
        readable=data.readable,
        env=_require_variables(data.env, path),
        limits=data.limits,
    )


def _require_name(name: str, path: Path) -> str:
    if not _NAME.fullmatch(name):
        raise BadBot(f"{path}: {short_repr(name)} is not a valid name for a bot; use {_NAME_RULE}")
    if name in BUILT_IN and path.parent != _home(name):
        raise BadBot(f"{path}: {name} is the name of a built-in bot; give yours another name")
    return name


def _require_version(version: str, path: Path) -> str:
    if not _VERSION.fullmatch(version):
        raise BadBot(f"{path}: {short_repr(version)} is not a valid version; use {_VERSION_RULE}")
    return version


def _require_variables(variables: Mapping[str, str], path: Path) -> tuple[tuple[str, str], ...]:
    for name, value in variables.items():
        if not _VARIABLE.fullmatch(name) or name.startswith("LUTETIA_") or "\0" in value:
            raise BadBot(
                f"{path}: env: {short_repr(name)} cannot be set; use letters, digits and '_' for "
                "names, no NUL in values, and leave those that begin with LUTETIA_ to us"
            )
    return tuple(variables.items())


def _require_command(words: tuple[str, ...], path: Path) -> tuple[str, ...]:
    if not words:
        raise BadBot(f'{path}: run is missing; write run = ["python", "bot.py"]')
    for word in words:
        if _CONTROL.search(word):
            raise BadBot(f"{path}: run: {short_repr(word)} has a control character; leave it out")
    command = words[0]
    there = (
        os.path.isfile(path.parent / command)
        if os.sep in command
        else shutil.which(command, path=search_path())
    )
    if not there:
        raise BadBot(
            f"{path}: run: there is no command {short_repr(command)}; build or install it first"
        )
    return words
