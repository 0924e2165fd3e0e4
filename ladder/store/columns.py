"""Reading all results of a database at once, as plain columns: no object for each row."""

from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np
import sqlalchemy as sa
from sqlmodel import col

from engine.record import Bot, Ending
from ladder.ratings.results import IntArray, Results
from ladder.store.raw_rows import fetch
from ladder.store.rows import StoredBot, StoredMatch, StoredSeat, Tournament

_FORFEITS = [ending.value for ending in Ending if ending is not Ending.PLAYED]


def read_results(connection: sa.Connection, tournament_id: int | None) -> tuple[Results, list[int]]:
    """Return the finished matches in the order of their keys, whatever the order they ended in.

    Bots are in the order of their names, so equal matches give equal columns, and so equal
    ratings to the last bit, in any database. Matches whose rows are damaged are left out, and
    their numbers returned beside the others.
    """
    ids, key, games, left_out = _matches(connection, tournament_id)
    match_id, bot_id, rank, forfeit = _seats(connection, tournament_id)
    order = np.lexsort(key[::-1])
    # Seats come sorted by match id, matches go out sorted by key: of each match, in the order of
    # keys, find where its seats begin and end, then list the places of all its seats.
    first, last = (np.searchsorted(match_id, ids[order], side) for side in ("left", "right"))
    players = last - first
    match = np.repeat(np.arange(len(players)), players)
    within = np.arange(players.sum()) - np.repeat(np.cumsum(players) - players, players)
    seat = np.repeat(first, players) + within
    bots, bot = _bots(connection, bot_id[seat])
    rank, forfeit = rank[seat], forfeit[seat]
    results = Results(
        bots=bots,
        games=games,
        match_ids=ids[order],
        game_index=key[2][order],
        group=_groups(key[:-1, order]),
        players=players,
        shared_deal=np.isin(key[0][order], _with_shared_deals(connection)),
        bot=bot,
        rank=rank,
        forfeit=forfeit == 1,
        side=within,
    )
    strange = (bot < 0) | (rank < 1) | (rank > players[match]) | (forfeit > 1)
    whole = (np.bincount(match, strange, minlength=len(players)) == 0) & (players > 1)
    if whole.all():
        return results, left_out
    return results.only(whole), left_out + ids[order][~whole].tolist()


def _with_shared_deals(connection: sa.Connection) -> list[int]:
    """Return the tournaments in which the matches of a group shared their deal."""
    shared = col(Tournament.spec)["shared_deals"].as_boolean()
    return list(connection.scalars(sa.select(col(Tournament.id)).where(shared)))


def _matches(
    connection: sa.Connection, tournament_id: int | None
) -> tuple[IntArray, IntArray, tuple[str, ...], list[int]]:
    """Return ids of matches, keys (tournament, round, game, table, rotation), and the games.

    At last, the ids of those that have no such key.
    """
    query = sa.select(
        *(col(StoredMatch.id), col(StoredMatch.tournament_id), col(StoredMatch.round)),
        *(col(StoredMatch.game), col(StoredMatch.table), col(StoredMatch.rotation)),
    )
    rows = fetch(connection, query.where(_within(tournament_id)).order_by(col(StoredMatch.id)))
    damaged = [row for row in rows if not isinstance(row[3], str)]
    games = sorted({row[3] for row in rows if isinstance(row[3], str)})
    index = {game: number for number, game in enumerate(games)}
    numbers = [(*row[:3], index.get(row[3]), *row[4:]) for row in rows]
    try:
        columns = _columns(numbers, 6)
    except (TypeError, ValueError, OverflowError):
        damaged = [row for row in numbers if not all(map(_is_number, row))]
        columns = _columns([row for row in numbers if all(map(_is_number, row))], 6)
    return columns[0], columns[1:], tuple(games), [row[0] for row in damaged]


def _seats(connection: sa.Connection, tournament_id: int | None) -> IntArray:
    """Return match, bot, rank and forfeit of each seat, match after match.

    A forfeit of 2 is an ending that nobody knows.
    """
    ending = col(StoredSeat.ending)
    forfeit = sa.case((ending == Ending.PLAYED.value, 0), (ending.in_(_FORFEITS), 1), else_=2)
    query = sa.select(
        col(StoredSeat.match_id), col(StoredSeat.bot_id), col(StoredSeat.rank), forfeit
    )
    if tournament_id is not None:
        query = query.join(StoredMatch, col(StoredMatch.id) == col(StoredSeat.match_id))
        query = query.where(_within(tournament_id))
    rows = fetch(connection, query.order_by(col(StoredSeat.match_id), col(StoredSeat.seat)))
    try:
        return _columns(rows, 4)
    except (TypeError, ValueError, OverflowError):
        numbered = [row for row in rows if _is_number(row[0])]
        return _columns([[n if _is_number(n) else -1 for n in row] for row in numbered], 4)


def _within(tournament_id: int | None) -> sa.ColumnElement[bool]:
    return sa.true() if tournament_id is None else col(StoredMatch.tournament_id) == tournament_id


def _is_number(value: object) -> bool:
    """Tell whether a column of numbers can hold a value, which in SQLite may be a text."""
    return isinstance(value, int) and -(2**63) <= value < 2**63


def _columns(rows: Sequence[Sequence[Any]], width: int) -> IntArray:
    flat = np.fromiter(chain.from_iterable(rows), np.int64, width * len(rows))
    return flat.reshape(-1, width).T


def _bots(connection: sa.Connection, ids: IntArray) -> tuple[tuple[Bot, ...], IntArray]:
    """Return the bots that occur, by name, and for each seat which of them sits there, or -1."""
    query = sa.select(col(StoredBot.name), col(StoredBot.version), col(StoredBot.id))
    seen, where = np.unique(ids, return_inverse=True)
    occurring = set(seen.tolist())
    numbered = sorted(
        (Bot(name, version), number)
        for name, version, number in fetch(connection, query)
        if number in occurring and isinstance(name, str) and isinstance(version, str)
    )
    index = {number: place for place, (_, number) in enumerate(numbered)}
    places = np.array([index.get(number, -1) for number in seen.tolist()], np.int64)
    return tuple(bot for bot, _ in numbered), places[where]


def _groups(key: IntArray) -> IntArray:
    """Number the groups of matches that lie in the order of their keys."""
    new = np.ones(key.shape[1], np.int64)
    new[1:] = np.any(key[:, 1:] != key[:, :-1], axis=0)
    return np.cumsum(new) - 1
