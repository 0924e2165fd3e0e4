"""Which bot is behind workers that die, told from who was in their matches."""

from itertools import count

from arbiter.tournaments.suspects import ENOUGH, RARELY, Suspects
from arbiter.worker_pool import Death

numbers = count()


def death(*tables: str) -> Death:
    """Return the death of a worker that played at some tables, each a match of its own."""
    matches = {f"match {next(numbers)}": frozenset(table.split()) for table in tables}
    return Death(f"death {next(numbers)}", matches)


def test_the_bot_that_all_matches_have_in_common_is_found() -> None:
    suspects = Suspects()
    assert suspects.died(death("killer a")) == []
    assert suspects.died(death("b killer")) == []
    assert suspects.died(death("killer a")) == ["killer"]


def test_too_few_matches_prove_nothing() -> None:
    suspects = Suspects()
    assert [suspects.died(death(f"killer {other}")) for other in "ab"] == [[], []]


def test_a_death_of_which_several_matches_tell_counts_once() -> None:
    suspects = Suspects()
    one = death("killer", "killer", "killer")
    assert [suspects.died(one) for _ in range(ENOUGH)] == [[]] * ENOUGH


def test_a_match_over_which_several_workers_die_counts_once() -> None:
    """Its rules may loop, which is nobody's fault."""
    suspects = Suspects()
    deaths = [Death(str(number), {"match": frozenset({"a"})}) for number in range(2 * ENOUGH)]
    assert [suspects.died(each) for each in deaths] == [[]] * len(deaths)


def test_the_killer_is_found_among_those_who_shared_its_workers() -> None:
    suspects = Suspects()
    assert suspects.died(death("killer a", "b c")) == []
    assert suspects.died(death("a d", "killer b")) == []
    assert suspects.died(death("killer c", "d e")) == ["killer"]


def test_those_who_always_shared_its_workers_are_not_suspended_with_it() -> None:
    suspects = Suspects()
    for _ in range(3 * ENOUGH):
        assert suspects.died(death("killer a", "a b")) == []


def test_a_few_accidents_among_many_matches_prove_nothing() -> None:
    suspects = Suspects()
    for _ in range(ENOUGH * RARELY + 1):
        suspects.played(["lasting", "a"])
    assert [suspects.died(death(f"lasting {other}")) for other in "bcd"] == [[], [], []]


def test_a_bot_that_kills_only_when_it_loses_is_found_although_it_finishes_others() -> None:
    suspects = Suspects()
    for _ in range(50):
        suspects.played(["killer", "weak"])
    assert suspects.died(death("killer a")) == suspects.died(death("killer b")) == []
    assert suspects.died(death("killer c")) == ["killer"]


def test_an_opponent_that_has_met_nobody_else_is_not_blamed() -> None:
    suspects = Suspects()
    for _ in range(2 * ENOUGH - 1):
        assert suspects.died(death("killer victim")) == []
    assert suspects.died(death("killer other")) == ["killer"]


def test_at_larger_tables_other_tables_tell_who_it_is() -> None:
    suspects = Suspects()
    for _ in range(3):
        assert suspects.died(death("killer a b")) == []
    assert suspects.died(death("killer a c")) == []
    assert suspects.died(death("killer b c")) == ["killer"]


def test_a_bot_whose_opponents_are_above_suspicion_is_found() -> None:
    suspects = Suspects()
    found = [suspects.died(death("killer")) for _ in range(ENOUGH)]
    assert found == [[]] * (ENOUGH - 1) + [["killer"]]
    assert suspects.died(death("")) == []


def test_of_two_that_only_met_each_other_the_one_goes_that_has_finished_fewer_matches() -> None:
    suspects = Suspects()
    suspects.played(["rival", "a"])
    found = [suspects.died(death("killer rival")) for _ in range(2 * ENOUGH)]
    assert found == [[]] * (2 * ENOUGH - 1) + [["killer"]]


def test_two_that_nothing_tells_apart_both_go() -> None:
    suspects = Suspects()
    found = [suspects.died(death("b a")) for _ in range(2 * ENOUGH)]
    assert found[-1] == ["a", "b"]


def test_a_bot_that_cannot_be_started_is_suspended_by_itself() -> None:
    suspects = Suspects()
    assert [suspects.not_started(["gone"]) for _ in range(ENOUGH)] == [[]] * (ENOUGH - 1) + [
        ["gone"]
    ]
