"""What a cluster's database and coordinator can take: `python -m benchmarks.cluster [URL]`.

URL is a PostgreSQL server on which databases may be made; `bash .ci/postgres python -m
benchmarks.cluster` starts one. Three measurements, with 1, 2 and 4 workers each:

- groups of finished matches are stored, each worker a process that does nothing else: what the
  database takes
- `lutetia tournament run --workers cluster` with workers that return a finished match at once:
  what one coordinator takes
- the same with `lutetia worker` and trivial bots: what matches cost

Beside a rate stand the processor seconds per thousand results, by who used them. They hardly
depend on what else the machine does, and tell which limit comes first.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import sqlalchemy as sa
import trio

from arbiter.bots import find_bot
from arbiter.clocks import parse_clock
from arbiter.cluster.bot_archives import BotLibrary
from arbiter.cluster.cluster_worker import work_for_cluster
from arbiter.cluster.message_queue import open_message_queue
from arbiter.jobs import Job, JobResult
from arbiter.loops import run
from arbiter.match import Match
from benchmarks.tournaments import BOT, LUTETIA
from engine.record import Bot, Host, PackedRecord, Setup, pack_record
from ladder.schedules.schedule import Key
from ladder.store.store import open_store

WORKERS = (1, 2, 4)
GROUPS = (1, 8, 32)
SETUP = Setup("moscow_paris", 2, {}, 1)
STORE_S = 5.0
SYNTHETIC_ROUNDS, REAL_ROUNDS = 1000, 60
BEGIN, END = 0.2, 0.9
"""Which part of a tournament is measured: neither its start nor its end."""
TICKS_PER_S = os.sysconf("SC_CLK_TCK")


class Speed(NamedTuple):
    """A rate, and the processor seconds that a thousand results took."""

    per_s: float
    coordinator: float
    workers: float
    database: float


def main() -> None:
    """Measure and print."""
    server = sys.argv[1] if len(sys.argv) > 1 else os.environ["LUTETIA_TEST_POSTGRES"]
    print(f"{len(os.sched_getaffinity(0))} cores, load {os.getloadavg()[0]:.1f}", flush=True)
    for group, count in product(GROUPS, WORKERS):
        speed = _store(server, count, group)
        _print(f"writers: {count}, in groups of {group}", speed)
    for count in WORKERS:
        _print(f"synthetic workers: {count}", _tournament(server, count, True, SYNTHETIC_ROUNDS))
    for count in WORKERS:
        _print(f"lutetia workers: {count}", _tournament(server, count, False, REAL_ROUNDS))


def _print(what: str, speed: Speed) -> None:
    print(
        f"{what:26} {speed.per_s:8,.1f} results/s; per 1,000: coordinator {speed.coordinator:.2f} "
        f"s, workers {speed.workers:.2f} s, database {speed.database:.2f} s",
        flush=True,
    )


def finished_match(bots: Sequence[Bot]) -> PackedRecord:
    """Return a match in which bots took the first action that was valid."""
    match = Match(SETUP, bots, parse_clock("600+1"))
    match.begin()
    while match.turn is not None:
        match.answer(match.turn.seat, match.turn.turn_id, 0, 0.0)
    return pack_record(match.record())


def write(url: str, name: str, group: int) -> None:
    """Store groups of matches until the time is over."""
    with closing(open_store(url)) as store:
        record = finished_match([Bot("one", "1"), Bot("two", "1")])
        cup = store.add_tournament(name, {}, seed=1)
        sys.stdin.readline()  # all begin together
        begun, stored = time.monotonic(), 0
        while time.monotonic() - begun < STORE_S:
            keys = [Key("moscow_paris", stored + number, 0, 0) for number in range(group)]
            store.add_matches(cup, [(key, record) for key in keys])
            stored += group


class InstantPool:
    """Returns a finished match at once; nobody opens its record."""

    def __init__(self) -> None:
        self._record = finished_match([find_bot("random").bot, find_bot("greedy").bot])

    async def play(self, job: Job) -> JobResult:
        await trio.lowlevel.checkpoint()
        seats = [
            replace(seat, bot=bot.name, version=bot.version)
            for seat, bot in zip(self._record.seats, job.bots.values(), strict=True)
        ]
        return replace(self._record, setup=job.setup, seats=tuple(seats))


async def work(url: str, name: str) -> None:
    """Be a worker that plays nothing."""
    with closing(open_store(url)) as store:
        library = BotLibrary(store, Path("cache"))
        async with open_message_queue(url) as queue:
            host = Host(name, 0.0)
            await work_for_cluster(store, queue, InstantPool(), library, host, 2, print)


@contextmanager
def _database(server: str) -> Iterator[str]:
    admin = sa.create_engine(server, isolation_level="AUTOCOMMIT")
    name = f"lutetia_bench_{os.getpid()}"
    with admin.connect() as connection:
        connection.exec_driver_sql(f"CREATE DATABASE {name}")
        try:
            yield sa.make_url(server).set(database=name).render_as_string(hide_password=False)
        finally:
            connection.exec_driver_sql(f"DROP DATABASE {name} WITH (FORCE)")
    admin.dispose()


def _store(server: str, count: int, group: int) -> Speed:
    """Return how many results per second some writers have stored."""
    with _database(server) as url, closing(open_store(url)) as store:
        writers = [
            subprocess.Popen(
                [sys.executable, "-m", "benchmarks.cluster", "write", url, f"{number}", f"{group}"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            for number in range(count)
        ]
        while len(store.tournaments()) < count:
            time.sleep(0.1)
        postmaster, pids = _postmaster(store.engine), [writer.pid for writer in writers]

        def used() -> tuple[float, float]:
            processes = _processes()
            return _tree_seconds(processes, pids), _tree_seconds(processes, [postmaster])

        before = used()
        for writer in writers:
            assert writer.stdin is not None
            writer.stdin.write("\n")
            writer.stdin.flush()
        time.sleep(STORE_S)
        stored = store.count_matches()
        written_s, database_s = (now - then for then, now in zip(before, used(), strict=True))
        for writer in writers:
            writer.communicate()
        thousands = max(stored, 1) / 1000
        return Speed(stored / STORE_S, written_s / thousands, 0.0, database_s / thousands)


def _tournament(server: str, count: int, synthetic: bool, rounds: int) -> Speed:
    """Run a tournament on a cluster, and return how fast it went between BEGIN and END of it."""
    with _database(server) as url, TemporaryDirectory() as folder, ExitStack() as running:
        for number in range(2):
            Path(folder, f"bot{number}.py").write_text(BOT.format(name=number))
        named = ["random", "greedy"] if synthetic else ["bot0.py", "bot1.py"]
        environment = {**os.environ, "PYTHONPATH": str(Path.cwd()), "LUTETIA_SANDBOX": "off"}

        def start(*command: str) -> int:
            quiet = subprocess.DEVNULL
            process = subprocess.Popen(
                command, cwd=folder, env=environment, stdout=quiet, stderr=quiet
            )
            running.callback(process.wait)
            running.callback(process.terminate)
            return process.pid

        own = (sys.executable, "-m", "benchmarks.cluster", "work", url)
        real = (LUTETIA, "worker", "--concurrency", "1", "--db", url, "--name")
        workers = [start(*(own if synthetic else real), f"w{number}") for number in range(count)]
        store = running.enter_context(closing(open_store(url)))
        while len(store.members()) < count:
            time.sleep(0.1)
        command = [LUTETIA, "tournament", "run", "--workers", "cluster", "--db", url]
        command += ["--game", SETUP.game, "--rounds", str(rounds), "--clock", "600+1"]
        coordinator = start(*command, *(word for bot in named for word in ("--bot", bot)))

        def when(played: float) -> tuple[float, ...]:
            """Wait for a part of the matches; return the time, their number and who used what."""
            while (matches := store.count_matches()) < played * 2 * rounds:
                time.sleep(0.05)
            processes = _processes()
            used = (
                _tree_seconds(processes, [coordinator]),
                _tree_seconds(processes, workers),
                _tree_seconds(processes, [_postmaster(store.engine)]),
            )
            return (time.monotonic(), matches, *used)

        first, last = when(BEGIN), when(END)
        seconds, matches, *used = (
            after - before for before, after in zip(first, last, strict=True)
        )
        return Speed(matches / seconds, *(1000 * each / matches for each in used))


def _postmaster(engine: sa.Engine) -> int:
    """Return the process whose children serve the connections to a database, on this machine."""
    with engine.connect() as connection:
        own = connection.execute(sa.select(sa.func.pg_backend_pid())).scalar_one()
    return _processes()[own][0]


def _processes() -> dict[int, tuple[int, float]]:
    """Return for each process its parent, and its processor seconds with its ended children."""
    found = {}
    for process in Path("/proc").iterdir():
        if process.name.isdecimal():
            with suppress(OSError):  # it has just ended
                fields = (process / "stat").read_text().rpartition(")")[2].split()
                seconds = sum(map(int, fields[11:15])) / TICKS_PER_S
                found[int(process.name)] = int(fields[1]), seconds
    return found


def _tree_seconds(processes: Mapping[int, tuple[int, float]], roots: Sequence[int]) -> float:
    """Return the processor seconds of processes and all that they have started."""
    tree = set(roots)
    while more := {pid for pid, (parent, _) in processes.items() if parent in tree} - tree:
        tree |= more
    return sum(processes[pid][1] for pid in tree if pid in processes)


if __name__ == "__main__":
    if sys.argv[1:2] == ["write"]:
        write(sys.argv[2], sys.argv[3], int(sys.argv[4]))
    elif sys.argv[1:2] == ["work"]:
        run(partial(work, *sys.argv[2:4]))
    else:
        main()
