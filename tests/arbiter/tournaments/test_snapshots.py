"""When standings are computed again."""

from collections.abc import Callable
from math import inf

from arbiter.tournaments.snapshots import AT_ONCE_S, OLDEST_S, SHARE, Snapshot, Snapshots
from ladder.ratings.standings import Anchor
from ladder.store.store import Store
from tests.arbiter.web.conftest import ADA, BEA, Shown
from tests.arbiter.web.matches import add, play


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


def test_nothing_is_computed_without_news(shown: Shown) -> None:
    snapshots = Snapshots(shown.store)
    assert snapshots.current() is snapshots.current()


def test_what_takes_a_moment_is_computed_at_once(shown: Shown) -> None:
    snapshots = Snapshots(shown.store, Clock(AT_ONCE_S / 10))
    before = snapshots.current()
    add_match(shown.store, 1)
    assert len(snapshots.current().results) == len(before.results) + 1


def test_what_takes_long_is_computed_now_and_then_in_the_background(shown: Shown) -> None:
    clock = Clock(2 * AT_ONCE_S)
    started: list[Callable[[], None]] = []
    snapshots = Snapshots(shown.store, clock, started.append)
    before = snapshots.current()
    add_match(shown.store, 1)
    assert snapshots.current() is before
    assert not started  # it has just been computed
    clock.now_s += 2 * AT_ONCE_S / SHARE
    assert snapshots.current() is before
    assert snapshots.current() is before
    assert len(started) == 1  # however many look
    started.pop()()
    assert len(snapshots.current().results) == len(before.results) + 1


def test_a_tournament_has_standings_of_its_own(shown: Shown) -> None:
    other = shown.store.add_tournament("autumn cup", {"format": "round-robin"}, 2)
    add(shown.store, other, play("connect_four", [ADA, BEA], seed=3))
    snapshots = Snapshots(shown.store, at_once_s=inf)
    assert len(snapshots.current(other).results) == 1
    assert len(snapshots.current().results) == 6


def test_what_is_deleted_is_rated_no_more(shown: Shown) -> None:
    other = shown.store.add_tournament("autumn cup", {"format": "round-robin"}, 2)
    add(shown.store, other, play("connect_four", [ADA, BEA], seed=3))
    snapshots = Snapshots(shown.store, at_once_s=inf)
    assert len(snapshots.current().results) == 6
    shown.store.delete(other)
    assert len(snapshots.current().results) == 5


def test_as_many_matches_as_were_deleted_are_news_too(shown: Shown) -> None:
    snapshots = Snapshots(shown.store, at_once_s=inf)
    for winner, loser in ((ADA, BEA), (BEA, ADA)):
        cup = shown.store.add_tournament("again", {"format": "round-robin"}, 2)
        number = add(shown.store, cup, play("connect_four", [winner, loser], seed=3))
        results = snapshots.current().results
        assert number == 6  # SQLite gives the number again
        seats = results.bot[results.start[results.match_ids.tolist().index(number)] :]
        assert results.bots[seats[0]] == winner
        shown.store.delete(cup)


def test_nobody_is_shown_standings_that_are_a_minute_out_of_date(shown: Shown) -> None:
    clock = Clock(2 * AT_ONCE_S)
    started: list[Callable[[], None]] = []
    snapshots = Snapshots(shown.store, clock, started.append)
    before = snapshots.current()
    add_match(shown.store, 1)
    clock.now_s += OLDEST_S
    assert len(snapshots.current().results) == len(before.results) + 1
    assert not started


def test_a_list_without_news_is_not_rated_again_and_the_others_go_on(shown: Shown) -> None:
    snapshots = Snapshots(shown.store, at_once_s=inf)
    before = {section.title: section for section in snapshots.current().sections}
    for section in before.values():
        assert section.lines
    add_match(shown.store, 1)
    fresh = {section.title: section for section in Snapshots(shown.store).current().sections}
    after = {section.title: section for section in snapshots.current().sections}
    changed = {title for title, section in after.items() if section is not before[title]}
    assert changed == {"Overall", "connect_four"}
    for title, section in after.items():
        assert section.standings == fresh[title].standings
        assert section.live.after.tolist() == fresh[title].live.after.tolist()


def test_a_tournament_with_all_matches_of_a_list_shares_its_ratings(shown: Shown) -> None:
    snapshots = Snapshots(shown.store, at_once_s=inf)
    everything = snapshots.current()
    assert snapshots.current(shown.store.tournament("spring cup")).sections == everything.sections


def test_another_anchor_is_rated_anew(shown: Shown) -> None:
    snapshot = Snapshots(shown.store).current()
    anchored = Snapshot(
        snapshot.results, Anchor(ADA, 1000), snapshot.revision, known=snapshot.sections
    )
    assert anchored.section("connect_four") is not snapshot.section("connect_four")
    assert anchored.section("lumiere") is snapshot.section("lumiere")  # ADA has not played it


def test_matches_are_rated_before_anybody_looks(shown: Shown) -> None:
    started: list[Callable[[], None]] = []
    snapshots = Snapshots(shown.store, start=started.append)
    snapshots.prepare()
    started.pop()()
    section = snapshots.current().section("")
    assert section is not None
    assert "lines" in vars(section)
