"""How often the bars hold the truth: `python -m benchmarks.coverage [LEAGUES]`.

Prints the table of docs/rating.md: leagues of bots whose strengths are known are played by lot and
rated, and the bars that hold the true strength are counted. Every table plays all rotations of its
seats, each with its own deal unless the case says otherwise.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from engine.record import Bot
from ladder.ratings.fit import SCALE, fit
from ladder.ratings.results import FloatArray, IntArray, Played, Results, results_of

LEAGUES = 2_000
TIMES_TWO = 10
"""Leagues of two bots are played this many times as often: many are equal and rated once."""
SPREAD = (150, 100, 50, 0, 0, -50, -100, -150)
OUTLIER = (*SPREAD[:7], -900)


@dataclass(frozen=True)
class Case:
    """Bots of known strength, and who sits with whom."""

    name: str
    elo: Sequence[float]
    tables: Sequence[Sequence[int]]
    seat_elo: Sequence[float] = ()
    draws: float = 0.0
    """Of duels: which share of the results against the odds, and as many others, become draws."""
    shared: float = 0.0
    """Of duels: which share of the groups has one winner (above 0), or one win each (below)."""


@dataclass(frozen=True)
class Coverage:
    """Of each bot: how often its bar held the truth, its bias, and the median error shown."""

    inside: FloatArray
    bias: FloatArray
    error: FloatArray


def cases() -> Iterator[Case]:
    """Yield the cases of the table."""
    for gap in (0, 200, 400, 800, 1200):
        for groups in (10, 20, 50):
            yield Case(f"two bots {gap:,} apart, {groups} groups", (gap, 0), [(0, 1)] * groups)
    pairs = list(combinations(range(8), 2))
    for groups in (3, 10):
        name = f"eight bots, one 900 below, {groups} groups per pair"
        yield Case(name, OUTLIER, pairs * groups)
    for players in (3, 4):
        for tables in (5, 15, 40):
            name = f"tables of {players}, {tables} tables"
            yield Case(name, SPREAD[::2][:players], [range(players)] * tables)
    for players in (3, 4):
        everybody = list(combinations(range(8), players))
        order = np.random.default_rng(1).permutation(len(everybody))[:40]
        drawn = [everybody[index] for index in order]
        yield Case(f"eight bots at tables of {players}, 40 tables", SPREAD, drawn)
    seat = (150, 0)
    yield Case("a seat worth 150, two bots 200 apart, 20 groups", (200, 0), [(0, 1)] * 20, seat)
    yield Case("a seat worth 150, eight bots, 3 groups per pair", SPREAD, pairs * 3, seat)
    four = [range(4)] * 15
    yield Case("a seat worth 150, table of four, 15 tables", SPREAD[::2], four, (*seat, 0, 0))
    name = "60 % draws among equals"
    yield Case(f"{name}, two bots 200 apart, 20 groups", (200, 0), [(0, 1)] * 20, draws=0.6)
    yield Case(f"{name}, eight bots, 10 groups per pair", SPREAD, pairs * 10, draws=0.6)
    for groups in (10, 40):
        for winner, shared in (("seat", -0.5), ("bot", 0.5)):
            name = f"shared deals, half won by the {winner}, {groups} groups"
            yield Case(name, (200, 0), [(0, 1)] * groups, shared=shared)


def schedule(case: Case) -> Results:
    """Return the matches of a case, with ranks that mean nothing yet."""
    return results_of(
        Played(
            "game",
            group,
            [Bot(f"{bot:02}", "1") for bot in (*table[turn:], *table[:turn])],
            range(len(table)),
            shared_deal=case.shared != 0,
        )
        for group, table in enumerate(map(tuple, case.tables))
        for turn in range(len(table))
    )


def play(case: Case, seats: IntArray, dice: np.random.Generator) -> IntArray:
    """Return the ranks of all matches: by Plackett and Luce, the first place first."""
    strength = (np.array(case.elo)[seats] + np.array(case.seat_elo or 0.0)) / SCALE
    if seats.shape[1] > 2:
        # The order of exponential times with these rates is that of Plackett and Luce.
        return np.argsort(np.argsort(dice.exponential(np.exp(-strength)))) + 1
    chance = 1 / (1 + np.exp(strength[:, 1] - strength[:, 0]))
    lot = dice.random(len(seats))
    if case.shared:
        # Both matches of a group are decided by one lot: the same bot is lucky, or the same seat.
        together = dice.random(len(seats) // 2) < abs(case.shared)
        lot[1::2] = np.where(together, 1 - lot[::2] if case.shared > 0 else lot[::2], lot[1::2])
    won = lot < chance
    least = np.minimum(chance, 1 - chance)
    against = won == (chance < 0.5)
    drawn = dice.random(len(seats)) < case.draws * np.where(against, 1, least / (1 - least))
    first = np.where(drawn, 1, np.where(won, 1, 2))
    return np.stack([first, np.where(drawn, 1, 3 - first)], axis=1)


def cover(case: Case, leagues: int) -> Coverage:
    """Play and rate leagues, and count how many bars hold the truth."""
    dice = np.random.default_rng([leagues, *map(ord, case.name)])
    results = schedule(case)
    players = len(case.tables[0])
    seats = results.bot.reshape(-1, players)
    truth = np.array(case.elo, float) - np.mean(case.elo)
    known: dict[bytes, tuple[FloatArray, FloatArray, FloatArray]] = {}
    found = []
    for _ in range(leagues):
        ranks = play(case, seats, dice)
        if len(set(map(tuple, case.tables))) == 1:
            # One table only: the order of its groups does not matter, so many leagues are equal.
            groups = ranks.reshape(-1, players * players)
            ranks = groups[np.lexsort(groups.T)].reshape(-1, players)
        key = ranks.tobytes()
        if key not in known:
            ratings = fit(replace(results, rank=ranks.ravel()).pairs)
            inside = (ratings.low <= truth) & (truth <= ratings.high)
            known[key] = inside.astype(float), ratings.elo - truth, ratings.error
        found.append(known[key])
    inside, bias, error = (np.array(column) for column in zip(*found, strict=True))
    return Coverage(inside.mean(axis=0), bias.mean(axis=0), np.median(error, axis=0))


def main(leagues: int) -> None:
    """Print a line for each case, two where one bot is an outlier."""
    print("| league | coverage | bias | median ± |")
    print("|---|---|---|---|")
    shares = []
    for case in cases():
        if len(case.elo) == 2:
            found, parts = (
                cover(case, TIMES_TWO * leagues),
                {"": slice(1)},
            )  # the other is its mirror
        else:
            found, parts = cover(case, leagues), {"": slice(None)}
        if case.elo == OUTLIER:
            parts = {": the seven": slice(7), ": that one": slice(7, 8)}
        for part, bots in parts.items():
            share, bias = found.inside[bots].mean(), found.bias[bots]
            shares.append(share)
            worst = bias[np.argmax(np.abs(bias))]
            error = np.median(found.error[bots])
            print(f"| {case.name}{part} | {share:.1%} | {worst:+.0f} | {error:.0f} |", flush=True)
    print(f"\n{np.mean(shares):.1%} on average, from {min(shares):.1%} to {max(shares):.1%}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else LEAGUES)
