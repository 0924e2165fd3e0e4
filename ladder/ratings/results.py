"""Many finished matches as columns: what ratings and standings are computed from."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.errors import suggestion
from engine.record import Bot
from ladder.errors import NotStored, require_played
from ladder.ratings.lists import ClockClass, RatingList

IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]


class SeatBlock(NamedTuple):
    """The seats of a list for one number of players: their advantages sum to zero."""

    rating_list: RatingList
    players: int


class Played(NamedTuple):
    """One finished match, seat by seat."""

    game: str
    group: object
    """Equal for the matches of one group: one table in all rotations of its seats."""
    bots: Sequence[Bot]
    ranks: Sequence[int]
    forfeits: Sequence[bool] = ()
    sides: Sequence[int] = ()
    """The team of each seat; by default everybody plays for themselves."""
    shared_deal: bool = False
    options: str = ""
    clock: ClockClass = ClockClass.STANDARD

    @property
    def rating_list(self) -> RatingList:
        return RatingList(self.game, self.options, self.clock)


@dataclass(frozen=True)
class Pairs:
    """Every two seats of every match by columns: the first's score against the second.

    A row is a seat of a match; a pair is two rows.
    """

    bots: int
    blocks: tuple[SeatBlock, ...]
    bot: IntArray
    """Of each row: who sat there."""
    seat: IntArray
    """Of each row: its index in the list of all seats, block after block."""
    cluster: IntArray
    """Of each row: a number it shares with the rows of its bot that depend on it.

    A row is alone, unless its group shared a deal.
    """
    one: IntArray
    """Of each pair: the row of the first."""
    two: IntArray
    score: FloatArray
    weight: FloatArray
    """See `comparison_weight`."""

    @property
    def first(self) -> IntArray:
        return self.bot[self.one]

    @property
    def second(self) -> IntArray:
        return self.bot[self.two]

    def between(self, bot: int, other: int) -> "Pairs":
        """Return the pairs of two bots, which become bots 0 and 1.

        Each weighs one: nothing else of its match is compared.
        """
        first, second = self.first, self.second
        met = ((first == bot) & (second == other)) | ((first == other) & (second == bot))
        return replace(
            self,
            bots=2,
            bot=(self.bot == other).astype(np.int64),
            one=self.one[met],
            two=self.two[met],
            score=self.score[met],
            weight=np.ones(int(met.sum())),
        )


@dataclass(frozen=True)
class Results:
    """Finished matches in the order of their keys; seats lie one after the other."""

    bots: tuple[Bot, ...]
    lists: tuple[RatingList, ...]
    match_ids: IntArray
    """Of each match: its number in the store."""
    list_index: IntArray
    """Of each match: which of `lists` it counts for."""
    group: IntArray
    """Of each match: its group, the unit of statistics."""
    players: IntArray
    """Of each match: how many seats it has."""
    shared_deal: BoolArray
    """Of each match: whether its group was played with one deal, so that its luck is shared."""
    bot: IntArray
    """Of each seat: which of `bots` sat there."""
    rank: IntArray
    forfeit: BoolArray
    side: IntArray
    """Of each seat: its team within the match; mates are not compared with each other."""

    def __len__(self) -> int:
        return len(self.match_ids)

    def equals(self, other: "Results") -> bool:
        """Tell whether these are the same matches; `==` cannot compare columns."""
        pairs = ((getattr(self, each.name), getattr(other, each.name)) for each in fields(self))
        return self is other or all(np.array_equal(one, two) for one, two in pairs)

    @cached_property
    def start(self) -> IntArray:
        """Of each match: the index of its first seat."""
        return np.cumsum(self.players) - self.players

    @cached_property
    def pairs(self) -> Pairs:
        """List every two seats of every match, except mates and where a bot met itself."""
        most = int(self.players.max(initial=0)) + 1
        codes = np.unique(self.list_index * most + self.players).tolist()
        kinds = [divmod(code, most) for code in codes]
        blocks = [SeatBlock(self.lists[index], players) for index, players in kinds]
        seat = np.zeros(len(self.bot), np.int64)
        columns: list[list[NDArray[Any]]] = [[np.zeros(0, np.int64)] * 2 + [np.zeros(0)] * 2]
        offset = 0
        for index, players in kinds:
            start = self.start[(self.list_index == index) & (self.players == players)]
            rows = start[:, None] + np.arange(players)
            seat[rows] = offset + np.arange(players)
            offset += players
            columns.append(self._pairs_of(rows))
        one, two, score, weight = (np.concatenate(column) for column in zip(*columns, strict=True))
        cluster = np.arange(len(self.bot))
        shared = np.repeat(self.shared_deal, self.players)
        if shared.any():
            group = np.repeat(self.group, self.players)[shared]
            code = group * len(self.bots) + self.bot[shared]
            _, first, number = np.unique(code, return_index=True, return_inverse=True)
            cluster[shared] = cluster[shared][first][number]
        return Pairs(
            bots=len(self.bots),
            blocks=tuple(blocks),
            bot=self.bot,
            seat=seat,
            cluster=cluster,
            one=one,
            two=two,
            score=score,
            weight=weight,
        )

    def _pairs_of(self, rows: IntArray) -> list[NDArray[Any]]:
        """Return the pairs of matches with equally many seats: rows, score, weight."""
        bot, rank, side = self.bot[rows], self.rank[rows], self.side[rows]
        one, two = np.triu_indices(rows.shape[1], 1)
        apart = (bot[:, one] != bot[:, two]) & (side[:, one] != side[:, two])
        score = (np.sign(rank[:, two] - rank[:, one]) + 1) / 2
        weight = comparison_weight(side)[:, None].repeat(len(one), axis=1)
        columns = (rows[:, one], rows[:, two], score, weight)
        if apart.all():  # the usual case, and much faster
            return [column.ravel() for column in columns]
        return [column[apart] for column in columns]

    def only(self, chosen: BoolArray) -> "Results":
        """Return some of the matches, with the bots that played them."""
        seats = np.repeat(chosen, self.players)
        seen, bot = np.unique(self.bot[seats], return_inverse=True)
        _, group = np.unique(self.group[chosen], return_inverse=True)
        lists, list_index = np.unique(self.list_index[chosen], return_inverse=True)
        return Results(
            bots=tuple(self.bots[index] for index in seen.tolist()),
            lists=tuple(self.lists[index] for index in lists.tolist()),
            match_ids=self.match_ids[chosen],
            list_index=list_index,
            group=group,
            players=self.players[chosen],
            shared_deal=self.shared_deal[chosen],
            bot=bot,
            rank=self.rank[seats],
            forfeit=self.forfeit[seats],
            side=self.side[seats],
        )

    @property
    def games(self) -> tuple[str, ...]:
        """The games that were played, by name."""
        return tuple(sorted({rating_list.game for rating_list in self.lists}))

    def of_game(self, game: str) -> "Results":
        """Return the matches of one game."""
        if game not in self.games:
            listing = ", ".join(self.games) or "none"
            hint = suggestion(game, self.games)
            raise NotStored(f"no match of {game!r} is stored. Games played: {listing}.{hint}")
        wanted = [n for n, rating_list in enumerate(self.lists) if rating_list.game == game]
        return self.only(np.isin(self.list_index, wanted))

    @cached_property
    def by_list(self) -> dict[RatingList, "Results"]:
        """The matches of each list."""
        if len(self.lists) == 1:
            return {self.lists[0]: self}
        return {name: self.only(self.list_index == index) for index, name in enumerate(self.lists)}

    def index(self, bot: Bot) -> int:
        """Return a bot's index in `bots`."""
        if bot not in self.bots:
            raise NotStored(f"{bot} has not played these matches")
        return self.bots.index(bot)

    def find(self, name: str) -> Bot:
        """Return the bot called `name` or `name@version`; of several versions the last stored."""
        meant = require_played(name, self.bots)
        seats = np.repeat(self.match_ids, self.players)
        return max(meant, key=lambda bot: int(seats[self.bot == self.index(bot)].max()))

    def count_together(self, bot: Bot, other: Bot) -> int:
        """Return in how many matches two bots sat at one table."""
        if not {bot, other} <= set(self.bots):
            return 0
        match = np.repeat(np.arange(len(self)), self.players)
        one, two = (match[self.bot == self.index(each)] for each in (bot, other))
        return len(np.intersect1d(one, two))

    @cached_property
    def pools(self) -> IntArray:
        """Of each bot: its pool, a set of bots that met, directly or through others.

        Pool 0 is the one with the most bots; of equal ones that with the most matches, then that
        of the first bot.
        """
        label = _components(self.pairs)
        names, pool = np.unique(label, return_inverse=True)
        sizes = np.bincount(pool, minlength=len(names))
        matches = np.bincount(pool[self.bot[self.start]], minlength=len(names))
        order = np.lexsort((names, -matches, -sizes))
        return np.argsort(order)[pool]

    def pool(self) -> "Results":
        """Return the matches of the first pool: these bots can be rated against each other."""
        if not self.pools.any():
            return self
        return self.only(self.pools[self.bot[self.start]] == 0)


