"""What the ladder plays next: groups of bots whose matches tell most about their strengths.

A group is numbered as a round of its game, with one table. Which groups were begun before a
restart follows from what is stored: any finished match of a group names its bots and their seats.
"""

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from engine.dice import Dice, derive
from engine.record import Bot, Record
from ladder.schedules.matchmaking import (
    Seating,
    Strengths,
    newcomers,
    next_table,
    unknown_strengths,
)
from ladder.schedules.schedule import Idle, Key, Pairing, Ranks, draw_seats, group, group_key
from ladder.store.store import Store, Tournament

LOT_EVERY = 4
"""One in this many groups is drawn by lot. The most telling pairs are near each other, so that
without lots little would be known of how far the ends of a list are apart."""
VOIDS_IN_A_ROW = 10
"""A game with this many void matches in a row is skipped: its rules are broken."""


class LadderSchedule:
    """Plans one group after another, from what is known and what is under way; it never ends.

    Games take turns, but one with a new bot comes first. Bots are named by name and version.
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
        self._strengths: Mapping[str, Strengths] = {}
        self._forfeiting: set[Bot] = set()
        self._benched: set[str] = set()
        self._running: dict[Key, Pairing] = {}
        self._unlearned: dict[Key, Seating] = {}
        """Matches that are planned, running or stored, but not part of the strengths yet."""
        self._tried: defaultdict[str, set[Bot]] = defaultdict(set)
        """By game: the bots of void matches."""
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
            return Idle.AWAITING_BOTS
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

    def bench(self, bot: str) -> None:
        """Pair a bot no more until the next start."""
        self._benched.add(bot)
        self._drop_waiting(lambda pairing: bot in pairing.bots)

    def total(self) -> None:
        """Return None: there is always a next match."""

    def admit(self, bots: Mapping[Bot, Collection[str]]) -> bool:
        """Set who takes part, and the games each plays (none named: all); True if that is new.

        What is planned is planned again, but for what is left of groups that were begun. That is
        kept for bots that are not there: whoever leaves in the middle of a group must not get out
        of the seats that it has not had yet.
        """
        new = bots != self._bots
        self._bots = dict(bots)
        names = {str(bot): bot for bot in bots}
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
            if pairing.key.game in self._sizes and names.keys() >= set(pairing.bots)
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
        self, strengths: Mapping[str, Strengths], forfeiting: set[Bot], known: Collection[Key]
    ) -> None:
        """Take in what follows from all results up to those `known`.

        `forfeiting` are the bots with nothing but forfeits of late.
        """
        self._strengths = strengths
        self._forfeiting = forfeiting
        self._stored -= set(known)
        for key in known:
            self._unlearned.pop(key, None)

    def _plan(self) -> None:
        """Plan the matches of the next group, if a game has enough bots.

        Bots that are busy are left out where there are enough others, so that a slow one does
        not hold the rest up.
        """
        playable = [game for game in self._turns if self._possible(game)]
        if not playable:
            return
        new = (game for game in playable if self._newcomers(game))
        game = next(new, playable[0])
        self._turns.remove(game)
        self._turns.append(game)
        number = self._numbers[game]
        self._numbers[game] += 1
        sizes = self._possible(game)
        seats = sizes[number % len(sizes)]
        bots = self._playing(game)
        taken = Counter(
            name for pairing in (*self._running.values(), *self.waiting) for name in pairing.bots
        )
        free = [bot for bot in bots if taken[str(bot)] < self._seats_per_bot]
        choice = free if len(free) >= seats else bots
        if number % LOT_EVERY == LOT_EVERY - 1 and not self._newcomers(game):
            table = draw_table(self._seed, game, number, choice, seats)
        else:
            tables, tried = self._tables(game), self._tried[game]
            table = next_table(self._known(game), choice, seats, tables, tried)
        pairings = new_group(self._seed, game, number, table)
        self.waiting.extend(pairings)
        self._unlearned |= {pairing.key: table for pairing in pairings}

    def _playing(self, game: str) -> list[Bot]:
        """Return the bots that may be paired in a game, in an order that chance does not touch."""
        return sorted(
            bot
            for bot, games in self._bots.items()
            if (not games or game in games)
            and bot not in self._forfeiting
            and str(bot) not in self._benched
        )

    def _possible(self, game: str) -> list[int]:
        """Return the numbers of players for which there are bots."""
        bots = len(self._playing(game))
        return [size for size in self._sizes[game] if 1 < size <= bots]

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


def draw_table(seed: int, game: str, number: int, bots: Sequence[Bot], seats: int) -> Seating:
    """Draw by lot who meets in a group."""
    drawn = list(bots)
    Dice(derive(seed, "table", game, number)).shuffle(drawn)
    return tuple(drawn[:seats])


def new_group(seed: int, game: str, number: int, table: Seating) -> list[Pairing]:
    """Return the matches of a group whose bots have been chosen; chance seats them."""
    key = Key(game, number, 0, 0)
    return group(seed, key, draw_seats(seed, key, [str(bot) for bot in table]), {})


def unfinished(
    store: Store, tournament: Tournament, finished: Mapping[Key, Ranks]
) -> Iterator[Pairing]:
    """Return the matches that are missing in groups of which some are stored."""
    groups: defaultdict[Key, list[Key]] = defaultdict(list)
    for key in finished:
        groups[group_key(key)].append(key)
    begun = [played for played in groups.values() if len(played) < len(finished[played[0]])]
    ids = store.match_ids(tournament) if begun else {}
    for played in begun:
        pairings = _group_of(tournament.seed, played[0], store.record(ids[played[0]]))
        yield from (pairing for pairing in pairings if pairing.key not in played)


def _group_of(seed: int, key: Key, record: Record) -> list[Pairing]:
    """Return all matches of the group that a finished match belongs to."""
    rotated = [str(Bot(seat.bot, seat.version)) for seat in record.seats]
    back = len(rotated) - key.rotation
    return group(seed, group_key(key), (*rotated[back:], *rotated[:back]), {})
