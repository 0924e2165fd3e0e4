"""The ladder with 1,000 to 100,000 stored matches: `python -m benchmarks.ladder [MATCHES …]`.

Prints how long `standings` takes, reading included, how long a rebuild from the records takes,
whether both give equal numbers, and the size of the database per match. The matches are of four
players with 60 decisions each; nobody has played them.

`python -m benchmarks.ladder ratings` measures the computing alone, with up to 10,000 bots and
1,000,000 matches; `python -m benchmarks.ladder command [BOTS MATCHES]` the command
`lutetia standings` from its start to its last line, on a database of matches in two lists.
"""

import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

import numpy as np

from arbiter.cli.standings import TOP
from arbiter.tournaments.verification import rebuild_seats
from engine.dice import derive
from engine.record import Bot, Ending, Record, SeatRecord, Setup, pack_record
from ladder.ratings.fit import SCALE
from ladder.ratings.lists import RatingList
from ladder.ratings.results import Results
from ladder.ratings.standings import standings
from ladder.schedules.schedule import Key
from ladder.store.store import Store, open_store

BOTS, PLAYERS, ACTIONS, BATCH = 50, 4, 60, 1_000
GAMES = ("benchmark", "other")
T = TypeVar("T")


def main(sizes: list[int]) -> None:
    """Measure each size in a database of its own."""
    print(" matches   standings     of it read       rebuild     equal    bytes/match   filled")
    for matches in sizes:
        with TemporaryDirectory() as folder:
            path = Path(folder) / "ladder.db"
            with closing(open_store(f"sqlite:///{path}")) as store:
                print(f"{matches:8,}", measure(store, matches, path))


def measure(store: Store, matches: int, path: Path) -> str:
    """Fill a store with matches and return the figures of one line."""
    filling, _ = timed(lambda: fill(store, matches))
    reading, _ = timed(store.results)
    whole, before = timed(lambda: standings(store.results()))
    rebuilding, after = timed(lambda: (rebuild_seats(store), standings(store.results()))[1])
    store.close()  # the last connection empties the write-ahead log into the database
    size = path.stat().st_size / matches
    return (
        f"{whole:9.2f} s {reading:12.2f} s {rebuilding:11.2f} s {before == after!s:>9}"
        f" {size:14,.0f} {filling:6.1f} s"
    )


def timed(work: Callable[[], T]) -> tuple[float, T]:
    """Return the seconds a piece of work took, and its result."""
    begun = time.monotonic()
    result = work()
    return time.monotonic() - begun, result


def fill(store: Store, matches: int, bots: int = BOTS, games: Sequence[str] = GAMES[:1]) -> None:
    """Store matches of random tables in groups of all rotations, many per transaction."""
    tournament = store.add_tournament("benchmark", {}, 1)
    played = synthetic(matches, bots, games)
    for _ in range(0, matches, BATCH):
        batch = [
            (key, pack_record(record))
            for _, (key, record) in zip(range(min(BATCH, matches)), played, strict=False)
        ]
        store.add_matches(tournament, batch)


