"""Fault 41: records that were damaged, emptied, deleted or edited, each in a real database.

Whatever was done, `replay verify --all` and `rebuild` name it and go on with the rest, and
`standings` never ends in a traceback.
"""

import json
import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest
import trio

from arbiter.jobs import Job, JobResult
from arbiter.tournaments.ladder import open_ladder, schedule_of, serve_ladder
from arbiter.tournaments.runner import Observer
from arbiter.tournaments.submit import submit_bot
from engine.record import Bot, pack_record
from ladder.store.store import Store, open_store
from tests.arbiter.cli.commands import call, called_json
from tests.ladder.store.sql import execute
from tests.security.stored import (
    body_of,
    change_an_action,
    drop_an_action,
    edit,
    edit_text,
    forge,
    hold_tournament,
    make_winner_a_timeout,
    play,
    put_body,
)
from tests.seeds import seeds

MATCHES = 6  # a knockout of four: two semifinals and a final, two rotations each
FINAL = 5


@pytest.fixture
def store(url: str, tmp_path: Path) -> Iterator[Store]:
    """A database with a tournament that is over."""
    with closing(open_store(url)) as opened:
        hold_tournament(opened, tmp_path)
        yield opened


def flip(store: Store, match_id: int) -> None:
    body = bytearray(body_of(store, match_id))
    body[len(body) // 2] ^= 0xFF
    put_body(store, match_id, bytes(body))


def swap_names(store: Store, match_id: int) -> None:
    seats = store.record(match_id).seats
    edit(
        store,
        match_id,
        bot=[seat.bot for seat in reversed(seats)],
        version=[seat.version for seat in reversed(seats)],
    )


def copy_from_another_match(store: Store, match_id: int) -> None:
    """Put the other rotation of the table there, with the bots in the right seats."""
    record, other = store.record(match_id), store.record(match_id + 1)
    seats = tuple(
        replace(seat, bot=own.bot, version=own.version)
        for seat, own in zip(other.seats, record.seats, strict=True)
    )
    forge(store, match_id, replace(other, seats=seats))


def seat_a_stranger(store: Store, match_id: int) -> None:
    seats = store.record(match_id).seats
    edit(store, match_id, bot=["mallory", seats[1].bot])


def raise_a_version(store: Store, match_id: int) -> None:
    edit(store, match_id, version=["9", store.record(match_id).seats[1].version])


def swap_ranks(store: Store, match_id: int) -> None:
    seats = store.record(match_id).seats
    edit(
        store,
        match_id,
        rank=[seat.rank for seat in reversed(seats)],
        score=[seat.score for seat in reversed(seats)],
    )


def give_a_strike(store: Store, match_id: int) -> None:
    """Let a seat run out of time once before it forfeits, as if it had been forgiven."""
    record = store.record(match_id)
    bots = [Bot(seat.bot, seat.version) for seat in record.seats]
    forge(store, match_id, play(record.setup, bots, times_out=0, strikes=1))


DAMAGES: dict[str, tuple[Callable[[Store, int], object], str]] = {
    "emptied": (lambda store, n: put_body(store, n, b""), "its record is damaged: it is empty"),
    "truncated": (
        lambda store, n: put_body(store, n, body_of(store, n)[:-9]),
        "its record is damaged",
    ),
    "bytes flipped": (flip, "its record is damaged"),
    "record deleted": (
        lambda store, n: execute(store, "DELETE FROM records WHERE match_id = :n", n=n),
        "its record is missing",
    ),
    "digest changed": (
        lambda store, n: execute(store, "UPDATE records SET digest = 'x' WHERE match_id=:n", n=n),
        "its record has the digest",
    ),
    "another deal": (
        lambda store, n: edit_text(store, n, '"seed":', '"seed":1'),
        "its deal is not the one",
    ),
    "an action changed": (change_an_action, "its record says its digest is"),
    "an action dropped": (drop_an_action, "times, the record says"),
    "ranks swapped": (swap_ranks, "replay scores"),
    "names swapped": (swap_names, "sit in its record"),
    "a stranger": (seat_a_stranger, "mallory does not take part"),
    "another version": (raise_a_version, "not as 9"),
    "another match": (copy_from_another_match, "its deal is not the one"),
    "a winner made a timeout": (make_winner_a_timeout, "made every decision itself"),
    "a strike given": (give_a_strike, "has 1 strike in it, the tournament allows 0"),
    "another game": (
        lambda store, n: edit_text(store, n, '"connect_four"', '"chess"'),
        "its game is 'chess', the schedule has 'connect_four'",
    ),
    "other options": (
        lambda store, n: edit_text(store, n, '"options":{}', '"options":{"easy":true}'),
        "no option 'easy'",
    ),
    "another format": (lambda store, n: put_body(store, n, b"x\x9c"), "its record is damaged"),
}
"""What an intruder does to a match, with digests and seats that agree where that is possible."""


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_record_is_named_and_the_rest_is_checked_all_the_same(
    name: str, store: Store, url: str, tmp_path: Path
) -> None:
    damage, sentence = DAMAGES[name]
    damage(store, FINAL)
    for words in (("replay", "verify", "--all"), ("rebuild",)):
        done = call(*words, "--db", url, cwd=tmp_path)
        assert done.returncode == 1, done.stdout
        first, *_, last = done.stdout.splitlines()
        assert first.startswith(f"match {FINAL} (cup: connect_four, final, table 1, rotation 1)")
        assert sentence in first
        assert str(MATCHES - 1) in last
    assert call("standings", "--db", url, cwd=tmp_path).returncode == 0


CONTRADICTIONS = {
    "a rank": "UPDATE seats SET rank = 3 - rank WHERE match_id = 5",
    "a score": "UPDATE seats SET score = 9 WHERE match_id = 5",
    "a winner made a timeout": "UPDATE seats SET ending='timeout' WHERE match_id=5 AND rank=1",
    "an ending nobody knows": "UPDATE seats SET ending = 'bored' WHERE match_id = 5",
    "a reason": "UPDATE seats SET reason = 'x' WHERE match_id = 5",
    "decisions": "UPDATE seats SET decisions = 99 WHERE match_id = 5",
    "strikes": "UPDATE seats SET strike_count = 9 WHERE match_id = 5",
    "times": "UPDATE seats SET seconds = 99 WHERE match_id = 5",
    "a seat deleted": "DELETE FROM seats WHERE match_id = 5 AND seat = 0",
    "all seats deleted": "DELETE FROM seats WHERE match_id = 5",
    "a rank out of range": "UPDATE seats SET rank = 99 WHERE match_id = 5 AND rank = 1",
    "another bot": "UPDATE seats SET bot_id = (SELECT max(bot_id) FROM seats) WHERE match_id=5",
}


@pytest.mark.parametrize("statement", CONTRADICTIONS.values(), ids=CONTRADICTIONS.keys())
def test_seats_that_contradict_their_record_are_named_and_derived_from_it_again(
    statement: str, store: Store, url: str, tmp_path: Path
) -> None:
    before = called_json("standings", "--db", url, cwd=tmp_path)
    execute(store, statement)
    found = call("replay", "verify", "--all", "--json", "--db", url, cwd=tmp_path)
    (damage,) = json.loads(found.stdout)["damaged"]
    assert (found.returncode, damage["match_id"]) == (1, 5)
    assert "its seats" in damage["trouble"]
    single = call("replay", "verify", "5", "--db", url, cwd=tmp_path)
    assert (single.returncode, "`lutetia rebuild` mends it" in single.stderr) == (2, True)
    assert call("standings", "--db", url, cwd=tmp_path).returncode == 0
    mended = called_json("rebuild", "--db", url, cwd=tmp_path)
    assert [match["match_id"] for match in mended["mended"]] == [5]
    assert called_json("standings", "--db", url, cwd=tmp_path) == before
    called_json("replay", "verify", "--all", "--db", url, cwd=tmp_path)


def test_bots_whose_names_were_swapped_in_their_table_are_seated_as_their_records_say(
    store: Store, url: str, tmp_path: Path
) -> None:
    before = called_json("standings", "--db", url, cwd=tmp_path)
    names = [row["bot"] for row in before[:2]]
    for old, new in ((names[0], "x"), (names[1], names[0]), ("x", names[1])):
        execute(store, "UPDATE bots SET name = :new WHERE name = :old", old=old, new=new)
    found = call("replay", "verify", "--all", "--db", url, cwd=tmp_path)
    assert found.returncode == 1
    assert f"bot {names[0]}@{before[0]['version']}: the hash of its files" in found.stdout
    assert called_json("rebuild", "--db", url, cwd=tmp_path)["mended"] != []
    assert called_json("standings", "--db", url, cwd=tmp_path) == before
    called_json("replay", "verify", "--all", "--db", url, cwd=tmp_path)


def test_a_whole_tournament_agrees(store: Store, url: str, tmp_path: Path) -> None:
    for words in ([], ["--tournament", "cup"]):
        found = called_json("replay", "verify", "--all", *words, "--db", url, cwd=tmp_path)
        assert found.pop("matches") == MATCHES
        assert not any(found.values())
    assert called_json("rebuild", "--db", url, cwd=tmp_path)["matches"] == MATCHES
    done = call("replay", "verify", "--tournament", "cup", "--db", url, cwd=tmp_path)
    assert done.stdout == "checked 6 matches: 6 agree\n"


def test_a_match_that_was_deleted_is_missed_when_later_rounds_were_played(
    store: Store, url: str, tmp_path: Path
) -> None:
    for table, column in (("seats", "match_id"), ("records", "match_id"), ("matches", "id")):
        execute(store, f"DELETE FROM {table} WHERE {column} = 2")
    found = call("replay", "verify", "--all", "--db", url, cwd=tmp_path)
    assert found.returncode == 1
    assert "later rounds were played, but these matches are missing" in found.stdout
    assert "connect_four, semifinal, table 1, rotation 2" in found.stdout


@pytest.mark.parametrize("gone", [(1,), (FINAL,), (1, 2, 3, 4, 5, 6)])
def test_matches_that_were_deleted_are_missed_whichever_they_are(
    gone: tuple[int, ...], store: Store, url: str, tmp_path: Path
) -> None:
    for table, column in (("seats", "match_id"), ("records", "match_id"), ("matches", "id")):
        for match_id in gone:
            execute(store, f"DELETE FROM {table} WHERE {column} = {match_id}")
    found = call("replay", "verify", "--all", "--db", url, cwd=tmp_path)
    assert found.returncode == 1
    assert f"6 matches were stored, and {len(gone)} of them are gone" in found.stdout


def test_a_final_that_follows_from_forged_semifinals_is_seen(
    store: Store, url: str, tmp_path: Path
) -> None:
    """Seats were changed while the tournament ran, and the wrong bots met in its final."""
    record = store.record(FINAL)
    absent = ({"ada", "bea", "cleo", "dora"} - {seat.bot for seat in record.seats}).pop()
    versions = {seat.bot: seat.version for n in range(1, 7) for seat in store.record(n).seats}
    edit(
        store,
        FINAL,
        bot=[absent, record.seats[1].bot],
        version=[versions[absent], record.seats[1].version],
    )
    done = call("replay", "verify", "--all", "--db", url, cwd=tmp_path)
    assert f"match {FINAL} (cup" in done.stdout
    assert "in the schedule" in done.stdout


class Table(NamedTuple):
    """Plays matches in this process."""

    async def play(self, job: Job) -> JobResult:
        await trio.lowlevel.checkpoint()
        return pack_record(play(job.setup, [manifest.bot for manifest in job.bots.values()]))


async def serve(store: Store) -> None:
    """Play eight matches of a ladder among the built-in bots and one that is submitted."""
    ladder = open_ladder(store)
    schedule = schedule_of(store, ladder, ["moscow_paris"], concurrency=1)
    await serve_ladder(store, ladder, schedule, Table(), Observer(), concurrency=1, limit=8)


def stranger_in_ladder(store: Store, match_id: int) -> None:
    seats = store.record(match_id).seats
    edit(store, match_id, bot=["mallory", *(seat.bot for seat in seats[1:])])


def other_bot_in_ladder(store: Store, match_id: int) -> None:
    """Seat another bot than the one that sits there in the other rotations."""
    bots = [Bot(seat.bot, seat.version) for seat in store.record(match_id).seats]
    other = next(bot for bot in (Bot("greedy", "1"), Bot("random", "1")) if bot != bots[0])
    edit(
        store,
        match_id,
        bot=[other.name, *(bot.name for bot in bots[1:])],
        version=[other.version, *(bot.version for bot in bots[1:])],
    )


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (stranger_in_ladder, "was never submitted"),
        (other_bot_in_ladder, "another rotation of its table"),
        (lambda store, n: edit_text(store, n, '"seed":', '"seed":1'), "is not valid"),
        (lambda store, n: forge(store, n, store.record(1)), "its deal is not the one"),
    ],
)
def test_a_ladder_is_checked_by_its_keys_its_tables_and_its_submissions(
    url: str, tmp_path: Path, damage: Callable[[Store, int], object], sentence: str
) -> None:
    (tmp_path / "ada.py").write_text("# ada\n")
    with closing(open_store(url)) as store:
        submit_bot(store, tmp_path / "ada.py", tmp_path / "bots")
        trio.run(serve, store)
        called_json("replay", "verify", "--all", "--db", url, cwd=tmp_path)
        damage(store, 2)
    done = call("replay", "verify", "--all", "--db", url, cwd=tmp_path)
    assert (done.returncode, sentence in done.stdout) == (1, True), done.stdout


