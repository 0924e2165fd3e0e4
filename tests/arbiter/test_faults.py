"""Every way a bot can fail, caused for real by a bot that fails so."""

from pathlib import Path

import pytest
import trio

from arbiter.bots import find_bot
from arbiter.clocks import parse_clock
from arbiter.hall import open_hall
from arbiter.host import run
from arbiter.jobs import Job
from arbiter.tables import Result, Void
from engine.record import Ending, Record, Setup, verify

BAD_BOTS = Path(__file__).parent / "bad_bots"


def play_with(bad: str, clock: str = "20", game: str = "moscow_paris", others: int = 2) -> Result:
    """Play a game in which a bad bot has seat 0, and good ones the rest."""
    bots = {"bad": find_bot(str(BAD_BOTS / f"{bad}.py"))}
    bots |= {f"random-{number}": find_bot("random") for number in range(others)}

    async def play() -> Result:
        with trio.fail_after(60):
            async with open_hall(startup_s=3) as hall:
                setup = Setup(game, len(bots), {}, seed=7)
                return await hall.play(Job(setup, bots, parse_clock(clock)))

    return run(play)


@pytest.mark.parametrize(
    ("bad", "ending", "reason"),
    [
        ("hang", Ending.TIMEOUT, "within 0.300 s"),
        ("illegal", Ending.ILLEGAL_ANSWER, "answered"),
        ("leave", Ending.DISCONNECT, "stream ended"),
        ("crash", Ending.CRASH, "exited with code 1; its last words:"),
        ("stillborn", Ending.CRASH, "no configuration found"),
        ("no_show", Ending.NO_SHOW, "did not connect within 3 s"),
        ("flood", Ending.PROTOCOL_VIOLATION, "answer nothing"),
        ("garbage", Ending.PROTOCOL_VIOLATION, "no BotMessage"),
        ("resign", Ending.RESIGNED, "resigned"),
    ],
)
def test_a_failing_bot_forfeits_with_the_reason_and_the_others_finish_their_game(
    bad: str, ending: Ending, reason: str
) -> None:
    record = play_with(bad, clock="20,move=0.3" if bad == "hang" else "20")
    assert isinstance(record, Record)
    failed, *others = record.seats
    assert failed.ending == ending
    assert reason in failed.detail
    assert failed.rank == len(record.seats)
    assert [seat.ending for seat in others] == [Ending.PLAYED] * len(others)
    assert min(seat.rank for seat in others) == 1
    verify(record, record.digest)


def test_the_last_words_of_a_crashed_bot_name_its_error() -> None:
    record = play_with("crash", game="connect_four", others=1)
    assert isinstance(record, Record)
    assert "RuntimeError: the third turn is too hard" in record.seats[0].detail


def test_answering_twice_has_no_effect() -> None:
    record = play_with("twice", game="connect_four", others=1)
    assert isinstance(record, Record)
    assert [seat.ending for seat in record.seats] == [Ending.PLAYED] * 2


def test_a_game_to_which_nobody_comes_is_void() -> None:
    result = _nobody_comes()
    assert isinstance(result, Void)
    assert "no configuration found" in result.reason


def _nobody_comes() -> Result:
    bots = {name: find_bot(str(BAD_BOTS / "stillborn.py")) for name in ("one", "two")}

    async def play() -> Result:
        async with open_hall(startup_s=10) as hall:
            setup = Setup("connect_four", 2, {}, seed=7)
            return await hall.play(Job(setup, bots, parse_clock("20")))

    return run(play)
