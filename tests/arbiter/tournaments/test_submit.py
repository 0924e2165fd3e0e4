"""Submitting a bot: what is refused, and that the ladder has a copy of its own."""

import fcntl
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arbiter.bot_files import MOST_BYTES, MOST_FILES, BadFiles, content_hash
from arbiter.bots import BadBot, find_bot
from arbiter.tournaments.submit import Submitted, submit_bot, sweep_leftovers
from engine.errors import OperatorError
from ladder.errors import AlreadySubmitted
from ladder.store.store import Store, open_store

TOML = 'name = "{name}"\nversion = "{version}"\ngames = ["{game}"]\nrun = ["python", "bot.py"]\n'
Submit = Callable[[Path], Submitted]
UNVERSIONED = 'name = "mine"\nrun = ["python", "bot.py"]\n'


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(f"sqlite:///{tmp_path / 'ladder.db'}")
    yield opened
    opened.close()


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """Where the ladder keeps its bots."""
    return tmp_path / "kept"


@pytest.fixture
def submit(store: Store, kept: Path) -> Submit:
    return lambda source: submit_bot(store, source, kept)


def write_bot(
    folder: Path, name: str = "mine", version: str = "1", game: str = "moscow_paris"
) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "bot.toml").write_text(TOML.format(name=name, version=version, game=game))
    (folder / "bot.py").write_text("print('one')")
    return folder


def test_a_rated_bot_does_not_change_with_its_authors_files(
    submit: Submit, kept: Path, tmp_path: Path
) -> None:
    source = write_bot(tmp_path / "src")
    (source / "bot.py").chmod(0o755)
    (source / "lib").mkdir()
    (source / "lib" / "tables.txt").write_text("1 2 3")
    for folder in ("__pycache__", ".git", ".cache"):
        (source / folder).mkdir()
        (source / folder / "file").touch()
    copy = Path(submit(source).submission.folder)
    (source / "bot.py").write_text("print('two')")
    assert copy.parent == kept
    assert copy.name.startswith("mine@1-")
    assert (copy / "bot.py").read_text() == "print('one')"
    assert os.access(copy / "bot.py", os.X_OK)
    names = sorted(path.relative_to(copy).as_posix() for path in copy.rglob("*"))
    assert names == ["bot.py", "bot.toml", "lib", "lib/tables.txt"]
    assert find_bot(str(copy)).run == ("python", "bot.py")


def test_a_lone_file_is_a_bot_of_its_own_folder(submit: Submit, tmp_path: Path) -> None:
    (tmp_path / "Solo.py").write_text("")
    (tmp_path / "secret.txt").write_text("")
    submitted = submit(tmp_path / "Solo.py")
    copy = Path(submitted.submission.folder)
    assert sorted(file.name for file in copy.iterdir()) == ["Solo.py", "bot.toml"]
    assert find_bot(str(copy)).name == "solo"
    assert find_bot(str(copy)).version == submitted.submission.version


def test_what_is_copied_is_told_by_number_and_size(submit: Submit, tmp_path: Path) -> None:
    (tmp_path / "solo.py").write_text("x" * 5_000)
    submitted = submit(tmp_path / "solo.py")
    assert (submitted.files, submitted.size) == (1, 5_000)


def test_a_new_version_takes_the_place_of_the_one_before(submit: Submit, tmp_path: Path) -> None:
    source = tmp_path / "src"
    assert submit(write_bot(source)).replaces is None
    assert submit(write_bot(source, version="2")).replaces == "1"


def test_the_version_of_a_bot_without_one_is_its_content(submit: Submit, tmp_path: Path) -> None:
    for source, file in ((tmp_path / "src", "bot.py"), (tmp_path / "solo.py", "")):
        if file:
            write_bot(source)
            (source / "bot.toml").write_text(UNVERSIONED)
        else:
            source.touch()
        first = submit(source).submission
        assert first.version == content_hash(source)[:8]
        (Path(first.folder) / "log").touch()
        assert find_bot(first.folder).version == first.version
        with pytest.raises(AlreadySubmitted, match="already, with the same files"):
            submit(source)
        (source / file).write_text("print('two')")
        assert submit(source).replaces == first.version


