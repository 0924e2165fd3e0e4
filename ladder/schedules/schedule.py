"""The matches of a tournament, each under its key.

What a format plays is a function of the spec and of the results so far: to resume a tournament is
to play what has no result yet. `GameSchedule` is that function for one game; `TournamentSchedule`
remembers what is running and says what is next.

A group is one table of bots in all rotations of its seats, so that every bot plays every seat.
"""

from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import cached_property
from typing import Any, NamedTuple

from engine.dice import Dice, derive
from engine.errors import suggestion
from engine.record import Setup
from ladder.errors import BadSchedule, DamagedResult
from ladder.schedules.formats import FORMATS, BracketStage, Format, Marks, Round

Ranks = tuple[int, ...]
"""The rank of each seat of a match, 1 being the best."""


class Key(NamedTuple):
    """What tells a match of a tournament from all others of it."""

    game: str
    round: int
    table: int
    rotation: int

    def __str__(self) -> str:
        return f"{self.game}, round {self.round + 1}, {_place_text(self)}"


@dataclass(frozen=True, slots=True)
class Pairing:
    """A match to be played: its key, the bots in the order of their seats, and the deal."""

    key: Key
    bots: tuple[str, ...]
    setup: Setup


class Idle(Enum):
    """Why a schedule has no match to start."""

    AWAITING_RESULTS = auto()
    AWAITING_BOTS = auto()
    RESTING = auto()
    """Nothing more is to be learned from matches of these bots."""
    DONE = auto()


def group_key(key: Key) -> Key:
    """Return the key of a match's group: that of its first rotation."""
    return key._replace(rotation=0)


def draw_seats(seed: int, key: Key, bots: Sequence[str]) -> tuple[str, ...]:
    """Draw who sits where in the first rotation: rotations never change who follows whom."""
    seats = list(bots)
    Dice(derive(seed, "seats", key.game, key.round, key.table)).shuffle(seats)
    return tuple(seats)


def group(
    seed: int,
    key: Key,
    seats: tuple[str, ...],
    options: Mapping[str, Any],
    shared_deals: bool = False,
) -> list[Pairing]:
    """Return the matches of a group, given the seats of its first rotation.

    Each has its own deal: a bot that plays the same deal from two seats has seen both hands.
    """
    pairings = []
    for rotation in range(len(seats)):
        own = () if shared_deals else (rotation,)
        deal_seed = derive(seed, key.game, key.round, key.table, *own)
        pairings.append(
            Pairing(
                key._replace(rotation=rotation),
                seats[rotation:] + seats[:rotation],
                Setup(key.game, len(seats), options, deal_seed),
            )
        )
    return pairings


def group_around(
    seed: int,
    key: Key,
    bots: Sequence[str],
    options: Mapping[str, Any],
    shared_deals: bool = False,
) -> list[Pairing]:
    """Return all matches of the group of a match, given the key and the seats of that one."""
    back = -key.rotation % len(bots)
    return group(seed, group_key(key), (*bots[back:], *bots[:back]), options, shared_deals)


