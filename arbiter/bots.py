"""Bots as an operator names them: a built-in's name, a folder with bot.toml, or a Python file."""

import os
import re
import shutil
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path, PurePath
from typing import Annotated

from arbiter.bot_files import NOT_PART_OF_A_BOT, content_version, list_files
from arbiter.sandbox.limits import DEFAULT_LIMITS, Limits
from engine.errors import BadFile, BadValue, OperatorError, suggestion
from engine.fields import Matching, check_type, read_fields, short_repr
from engine.files import read_toml
from engine.record import Bot

BUILT_IN = ("greedy", "random", "search", "search-fast")
SPARRING = ("greedy", "random")
"""The built-in bots that take part in every ladder: they answer at once."""
BotName = Annotated[
    str,
    Matching(
        re.compile(r"[a-z0-9][a-z0-9_.-]{0,39}"),
        "1 to 40 of a-z, 0-9, '-', '_' and '.', beginning with a letter or digit",
    ),
]
BotVersion = Annotated[
    str,
    Matching(
        re.compile(r"[A-Za-z0-9][A-Za-z0-9_.+-]{0,39}"),
        "1 to 40 letters, digits, '-', '_', '.' and '+', beginning with a letter or digit",
    ),
]
_Command = tuple[
    Annotated[str, Matching(re.compile(r"[^\x00-\x1f\x7f]*"), "free of control characters")], ...
]
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,99}")


ABOUT = {"author": 100, "language": 40, "url": 300, "description": 500}
"""What bot.toml may say for people, and how many characters of each are kept."""


class BadBot(OperatorError):
    """There is no such bot, or its bot.toml is wrong."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What bot.toml says."""

    name: str
    version: str
    run: tuple[str, ...]
    """The command, run in `folder`; empty for a remote bot, which nobody starts."""
    folder: Path
    games: tuple[str, ...] = ()
    """The games it plays; empty: all."""
    build: tuple[str, ...] = ()
    """The command that builds what `run` needs, run once in `folder`; empty if there is nothing."""
    lone_file: str = ""
    """Its only file, if the folder is not its own."""
    readable: tuple[str, ...] = ()
    """Which other files and folders it asks to read."""
    env: tuple[tuple[str, str], ...] = ()
    """What it wants in its environment."""
    limits: Limits = DEFAULT_LIMITS
    about: tuple[tuple[str, str], ...] = ()
    """What it says for people, those of ABOUT that it says."""

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

    name: BotName = ""
    version: BotVersion = ""
    """A hash of its files if left out."""
    language: str = ""
    """For people, as are the next three: pages show them."""
    author: str = ""
    url: str = ""
    description: str = ""
    games: tuple[str, ...] = ()
    run: _Command = ()
    build: _Command = ()
    """Run once before the bot plays."""
    files: tuple[str, ...] = ()
    """What belongs to the bot, see `arbiter.bot_files`; empty: all."""
    readable: tuple[str, ...] = ()
    """What a run-time needs to read outside the bot's folder and the system."""
    env: Mapping[str, str] = field(default_factory=dict)
    limits: Limits = DEFAULT_LIMITS

    def __post_init__(self) -> None:
        # Not by leaving out the defaults: newcomers are shown what to write.
        for key, example in (("name", '"mybot"'), ("run", '["python", "bot.py"]')):
            if not getattr(self, key):
                raise BadBot(f"{key} is missing; write {key} = {example}")


def find_bot(text: str) -> Manifest:
    """Return the bot that a command line means by a name or a path."""
    return read_bot(locate_bot(text))


def locate_bot(text: str, folder: Path = Path()) -> str:
    """Return where a bot is: the name of a built-in, or an absolute path.

    `text` may be a path as seen from `folder`.
    """
    if text in BUILT_IN:
        return text
    path = folder / text
    # os.path, not Path: for an impossible name it returns False instead of raising.
    if os.path.isfile(path / "bot.toml") or (path.suffix == ".py" and os.path.isfile(path)):
        return str(path.resolve())
    shown = short_repr(text, 200)
    if os.path.isdir(path):
        raise BadBot(
            f"no bot {shown}: the folder has no bot.toml. Name one that has, or a .py file"
        )
    hint = suggestion(text, [*BUILT_IN, *_bots_beside(text, folder)])
    raise BadBot(
        f"no bot {shown}: it is not a built-in ({', '.join(BUILT_IN)}), a folder with a bot.toml "
        f"or a .py file.{hint}"
    )


def _bots_beside(text: str, folder: Path) -> list[str]:
    """Return the paths of the bots in the folder that a path leads to, written as it is."""
    place = os.path.dirname(text)
    found: list[str] = []
    with suppress(OSError, ValueError):  # there is no such folder, or can be none
        found = sorted(os.listdir(folder / place))
    return [
        os.path.join(place, name)
        for name in found
        if name.endswith(".py") or os.path.isfile(folder / place / name / "bot.toml")
    ]


