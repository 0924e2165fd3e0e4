"""Results for other programs: every two seats of a match that were compared, as one game of two.

Programs that know games of two only, as Ordo and BayesElo do, take the games of a table for
independent of each other, so for more than two players their errors are too small.
"""

import csv
import io
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ladder.ratings.results import Results


class Duel(NamedTuple):
    """Two seats of a match; the first is the one with the lower number."""

    rating_list: str
    match_id: int
    group: int
    first: str
    second: str
    score: float
    """Of the first: 1, 0.5 or 0."""


def duels(results: Results) -> Iterator[Duel]:
    """Yield all compared pairs of seats, match by match."""
    pairs = results.pairs
    match = np.repeat(np.arange(len(results)), results.players)[pairs.one]
    names = [str(bot) for bot in results.bots]
    order = np.argsort(match, kind="stable")
    columns = (match, pairs.first, pairs.second, pairs.score)
    rows = zip(*(column[order].tolist() for column in columns), strict=True)
    ids, groups, lists = (
        column.tolist() for column in (results.match_ids, results.group, results.list_index)
    )
    titles = [str(rating_list) for rating_list in results.lists]
    for index, first, second, score in rows:
        title = titles[lists[index]]
        yield Duel(title, ids[index], groups[index], names[first], names[second], score)


def duels_csv(results: Results) -> str:
    """Return a line per pair of seats, under a line of names."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["list", *Duel._fields[1:]])
    writer.writerows((*duel[:-1], f"{duel.score:g}") for duel in duels(results))
    return text.getvalue()


def duels_pgn(results: Results) -> str:
    """Return a game without moves per pair of seats; the first has White."""
    shown = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}
    games = []
    for duel in duels(results):
        tags = {
            "Event": duel.rating_list,
            "Round": f"{duel.group + 1}.{duel.match_id}",
            "White": duel.first,
            "Black": duel.second,
            "Result": shown[duel.score],
        }
        lines = [f'[{name} "{_escaped(value)}"]' for name, value in tags.items()]
        games.append("\n".join([*lines, "", shown[duel.score], ""]))
    return "\n".join(games)


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')
