"""The endless ladder at work: bots that were handed in play the games that tell most.

Three kinds of task share it: one starts games as places become free, one looks for new bots, one
learns from what is stored.
"""

import logging
from collections import Counter, deque
from collections.abc import Callable, Sequence
from itertools import count
from typing import NamedTuple

import trio

from arbiter.clocks import parse_clock
from arbiter.jobs import Job
from arbiter.match import Result
from arbiter.tournaments.entrants import Entrants, bot_of
from arbiter.tournaments.runner import Players
from engine.games import find_game
from engine.record import Bot, Record
from ladder.errors import LadderTaken
from ladder.ratings.results import Results
from ladder.ratings.standings import Standing, standings
from ladder.schedules.ladder_rounds import Rounds, unfinished
from ladder.schedules.matchmaking import Strengths, benched, strengths_of
from ladder.schedules.schedule import Key, Pairing
from ladder.store.store import Store, Tournament

POLL_S = 1.0
"""How often submissions are looked for, and results learned from."""
LEARNING_SHARE = 0.1
"""The part of the time that learning may take, however many games there are."""
VOIDS_IN_A_ROW = 10
"""After so many a game is left out: something is broken."""

log = logging.getLogger(__name__)


class Running(NamedTuple):
    """A game that is being played."""

    pairing: Pairing
    since_s: float


class LadderState(NamedTuple):
    """What the stored games tell."""

    strengths: dict[str, Strengths]
    benched: set[Bot]
    standings: list[Standing]


