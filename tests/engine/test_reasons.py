"""Why a match was lost, in a sentence."""

import pytest

from engine.reasons import why_lost
from engine.record import Ending, SeatRecord

Points = dict[str, int]


def seat(rank: int, points: Points | None, ending: Ending = Ending.PLAYED) -> SeatRecord:
    score = None if points is None else sum(points.values())
    sources = tuple((points or {}).items())
    return SeatRecord("bot", "1", score, rank, ending, "", 1, 0.0, 0.0, 0.0, sources)


@pytest.mark.parametrize(
    ("winner", "loser", "said"),
    [
        (
            {"landmarks": 15, "bonus_tiles": 5},
            {"landmarks": 6, "bonus_tiles": 2},
            "ada won by 12 against bea: it got 9 more from landmarks and 3 from bonus tiles.",
        ),
        (
            {"landmarks": 15, "bonus_tiles": 5},
            {"landmarks": 6, "bonus_tiles": 7},
            "ada won by 7 against bea: it got 9 more from landmarks, "
            "while bea got 2 more from bonus tiles.",
        ),
        (
            {"capitals": 10, "other cities": 9, "repeated flags": 8},
            {"capitals": 2, "other cities": 2, "repeated flags": 1},
            "ada won by 22 against bea: it got 8 more from capitals, 7 from other cities "
            "and 7 from repeated flags.",
        ),
        (
            {"lit": 20, "unplaced buildings": -9},
            {"lit": 10, "unplaced buildings": -3},
            "ada won by 4 against bea: it got 10 more from lit, "
            "while bea lost 6 fewer for unplaced buildings.",
        ),
        (
            {"lit": 12, "unplaced buildings": 0, "fountain": 1},
            {"lit": 10, "unplaced buildings": -3, "fountain": 2},
            "ada won by 4 against bea: it got 2 more from lit and lost 3 fewer for unplaced "
            "buildings, while bea got 1 more from fountain.",
        ),
        ({"points": 3}, {"points": 2}, "ada won by 1 against bea."),
        (
            {"points": 3},
            {"points": 3},
            "ada and bea have 3 points each; ada won the tie-break.",
        ),
        (
            {"points": 3},
            {"points": 5},
            "ada won although bea has 2 more points: points do not decide here.",
        ),
        (None, None, "ada ranks before bea."),
    ],
)
def test_a_loss_is_explained_by_where_points_came_from(
    winner: Points | None, loser: Points | None, said: str
) -> None:
    assert why_lost([seat(1, winner), seat(2, loser)], ["ada", "bea"]) == [said]


def test_a_forfeit_is_its_own_reason() -> None:
    seats = [seat(2, {"points": 9}, Ending.TIMEOUT), seat(1, {"points": 1})]
    assert why_lost(seats, ["ada", "bea"]) == [
        "ada forfeited (timeout) and ranks behind all who did not."
    ]


def test_a_draw_needs_no_reason() -> None:
    assert why_lost([seat(1, {"points": 2}), seat(1, {"points": 2})], ["ada", "bea"]) == []
