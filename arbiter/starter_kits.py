"""Starter kits: a small bot in each of some languages, for an author to begin with."""

import re
from importlib.resources import files
from pathlib import Path

import lutetia.v1
from arbiter.bot_files import copy_files, list_files
from arbiter.bots import BadBot, require_bot
from engine.errors import suggestion

LANGUAGES = ("cpp", "go", "java", "python", "rust", "typescript")
_PROTO = "proto/lutetia/v1"
"""Where kits look for the .proto files, seen from their folder."""


def kit_folder(language: str) -> Path:
    if language not in LANGUAGES:
        raise BadBot(
            f"there is no kit for {language!r}. Languages: {', '.join(LANGUAGES)}."
            f"{suggestion(language, LANGUAGES)}"
        )
    return Path(str(files("sample_bots") / language))


def new_bot(folder: Path, language: str) -> None:
    """Make a folder with a bot to begin with, named after the folder."""
    kit = kit_folder(language)
    name = require_bot(folder.resolve().name, version="1").name
    if folder.exists():
        raise BadBot(f"{folder} already exists; choose another name, or remove it")
    copy_files(list_files(kit), folder)
    # Python bots too, which have the generated code: their authors read these.
    protos = [
        file for file in list_files(Path(lutetia.v1.__path__[0])) if file.name.endswith(".proto")
    ]
    copy_files(protos, folder / _PROTO)
    toml = folder / "bot.toml"
    text = toml.read_text("utf-8")
    toml.write_text(re.sub(r'^name = ".*"$', f'name = "{name}"', text, flags=re.M), "utf-8")
