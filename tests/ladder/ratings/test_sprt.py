"""The sequential test agrees with fastchess."""

import pytest

from ladder.ratings.elo import Tally, tally_of, tally_of_groups
from ladder.ratings.sprt import Sprt, Verdict

FIVE_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)


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


def test_the_bounds_of_five_percent_are_2_944() -> None:
    assert Sprt().upper == pytest.approx(2.944, abs=0.0005)
    assert Sprt().lower == pytest.approx(-2.944, abs=0.0005)


def test_a_clear_lead_is_better() -> None:
    assert Sprt(0, 50).verdict(tally_of(wins=300, draws=100, losses=100)) == Verdict.BETTER


def test_equal_bots_are_not_better_after_many_games() -> None:
    assert Sprt(0, 50).verdict(tally_of(200, 600, 200)) == Verdict.NOT_BETTER


def test_a_few_games_leave_the_verdict_open() -> None:
    assert Sprt().verdict(tally_of(3, 1, 2)) == Verdict.OPEN


def test_no_games_leave_the_verdict_open() -> None:
    assert Sprt().verdict(tally_of_groups([])) == Verdict.OPEN


def test_only_wins_are_better_in_the_end() -> None:
    assert Sprt(0, 50).verdict(tally_of(100, 0, 0)) == Verdict.BETTER
