"""Submissions: each version once, one version of a bot at a time, and how each does."""

import pytest

from engine.record import Bot
from ladder.errors import AlreadySubmitted, NotStored
from ladder.ratings.results import results_of
from ladder.schedules.matchmaking import FORFEITS_IN_A_ROW
from ladder.store.store import Store, Submission
from ladder.store.submissions import list_bots
from tests.ladder.games import duels, played


def submit(store: Store, name: str, version: str = "1") -> Submission:
    return store.submit(Bot(name, version), f"bots/{name}@{version}", "1a2b")


def test_what_is_submitted_is_listed_in_order(store: Store) -> None:
    submitted = [submit(store, name) for name in "cab"]
    assert store.submissions() == submitted
    assert [submission.folder for submission in submitted] == ["bots/c@1", "bots/a@1", "bots/b@1"]


def test_a_newer_version_retires_the_one_before_and_no_other_bot(store: Store) -> None:
    submit(store, "a", "1")
    submit(store, "b", "1")
    newer = submit(store, "a", "2")
    retired = {submission.bot: submission.retired for submission in store.submissions()}
    assert retired == {("a", "1"): newer.submitted, ("b", "1"): None, ("a", "2"): None}


def test_a_version_is_submitted_once_and_a_refusal_changes_nothing(store: Store) -> None:
    submit(store, "a", "1")
    submit(store, "a", "2")
    before = store.submissions()
    for version in ("1", "2"):
        with pytest.raises(AlreadySubmitted, match=f"a@{version} has been submitted already"):
            submit(store, "a", version)
    assert store.submissions() == before


def test_a_retired_bot_comes_back_with_a_new_version_only(store: Store) -> None:
    submit(store, "a", "1")
    store.retire("a")
    with pytest.raises(AlreadySubmitted):
        submit(store, "a", "1")
    submit(store, "a", "2")
    assert [submission.retired is None for submission in store.submissions()] == [False, True]


def test_retiring_an_unknown_bot_suggests_a_known_one(store: Store) -> None:
    submit(store, "falcon")
    with pytest.raises(NotStored, match=r"bots: falcon\. Did you mean 'falcon'"):
        store.retire("falcn")


def test_retiring_twice_is_refused(store: Store) -> None:
    submit(store, "a")
    store.retire("a")
    with pytest.raises(NotStored, match="Submitted bots: none"):
        store.retire("a")


def test_each_state_has_its_name(store: Store) -> None:
    bad = [played("good", "bad")._replace(forfeits=[False, True]) for _ in range(FORFEITS_IN_A_ROW)]
    results = results_of([*bad, *duels("good", "old", 3, 0, 3)])
    for name in ("good", "bad", "new", "old"):
        submit(store, name)
    store.retire("old")
    rows = {row.bot: row for row in list_bots(store.submissions(), results)}
    states = {name: str(row.state) for name, row in rows.items()}
    assert states == {"good": "active", "bad": "forfeiting", "new": "waiting", "old": "retired"}
    assert (rows["bad"].games, rows["bad"].forfeits) == (FORFEITS_IN_A_ROW, FORFEITS_IN_A_ROW)
    assert (rows["new"].games, rows["new"].elo) == (0, None)
    assert rows["good"].elo is not None
