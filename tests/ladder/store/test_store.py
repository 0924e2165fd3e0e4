"""A finished game is stored whole, once, or not at all."""

import random
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from engine.record import Bot, Ending, Record, SeatRecord, Setup
from ladder.errors import DatabaseBusy
from ladder.ratings.standings import standings
from ladder.schedules.schedule import GameSchedule, Key
from ladder.store.store import PAUSES, Store, Tournament, open_store
from tests.ladder.games import record, record_of

KEY = Key("game", 0, 0, 0)


def rows(path: Path, table: str) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ladder.db"


def test_a_stored_record_comes_back_as_it_was(store: Store, tournament: Tournament) -> None:
    seats = (
        SeatRecord("a", "1.0", 12, 1, Ending.PLAYED, "", 30, 1.5),
        SeatRecord("b", "2.0", None, 2, Ending.CRASH, "exit code 1", 0, 0.0),
    )
    setup = Setup("game", 2, {"variant": True}, 2**64 - 1)
    whole = Record(setup, ((1, (2, 3), "place"), (None, "pass")), seats)
    store.add_game(tournament, KEY, whole)
    assert store.record(store.game_ids(tournament)[KEY]) == whole


def test_the_same_result_delivered_twice_is_one_row(store: Store, tournament: Tournament) -> None:
    assert store.add_game(tournament, KEY, record("a", "b"))
    assert not store.add_game(tournament, KEY, record("b", "a"))
    assert store.finished(tournament) == {KEY: (1, 2)}
    assert store.record(store.game_ids(tournament)[KEY]) == record("a", "b")


def test_many_games_are_stored_at_once_and_old_ones_told_apart(
    store: Store, tournament: Tournament
) -> None:
    store.add_game(tournament, KEY, record("a", "b"))
    new = Key("game", 0, 0, 1)
    both = [(KEY, record("a", "b")), (new, record("b", "a")), (new, record("b", "a"))]
    assert store.add_games(tournament, both) == [False, True, False]


def test_equal_keys_of_two_tournaments_are_two_games(store: Store, tournament: Tournament) -> None:
    other = store.add_tournament("other", {}, seed=1)
    assert store.add_game(tournament, KEY, record("a", "b"))
    assert store.add_game(other, KEY, record("a", "b"))


def test_two_writers_of_the_same_games_store_each_once(url: str, tournament: Tournament) -> None:
    keys = [Key("game", 0, table, 0) for table in range(40)]

    def write(_: int) -> int:
        with closing(open_store(url)) as store:
            return sum(store.add_game(tournament, key, record("a", "b")) for key in keys)

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(write, range(4))) == len(keys)


