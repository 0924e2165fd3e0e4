"""Reading all results of a database at once, as plain columns: no object for each row."""

from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np
import sqlalchemy as sa
from sqlmodel import col

from engine.record import Bot, Ending
from ladder.ratings.results import IntArray, Results
from ladder.store.rows import Match, Seat, StoredBot


def read_results(connection: sa.Connection, tournament_id: int | None) -> Results:
    """Return the finished matches in the order of their keys, whatever the order they ended in.

    Bots are in the order of their names, so equal matches give equal columns, and so equal
    ratings to the last bit, in any database.
    """
    ids, key, games = _matches(connection, tournament_id)
    match_id, bot_id, rank, forfeit = _seats(connection, tournament_id)
    order = np.lexsort(key[::-1])
    # Seats come sorted by match id, matches go out sorted by key: of each match, in the order of
    # keys, find where its seats begin and end, then list the places of all its seats.
    first, last = (np.searchsorted(match_id, ids[order], side) for side in ("left", "right"))
    players = last - first
    within = np.arange(players.sum()) - np.repeat(np.cumsum(players) - players, players)
    seat = np.repeat(first, players) + within
    bots, bot = _bots(connection, bot_id[seat])
    return Results(
        bots=bots,
        games=games,
        match_ids=ids[order],
        game_index=key[2][order],
        group=_groups(key[:-1, order]),
        players=players,
        shared_deal=np.zeros(len(ids), np.bool_),
        bot=bot,
        rank=rank[seat],
        forfeit=forfeit[seat] == 1,
        side=within,
    )


def _matches(
    connection: sa.Connection, tournament_id: int | None
) -> tuple[IntArray, IntArray, tuple[str, ...]]:
    """Return ids of matches, keys (tournament, round, game, table, rotation), and the games."""
    query = sa.select(
        *(col(Match.id), col(Match.tournament_id), col(Match.round)),
        *(col(Match.game), col(Match.table), col(Match.rotation)),
    )
    rows = _rows(connection, query.where(_within(tournament_id)).order_by(col(Match.id)))
    games = sorted({row[3] for row in rows})
    index = {game: number for number, game in enumerate(games)}
    columns = _columns([(*row[:3], index[row[3]], *row[4:]) for row in rows], 6)
    return columns[0], columns[1:], tuple(games)


def _seats(connection: sa.Connection, tournament_id: int | None) -> IntArray:
    """Return match, bot, rank and forfeit of each seat, match after match."""
    forfeit = sa.case((col(Seat.ending) == Ending.PLAYED.value, 0), else_=1)
    query = sa.select(col(Seat.match_id), col(Seat.bot_id), col(Seat.rank), forfeit)
    if tournament_id is not None:
        query = query.join(Match, col(Match.id) == col(Seat.match_id))
        query = query.where(_within(tournament_id))
    return _columns(_rows(connection, query.order_by(col(Seat.match_id), col(Seat.seat))), 4)


def _within(tournament_id: int | None) -> sa.ColumnElement[bool]:
    return sa.true() if tournament_id is None else col(Match.tournament_id) == tournament_id


def _rows(connection: sa.Connection, query: sa.Select[*tuple[Any, ...]]) -> Sequence[Sequence[Any]]:
    """Return what the driver returns: making a Row of each tuple takes longer than reading it."""
    cursor = connection.execute(query).cursor
    assert cursor is not None
    return cursor.fetchall()


def _columns(rows: Sequence[Sequence[Any]], width: int) -> IntArray:
    flat = np.fromiter(chain.from_iterable(rows), np.int64, width * len(rows))
    return flat.reshape(-1, width).T


def _bots(connection: sa.Connection, ids: IntArray) -> tuple[tuple[Bot, ...], IntArray]:
    """Return the bots that occur, by name, and for each seat which of them sits there."""
    query = sa.select(col(StoredBot.name), col(StoredBot.version), col(StoredBot.id))
    occurring = set(np.unique(ids).tolist())
    known = sorted(
        (Bot(name, version), number)
        for name, version, number in connection.execute(query)
        if number in occurring
    )
    index = np.zeros(max(occurring, default=0) + 1, np.int64)
    for place, (_, number) in enumerate(known):
        index[number] = place
    return tuple(bot for bot, _ in known), index[ids]


def _groups(key: IntArray) -> IntArray:
    """Number the groups of matches that lie in the order of their keys."""
    new = np.ones(key.shape[1], np.int64)
    new[1:] = np.any(key[:, 1:] != key[:, :-1], axis=0)
    return np.cumsum(new) - 1
