"""What the store does not have or does not take is refused in a sentence."""

import pytest

from engine.errors import BadRecord
from ladder.errors import BadSchedule, NotStored, TournamentExists
from ladder.schedules.schedule import Key
from ladder.store.store import Store, Tournament
from tests.ladder.games import record
from tests.ladder.store.sql import execute

KEY = Key("game", 0, 0, 0)


def test_a_name_that_is_taken_is_refused_with_the_way_to_resume(
    store: Store,
) -> None:
    store.add_tournament("the cup", {}, seed=1)
    with pytest.raises(TournamentExists, match=r"lutetia tournament resume 'the cup'`"):
        store.add_tournament("the cup", {}, seed=1)


def test_an_unknown_tournament_is_refused_with_a_suggestion(
    store: Store, tournament: Tournament
) -> None:
    with pytest.raises(NotStored, match=r"Did you mean 'cup'\?"):
        store.tournament("cupp")


def test_an_unknown_record_is_refused(store: Store) -> None:
    with pytest.raises(NotStored, match="no match 7 is stored"):
        store.record(7)


@pytest.mark.parametrize("number", [0, -1, 2**63, 10**40])
def test_a_number_that_no_match_can_have_is_refused_too(store: Store, number: int) -> None:
    with pytest.raises(NotStored, match=r"tournament show NAME --matches"):
        store.record(number)


def test_the_stored_digest_tells_of_a_record_that_was_changed_since(
    store: Store, tournament: Tournament
) -> None:
    store.add_match(tournament, KEY, record("a", "b"))
    store.add_match(tournament, KEY._replace(round=1), record("a", "b", seed=2))
    second = "SELECT body FROM records WHERE match_id = 2"
    execute(store, f"UPDATE records SET body = ({second})")
    changed, digest = store.stored_record(1)
    assert (changed.setup.seed, digest) == (2, record("a", "b").digest)
    assert changed.digest != digest


def test_a_damaged_record_is_said_to_be_so(store: Store, tournament: Tournament) -> None:
    store.add_match(tournament, KEY, record("a", "b"))
    execute(store, "UPDATE records SET body = :body", body=b"\x00")
    with pytest.raises(BadRecord, match="damaged"):
        store.record(1)


@pytest.mark.parametrize(
    "name", ["", " ", "[/x]", "a\nb", "a\x1b[2J", "-cup", "_cup", "cup ", "x" * 61, "a/b", "\ud800"]
)
def test_a_name_that_no_tournament_may_have_is_refused_with_the_rule(
    store: Store, name: str
) -> None:
    with pytest.raises(BadSchedule, match="use 1 to 60 letters, digits, spaces"):
        store.add_tournament(name, {}, seed=1)
    assert store.tournaments() == []


@pytest.mark.parametrize("name", ["cup", "Été 2025", "a", "1.2_b-c", "x" * 60])
def test_a_plain_name_is_taken(store: Store, name: str) -> None:
    assert store.add_tournament(name, {}, seed=1).name == name
