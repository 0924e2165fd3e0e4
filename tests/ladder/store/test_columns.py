"""Reading on from what is known gives what reading everything gives."""

import pytest

from ladder.schedules.schedule import Key
from ladder.store.columns import NOTHING, Columns
from ladder.store.store import Store, Tournament, open_store
from tests.ladder.games import record
from tests.ladder.store.sql import execute

KEY = Key("game", 0, 0, 0)


def read_on(store: Store, known: Columns) -> Columns:
    """Read on, and make sure that it is as if everything had been read."""
    columns, anew = store.columns(known), store.columns()
    assert columns.revision == anew.revision == store.revision()
    assert columns.match_id.tolist() == anew.match_id.tolist()
    assert columns.seats.tolist() == anew.seats.tolist()
    assert columns.left_out == anew.left_out
    assert store.results(None, columns).equals(store.results())
    for tournament in store.tournaments():
        assert store.results(tournament, columns).equals(store.results(tournament))
    return columns


def test_matches_that_came_later_are_read_with_their_games_and_bots(
    store: Store, tournament: Tournament
) -> None:
    columns = read_on(store, NOTHING)
    store.add_match(tournament, KEY, record("b", "c"))
    columns = read_on(store, columns)
    assert read_on(store, columns) is not NOTHING
    other = store.add_tournament("other", {}, seed=2)
    store.add_match(other, Key("earlier by name", 0, 0, 0), record("a", "c", "b"))
    store.add_match(tournament, KEY._replace(rotation=1), record("c", "b"))
    columns = read_on(store, columns)
    assert len(columns.match_id) == 3


def test_what_is_known_is_not_read_again(store: Store, tournament: Tournament) -> None:
    store.add_match(tournament, KEY, record("a", "b"))
    columns = store.columns()
    assert store.columns(columns) is columns


def test_everything_is_read_again_once_a_match_was_deleted(
    store: Store, tournament: Tournament
) -> None:
    other = store.add_tournament("other", {}, seed=2)
    store.add_match(other, KEY, record("a", "b"))
    store.add_match(tournament, KEY, record("b", "c"))
    columns = read_on(store, NOTHING)
    store.delete(other)
    columns = read_on(store, columns)
    store.delete(tournament)
    again = store.add_tournament("again", {}, seed=3)
    store.add_match(again, KEY, record("d", "a"))  # SQLite gives it the number of another
    assert len(read_on(store, columns).match_id) == 1


def test_a_match_with_a_lower_number_that_was_committed_later_is_not_missed(
    store: Store, tournament: Tournament
) -> None:
    store.add_match(tournament, KEY, record("a", "b"))
    columns = store.columns()
    for turn in (1, 2):
        store.add_match(tournament, KEY._replace(rotation=turn), record("b", "a"))
    late = store.columns(columns)
    without_second = Columns(
        late.revision._replace(matches=2),
        match_id=late.match_id[[0, 2]],
        key=late.key[:, [0, 2]],
        games=late.games,
        seats=late.seats[:, late.seats[0] != 2],
        left_out=(),
    )
    assert len(read_on(store, without_second).match_id) == 3


@pytest.mark.parametrize("value", ["'one'", "x'31'", "1.5"])
def test_a_damaged_key_leaves_a_match_out_however_it_is_read(sqlite_url: str, value: str) -> None:
    store = open_store(sqlite_url)
    cup = store.add_tournament("cup", {}, seed=1)
    store.add_match(cup, KEY, record("a", "b"))
    columns = store.columns()
    for turn in (1, 2):
        store.add_match(cup, KEY._replace(rotation=turn), record("b", "a"))
    execute(store, f'UPDATE matches SET "table" = {value} WHERE id = 2')
    assert read_on(store, columns).left_out == (2,)
    store.close()