def comparison_weight(side: IntArray) -> FloatArray:
    """Return how much each comparison weighs in matches whose seats are on these sides.

    The comparisons of a match are correlated: whoever is first of four is three ahead at once. A
    seat's mean score over n - 1 equal opponents has the variance (n + 1)/(12 (n - 1)), as the
    mean of 3 (n - 1)/(n + 1) duels has; with 3/(n + 1) per comparison, n being the number of
    sides, the fit knows of a match just as much as the match tells.
    """
    seats = side.shape[1]
    if (side == np.arange(seats)).all():  # the usual case, and much faster
        return np.full(len(side), 3 / (seats + 1))
    sides = 1 + (np.diff(np.sort(side, axis=1), axis=1) != 0).sum(axis=1)
    mates = (side[:, :, None] == side[:, None, :]).sum(axis=(1, 2))
    opponents = seats - mates / seats
    return np.asarray(3 / (sides + 1) * (sides - 1) / np.maximum(opponents, 1))


def results_of(matches: Iterable[Played]) -> Results:
    """Put finished matches into columns."""
    played = list(matches)
    bots = sorted({bot for match in played for bot in match.bots})
    lists = sorted({match.rating_list for match in played}, key=str)
    group_names = dict.fromkeys(match.group for match in played)
    group_index = {group: index for index, group in enumerate(group_names)}
    bot_index = {bot: index for index, bot in enumerate(bots)}
    return Results(
        bots=tuple(bots),
        lists=tuple(lists),
        match_ids=np.arange(1, len(played) + 1),
        list_index=_ints(lists.index(match.rating_list) for match in played),
        group=_ints(group_index[match.group] for match in played),
        players=_ints(len(match.bots) for match in played),
        shared_deal=np.array([match.shared_deal for match in played], np.bool_),
        bot=_ints(bot_index[bot] for match in played for bot in match.bots),
        rank=_ints(rank for match in played for rank in match.ranks),
        forfeit=np.array(
            [flag for match in played for flag in match.forfeits or [False] * len(match.bots)],
            np.bool_,
        ),
        side=_ints(side for match in played for side in match.sides or range(len(match.bots))),
    )


def _ints(values: Iterable[int]) -> IntArray:
    return np.fromiter(values, np.int64)


def _components(pairs: Pairs) -> IntArray:
    """Return for each bot the smallest bot it is connected with."""
    label = np.arange(pairs.bots)
    met = np.unique(pairs.first * pairs.bots + pairs.second)  # once each, however often they met
    first, second = np.divmod(met, pairs.bots)
    while True:
        lower = label.copy()
        np.minimum.at(lower, first, label[second])
        np.minimum.at(lower, second, label[first])
        # A label is a bot, too, whose own label may be lower still. Following it takes a few rounds
        # where a long chain of bots would take one round for each.
        lower = lower[lower]
        if np.array_equal(lower, label):
            return label
        label = lower
