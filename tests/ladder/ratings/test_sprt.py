"""The sequential test agrees with fastchess, and ends a gauntlet when it has a verdict."""

from dataclasses import replace

import pytest

from ladder.errors import BadSchedule
from ladder.ratings.elo import Tally, tally_of_groups
from ladder.ratings.sprt import Model, Sprt, SprtTrial, Verdict, parse_sprt
from ladder.schedules.schedule import GameSchedule, Key, Ranks
from tests.ladder.games import tally_of

FIVE_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
SCHEDULE = GameSchedule("go", 2, ("new", "old"), seed=1, format="gauntlet", rounds=400)


@pytest.mark.parametrize(
    ("wins", "losses", "draws", "sprt", "llr"),
    [
        (21404, 21184, 40708, Sprt(0.5, 2.5), -1.57),
        (57433, 57030, 106593, Sprt(0, 2), -2.59),
    ],
)
def test_ratio_of_single_games_of_fastchess(
    wins: int, losses: int, draws: int, sprt: Sprt, llr: float
) -> None:
    assert sprt.llr(tally_of(wins, draws, losses)) == pytest.approx(llr, abs=0.005)


@pytest.mark.parametrize(
    ("counts", "sprt", "llr"),
    [
        ((223, 9863, 21279, 10037, 246), Sprt(0.5, 2.5), -3.07),
        ((871, 26175, 55983, 26678, 821), Sprt(0, 2), -4.98),
    ],
)
def test_ratio_of_groups_of_fastchess(counts: tuple[int, ...], sprt: Sprt, llr: float) -> None:
    assert sprt.llr(Tally(FIVE_SCORES, counts, 2)) == pytest.approx(llr, abs=0.005)


@pytest.mark.parametrize(
    ("wins", "losses", "draws", "low", "high", "llr"),
    [
        (36433, 36027, 68692, 0, 2, 0.92),
        (10871, 10650, 20431, -1.75, 0.25, 2.30),
        (4250, 0, 0, 0, 10, 120.56),
    ],
)
def test_normalised_ratio_of_single_matches_of_fastchess(
    wins: int, losses: int, draws: int, low: float, high: float, llr: float
) -> None:
    sprt = Sprt(low, high, model=Model.NORMALISED)
    # fastchess stops a little short of the exact value where all matches were won
    assert sprt.llr(tally_of(wins, draws, losses)) == pytest.approx(llr, abs=0.006, rel=0.0005)


@pytest.mark.parametrize(
    ("counts", "low", "high", "llr"),
    [
        ((365, 16618, 36229, 16974, 390), 0, 2, 2.25),
        ((127, 4883, 10712, 5150, 104), -1.75, 0.25, 3.01),
        ((0, 0, 0, 0, 5550), 0, 5, 111.82),
    ],
)
def test_normalised_ratio_of_groups_of_fastchess(
    counts: tuple[int, ...], low: float, high: float, llr: float
) -> None:
    sprt = Sprt(low, high, model=Model.NORMALISED)
    assert sprt.llr(Tally(FIVE_SCORES, counts, 2)) == pytest.approx(llr, abs=0.006, rel=0.0005)


def test_the_bounds_follow_from_alpha_and_beta() -> None:
    # fastchess: log(beta / (1 - alpha)), log((1 - beta) / alpha)
    sprt = Sprt(alpha=0.01, beta=0.1)
    assert (sprt.lower, sprt.upper) == pytest.approx((-2.2925, 4.4998), abs=0.00005)


def test_a_test_is_read_with_its_settings() -> None:
    assert parse_sprt("0,5") == Sprt(0, 5)
    assert parse_sprt("-1.5,2,alpha=0.01,beta=0.1,model=normalised") == Sprt(
        -1.5, 2, 0.01, 0.1, Model.NORMALISED
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("5", "write ELO0,ELO1 as in 0,5"),
        ("0,x", "write ELO0,ELO1 as in 0,5"),
        ("0,5,7", "write ELO0,ELO1 as in 0,5"),
        ("0,5,model=bayes", "model=normalised if you like"),
        ("0,5,gamma=1", "alpha=0.05, beta=0.05 or model"),
        ("5,0", "the first Elo must be below the second"),
        ("0,5,alpha=0", "alpha and beta must be above 0"),
        ("0,5,alpha=0.5,beta=0.5", "sum to less than 1"),
    ],
)
def test_a_test_that_makes_no_sense_is_refused_with_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadSchedule, match=sentence):
        parse_sprt(text)


def test_the_bounds_of_five_percent_are_2_944() -> None:
    assert Sprt().upper == pytest.approx(2.944, abs=0.0005)
    assert Sprt().lower == pytest.approx(-2.944, abs=0.0005)


def test_a_clear_lead_is_better() -> None:
    assert Sprt(0, 50).verdict(tally_of(wins=300, draws=100, losses=100)) == Verdict.BETTER


def test_equal_bots_are_not_better_after_many_matches() -> None:
    assert Sprt(0, 50).verdict(tally_of(200, 600, 200)) == Verdict.NOT_BETTER


def test_a_few_games_leave_the_verdict_open() -> None:
    assert Sprt().verdict(tally_of(3, 1, 2)) == Verdict.OPEN


def test_no_matches_leave_the_verdict_open() -> None:
    assert Sprt().verdict(tally_of_groups([])) == Verdict.OPEN


