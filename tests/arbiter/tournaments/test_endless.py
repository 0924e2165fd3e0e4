"""The endless ladder with games that are over at once: planned, stored once, taken up again."""

import logging
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
import trio

from arbiter.jobs import Job
from arbiter.match import Result, Void
from arbiter.tournaments import endless
from arbiter.tournaments.endless import Ladder
from arbiter.tournaments.ladders import find_ladder, games_of, ladder_results, open_ladder
from arbiter.tournaments.spec import BadSpec
from engine.record import Bot, Ending, Record, SeatRecord
from ladder.errors import LadderTaken
from ladder.schedules.schedule import Key, Pairing
from ladder.store.store import Store, open_store

TOML = 'name = "{name}"\nversion = "{version}"\nrun = ["python", "bot.py"]\n'
GAMES = ["connect_four", "moscow_paris"]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(f"sqlite:///{tmp_path / 'ladder.db'}")
    yield opened
    opened.close()


@pytest.fixture
def submit(store: Store, tmp_path: Path) -> Callable[..., None]:
    def enter(name: str, version: str = "1") -> None:
        folder = tmp_path / f"{name}@{version}"
        folder.mkdir()
        (folder / "bot.toml").write_text(TOML.format(name=name, version=version))
        store.submit(Bot(name, version), str(folder))

    return enter


class Quick:
    """Plays games at once: the bot whose name comes first wins; bots may be bad in two ways."""

    def __init__(self, forfeiting: str = "", void: str = "") -> None:
        self.forfeiting = forfeiting
        self.void = void
        self.seeds: list[int] = []

    async def play(self, job: Job) -> Result:
        await trio.lowlevel.checkpoint()
        self.seeds.append(job.setup.seed)
        names = sorted(job.bots)
        if self.void and all(name.startswith(self.void) for name in names):
            return Void("a test wants it so")
        return Record(job.setup, ((3, "drop"),), tuple(self._seat(job, names, n) for n in job.bots))

    def _seat(self, job: Job, names: list[str], name: str) -> SeatRecord:
        bad = bool(self.forfeiting) and name.startswith(self.forfeiting)
        ending = Ending.CRASH if bad else Ending.PLAYED
        bot = job.bots[name]
        return SeatRecord(bot.name, bot.version, 0, names.index(name) + 1, ending, "", 1, 0.0)


def play(store: Store, limit: int | None, players: Quick | None = None, games: int = 2) -> Ladder:
    """Serve the ladder for so many games."""
    tournament = open_ladder(store, seed=7)

    async def main() -> Ladder:
        ladder = Ladder(store, tournament, players or Quick(), GAMES[:games], concurrency=4)
        with trio.fail_after(60):
            await ladder.run(limit)
        return ladder

    return trio.run(main)


@contextmanager
def heard(sentence: str) -> Iterator[trio.Event]:
    """Return what is set when the ladder says something."""
    event = trio.Event()

    def listen(record: logging.LogRecord) -> bool:
        if sentence in record.getMessage():
            event.set()
        return True

    endless.log.addFilter(listen)
    try:
        yield event
    finally:
        endless.log.removeFilter(listen)


def rounds(store: Store) -> dict[Key, dict[int, tuple[str, ...]]]:
    """Return the bots of each stored game: by round, then by rotation."""
    ladder = find_ladder(store)
    assert ladder is not None
    found: dict[Key, dict[int, tuple[str, ...]]] = {}
    for key, match_id in store.match_ids(ladder).items():
        seats = store.record(match_id).seats
        bots = tuple(f"{seat.bot}@{seat.version}" for seat in seats)
        found.setdefault(key._replace(rotation=0), {})[key.rotation] = bots
    return found


def assert_whole(store: Store) -> None:
    """Every round is the same table in all rotations of its seats."""
    for played in rounds(store).values():
        first = played[0]
        assert played == {turn: first[turn:] + first[:turn] for turn in range(len(first))}


def test_new_bots_are_in_the_first_games_against_the_built_ins(
    store: Store, submit: Callable[..., None]
) -> None:
    play(store, 20)
    before = rounds(store).keys()
    submit("new")
    play(store, 4)
    first = min(rounds(store).keys() - before)
    assert set(rounds(store)[first][0]) == {"new@1", "random@1"}


def test_games_and_numbers_of_players_take_turns(store: Store, submit: Callable[..., None]) -> None:
    submit("one")
    submit("two")
    play(store, 60)
    sizes = Counter((key.game, len(played[0])) for key, played in rounds(store).items())
    expected = {("connect_four", 2), *(("moscow_paris", size) for size in (2, 3, 4))}
    assert sizes.keys() == expected


