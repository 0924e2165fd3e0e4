"""Faults 39 and 45: a database that is away, damaged or read-only, as the command line meets it."""

import os
import random
import shutil
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Timer

import pytest

from ladder.store.store import Store, open_store
from tests.arbiter.cli.commands import LUTETIA, call
from tests.postgresql import needs_server, new_database
from tests.security.proxy import Proxy
from tests.security.stored import hold_tournament

AWAY_S = 2.0
DEADLINE_S = 600.0
RUN = ["tournament", "run", "--game", "moscow_paris", "--bot", "random", "--bot", "greedy"]
RUN += ["--rounds", "40", "--name", "cup", "--workers", "1"]
SERVE = ["serve", "--game", "moscow_paris", "--workers", "1", "--for-matches", "80"]


@pytest.fixture
def away() -> Iterator[tuple[Proxy, Store]]:
    """A server behind a proxy, and a store that reaches it directly."""
    with (
        new_database() as url,
        tempfile.TemporaryDirectory() as folder,
        closing(open_store(url)) as store,
    ):
        yield Proxy(url, Path(folder)), store


def until(holds: Callable[[], bool], running: subprocess.Popen[str]) -> None:
    while not holds():
        assert running.poll() is None, "it ended too early"
        time.sleep(0.02)


@needs_server
@pytest.mark.parametrize(("words", "name"), [(RUN, "cup"), (SERVE, "ladder")])
def test_a_server_that_is_away_for_two_seconds_costs_a_pause_and_no_result(
    words: list[str], name: str, away: tuple[Proxy, Store], tmp_path: Path
) -> None:
    proxy, store = away
    command = [LUTETIA, *words, "--db", proxy.url]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as running:
        watch = Timer(DEADLINE_S, running.kill)
        watch.start()
        until(lambda: bool(store.tournaments()), running)
        tournament = store.tournament(name)
        until(lambda: store.count_matches(tournament) > 2, running)
        proxy.off()
        before = store.count_matches(tournament)
        time.sleep(AWAY_S)  # the accident itself
        assert store.count_matches(tournament) <= before + 1  # what was being committed
        proxy.on()
        _, said = running.communicate()
        watch.cancel()
    assert running.returncode == 0, said
    assert "trying again in" in said
    assert "Traceback" not in said
    assert store.count_matches(tournament) == 80
    (row, *_) = store.results(tournament).players.tolist()
    assert row == 2 or name == "ladder"


def damage(path: Path, table: str) -> None:
    """Overwrite the first page of a table with noise."""
    with closing(sqlite3.connect(path)) as connection:
        query = "SELECT rootpage FROM sqlite_master WHERE name = ?"
        (page,) = connection.execute(query, (table,)).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(random.Random(1).randbytes(size))


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder with a tournament that is over; other users can reach it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        with closing(open_store(f"sqlite:///{folder}/lutetia.db")) as store:
            hold_tournament(store, folder)
        yield folder


RESUME = ("tournament", "resume", "cup")


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ("matches", ("standings",)),
        ("seats", ("crosstable",)),
        ("seats", RESUME),
        ("bots", RESUME),
        ("tournaments", RESUME),
        ("tournaments", ("tournament", "list")),
        ("tournaments", ("serve",)),
        ("records", ("replay", "verify", "--all")),
        ("records", ("rebuild",)),
        ("submissions", ("bots",)),
        ("submissions", ("serve",)),
        ("submissions", ("submit", "ada.py")),
        ("alembic_version", ("standings",)),
    ],
)
def test_damaged_pages_are_a_sentence_that_says_what_to_do(
    folder: Path, table: str, words: tuple[str, ...]
) -> None:
    damage(folder / "lutetia.db", table)
    done = call(*words, cwd=folder)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert "is damaged" in line
    assert "PRAGMA integrity_check" in line


@contextmanager
def as_nobody() -> Iterator[None]:
    """Lay down the rights of root, who may write to every file."""
    before = os.geteuid()
    if before == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(before)


@pytest.mark.parametrize(
    "words",
    [
        ("standings",),
        ("crosstable",),
        ("history", "ada"),
        ("compare", "ada", "bea"),
        ("replay", "show", "1"),
        ("tournament", "list"),
        ("tournament", "show", "cup"),
        ("replay", "verify", "1"),
        ("replay", "verify", "--all"),
        ("replay", "export", "1"),
        ("rebuild",),
        ("bots",),
    ],
)
def test_a_read_only_database_can_be_read(
    folder: Path, words: tuple[str, ...], tmp_path_factory: pytest.TempPathFactory
) -> None:
    # Loads the modules of the command, which may be where only root can read.
    copy = shutil.copytree(folder, tmp_path_factory.mktemp("copy") / "folder")
    call(*words, cwd=copy)
    (folder / "lutetia.db").chmod(0o444)
    folder.chmod(0o555)
    with as_nobody():
        done = call(*words, cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    "words",
    [
        ("tournament", "run", "--game", "connect_four", "--bot", "ada.py", "--bot", "bea.py"),
        ("tournament", "resume", "cup"),
        ("tournament", "rename", "cup", "bowl"),
        ("tournament", "delete", "cup", "--yes"),
        ("serve",),
        ("submit", "ada.py", "--bots-folder", "/tmp/nobodys-bots"),
    ],
)
def test_what_writes_to_a_read_only_database_is_told_so(
    folder: Path, words: tuple[str, ...]
) -> None:
    (folder / "lutetia.db").chmod(0o444)
    folder.chmod(0o555)
    with as_nobody():
        done = call(*words, cwd=folder)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert "is read-only" in line or "cannot write to" in line
    assert "make its file and folder writable" in line


def test_seats_that_are_wrong_in_a_read_only_database_are_not_rebuilt(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "lutetia.db")) as intruder, intruder:
        intruder.execute("UPDATE seats SET rank = 3 - rank WHERE match_id = 1")
    (folder / "lutetia.db").chmod(0o444)
    folder.chmod(0o555)
    with as_nobody():
        done = call("rebuild", cwd=folder)
    assert (done.returncode, "is read-only" in done.stderr) == (2, True)
