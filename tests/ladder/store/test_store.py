"""A finished match is stored whole, once, or not at all."""

import random
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from engine.record import Bot, Ending, Record, SeatRecord, Setup, pack_record
from ladder.errors import BadSchedule, TournamentExists
from ladder.ratings.standings import standings
from ladder.schedules.schedule import GameSchedule, Key
from ladder.store.store import Store, Tournament, open_store
from tests.ladder.games import record, record_of
from tests.ladder.store.sql import rows

KEY = Key("game", 0, 0, 0)


def test_a_stored_record_comes_back_as_it_was(store: Store, tournament: Tournament) -> None:
    seats = (
        SeatRecord("a", "1.0", 12, 1, Ending.PLAYED, "", 30, 1.5, 1.25, 0.5),
        SeatRecord("b", "2.0", None, 2, Ending.CRASH, "exit code 1", 0, 0.0, 0.0, 0.0),
    )
    setup = Setup("game", 2, {"variant": True}, 2**64 - 1)
    whole = Record(setup, ((1, (2, 3), "place"), (None, "pass")), seats)
    store.add_match(tournament, KEY, whole)
    assert store.record(store.match_ids(tournament)[KEY]) == whole


def test_many_matches_are_stored_at_once_and_old_ones_told_apart(
    store: Store, tournament: Tournament
) -> None:
    store.add_match(tournament, KEY, record("a", "b"))
    new = Key("game", 0, 0, 1)
    both = [
        (KEY, pack_record(record("a", "b"))),
        (new, pack_record(record("b", "a"))),
        (new, pack_record(record("b", "a"))),
    ]
    assert store.add_matches(tournament, both) == [False, True, False]


def test_a_tournament_is_deleted_with_all_its_matches_and_nothing_else(
    store: Store, tournament: Tournament
) -> None:
    other = store.add_tournament("other", {}, seed=2)
    store.add_match(other, KEY, record("a", "b"))
    before = standings(store.results())
    store.add_match(tournament, KEY, record("b", "c"))
    store.forgive(Bot("c", "1"))
    store.delete(tournament)
    assert [each.name for each in store.tournaments()] == ["other"]
    assert [rows(store, each) for each in ("matches", "records", "seats")] == [1, 1, 2]
    assert standings(store.results()) == before
    assert store.forgiven() == {Bot("c", "1"): store.match_ids(other)[KEY]}


def test_a_tournament_is_renamed_to_a_name_that_is_free_and_valid(
    store: Store, tournament: Tournament
) -> None:
    store.add_tournament("other", {}, seed=2)
    store.add_match(tournament, KEY, record("a", "b"))
    for name, refusal in (("other", TournamentExists), ("[/x]", BadSchedule)):
        with pytest.raises(refusal):
            store.rename(tournament, name)
    store.rename(tournament, "cup of 2026")
    assert [each.name for each in store.tournaments()] == ["cup of 2026", "other"]
    assert store.count_matches(store.tournament("cup of 2026")) == 1


def test_a_batch_of_matches_is_stored_whole_or_not_at_all(
    store: Store, tournament: Tournament
) -> None:
    good = record("a", "b")
    bad = replace(good, seats=(replace(good.seats[0], score=2**70), good.seats[1]))
    with pytest.raises((OverflowError, sa.exc.DBAPIError)):  # no column holds such a score
        batch = [(KEY, pack_record(good)), (KEY._replace(rotation=1), pack_record(bad))]
        store.add_matches(tournament, batch)
    assert [rows(store, table) for table in ("matches", "records", "seats", "bots")] == [0] * 4


def test_matches_stored_at_once_are_numbered_in_the_order_given(
    store: Store, tournament: Tournament
) -> None:
    keys = [Key("game", 0, table, 0) for table in range(500)]
    random.Random(1).shuffle(keys)
    store.add_matches(tournament, [(key, pack_record(record("a", "b"))) for key in keys])
    assert list(store.match_ids(tournament)) == keys


def test_equal_keys_of_two_tournaments_are_two_matches(
    store: Store, tournament: Tournament
) -> None:
    other = store.add_tournament("other", {}, seed=1)
    assert store.add_match(tournament, KEY, record("a", "b"))
    assert store.add_match(other, KEY, record("a", "b"))


