"""Every way a bot can fail, caused for real by a bot that fails so."""

import secrets
import time
from pathlib import Path

import pytest
import trio

from arbiter.bots import Manifest, find_bot
from arbiter.clocks import parse_clock
from arbiter.jobs import Job
from arbiter.local_arbiter import open_local_arbiter
from arbiter.loops import run
from arbiter.match import Result, Void
from arbiter.sandbox.bubblewrap import find_sandbox
from engine.record import Ending, Record, Setup, verify
from tests.arbiter.leftovers import running, wait_until
from tests.sandboxes import needs_sandbox

BAD_BOTS = Path(__file__).parent / "bad_bots"
STARTUP_S = {"no_show": 3.0}
CLOCKS = {"hang": "20,move=1", "stopped": "20,move=1", "brood": "20,move=1"}


def play_with(
    bad: str, game: str = "moscow_paris", others: int = 2, *, sandboxed: bool = False
) -> Result:
    """Play a match in which a bad bot has seat 0, and good ones the rest; nothing of it is left."""
    marker = f"--marker={secrets.token_hex(8)}"
    bots = {"bad": Manifest(bad, "0", ("python", f"{bad}.py", marker), BAD_BOTS)}
    bots |= {f"random-{number}": find_bot("random") for number in range(others)}

    async def play() -> Result:
        with trio.fail_after(100):
            sandbox = find_sandbox() if sandboxed else None
            startup_s = STARTUP_S.get(bad, 60)
            async with open_local_arbiter(startup_s, sandbox=sandbox) as arbiter:
                setup = Setup(game, len(bots), {}, seed=7)
                control = parse_clock(CLOCKS.get(bad, "60"))
                return await arbiter.play(Job(setup, bots, control, ("test",)))

    result = run(play)
    wait_until(lambda: not running(marker))
    return result


@pytest.mark.parametrize("sandboxed", [False, pytest.param(True, marks=needs_sandbox)])
@pytest.mark.parametrize(
    ("bad", "ending", "reason"),
    [
        ("hang", Ending.TIMEOUT, "; its last output: turn 4 is hard"),
        ("stopped", Ending.TIMEOUT, "within 1.000 s"),
        ("brood", Ending.TIMEOUT, "within 1.000 s"),
        ("illegal", Ending.ILLEGAL_ANSWER, "answered"),
        ("leave", Ending.DISCONNECT, "stream ended"),
        ("crash", Ending.CRASH, "exited with code 1; its last output:"),
        ("signalled", Ending.CRASH, "was ended by signal 40"),
        ("noise", Ending.CRASH, "exited with code 3; its last output: [2Jx | [2Jx"),
        ("stillborn", Ending.CRASH, "no configuration found"),
        ("silent", Ending.CRASH, "code 0 without having connected: does it call `run(choose)`?"),
        ("no_show", Ending.NO_SHOW, "within 3 s; its last output: waiting for my model"),
        ("flood", Ending.PROTOCOL_VIOLATION, "answer nothing"),
        ("garbage", Ending.PROTOCOL_VIOLATION, "not a BotMessage"),
        ("large", Ending.PROTOCOL_VIOLATION, "a message of 300,000 bytes; at most 262,144"),
        ("huge", Ending.CRASH, "RESOURCE_EXHAUSTED"),  # we see its end, and its own words
        ("resign", Ending.RESIGNED, "resigned"),
    ],
)
def test_a_failing_bot_forfeits_with_the_reason_and_the_others_finish_their_game(
    bad: str, ending: Ending, reason: str, sandboxed: bool
) -> None:
    record = play_with(bad, sandboxed=sandboxed)
    assert isinstance(record, Record)
    failed, *others = record.seats
    assert failed.ending == ending
    assert reason in failed.reason
    assert failed.rank == len(record.seats)
    assert [seat.ending for seat in others] == [Ending.PLAYED] * len(others)
    assert min(seat.rank for seat in others) == 1
    verify(record, record.digest)


def test_the_last_output_of_a_crashed_bot_names_its_error() -> None:
    record = play_with("crash", game="connect_four", others=1)
    assert isinstance(record, Record)
    assert "RuntimeError: the third turn is too hard" in record.seats[0].reason


