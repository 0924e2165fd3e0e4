"""Handing a bot in: what is refused, and that the ladder has a copy of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from arbiter.bots import BadBot, find_bot
from arbiter.tournaments.submit import CannotCopy, submit_bot
from engine.errors import OperatorError
from ladder.errors import AlreadySubmitted
from ladder.store.store import Store, open_store

TOML = 'name = "{name}"\nversion = "{version}"\ngames = ["{game}"]\nrun = ["python", "bot.py"]\n'


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(f"sqlite:///{tmp_path / 'ladder.db'}")
    yield opened
    opened.close()


def write_bot(
    folder: Path, name: str = "mine", version: str = "1", game: str = "moscow_paris"
) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "bot.toml").write_text(TOML.format(name=name, version=version, game=game))
    (folder / "bot.py").write_text("print('one')")
    return folder


def test_a_rated_bot_does_not_change_with_its_authors_files(store: Store, tmp_path: Path) -> None:
    place = write_bot(tmp_path / "src")
    (place / "__pycache__").mkdir()
    receipt = submit_bot(store, place, tmp_path / "kept")
    (place / "bot.py").write_text("print('two')")
    copy = Path(receipt.submission.folder)
    assert copy == tmp_path / "kept" / "mine@1"
    assert (copy / "bot.py").read_text() == "print('one')"
    assert not (copy / "__pycache__").exists()
    assert find_bot(str(copy)).run == ("python", "bot.py")


def test_a_lone_file_is_a_bot_of_its_own_folder(store: Store, tmp_path: Path) -> None:
    (tmp_path / "Solo.py").write_text("")
    (tmp_path / "secret.txt").write_text("")
    copy = Path(submit_bot(store, tmp_path / "Solo.py", tmp_path / "kept").submission.folder)
    assert sorted(each.name for each in copy.iterdir()) == ["Solo.py", "bot.toml"]
    assert find_bot(str(copy)).name == "solo"


def test_a_new_version_takes_the_place_of_the_one_before(store: Store, tmp_path: Path) -> None:
    place = tmp_path / "src"
    assert submit_bot(store, write_bot(place), tmp_path / "kept").replaces is None
    assert submit_bot(store, write_bot(place, version="2"), tmp_path / "kept").replaces == "1"


def test_the_same_version_again_names_the_file_to_change(store: Store, tmp_path: Path) -> None:
    place = write_bot(tmp_path / "src")
    submit_bot(store, place, tmp_path / "kept")
    with pytest.raises(AlreadySubmitted, match=r"raise the version in .*bot\.toml"):
        submit_bot(store, place, tmp_path / "kept")
    (tmp_path / "solo.py").write_text("")
    submit_bot(store, tmp_path / "solo.py", tmp_path / "kept")
    with pytest.raises(AlreadySubmitted, match=r"put it into a folder with a bot\.toml"):
        submit_bot(store, tmp_path / "solo.py", tmp_path / "kept")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"name": "greedy"}, "name of a built-in"),
        ({"version": "../../1"}, "is not a valid version; use"),
        ({"version": "1" * 10_000}, "is not a valid version; use"),
        ({"game": "moskow_paris"}, "Did you mean 'moscow_paris'"),
    ],
)
def test_what_the_ladder_cannot_take_is_refused(
    store: Store, tmp_path: Path, change: dict[str, str], sentence: str
) -> None:
    with pytest.raises(OperatorError, match=sentence):
        submit_bot(store, write_bot(tmp_path / "src", **change), tmp_path / "kept")
    assert store.submissions() == []
    assert not (tmp_path / "kept").exists()


def test_a_built_in_needs_no_submission(store: Store, tmp_path: Path) -> None:
    with pytest.raises(BadBot, match="plays in every ladder"):
        submit_bot(store, Path("greedy"), tmp_path / "kept")


def test_the_copy_of_another_ladder_is_not_overwritten(store: Store, tmp_path: Path) -> None:
    write_bot(tmp_path / "kept")
    (tmp_path / "kept" / "mine@1").mkdir()
    with pytest.raises(CannotCopy, match="choose another --bots-folder"):
        submit_bot(store, write_bot(tmp_path / "src"), tmp_path / "kept")


def test_copies_within_the_bots_own_folder_are_not_copied(store: Store, tmp_path: Path) -> None:
    place = write_bot(tmp_path / "src")
    submit_bot(store, place, place / "kept")
    copy = submit_bot(store, write_bot(place, version="2"), place / "kept").submission.folder
    assert sorted(each.name for each in Path(copy).iterdir()) == ["bot.py", "bot.toml"]


def test_what_cannot_be_copied_leaves_nothing_behind(store: Store, tmp_path: Path) -> None:
    place = write_bot(tmp_path / "src")
    (place / "lost").symlink_to(tmp_path / "nowhere")
    with pytest.raises(CannotCopy, match="cannot copy"):
        submit_bot(store, place, tmp_path / "kept")
    assert store.submissions() == []