@contextmanager
def write_lock(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield other


def test_a_database_locked_for_a_while_is_tried_again(
    url: str, path: Path, tournament: Tournament
) -> None:
    pauses: list[float] = []
    with write_lock(path) as other:

        def sleep(seconds: float) -> None:
            pauses.append(seconds)
            if len(pauses) == 2:
                other.execute("ROLLBACK")

        with closing(open_store(url, sleep=sleep, busy_seconds=0)) as store:
            assert store.add_game(tournament, KEY, record("a", "b"))
    assert pauses == list(PAUSES[:2])


def test_a_database_locked_for_good_is_an_error_that_says_what_to_do(
    url: str, path: Path, tournament: Tournament
) -> None:
    pauses: list[float] = []
    with closing(open_store(url, sleep=pauses.append, busy_seconds=0)) as store:
        with write_lock(path), pytest.raises(DatabaseBusy, match=r"locked.*end the program"):
            store.add_game(tournament, KEY, record("a", "b"))
        assert pauses == list(PAUSES)
        assert store.finished(tournament) == {}
        assert store.add_game(tournament, KEY, record("a", "b"))


def test_a_reader_does_not_wait_for_a_writer(
    url: str, path: Path, store: Store, tournament: Tournament
) -> None:
    store.add_game(tournament, KEY, record("a", "b"))
    with write_lock(path), closing(open_store(url, busy_seconds=0)) as reader:
        assert len(reader.results()) == 1


def limit_pages(store: Store, pages: int) -> None:
    with store.engine.connect() as connection:
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")


def large_record() -> Record:
    """A record of many actions that no compression makes small."""
    dice = random.Random(1)
    actions = tuple((dice.getrandbits(60), "drop") for _ in range(5_000))
    return Record(record("a").setup, actions, record("a", "b").seats)


def test_a_full_disk_leaves_nothing_half_written_and_the_game_can_be_stored_later(
    url: str, path: Path, tournament: Tournament
) -> None:
    with closing(open_store(url, sleep=lambda _: None)) as store:
        limit_pages(store, 1)  # no page more than it has
        with pytest.raises(DatabaseBusy, match=r"full.*free some disk space"):
            store.add_game(tournament, KEY, large_record())
        assert [rows(path, each) for each in ("games", "records", "seats", "bots")] == [0] * 4
        limit_pages(store, 1_000_000)
        assert store.add_game(tournament, KEY, large_record())


def test_a_disk_that_gets_room_in_time_loses_nothing(url: str, tournament: Tournament) -> None:
    def make_room(_: float) -> None:
        limit_pages(store, 1_000_000)

    with closing(open_store(url, sleep=make_room)) as store:
        limit_pages(store, 1)
        assert store.add_game(tournament, KEY, large_record())


WRITER = """
import sys
from ladder.schedules.schedule import Key
from ladder.store.store import open_store
from tests.ladder.games import record
store = open_store(sys.argv[1])
cup = store.tournament("cup")
print("ready", flush=True)
for table in range(10**6):
    if store.add_game(cup, Key("game", 0, table, 0), record("a", "b", "c")):
        print(table, flush=True)
"""


def test_a_writer_killed_at_any_moment_leaves_whole_games_and_loses_none_it_reported(
    url: str, path: Path, store: Store, tournament: Tournament
) -> None:
    reported: list[int] = []
    for games in (1, 7, 13):
        with subprocess.Popen(
            [sys.executable, "-c", WRITER, url], stdout=subprocess.PIPE, text=True
        ) as writer:
            assert writer.stdout is not None
            assert writer.stdout.readline() == "ready\n"
            reported += [int(writer.stdout.readline()) for _ in range(games)]
            writer.send_signal(signal.SIGKILL)
            reported += [int(line) for line in writer.stdout]
    stored = rows(path, "games")
    assert rows(path, "records") == stored
    assert rows(path, "seats") == 3 * stored
    assert {key.table for key in store.finished(tournament)} >= set(reported)
    assert len(reported) == len(set(reported))


def test_tournaments_are_listed_with_their_finished_games(
    store: Store, tournament: Tournament
) -> None:
    store.add_tournament("big", {"bots": ["a", "b"]}, seed=2**64 - 1)
    store.add_game(tournament, KEY, record("a", "b"))
    listed = [(each.name, each.seed, each.games) for each in store.tournaments()]
    assert listed == [("cup", 1, 1), ("big", 2**64 - 1, 0)]
    assert store.tournament("big").spec == {"bots": ["a", "b"]}


def ranks_by_chance(seed: int) -> Callable[[int], tuple[int, ...]]:
    dice = random.Random(seed)
    return lambda players: tuple(dice.sample(range(1, players + 1), players))


def fill(store: Store, tournament: Tournament, order: int) -> None:
    """Play a schedule whose games end in some order."""
    pairings = GameSchedule("game", 3, ("d", "a", "c", "b", "e"), 1, rounds=3).due({})
    ranks = ranks_by_chance(7)
    played = [(each.key, record_of(each, ranks(3))) for each in pairings]
    random.Random(order).shuffle(played)
    store.add_games(tournament, played)


def test_standings_do_not_depend_on_the_order_in_which_games_end(tmp_path: Path) -> None:
    tables = []
    for order in (1, 2):
        with closing(open_store(f"sqlite:///{tmp_path}/{order}.db")) as store:
            fill(store, store.add_tournament("cup", {}, 1), order)
            tables.append(standings(store.results()))
    assert tables[0] == tables[1]


def test_rebuilding_from_records_gives_the_same_standings(
    store: Store, path: Path, tournament: Tournament
) -> None:
    fill(store, tournament, 1)
    before = standings(store.results())
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE seats SET rank = 1")
        connection.execute("DELETE FROM seats WHERE game_id = 3")
        connection.commit()
    assert store.rebuild() == len(store.finished(tournament))
    assert standings(store.results()) == before


def test_results_of_one_tournament_leave_out_the_others(
    store: Store, tournament: Tournament
) -> None:
    other = store.add_tournament("other", {}, seed=1)
    store.add_game(tournament, KEY, record("a", "b"))
    store.add_game(other, KEY, record("c", "d"))
    assert store.results(other).bots == (Bot("c", "1"), Bot("d", "1"))
    assert len(store.results()) == 2


def test_games_of_one_table_are_one_group(store: Store, tournament: Tournament) -> None:
    keys = [Key("game", 0, 0, 0), Key("game", 0, 0, 1), Key("game", 0, 1, 0), Key("go", 0, 0, 0)]
    store.add_games(tournament, [(key, record("a", "b")) for key in keys])
    results = store.results()
    assert results.names == ("game", "go")
    assert results.group.tolist() == [0, 0, 1, 2]


def test_an_empty_store_has_empty_results(store: Store) -> None:
    assert len(store.results()) == 0
    assert standings(store.results()) == []
    assert store.rebuild() == 0


def test_every_version_of_a_bot_is_a_bot_of_its_own(store: Store, tournament: Tournament) -> None:
    pairing = GameSchedule("game", 2, ("a", "b"), 1).due({})[0]
    for number, version in enumerate(("1", "2")):
        key = pairing.key._replace(round=number)
        store.add_game(tournament, key, record_of(pairing, (1, 2), version))
    assert list(store.results().bots) == [
        Bot("a", "1"),
        Bot("a", "2"),
        Bot("b", "1"),
        Bot("b", "2"),
    ]