def test_a_bot_sees_nothing_of_the_environment_of_the_arbiter(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LUTETIA_DB", "postgresql+psycopg://operator:secret@host/lutetia")
    monkeypatch.setenv("API_KEY", "secret")
    record = play_with("environment", game="connect_four", others=1)
    assert isinstance(record, Record)
    given = "HOME LANG LUTETIA_ADDRESS LUTETIA_BOT LUTETIA_TOKEN PATH PYTHONDONTWRITEBYTECODE"
    assert f"variables: {given}." in " ".join(record.seats[0].reason.split())


def test_a_command_that_cannot_be_run_is_the_bots_fault() -> None:
    """A NUL in a word of the command ended the arbiter."""
    bad = Manifest("bad", "0", ("python", "hang.py", "a\0b"), BAD_BOTS)
    bots = {"bad": bad, "good": find_bot("random")}

    async def play() -> Result:
        async with open_local_arbiter(startup_s=60) as arbiter:
            setup = Setup("connect_four", 2, {}, seed=7)
            return await arbiter.play(Job(setup, bots, parse_clock("20"), ("test",)))

    record = run(play)
    assert isinstance(record, Record)
    assert record.seats[0].ending is Ending.CRASH
    assert record.seats[0].reason == "the bot could not be started: embedded null byte"


def test_answering_twice_has_no_effect() -> None:
    record = play_with("twice", game="connect_four", others=1)
    assert isinstance(record, Record)
    assert [seat.ending for seat in record.seats] == [Ending.PLAYED] * 2


def test_a_bot_that_pings_every_2_s_may_think_for_longer_in_a_match() -> None:
    """gRPC's own policy, one ping in five minutes, ended its connection."""
    record = play_with("pinging", game="connect_four", others=1)
    assert isinstance(record, Record)
    assert [(seat.ending, seat.reason) for seat in record.seats] == [(Ending.PLAYED, "")] * 2
    assert record.seats[0].slowest_seconds > 8


def test_answering_ahead_of_a_turn_has_no_effect() -> None:
    """Its opponent resigns, so every turn is its own. An answer that is taken is not valid."""
    names = ("resign", "ahead")
    bots = {name: Manifest(name, "0", ("python", f"{name}.py"), BAD_BOTS) for name in names}

    async def play() -> Result:
        with trio.fail_after(60):
            async with open_local_arbiter(startup_s=60) as arbiter:
                setup = Setup("connect_four", 2, {}, seed=7)
                return await arbiter.play(Job(setup, bots, parse_clock("20"), ("test",)))

    record = run(play)
    assert isinstance(record, Record)
    assert [seat.ending for seat in record.seats] == [Ending.RESIGNED, Ending.PLAYED]
    assert record.seats[1].decisions > 3


def test_a_match_to_which_nobody_comes_is_void() -> None:
    result = _nobody_comes()
    assert isinstance(result, Void)
    assert "no configuration found" in result.reason


def _nobody_comes() -> Result:
    bots = {name: find_bot(str(BAD_BOTS / "stillborn.py")) for name in ("one", "two")}

    async def play() -> Result:
        async with open_local_arbiter(startup_s=10) as arbiter:
            setup = Setup("connect_four", 2, {}, seed=7)
            return await arbiter.play(Job(setup, bots, parse_clock("20"), ("test",)))

    return run(play)


CRASHES_LATE = """
import os, sys, time
from arbiter.client import run

def choose(turn):
    if turn.message.turn_id >= 3:
        print(time.monotonic(), file=sys.stderr, flush=True)
        os._exit(3)
    return 0

run(choose)
"""


@pytest.mark.parametrize("sandboxed", [False, pytest.param(True, marks=needs_sandbox)])
def test_a_match_whose_bot_crashes_goes_on_within_a_second(tmp_path: Path, sandboxed: bool) -> None:
    """The best of three, since others work on this machine; its opponent moves at once."""
    (tmp_path / "bot.py").write_text(CRASHES_LATE)
    bots = {
        "bad": Manifest("bad", "0", ("python", "bot.py"), tmp_path),
        "good": find_bot("random"),
    }

    async def waits() -> list[float]:
        took_s = []
        sandbox = find_sandbox() if sandboxed else None
        with trio.fail_after(100):
            async with open_local_arbiter(60, sandbox=sandbox) as arbiter:
                for seed in range(3):
                    setup = Setup("connect_four", 2, {}, seed)
                    record = await arbiter.play(Job(setup, bots, parse_clock("60"), ("test",)))
                    ended_s = time.monotonic()
                    assert isinstance(record, Record)
                    assert record.seats[0].ending is Ending.CRASH
                    crashed = record.seats[0].reason.rpartition("its last output: ")[2]
                    took_s.append(ended_s - float(crashed))
        return took_s

    assert min(run(waits)) < 1.0
