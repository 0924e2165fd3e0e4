"""Random faults in every seat, on a virtual clock: whatever happens, every match ends as it should.

`tests.security.simulation` checks each match and what is left after all of them.
"""

import pytest

from engine.record import Ending
from tests.security.simulation import Fault, simulate
from tests.seeds import seeds

MATCHES = 100


@pytest.mark.parametrize("seed", seeds(3, 50))
def test_whatever_bots_do_each_match_has_one_fair_result_and_nothing_is_left(seed: int) -> None:
    world = simulate(seed, MATCHES)
    # A world in which little goes wrong would show little.
    assert len(world.faults) >= len(Fault) - 4, world.faults
    assert len(world.endings) >= len(Ending) - 4, world.endings
    assert len(world.refusals) >= 4, world.refusals
    assert world.sent_again >= 10


def test_a_world_can_be_repeated_from_its_seed() -> None:
    first, second = (simulate(7, 20) for _ in range(2))
    assert (first.endings, first.faults, first.now_s) == (
        second.endings,
        second.faults,
        second.now_s,
    )
