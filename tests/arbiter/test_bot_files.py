"""The files of a bot while it plays."""

import os
import shutil
from pathlib import Path

import pytest

from arbiter.bot_files import Originals, split_folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "bot"
    (folder / "lib").mkdir(parents=True)
    (folder / "bot.py").write_text("one")
    (folder / "lib" / "tables.txt").write_text("1 2 3")
    return folder


def test_files_that_stay_as_they_are_were_not_edited(folder: Path) -> None:
    assert Originals(folder).edited() is None


@pytest.mark.parametrize("name", ["bot.py", "lib/tables.txt"])
def test_an_edited_file_is_found(folder: Path, name: str) -> None:
    originals = Originals(folder)
    (folder / name).write_text("two")
    assert originals.edited() == folder / name


def test_a_file_that_is_gone_was_edited(folder: Path) -> None:
    originals = Originals(folder)
    (folder / "lib" / "tables.txt").unlink()
    assert originals.edited() == folder / "lib" / "tables.txt"


def test_a_file_that_became_a_link_was_edited(folder: Path) -> None:
    originals = Originals(folder)
    shutil.move(folder / "bot.py", folder.parent / "elsewhere")
    (folder / "bot.py").symlink_to(folder.parent / "elsewhere")
    assert originals.edited() == folder / "bot.py"


def test_a_file_that_was_saved_without_a_change_was_not_edited(folder: Path) -> None:
    originals = Originals(folder)
    (folder / "bot.py").unlink()
    (folder / "bot.py").write_text("one")
    os.utime(folder / "lib" / "tables.txt", (1, 1))
    assert originals.edited() is None


def test_what_a_bot_writes_beside_its_files_is_its_own_affair(folder: Path) -> None:
    originals = Originals(folder)
    (folder / "learned.bin").write_text("x")
    assert originals.edited() is None


def test_a_bot_that_is_gone_as_a_whole_was_not_edited(folder: Path) -> None:
    originals = Originals(folder)
    shutil.move(folder, folder.parent / "elsewhere")
    assert originals.edited() is None


def write(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()


@pytest.mark.parametrize(
    ("toml", "shown", "hidden"),
    [
        ("", {"."}, {"lib/__pycache__", "lib/x.log", ".cache"}),
        ('files = ["bot.py", "lib"]', {"bot.py", "bot.toml", "lib"}, None),
        ('files = ["bot.py"]', {"bot.py", "bot.toml"}, None),
        ('files = ["bot.py"]\nbuild = ["make"]', {"."}, None),
    ],
)
def test_a_bot_is_shown_what_it_is_hashed_by_and_what_was_built(
    folder: Path, toml: str, shown: set[str], hidden: set[str] | None
) -> None:
    (folder / "bot.toml").write_text(toml)
    write(folder, "lib/__pycache__/bot.pyc", "lib/x.log", ".cache/brain", "data/brain.py")
    seen, unseen = split_folder(folder)
    assert seen == {folder / name for name in shown}
    if hidden is not None:
        assert unseen == {folder / name for name in hidden}