def test_only_wins_are_better_in_the_end() -> None:
    assert Sprt(0, 50).verdict(tally_of(100, 0, 0)) == Verdict.BETTER


def won_by(bot: str, first: int, last: int) -> dict[Key, Ranks]:
    """Let a bot win all matches of some rounds."""
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


def test_matches_after_an_unfinished_one_are_not_weighed() -> None:
    results = won_by("new", 0, 400)
    del results[Key("go", 1, 0, 1)]
    assert SprtTrial([SCHEDULE], Sprt(0, 50)).weigh(results) is Verdict.OPEN


def test_what_is_taken_in_bit_by_bit_gives_the_verdict_of_all_at_once() -> None:
    bit_by_bit = SprtTrial([SCHEDULE], Sprt(0, 50))
    for last in range(400):
        bit_by_bit.weigh(won_by("new", 0, last))
    at_once = SprtTrial([SCHEDULE], Sprt(0, 50))
    assert bit_by_bit.verdict is at_once.weigh(won_by("new", 0, 400)) is Verdict.BETTER


def scored(*pairs: tuple[float, float]) -> dict[Key, Ranks]:
    """Let the candidate score this in the two matches of each of the first pairs."""
    ranks = {1.0: (1, 2), 0.5: (1, 1), 0.0: (2, 1)}
    return {
        pairing.key: tuple(ranks[score][seat == "old"] for seat in pairing.bots)
        for pairing in SCHEDULE.pairings({})
        if pairing.key.round < len(pairs)
        for score in [pairs[pairing.key.round][pairing.key.rotation]]
    }


def test_a_trial_reports_ratio_bounds_elo_and_counts() -> None:
    trial = SprtTrial([SCHEDULE], Sprt(0, 50))
    trial.weigh(scored((1, 1), (1, 0), (0.5, 0.5), (1, 0.5), (0, 0), (0.5, 0)))
    report = trial.report()
    assert (report.scores, report.counts) == (FIVE_SCORES, (1, 1, 2, 1, 1))
    assert (report.wins, report.draws, report.losses, report.groups) == (4, 4, 4, 6)
    assert report.llr == pytest.approx(Sprt(0, 50).llr(Tally(FIVE_SCORES, (1, 1, 2, 1, 1), 2)))
    # s = ½, v = 10/96, and Elo(½ + 1.96 √(v/6)) = 198.6
    assert (report.elo, report.low, report.high) == pytest.approx((0, -198.6, 198.6), abs=0.1)
    assert report.lines() == [
        f"SPRT [0, 50]: LLR {report.llr:.2f} (-2.94 to 2.94): new is neither better nor worse yet",
        "Elo +0 ± 199, 6 groups, W/D/L 4/4/4, pentanomial 1/1/2/1/1",
    ]


def test_a_trial_that_has_played_everything_without_a_verdict_is_undecided() -> None:
    drawn = {pairing.key: (1, 1) for pairing in SCHEDULE.pairings({})}
    trial = SprtTrial([SCHEDULE], Sprt(-1, 1))
    assert trial.weigh(drawn) is Verdict.OPEN
    said, _ = trial.report().lines()
    assert said.endswith(f": undecided after all {trial.report().groups} groups")


def test_a_trial_without_a_loss_has_no_elo_but_a_verdict() -> None:
    trial = SprtTrial([SCHEDULE], Sprt(0, 100))
    trial.weigh(won_by("new", 0, 12))
    report = trial.report()
    assert (report.elo, report.low, report.high) == (None, None, None)
    assert report.lines()[0].endswith("new is better")
    assert report.lines()[1] == "Elo –, 12 groups, W/D/L 24/0/0, pentanomial 0/0/0/0/12"


def test_a_trial_that_has_not_begun_reports_nothing() -> None:
    assert SprtTrial([SCHEDULE], Sprt()).report().lines()[1] == "Elo –, 0 groups, W/D/L 0/0/0"


def test_a_candidate_that_wins_all_against_100_elo_needs_twelve_groups() -> None:
    # Each group adds ln(E(100)/E(0)) = ln(0.64007/0.5) = 0.24696: the 12th passes 2.944.
    assert SprtTrial([SCHEDULE], Sprt(0, 100)).weigh(won_by("new", 0, 11)) is Verdict.OPEN
    assert SprtTrial([SCHEDULE], Sprt(0, 100)).weigh(won_by("new", 0, 12)) is Verdict.BETTER


def test_a_draw_with_a_mate_is_not_weighed() -> None:
    duel = GameSchedule("go", 2, ("new", "old"), 1, "gauntlet", rounds=50)
    teams = GameSchedule("go", 4, ("new", "b", "c", "d"), 1, "gauntlet", rounds=50)

    def weigh(schedule: GameSchedule, sides: tuple[int, ...], groups: int) -> Verdict:
        """Let the side of the candidate win everything in some groups."""
        pairings = schedule.pairings({})[: groups * schedule.players]
        results = {}
        for pairing in pairings:
            won = sides[pairing.bots.index("new")]
            results[pairing.key] = tuple(1 if side == won else 2 for side in sides)
        of_sides = replace(schedule, sides=sides)
        return SprtTrial([of_sides], Sprt(0, 100)).weigh(results)

    assert weigh(duel, (0, 1), 11) is weigh(teams, (0, 1, 0, 1), 11) is Verdict.OPEN
    assert weigh(duel, (0, 1), 12) is weigh(teams, (0, 1, 0, 1), 12) is Verdict.BETTER
