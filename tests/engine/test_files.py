"""Files that cannot be read meet one sentence."""

from pathlib import Path

import pytest

from engine.errors import BadFile
from engine.files import read_text, read_toml


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"\xff", "cannot read"),
        (b"x: 1", "is not TOML"),
        (b"x = " + b"[" * 100_000, "nested too deeply"),
        (b"x = " + b"9" * 5_000, "is not TOML"),
    ],
)
def test_what_is_not_toml_is_refused(tmp_path: Path, content: bytes, sentence: str) -> None:
    (tmp_path / "x.toml").write_bytes(content)
    with pytest.raises(BadFile, match=sentence):
        read_toml(tmp_path / "x.toml")


@pytest.mark.parametrize("name", ["nothing", ".", "a\0b", "x" * 5_000, "file/x"])
def test_what_cannot_be_read_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadFile, match="cannot read"):
        read_text(tmp_path / name)
