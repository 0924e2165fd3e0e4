"""A gauntlet that ends when the sequential test has a verdict."""

from ladder.ratings.sprt import Sprt, Verdict
from ladder.ratings.trials import SprtTrial
from ladder.schedules.schedule import GameSchedule, Key, Ranks

SCHEDULE = GameSchedule("go", 2, ("new", "old"), seed=1, format="gauntlet", rounds=400)


def won_by(bot: str, first: int, last: int) -> dict[Key, Ranks]:
    """Let a bot win all games of some rounds."""
    return {
        pairing.key: tuple(1 if seat == bot else 2 for seat in pairing.bots)
        for pairing in SCHEDULE.pairings({})
        if first <= pairing.key.round < last
    }


def test_a_candidate_that_wins_is_better_before_all_is_played() -> None:
    trial = SprtTrial([SCHEDULE], Sprt(0, 50))
    assert trial.weigh(won_by("new", 0, 10)) is Verdict.OPEN
    assert trial.weigh(won_by("new", 0, 200)) is Verdict.BETTER


def test_a_candidate_that_loses_is_not_better() -> None:
    assert SprtTrial([SCHEDULE], Sprt(0, 50)).weigh(won_by("old", 0, 200)) is Verdict.NOT_BETTER


def test_games_after_an_unfinished_one_are_not_weighed() -> None:
    results = won_by("new", 0, 400)
    del results[Key("go", 1, 0, 1)]
    assert SprtTrial([SCHEDULE], Sprt(0, 50)).weigh(results) is Verdict.OPEN


def test_what_is_taken_in_bit_by_bit_gives_the_verdict_of_all_at_once() -> None:
    bit_by_bit = SprtTrial([SCHEDULE], Sprt(0, 50))
    for last in range(400):
        bit_by_bit.weigh(won_by("new", 0, last))
    at_once = SprtTrial([SCHEDULE], Sprt(0, 50))
    assert bit_by_bit.verdict is at_once.weigh(won_by("new", 0, 400)) is Verdict.BETTER


def test_a_candidate_that_wins_all_against_100_elo_needs_twelve_groups() -> None:
    # Each group adds ln(E(100)/E(0)) = ln(0.64007/0.5) = 0.24696: the 12th passes 2.944.
    assert SprtTrial([SCHEDULE], Sprt(0, 100)).weigh(won_by("new", 0, 11)) is Verdict.OPEN
    assert SprtTrial([SCHEDULE], Sprt(0, 100)).weigh(won_by("new", 0, 12)) is Verdict.BETTER
