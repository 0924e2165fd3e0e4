"""The ladder with 1,000, 10,000 and 100,000 stored games: `python -m benchmarks.ladder [GAMES …]`.

Prints how long `standings` takes, reading included, how long a rebuild from the records takes,
whether both give equal numbers, and the size of the database per game. The games are of four
players with 60 decisions each; nobody has played them.
"""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

import numpy as np

from arbiter.tournaments.verification import rebuild_seats
from engine.dice import derive
from engine.record import Ending, Record, SeatRecord, Setup
from ladder.ratings.standings import standings
from ladder.schedules.schedule import Key
from ladder.store.store import Store, open_store

BOTS, PLAYERS, ACTIONS, BATCH = 50, 4, 60, 1_000
T = TypeVar("T")


def main(sizes: list[int]) -> None:
    """Measure each size in a database of its own."""
    print("   games   standings     of it read       rebuild     equal   bytes a game   filled")
    for games in sizes:
        with TemporaryDirectory() as folder:
            path = Path(folder) / "ladder.db"
            with closing(open_store(f"sqlite:///{path}")) as store:
                print(f"{games:8,}", measure(store, games, path))


def measure(store: Store, games: int, path: Path) -> str:
    """Fill a store with games and return the figures of one line."""
    filling, _ = timed(lambda: fill(store, games))
    reading, _ = timed(store.results)
    whole, before = timed(lambda: standings(store.results()))
    rebuilding, after = timed(lambda: (rebuild_seats(store), standings(store.results()))[1])
    store.close()  # the last connection empties the write-ahead log into the database
    size = path.stat().st_size / games
    return (
        f"{whole:9.2f} s {reading:12.2f} s {rebuilding:11.2f} s {before == after!s:>9}"
        f" {size:14,.0f} {filling:6.1f} s"
    )


def timed(work: Callable[[], T]) -> tuple[float, T]:
    """Return the seconds a piece of work took, and its result."""
    begun = time.monotonic()
    result = work()
    return time.monotonic() - begun, result


def fill(store: Store, games: int) -> None:
    """Store games of random tables in groups of all rotations, many in a transaction."""
    tournament = store.add_tournament("benchmark", {}, 1)
    played = synthetic(games)
    for _ in range(0, games, BATCH):
        batch = [each for _, each in zip(range(min(BATCH, games)), played, strict=False)]
        store.add_matches(tournament, batch)


def synthetic(games: int) -> Iterator[tuple[Key, Record]]:
    """Yield games with their keys: stronger bots rank higher more often."""
    dice = np.random.default_rng(1)
    for group in range(games // PLAYERS):
        table = dice.choice(BOTS, PLAYERS, replace=False).tolist()
        setup = Setup("benchmark", PLAYERS, {}, derive(1, group))
        for rotation in range(PLAYERS):
            seats = table[rotation:] + table[:rotation]
            ranks = np.argsort(np.argsort(dice.normal(0, 20, PLAYERS) + seats)) + 1
            yield (
                Key("benchmark", group // 100, group % 100, rotation),
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


if __name__ == "__main__":
    main([int(size) for size in sys.argv[1:]] or [1_000, 10_000, 100_000])
