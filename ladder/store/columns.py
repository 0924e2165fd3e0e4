"""Reading all results of a database at once, as plain columns: no object for each row."""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any

import numpy as np
import sqlalchemy as sa
from sqlmodel import col

from engine.errors import OperatorError
from engine.game import AnyGame
from engine.games import find_game
from engine.options import options_from_json, options_to_json
from engine.record import Bot, Ending
from ladder.ratings.lists import ClockClass, RatingList, clock_class, options_text
from ladder.ratings.results import IntArray, Results
from ladder.store.raw_rows import RawTournament, fetch, read_tournaments
from ladder.store.rows import StoredBot, StoredMatch, StoredSeat

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
    tournament, game = key[0][order], key[2][order]
    conditions = _Conditions(connection, games)
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
    if intact.all():
        return results, left_out
    return results.only(intact), left_out + ids[order][~intact].tolist()


class _Conditions:
    """Under which matches were played: what the specs of their tournaments say.

    A spec that is damaged says nothing, and of a game that is not installed nobody knows the
    teams: then everything is as it is by default.
    """

    def __init__(self, connection: sa.Connection, games: Sequence[str]) -> None:
        self._games = games
        self._rules = {game: _find_rules(game) for game in games}
        self._specs = {
            tournament.tournament_id: _spec_of(tournament)
            for tournament in read_tournaments(connection)
        }
        self.shared_deals = [
            number for number, spec in self._specs.items() if spec.get("shared_deals") is True
        ]
        """The tournaments in which the matches of a group shared their deal."""

    def lists(
        self, tournament: IntArray, game: IntArray
    ) -> tuple[tuple[RatingList, ...], IntArray]:
        """Return the lists that occur, and for each match which of them it counts for."""
        kinds, kind = _kinds(tournament, game)
        list_of_kind = [self._list(*values) for values in kinds]
        lists = sorted(set(list_of_kind), key=str)
        index_of_kind = np.array([lists.index(name) for name in list_of_kind], np.int64)
        return tuple(lists), index_of_kind[kind]

    def sides(self, tournament: IntArray, game: IntArray, players: IntArray) -> IntArray:
        """Return the side of each seat, match after match."""
        kinds, kind = _kinds(tournament, game, players)
        widest = np.zeros((len(kinds), players.max(initial=0)), np.int64)
        for row, values in zip(widest, kinds, strict=True):
            row[: values[2]] = self._sides(*values)
        return np.asarray(widest[kind][np.arange(widest.shape[1]) < players[:, None]])

    def _list(self, tournament: int, game: int) -> RatingList:
        name = self._games[game]
        options, rules = self._options(tournament, name), self._rules[name]
        if rules is not None and options:
            with suppress(OperatorError):  # options it does not have any more are shown as they are
                # A spec may name what is the default anyway.
                options = options_to_json(options_from_json(rules.options, options))
        spec = self._specs.get(tournament, {})
        clock, strikes = spec.get("clock"), spec.get("strikes")
        kind = ClockClass.STANDARD
        with suppress(ValueError):
            kind = clock_class(clock) if isinstance(clock, str) else kind
        given = strikes if isinstance(strikes, int) else 0
        return RatingList(name, options_text(options), kind, given)

    def _sides(self, tournament: int, game: int, players: int) -> tuple[int, ...]:
        rules = self._rules[self._games[game]]
        if rules is not None and players in rules.players:
            with suppress(OperatorError):
                options = self._options(tournament, rules.name)
                return rules.sides(players, options_from_json(rules.options, options))
        return tuple(range(players))

    def _options(self, tournament: int, game: str) -> Mapping[str, object]:
        games = self._specs.get(tournament, {}).get("games")
        for entry in games if isinstance(games, list) else []:
            if isinstance(entry, Mapping) and entry.get("game") == game:
                options = entry.get("options")
                return options if isinstance(options, Mapping) else {}
        return {}


def _kinds(*columns: IntArray) -> tuple[list[list[int]], IntArray]:
    """Return the different rows of some columns, and which of them each row is."""
    code = np.zeros(len(columns[0]), np.int64)
    for column in columns:  # numpy sorts numbers a hundred times as fast as rows
        values, index = np.unique(column, return_inverse=True)
        code = code * len(values) + index
    _, first, kind = np.unique(code, return_index=True, return_inverse=True)
    return np.stack(columns)[:, first].T.tolist(), kind


def _spec_of(tournament: RawTournament) -> Mapping[str, Any]:
    with suppress(ValueError, TypeError, RecursionError):
        spec = json.loads(tournament.spec)
        return spec if isinstance(spec, Mapping) else {}
    return {}


def _find_rules(game: str) -> AnyGame | None:
    try:
        return find_game(game)
    except OperatorError:
        return None


def _matches(
    connection: sa.Connection, tournament_id: int | None
) -> tuple[IntArray, IntArray, tuple[str, ...], list[int]]:
    """Return ids of matches, keys (tournament, round, game, table, rotation), and the games.

    And the ids of those whose key is damaged.
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

    A forfeit of 2 is an unknown ending.
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
    index = {bot_id: number for number, (_, bot_id) in enumerate(numbered)}
    indices = np.array([index.get(bot_id, -1) for bot_id in seen.tolist()], np.int64)
    return tuple(bot for bot, _ in numbered), indices[where]


def _groups(key: IntArray) -> IntArray:
    """Number the groups of matches that lie in the order of their keys."""
    new = np.ones(key.shape[1], np.int64)
    new[1:] = np.any(key[:, 1:] != key[:, :-1], axis=0)
    return np.cumsum(new) - 1