def test_several_writers_of_the_same_matches_store_each_once(
    url: str, tournament: Tournament
) -> None:
    keys = [Key("game", 0, table, 0) for table in range(40)]

    def write(seed: int) -> int:
        order = random.Random(seed).sample(keys, len(keys))
        with closing(open_store(url)) as store:
            return sum(store.add_match(tournament, key, record("a", "b")) for key in order)

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(write, range(4))) == len(keys)


def test_several_writers_of_the_same_groups_in_other_orders_store_each_match_once(
    url: str, tournament: Tournament
) -> None:
    keys = [Key("game", 0, table, 0) for table in range(400)]

    def write(seed: int) -> int:
        order = random.Random(seed).sample(keys, len(keys))
        with closing(open_store(url)) as store:
            return sum(
                store.add_matches(
                    tournament, [(key, pack_record(record("a", "b"))) for key in order]
                )
            )

    with ThreadPoolExecutor(3) as pool:
        assert sum(pool.map(write, range(3))) == len(keys)


def test_a_match_delivered_twice_is_not_new(
    store: Store, tournament: Tournament, caplog: pytest.LogCaptureFixture
) -> None:
    assert store.add_match(tournament, KEY, record("a", "b"))
    assert not store.add_match(tournament, KEY, record("a", "b"))
    assert caplog.messages == []


def test_a_match_played_twice_keeps_its_first_record_and_is_logged(
    store: Store, tournament: Tournament, caplog: pytest.LogCaptureFixture
) -> None:
    assert store.add_match(tournament, KEY, record("a", "b", seed=1))
    assert not store.add_match(tournament, KEY, record("b", "a", seed=2))
    assert store.record(store.match_ids(tournament)[KEY]) == record("a", "b", seed=1)
    (sentence,) = caplog.messages
    assert sentence == (
        "match game, round 1, table 1, rotation 1 was played twice: "
        f"record {record('a', 'b', seed=1).digest} stays, "
        f"{record('b', 'a', seed=2).digest} is dropped"
    )


