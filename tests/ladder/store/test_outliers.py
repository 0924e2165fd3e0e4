"""Which workers stand out."""

from dataclasses import replace
from typing import Any

import pytest

from ladder.store.outliers import Sample, outliers

FINE = Sample("one", "paris", 1, 100, 2, timeouts=1, crashes=1, decisions=1000, seconds=10.0)
OTHERS = [FINE, replace(FINE, host="two")]
ALIKE = {"one": 0.1, "two": 0.11, "three": 0.12}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"timeouts": 15}, "time losses"),
        ({"crashes": 15}, "crashes"),
        ({"seconds": 16.0}, "slow decisions"),
    ],
)
def test_a_worker_stands_out_by_what_happens_there(change: dict[str, Any], reason: str) -> None:
    odd = replace(FINE, host="three", **change)
    assert outliers([*OTHERS, odd], ALIKE) == {"three": [reason]}


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"timeouts": 4},  # a few happen anywhere
        {"timeouts": 6},  # 6 of 100 beside 2 of 200 may be chance: 2.5 deviations
        {"seconds": 14.0},
        {"decisions": 150, "seconds": 150.0},  # too few to tell
        {"bot_id": 2, "seconds": 100.0},  # a slow bot that only played here
        {"game": "lumiere", "seconds": 100.0},
    ],
)
def test_it_does_not_by_less(change: dict[str, Any]) -> None:
    assert outliers([*OTHERS, replace(FINE, host="three", **change)], ALIKE) == {}


def test_a_machine_stands_out_that_is_slower_than_the_others() -> None:
    assert outliers([], {**ALIKE, "three": 0.18}) == {"three": ["slow machine"]}
    assert outliers([], {"three": 0.18}) == {}


def test_a_slow_bot_does_not_make_its_worker_slow() -> None:
    """It may have played more often there than elsewhere."""
    slow = [replace(FINE, host=host, bot_id=2, seconds=500.0) for host in ("one", "two", "three")]
    slow[2] = replace(slow[2], decisions=10_000, seconds=5_000.0)
    assert outliers([*OTHERS, *slow, replace(FINE, host="three")], ALIKE) == {}
