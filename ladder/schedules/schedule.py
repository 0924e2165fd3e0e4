"""The games of a tournament, each under its key.

A schedule is a function of what was ordered and of the results so far: to resume a tournament
is to play what is still due. Every table plays all rotations of its seats with the same deal.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from engine.dice import Dice, derive
from engine.errors import suggestion
from engine.record import Setup
from ladder.errors import BadSchedule
from ladder.schedules.formats import FORMATS, BracketTable, Format, Round

Ranks = tuple[int, ...]
"""The rank of each seat of a game, 1 being the best."""


class Key(NamedTuple):
    """What tells a game of a tournament from all others of it."""

    game: str
    round: int
    table: int
    rotation: int

    def __str__(self) -> str:
        return f"{self.game}, round {self.round}, table {self.table}, rotation {self.rotation}"


@dataclass(frozen=True, slots=True)
class Pairing:
    """A game to be played: its key, the bots in the order of their seats, and the deal."""

    key: Key
    bots: tuple[str, ...]
    setup: Setup


def rotations(key: Key, seats: tuple[str, ...], setup: Setup) -> list[Pairing]:
    """Return the games of one table: the same deal for every rotation of its seats."""
    return [
        Pairing(key._replace(rotation=turn), seats[turn:] + seats[:turn], setup)
        for turn in range(len(seats))
    ]


@dataclass(frozen=True)
class Schedule:
    """All games of one set of rules in a tournament."""

    game: str
    players: int
    bots: tuple[str, ...]
    """In the order of their seeds; a gauntlet's candidate is the first."""
    seed: int
    format: str = "round-robin"
    rounds: int | None = None
    """None: as many as the format needs. Of a knockout: how many groups a table plays before its
    winner goes on."""
    options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.format not in FORMATS:
            names = ", ".join(FORMATS)
            hint = suggestion(self.format, FORMATS)
            raise BadSchedule(f"no format {self.format!r}. Formats: {names}.{hint}")
        if len(self.bots) < self.players:
            raise BadSchedule(
                f"{self.players} players need at least {self.players} bots, "
                f"not {len(self.bots)}; add bots with --bot"
            )
        if len(set(self.bots)) < len(self.bots):
            twice = next(bot for bot in self.bots if self.bots.count(bot) > 1)
            raise BadSchedule(f"bot {twice!r} is entered twice; enter each bot once")
        if self.players < 2 or (self.rounds is not None and self.rounds < 1):
            raise BadSchedule("a tournament needs at least 2 players a table and 1 round")

    def total(self) -> int:
        """Return the number of games from beginning to end."""
        return sum(self._format.sizes()) * self.players

    def due(self, results: Mapping[Key, Ranks]) -> list[Pairing]:
        """Return the games to play next: those of the rounds that are settled, without result.

        Nothing is due when all is played. A Swiss or a knockout settles a round only when the
        one before it is complete.
        """
        return [pairing for pairing in self.pairings(results) if pairing.key not in results]

    def pairings(self, results: Mapping[Key, Ranks]) -> list[Pairing]:
        """Return all games of the rounds that are settled, played or not."""
        return [game for games in self._walk(results)[0] for game in games]

    def placing(self, results: Mapping[Key, Ranks]) -> list[str]:
        """Return the bots, best first, as the rounds that are complete have placed them."""
        return self._format.placing(self._walk(results)[1])

    def bracket(self, results: Mapping[Key, Ranks]) -> list[list[BracketTable]]:
        """Return the stages of a knockout that are fixed; other formats have none."""
        return self._format.bracket(self._walk(results)[1])

    @cached_property
    def _format(self) -> Format:
        return FORMATS[self.format](self.bots, self.players, self.rounds)

    def _walk(self, results: Mapping[Key, Ranks]) -> tuple[list[list[Pairing]], list[Round]]:
        """Return the games of each settled round, and what the complete ones brought."""
        games: list[list[Pairing]] = []
        past: list[Round] = []
        for number in range(len(self._format.sizes())):
            if self._format.waits and len(past) < number:
                break
            games.append(self._games(number, self._format.tables(number, past)))
            if all(game.key in results for game in games[-1]):
                past.append(self._scores(games[-1], results))
        return games, past

    def _games(self, number: int, tables: list[tuple[str, ...]]) -> list[Pairing]:
        return [
            pairing
            for place, table in enumerate(tables)
            for pairing in self._group(Key(self.game, number, place, 0), table)
        ]

    def _group(self, key: Key, table: tuple[str, ...]) -> list[Pairing]:
        deal = derive(self.seed, self.game, key.round, key.table)
        setup = Setup(self.game, self.players, self.options, deal)
        return rotations(key, self._seated(table, key.round, key.table), setup)

    def _seated(self, table: tuple[str, ...], number: int, place: int) -> tuple[str, ...]:
        """Draw the first order of seats, since rotation alone never changes who follows whom."""
        seats = list(table)
        Dice(derive(self.seed, "seats", self.game, number, place)).shuffle(seats)
        return tuple(seats)

    def _scores(self, games: list[Pairing], results: Mapping[Key, Ranks]) -> Round:
        """Return each table's scores: the mean over its games and its pairs of seats."""
        tables: Round = []
        for first in range(0, len(games), self.players):
            group = games[first : first + self.players]
            score = dict.fromkeys(group[0].bots, 0.0)
            for game in group:
                for bot, beaten in zip(game.bots, _beaten(results[game.key]), strict=True):
                    score[bot] += beaten / (self.players - 1) / self.players
            tables.append(score)
        return tables


def _beaten(ranks: Ranks) -> list[float]:
    """Return how many others each seat left behind; one it shares its rank with is a half."""
    return [
        sum(rank < other for other in ranks) + 0.5 * (sum(rank == other for other in ranks) - 1)
        for rank in ranks
    ]
