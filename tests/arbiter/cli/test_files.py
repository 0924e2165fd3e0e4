"""Files that cannot be written meet one sentence."""

from pathlib import Path

import pytest

from arbiter.cli.files import require_writable, write_text
from engine.errors import BadFile


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("nowhere/x", "there is no folder"),
        (".", "it is a folder"),
        ("file/x", "there is no folder"),
        ("x" * 5_000, "cannot write"),
    ],
)
def test_what_cannot_be_written_is_refused(tmp_path: Path, name: str, sentence: str) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadFile, match=sentence):
        write_text(tmp_path / name, "text")


def test_looking_whether_a_file_can_be_written_writes_nothing(tmp_path: Path) -> None:
    require_writable(tmp_path / "x")
    assert list(tmp_path.iterdir()) == []
    write_text(tmp_path / "x", "text")
    require_writable(tmp_path / "x")
    assert (tmp_path / "x").read_text() == "text"
