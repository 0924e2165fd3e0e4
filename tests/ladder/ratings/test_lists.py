"""Lists: what is rated together, and what it is called."""

import pytest

from ladder.ratings.lists import ClockClass, RatingList, clock_class, options_text


@pytest.mark.parametrize(
    ("clock", "seconds_per_decision"),
    [
        ("10+0.1", "fast"),
        ("move=0.5", "fast"),
        ("3600,move=0.1", "fast"),
        ("60+0.5", "standard"),
        ("60+0.5,move=5", "standard"),
        ("60", "standard"),
        ("move=5", "standard"),
        ("move=5.1", "slow"),
        ("300+3", "slow"),
        ("1800+10,move=60", "slow"),
    ],
)
def test_a_clock_is_classed_by_the_seconds_it_leaves_per_decision(
    clock: str, seconds_per_decision: str
) -> None:
    assert clock_class(clock) == seconds_per_decision


def test_a_list_is_called_by_what_is_not_the_default() -> None:
    assert str(RatingList("paris")) == "paris"
    assert str(RatingList("paris", "a=1 b=x")) == "paris a=1 b=x"
    assert str(RatingList("paris", "", ClockClass.FAST)) == "paris, fast clock"
    assert str(RatingList("paris", "a=1", ClockClass.SLOW)) == "paris a=1, slow clock"


def test_options_stand_in_the_order_of_their_names() -> None:
    assert options_text({"teams": True, "claim": "full"}) == "claim=full teams=true"
    assert options_text({"cards": [1, 2], "depth": 3}) == "cards=[1,2] depth=3"


def test_a_ruleset_is_called_by_a_hash_of_what_it_says() -> None:
    one, same = (
        options_text({"ruleset": {"a": 1, "b": 2}}),
        options_text({"ruleset": {"b": 2, "a": 1}}),
    )
    assert one == same
    assert one != options_text({"ruleset": {"a": 1, "b": 3}})
    assert len(one) == len("ruleset=") + 8
