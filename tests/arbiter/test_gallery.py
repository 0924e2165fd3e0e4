"""What spectators are shown and when, without a network, on a clock that a test moves."""

from random import Random

import pytest

from arbiter.gallery import KEPT, LIST_S, REMEMBERED, Gallery, Showing, Spectator
from arbiter.jobs import Job, PlayedActions
from arbiter.match import Void
from arbiter.sessions import Refusal, Status
from engine.record import Record, pack_record
from lutetia.v1 import watch_pb2
from tests.arbiter.spectators import (
    job_of,
    kinds,
    read,
    record_of,
    replayed,
    results,
    told_results,
    views,
)

DELAY_S = 60.0


class Hall:
    """A gallery with one match that is being played, and a clock."""

    def __init__(self, delay_s: float = 0.0, places: int = 100, job: Job | None = None) -> None:
        self.now_s = 1_000.0
        self.gallery = Gallery(delay_s, places, lambda: self.now_s)
        self.job = job or job_of()
        self.record: Record = record_of(self.job)
        self.asked = 0
        self.told = 0
        self.woken = 0

    def begin(self) -> Showing:
        self.showing = self.gallery.begin(self.job, self._ask)
        return self.showing

    def _ask(self) -> None:
        self.asked += 1

    def play(self, count: int = 1) -> None:
        actions = self.record.actions[self.told : self.told + count]
        self.showing.played(PlayedActions(self.told, actions), self.now_s)
        self.told += count

    def end(self) -> None:
        self.gallery.end(self.showing, pack_record(self.record))

    def enter(self, match_id: int = 0, *, from_start: bool = False) -> Spectator:
        request = watch_pb2.WatchRequest(match_id=match_id, from_start=from_start)
        return self.gallery.enter(request.SerializeToString(), self._wake)

    def _wake(self) -> None:
        self.woken += 1

    def read(self, spectator: Spectator) -> list[str | int]:
        return kinds(read(self.gallery, spectator))

    def listed(self) -> list[int]:
        listed = watch_pb2.ListMatchesResponse.FromString(self.gallery.matches())
        return [match.match_id for match in listed.matches]

    def refusal(self, match_id: int = 0) -> Status:
        with pytest.raises(Refusal) as refusal:
            self.enter(match_id)
        return refusal.value.status


def test_who_waits_is_shown_the_next_match_as_it_is_played() -> None:
    hall = Hall()
    ada = hall.enter()
    assert ada.due_s() is None
    hall.begin()
    assert hall.woken == 1
    assert hall.read(ada) == ["match", 0]
    hall.play(2)
    assert hall.woken == 2
    assert hall.read(ada) == [1, 2]
    hall.play()
    assert hall.read(ada) == [3]


@pytest.mark.parametrize(
    ("game", "players"), [("paris", 3), ("moscow_paris", 4), ("lumiere", 2), ("connect_four", 2)]
)
def test_all_that_is_shown_is_what_the_record_replays(game: str, players: int) -> None:
    hall = Hall(job=job_of(game, players))
    ada = hall.enter()
    hall.begin()
    hall.play(7)
    hall.end()
    parts = read(hall.gallery, ada)
    assert ada.done
    assert [bot.name for bot in parts[0].match.bots] == list(hall.job.bots)
    assert views(game, parts) == replayed(hall.record)
    assert told_results(parts) == results(hall.record)


def test_a_match_is_asked_for_its_actions_once_and_only_if_somebody_watches() -> None:
    hall = Hall()
    hall.begin()
    assert hall.asked == 0
    hall.enter()
    hall.enter()
    assert hall.asked == 1


def test_a_match_that_nobody_watches_is_not_even_dealt() -> None:
    hall = Hall()
    showing = hall.begin()
    hall.play(3)
    assert not showing.parts


