"""Clusters on this machine, run as an operator does."""

import json
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from engine.record import Record
from ladder.schedules.schedule import Key
from ladder.store.members import PresentMember
from ladder.store.store import Store, open_store
from tests.arbiter.cli.commands import LUTETIA
from tests.arbiter.cli.test_kills import timeless
from tests.arbiter.leftovers import wait_until
from tests.postgresql import new_database

BOT = """
from arbiter.client import run

run(lambda turn: turn.match.rng.randrange(turn.action_count))
"""


def make_bot(folder: Path, *more: str) -> None:
    """Make a bot that plays at random in a folder of its own, with more lines in its bot.toml."""
    folder.mkdir()
    (folder / "bot.py").write_text(BOT)
    lines = [f'name = "{folder.name}"', 'version = "1"', 'run = ["python", "bot.py"]', *more]
    (folder / "bot.toml").write_text("\n".join(lines))


LIMIT_S = 600.0
"""For a tournament, with another load on the machine."""


class Cluster:
    """A database, and the processes that were started for it."""

    def __init__(self, url: str, folder: Path, store: Store, processes: ExitStack) -> None:
        self.url = url
        self.store = store
        self._folder = folder
        self._processes = processes

    def start(
        self, *words: str, log: str = "log", within: Sequence[str] = ()
    ) -> subprocess.Popen[str]:
        """Start a command, whose remarks go to a file, behind words that put it somewhere."""
        with (self._folder / log).open("w") as remarks:
            process = subprocess.Popen(
                [*within, LUTETIA, *words, "--db", self.url],
                cwd=self._folder,
                stdout=subprocess.PIPE,
                stderr=remarks,
                text=True,
            )
        self._processes.callback(_end, process)
        return process

    def start_worker(self, name: str, within: Sequence[str] = ()) -> subprocess.Popen[str]:
        """Start a worker with a folder for bots of its own, and wait until it is there."""
        words = ["worker", "--name", name, "--cache", f"bots-{name}", "--concurrency", "1"]
        process = self.start(*words, "--sandbox", "auto", log=name, within=within)
        wait_until(lambda: self.worker(name) is not None or process.poll() is not None)
        assert process.poll() is None, self.log(name)
        return process

    def log(self, name: str = "log") -> str:
        return (self._folder / name).read_text()

    def worker(self, name: str) -> PresentMember | None:
        return next((each for each in self.store.members() if each.host == name), None)

    def has_played(self, name: str) -> bool:
        return name in self.hosts()

    def records(self, tournament: str) -> dict[Key, Record]:
        return records(self.store, tournament)

    def hosts(self) -> set[str]:
        """Return the names of the workers that have played."""
        return {str(host) for (host,) in self.query("SELECT DISTINCT host FROM matches")}

    def messages(self) -> list[tuple[object, ...]]:
        """Return what procrastinate has."""
        return self.query("SELECT * FROM procrastinate_jobs")

    def query(self, statement: str) -> list[tuple[object, ...]]:
        with self.store.engine.begin() as connection:
            rows = connection.exec_driver_sql(statement)
            return [tuple(row) for row in rows] if rows.returns_rows else []


def records(store: Store, tournament: str) -> dict[Key, Record]:
    """Return all records of a tournament, times aside."""
    ids = store.match_ids(store.tournament(tournament))
    return {key: timeless(store.record(match_id)) for key, match_id in ids.items()}


def single_machine(folder: Path, words: Sequence[str]) -> dict[Key, Record]:
    """Run the tournament `cup` on this machine alone, and return its records."""
    subprocess.run([LUTETIA, *words], cwd=folder, check=True, capture_output=True, timeout=LIMIT_S)
    with closing(open_store(f"sqlite:///{folder}/lutetia.db")) as store:
        return records(store, "cup")


def finish(process: subprocess.Popen[str]) -> Any:
    """Wait for a command with --json, and return what it printed."""
    out, _ = process.communicate(timeout=LIMIT_S)
    assert process.returncode == 0, out
    return json.loads(out)


@contextmanager
def new_cluster(folder: Path, address: str = "") -> Iterator[Cluster]:
    """Make a database without workers for as long as a block lasts.

    Its processes reach it at an address, if one is given.
    """
    with (
        new_database() as url,
        closing(open_store(url)) as store,
        ExitStack() as processes,
    ):
        if address:
            host, _, port = address.partition(":")
            there = sa.make_url(url).set(host=host, port=int(port), query={})
            url = there.render_as_string(hide_password=False)
        yield Cluster(url, folder, store, processes)


def _end(process: subprocess.Popen[str]) -> None:
    """End a process that may stand still."""
    with process:
        process.send_signal(signal.SIGCONT)
        process.terminate()
