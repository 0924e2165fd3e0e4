"""What the ladder plays next: groups of bots whose matches tell most about their strengths.

A group is numbered as a round of its game, with one table. Which groups were begun before a
restart follows from what is stored: any finished match of a group names its bots and their seats.
"""

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import NamedTuple

from engine.dice import Dice, derive
from engine.record import Bot
from ladder.schedules.matchmaking import (
    Seating,
    Strengths,
    newcomers,
    next_table,
    unknown_strengths,
)
from ladder.schedules.schedule import Idle, Key, Pairing, Ranks, draw_seats, group, group_key

LOT_EVERY = 4
"""One in this many groups is drawn by lot. The most telling pairs are near each other, so that
without lots little would be known of how far the ends of a list are apart."""
FIRST_MATCHES = 20
"""How many matches of each game a new version plays at least against the one that it replaced: if
it wins three in four of them, it is better with a likelihood of 98 %."""
VOIDS_IN_A_ROW = 10
"""A game with this many void matches in a row is skipped: its rules are broken."""


class Predecessor(NamedTuple):
    """A version that a new one has replaced, and the games it plays (empty: all)."""

    bot: Bot
    games: Collection[str]


class Planned(NamedTuple):
    """A match that is running or comes next, and why it was chosen."""

    pairing: Pairing
    why: str
    running: bool


