"""Bots as an operator names them: a built-in's name, a folder with bot.toml, or a Python file."""

import os
import re
import shutil
import sys
import tomllib
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from engine.errors import OperatorError
from engine.options import suggestion

BUILT_IN = ("greedy", "random")
_NAME = re.compile(r"[a-z0-9][a-z0-9_.-]{0,39}")
_NAME_RULE = "1 to 40 of a-z, 0-9, '-', '_' and '.', beginning with a letter or digit"
_VERSION = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.+-]{0,39}")
_VERSION_RULE = "1 to 40 letters, digits, '-', '_', '.' and '+', beginning with a letter or digit"
_KEYS = {"name", "version", "language", "games", "run"}


class BadBot(OperatorError):
    """There is no such bot, or its bot.toml is wrong."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What bot.toml says."""

    name: str
    version: str
    run: tuple[str, ...]
    """The command, run in `folder`."""
    folder: Path
    games: tuple[str, ...] = ()
    """The games it plays; none named: all."""
    language: str = ""

    def require_game(self, game: str) -> None:
        """Raise BadBot unless the bot plays a game."""
        if self.games and game not in self.games:
            raise BadBot(f"{self.name} does not play {game}; it plays {', '.join(self.games)}")


def find_bot(text: str) -> Manifest:
    """Return the bot that a command line means by a name or a path."""
    if text in BUILT_IN:
        return _read(Path(str(files("sample_bots") / text)))
    path = Path(text)
    if path.suffix == ".py" and path.is_file():
        name = _require_name(path.stem.lower(), path)
        return Manifest(name, "0", ("python", path.name), path.resolve().parent)
    if (path / "bot.toml").is_file():
        return _read(path)
    raise BadBot(
        f"no bot {text!r}: it is no built-in ({', '.join(BUILT_IN)}), no folder with a bot.toml "
        f"and no .py file.{suggestion(text, BUILT_IN)}"
    )


def search_path() -> str:
    """Return the PATH of bots: `python` is the one that runs the arbiter."""
    return os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)))


def _read(folder: Path) -> Manifest:
    path = folder / "bot.toml"
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadBot(f"{path} is not TOML: {error}") from None
    for key in data.keys() - _KEYS:
        raise BadBot(f"{path}: there is no key {key!r}.{suggestion(key, _KEYS)}")
    command = _strings(data, "run", path)
    if not command:
        raise BadBot(f'{path}: run is missing; write run = ["python", "bot.py"]')
    _require_command(command[0], folder, path)
    return Manifest(
        name=_require_name(data.get("name", ""), path),
        version=_require_version(str(data.get("version", "0")), path),
        run=command,
        folder=folder.resolve(),
        games=_strings(data, "games", path),
        language=str(data.get("language", "")),
    )


def _strings(data: dict[str, Any], key: str, path: Path) -> tuple[str, ...]:
    value = data.get(key, [])
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise BadBot(f"{path}: {key} is not a list of texts")
    return tuple(value)


def _require_name(name: str, path: Path) -> str:
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise BadBot(f"{path}: {str(name)[:60]!r} is no name for a bot; take {_NAME_RULE}")
    return name


def _require_version(version: str, path: Path) -> str:
    if not _VERSION.fullmatch(version):
        raise BadBot(f"{path}: {version[:60]!r} is no version; take {_VERSION_RULE}")
    return version


def _require_command(command: str, folder: Path, path: Path) -> None:
    there = (
        (folder / command).is_file()
        if os.sep in command
        else shutil.which(command, path=search_path())
    )
    if not there:
        raise BadBot(f"{path}: run: there is no command {command!r}; build or install it first")
