"""What SQLite files do: locks, full disks, damage, and files that cannot be written."""

import os
import random
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from engine.record import Record
from ladder.errors import DatabaseBusy, DatabaseUnusable
from ladder.schedules.schedule import Key
from ladder.store.databases import open_engine, upgrade
from ladder.store.listing import MatchFilter
from ladder.store.store import PAUSES, Store, Tournament, open_store
from tests.ladder.games import record
from tests.ladder.store.sql import execute, rows

KEY = Key("game", 0, 0, 0)


@pytest.fixture
def url(sqlite_url: str) -> str:
    return sqlite_url


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ladder.db"


def test_what_is_committed_survives_a_power_cut(url: str) -> None:
    engine = open_engine(url)
    with engine.connect() as connection:
        pragmas = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        found = [connection.exec_driver_sql(f"PRAGMA {pragma}").scalar() for pragma in pragmas]
    assert found == ["wal", 2, 1, 5000]
    engine.dispose()


def test_upgrading_a_current_database_changes_nothing(url: str, path: Path) -> None:
    upgrade(url)
    before = path.read_bytes()
    upgrade(url)
    assert path.read_bytes() == before


def test_a_file_that_another_program_restored_gets_its_journal_back(url: str, path: Path) -> None:
    open_engine(url).dispose()
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA journal_mode=DELETE")
    with closing(open_store(url)) as store, store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"


def test_a_folder_that_does_not_exist_is_named() -> None:
    with pytest.raises(DatabaseUnusable, match=r"no/such/place.*Check --db"):
        open_engine("sqlite:///no/such/place/ladder.db")


def test_a_file_that_is_not_a_database_is_refused(url: str, path: Path) -> None:
    path.write_text("once upon a time " * 100)
    with pytest.raises(DatabaseUnusable, match="not a database"):
        open_engine(url)


