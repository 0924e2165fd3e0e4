"""The ladder with matches that are over at once: planned, stored once, taken up again."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import trio

from arbiter.jobs import Job, JobResult
from arbiter.match import Void
from arbiter.tournaments.ladder import (
    games_of,
    open_ladder,
    schedule_of,
    serve_ladder,
    strikes_of,
    unfinished,
)
from arbiter.tournaments.runner import AnotherRunner, Observer
from arbiter.tournaments.spec import BadSpec
from arbiter.tournaments.stored_ladder import find_ladder, ladder_results
from arbiter.tournaments.submit import submit_bot
from engine.record import Bot, Ending, Record, SeatRecord, pack_record
from ladder.errors import LadderTaken
from ladder.ratings.standings import Standing
from ladder.schedules.ladder_schedule import new_group
from ladder.schedules.schedule import Key, Pairing
from ladder.store.store import Store, open_store
from tests.ladder.games import bot, record_of

TOML = 'name = "{name}"\nversion = "{version}"\nrun = ["python", "bot.py"]\n'
GAMES = ["connect_four", "moscow_paris"]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(f"sqlite:///{tmp_path / 'ladder.db'}")
    yield opened
    opened.close()


@pytest.fixture
def submit(store: Store, tmp_path: Path) -> Callable[..., None]:
    def submit_bot(name: str, version: str = "1") -> None:
        folder = tmp_path / f"{name}@{version}"
        folder.mkdir()
        (folder / "bot.toml").write_text(TOML.format(name=name, version=version))
        store.submit(Bot(name, version), str(folder), f"content of {name}@{version}")

    return submit_bot


class Quick:
    """Plays matches at once: the bot whose name comes first wins; bots may be bad in two ways."""

    def __init__(self, forfeiting: str = "", void: str = "") -> None:
        self.forfeiting = forfeiting
        self.void = void
        self.seeds: list[int] = []

    async def play(self, job: Job) -> JobResult:
        await trio.lowlevel.checkpoint()
        self.seeds.append(job.setup.seed)
        names = sorted(job.bots)
        if self.void and all(name.startswith(self.void) for name in names):
            return Void("a test wants it so")
        seats = tuple(self._seat(job, names, name) for name in job.bots)
        return pack_record(Record(job.setup, ((3, "drop"),), seats))

    def _seat(self, job: Job, names: list[str], name: str) -> SeatRecord:
        bad = bool(self.forfeiting) and name.startswith(self.forfeiting)
        ending = Ending.CRASH if bad else Ending.PLAYED
        bot = job.bots[name]
        rank = names.index(name) + 1
        return SeatRecord(bot.name, bot.version, 0, rank, ending, "", 1, 0.0, 0.0, 0.0)


class Ear(Observer):
    """Hears remarks, and lets a test wait for one."""

    def __init__(self, awaited: str = "") -> None:
        self.remarks: list[str] = []
        self.standings: list[Standing] = []
        self.heard = trio.Event()
        self._awaited = awaited

    def rated(self, standings: list[Standing]) -> None:
        self.standings = standings

    def remarked(self, sentence: str) -> None:
        self.remarks.append(sentence)
        if self._awaited in sentence:
            self.heard.set()


async def serve(
    store: Store,
    limit: int | None = None,
    pool: Quick | None = None,
    games: list[str] = GAMES,
    observer: Observer | None = None,
    until: float | None = None,
) -> None:
    ladder = open_ladder(store, seed=7)
    schedule = schedule_of(store, ladder, games, concurrency=4)
    await serve_ladder(
        store,
        ladder,
        schedule,
        pool or Quick(),
        observer or Observer(),
        concurrency=4,
        limit=limit,
        until=until,
        poll_s=0.01,
    )


def play(store: Store, limit: int, pool: Quick | None = None, games: list[str] = GAMES) -> Ear:
    """Serve the ladder for this many matches."""

    async def main() -> Ear:
        ear = Ear()
        with trio.fail_after(60):
            await serve(store, limit, pool, games, ear)
        return ear

    return trio.run(main)


def groups(store: Store) -> dict[Key, dict[int, tuple[str, ...]]]:
    """Return the bots of each stored match: by group, then by rotation."""
    ladder = find_ladder(store)
    assert ladder is not None
    found: dict[Key, dict[int, tuple[str, ...]]] = {}
    for key, match_id in store.match_ids(ladder).items():
        seats = store.record(match_id).seats
        bots = tuple(f"{seat.bot}@{seat.version}" for seat in seats)
        found.setdefault(key._replace(rotation=0), {})[key.rotation] = bots
    return found


def assert_whole(store: Store) -> None:
    """Every group is the same bots in all rotations of their seats."""
    for played in groups(store).values():
        first = played[0]
        assert played == {turn: first[turn:] + first[:turn] for turn in range(len(first))}


def finished(pairing: Pairing) -> Record:
    """A finished match: its seats belong to the bots, not to the names they played under."""
    done = record_of(pairing, range(1, len(pairing.bots) + 1))
    seats = [own_name(seat) for seat in done.seats]
    return Record(done.setup, done.actions, tuple(seats))


def own_name(seat: SeatRecord) -> SeatRecord:
    name, _, version = seat.bot.partition("@")
    return replace(seat, bot=name, version=version)


@pytest.mark.parametrize("seed", range(10))
def test_what_is_missing_of_a_group_is_found_from_what_is_stored(store: Store, seed: int) -> None:
    dice, ladder, table = random.Random(seed), open_ladder(store, seed=7), [*map(bot, "abc")]
    whole = [
        pairing for number in range(6) for pairing in new_group(ladder.seed, "feast", number, table)
    ]
    kept = [pairing for pairing in whole if dice.random() < 0.5]
    store.add_matches(ladder, [(each.key, pack_record(finished(each))) for each in kept])
    begun = {pairing.key.round for pairing in kept}
    missing = [each for each in whole if each not in kept and each.key.round in begun]
    found = unfinished(store, ladder, store.finished(ladder))
    assert sorted(found, key=lambda pairing: pairing.key) == missing


def test_new_bots_are_in_the_first_matches_against_the_built_ins(
    store: Store, submit: Callable[..., None]
) -> None:
    play(store, 20)
    before = groups(store).keys()
    submit("new")
    play(store, 4)
    first = min(groups(store).keys() - before)
    assert set(groups(store)[first][0]) == {"new@1", "random@1"}


def test_games_and_numbers_of_players_take_turns(store: Store, submit: Callable[..., None]) -> None:
    submit("one")
    submit("two")
    play(store, 60)
    sizes = Counter((key.game, len(played[0])) for key, played in groups(store).items())
    expected = {("connect_four", 2), *(("moscow_paris", size) for size in (2, 3, 4))}
    assert sizes.keys() == expected


def test_a_new_version_plays_the_one_before_it_and_that_only(
    store: Store, submit: Callable[..., None]
) -> None:
    submit("mine", "1")
    play(store, 20, games=GAMES[1:])
    before = groups(store).keys()
    submit("mine", "2")
    play(store, 60, games=GAMES[1:])
    after = [played[0] for key, played in sorted(groups(store).items()) if key not in before]
    with_old = [set(bots) for bots in after if "mine@1" in bots]
    assert set(after[0]) == {"mine@1", "mine@2"}
    assert with_old == [{"mine@1", "mine@2"}] * 10
    results = ladder_results(store)
    assert results.count_together(Bot("mine", "1"), Bot("mine", "2")) == 20
    assert results.count_together(Bot("mine", "1"), Bot("mine", "3")) == 0


def test_a_version_that_was_withdrawn_before_the_next_one_plays_no_more(
    store: Store, submit: Callable[..., None]
) -> None:
    submit("mine", "1")
    store.retire("mine")
    submit("mine", "2")
    play(store, 20)
    played = {bot for group in groups(store).values() for bots in group.values() for bot in bots}
    assert "mine@2" in played
    assert "mine@1" not in played


def test_the_ladder_rests_when_enough_is_known_and_a_submission_wakes_it(
    store: Store, submit: Callable[..., None]
) -> None:
    async def main() -> tuple[int, int]:
        ear = Ear("resting")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(serve, store, None, None, GAMES[1:], ear, 100)
            await ear.heard.wait()
            rested = store.count_matches()
            ear.heard = trio.Event()
            await trio.to_thread.run_sync(submit, "new")
            await ear.heard.wait()
            nursery.cancel_scope.cancel()
        return rested, store.count_matches()

    with_two, with_three = trio.run(main)
    assert with_two > 46  # (2 * 1.96 * 173.7 / 100)² matches are enough for an open bar
    assert with_three > with_two


class StopAfter(Observer):
    """Cancels a run after some matches."""

    def __init__(self, matches: int) -> None:
        self.scope = trio.CancelScope()
        self._left = matches

    def finished(self, pairing: Pairing, result: JobResult) -> None:
        self._left -= 1
        if self._left == 0:
            self.scope.cancel()


@pytest.mark.parametrize("after", [1, 2, 3, 5, 8])
def test_a_ladder_that_is_stopped_finishes_its_groups_first(
    store: Store, submit: Callable[..., None], after: int
) -> None:
    submit("one")
    submit("two")

    async def stop_early() -> None:
        stop = StopAfter(after)
        with stop.scope:
            await serve(store, observer=stop)

    trio.run(stop_early)
    missing = sum(len(played[min(played)]) - len(played) for played in groups(store).values())
    before = store.count_matches(store.tournament("ladder"))
    if missing:
        play(store, missing)
    assert store.count_matches(store.tournament("ladder")) == before + missing
    assert_whole(store)


def test_a_group_with_a_retired_bot_stays_as_it_is(
    store: Store, submit: Callable[..., None]
) -> None:
    submit("gone")
    play(store, 1, games=GAMES[:1])
    store.retire("gone")
    submit("other")
    play(store, 4, games=GAMES[:1])
    first, *others = (played for _, played in sorted(groups(store).items()))
    assert len(first) == 1
    assert all(len(played) == 2 for played in others)


def test_a_bot_that_only_forfeits_is_benched_and_plays_no_more(
    store: Store, submit: Callable[..., None]
) -> None:
    submit("bad")
    submit("good")
    for _ in range(3):
        play(store, 40, Quick(forfeiting="bad"))
    play(store, 20, Quick(forfeiting="bad"))
    games = {row.bot: row.games for row in play(store, 1).standings}
    assert 10 <= games["bad"] < games["good"]
    last = sorted(groups(store).items(), key=lambda item: item[0].round)[-5:]
    assert not any("bad@1" in played[min(played)] for _, played in last)


def test_bots_of_a_void_match_go_on_with_others(store: Store, submit: Callable[..., None]) -> None:
    submit("bad1")
    submit("bad2")
    play(store, 30, Quick(void="bad"))
    games = {row.bot: row.games for row in play(store, 1).standings}
    assert games["bad1"] > 0
    assert games["bad2"] > 0


class Broken(Quick):
    """Its rules of one game are broken."""

    async def play(self, job: Job) -> JobResult:
        if job.setup.game == "moscow_paris":
            return Void("broken rules")
        return await super().play(job)


def test_a_game_that_is_always_void_is_skipped(store: Store) -> None:
    async def main() -> list[str]:
        ear = Ear("no game has enough bots")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(serve, store, None, Broken(), ["moscow_paris"], ear)
            await ear.heard.wait()
            nursery.cancel_scope.cancel()
        return ear.remarks

    assert sum("moscow_paris is skipped" in remark for remark in trio.run(main)) == 1


def test_bots_that_come_while_it_runs_are_let_in(store: Store, submit: Callable[..., None]) -> None:
    async def main() -> None:
        ear = Ear("no game has enough bots")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(serve, store, 2, None, ["connect_four"], ear)
            await ear.heard.wait()  # `random` alone cannot play
            await trio.to_thread.run_sync(submit, "new")

    trio.run(main)
    (played,) = groups(store).values()
    assert set(played[0]) == {"new@1", "random@1"}


def test_two_programs_on_one_ladder_are_noticed(store: Store) -> None:
    async def main() -> None:
        ladder = open_ladder(store, seed=7)
        schedules = [schedule_of(store, ladder, GAMES[1:], 2) for _ in range(2)]
        for schedule in schedules:
            await serve_ladder(store, ladder, schedule, Quick(), Observer(), concurrency=2, limit=2)

    with pytest.raises(ExceptionGroup) as refusal:
        trio.run(main)
    assert refusal.group_contains(AnotherRunner, match="of 'ladder' is stored already")


def test_equal_seeds_deal_the_same_matches(tmp_path: Path) -> None:
    dealt = []
    for name in ("one", "two"):
        own = open_store(f"sqlite:///{tmp_path / name}.db")
        pool = Quick()
        play(own, 10, pool)
        own.close()
        dealt.append(sorted(pool.seeds))
    assert dealt[0] == dealt[1]


def test_clock_seed_and_strikes_of_a_ladder_cannot_be_changed(store: Store) -> None:
    assert ladder_results(store).games == ()
    ladder = open_ladder(store, ["moscow_paris"], "30+1", 5)
    assert open_ladder(store) == ladder
    assert games_of(ladder, ()) == ["moscow_paris"]
    assert games_of(ladder, ["connect_four"]) == ["connect_four"]
    with pytest.raises(BadSpec, match=r"with --clock 30\+1, not 60\+0"):
        open_ladder(store, clock="60+0")
    with pytest.raises(BadSpec, match="with --seed 5, not 6"):
        open_ladder(store, seed=6)
    with pytest.raises(BadSpec, match="with --strikes 0, not 2"):
        open_ladder(store, strikes=2)


def test_a_ladder_forgives_as_many_failed_decisions_as_its_first_start_said(store: Store) -> None:
    ladder = open_ladder(store, strikes=2)
    assert (strikes_of(ladder), open_ladder(store, strikes=2)) == (2, ladder)
    assert strikes_of(open_ladder(store)) == 2


def test_a_tournament_of_the_ladders_name_is_not_taken_for_it(store: Store) -> None:
    store.add_tournament("ladder", {"format": "swiss"}, 1)
    with pytest.raises(LadderTaken, match="choose another --db"):
        open_ladder(store)


@pytest.mark.parametrize("name", ["other", "greedy"])
def test_a_submitted_bot_that_rewrites_its_bot_toml_keeps_its_name_or_is_left_out(
    store: Store, submit: Callable[..., None], tmp_path: Path, name: str
) -> None:
    submit("mine")
    submit("good")
    (tmp_path / "mine@1" / "bot.toml").write_text(TOML.format(name=name, version="2"))
    ear = play(store, 20)
    played = {bot for group in groups(store).values() for bots in group.values() for bot in bots}
    assert "good@1" in played
    assert not any(bot.startswith("other") or bot == "greedy@2" for bot in played)
    if name == "other":
        assert "mine@1" in played
    else:  # not a name that a bot may have
        assert any(remark.startswith("mine@1 cannot take part") for remark in ear.remarks)


def test_a_submitted_bot_that_breaks_its_bot_toml_does_not_end_the_ladder(
    store: Store, submit: Callable[..., None], tmp_path: Path
) -> None:
    submit("mine")
    (tmp_path / "mine@1" / "bot.toml").write_text("[[[")
    assert len([remark for remark in play(store, 4).remarks if "mine@1 cannot" in remark]) == 1


def write_source(folder: Path, kind: str) -> Path:
    """Write a bot as its author has it."""
    folder.mkdir()
    if kind == "lone file":
        (folder / "mine.py").write_text("print('one')")
        return folder / "mine.py"
    build = 'build = ["cp", "bot.py", "built.py"]\n' if kind == "built" else ""
    version = "" if kind == "without version" else 'version = "1"\n'
    (folder / "bot.toml").write_text(f'name = "mine"\n{version}{build}run = ["python", "bot.py"]\n')
    (folder / "bot.py").write_text("print('one')")
    return folder


KINDS = ["folder", "without version", "built", "lone file"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_submitted_bot_takes_part_as_it_was_copied(
    store: Store, tmp_path: Path, kind: str
) -> None:
    submit_bot(store, write_source(tmp_path / "src", kind), tmp_path / "kept")
    assert not [remark for remark in play(store, 4).remarks if "cannot take part" in remark]


@pytest.mark.parametrize("kind", KINDS)
def test_a_submitted_bot_whose_copy_is_edited_takes_part_no_more(
    store: Store, tmp_path: Path, kind: str
) -> None:
    """It kept the rating of what it had been."""
    done = submit_bot(store, write_source(tmp_path / "src", kind), tmp_path / "kept")
    copy = Path(done.submission.folder)
    next(copy.glob("b*t.py" if kind != "lone file" else "*.py")).write_text("print('two')")
    ear = play(store, 8)
    said = [remark for remark in ear.remarks if remark.startswith("mine@")]
    assert len(said) == 1
    assert f"the files in {copy} are not those that were submitted" in said[0]
    played = {bot for group in groups(store).values() for bots in group.values() for bot in bots}
    assert not any(bot.startswith("mine") for bot in played)


def test_one_whose_copy_is_edited_while_the_ladder_is_served_is_suspended(
    store: Store, tmp_path: Path
) -> None:
    done = submit_bot(store, write_source(tmp_path / "src", "folder"), tmp_path / "kept")

    class Editor(Ear):
        def finished(self, pairing: Pairing, result: JobResult) -> None:
            (Path(done.submission.folder) / "bot.py").write_text("print('two')")

    ear = Editor()

    async def main() -> None:
        with trio.fail_after(60):
            await serve(store, 40, observer=ear)

    trio.run(main)
    assert any(remark.startswith("mine@1 is suspended") for remark in ear.remarks)
    played = [bots for group in groups(store).values() for bots in group.values()]
    assert sum("mine@1" in bots for bots in played) < 10