@pytest.mark.parametrize("after", [1, 2, 3, 5, 8])
def test_a_ladder_that_is_stopped_finishes_its_rounds_first(
    store: Store, submit: Callable[..., None], after: int
) -> None:
    submit("one")
    submit("two")
    tournament = open_ladder(store, seed=7)

    async def stop_early() -> None:
        ladder = Ladder(store, tournament, Quick(), GAMES, concurrency=4)
        stored = []

        def count(pairing: Pairing, result: Result) -> None:
            stored.append(pairing.key)
            if len(stored) == after:
                scope.cancel()

        ladder.on_result = count
        with trio.CancelScope() as scope:
            await ladder.run()

    trio.run(stop_early)
    missing = sum(len(played[min(played)]) - len(played) for played in rounds(store).values())
    before = store.count_matches(store.tournament("ladder"))
    if missing:
        play(store, missing)
    assert store.count_matches(store.tournament("ladder")) == before + missing
    assert_whole(store)


def test_a_round_with_a_retired_bot_stays_as_it_is(
    store: Store, submit: Callable[..., None]
) -> None:
    submit("gone")
    play(store, 1, games=1)
    store.retire("gone")
    submit("other")
    play(store, 4, games=1)
    first, *others = (played for _, played in sorted(rounds(store).items()))
    assert len(first) == 1
    assert all(len(played) == 2 for played in others)


def test_a_bot_that_only_forfeits_is_benched_and_plays_no_more(
    store: Store, submit: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endless, "POLL_S", 0.01)
    submit("bad")
    submit("good")
    for _ in range(3):
        play(store, 40, Quick(forfeiting="bad"))
    ladder = play(store, 20, Quick(forfeiting="bad"))
    games = {row.bot: row.games for row in ladder.lesson.standings}
    assert 10 <= games["bad"] < games["good"]
    last = sorted(rounds(store).items(), key=lambda each: each[0].round)[-5:]
    assert not any("bad@1" in played[0] for _, played in last)


def test_a_void_game_is_logged_and_its_bots_go_on_with_others(
    store: Store, submit: Callable[..., None], caplog: pytest.LogCaptureFixture
) -> None:
    submit("bad1")
    submit("bad2")
    play(store, 30, Quick(void="bad"))
    assert "bad1@1" in caplog.text
    assert "a test wants it so" in caplog.text
    games = {row.bot: row.games for row in play(store, 1).lesson.standings}
    assert games["bad1"] > 0
    assert games["bad2"] > 0


def test_a_game_that_is_always_void_is_left_out(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken(Quick):
        async def play(self, job: Job) -> Result:
            if job.setup.game == "moscow_paris":
                return Void("broken rules")
            return await super().play(job)

    tournament = open_ladder(store, seed=7)

    async def main() -> None:
        ladder = Ladder(store, tournament, Broken(), ["moscow_paris"], concurrency=2)
        async with trio.open_nursery() as nursery:
            with heard("no game has enough bots") as waiting:
                nursery.start_soon(ladder.run)
                await waiting.wait()
            nursery.cancel_scope.cancel()

    trio.run(main)
    assert caplog.text.count("moscow_paris is left out") == 1


def test_bots_that_come_while_it_runs_are_let_in(
    store: Store, submit: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endless, "POLL_S", 0.01)
    tournament = open_ladder(store, seed=7)

    async def main() -> None:
        ladder = Ladder(store, tournament, Quick(), ["connect_four"], concurrency=2)
        async with trio.open_nursery() as nursery:
            with heard("no game has enough bots") as waiting:
                nursery.start_soon(partial(ladder.run, 2))  # `random` alone cannot play
                await waiting.wait()
            assert not ladder.running
            await trio.to_thread.run_sync(submit, "new")

    trio.run(main)
    (played,) = rounds(store).values()
    assert set(played[0]) == {"new@1", "random@1"}


def test_two_programs_on_one_ladder_are_noticed(store: Store) -> None:
    tournament = open_ladder(store, seed=7)

    async def main() -> None:
        one, two = (Ladder(store, tournament, Quick(), GAMES[1:], 2) for _ in range(2))
        await one.run(2)
        await two.run(2)

    with pytest.raises(ExceptionGroup) as refusal:
        trio.run(main)
    assert refusal.group_contains(LadderTaken, match="another `lutetia serve` plays this ladder")


def test_equal_seeds_deal_the_same_rounds(tmp_path: Path) -> None:
    dealt = []
    for name in ("one", "two"):
        own = open_store(f"sqlite:///{tmp_path / name}.db")
        players = Quick()
        play(own, 10, players)
        own.close()
        dealt.append(sorted(players.seeds))
    assert dealt[0] == dealt[1]


def test_what_settles_a_ladder_cannot_be_changed(store: Store) -> None:
    assert ladder_results(store).games == ()
    ladder = open_ladder(store, ["moscow_paris"], "30+1", 5)
    assert open_ladder(store) == ladder
    assert games_of(ladder, ()) == ["moscow_paris"]
    assert games_of(ladder, ["connect_four"]) == ["connect_four"]
    with pytest.raises(BadSpec, match=r"has the clock 30\+1, not 60\+0"):
        open_ladder(store, clock="60+0")
    with pytest.raises(BadSpec, match="has the seed 5, not 6"):
        open_ladder(store, seed=6)


def test_a_tournament_of_the_ladders_name_is_not_taken_for_it(store: Store) -> None:
    store.add_tournament("ladder", {"format": "swiss"}, 1)
    with pytest.raises(LadderTaken, match="take another --db"):
        open_ladder(store)
