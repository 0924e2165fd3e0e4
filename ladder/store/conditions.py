"""The conditions under which matches were played: their rating list, and the side of each seat."""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import numpy as np
import sqlalchemy as sa

from engine.errors import OperatorError
from engine.game import AnyGame
from engine.games import find_game
from engine.options import options_from_json, options_to_json
from ladder.ratings.lists import ClockClass, RatingList, clock_class, options_text
from ladder.ratings.results import IntArray
from ladder.store.raw_rows import RawTournament, read_tournaments


class Conditions:
    """The conditions of stored matches, as the specs of their tournaments state them.

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