def test_other_files_under_a_version_that_was_submitted_are_refused(
    submit: Submit, store: Store, tmp_path: Path
) -> None:
    source = write_bot(tmp_path / "src")
    submit(source)
    with pytest.raises(AlreadySubmitted, match="mine@1 has been submitted already, with the same"):
        submit(source)
    (source / "bot.py").write_text("print('two')")
    with pytest.raises(
        AlreadySubmitted, match=r"other files; raise the version in .*src/bot\.toml"
    ):
        submit(source)
    store.retire("mine")
    with pytest.raises(AlreadySubmitted, match="mine@1 was submitted with other files"):
        submit(source)


def test_content_is_paths_and_bytes_and_nothing_else(tmp_path: Path) -> None:
    one, two = write_bot(tmp_path / "one"), write_bot(tmp_path / "two")
    (two / "__pycache__").mkdir()
    (two / "__pycache__" / "bot.pyc").touch()
    os.utime(two / "bot.py", (0, 0))
    assert content_hash(one) == content_hash(two)
    (two / "bot.py").rename(two / "bot2.py")
    assert content_hash(one) != content_hash(two)


def test_bytes_that_move_from_one_file_to_the_next_change_the_content(tmp_path: Path) -> None:
    for folder, first, second in (("one", "ab", "c"), ("two", "a", "bc")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "1").write_text(first)
        (tmp_path / folder / "2").write_text(second)
    assert content_hash(tmp_path / "one") != content_hash(tmp_path / "two")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"name": "greedy"}, r"src/bot\.toml: .*name of a built-in"),
        ({"version": "../../1"}, r"src/bot\.toml: .*letters, digits"),
        ({"version": "1" * 10_000}, "letters, digits"),
        ({"game": "moskow_paris"}, "Did you mean 'moscow_paris'"),
    ],
)
def test_what_the_ladder_cannot_take_is_refused_and_leaves_nothing_behind(
    submit: Submit,
    store: Store,
    kept: Path,
    tmp_path: Path,
    change: dict[str, str],
    sentence: str,
) -> None:
    with pytest.raises(OperatorError, match=sentence):
        submit(write_bot(tmp_path / "src", **change))
    assert store.submissions() == []
    assert not kept.exists() or not list(kept.iterdir())


def test_a_built_in_needs_no_submission(submit: Submit) -> None:
    with pytest.raises(BadBot, match="plays in every ladder"):
        submit(Path("greedy"))


def link_to_itself(source: Path) -> None:
    (source / "strange").symlink_to(".")


def link_to_a_private_file(source: Path) -> None:
    (source / "strange").symlink_to("/etc/passwd")


def link_to_nowhere(source: Path) -> None:
    (source / "strange").symlink_to("nowhere")


def link_within_the_folder(source: Path) -> None:
    (source / "strange").symlink_to("bot.py")


def link_to_a_device(source: Path) -> None:
    (source / "strange").symlink_to("/dev/zero")


def linked_manifest(source: Path) -> None:
    (source / "bot.toml").rename(source / "strange.toml")
    (source / "bot.toml").symlink_to("strange.toml")


def named_pipe(source: Path) -> None:
    os.mkfifo(source / "strange")


def listening_socket(source: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listener, pytest.MonkeyPatch.context() as patch:
        patch.chdir(source)  # the path of a socket may have 100 letters
        listener.bind("strange")


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (link_to_itself, "src/strange is a link"),
        (link_to_a_private_file, "src/strange is a link"),
        (link_to_nowhere, "src/strange is a link"),
        (link_within_the_folder, "src/strange is a link"),
        (link_to_a_device, "src/strange is a link"),
        (linked_manifest, r"src/bot\.toml is a link"),
        (named_pipe, "src/strange is a named pipe"),
        (listening_socket, "src/strange is a socket"),
    ],
)
def test_nothing_but_plain_files_is_copied(
    submit: Submit,
    store: Store,
    kept: Path,
    tmp_path: Path,
    spoil: Callable[[Path], None],
    sentence: str,
) -> None:
    source = write_bot(tmp_path / "src")
    spoil(source)
    with pytest.raises(BadFiles, match=sentence):
        submit(source)
    assert store.submissions() == []
    assert not kept.exists()


