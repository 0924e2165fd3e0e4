"""Clocks on a machine that others keep busy: no honest bot loses on time, and nobody gains any."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
import trio

from arbiter.bots import Manifest, find_bot
from arbiter.clocks import parse_clock
from arbiter.jobs import Job
from arbiter.local_arbiter import open_local_arbiter
from arbiter.loops import run
from arbiter.match import Result
from arbiter.sandbox.bubblewrap import find_sandbox
from engine.record import Ending, Record, SeatRecord, Setup
from tests.arbiter.leftovers import running
from tests.arbiter.test_run_queue import needs_schedstat
from tests.sandboxes import needs_sandbox
from tests.seeds import seeds

BAD_BOTS = Path(__file__).parent / "bad_bots"


def bot(name: str, *words: object) -> Manifest:
    return Manifest(name, "0", ("python", f"{name}.py", *map(str, words)), BAD_BOTS)


@contextmanager
def busy_machine(hogs: int = 8) -> Iterator[None]:
    """Let others use all the processor time they can get."""
    with ExitStack() as stack:
        for _ in range(hogs):
            # In sessions of their own: where the kernel groups by session, they would share.
            hog = subprocess.Popen([sys.executable, "-c", "while 1: pass"], start_new_session=True)
            stack.enter_context(hog)
            stack.callback(hog.kill)
        yield


def play(
    bad: Manifest, clock: str, matches: int, at_a_time: int, *, sandboxed: bool = False
) -> tuple[list[SeatRecord], int]:
    """Play matches against a random bot; return how a bot fared, and how many processes it has."""
    bots = {"bad": bad, "random": find_bot("random")}
    job = Job(Setup("connect_four", 2, {}, seed=7), bots, parse_clock(clock), ("test",))
    results: list[Result] = []
    processes: set[int] = set()

    async def main() -> None:
        places = trio.CapacityLimiter(at_a_time)

        async def one() -> None:
            async with places:
                results.append(await local.play(job))

        sandbox = find_sandbox() if sandboxed else None
        async with open_local_arbiter(startup_s=120, sandbox=sandbox) as local:
            async with trio.open_nursery() as nursery:
                for _ in range(matches):
                    nursery.start_soon(one)
            processes.update(running("\0".join(bad.run[1:])))

    run(main)
    seats = [result.seats[0] for result in results if isinstance(result, Record)]
    assert len(seats) == matches
    return seats, len(processes)


@needs_schedstat
def test_a_bot_that_thinks_60_ms_of_its_300_loses_no_match_on_time_on_a_busy_machine() -> None:
    """3 of 56 were lost."""
    count = len(seeds(3, 24))
    with busy_machine():
        seats, _ = play(bot("thinker", 0.06), "move=0.3", count, at_a_time=2)
    assert [seat.reason for seat in seats] == [""] * count


@needs_schedstat
def test_a_bot_that_sleeps_while_its_niced_processes_wait_loses_on_time() -> None:
    with busy_machine():
        ((seat,), _) = play(bot("patient", 0.6), "move=0.3", 1, at_a_time=1)
    assert (seat.ending, seat.decisions) == (Ending.TIMEOUT, 0)


@needs_schedstat
@pytest.mark.parametrize("sandboxed", [False, pytest.param(True, marks=needs_sandbox)])
def test_eight_matches_at_a_time_have_a_process_each_and_none_is_lost_on_time(
    sandboxed: bool,
) -> None:
    """A bot that thought 0.3 s of 1 s lost 12 of 12 when they shared a process."""
    seats, processes = play(bot("thinker", 0.3), "move=1", 8, at_a_time=8, sandboxed=sandboxed)
    assert [seat.reason for seat in seats] == [""] * 8
    # The command of a sandbox names that of its bot, so it is found as well.
    assert processes >= 8 if sandboxed else processes == 8