@dataclass(frozen=True)
class GameSchedule:
    """All matches of one game in a tournament."""

    game: str
    players: int
    bots: tuple[str, ...]
    """In the order of their seeds; a gauntlet's candidate is the first."""
    seed: int
    """The seed that all deals and first seats are derived from."""
    format: str = "round-robin"
    rounds: int | None = None
    """None: as many as the format needs. Of a knockout: how many groups a table plays before its
    winner goes on."""
    options: Mapping[str, Any] = field(default_factory=dict)
    shared_deals: bool = False
    """Whether the rotations of a table share one deal: less noise, for bots one trusts."""
    sides: Sequence[int] = ()
    """The side that each seat plays for; empty: everybody plays alone."""

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
            raise BadSchedule(f"bot {twice!r} takes part twice; name each bot once")
        if self.players < 2 or (self.rounds is not None and self.rounds < 1):
            raise BadSchedule("a tournament needs at least 2 players per table and 1 round")
        if self.format == "knockout" and len(set(self.sides)) < len(self.sides):
            # A rotation of the seats leaves everybody the same mates, who always score the same.
            raise BadSchedule(
                f"a knockout of {self.game} in teams has no single winner of a table; choose "
                "another format, or let everybody play alone"
            )

    def total(self) -> int:
        """Return the number of matches from beginning to end, if no tie is played on."""
        return sum(self._format.sizes()) * self.players

    def due(self, results: Mapping[Key, Ranks]) -> list[Pairing]:
        """Return the matches to play next: those of the rounds that are fixed, without result.

        Nothing is due when all is played. A Swiss or a knockout fixes a round only when the one
        before it is complete.
        """
        return [pairing for pairing in self.pairings(results) if pairing.key not in results]

    def pairings(self, results: Mapping[Key, Ranks]) -> list[Pairing]:
        """Return all matches of the rounds that are fixed, played or not."""
        return [pairing for pairings in self._walk(results)[0] for pairing in pairings]

    def placing(self, results: Mapping[Key, Ranks]) -> list[str]:
        """Return the bots, best first, as the rounds that are complete have placed them."""
        return self._format.placing(self._walk(results)[1])

    def places(self, results: Mapping[Key, Ranks]) -> list[list[str]]:
        """Return the same place by place; in a knockout several bots may share one."""
        return self._format.places(self._walk(results)[1])

    def leaders(self, results: Mapping[Key, Ranks]) -> list[str]:
        """Return who is first after the rounds that are complete; several if they are equal."""
        return self._format.leaders(self._walk(results)[1])

    def round_name(self, number: int) -> str:
        """Return what people call a round, as in `semifinal`."""
        return self._format.round_name(number)

    def title(self, key: Key) -> str:
        """Return what people call a match of this game."""
        return f"{key.game}, {self.round_name(key.round)}, {_place_text(key)}"

    def marks(self, results: Mapping[Key, Ranks]) -> dict[str, Marks]:
        """Return what a Swiss places its bots by, best first; other formats have no marks."""
        return self._format.marks(self._walk(results)[1])

    def bracket(self, results: Mapping[Key, Ranks]) -> list[BracketStage]:
        """Return the stages of a knockout that are fixed; other formats have none."""
        return self._format.bracket(self._walk(results)[1])

    @cached_property
    def _format(self) -> Format:
        return FORMATS[self.format](self.bots, self.players, self.rounds)

    def _walk(self, results: Mapping[Key, Ranks]) -> tuple[list[list[Pairing]], list[Round]]:
        """Return the matches of each fixed round, and the scores of the complete ones."""
        fixed: list[list[Pairing]] = []
        past: list[Round] = []
        for number in range(len(self._format.sizes())):
            if self._format.waits and len(past) < number:
                break
            pairings: list[Pairing] = []
            for table, bots in enumerate(self._format.tables(number, past)):
                key = Key(self.game, number, table, 0)
                seats = draw_seats(self.seed, key, bots)
                pairings += group(self.seed, key, seats, self.options, self.shared_deals)
            fixed.append(pairings)
            if all(pairing.key in results for pairing in pairings):
                past.append(self._scores(pairings, results))
        return fixed, past

    def _scores(self, pairings: list[Pairing], results: Mapping[Key, Ranks]) -> Round:
        """Return each table's scores: the mean over its matches and each bot's opponents."""
        tables: Round = []
        for first in range(0, len(pairings), self.players):
            rotations = pairings[first : first + self.players]
            score = dict.fromkeys(rotations[0].bots, 0.0)
            for pairing in rotations:
                ranks = results[pairing.key]
                if len(ranks) != self.players:  # a row of a seat is gone, or one too many is there
                    raise DamagedResult(
                        f"{self.title(pairing.key)} has damaged seats; "
                        "`lutetia rebuild` derives them from its record again"
                    )
                shares = _beaten_shares(ranks, self.sides or range(self.players))
                for bot, share in zip(pairing.bots, shares, strict=True):
                    score[bot] += share / self.players
            tables.append(score)
        return tables


