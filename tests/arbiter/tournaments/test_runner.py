"""The runner with matches that are over at once: all is played, stored once, then reported."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
import trio
import trio.testing

from arbiter.bots import Manifest
from arbiter.clocks import parse_clock
from arbiter.jobs import Job, JobResult, NotStarted
from arbiter.match import Void
from arbiter.tournaments.runner import (
    AnotherRunner,
    CannotStartBots,
    Observer,
    Observers,
    Pool,
    Runner,
)
from arbiter.worker_pool import Death, Retried, WorkerProcessDied
from engine.record import Ending, PackedRecord, Record, SeatRecord, pack_record
from ladder.schedules.schedule import GameSchedule, Key, Pairing, TournamentSchedule
from ladder.store.store import Store, Tournament, open_store

BOT = Manifest("mine", "1", ("python", "bot.py"), Path())
NAMES = ("a", "b", "c", "d")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(f"sqlite:///{tmp_path / 'cup.db'}")
    yield opened
    opened.close()


@pytest.fixture
def tournament(store: Store) -> Tournament:
    return store.add_tournament("cup", {}, seed=1)


def record(job: Job) -> PackedRecord:
    """A match that the bots finish in the order of their names."""
    order = sorted(job.bots)
    seats = (
        SeatRecord(name, "1", 0, order.index(name) + 1, Ending.PLAYED, "", 1, 0.0, 0.0, 0.0)
        for name in job.bots
    )
    return pack_record(Record(job.setup, ((3, "drop"),), tuple(seats)))


class Quick:
    """Plays matches at once; those of some bots are void."""

    def __init__(self, void: str = "") -> None:
        self._void = void

    async def play(self, job: Job) -> JobResult | Retried:
        await trio.lowlevel.checkpoint()
        return Void("a test wants it so") if self._void in job.bots else record(job)


class Slow:
    """Plays some matches at once, and all others for ever."""

    def __init__(self, quick: int) -> None:
        self.started = 0
        self._quick = quick

    async def play(self, job: Job) -> JobResult:
        self.started += 1
        return record(job) if self.started <= self._quick else await trio.sleep_forever()


class Log(Observer):
    """Notes what it is told, and what was stored at that moment."""

    def __init__(self, store: Store, tournament: Tournament) -> None:
        self.events: list[tuple[str, Key]] = []
        self.unstored: list[Key] = []
        self._store = store
        self._tournament = tournament

    def started(self, pairing: Pairing) -> None:
        self.events.append(("started", pairing.key))

    def ended(self, pairing: Pairing) -> None:
        self.events.append(("ended", pairing.key))

    def finished(self, pairing: Pairing, result: JobResult) -> None:
        self.events.append(("finished", pairing.key))
        if isinstance(result, PackedRecord) and pairing.key not in self._store.finished(
            self._tournament
        ):
            self.unstored.append(pairing.key)


def runner(
    store: Store,
    tournament: Tournament,
    schedule: TournamentSchedule,
    pool: Pool,
    observer: Observer | None = None,
) -> Runner:
    return Runner(
        store,
        tournament,
        schedule,
        pool,
        bots=dict.fromkeys(NAMES, BOT),
        control=parse_clock("60+1"),
        concurrency=3,
        observer=observer or Observer(),
    )


def schedule(
    form: str = "round-robin", games: Sequence[str] = ("x",), rounds: int = 2
) -> TournamentSchedule:
    return TournamentSchedule([GameSchedule(game, 2, NAMES, 1, form, rounds) for game in games], {})


@pytest.mark.parametrize("form", ["round-robin", "gauntlet", "swiss", "knockout"])
def test_all_matches_of_a_schedule_are_played_and_stored(
    store: Store, tournament: Tournament, form: str
) -> None:
    plan = schedule(form, games=("x", "y"))
    trio.run(runner(store, tournament, plan, Quick()).run)
    assert len(store.finished(tournament)) == plan.total()
    assert store.finished(tournament) == plan.results


def test_one_match_more_than_are_played_at_a_time_waits_at_the_workers(
    store: Store, tournament: Tournament
) -> None:
    async def main() -> int:
        pool = Slow(0)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(runner(store, tournament, schedule(), pool).run)
            await trio.testing.wait_all_tasks_blocked()
            nursery.cancel_scope.cancel()
        return pool.started

    assert trio.run(main) == 3 + 1


def test_a_match_is_reported_once_and_after_it_is_stored(
    store: Store, tournament: Tournament
) -> None:
    plan, log = schedule(), Log(store, tournament)
    trio.run(runner(store, tournament, plan, Quick(), log).run)
    assert log.unstored == []
    assert len(log.events) == len(set(log.events)) == 3 * plan.total()
    for _, key in log.events:
        words = [word for word, other in log.events if other == key]
        assert words == ["started", "ended", "finished"]


def test_games_take_turns(store: Store, tournament: Tournament) -> None:
    log = Log(store, tournament)
    trio.run(runner(store, tournament, schedule(games=("x", "y")), Quick(), log).run)
    started = [key.game for word, key in log.events if word == "started"]
    assert started == ["x", "y"] * 24


def test_a_match_without_result_is_given_up_and_the_others_are_played(
    store: Store, tournament: Tournament
) -> None:
    plan = schedule(rounds=1)
    running = runner(store, tournament, plan, Quick(void="a"))
    trio.run(running.run)
    assert len(running.void) == 6  # a against each of three, both ways round
    assert len(store.finished(tournament)) == plan.total() - 6


def test_a_round_with_a_void_match_is_the_last_of_a_format_that_waits(
    store: Store, tournament: Tournament
) -> None:
    running = runner(store, tournament, schedule("swiss"), Quick(void="a"))
    trio.run(running.run)
    assert {key.round for key in store.finished(tournament)} == {0}
    assert len(running.void) == 2


class Gate:
    """Plays no match before all that may run at a time have been started."""

    def __init__(self, running: int) -> None:
        self._missing = running
        self._open = trio.Event()

    async def play(self, job: Job) -> JobResult:
        self._missing -= 1
        if self._missing == 0:
            self._open.set()
        await self._open.wait()
        return record(job)


def test_results_that_come_together_are_stored_together(
    store: Store, tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    batches: list[int] = []
    add_matches = store.add_matches

    def count(tournament: Tournament, played: Sequence[tuple[Key, PackedRecord]]) -> list[bool]:
        batches.append(len(played))
        return add_matches(tournament, played)

    monkeypatch.setattr(store, "add_matches", count)
    trio.run(runner(store, tournament, schedule(rounds=1), Gate(3)).run)
    assert sum(batches) == 12
    assert max(batches) > 1


class Stop(Observer):
    """Cancels a run at its first result."""

    def __init__(self) -> None:
        self.scope = trio.CancelScope()

    def finished(self, pairing: Pairing, result: JobResult) -> None:
        self.scope.cancel()


def test_what_is_played_when_a_run_is_stopped_is_stored(
    store: Store, tournament: Tournament
) -> None:
    async def main() -> None:
        stop = Stop()
        with stop.scope:
            await runner(store, tournament, schedule(), Slow(3), stop).run()

    trio.run(main)
    assert len(store.finished(tournament)) == 3


def test_a_run_that_is_resumed_plays_what_has_no_result(
    store: Store, tournament: Tournament
) -> None:
    trio.run(runner(store, tournament, schedule(), Quick()).run, 5)
    first = store.match_ids(tournament)
    assert len(first) == 5
    rest = TournamentSchedule(
        [GameSchedule("x", 2, NAMES, 1, rounds=2)], store.finished(tournament)
    )
    trio.run(runner(store, tournament, rest, Quick()).run)
    assert store.match_ids(tournament).items() >= first.items()
    assert len(store.finished(tournament)) == 24


def test_a_verdict_ends_a_tournament_and_the_matches_that_run(
    store: Store, tournament: Tournament
) -> None:
    games = [GameSchedule("x", 2, NAMES, 1, "gauntlet", rounds=9)]
    plan = TournamentSchedule(games, {}, lambda results: len(results) >= 3)
    trio.run(runner(store, tournament, plan, Slow(3)).run)
    assert len(store.finished(tournament)) == 3


def test_a_verdict_that_is_stored_already_lets_nothing_be_played(
    store: Store, tournament: Tournament
) -> None:
    plan = TournamentSchedule([GameSchedule("x", 2, NAMES, 1)], {}, lambda results: True)
    trio.run(runner(store, tournament, plan, Quick()).run)
    assert store.finished(tournament) == {}


def test_two_runners_of_one_tournament_are_noticed(store: Store, tournament: Tournament) -> None:
    trio.run(runner(store, tournament, schedule(), Quick()).run, 3)
    with pytest.raises(ExceptionGroup) as refusal:
        trio.run(runner(store, tournament, schedule(), Quick()).run)
    assert refusal.group_contains(AnotherRunner, match="of 'cup' is stored already")


class Deadly(Quick):
    """Its workers die over every match of one bot, which may then be played all the same."""

    def __init__(self, *, play_again: bool) -> None:
        super().__init__()
        self._play_again = play_again

    async def play(self, job: Job) -> JobResult | Retried:
        if "c" not in job.bots:
            return await super().play(job)
        death = Death(str(job.public_name), {str(job.public_name): frozenset(job.bots)})
        return Retried(record(job) if self._play_again else WorkerProcessDied("died"), (death,))


class Remarks(Observer):
    def __init__(self) -> None:
        self.sentences: list[str] = []

    def remarked(self, sentence: str) -> None:
        self.sentences.append(sentence)


def test_a_bot_whose_workers_keep_dying_is_suspended_and_the_others_play_all_their_matches(
    store: Store, tournament: Tournament
) -> None:
    plan, remarks = schedule(rounds=9), Remarks()
    running = runner(store, tournament, plan, Deadly(play_again=False), remarks)
    trio.run(running.run)
    assert len(store.finished(tournament)) == plan.total() // 2  # all pairs of a, b and d
    assert list(running.suspended) == ["c"]
    assert 3 <= len(running.void) < plan.total() // 4
    assert [sentence.partition(":")[0] for sentence in remarks.sentences] == [
        "c is suspended, so its matches are not played"
    ]


def test_so_is_one_whose_matches_are_then_played_all_the_same(
    store: Store, tournament: Tournament
) -> None:
    """It had looked at its cards, and began again with the same deal."""
    plan = schedule(rounds=9)
    running = runner(store, tournament, plan, Deadly(play_again=True))
    trio.run(running.run)
    assert list(running.suspended) == ["c"]
    assert plan.total() // 2 + 3 <= len(store.finished(tournament)) < plan.total() * 3 // 4
    assert not running.void


class Gone(Quick):
    """Cannot start some bots."""

    def __init__(self, *bots: str) -> None:
        super().__init__()
        self._gone = bots

    async def play(self, job: Job) -> JobResult | Retried:
        gone = tuple(name for name in job.bots if name in self._gone)
        return NotStarted("its folder is gone", gone) if gone else await super().play(job)


def test_a_bot_that_cannot_be_started_is_suspended_and_the_others_play_on(
    store: Store, tournament: Tournament
) -> None:
    plan, remarks = schedule(rounds=9), Remarks()
    running = runner(store, tournament, plan, Gone("a"), remarks)
    trio.run(running.run)
    assert len(store.finished(tournament)) == plan.total() // 2
    assert running.suspended == {"a": "its folder is gone"}
    assert len(remarks.sentences) == 1


def test_a_machine_that_cannot_start_bots_stops_the_tournament(
    store: Store, tournament: Tournament
) -> None:
    class Full(Quick):
        async def play(self, job: Job) -> JobResult | Retried:
            return NotStarted("no memory")

    with pytest.raises(ExceptionGroup) as refusal:
        trio.run(runner(store, tournament, schedule(rounds=9), Full()).run)
    assert refusal.group_contains(CannotStartBots, match="10 matches in a row .*: no memory")


def test_a_start_that_fails_now_and_then_stops_nothing(
    store: Store, tournament: Tournament
) -> None:
    class Sometimes(Quick):
        async def play(self, job: Job) -> JobResult | Retried:
            nobody = job.bots.keys() == {"a", "b"}
            return NotStarted("no memory") if nobody else await super().play(job)

    plan = schedule(rounds=9)
    trio.run(runner(store, tournament, plan, Sometimes()).run)
    assert len(store.finished(tournament)) == plan.total() * 5 // 6


@pytest.mark.parametrize("hook", [name for name in vars(Observer) if not name.startswith("_")])
def test_several_observers_are_told_whatever_one_is_told(
    hook: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[str, str]] = []
    one, other = Observer(), Observer()
    monkeypatch.setattr(one, hook, lambda news: told.append(("one", news)))
    monkeypatch.setattr(other, hook, lambda news: told.append(("other", news)))
    tell = getattr(Observers(one, other), hook)
    tell("news")
    tell(news="named")
    assert told == [("one", "news"), ("other", "news"), ("one", "named"), ("other", "named")]
