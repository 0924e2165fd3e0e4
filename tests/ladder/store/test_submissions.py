"""Submissions: each version once, one version of a bot at a time, and how each does."""

from datetime import UTC, datetime
from itertools import count

import pytest

from ladder.errors import AlreadySubmitted, UnknownBot
from ladder.ratings.results import results_of
from ladder.schedules.matchmaking import BENCH_GAMES
from ladder.store.store import Store
from ladder.store.submissions import Submission, list_bots
from tests.ladder.games import duels, played

_minutes = count()


def submission(name: str, version: str = "1") -> Submission:
    """A submission that comes a minute after the one before."""
    when = datetime(2026, 1, 1, 12, next(_minutes) % 60, tzinfo=UTC)
    return Submission(name, version, f"bots/{name}@{version}", when)


def test_what_is_submitted_is_listed_in_order(store: Store) -> None:
    handed_in = [submission(name) for name in "cab"]
    for each in handed_in:
        store.submit(each)
    assert store.submissions() == handed_in


def test_a_newer_version_retires_the_one_before_and_no_other_bot(store: Store) -> None:
    newer = submission("a", "2")
    for each in (submission("a", "1"), submission("b", "1"), newer):
        store.submit(each)
    retired = {each.bot: each.retired for each in store.submissions()}
    assert retired == {("a", "1"): newer.submitted, ("b", "1"): None, ("a", "2"): None}


def test_a_version_is_submitted_once_and_a_refusal_changes_nothing(store: Store) -> None:
    store.submit(submission("a", "1"))
    store.submit(submission("a", "2"))
    before = store.submissions()
    for version in ("1", "2"):
        with pytest.raises(AlreadySubmitted, match=f"a {version} has been submitted already"):
            store.submit(submission("a", version))
    assert store.submissions() == before


def test_a_retired_bot_comes_back_with_a_new_version_only(store: Store) -> None:
    store.submit(submission("a", "1"))
    store.retire("a")
    with pytest.raises(AlreadySubmitted):
        store.submit(submission("a", "1"))
    store.submit(submission("a", "2"))
    assert [each.retired is None for each in store.submissions()] == [False, True]


def test_retiring_an_unknown_bot_suggests_a_known_one(store: Store) -> None:
    store.submit(submission("falcon"))
    with pytest.raises(UnknownBot, match=r"bots: falcon\. Did you mean 'falcon'"):
        store.retire("falcn")


def test_retiring_twice_is_refused(store: Store) -> None:
    store.submit(submission("a"))
    store.retire("a")
    with pytest.raises(UnknownBot, match="Submitted bots: none"):
        store.retire("a")


def test_each_state_has_its_name() -> None:
    bad = [played("good", "bad")._replace(forfeits=[False, True]) for _ in range(BENCH_GAMES)]
    results = results_of([*bad, *duels("good", "old", 3, 0, 3)])
    when = datetime(2026, 1, 1, tzinfo=UTC)
    handed_in = [submission(name) for name in ("good", "bad", "new")]
    handed_in.append(Submission("old", "1", "", when, retired=when))
    rows = {row.bot: row for row in list_bots(handed_in, results)}
    states = {name: str(row.state) for name, row in rows.items()}
    assert states == {"good": "active", "bad": "benched", "new": "waiting", "old": "retired"}
    assert (rows["bad"].games, rows["bad"].forfeits) == (BENCH_GAMES, BENCH_GAMES)
    assert (rows["new"].games, rows["new"].elo) == (0, None)
    assert rows["good"].elo is not None
