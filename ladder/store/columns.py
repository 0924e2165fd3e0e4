"""Reading all results of a database at once, as plain columns: no object for each row."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import sqlalchemy as sa
from sqlmodel import col

from engine.record import Bot, Ending
from ladder.ratings.results import IntArray, Results
from ladder.store.conditions import Conditions
from ladder.store.listing import Revision, read_revision
from ladder.store.raw_rows import NotNumbers, columns_of, fetch, fetch_numbers, is_number
from ladder.store.rows import StoredBot, StoredMatch, StoredSeat

_FORFEITS = [ending.value for ending in Ending if ending is not Ending.PLAYED]
Filter = tuple[sa.ColumnElement[bool], ...]


@dataclass(frozen=True)
class Columns:
    """Finished matches as they lie in the database, by their numbers."""

    revision: Revision
    """What has been read: whatever is stored later changes it."""
    match_id: IntArray
    key: IntArray
    """Of each match: tournament, round, game, table, rotation."""
    games: tuple[str, ...]
    """Which the games in the keys are."""
    seats: IntArray
    """Of each seat, match after match: match, bot, rank, forfeit; a forfeit of 2 is an ending that
    nobody knows."""
    left_out: tuple[int, ...]
    """The matches whose keys are damaged."""

    def of(self, tournament_id: int | None) -> "Columns":
        """Return the matches of a tournament, or all; the seats of others do no harm."""
        if tournament_id is None:
            return self
        own = self.key[0] == tournament_id
        return replace(self, match_id=self.match_id[own], key=self.key[:, own])


NOTHING = Columns(
    Revision(0, 0, None),
    match_id=np.zeros(0, np.int64),
    key=np.zeros((5, 0), np.int64),
    games=(),
    seats=np.zeros((4, 0), np.int64),
    left_out=(),
)


def read_columns(
    connection: sa.Connection, tournament_id: int | None = None, known: Columns = NOTHING
) -> Columns:
    """Return all finished matches, or those of a tournament.

    Only matches newer than `known` are read, unless one was deleted since, or one was stored
    that has a lower number: PostgreSQL gives numbers before it is known who commits first.
    """
    within: Filter = (
        () if tournament_id is None else (col(StoredMatch.tournament_id) == tournament_id,)
    )
    number = col(StoredMatch.id)
    if read_revision(connection, *within, number <= known.revision.newest) != known.revision:
        known = NOTHING
    new = (*within, number > known.revision.newest)
    matches, games, left_out = _matches(connection, new, known.games)
    count = matches.shape[1] + len(left_out)
    if not count:
        return known
    newest = max(matches[0].max(initial=0).item(), *left_out, 0)
    seats = _seats(connection, within, known.revision.newest, newest)
    return Columns(
        read_revision(connection, number == newest)._replace(
            matches=known.revision.matches + count
        ),
        match_id=np.concatenate([known.match_id, matches[0]]),
        key=np.concatenate([known.key, matches[1:]], axis=1),
        games=games,
        seats=np.concatenate([known.seats, seats], axis=1),
        left_out=(*known.left_out, *left_out),
    )


def read_results(connection: sa.Connection, columns: Columns) -> tuple[Results, list[int]]:
    """Return matches in the order of their keys, whatever the order they ended in.

    Bots are in the order of their names, so equal matches give equal columns, and so equal
    ratings to the last bit, in any database. Matches whose rows are damaged are left out, and
    their numbers returned beside the others.
    """
    ids, key = columns.match_id, columns.key
    match_id, bot_id, rank, forfeit = columns.seats
    place = np.array([sorted(columns.games).index(game) for game in columns.games], np.int64)
    order = np.lexsort((key[4], key[3], place[key[2]], key[1], key[0]))
    # Seats come sorted by match id, matches go out sorted by key: of each match, in the order of
    # keys, find where its seats begin and end, then list the places of all its seats.
    first, last = (np.searchsorted(match_id, ids, side)[order] for side in ("left", "right"))
    players = last - first
    match = np.repeat(np.arange(len(players)), players)
    within = np.arange(players.sum()) - np.repeat(np.cumsum(players) - players, players)
    seat = np.repeat(first, players) + within
    bots, bot = _bots(connection, bot_id[seat])
    rank, forfeit = rank[seat], forfeit[seat]
    tournament, game = key[0][order], key[2][order]
    conditions = Conditions(connection, columns.games)
    lists, list_index = conditions.lists(tournament, game)
    results = Results(
        bots=bots,
        lists=lists,
        match_ids=ids[order],
        list_index=list_index,
        group=_groups(key[:-1, order]),
        players=players,
        shared_deal=np.isin(tournament, conditions.shared_deals),
        bot=bot,
        rank=rank,
        forfeit=forfeit == 1,
        side=conditions.sides(tournament, game, players),
    )
    damaged = (bot < 0) | (rank < 1) | (rank > players[match]) | (forfeit > 1)
    intact = (np.bincount(match, damaged, minlength=len(players)) == 0) & (players > 1)
    left_out = list(columns.left_out)
    if intact.all():
        return results, left_out
    return results.only(intact), left_out + ids[order][~intact].tolist()


def _matches(
    connection: sa.Connection, new: Filter, known_games: tuple[str, ...]
) -> tuple[IntArray, tuple[str, ...], list[int]]:
    """Return id and key of each match as columns, all games, and the ids of damaged matches."""
    number, game = col(StoredMatch.id), col(StoredMatch.game)
    found = {name for (name,) in fetch(connection, sa.select(game).where(*new).distinct())}
    texts = sorted(name for name in found if isinstance(name, str) and name not in known_games)
    games = (*known_games, *texts)
    index = {name: place for place, name in enumerate(games)}

    def columns(of_game: Any) -> sa.Select[*tuple[Any, ...]]:
        return (
            sa.select(
                *(number, col(StoredMatch.tournament_id), col(StoredMatch.round)),
                *(of_game.label("game"), col(StoredMatch.table), col(StoredMatch.rotation)),
            )
            .where(*new)
            .order_by(number)
        )

    try:
        in_numbers = sa.case(index, value=game) if index else sa.null()
        return fetch_numbers(connection, columns(in_numbers)), games, []
    except NotNumbers:
        rows = fetch(connection, columns(game))
        numbers = [(*row[:3], index.get(row[3]), *row[4:]) for row in rows]
        intact = [row for row in numbers if all(map(is_number, row))]
        damaged = [row[0] for row in numbers if not all(map(is_number, row))]
        return columns_of(intact, 6), games, damaged


def _seats(connection: sa.Connection, within: Filter, after: int, last: int) -> IntArray:
    """Return match, bot, rank and forfeit of each seat, of the matches after one up to another."""
    number, ending = col(StoredSeat.match_id), col(StoredSeat.ending)
    forfeit = sa.case((ending == Ending.PLAYED.value, 0), (ending.in_(_FORFEITS), 1), else_=2)
    query = sa.select(
        number, col(StoredSeat.bot_id), col(StoredSeat.rank), forfeit.label("forfeit")
    )
    if within:
        query = query.join(StoredMatch, col(StoredMatch.id) == number).where(*within)
    query = query.where(number > after, number <= last).order_by(number, col(StoredSeat.seat))
    try:
        return fetch_numbers(connection, query)
    except NotNumbers:
        rows = [row for row in fetch(connection, query) if is_number(row[0])]
        return columns_of([[n if is_number(n) else -1 for n in row] for row in rows], 4)


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
    index = {bot_id: number for number, (_, bot_id) in enumerate(numbered)}
    indices = np.array([index.get(bot_id, -1) for bot_id in seen.tolist()], np.int64)
    return tuple(bot for bot, _ in numbered), indices[where]


def _groups(key: IntArray) -> IntArray:
    """Number the groups of matches that lie in the order of their keys."""
    new = np.ones(key.shape[1], np.int64)
    new[1:] = np.any(key[:, 1:] != key[:, :-1], axis=0)
    return np.cumsum(new) - 1