class Ladder:
    """One run of the ladder, until it is stopped or has played as many games as asked for."""

    def __init__(
        self,
        store: Store,
        tournament: Tournament,
        players: Players,
        games: Sequence[str],
        concurrency: int,
    ) -> None:
        self.running: dict[Key, Running] = {}
        self.waiting: deque[Pairing] = deque()
        self.lesson = LadderState({}, set(), [])
        self.on_result: Callable[[Pairing, Result], None] = lambda pairing, result: None
        """Called with every game that was played, after it is stored."""
        self._store = store
        self._tournament = tournament
        self._players = players
        self._control = parse_clock(tournament.spec["clock"])
        self._sizes = {game: find_game(game).players for game in games}
        self._finished = store.finished(tournament)
        self._rounds = Rounds(tournament.seed, self._sizes, self._finished)
        self._entrants = Entrants()
        self._changed = trio.Event()
        self._concurrency = concurrency
        self._places = trio.Semaphore(concurrency)
        self._writing = trio.Lock()
        self._stored: set[Key] = set()
        self._voids = Counter[str]()

    async def run(self, limit: int | None = None) -> None:
        """Finish the rounds that were begun, then play on; at most so many games."""
        await self._look()
        await self._learn()
        await trio.to_thread.run_sync(self._take_up)
        async with trio.open_nursery() as looking:
            looking.start_soon(self._keep_looking)
            looking.start_soon(self._keep_learning)
            async with trio.open_nursery() as games:
                for _ in count() if limit is None else range(limit):
                    games.start_soon(self._play, await self._next())
            looking.cancel_scope.cancel()

    def _take_up(self) -> None:
        """Queue what is missing of rounds that were begun, if all their bots are still here."""
        for pairing in unfinished(self._store, self._tournament, self._finished):
            if pairing.key.game in self._sizes and self._entrants.present.issuperset(pairing.bots):
                self.waiting.append(pairing)
                self._rounds.under_way[pairing.key] = self._table(pairing)

    async def _next(self) -> Pairing:
        """Wait for a free place and return the game that takes it."""
        await self._places.acquire()
        while not self.waiting and not self._plan():
            log.warning("no game has enough bots; waiting for `lutetia submit`")
            await self._changed.wait()
        pairing = self.waiting.popleft()
        self.running[pairing.key] = Running(pairing, trio.current_time())
        if not self.waiting:
            self._plan()  # so that the queue shows who is next
        return pairing

    def _plan(self) -> bool:
        """Queue the games of the next round; False if there are none."""
        pairings = [*(each.pairing for each in self.running.values()), *self.waiting]
        seats = Counter(bot for pairing in pairings for bot in self._table(pairing))
        limit = max(1, self._concurrency // 2)
        self.waiting.extend(self._rounds.next(bot for bot in seats if seats[bot] >= limit))
        return bool(self.waiting)

    def _table(self, pairing: Pairing) -> list[Bot]:
        return [bot_of(self._entrants.manifests[name]) for name in pairing.bots]

    async def _play(self, pairing: Pairing) -> None:
        try:
            bots = {name: self._entrants.manifests[name] for name in pairing.bots}
            result = await self._players.play(Job(pairing.setup, bots, self._control))
            if isinstance(result, Record):
                await self._keep(pairing, result)
        finally:
            del self.running[pairing.key]
            self._places.release()
        self._count_voids(pairing, result)
        self.on_result(pairing, result)

    async def _keep(self, pairing: Pairing, record: Record) -> None:
        """Store a game; a thread does it, since a commit waits for the disk."""
        async with self._writing:
            new = await trio.to_thread.run_sync(
                self._store.add_match, self._tournament, pairing.key, record
            )
        if not new:
            raise LadderTaken(
                f"round {pairing.key.round} of {pairing.key.game} is stored already: another "
                "`lutetia serve` plays this ladder; let only one of them run"
            )
        self._stored.add(pairing.key)

    def _count_voids(self, pairing: Pairing, result: Result) -> None:
        """Leave a game out whose games are always void; a single one just counts as played."""
        game = pairing.key.game
        if isinstance(result, Record):
            self._voids[game] = 0
            return
        log.warning("a game of %s is void: %s", " and ".join(pairing.bots), result.reason)
        self._voids[game] += 1
        if self._voids[game] == VOIDS_IN_A_ROW:
            log.error("%s is left out until the next start: all its last games were void", game)
            self._rounds.close(game)

    async def _keep_looking(self) -> None:
        while True:
            await trio.sleep(POLL_S)
            await self._look()

    async def _look(self) -> None:
        """See which bots take part now; if others than before, plan anew what is not begun."""
        submissions = await trio.to_thread.run_sync(self._store.submissions)
        if self._entrants.update(submissions) or not self._rounds.bots:
            self._seat()
            self._drop_waiting()
            self._changed.set()
            self._changed = trio.Event()

    def _seat(self) -> None:
        """Tell the planning who may play."""
        absent = self.lesson.benched
        self._rounds.bots = {game: self._entrants.playing(game, absent) for game in self._sizes}

    def _drop_waiting(self) -> None:
        """Keep of the queue only what is left of begun rounds whose bots are all still here."""
        untouched = Counter(pairing.key._replace(rotation=0) for pairing in self.waiting)
        for pairing in list(self.waiting):
            begun = untouched[pairing.key._replace(rotation=0)] < len(pairing.bots)
            if not begun or not self._entrants.present.issuperset(pairing.bots):
                self.waiting.remove(pairing)
                del self._rounds.under_way[pairing.key]

    async def _keep_learning(self) -> None:
        while True:
            since_s = trio.current_time()
            if self._stored:
                await self._learn()
            took_s = trio.current_time() - since_s
            await trio.sleep(max(POLL_S, took_s / LEARNING_SHARE))

    async def _learn(self) -> None:
        """Take in what is stored; a thread does it, since there may be many games."""
        known = set(self._stored)
        self.lesson = await trio.to_thread.run_sync(
            lambda: summarise(self._store.results(self._tournament))
        )
        self._rounds.strengths = self.lesson.strengths
        self._seat()
        self._stored -= known
        for key in known:
            del self._rounds.under_way[key]


def summarise(results: Results) -> LadderState:
    """Draw from results what the ladder goes on with."""
    strengths = {name: strengths_of(results.of_game(name)) for name in results.games}
    return LadderState(strengths, benched(results), standings(results))
