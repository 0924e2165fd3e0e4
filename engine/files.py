"""Files that people name: what cannot be read or written is said in a sentence."""

import os
import tomllib
from pathlib import Path
from typing import Any

from engine.errors import BadFile


def read_text(path: Path) -> str:
    """Return the text of a file."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadFile(f"cannot read {path}: {error.strerror}") from None
    except ValueError as error:  # no UTF-8, or a name that no file can have
        raise BadFile(f"cannot read {path}: {error}") from None


def read_toml(path: Path) -> dict[str, Any]:
    """Return the content of a TOML file."""
    text = read_text(path)
    try:
        return tomllib.loads(text)
    except ValueError as error:
        raise BadFile(f"{path} is not TOML: {error}") from None
    except RecursionError:
        raise BadFile(f"{path} is not TOML that can be read: it is nested too deeply") from None


def require_writable(path: Path) -> None:
    """Raise BadFile if a file cannot be written, before there is something to be lost."""
    if os.path.isdir(path):  # of os: a name that no file can have is none, not an error
        raise BadFile(f"cannot write {path}: it is a folder; name a file in it")
    if not os.path.isdir(path.parent):
        raise BadFile(f"cannot write {path}: there is no folder {path.parent}; make it first")
    if not os.access(path if os.path.exists(path) else path.parent, os.W_OK):
        raise BadFile(f"cannot write {path}: you may not; choose another place")


def write_text(path: Path, text: str) -> None:
    """Write a text into a file."""
    require_writable(path)
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadFile(f"cannot write {path}: {error.strerror}") from None
