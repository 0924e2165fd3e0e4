"""Many finished matches as columns: what ratings and standings are computed from."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.errors import suggestion
from engine.record import Bot
from ladder.errors import NotStored

IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]


class SeatBlock(NamedTuple):
    """The seats of a game for one number of players: their advantages sum to zero."""

    game: str
    players: int


class Played(NamedTuple):
    """One finished match, seat by seat."""

    game: str
    group: object
    """Equal for the matches of one group: one table in all rotations of its seats."""
    bots: Sequence[Bot]
    ranks: Sequence[int]
    forfeits: Sequence[bool] = ()


@dataclass(frozen=True)
class Pairs:
    """Every two seats of every match by columns: the first's score against the second."""

    first: IntArray
    second: IntArray
    score: FloatArray
    weight: FloatArray
    """1/(players - 1), so that each seat of a match weighs one in all."""
    group: IntArray
    first_seat: IntArray
    """Place in the list of all seats, block after block."""
    second_seat: IntArray
    bots: int
    blocks: tuple[SeatBlock, ...]


@dataclass(frozen=True)
class Results:
    """Finished matches in the order of their keys; seats lie one after the other."""

    bots: tuple[Bot, ...]
    games: tuple[str, ...]
    match_ids: IntArray
    """Of each match: its number in the store."""
    game_index: IntArray
    """Of each match: which of `games` was played."""
    group: IntArray
    """Of each match: its group, the unit of statistics."""
    players: IntArray
    """Of each match: how many seats it has."""
    bot: IntArray
    """Of each seat: which of `bots` sat there."""
    rank: IntArray
    forfeit: BoolArray

    def __len__(self) -> int:
        return len(self.match_ids)

    @cached_property
    def start(self) -> IntArray:
        """Of each match: the place of its first seat."""
        return np.cumsum(self.players) - self.players

    @cached_property
    def pairs(self) -> Pairs:
        """List every two seats of every match, except where a bot met itself."""
        blocks = self._blocks()
        parts = [self._pairs_of(block, offset) for block, offset in blocks.items()]
        columns = [np.concatenate(column) for column in zip(*parts, strict=True)] if parts else []
        if not columns:
            columns = [np.zeros(0, np.int64) for _ in range(7)]
        first, second, score, weight, group, first_seat, second_seat = columns
        return Pairs(
            *(first, second, score.astype(float), weight.astype(float), group),
            *(first_seat, second_seat, len(self.bots), tuple(blocks)),
        )

    def _blocks(self) -> dict[SeatBlock, int]:
        """Return the blocks of seats and the place of the first seat of each."""
        kinds = np.unique(np.stack([self.game_index, self.players]), axis=1).T.tolist()
        blocks = [SeatBlock(self.games[game], players) for game, players in kinds]
        sizes = np.cumsum([0, *(block.players for block in blocks)]).tolist()
        return dict(zip(blocks, sizes, strict=False))

    def _pairs_of(self, block: SeatBlock, offset: int) -> list[NDArray[np.int64 | np.float64]]:
        played = self._is_of(block.game) & (self.players == block.players)
        seats = self.start[played][:, None] + np.arange(block.players)
        bot, rank = self.bot[seats], self.rank[seats]
        one, two = np.triu_indices(block.players, 1)
        score = (np.sign(rank[:, two] - rank[:, one]) + 1) / 2
        weight = np.full(score.shape, 1 / (block.players - 1))
        group = np.broadcast_to(self.group[played][:, None], score.shape)
        ones = np.broadcast_to(one + offset, score.shape)
        twos = np.broadcast_to(two + offset, score.shape)
        apart = bot[:, one] != bot[:, two]
        columns = (bot[:, one], bot[:, two], score, weight, group, ones, twos)
        return [column[apart] for column in columns]

    def only(self, chosen: BoolArray) -> "Results":
        """Return some of the matches, with the bots that played them."""
        seats = np.repeat(chosen, self.players)
        seen, bot = np.unique(self.bot[seats], return_inverse=True)
        _, group = np.unique(self.group[chosen], return_inverse=True)
        return Results(
            bots=tuple(self.bots[index] for index in seen.tolist()),
            games=self.games,
            match_ids=self.match_ids[chosen],
            game_index=self.game_index[chosen],
            group=group,
            players=self.players[chosen],
            bot=bot,
            rank=self.rank[seats],
            forfeit=self.forfeit[seats],
        )

    def of_game(self, game: str) -> "Results":
        """Return the matches of one game."""
        if game not in self.games:
            listing = ", ".join(self.games) or "none"
            hint = suggestion(game, self.games)
            raise NotStored(f"no match of {game!r} is stored. Games played: {listing}.{hint}")
        return self.only(self._is_of(game))

    def _is_of(self, game: str) -> BoolArray:
        return np.asarray(self.game_index == self.games.index(game))

    def place(self, bot: Bot) -> int:
        """Return a bot's place in `bots`."""
        if bot not in self.bots:
            raise NotStored(f"{bot} has not played these matches")
        return self.bots.index(bot)

    def find(self, name: str) -> Bot:
        """Return the bot called `name` or `name@version`; of several versions the last stored."""
        title, _, version = name.partition("@")
        found = [bot for bot in self.bots if bot.name == title and version in ("", bot.version)]
        if not found:
            known = sorted({bot.name for bot in self.bots})
            known += [str(bot) for bot in self.bots if bot.name == title]
            listing, hint = ", ".join(known) or "none", suggestion(name, known)
            raise NotStored(f"no bot {name!r} has played. Bots: {listing}.{hint}")
        seats = np.repeat(self.match_ids, self.players)
        return max(found, key=lambda bot: int(seats[self.bot == self.place(bot)].max()))

    def pool(self) -> "Results":
        """Return the matches of the largest set of bots that met, directly or through others."""
        label = _components(self.pairs)
        sizes = np.bincount(label, minlength=len(self.bots))
        if not len(sizes):
            return self
        inside = label == np.argmax(sizes)
        return self.only(inside[self.bot[self.start]])


def results_of(matches: Iterable[Played]) -> Results:
    """Put finished matches into columns."""
    played = list(matches)
    bots = sorted({bot for each in played for bot in each.bots})
    games = sorted({each.game for each in played})
    groups = {group: place for place, group in enumerate(dict.fromkeys(m.group for m in played))}
    forfeits = [each.forfeits or [False] * len(each.bots) for each in played]
    place = {bot: index for index, bot in enumerate(bots)}
    return Results(
        bots=tuple(bots),
        games=tuple(games),
        match_ids=np.arange(1, len(played) + 1),
        game_index=_ints(games.index(each.game) for each in played),
        group=_ints(groups[each.group] for each in played),
        players=_ints(len(each.bots) for each in played),
        bot=_ints(place[bot] for each in played for bot in each.bots),
        rank=_ints(rank for each in played for rank in each.ranks),
        forfeit=np.array([flag for flags in forfeits for flag in flags], np.bool_),
    )


def _ints(values: Iterable[int]) -> IntArray:
    return np.fromiter(values, np.int64)


def _components(pairs: Pairs) -> IntArray:
    """Return for each bot the smallest bot it is connected with."""
    label = np.arange(pairs.bots)
    while True:
        lower = label.copy()
        np.minimum.at(lower, pairs.first, label[pairs.second])
        np.minimum.at(lower, pairs.second, label[pairs.first])
        lower = lower[lower]
        if np.array_equal(lower, label):
            return label
        label = lower