def files_of(located: str) -> Path:
    """Return the folder or the lone file of a bot that `locate_bot` has found."""
    return _home(located) if located in BUILT_IN else Path(locate_bot(located))


def read_bot(located: str) -> Manifest:
    """Return the bot at a place that `locate_bot` has found, which may be gone since."""
    place = files_of(located)
    return _read(place) if place.is_dir() else lone_bot(place)


def lone_bot(file: Path, name: str = "", version: str = "") -> Manifest:
    """Return the bot that is one Python file; its name and a hash of it tell who it is."""
    try:
        bot = require_bot(name or file.stem.lower(), version or content_version(file))
    except (BadBot, BadValue) as error:
        raise BadBot(f"{file}: {error}") from None
    return Manifest(
        name=bot.name,
        version=bot.version,
        run=("python", file.name),
        folder=file.parent,
        lone_file=file.name,
    )


def remote_bot(bot: Bot, games: Sequence[str] = ()) -> Manifest:
    """Return a bot that connects by itself."""
    return Manifest(bot.name, bot.version, (), Path(), tuple(games))


def require_bot(name: str, version: str) -> Bot:
    """Return a bot that is not built in; raise an OperatorError if it cannot be called that."""
    check_type(BotName, name, "the bot's name")
    check_type(BotVersion, version, "the bot's version")
    if name in BUILT_IN:
        raise BadBot(f"{name} is the name of a built-in bot; give yours another name")
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


def command_exists(command: str, folder: Path) -> bool:
    """Tell whether a command can be found: by its path as seen from a folder, or by its name."""
    if os.sep in command:
        return os.path.isfile(folder / command)
    return shutil.which(command, path=search_path()) is not None


def _home(built_in: str) -> Path:
    # A dependency that no import shows: built-ins are data of the package sample_bots, which is
    # installed beside this one. They run as processes like any other bot, and are never imported.
    return Path(str(resources.files("sample_bots") / built_in)).resolve()


def _read(folder: Path) -> Manifest:
    path = folder / "bot.toml"
    try:
        toml = read_toml(path)
    except BadFile as error:
        raise BadBot(str(error)) from None
    try:
        data = read_fields(_BotToml, toml)
        version = data.version or content_version(folder)
        if folder != _home(data.name):
            require_bot(data.name, version)
        _require_command(data.run, "run", folder, built=bool(data.build))
        if data.build:
            _require_command(data.build, "build", folder)
        else:
            _require_own(data.run, folder)
        _require_variables(data.env)
    except (BadBot, BadValue) as error:
        raise BadBot(f"{path}: {error}") from None
    return Manifest(
        name=data.name,
        version=version,
        run=data.run,
        folder=folder,
        games=data.games,
        build=data.build,
        readable=data.readable,
        env=tuple(data.env.items()),
        limits=data.limits,
        about=tuple(
            (name, text[:most])
            for name, most in ABOUT.items()
            if (text := " ".join(getattr(data, name).split()))
        ),
    )


def _require_own(words: tuple[str, ...], folder: Path) -> None:
    """Raise BadBot if a command names a file that is in the bot's folder, but not part of it."""
    named = [PurePath(os.path.normpath(word)) for word in words if os.path.isfile(folder / word)]
    inside = [name for name in named if not name.is_absolute() and name.parts[0] != ".."]
    own = {file.name for file in list_files(folder)} if inside else set()
    for name in inside:
        # A link is listed, and not what is behind it.
        if not {name.as_posix(), *(parent.as_posix() for parent in name.parents)} & own:
            raise BadBot(
                f"run: {short_repr(str(name))} is not part of the bot, so a change to it would "
                "go unnoticed; list it in `files`. It may not be a .log file or lie in "
                f"{', '.join(sorted(NOT_PART_OF_A_BOT))}"
            )


def _require_variables(variables: Mapping[str, str]) -> None:
    for name, value in variables.items():
        if not _VARIABLE.fullmatch(name) or name.startswith("LUTETIA_") or "\0" in value:
            raise BadBot(
                f"env: {short_repr(name)} cannot be set; use letters, digits and '_' for "
                "names, no NUL in values, and no name that begins with LUTETIA_"
            )


def _require_command(words: _Command, key: str, folder: Path, built: bool = False) -> None:
    """Raise BadBot unless the command can be run, now or once it has been built."""
    command = words[0]
    if not (built and os.sep in command) and not command_exists(command, folder):
        raise BadBot(f"{key}: there is no command {short_repr(command)}; build or install it first")
