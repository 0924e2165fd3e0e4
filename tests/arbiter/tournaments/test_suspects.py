"""Which bot is behind workers that die, told from who was in their matches."""

from arbiter.tournaments.suspects import ENOUGH, Suspects


def test_the_bot_that_all_matches_have_in_common_is_found() -> None:
    suspects = Suspects()
    assert suspects.died(["killer", "a"]) == []
    assert suspects.died(["b", "killer"]) == []
    assert suspects.died(["killer", "a"]) == ["killer"]


def test_too_few_matches_prove_nothing() -> None:
    suspects = Suspects()
    assert [suspects.died(["killer", other]) for other in "ab"] == [[], []]


def test_a_bot_that_kills_only_when_it_loses_is_found_although_it_finishes_others() -> None:
    suspects = Suspects()
    for _ in range(50):
        suspects.played(["killer", "weak"])
    assert suspects.died(["killer", "a"]) == suspects.died(["killer", "b"]) == []
    assert suspects.died(["killer", "c"]) == ["killer"]


def test_an_opponent_that_has_met_nobody_else_is_not_blamed() -> None:
    suspects = Suspects()
    for _ in range(2 * ENOUGH - 1):
        assert suspects.died(["killer", "victim"]) == []
    assert suspects.died(["killer", "other"]) == ["killer"]


def test_at_larger_tables_other_tables_tell_who_it_is() -> None:
    suspects = Suspects()
    for _ in range(3):
        assert suspects.died(["killer", "a", "b"]) == []
    assert suspects.died(["killer", "a", "c"]) == []
    assert suspects.died(["killer", "b", "c"]) == ["killer"]


def test_a_bot_whose_opponents_are_above_suspicion_is_found() -> None:
    suspects = Suspects()
    found = [suspects.died(["killer"]) for _ in range(ENOUGH)]
    assert found == [[]] * (ENOUGH - 1) + [["killer"]]
    assert suspects.died([]) == []


def test_of_two_that_only_met_each_other_the_one_goes_that_has_finished_fewer_matches() -> None:
    suspects = Suspects()
    suspects.played(["rival", "a"])
    found = [suspects.died(["killer", "rival"]) for _ in range(2 * ENOUGH)]
    assert found == [[]] * (2 * ENOUGH - 1) + [["killer"]]


def test_two_that_nothing_tells_apart_both_go() -> None:
    suspects = Suspects()
    found = [suspects.died(["b", "a"]) for _ in range(2 * ENOUGH)]
    assert found[-1] == ["a", "b"]


def test_a_bot_that_cannot_be_started_is_benched_by_itself() -> None:
    suspects = Suspects()
    assert [suspects.not_started(["gone"]) for _ in range(ENOUGH)] == [[]] * (ENOUGH - 1) + [
        ["gone"]
    ]
