"""Faults 1 and 2: killed at random moments, nothing is lost and nothing counted twice."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from engine.games import game_names
from engine.record import Record
from ladder.ratings.standings import Standing, standings
from ladder.schedules.schedule import Key
from ladder.store.store import Store, open_store
from tests.arbiter.cli.commands import LUTETIA
from tests.arbiter.leftovers import wait_until
from tests.seeds import FULL

KILLS = int(os.environ.get("LUTETIA_KILLS", 25 if FULL else 3))  # `make kills`: 100
GAMES = sorted(set(game_names()) - {"connect_four"}) if FULL else ["moscow_paris"]
BOTS, ROUNDS = (6, 16) if KILLS >= 100 else (3, 24) if FULL else (2, 60)
SHARE = 8  # games stored between two kills, few enough that all kills find a running tournament
WORKER_SHARE = 0.25  # of the kills: a worker, not the coordinator
DEADLINE_S = 600.0
BOT = """
from arbiter.client import run

run(lambda turn: (turn.match.rng.randrange(turn.action_count) + {shift}) % turn.action_count)
"""


def enter(folder: Path) -> list[str]:
    """Return the words that run the tournament: 1,440 games for a hundred kills."""
    bots = ["random", "greedy"]
    for shift in range(BOTS - len(bots)):
        bot = folder / f"bot{shift}.py"
        bot.write_text(BOT.format(shift=shift))
        bots.append(str(bot))
    words = ["tournament", "run", "--name", "cup", "--seed", "3", "--workers", "2"]
    words += ["--rounds", str(ROUNDS)]
    words += [word for game in GAMES for word in ("--game", game)]
    return words + [word for bot in bots for word in ("--bot", bot)]


def start(folder: Path, words: list[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [LUTETIA, *words], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


def url(folder: Path) -> str:
    return f"sqlite:///{folder}/lutetia.db"


def outcome(folder: Path) -> tuple[dict[Key, Record], list[Standing]]:
    """Return all records of the tournament, times aside, and the standings."""
    with closing(open_store(url(folder))) as store:
        tournament = store.tournament("cup")
        ids = store.match_ids(tournament)
        records = {key: timeless(store.record(match_id)) for key, match_id in ids.items()}
        return records, standings(store.results(tournament))


def timeless(record: Record) -> Record:
    seats = [
        replace(seat, seconds=0.0, charged_seconds=0.0, slowest_seconds=0.0)
        for seat in record.seats
    ]
    return replace(record, seats=tuple(seats), times=(), host=None)


class Storm:
    """Kills a tournament, or one of its workers, again and again."""

    def __init__(self, store: Store) -> None:
        self.kills = {"coordinator": 0, "worker": 0}
        self._store = store
        self._chance = random.Random(1)

    def rage(self, running: subprocess.Popen[bytes]) -> bool:
        """Let a process live for a while, then kill it; False if it ended by itself."""
        self._wait(running, lambda: bool(self._store.tournaments()))
        if self._chance.random() < WORKER_SHARE:
            self._await_a_moment(running)
            self._kill_worker(running)
        self._await_a_moment(running)
        if running.poll() is not None:
            return False
        running.kill()
        running.wait()
        self.kills["coordinator"] += 1
        return True

    def _await_a_moment(self, running: subprocess.Popen[bytes]) -> None:
        """Wait for some time, or until one more game is stored and a little longer."""
        before = self._played()
        limit_s = self._chance.uniform(0.3, 2.5)
        if self._chance.random() < 0.5:
            self._wait(running, lambda: self._played() > before)
            limit_s /= 10
        until_s = time.monotonic() + limit_s
        enough = before + SHARE
        self._wait(running, lambda: time.monotonic() > until_s or self._played() >= enough)

    def _kill_worker(self, running: subprocess.Popen[bytes]) -> None:
        if pids := workers_of(running.pid):
            os.kill(self._chance.choice(pids), signal.SIGKILL)
            self.kills["worker"] += 1

    def _played(self) -> int:
        return sum(map(self._store.count_matches, self._store.tournaments()))

    def _wait(self, running: subprocess.Popen[bytes], holds: Callable[[], bool]) -> None:
        """Look again and again, until something holds or the process has ended."""
        until_s = time.monotonic() + DEADLINE_S
        while running.poll() is None and not holds():
            assert time.monotonic() < until_s
            time.sleep(0.01)


def workers_of(pid: int) -> list[int]:
    """Return the worker processes that a process has started."""
    listing = subprocess.run(
        ["ps", "-o", "pid=,args=", "--ppid", str(pid)], capture_output=True, text=True
    )
    rows = (line.split(maxsplit=1) for line in listing.stdout.splitlines())
    return [int(number) for number, command in rows if "arbiter.worker_process" in command]


def test_a_tournament_killed_again_and_again_ends_as_one_that_was_not(tmp_path: Path) -> None:
    calm, stormy = tmp_path / "calm", tmp_path / "stormy"
    calm.mkdir()
    stormy.mkdir()
    words = enter(tmp_path)
    assert start(calm, words).wait() == 0
    with closing(open_store(url(stormy))) as store:
        storm = Storm(store)
        running = start(stormy, words)
        try:
            while sum(storm.kills.values()) < KILLS and storm.rage(running):
                running = start(stormy, ["tournament", "resume", "cup", "--workers", "2"])
            assert running.wait() == 0
        finally:
            running.kill()
    assert sum(storm.kills.values()) >= (KILLS if FULL else 1)
    assert not FULL or storm.kills["worker"]
    assert outcome(stormy) == outcome(calm)


STUCK_IN_A_GROUP = """
import pathlib, sys, time
from arbiter.cli import main
from ladder.store import store

insert = store.insert_matches
groups = 0

def insert_and_stop(connection, tournament_id, played):
    \"\"\"Stand still between the third group's rows and their commit.\"\"\"
    global groups
    inserted = insert(connection, tournament_id, played)
    groups += 1
    if groups >= 3 and len(played) > 1:
        pathlib.Path("getting stuck").write_text(str(len(played)))
        pathlib.Path("getting stuck").rename("stuck")  # whole, for whoever waits for it
        time.sleep(3600)
    return inserted

store.insert_matches = insert_and_stop
main()
"""


def test_a_kill_between_the_end_of_matches_and_their_common_transaction_loses_none(
    tmp_path: Path,
) -> None:
    words = ["tournament", "run", "--name", "cup", "--seed", "3", "--game", "lumiere"]
    words += ["--bot", "random", "--bot", "greedy", "--rounds", "60", "--concurrency", "16"]
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    whole.mkdir()
    killed.mkdir()
    assert start(whole, words).wait() == 0
    command = [sys.executable, "-c", STUCK_IN_A_GROUP, *words]
    with subprocess.Popen(command, cwd=killed, stderr=subprocess.DEVNULL) as running:
        wait_until((killed / "stuck").exists)
        running.kill()
    with closing(open_store(url(killed))) as store:
        assert 2 <= store.count_matches() <= 120 - int((killed / "stuck").read_text())
    assert start(killed, ["tournament", "resume", "cup"]).wait() == 0
    assert outcome(killed) == outcome(whole)
