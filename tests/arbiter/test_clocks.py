"""Time controls and one seat's clock."""

import pytest

from arbiter.clocks import (
    LONGEST_TICK_S,
    MARGIN_S,
    BadClock,
    Clock,
    StallFreeClock,
    TimeControl,
    parse_clock,
)


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("60+0.5", TimeControl(60, 0.5, None)),
        ("60", TimeControl(60, 0, None)),
        ("move=2", TimeControl(None, 0, 2)),
        ("60+0.5,move=5", TimeControl(60, 0.5, 5)),
        ("move=5, 60", TimeControl(60, 0, 5)),
    ],
)
def test_a_time_control_is_a_bank_a_limit_or_both(text: str, control: TimeControl) -> None:
    assert parse_clock(text) == control


@pytest.mark.parametrize(
    "text", ["", "abc", "60+", "+1", "move=", "60,60", "-5", "0", "move=0", "86401"]
)
def test_anything_else_is_refused_with_examples(text: str) -> None:
    with pytest.raises(BadClock, match="second"):
        parse_clock(text)


def test_a_decision_may_take_what_the_bank_and_the_limit_allow() -> None:
    assert Clock(TimeControl(60, 0, 5)).remaining_s() == 5
    assert Clock(TimeControl(3, 0, 5)).remaining_s() == 3
    assert Clock(TimeControl(None, 0, 5)).remaining_s() == 5
    assert Clock(TimeControl()).remaining_s() is None


def test_thinking_is_charged_and_the_increment_paid() -> None:
    clock = Clock(TimeControl(10, 0.5))
    clock.charge(2 + MARGIN_S)
    assert clock.bank_s == pytest.approx(8.5)
    assert clock.spent_s == pytest.approx(2)


def test_the_margin_is_free() -> None:
    clock = Clock(TimeControl(10))
    clock.charge(MARGIN_S)
    assert clock.bank_s == 10


def test_a_late_tick_counts_no_more_than_a_long_one() -> None:
    at = [0.0]
    clock = StallFreeClock(lambda: at[0])
    at[0] = 0.1
    assert clock.now() == pytest.approx(0.1)
    at[0] = 7.0
    assert clock.now() == LONGEST_TICK_S
    clock.tick()
    at[0] = 7.1
    assert clock.now() == pytest.approx(LONGEST_TICK_S + 0.1)
