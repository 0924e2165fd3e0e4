"""Files that commands write: what cannot be written is said in a sentence."""

import os
from pathlib import Path

from engine.errors import BadFile


def require_writable(path: Path) -> None:
    """Raise BadFile if a file cannot be written, before there is something to be lost."""
    # os.path, not Path: for an impossible name it returns False instead of raising.
    if os.path.isdir(path):
        raise BadFile(f"cannot write {path}: it is a folder; name a file in it")
    if not os.path.isdir(path.parent):
        raise BadFile(f"cannot write {path}: there is no folder {path.parent}; make it first")
    if not os.access(path if os.path.exists(path) else path.parent, os.W_OK):
        raise BadFile(f"cannot write {path}: permission denied; choose another place")


def write_text(path: Path, text: str) -> None:
    """Write a text to a file."""
    require_writable(path)
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadFile(f"cannot write {path}: {error.strerror}") from None