class TestDelay:
    """Nothing is seen before its time: no beginning, no step, no end."""

    def test_each_step_is_seen_when_its_own_delay_is_over(self) -> None:
        hall = Hall(DELAY_S)
        ada = hall.enter()
        hall.begin()
        hall.now_s += 1
        hall.play()
        assert hall.read(ada) == []
        hall.now_s += DELAY_S - 1
        assert hall.read(ada) == ["match", 0]
        assert ada.due_s() == hall.now_s + 1
        hall.now_s += 1
        assert hall.read(ada) == [1]

    def test_so_is_the_end(self) -> None:
        hall = Hall(DELAY_S)
        ada = hall.enter()
        hall.begin()
        hall.now_s += 1
        hall.end()
        hall.now_s += DELAY_S - 0.001
        assert hall.read(ada) == ["match", 0]
        hall.now_s += 0.001
        assert hall.read(ada)[-1] == "end"
        assert ada.done

    def test_so_it_is_whenever_somebody_comes(self) -> None:
        chance = Random(5)
        hall = Hall(DELAY_S, job=job_of("lumiere"))
        hall.begin()
        happened = {0: hall.now_s}
        watching: list[Spectator] = []
        while hall.told < len(hall.record.actions):
            hall.now_s += chance.random() * 20
            count = chance.randrange(1, 3)
            happened |= {hall.told + number: hall.now_s for number in range(1, count + 1)}
            hall.play(count)
            watching.append(hall.enter(from_start=chance.random() < 0.5))
            for spectator in watching:
                for seen in hall.read(spectator):
                    assert seen == "match" or happened[int(seen)] + DELAY_S <= hall.now_s
        hall.end()
        hall.now_s += DELAY_S
        assert {hall.read(spectator)[-1] for spectator in watching} == {"end"}

    def test_actions_of_which_nobody_knows_when_they_were_played_count_as_new(self) -> None:
        hall = Hall(DELAY_S)
        hall.begin()
        hall.now_s += 2 * DELAY_S
        ada = hall.enter()
        hall.play(3)
        assert hall.read(ada) == ["match", 0]
        hall.now_s += DELAY_S
        assert hall.read(ada) == [1, 2, 3]

    def test_a_match_is_listed_and_found_from_its_delayed_beginning_to_its_delayed_end(
        self,
    ) -> None:
        hall = Hall(DELAY_S)
        hall.begin()
        assert hall.listed() == []
        assert hall.refusal(1) is Status.NOT_FOUND
        hall.now_s += DELAY_S
        hall.end()
        hall.now_s += DELAY_S - 0.001
        assert hall.listed() == [1]
        ada = hall.enter(1)
        hall.now_s += 0.001
        assert hall.read(ada)[-1] == "end"
        assert hall.refusal(1) is Status.NOT_FOUND
        hall.now_s += LIST_S
        assert hall.listed() == []

    def test_a_list_is_made_again_only_after_a_while(self) -> None:
        hall = Hall(0.0)
        hall.begin()
        assert hall.listed() == [1]
        hall.begin()
        assert hall.listed() == [1]
        hall.now_s += LIST_S
        assert hall.listed() == [2, 1]

    def test_a_match_that_ended_unwatched_is_shown_at_its_delayed_end(self) -> None:
        hall = Hall(DELAY_S)
        hall.begin()
        hall.now_s += DELAY_S
        hall.end()
        ada = hall.enter(1, from_start=True)
        assert hall.asked == 0
        assert hall.read(ada) == ["match", 0]
        hall.now_s += DELAY_S
        assert hall.read(ada) == [*range(1, len(hall.record.actions) + 1), "end"]

    def test_of_too_many_matches_that_ended_unwatched_the_moves_are_dropped(self) -> None:
        hall = Hall(DELAY_S)
        showings = [hall.begin() for _ in range(KEPT + 1)]
        packed = pack_record(hall.record)
        hall.now_s += DELAY_S
        for showing in showings:
            hall.gallery.end(showing, packed)
        old, new = hall.enter(1, from_start=True), hall.enter(2, from_start=True)
        hall.now_s += DELAY_S
        assert hall.read(old) == ["match", 0, "end"]
        assert len(hall.read(new)) == len(hall.record.actions) + 3


def test_who_comes_late_sees_the_last_position_or_all_of_them() -> None:
    hall = Hall()
    hall.begin()
    ada = hall.enter()
    hall.play(5)
    hall.read(ada)
    assert hall.read(hall.enter()) == ["match", 5]
    assert hall.read(hall.enter(from_start=True)) == ["match", 0, 1, 2, 3, 4, 5]


def test_the_list_has_the_newest_match_first_and_who_does_not_choose_gets_it() -> None:
    hall = Hall()
    hall.begin()
    newer = hall.begin()
    assert hall.listed() == [2, 1]
    assert hall.enter().showing is newer


def test_actions_that_do_not_follow_are_left_to_the_record() -> None:
    hall = Hall()
    hall.begin()
    ada = hall.enter(from_start=True)
    hall.told = 4
    hall.play()
    assert hall.read(ada) == ["match", 0]
    hall.end()
    assert hall.read(ada) == [*range(1, len(hall.record.actions) + 1), "end"]


def test_an_action_that_the_rules_do_not_know_ends_what_is_shown_and_nothing_else() -> None:
    hall = Hall()
    hall.begin()
    ada = hall.enter()
    hall.showing.played(PlayedActions(0, ((99, "drop"),)), hall.now_s)
    parts = read(hall.gallery, ada)
    assert kinds(parts) == ["match", 0, "end"]
    assert not parts[-1].end.results
    hall.end()
    assert ada.done


def test_a_void_match_ends_without_a_reason_which_may_hold_its_seed() -> None:
    hall = Hall()
    hall.begin()
    ada = hall.enter()
    hall.gallery.end(hall.showing, Void(f"to reproduce: {hall.job.setup!r}"))
    end = read(hall.gallery, ada)[-1]
    assert end == watch_pb2.WatchResponse(end=watch_pb2.WatchedEnd())


def test_a_limited_number_may_watch_and_who_leaves_makes_room() -> None:
    hall = Hall(places=2)
    hall.begin()
    ada = hall.enter()
    hall.enter()
    assert hall.refusal() is Status.RESOURCE_EXHAUSTED
    hall.gallery.leave(ada)
    hall.enter()
    assert ada not in hall.showing.spectators


def test_who_leaves_while_waiting_is_shown_nothing() -> None:
    hall = Hall()
    ada = hall.enter()
    hall.gallery.leave(ada)
    hall.begin()
    assert hall.woken == hall.asked == 0


def test_bytes_that_are_not_a_request_are_refused() -> None:
    with pytest.raises(Refusal) as refusal:
        Hall().gallery.enter(b"\xff", lambda: None)
    assert refusal.value.status is Status.INVALID_ARGUMENT


def test_a_match_that_was_shown_to_its_end_is_known_by_its_public_name() -> None:
    hall = Hall(DELAY_S)
    hall.begin()
    hall.end()
    assert hall.gallery.name_of(1) is None  # its end may not be seen yet
    hall.now_s += DELAY_S
    assert hall.gallery.name_of(1) == hall.job.public_name
    assert hall.gallery.name_of(2) is None


def test_not_all_public_names_are_kept_for_ever() -> None:
    hall = Hall()
    for _ in range(REMEMBERED + 1):
        hall.gallery.end(hall.begin(), Void("a test"))
    assert hall.gallery.name_of(1) is None
    assert hall.gallery.name_of(2) == hall.job.public_name
