"""When standings are computed again."""

from collections.abc import Callable, Iterator
from math import inf
from pathlib import Path

import pytest

from arbiter.tournaments.snapshots import AT_ONCE_S, OLDEST_S, SHARE, Snapshot, Snapshots
from engine.record import Bot
from ladder.ratings.standings import Anchor
from ladder.store.store import Store, open_store
from tests.arbiter.web.matches import add, play

ADA, BEA, CYD = Bot("ada", "1"), Bot("bea", "2"), Bot("cyd", "1")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store with three matches of a tournament, in two lists; ADA is in one of them."""
    store = open_store(f"sqlite:///{tmp_path / 'ladder.db'}")
    cup = store.add_tournament("spring cup", {"format": "round-robin"}, seed=1)
    for number, bots in enumerate([[ADA, BEA], [BEA, ADA]]):
        add(store, cup, play("connect_four", bots, seed=number), number)
    add(store, cup, play("lumiere", [BEA, CYD]))
    yield store
    store.close()


class Clock:
    """A clock that moves by a step whenever it is read."""

    def __init__(self, step_s: float) -> None:
        self.now_s = 0.0
        self.step_s = step_s

    def __call__(self) -> float:
        self.now_s += self.step_s
        return self.now_s


def add_match(store: Store, number: int) -> None:
    record = play("connect_four", [ADA, BEA], seed=number)
    add(store, store.tournament("spring cup"), record, 100 + number)


def test_nothing_is_computed_without_news(store: Store) -> None:
    snapshots = Snapshots(store)
    assert snapshots.current() is snapshots.current()


def test_what_takes_a_moment_is_computed_at_once(store: Store) -> None:
    snapshots = Snapshots(store, Clock(AT_ONCE_S / 10))
    before = snapshots.current()
    add_match(store, 1)
    assert len(snapshots.current().results) == len(before.results) + 1


def test_what_takes_long_is_computed_now_and_then_in_the_background(store: Store) -> None:
    clock = Clock(2 * AT_ONCE_S)
    started: list[Callable[[], None]] = []
    snapshots = Snapshots(store, clock, started.append)
    before = snapshots.current()
    add_match(store, 1)
    assert snapshots.current() is before
    assert not started  # it has just been computed
    clock.now_s += 2 * AT_ONCE_S / SHARE
    assert snapshots.current() is before
    assert snapshots.current() is before
    assert len(started) == 1  # however many look
    started.pop()()
    assert len(snapshots.current().results) == len(before.results) + 1


def test_a_tournament_has_standings_of_its_own(store: Store) -> None:
    other = store.add_tournament("autumn cup", {"format": "round-robin"}, 2)
    add(store, other, play("connect_four", [ADA, BEA], seed=3))
    snapshots = Snapshots(store, at_once_s=inf)
    assert len(snapshots.current(other).results) == 1
    assert len(snapshots.current().results) == 4


def test_what_is_deleted_is_rated_no_more(store: Store) -> None:
    other = store.add_tournament("autumn cup", {"format": "round-robin"}, 2)
    add(store, other, play("connect_four", [ADA, BEA], seed=3))
    snapshots = Snapshots(store, at_once_s=inf)
    assert len(snapshots.current().results) == 4
    store.delete(other)
    assert len(snapshots.current().results) == 3


def test_as_many_matches_as_were_deleted_are_news_too(store: Store) -> None:
    snapshots = Snapshots(store, at_once_s=inf)
    for winner, loser in ((ADA, BEA), (BEA, ADA)):
        cup = store.add_tournament("again", {"format": "round-robin"}, 2)
        number = add(store, cup, play("connect_four", [winner, loser], seed=3))
        results = snapshots.current().results
        assert number == 4  # SQLite gives the number again
        seats = results.bot[results.start[results.match_ids.tolist().index(number)] :]
        assert results.bots[seats[0]] == winner
        store.delete(cup)


def test_nobody_is_shown_standings_that_are_a_minute_out_of_date(store: Store) -> None:
    clock = Clock(2 * AT_ONCE_S)
    started: list[Callable[[], None]] = []
    snapshots = Snapshots(store, clock, started.append)
    before = snapshots.current()
    add_match(store, 1)
    clock.now_s += OLDEST_S
    assert len(snapshots.current().results) == len(before.results) + 1
    assert not started


def test_a_list_without_news_is_not_rated_again_and_the_others_go_on(store: Store) -> None:
    snapshots = Snapshots(store, at_once_s=inf)
    before = {section.name: section for section in snapshots.current().sections}
    for section in before.values():
        assert section.lines
    add_match(store, 1)
    fresh = {section.name: section for section in Snapshots(store).current().sections}
    after = {section.name: section for section in snapshots.current().sections}
    changed = {title for title, section in after.items() if section is not before[title]}
    assert changed == {"Overall", "connect_four"}
    for title, section in after.items():
        assert section.standings == fresh[title].standings
        assert section.live.after.tolist() == fresh[title].live.after.tolist()


def test_a_tournament_with_all_matches_of_a_list_shares_its_ratings(store: Store) -> None:
    snapshots = Snapshots(store, at_once_s=inf)
    everything = snapshots.current()
    assert snapshots.current(store.tournament("spring cup")).sections == everything.sections


def test_another_anchor_is_rated_anew(store: Store) -> None:
    snapshot = Snapshots(store).current()
    anchored = Snapshot(
        snapshot.results, Anchor(ADA, 1000), snapshot.revision, known=snapshot.sections
    )
    assert anchored.section("connect_four") is not snapshot.section("connect_four")
    assert anchored.section("lumiere") is snapshot.section("lumiere")  # ADA has not played it


def test_matches_are_rated_before_anybody_looks(store: Store) -> None:
    started: list[Callable[[], None]] = []
    snapshots = Snapshots(store, start=started.append)
    snapshots.prepare_in_background()
    started.pop()()
    section = snapshots.current().section("")
    assert section is not None
    assert "lines" in vars(section)
