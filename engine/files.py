"""Files that people name: what cannot be read is said in a sentence."""

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
    except ValueError as error:  # not UTF-8, or a name that no file can have
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