def test_nothing_to_verify_is_a_mistake(tmp_path: Path) -> None:
    for words in ((), ("1", "--all")):
        done = call("replay", "verify", *words, cwd=tmp_path)
        assert (done.returncode, "all" in done.stderr) == (2, True)


class TestSqlite:
    """What nobody can do to PostgreSQL, which checks types and references."""

    @pytest.fixture
    def path(self, tmp_path: Path) -> Path:
        path = tmp_path / "lutetia.db"
        with closing(open_store(f"sqlite:///{path}")) as store:
            hold_tournament(store, tmp_path)
        return path

    @pytest.mark.parametrize(
        ("statement", "sentence"),
        [
            ("DELETE FROM matches WHERE id = 5", "match 5 is gone, its record is still there"),
            ("DELETE FROM bots WHERE name = 'ada'", "its seats contradict its record: bot of"),
            ("DELETE FROM tournaments", "its tournament 1 is not stored"),
            ("UPDATE seats SET rank = 'one' WHERE match_id = 5", "rank of seat 0 is 'one', not"),
            ("UPDATE seats SET rank = 1e300 WHERE match_id = 5", "rank of seat 0 is 1e+300, not"),
            ("UPDATE seats SET bot_id = 'me' WHERE match_id = 5", "bot of seat 0 is None, not"),
            ("UPDATE matches SET round = 'one' WHERE id = 5", "key ('connect_four', 'one', 0, 0)"),
            ("UPDATE matches SET game = 7 WHERE id = 5", "schedule has no such match"),
            ("UPDATE matches SET game = x'ff' WHERE id = 5", "is damaged"),
            ("UPDATE matches SET rotation = 7 WHERE id = 5", "schedule has no such match"),
            ("UPDATE tournaments SET spec = '{'", "its spec cannot be read"),
            ("UPDATE tournaments SET spec = '5'", "its spec cannot be read"),
            ("UPDATE tournaments SET spec = '{}'", "its spec cannot be read"),
            ("UPDATE tournaments SET seed = 'x'", "its seed is not the one of its spec"),
            ("UPDATE records SET body = 'text' WHERE match_id = 5", "its record is damaged"),
            ("UPDATE records SET digest = x'ff' WHERE match_id = 5", "its record has the digest"),
            ("UPDATE bots SET name = CAST(x'ff' AS TEXT) WHERE name = 'ada'", "bot of seat"),
        ],
    )
    def test_what_no_column_should_hold_is_named(
        self, path: Path, statement: str, sentence: str, tmp_path: Path
    ) -> None:
        with closing(sqlite3.connect(path)) as intruder, intruder:
            intruder.execute(statement)
        done = call("replay", "verify", "--all", cwd=tmp_path)
        assert (done.returncode, sentence in done.stdout) == (1, True), done.stdout
        for words in (("rebuild",), ("standings",), ("crosstable",), ("history", "bea")):
            assert call(*words, cwd=tmp_path).returncode in (0, 1, 2)

    def test_a_damaged_match_is_left_out_of_the_standings_which_say_so(
        self, path: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        with closing(sqlite3.connect(path)) as intruder, intruder:
            intruder.execute("UPDATE seats SET rank = 'one' WHERE match_id = 5")
        rows = called_json("standings", cwd=tmp_path)
        assert sum(row["games"] for row in rows) == 2 * (MATCHES - 1)
        (sentence,) = caplog.messages
        assert sentence.startswith("left out of all results, since their seats are damaged: match")

    def test_a_tournament_with_damaged_seats_is_not_resumed(
        self, path: Path, tmp_path: Path
    ) -> None:
        with closing(sqlite3.connect(path)) as intruder, intruder:
            intruder.execute("DELETE FROM seats WHERE match_id = 5")
        done = call("tournament", "resume", "cup", cwd=tmp_path)
        assert done.returncode == 2
        assert "match 5 of 'cup' has damaged seats; `lutetia rebuild`" in done.stderr

    @pytest.mark.parametrize("seed", seeds(12, 200))
    def test_a_file_with_bytes_flipped_anywhere_never_ends_in_a_traceback(
        self, path: Path, tmp_path: Path, seed: int
    ) -> None:
        chance = random.Random(seed)
        data = bytearray(path.read_bytes())
        for _ in range(chance.choice((1, 8, 64))):
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        path.write_bytes(bytes(data))
        for words in (
            ("standings",),
            ("standings", "--tournament", "cup"),
            ("history", "ada"),
            ("tournament", "list"),
            ("tournament", "show", "cup", "--matches"),
            ("replay", "verify", "--all"),
            ("replay", "verify", "5"),
            ("rebuild",),
            ("bots",),
        ):
            copy = tmp_path / "copy"
            shutil.rmtree(copy, ignore_errors=True)
            copy.mkdir()
            shutil.copy(path, copy / "lutetia.db")
            done = call(*words, cwd=copy)
            assert done.returncode in (0, 1, 2), (seed, words)
