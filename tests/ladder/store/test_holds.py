"""One process at a time runs a tournament, and it is free again however that process ends."""

import fcntl
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TextIO

import pytest

from ladder.errors import DatabaseUnusable, TournamentHeld
from ladder.schedules.schedule import Key
from ladder.store.store import Store, Tournament, open_store
from tests.ladder.games import record

HOLDER = """
import sys
from ladder.store.store import open_store
store = open_store(sys.argv[1])
with store.hold(store.tournament("cup")):
    print("held", flush=True)
    sys.stdin.read()
"""


@contextmanager
def holder(url: str) -> Iterator[subprocess.Popen[str]]:
    """Another process that holds the tournament, until its standard input is closed."""
    words = [sys.executable, "-c", HOLDER, url]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield process


def hold_soon(store: Store, tournament: Tournament) -> None:
    """Hold a tournament, once the server has seen that a process is gone."""
    while True:
        try:
            with store.hold(tournament):
                return
        except TournamentHeld:
            continue


def test_the_second_to_hold_a_tournament_is_told_who_has_it(
    url: str, store: Store, tournament: Tournament
) -> None:
    with holder(url) as process:
        who = f"'cup' is being run by .*process {process.pid} on {socket.gethostname()} since 20"
        with pytest.raises(TournamentHeld, match=who), store.hold(tournament):
            pass


def test_a_process_that_is_killed_holds_nothing(
    url: str, store: Store, tournament: Tournament
) -> None:
    with holder(url) as process:
        process.send_signal(signal.SIGKILL)
        process.wait()
        hold_soon(store, tournament)


def test_a_process_that_ends_holds_nothing(url: str, store: Store, tournament: Tournament) -> None:
    with holder(url) as process:
        process.communicate()
        hold_soon(store, tournament)


def test_a_hold_ends_with_its_block_also_by_an_error(
    url: str, store: Store, tournament: Tournament
) -> None:
    with closing(open_store(url)) as other:
        with pytest.raises(KeyError), store.hold(tournament):
            raise KeyError
        with other.hold(tournament):
            pass
        with store.hold(tournament):
            pass


def test_the_same_process_cannot_hold_a_tournament_twice(
    url: str, store: Store, tournament: Tournament
) -> None:
    with closing(open_store(url)) as other, store.hold(tournament):
        mine = f"process {os.getpid()} on"
        for refused in (store, other):
            with pytest.raises(TournamentHeld, match=mine), refused.hold(tournament):
                pass
        with pytest.raises(TournamentHeld), other.hold(tournament):
            pass


def test_another_tournament_is_free(store: Store, tournament: Tournament) -> None:
    other = store.add_tournament("other", {}, 1)
    with store.hold(tournament), store.hold(other):
        pass


def test_matches_are_stored_under_a_hold(store: Store, tournament: Tournament) -> None:
    with store.hold(tournament):
        assert store.add_match(tournament, Key("game", 0, 0, 0), record("a", "b"))


def test_a_hold_beside_sqlite_leaves_no_file_behind(sqlite_url: str, tmp_path: Path) -> None:
    with closing(open_store(sqlite_url)) as store:
        cup = store.add_tournament("cup", {}, 1)
        with store.hold(cup):
            assert (tmp_path / "ladder.db-hold-1").read_text().startswith(f"process {os.getpid()}")
    assert [file.name for file in tmp_path.iterdir()] == ["ladder.db"]


def test_a_file_that_is_removed_before_it_is_locked_is_made_again(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "ladder.db-hold-1"
    removals = iter([file.unlink])
    lock = fcntl.flock

    def remove_and_lock(descriptor: TextIO, operation: int) -> None:
        for remove in removals:  # once, as a holder does that lets go at this moment
            remove()
        lock(descriptor, operation)

    monkeypatch.setattr(fcntl, "flock", remove_and_lock)
    with closing(open_store(sqlite_url)) as store:
        cup = store.add_tournament("cup", {}, 1)
        with store.hold(cup):
            assert file.exists()
            with pytest.raises(TournamentHeld), store.hold(cup):
                pass


def test_a_file_that_cannot_be_locked_is_named(sqlite_url: str, tmp_path: Path) -> None:
    with closing(open_store(sqlite_url)) as store:
        cup = store.add_tournament("cup", {}, 1)
        (tmp_path / "ladder.db-hold-1").mkdir()
        with (
            pytest.raises(DatabaseUnusable, match=r"cannot lock .*hold-1"),
            store.hold(cup),
        ):
            pass


def test_a_store_tells_who_runs_a_tournament(
    url: str, store: Store, tournament: Tournament
) -> None:
    other = store.add_tournament("other", {}, seed=1)
    assert store.holder(tournament) is None
    with holder(url) as process:
        who = store.holder(tournament)
        assert who is not None
        assert f"process {process.pid} on {socket.gethostname()} since 20" in who
        assert store.holder(other) is None
        process.kill()
        process.wait()
        while store.holder(tournament):
            pass  # until the server has seen it
    hold_soon(store, tournament)
    assert store.holder(tournament) is None


def test_a_tournament_that_is_run_is_neither_renamed_nor_deleted(
    url: str, store: Store, tournament: Tournament
) -> None:
    with holder(url):
        with pytest.raises(TournamentHeld):
            store.rename(tournament, "other")
        with pytest.raises(TournamentHeld):
            store.delete(tournament)
    assert [each.name for each in store.tournaments()] == ["cup"]