def test_too_large_a_bot_is_refused_with_its_size(submit: Submit, tmp_path: Path) -> None:
    source = write_bot(tmp_path / "src")
    with (source / "weights").open("wb") as file:
        file.truncate(289 * 2**20)
    with pytest.raises(BadFiles, match="has 289 MB in 3 files; the limit is 100 MB in 10,000"):
        submit(source)
    with (source / "weights").open("r+b") as file:
        file.truncate(MOST_BYTES - (source / "bot.toml").stat().st_size)
    with pytest.raises(BadFiles, match="has 100 MB in 3 files"):
        submit(source)


def test_too_many_files_are_refused_with_their_number(submit: Submit, tmp_path: Path) -> None:
    source = write_bot(tmp_path / "src")
    (source / "target").mkdir()
    for number in range(MOST_FILES - 1):
        (source / "target" / str(number)).touch()
    with pytest.raises(BadFiles, match="in 10,001 files"):
        submit(source)


def test_the_copy_of_another_ladder_is_shared_if_it_is_the_same_bot(
    submit: Submit, kept: Path, tmp_path: Path
) -> None:
    other = open_store(f"sqlite:///{tmp_path / 'other.db'}")
    source = write_bot(tmp_path / "src")
    theirs = submit_bot(other, source, kept).submission
    other.close()
    assert submit(source).submission.folder == theirs.folder
    assert [folder.name for folder in kept.iterdir()] == [Path(theirs.folder).name]


def test_copies_within_the_bots_own_folder_are_not_copied(store: Store, tmp_path: Path) -> None:
    source = write_bot(tmp_path / "src")
    submit_bot(store, source, source / "kept")
    copy = submit_bot(store, write_bot(source, version="2"), source / "kept").submission.folder
    assert sorted(file.name for file in Path(copy).iterdir()) == ["bot.py", "bot.toml"]


KILLED = """
import os, signal, sys
from pathlib import Path
from arbiter.tournaments import submit
from ladder.store.store import open_store

def interrupt(files, folder):
    copy_files(files, folder)
    os.kill(os.getpid(), signal.SIG{name})

signal.signal(signal.SIGINT, signal.default_int_handler)  # a parent may have ignored it
copy_files, submit.copy_files = submit.copy_files, interrupt
submit.submit_bot(open_store(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]))
"""


@pytest.mark.parametrize(("name", "left"), [("INT", 0), ("KILL", 1)])
def test_what_an_interrupted_submission_leaves_is_removed_by_the_next(
    submit: Submit, store: Store, kept: Path, tmp_path: Path, name: str, left: int
) -> None:
    source = write_bot(tmp_path / "src")
    words = [f"sqlite:///{tmp_path / 'ladder.db'}", str(source), str(kept)]
    ended = subprocess.run(
        [sys.executable, "-c", KILLED.format(name=name), *words], capture_output=True
    )
    assert ended.returncode in (-signal.SIGINT, -signal.SIGKILL)
    assert store.submissions() == []
    assert len(list(kept.iterdir())) == left
    submission = submit(source).submission
    assert [str(folder) for folder in kept.iterdir()] == [submission.folder]


def test_leftovers_are_swept_at_the_start_of_the_ladder_unless_a_submission_is_under_way(
    submit: Submit, store: Store, kept: Path, tmp_path: Path
) -> None:
    submission = submit(write_bot(tmp_path / "src")).submission
    (kept / ".part-1").mkdir()
    held = os.open(kept, os.O_RDONLY)
    fcntl.flock(held, fcntl.LOCK_EX)
    sweep_leftovers(store.submissions())
    assert (kept / ".part-1").exists()
    os.close(held)
    sweep_leftovers(store.submissions())
    assert [str(folder) for folder in kept.iterdir()] == [submission.folder]