@contextmanager
def write_lock(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield other


def test_a_database_locked_for_a_while_is_tried_again(
    url: str, path: Path, tournament: Tournament
) -> None:
    pauses: list[float] = []
    with write_lock(path) as other:

        def sleep(seconds: float) -> None:
            pauses.append(seconds)
            if len(pauses) == 2:
                other.execute("ROLLBACK")

        with closing(open_store(url, sleep=sleep, busy_seconds=0)) as store:
            assert store.add_match(tournament, KEY, record("a", "b"))
    assert pauses == list(PAUSES[:2])


def test_a_database_locked_for_good_is_an_error_that_says_what_to_do(
    url: str, path: Path, tournament: Tournament
) -> None:
    pauses: list[float] = []
    with closing(open_store(url, sleep=pauses.append, busy_seconds=0)) as store:
        with write_lock(path), pytest.raises(DatabaseBusy, match=r"locked.*end the program"):
            store.add_match(tournament, KEY, record("a", "b"))
        assert pauses == list(PAUSES)
        assert store.finished(tournament) == {}
        assert store.add_match(tournament, KEY, record("a", "b"))


def test_a_reader_does_not_wait_for_a_writer(
    url: str, path: Path, store: Store, tournament: Tournament
) -> None:
    store.add_match(tournament, KEY, record("a", "b"))
    with write_lock(path), closing(open_store(url, busy_seconds=0)) as reader:
        assert len(reader.results()) == 1


def limit_pages(store: Store, pages: int) -> None:
    with store.engine.connect() as connection:
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")


def large_record() -> Record:
    """A record of many actions that no compression makes small."""
    dice = random.Random(1)
    actions = tuple((dice.getrandbits(60), "drop") for _ in range(5_000))
    return Record(record("a").setup, actions, record("a", "b").seats)


def test_a_full_disk_leaves_nothing_half_written_and_the_match_can_be_stored_later(
    url: str, tournament: Tournament
) -> None:
    with closing(open_store(url, sleep=lambda _: None)) as store:
        limit_pages(store, 1)  # no page more than it has
        with pytest.raises(DatabaseBusy, match=r"full.*free some disk space"):
            store.add_match(tournament, KEY, large_record())
        assert [rows(store, table) for table in ("matches", "records", "seats", "bots")] == [0] * 4
        limit_pages(store, 1_000_000)
        assert store.add_match(tournament, KEY, large_record())


def test_a_disk_that_gets_room_in_time_loses_nothing(url: str, tournament: Tournament) -> None:
    def make_room(_: float) -> None:
        limit_pages(store, 1_000_000)

    with closing(open_store(url, sleep=make_room)) as store:
        limit_pages(store, 1)
        assert store.add_match(tournament, KEY, large_record())


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


def test_damage_that_shows_when_reading_is_named_with_what_to_do(url: str, path: Path) -> None:
    with closing(open_store(url)) as store:
        cup = store.add_tournament("cup", {}, 1)
        store.add_match(cup, KEY, record("a", "b"))
    damage(path, "matches")
    pauses: list[float] = []
    with closing(open_store(url, sleep=pauses.append)) as store:
        for use in (store.results, lambda: store.add_match(cup, KEY, record("a", "b"))):
            with pytest.raises(DatabaseUnusable, match=r"is damaged.*integrity_check.*\.recover"):
                use()
    assert pauses == []  # to wait would mend nothing


def test_damage_that_shows_when_opening_is_named_with_what_to_do(url: str, path: Path) -> None:
    open_engine(url).dispose()
    damage(path, "alembic_version")
    with pytest.raises(DatabaseUnusable, match=r"is damaged.*integrity_check"):
        open_engine(url)


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that other users can reach, which those of pytest are not."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


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


def one_match(folder: Path) -> str:
    """Make a database with one match in a folder."""
    url = f"sqlite:///{folder / 'ladder.db'}"
    with closing(open_store(url)) as store:
        store.add_match(store.add_tournament("cup", {}, 1), KEY, record("a", "b"))
    return url


@pytest.mark.parametrize("mode", [0o555, 0o777])
def test_a_file_that_cannot_be_written_can_be_read(folder: Path, mode: int) -> None:
    url = one_match(folder)
    (folder / "ladder.db").chmod(0o444)
    folder.chmod(mode)
    with as_nobody(), closing(open_store(url, sleep=lambda _: None)) as store:
        assert len(store.results()) == 1
        cup = store.tournament("cup")
        assert store.record(store.match_ids(cup)[KEY]) == record("a", "b")
        with pytest.raises(DatabaseUnusable, match=r"is read-only.*make its file and folder writ"):
            store.add_match(cup, KEY, record("a", "b"))


def test_reading_a_file_that_cannot_be_written_leaves_it_as_it_was(folder: Path) -> None:
    url = one_match(folder)
    before = (folder / "ladder.db").read_bytes()
    folder.chmod(0o555)
    with as_nobody(), closing(open_store(url)) as store:
        store.results()
    assert (folder / "ladder.db").read_bytes() == before
    assert [file.name for file in folder.iterdir()] == ["ladder.db"]


def test_matches_that_only_the_journal_of_a_read_only_folder_holds_are_not_passed_over(
    folder: Path, url: str, path: Path
) -> None:
    with closing(open_store(url)) as store:
        store.add_match(store.add_tournament("cup", {}, 1), KEY, record("a", "b"))
        for suffix in ("", "-wal"):
            shutil.copy(f"{path}{suffix}", folder)
    folder.chmod(0o555)
    for file in folder.iterdir():
        file.chmod(0o444)
    with as_nobody(), pytest.raises(DatabaseUnusable, match=r"ladder.db-wal holds .* Copy both"):
        open_store(f"sqlite:///{folder / 'ladder.db'}")


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("UPDATE seats SET rank = 'one'", "match 1 has damaged seats"),
        ("UPDATE matches SET finished = 'noon'", "is damaged"),
    ],
)
def test_a_listing_of_damaged_rows_is_refused(
    store: Store, tournament: Tournament, statement: str, sentence: str
) -> None:
    store.add_match(tournament, KEY, record("a", "b"))
    execute(store, statement)
    with pytest.raises(DatabaseUnusable, match=sentence):
        store.listing(MatchFilter())
