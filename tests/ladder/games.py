"""Small results, simulated matches and records for the tests of the ladder."""

from collections.abc import Iterable, Sequence
from itertools import count

import numpy as np

from engine.record import Bot, Ending, Record, SeatRecord, Setup
from ladder.ratings.elo import Tally
from ladder.ratings.fit import SCALE
from ladder.ratings.results import Played, Results, results_of
from ladder.schedules.schedule import Pairing

_groups = count()


def bot(name: str) -> Bot:
    return Bot(name, "1")


def played(*ranking: str, ranks: Sequence[int] = ()) -> Played:
    """One match, a group of its own: names in the order of seats, the best first by default."""
    places = ranks or range(1, len(ranking) + 1)
    return Played("game", next(_groups), [bot(name) for name in ranking], list(places))


def duels(first: str, second: str, wins: int, draws: int, losses: int) -> list[Played]:
    """Matches of two by their results, each a group of its own."""
    won = [played(first, second) for _ in range(wins)]
    drawn = [played(first, second, ranks=(1, 1)) for _ in range(draws)]
    return won + drawn + [played(first, second, ranks=(2, 1)) for _ in range(losses)]


def seated_duels(
    wins: int, draws: int = 0, losses: int = 0, *, shared_deal: bool = False
) -> list[Played]:
    """Matches of a and b by their results, two per group with the seats changed."""
    ranks = [(1, 2)] * wins + [(1, 1)] * draws + [(2, 1)] * losses
    table = [bot("a"), bot("b")]
    return [
        Played("game", place // 2, table[::turn], pair[::turn], shared_deal=shared_deal)
        for place, pair in enumerate(ranks)
        for turn in ((-1 if place % 2 else 1),)
    ]


def tally_of(wins: int, draws: int, losses: int) -> Tally:
    """Single matches, as programs elsewhere count them."""
    return Tally((1.0, 0.5, 0.0), (wins, draws, losses))


def simulated(
    elo: Sequence[float],
    tables: Iterable[Sequence[int]],
    dice: np.random.Generator,
    seat_elo: Sequence[float] = (),
) -> Results:
    """Play tables in all rotations by Plackett and Luce: the first place, then the second, …"""
    matches = []
    for group, table in enumerate(tables):
        for turn in range(len(table)):
            seats = [*table[turn:], *table[:turn]]
            strength = np.array([elo[index] for index in seats]) + np.array(seat_elo or 0.0)
            # the order of exponential times with these rates is that of Plackett and Luce
            times = dice.exponential(np.exp(-strength / SCALE))
            ranks = (np.argsort(np.argsort(times)) + 1).tolist()
            matches.append(Played("game", group, [bot(f"b{index:02}") for index in seats], ranks))
    return results_of(matches)


def record_of(pairing: Pairing, ranks: Sequence[int], version: str = "1") -> Record:
    """A finished match with the given ranks and one action for show."""
    seats = tuple(
        SeatRecord(name, version, 10 - rank, rank, Ending.PLAYED, "", 1, 0.25, 0.25, 0.25)
        for name, rank in zip(pairing.bots, ranks, strict=True)
    )
    return Record(pairing.setup, ((3, "drop"),), seats)


def record(*bots: str, seed: int = 1) -> Record:
    """A finished match of the bots, who rank as they sit."""
    setup = Setup("game", len(bots), {}, seed)
    seats = tuple(
        SeatRecord(name, "1", 10 - place, place + 1, Ending.PLAYED, "", 1, 0.25, 0.25, 0.25)
        for place, name in enumerate(bots)
    )
    return Record(setup, ((3, "drop"),), seats)