def test_a_bot_that_needs_it_is_built_in_its_copy(submit: Submit, tmp_path: Path) -> None:
    source = write_bot(tmp_path / "src")
    (source / "bot.toml").write_text(
        'name = "mine"\nversion = "1"\nrun = ["build/bot"]\nbuild = ["sh", "build.sh"]\n'
    )
    (source / "build.sh").write_text("mkdir build; cp bot.py build/bot\n")
    (source / "build").mkdir()
    (source / "build" / "old").touch()
    submitted = submit(source)
    copy = Path(submitted.submission.folder)
    assert [path.name for path in (copy / "build").iterdir()] == ["bot"]
    assert submitted.files == 3
    assert sorted(path.name for path in (source / "build").iterdir()) == ["old"]


def test_a_bot_that_cannot_be_built_is_refused(
    submit: Submit, store: Store, kept: Path, tmp_path: Path
) -> None:
    source = write_bot(tmp_path / "src")
    (source / "bot.toml").write_text('name = "mine"\nrun = ["./bot"]\nbuild = ["false"]\n')
    with pytest.raises(BadBot, match="mine could not be built"):
        submit(source)
    assert store.submissions() == []
    assert list(kept.iterdir()) == []


def zipped(folder: Path) -> Path:
    """Return a zip file of a folder, as a file manager makes it."""
    return Path(shutil.make_archive(str(folder), "zip", folder.parent, folder.name))


def test_a_zip_file_is_the_same_bot_as_the_folder_in_it(submit: Submit, tmp_path: Path) -> None:
    place = write_bot(tmp_path / "src")
    copy = Path(submit(zipped(place)).submission.folder)
    assert copy.name.startswith("mine@1-")
    assert (copy / "bot.py").read_text() == "print('one')"
    with pytest.raises(AlreadySubmitted, match="already, with the same files"):
        submit(place)


def test_a_mistake_in_a_zip_file_is_named_there_and_leaves_nothing(
    submit: Submit, kept: Path, store: Store, tmp_path: Path
) -> None:
    place = write_bot(tmp_path / "src")
    (place / "bot.toml").write_text('run = ["python", "bot.py"]')
    archive = zipped(place)
    with pytest.raises(BadBot) as caught:
        submit(archive)
    assert str(caught.value) == f'{archive}/bot.toml: name is missing; write name = "mybot"'
    assert not kept.exists()
    assert store.submissions() == []


def test_a_lone_file_may_be_given_a_name_and_a_version(
    store: Store, kept: Path, tmp_path: Path
) -> None:
    file = tmp_path / "My first bot.py"
    file.write_text("print('one')")
    first = submit_bot(store, file, kept, name="first", version="1")
    assert str(first.submission.bot) == "first@1"
    assert find_bot(first.submission.folder).run == ("python", "My first bot.py")
    file.write_text("print('two')")
    with pytest.raises(AlreadySubmitted, match="with other files; choose another --version"):
        submit_bot(store, file, kept, name="first", version="1")
    assert submit_bot(store, file, kept, name="first", version="2").replaces == "1"


@pytest.mark.parametrize(
    ("name", "version", "sentence"),
    [
        ("My Bot", "1", "the bot's name is 'My Bot'; it must be 1 to 40"),
        ("greedy", "1", "greedy is the name of a built-in bot"),
        ("mine", "a b", "the bot's version is 'a b'; it must be 1 to 40"),
    ],
)
def test_a_name_or_version_that_is_wrong_is_refused(
    store: Store, kept: Path, tmp_path: Path, name: str, version: str, sentence: str
) -> None:
    (tmp_path / "bot.py").write_text("")
    with pytest.raises(BadBot, match=sentence):
        submit_bot(store, tmp_path / "bot.py", kept, name=name, version=version)


def test_a_folder_has_its_name_and_version_in_bot_toml(
    store: Store, kept: Path, tmp_path: Path
) -> None:
    with pytest.raises(BadBot, match="--name and --version are for a lone"):
        submit_bot(store, write_bot(tmp_path / "src"), kept, version="2")


def test_what_bot_toml_says_for_people_is_kept_and_clipped(
    submit: Submit, store: Store, tmp_path: Path
) -> None:
    source = write_bot(tmp_path / "src")
    with (source / "bot.toml").open("a") as toml:
        toml.write(f'author = "Ada\\n<b>"\ndescription = "{"x" * 600}"\n')
    submit(source)
    (submission,) = store.submissions()
    assert submission.about == {"author": "Ada <b>", "description": "x" * 500}