def synthetic(matches: int, bots: int, games: Sequence[str]) -> Iterator[tuple[Key, Record]]:
    """Yield matches with their keys, of the games in turn: stronger bots rank higher more often."""
    dice = np.random.default_rng(1)
    for group in range(matches // PLAYERS):
        game = games[group % len(games)]
        table = dice.choice(bots, PLAYERS, replace=False).tolist()
        setup = Setup(game, PLAYERS, {}, derive(1, group))
        for rotation in range(PLAYERS):
            seats = table[rotation:] + table[:rotation]
            luck = dice.normal(0, 0.4 * bots, PLAYERS)
            ranks = np.argsort(np.argsort(luck + seats)) + 1
            yield (
                Key(game, group // 100, group % 100, rotation),
                record(setup, seats, ranks.tolist(), dice),
            )


def record(setup: Setup, bots: list[int], ranks: list[int], dice: np.random.Generator) -> Record:
    """Return a record of a likely size."""
    fields = dice.integers(0, 60, (ACTIONS, 2)).tolist()
    actions = tuple((one, two, "place" if one % 3 else "take") for one, two in fields)
    times = (1.5, 1.25, 0.1)
    seats = tuple(
        SeatRecord(f"bot{bot:02}", "1.0", 100 - rank, rank, Ending.PLAYED, "", ACTIONS // 4, *times)
        for bot, rank in zip(bots, ranks, strict=True)
    )
    return Record(setup, actions, seats)


def run_command(bots: int, matches: int) -> None:
    """Print what `lutetia standings` takes, all in all, with so many bots and matches."""
    with TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/ladder.db"
        with closing(open_store(url)) as store:
            fill(store, matches, bots, GAMES)
        print("  bots     matches   computing    elapsed      memory", flush=True)
        command = [str(Path(sys.executable).with_name("lutetia")), "standings", "--db", url]
        elapsed, done = timed(
            lambda: subprocess.run(command, check=True, capture_output=True, text=True)
        )
        assert len(done.stdout.splitlines()) > 3 * TOP  # of two lists and the overall one
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        print(
            f"{bots:6,} {matches:11,} {used.ru_utime + used.ru_stime:9.2f} s {elapsed:8.1f} s "
            f"{used.ru_maxrss / 1024:8,.0f} MB"
        )


RATED = [(1_000, 100_000, 2), (1_000, 100_000, 4), (10_000, 1_000_000, 2), (10_000, 1_000_000, 4)]


def rate_all() -> None:
    """Rate each size in a process of its own, so that its memory can be told."""
    print("  bots     matches   players   computing    elapsed      memory   inside their bars")
    for size in RATED:
        command = [sys.executable, "-m", "benchmarks.ladder", "ratings", *map(str, size)]
        subprocess.run(command, check=True)


def rate(bots: int, matches: int, players: int) -> None:
    """Rate random tables of bots of known strength, and print one line."""
    dice = np.random.default_rng(1)
    elo = dice.normal(0, 200, bots)
    tables = dice.integers(0, bots, (matches // players, players))
    while (twice := (np.diff(np.sort(tables), axis=1) == 0).any(axis=1)).any():
        tables[twice] = dice.integers(0, bots, (int(twice.sum()), players))
    seats = np.stack([np.roll(tables, -turn, axis=1) for turn in range(players)], axis=1)
    seats = seats.reshape(-1, players)
    # The order of exponential times with these rates is that of Plackett and Luce.
    times = dice.exponential(np.exp(-elo[seats] / SCALE))
    count = len(seats)
    results = Results(
        bots=tuple(Bot(f"{bot:05}", "1") for bot in range(bots)),
        lists=(RatingList("game"),),
        match_ids=np.arange(count),
        list_index=np.zeros(count, np.int64),
        group=np.repeat(np.arange(len(tables)), players),
        players=np.full(count, players),
        shared_deal=np.zeros(count, np.bool_),
        bot=seats.ravel(),
        rank=np.argsort(np.argsort(times, axis=1), axis=1).ravel() + 1,
        forfeit=np.zeros(count * players, np.bool_),
        side=np.tile(np.arange(players), count),
    )
    computing = time.process_time()
    elapsed, rows = timed(lambda: standings(results))
    computing = time.process_time() - computing
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    truth = {f"{bot:05}": 1500 + each for bot, each in enumerate(elo - elo.mean())}
    inside = np.mean(
        [(row.low or -np.inf) <= truth[row.bot] <= (row.high or np.inf) for row in rows]
    )
    print(
        f"{bots:6,} {matches:11,} {players:9} {computing:9.2f} s {elapsed:8.1f} s {memory:8,.0f} MB"
        f" {inside:19.1%}"
    )


if __name__ == "__main__" and sys.argv[1:2] == ["ratings"]:
    if sys.argv[2:]:
        rate(*map(int, sys.argv[2:5]))
    else:
        rate_all()
elif __name__ == "__main__" and sys.argv[1:2] == ["command"]:
    run_command(*map(int, sys.argv[2:4] or (1_000, 100_000)))
elif __name__ == "__main__":
    main([int(size) for size in sys.argv[1:]] or [1_000, 10_000, 100_000])