class TournamentSchedule:
    """Says what to play next in a tournament of one or more games, which take turns.

    `decided` is asked after each result whether the results so far end the tournament early.
    """

    def __init__(
        self,
        games: Sequence[GameSchedule],
        results: Mapping[Key, Ranks],
        decided: Callable[[Mapping[Key, Ranks]], bool] = lambda results: False,
    ) -> None:
        self.results = dict(results)
        self._games = tuple(games)
        self._turns = deque(games)
        self._waiting: dict[str, deque[Pairing]] = {game.game: deque() for game in games}
        self._running = Counter[str]()
        self._void: set[Key] = set()
        self._suspended: set[str] = set()
        self._decided = decided
        self._over = decided(self.results)

    def next(self) -> Pairing | Idle:
        """Return the match to start now; it counts as running until it is finished or void."""
        for schedule in () if self._over else tuple(self._turns):
            waiting = self._waiting[schedule.game]
            # A walk through the schedule is not cheap, so it is done once per round at most:
            # nothing new can be due while matches of the last walk are left or running.
            if not waiting and not self._running[schedule.game]:
                waiting.extend(filter(self._playable, schedule.due(self.results)))
                if not waiting:
                    self._turns.remove(schedule)
                    continue
            if waiting:
                self._turns.remove(schedule)
                self._turns.append(schedule)
                self._running[schedule.game] += 1
                return waiting.popleft()
        running = self._running.total() and not self._over
        return Idle.AWAITING_RESULTS if running else Idle.DONE

    def finished(self, pairing: Pairing, ranks: Ranks) -> bool:
        """Take in the result of a match; True if it ends the tournament early."""
        self._running[pairing.key.game] -= 1
        self.results[pairing.key] = ranks
        self._over = self._over or self._decided(self.results)
        return self._over

    def void(self, pairing: Pairing) -> str:
        """Give a match up until the tournament is resumed; there is nothing to say about it."""
        self._running[pairing.key.game] -= 1
        self._void.add(pairing.key)
        return ""

    def postpone(self, pairing: Pairing) -> None:
        """Take in that a match did not begin: it is still to be played."""
        self._running[pairing.key.game] -= 1
        self._waiting[pairing.key.game].append(pairing)

    def suspend(self, bot: str) -> None:
        """Start no further match of a bot until the tournament is resumed."""
        self._suspended.add(bot)
        for waiting in self._waiting.values():
            kept = list(filter(self._playable, waiting))
            waiting.clear()
            waiting.extend(kept)

    def total(self) -> int:
        """Return the number of matches from beginning to end."""
        return sum(game.total() for game in self._games)

    def progress(self) -> dict[str, tuple[int, int]]:
        """Return for each game how many matches have a result, and how many there are."""
        played = Counter(key.game for key in self.results)
        return {
            game.game: (played[game.game], max(played[game.game], game.total()))
            for game in self._games
        }

    def _playable(self, pairing: Pairing) -> bool:
        return pairing.key not in self._void and self._suspended.isdisjoint(pairing.bots)


def _place_text(key: Key) -> str:
    return f"table {key.table + 1}, rotation {key.rotation + 1}"


def _beaten_shares(ranks: Ranks, sides: Sequence[int]) -> list[float]:
    """Return which share of its opponents each seat left behind; one of equal rank is a half."""
    shares = []
    for rank, side in zip(ranks, sides, strict=True):
        others = [r for r, other in zip(ranks, sides, strict=True) if other != side]
        shares.append(sum((rank < r) + 0.5 * (rank == r) for r in others) / len(others))
    return shares
