"""Reading all results of a database at once: plain columns, no object for each row."""

from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np
import sqlalchemy as sa

from engine.record import Bot, Ending
from ladder.ratings.results import IntArray, Results
from ladder.store.rows import bots, games, seats


def read_results(connection: sa.Connection, tournament_id: int | None) -> Results:
    """Return the finished games in the order of their keys, whatever the order they ended in.

    Bots are in the order of their names, so equal games give equal columns, and so equal
    ratings to the last bit, in any database.
    """
    ids, key, names = _games(connection, tournament_id)
    game_id, bot_id, rank, forfeit = _seats(connection, tournament_id)
    order = np.lexsort(key[::-1])
    first, last = (np.searchsorted(game_id, ids[order], side) for side in ("left", "right"))
    players = last - first
    within = np.arange(players.sum()) - np.repeat(np.cumsum(players) - players, players)
    seat = np.repeat(first, players) + within
    known, bot = _bots(connection, bot_id[seat])
    return Results(
        bots=known,
        names=names,
        ids=ids[order],
        game=key[2][order],
        group=_groups(key[:-1, order]),
        players=players,
        bot=bot,
        rank=rank[seat],
        forfeit=forfeit[seat] == 1,
    )


def _games(
    connection: sa.Connection, tournament_id: int | None
) -> tuple[IntArray, IntArray, tuple[str, ...]]:
    """Return the games' numbers, their keys (tournament, round, game, table, rotation), names."""
    key = (games.c.tournament_id, games.c.round, games.c.name, games.c.table, games.c.rotation)
    query = sa.select(games.c.id, *key).where(_within(tournament_id)).order_by(games.c.id)
    rows = _rows(connection, query)
    names = sorted({row[3] for row in rows})
    place = {name: index for index, name in enumerate(names)}
    columns = _columns([(*row[:3], place[row[3]], *row[4:]) for row in rows], 6)
    return columns[0], columns[1:], tuple(names)


def _seats(connection: sa.Connection, tournament_id: int | None) -> IntArray:
    """Return game, bot, rank and forfeit of each seat, game after game."""
    forfeit = sa.case((seats.c.ending == Ending.PLAYED.value, 0), else_=1)
    query = sa.select(seats.c.game_id, seats.c.bot_id, seats.c.rank, forfeit)
    if tournament_id is not None:
        query = query.join(games, games.c.id == seats.c.game_id).where(_within(tournament_id))
    return _columns(_rows(connection, query.order_by(seats.c.game_id, seats.c.seat)), 4)


def _within(tournament_id: int | None) -> sa.ColumnElement[bool]:
    return sa.true() if tournament_id is None else games.c.tournament_id == tournament_id


def _rows(connection: sa.Connection, query: sa.Select[*tuple[Any, ...]]) -> Sequence[Sequence[Any]]:
    """Return what the driver returns: to make a Row of each tuple takes longer than to read it."""
    cursor = connection.execute(query).cursor
    assert cursor is not None
    return cursor.fetchall()


def _columns(rows: Sequence[Sequence[Any]], width: int) -> IntArray:
    flat = np.fromiter(chain.from_iterable(rows), np.int64, width * len(rows))
    return flat.reshape(-1, width).T


def _bots(connection: sa.Connection, ids: IntArray) -> tuple[tuple[Bot, ...], IntArray]:
    """Return the bots that occur, by name, and each seat's place among them."""
    rows = connection.execute(sa.select(bots.c.name, bots.c.version, bots.c.id))
    ordered = sorted((Bot(name, version), number) for name, version, number in rows)
    seen = np.isin([number for _, number in ordered], ids)
    chosen = [each for each, found in zip(ordered, seen, strict=True) if found]
    place = np.zeros(max((number for _, number in chosen), default=0) + 1, np.int64)
    for index, (_, number) in enumerate(chosen):
        place[number] = index
    return tuple(bot for bot, _ in chosen), place[ids]


def _groups(key: IntArray) -> IntArray:
    """Number the seat-rotation groups of games that lie in the order of their keys."""
    new = np.ones(key.shape[1], np.int64)
    new[1:] = np.any(key[:, 1:] != key[:, :-1], axis=0)
    return np.cumsum(new) - 1