class LadderSchedule:
    """Plans one group after another, from what is known and what is under way; it never ends.

    Games take turns, but one with a new bot comes first; a new version first meets its
    predecessor. The schedule rests while enough is known of all bots. Bots are named by name and
    version.
    """

    def __init__(
        self,
        seed: int,
        sizes: Mapping[str, Sequence[int]],
        concurrency: int,
        past: Iterable[Key] = (),
        begun: Iterable[Pairing] = (),
    ) -> None:
        self.waiting: deque[Pairing] = deque()
        """Planned, not started."""
        self._begun = list(begun)
        """Missing in groups that were begun, until all their bots are (back) in the ladder."""
        self._seed = seed
        self._sizes = dict(sizes)
        self._turns = list(sizes)
        self._seats_per_bot = max(1, concurrency // 2)
        self._bots: Mapping[Bot, Collection[str]] = {}
        self._predecessors: Mapping[Bot, Predecessor] = {}
        """Of new versions."""
        self._met: Mapping[str, Mapping[Bot, int]] = {}
        """By game: how many matches a new version has played against its predecessor."""
        self._well_known: Mapping[str, Collection[Bot]] = {}
        """By game: the bots of which enough is known."""
        self._strengths: Mapping[str, Strengths] = {}
        self._forfeiting: set[Bot] = set()
        self._suspended: set[str] = set()
        self._running: dict[Key, Pairing] = {}
        self._unlearned: dict[Key, Seating] = {}
        """Matches that are planned, running or stored, but not part of the strengths yet."""
        self._tried: defaultdict[str, set[Bot]] = defaultdict(set)
        """By game: the bots of void matches."""
        self._reasons: dict[Key, str] = {}
        """Why the groups that are planned or running were chosen."""
        self._stored: set[Key] = set()
        self._voids = Counter[str]()
        self._numbers = Counter[str]()
        for key in past:
            self._numbers[key.game] = max(self._numbers[key.game], key.round + 1)

    def next(self) -> Pairing | Idle:
        """Return the match to start now; it counts as running until it is finished or void."""
        if not self.waiting:
            self._plan()
        if not self.waiting:
            return Idle.RESTING if self.resting else Idle.AWAITING_BOTS
        pairing = self.waiting.popleft()
        self._running[pairing.key] = pairing
        if not self.waiting:
            self._plan()  # so that a front end can show who is next
        return pairing

    def finished(self, pairing: Pairing, ranks: Ranks) -> bool:
        """Take in that a match is stored; False: no result ends a ladder."""
        del self._running[pairing.key]
        self._stored.add(pairing.key)
        self._voids[pairing.key.game] = 0
        return False

    def void(self, pairing: Pairing) -> str:
        """Forget a match that has no result; say so if its game is now skipped.

        Its bots may meet as if they had not, but do not come first again as new ones: if all
        their matches are void, others must get to play.
        """
        del self._running[pairing.key]
        game = pairing.key.game
        self._tried[game].update(self._unlearned.pop(pairing.key, ()))
        if self._suspended.isdisjoint(pairing.bots):  # else it is that bot's fault, not the game's
            self._voids[game] += 1
        if self._voids[game] < VOIDS_IN_A_ROW or game not in self._turns:
            return ""
        self._turns.remove(game)
        self._drop_waiting(lambda waiting: waiting.key.game == game)
        return (
            f"{game} is skipped until the next start: its last {VOIDS_IN_A_ROW} matches were void"
        )

    def postpone(self, pairing: Pairing) -> None:
        """Take in that a match did not begin: it is played when its bots are back."""
        del self._running[pairing.key]
        del self._unlearned[pairing.key]
        self._begun.append(pairing)

    def suspend(self, bot: str) -> None:
        """Pair a bot no more until the next start."""
        self._suspended.add(bot)
        self._drop_waiting(lambda pairing: bot in pairing.bots)

    def queue(self) -> list[Planned]:
        """Return the matches that are running, then those that come next, with why."""
        begun = "left of a group that was begun"
        return [
            Planned(pairing, self._reasons.get(group_key(pairing.key), begun), running)
            for pairings, running in ((self._running.values(), True), (self.waiting, False))
            for pairing in pairings
        ]

    @property
    def resting(self) -> bool:
        """Whether there are bots to play, but enough is known of all of them."""
        playable = any(self._possible(game) for game in self._turns)
        return playable and not self.waiting and not any(map(self._worthwhile, self._turns))

    def admit(
        self,
        bots: Mapping[Bot, Collection[str]],
        predecessors: Mapping[Bot, Predecessor] = MappingProxyType({}),
    ) -> bool:
        """Set who takes part, and the games each plays (empty: all); True if that is new.

        A new version plays its first matches against its predecessor, which plays nothing else.

        What is planned is planned again, except what is left of groups that were begun. That is
        kept for bots that are absent: whoever leaves in the middle of a group must not escape the
        seats that it has not had yet.
        """
        new = bots != self._bots
        self._bots = dict(bots)
        self._predecessors = {bot: old for bot, old in predecessors.items() if bot in bots}
        old_bots = [old.bot for old in self._predecessors.values()]
        names = {str(bot): bot for bot in (*bots, *old_bots)}
        if new:
            left = Counter(group_key(pairing.key) for pairing in self.waiting)
            self._begun += [
                pairing
                for pairing in self.waiting
                if left[group_key(pairing.key)] < len(pairing.bots)
            ]
            self._drop_waiting(lambda pairing: True)
        back = [
            pairing
            for pairing in self._begun
            if pairing.key.game in self._sizes and self._may_sit_together(pairing.bots)
        ]
        for pairing in back:
            self._begun.remove(pairing)
            self.waiting.append(pairing)
            self._unlearned[pairing.key] = [names[name] for name in pairing.bots]
        return new or bool(back)

    def stored(self) -> set[Key]:
        """Return the matches stored since `learn` was last told of them."""
        return set(self._stored)

    def learn(
        self,
        strengths: Mapping[str, Strengths],
        forfeiting: set[Bot],
        known: Collection[Key],
        well_known: Mapping[str, Collection[Bot]] = MappingProxyType({}),
        met: Mapping[str, Mapping[Bot, int]] = MappingProxyType({}),
    ) -> None:
        """Take in what follows from all results up to those `known`.

        `forfeiting` are the bots whose latest matches were all forfeits, `well_known` by game
        those of which enough is known; `met` says by game how many matches each new version has
        played against its predecessor.
        """
        self._strengths = strengths
        self._forfeiting = forfeiting
        self._well_known = well_known
        self._met = met
        self._stored -= set(known)
        for key in known:
            self._unlearned.pop(key, None)

    def _plan(self) -> None:
        """Plan the matches of the next group, if a game has enough bots."""
        game = self._choose_game()
        if game is None:
            return
        table, why = self._choose_table(game)
        pairings = new_group(self._seed, game, self._numbers[game], table)
        self._numbers[game] += 1
        self._turns.remove(game)
        self._turns.append(game)
        under_way = {group_key(each.key) for each in self._under_way()}
        self._reasons = {key: self._reasons[key] for key in under_way if key in self._reasons}
        self._reasons[group_key(pairings[0].key)] = why
        self.waiting.extend(pairings)
        self._unlearned |= {pairing.key: table for pairing in pairings}

    def _choose_game(self) -> str | None:
        """Return the game whose turn it is, one with a new bot first; None if there is none."""
        playable = list(filter(self._worthwhile, self._turns))
        new = (game for game in playable if self._open_reunions(game) or self._newcomers(game))
        return next(chain(new, playable), None)

    def _choose_table(self, game: str) -> tuple[Seating, str]:
        """Return who meets in the next group of a game, and why.

        Bots that are busy are left out where there are enough others, so that a slow one does
        not hold the rest up.
        """
        number, sizes = self._numbers[game], self._possible(game)
        pair = next(iter(self._open_reunions(game)), ())
        # Versions of a bot are close in strength, which the smallest table shows in fewest matches.
        seats = sizes[0] if pair else sizes[number % len(sizes)]
        well_known, free = self._well_known.get(game, ()), self._free(game)
        enough = len(free) >= seats and not set(free) <= set(well_known)
        choice = free if enough else self._playing(game)
        choice = [*(bot for bot in choice if bot not in pair), *pair]
        new_bots = self._newcomers(game)
        if number % LOT_EVERY == LOT_EVERY - 1 and not pair and not new_bots:
            lot = draw_table(self._seed, game, number, choice, seats, well_known)
            return lot, "drawn by lot"
        tables, tried = self._tables(game), self._tried[game]
        table = next_table(self._known(game), choice, seats, tables, tried, well_known, pair)
        return table, _reason(table, pair, new_bots)

    def _playing(self, game: str) -> list[Bot]:
        """Return the bots that may be paired in a game, in an order that chance does not touch."""
        return sorted(
            bot
            for bot, games in self._bots.items()
            if (not games or game in games)
            and bot not in self._forfeiting
            and str(bot) not in self._suspended
        )

    def _possible(self, game: str) -> list[int]:
        """Return the numbers of players for which there are bots."""
        bots = len(self._playing(game))
        return [size for size in self._sizes[game] if 1 < size <= bots]

    def _worthwhile(self, game: str) -> bool:
        """Tell whether a game can be played and there is somebody to learn about."""
        unknown = set(self._playing(game)) - set(self._well_known.get(game, ()))
        return bool(self._possible(game) and (unknown or self._reunions(game)))

    def _under_way(self) -> Iterator[Pairing]:
        return chain(self._running.values(), self.waiting)

    def _busy(self) -> set[str]:
        """Return the bots that have as many seats as one may have at a time."""
        taken = Counter(name for pairing in self._under_way() for name in pairing.bots)
        return {name for name, seats in taken.items() if seats >= self._seats_per_bot}

    def _free(self, game: str) -> list[Bot]:
        """Return the bots that may be paired in a game and are not busy."""
        busy = self._busy()
        return [bot for bot in self._playing(game) if str(bot) not in busy]

    def _open_reunions(self, game: str) -> list[tuple[Bot, Bot]]:
        """Return the reunions of a game that need not wait for a busy bot."""
        # If too few bots are free for any table, a busy one has to play whoever meets.
        short = len(self._free(game)) < self._possible(game)[0]
        busy = self._busy()
        return [pair for pair in self._reunions(game) if short or busy.isdisjoint(map(str, pair))]

    def _reunions(self, game: str) -> list[tuple[Bot, Bot]]:
        """Return each new version that has matches left against its predecessor, with that."""
        tables, found = self._tables(game), []
        for bot in self._playing(game):
            if (old := self._predecessors.get(bot)) is None or bot in self._tried[game]:
                continue
            met = self._met.get(game, {}).get(bot, 0)
            met += sum(bot in table and old.bot in table for table in tables)
            if (
                met < FIRST_MATCHES
                and (not old.games or game in old.games)
                and self._may_sit_together((str(bot), str(old.bot)))
            ):
                found.append((bot, old.bot))
        return found

    def _may_sit_together(self, names: Sequence[str]) -> bool:
        """Tell whether all take part; a predecessor does so only together with its successor."""
        playing = {str(bot) for bot in self._bots}
        playing.update(
            str(old)
            for bot, (old, _) in self._predecessors.items()
            if str(bot) in names and old not in self._forfeiting and str(old) not in self._suspended
        )
        return playing >= set(names)

    def _newcomers(self, game: str) -> set[Bot]:
        new = newcomers(self._known(game), self._playing(game), self._tables(game))
        return new - self._tried[game]

    def _known(self, game: str) -> Strengths:
        return self._strengths.get(game) or unknown_strengths()

    def _tables(self, game: str) -> list[Seating]:
        return [table for key, table in self._unlearned.items() if key.game == game]

    def _drop_waiting(self, unwanted: Callable[[Pairing], bool]) -> None:
        for pairing in [pairing for pairing in self.waiting if unwanted(pairing)]:
            self.waiting.remove(pairing)
            del self._unlearned[pairing.key]


def _reason(table: Seating, pair: Seating, new_bots: Collection[Bot]) -> str:
    """Say why a table was chosen that was not drawn by lot."""
    if pair:
        return f"{pair[0]} meets {pair[1]}, the version it has replaced"
    if table[0] in new_bots:
        return f"{table[0]} is new"
    return f"the match that tells most: little is known of {table[0]} beside {table[1]}"


def draw_table(
    seed: int,
    game: str,
    number: int,
    bots: Sequence[Bot],
    seats: int,
    well_known: Collection[Bot] = (),
) -> Seating:
    """Draw by lot who meets in a group; at least one is not well known, if there is such a bot."""
    drawn = list(bots)
    Dice(derive(seed, "table", game, number)).shuffle(drawn)
    first = next((bot for bot in drawn if bot not in well_known), drawn[0])
    return (first, *(bot for bot in drawn if bot != first))[:seats]


def new_group(seed: int, game: str, number: int, table: Seating) -> list[Pairing]:
    """Return the matches of a group whose bots have been chosen; chance seats them."""
    key = Key(game, number, 0, 0)
    return group(seed, key, draw_seats(seed, key, [str(bot) for bot in table]), {})
