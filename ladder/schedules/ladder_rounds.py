"""The rounds of an endless ladder: each is one table of one game, in all rotations of its seats.

A round is numbered within its game. What was begun before a restart is told from what is stored:
any finished game of a round holds its deal and its bots.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from engine.dice import Dice, derive
from engine.record import Bot, Record, Setup
from ladder.schedules.matchmaking import Strengths, Table, newcomers, next_table, unknown_strengths
from ladder.schedules.schedule import Key, Pairing, Ranks, rotations
from ladder.store.store import Store, Tournament


class Rounds:
    """Plans one round after the other, from what is known and from what is under way."""

    def __init__(self, seed: int, sizes: Mapping[str, Sequence[int]], past: Iterable[Key]) -> None:
        self.bots: Mapping[str, Sequence[Bot]] = {}
        """By game: who may play it now."""
        self.strengths: Mapping[str, Strengths] = {}
        self.under_way: dict[Key, Table] = {}
        """Games whose results the forms do not know yet."""
        self._seed = seed
        self._sizes = dict(sizes)
        self._turns = list(sizes)
        self._numbers = Counter[str]()
        for key in past:
            self._numbers[key.game] = max(self._numbers[key.game], key.round + 1)

    def next(self, busy: Iterable[Bot] = ()) -> list[Pairing]:
        """Return the games of the next round; none if no game has enough bots.

        The games take turns, but one with a new bot comes first. Bots that are busy already are
        left out where there are enough others, so that a slow one does not hold the rest up.
        """
        playable = [game for game in self._turns if self._possible(game)]
        if not playable:
            return []
        game = next((game for game in playable if self._newcomers(game)), playable[0])
        self._turns.remove(game)
        self._turns.append(game)
        number = self._numbers[game]
        self._numbers[game] += 1
        table = self._table(game, number, set(busy))
        games = new_round(self._seed, game, number, table)
        self.under_way |= {each.key: table for each in games}
        return games

    def close(self, game: str) -> None:
        """Plan no more rounds of a game."""
        self._turns.remove(game)

    def _possible(self, game: str) -> list[int]:
        """Return the numbers of players for which there are bots."""
        return [size for size in self._sizes[game] if 1 < size <= len(self.bots.get(game, ()))]

    def _newcomers(self, game: str) -> set[Bot]:
        return newcomers(self._form(game), self.bots[game], self._tables(game))

    def _table(self, game: str, number: int, busy: set[Bot]) -> tuple[Bot, ...]:
        sizes = self._possible(game)
        seats = sizes[number % len(sizes)]
        free = [bot for bot in self.bots[game] if bot not in busy]
        bots = free if len(free) >= seats else self.bots[game]
        return next_table(self._form(game), bots, seats, self._tables(game))

    def _form(self, game: str) -> Strengths:
        return self.strengths.get(game) or unknown_strengths()

    def _tables(self, game: str) -> list[Table]:
        return [table for key, table in self.under_way.items() if key.game == game]


def entry_name(bot: Bot) -> str:
    """Return what a bot is called in the games of a ladder: versions are different bots."""
    return f"{bot.name}@{bot.version}"


def new_round(seed: int, game: str, number: int, table: Table) -> list[Pairing]:
    """Return the games of a round whose bots have been chosen; chance seats them."""
    seats = [entry_name(bot) for bot in table]
    Dice(derive(seed, "seats", game, number, 0)).shuffle(seats)
    setup = Setup(game, len(seats), {}, derive(seed, game, number, 0))
    return rotations(Key(game, number, 0, 0), tuple(seats), setup)


def unfinished(
    store: Store, tournament: Tournament, finished: Mapping[Key, Ranks]
) -> Iterator[Pairing]:
    """Return the games that are missing in rounds of which some games are stored."""
    rounds: defaultdict[Key, list[Key]] = defaultdict(list)
    for key in finished:
        rounds[key._replace(rotation=0)].append(key)
    begun = [played for played in rounds.values() if len(played) < len(finished[played[0]])]
    ids = store.match_ids(tournament) if begun else {}
    for played in begun:
        games = _round_of(played[0], store.record(ids[played[0]]))
        yield from (game for game in games if game.key not in played)


def _round_of(key: Key, record: Record) -> list[Pairing]:
    """Return all games of the round that a finished game belongs to."""
    turned = [entry_name(Bot(seat.bot, seat.version)) for seat in record.seats]
    back = len(turned) - key.rotation
    seats = (*turned[back:], *turned[:back])
    return rotations(key._replace(rotation=0), seats, record.setup)
