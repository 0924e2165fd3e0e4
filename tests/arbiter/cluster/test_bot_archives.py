"""The files of bots on their way to workers."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from arbiter.bot_files import BadFiles
from arbiter.bots import BadBot, find_bot
from arbiter.cluster.bot_archives import BotLibrary, publish
from ladder.errors import DatabaseBusy
from ladder.store.store import Store, open_store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    url = f"sqlite:///{tmp_path}/lutetia.db"
    with closing(open_store(url, sleep=lambda _: None)) as opened:
        yield opened


def make_bot(folder: Path, *more: str) -> str:
    """Make a bot with a program in a folder of its own; return where it is."""
    (folder / "bin").mkdir(parents=True)
    (folder / "bin" / "play").write_text("#!/bin/sh\n")
    (folder / "bin" / "play").chmod(0o755)
    lines = ['name = "mine"', 'version = "1"', 'run = ["bin/play"]', *more]
    (folder / "bot.toml").write_text("\n".join(lines))
    return str(folder)


def test_a_bot_arrives_as_it_was_when_it_was_published(store: Store, tmp_path: Path) -> None:
    manifest = find_bot(make_bot(tmp_path / "mine"))
    content = publish(store, manifest)
    (tmp_path / "mine" / "bin" / "play").write_text("edited since")
    here = BotLibrary(store, tmp_path / "cache").find(manifest, content)
    assert here.bot == manifest.bot
    assert here.folder.is_relative_to(tmp_path / "cache")
    program = here.folder / "bin" / "play"
    assert (program.read_text(), program.stat().st_mode & 0o777) == ("#!/bin/sh\n", 0o755)


def test_so_does_a_lone_file_and_nothing_beside_it(store: Store, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("pass")
    (tmp_path / "secret").write_text("not a part of the bot")
    manifest = find_bot(str(tmp_path / "mine.py"))
    here = BotLibrary(store, tmp_path / "cache").find(manifest, publish(store, manifest))
    assert [path.name for path in here.folder.iterdir()] == ["mine.py"]


def test_a_bot_is_built_on_the_worker_once(store: Store, tmp_path: Path) -> None:
    build = 'build = ["sh", "-c", "mkdir -p target; echo built >> target/log"]'
    manifest = find_bot(make_bot(tmp_path / "mine", build))
    content = publish(store, manifest)
    for _ in range(2):  # two runs of a worker
        library = BotLibrary(store, tmp_path / "cache")
        assert library.find(manifest, content) == library.find(manifest, content)
    here = library.find(manifest, content)
    assert (here.folder / "target" / "log").read_text() == "built\n"
    assert not (tmp_path / "mine" / "target").exists()


def test_a_build_that_has_failed_is_not_tried_again(store: Store, tmp_path: Path) -> None:
    build = f'build = ["sh", "-c", "echo tried >> {tmp_path}/log; exit 1"]'
    manifest = find_bot(make_bot(tmp_path / "mine", build))
    content = publish(store, manifest)
    told: list[str] = []
    library = BotLibrary(store, tmp_path / "cache", told.append)
    for _ in range(2):
        with pytest.raises(BadBot, match="mine could not be built"):
            library.find(manifest, content)
    assert (tmp_path / "log").read_text() == "tried\n"
    assert [sentence.split(":")[0] for sentence in told] == [
        "Building mine",
        "mine@1 cannot play here",
    ]


def test_a_database_that_is_away_is_no_fault_of_the_bot(store: Store, tmp_path: Path) -> None:
    manifest = find_bot(make_bot(tmp_path / "mine"))
    content = publish(store, manifest)
    library = BotLibrary(store, tmp_path / "cache")
    with closing(sqlite3.connect(tmp_path / "lutetia.db")) as database:
        database.execute("ALTER TABLE archives RENAME TO away")
        with pytest.raises(DatabaseBusy):
            library.find(manifest, content)
        database.execute("ALTER TABLE away RENAME TO archives")
    assert library.find(manifest, content).bot == manifest.bot


def test_a_built_in_bot_needs_no_archive(store: Store, tmp_path: Path) -> None:
    manifest = find_bot("greedy")
    assert publish(store, manifest) == ""
    assert BotLibrary(store, tmp_path / "cache").find(manifest, "") == manifest


def test_a_bot_that_is_too_large_is_refused(store: Store, tmp_path: Path) -> None:
    with pytest.raises(
        BadFiles, match=r"mine@1 has .* when packed; workers take at most 100 bytes"
    ):
        publish(store, find_bot(make_bot(tmp_path / "mine")), most_bytes=100)


def test_files_that_are_not_those_of_their_hash_are_refused(store: Store, tmp_path: Path) -> None:
    manifest = find_bot(make_bot(tmp_path / "mine"))
    content = publish(store, manifest)
    with closing(sqlite3.connect(tmp_path / "lutetia.db")) as database, database:
        database.execute("UPDATE archives SET content = ?", ("0" * 64,))
    library = BotLibrary(store, tmp_path / "cache")
    with pytest.raises(BadFiles, match="mine@1 in the database are damaged"):
        library.find(manifest, "0" * 64)
    with pytest.raises(BadFiles, match="mine@1 are not in the database"):
        library.find(manifest, content)
    assert list((tmp_path / "cache").iterdir()) == []