def test_a_match_is_new_although_the_answer_to_its_commit_was_lost(
    url: str, tournament: Tournament, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(open_store(url, sleep=lambda _: None)) as store:
        dialect = store.engine.dialect
        commit, lost = dialect.do_commit, store.engine.dialect.loaded_dbapi.OperationalError

        def commit_and_lose_the_answer(connection: Any) -> None:
            commit(connection)
            dialect.do_commit = commit  # type: ignore[method-assign]
            raise lost("connection lost")

        dialect.do_commit = commit_and_lose_the_answer  # type: ignore[method-assign, assignment]
        assert store.add_match(tournament, KEY, record("a", "b"))
        assert rows(store, "matches") == 1
        assert not store.add_match(tournament, KEY, record("a", "b"))
    assert caplog.messages == []


WRITER = """
import sys
from ladder.schedules.schedule import Key
from ladder.store.store import open_store
from tests.ladder.games import record
store = open_store(sys.argv[1])
cup = store.tournament("cup")
print("ready", flush=True)
for table in range(10**6):
    if store.add_match(cup, Key("game", 0, table, 0), record("a", "b", "c")):
        print(table, flush=True)
"""


def test_a_writer_killed_at_any_moment_leaves_whole_matches_and_loses_none_it_reported(
    url: str, store: Store, tournament: Tournament
) -> None:
    reported: list[int] = []
    for matches in (1, 7, 13):
        with subprocess.Popen(
            [sys.executable, "-c", WRITER, url], stdout=subprocess.PIPE, text=True
        ) as writer:
            assert writer.stdout is not None
            assert writer.stdout.readline() == "ready\n"
            reported += [int(writer.stdout.readline()) for _ in range(matches)]
            writer.send_signal(signal.SIGKILL)
            reported += [int(line) for line in writer.stdout]
    stored = rows(store, "matches")
    assert rows(store, "records") == stored
    assert rows(store, "seats") == 3 * stored
    assert {key.table for key in store.finished(tournament)} >= set(reported)
    assert len(reported) == len(set(reported))


def test_tournaments_are_counted_with_their_finished_matches(
    store: Store, tournament: Tournament
) -> None:
    store.add_tournament("big", {"bots": ["a", "b"]}, seed=2**64 - 1)
    store.add_match(tournament, KEY, record("a", "b"))
    listed = [
        (stored.name, stored.seed, store.count_matches(stored)) for stored in store.tournaments()
    ]
    assert listed == [("cup", 1, 1), ("big", 2**64 - 1, 0)]
    assert store.tournament("big").spec == {"bots": ["a", "b"]}


def ranks_by_chance(seed: int) -> Callable[[int], tuple[int, ...]]:
    dice = random.Random(seed)
    return lambda players: tuple(dice.sample(range(1, players + 1), players))


def fill(store: Store, tournament: Tournament, order: int) -> None:
    """Play a schedule whose matches end in some order."""
    pairings = GameSchedule("game", 3, ("d", "a", "Ä", "b", "E"), 1, rounds=3).due({})
    ranks = ranks_by_chance(7)
    played = [(pairing.key, pack_record(record_of(pairing, ranks(3)))) for pairing in pairings]
    random.Random(order).shuffle(played)
    store.add_matches(tournament, played)


def test_standings_depend_neither_on_the_order_in_which_matches_end_nor_on_the_database(
    store: Store, tournament: Tournament, tmp_path: Path
) -> None:
    fill(store, tournament, order=1)
    with closing(open_store(f"sqlite:///{tmp_path / 'other.db'}")) as other:
        cup = other.add_tournament("cup", {}, 1)
        fill(other, cup, order=2)
        assert standings(other.results()) == standings(store.results())
        assert other.finished(cup) == store.finished(tournament)


def test_results_of_one_tournament_leave_out_the_others(
    store: Store, tournament: Tournament
) -> None:
    other = store.add_tournament("other", {}, seed=1)
    store.add_match(tournament, KEY, record("a", "b"))
    store.add_match(other, KEY, record("c", "d"))
    assert store.results(other).bots == (Bot("c", "1"), Bot("d", "1"))
    assert len(store.results()) == 2


def test_matches_of_one_table_are_one_group(store: Store, tournament: Tournament) -> None:
    keys = [Key("game", 0, 0, 0), Key("game", 0, 0, 1), Key("game", 0, 1, 0), Key("go", 0, 0, 0)]
    store.add_matches(tournament, [(key, pack_record(record("a", "b"))) for key in keys])
    results = store.results()
    assert results.games == ("game", "go")
    assert results.group.tolist() == [0, 0, 1, 2]


def test_an_empty_store_has_empty_results(store: Store) -> None:
    assert len(store.results()) == 0
    assert standings(store.results()) == []


def test_every_version_of_a_bot_is_a_bot_of_its_own(store: Store, tournament: Tournament) -> None:
    pairing = GameSchedule("game", 2, ("a", "b"), 1).due({})[0]
    for number, version in enumerate(("1", "2")):
        key = pairing.key._replace(round=number)
        store.add_match(tournament, key, record_of(pairing, (1, 2), version))
    assert list(store.results().bots) == [
        Bot("a", "1"),
        Bot("a", "2"),
        Bot("b", "1"),
        Bot("b", "2"),
    ]


@pytest.mark.parametrize("ending", list(Ending))
def test_every_ending_but_played_is_a_forfeit_in_the_standings(
    store: Store, tournament: Tournament, ending: Ending
) -> None:
    seats = (
        SeatRecord("a", "1", 1, 1, Ending.PLAYED, "", 1, 0.1, 0.1, 0.1),
        SeatRecord("b", "1", 0, 2, ending, "", 1, 0.1, 0.1, 0.1),
    )
    store.add_match(tournament, KEY, Record(Setup("game", 2, {}, 1), (), seats))
    forfeits = {row.bot: row.forfeits for row in standings(store.results())}
    assert forfeits == {"a": 0, "b": int(ending is not Ending.PLAYED)}


def test_results_know_which_tournaments_shared_their_deals(store: Store) -> None:
    for name, spec in (
        ("own", {}),
        ("shared", {"shared_deals": True}),
        ("no", {"shared_deals": False}),
    ):
        store.add_match(store.add_tournament(name, spec, seed=1), KEY, record("a", "b"))
    assert store.results().shared_deal.tolist() == [False, True, False]


def test_a_match_is_found_by_its_tournament_and_key(store: Store) -> None:
    cup = store.add_tournament("a cup", {}, 1)
    store.add_match(cup, KEY, record("a", "b"))
    assert store.find_match("a cup", KEY) == store.match_ids(cup)[KEY]
    assert store.find_match("a cup", KEY._replace(rotation=9)) is None
    assert store.find_match("another cup", KEY) is None
