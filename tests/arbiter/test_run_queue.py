"""What a bot is given back of the time it waited for a processor, and what it is not."""

import os
import secrets
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import trio

from arbiter.processes import TOKEN, end_marked
from arbiter.run_queue import WAIT_RATIO, WAKING_S, ProcessTable, Sample, ThreadTimes, WaitMeter
from tests.arbiter.leftovers import wait_until

needs_schedstat = pytest.mark.skipif(
    not os.path.exists("/proc/self/schedstat"), reason="this kernel does not count what is waited"
)


def times(ran_s: float, waited_s: float, *, patient: bool = False) -> ThreadTimes:
    return ThreadTimes(round(ran_s * 1e9), round(waited_s * 1e9), False, patient)


def excused_s(first: Sample | None, then: Sample | None, elapsed_s: float = 10.0) -> float:
    """Return what a bot is given back of a decision, given what was seen at its ends."""
    samples = iter([first, then])
    meter = WaitMeter(lambda: next(samples), now=0.0)
    return meter.excused_s(elapsed_s, answered=True)


def test_what_all_threads_have_waited_since_the_first_sample_is_given_back() -> None:
    first = Sample(1.0, {1: times(1, 4)})
    then = Sample(3.0, {1: times(2, 6), 2: times(1, 0.5)})
    assert excused_s(first, then) == pytest.approx(2.5)


def test_never_less_is_charged_than_the_processor_time_that_was_used() -> None:
    """A bot with eight threads of its own makes itself wait, and uses all processors."""
    first = Sample(0.0, {})
    then = Sample(9.0, {thread: times(9 / 8, 8) for thread in range(8)})
    assert excused_s(first, then) == pytest.approx(1.0)
    assert excused_s(first, then, elapsed_s=5.0) == 0.0


def test_a_thread_that_lowered_its_priority_has_asked_to_wait() -> None:
    then = Sample(0.5, {1: times(0.5, 0), 2: times(0, 10, patient=True)})
    assert excused_s(Sample(0.0, {}), then) == 0.0


def test_a_thread_that_waits_and_does_nothing_earns_next_to_nothing() -> None:
    then = Sample(2.001, {1: times(2, 0), 2: times(0.001, 9.9)})
    assert excused_s(Sample(0.0, {}), then) == pytest.approx(WAIT_RATIO * 0.001 + WAKING_S)


def test_threads_that_pass_on_a_message_get_back_what_they_waited() -> None:
    then = Sample(0.3004, {1: times(0.3, 1), **{n: times(0.0001, 0.02) for n in range(2, 6)}})
    assert excused_s(Sample(0.0, {}), then) == pytest.approx(1 + 4 * 0.02)


def test_the_number_of_a_thread_may_be_used_again() -> None:
    first = Sample(5.0, {1: times(5, 5)})
    assert excused_s(first, Sample(6.0, {1: times(1, 2)})) == 0.0


@pytest.mark.parametrize(("first", "then"), [(None, Sample(1.0, {})), (Sample(1.0, {}), None)])
def test_nothing_is_given_back_where_nothing_is_counted(
    first: Sample | None, then: Sample | None
) -> None:
    assert excused_s(first, then) == 0.0


@contextmanager
def process(code: str) -> Iterator[tuple[int, str]]:
    """Run Python code as a bot is run, with a token; all that it has started is ended."""
    command, token = [sys.executable, "-c", code], secrets.token_hex(8)
    environment = {TOKEN: token}
    with subprocess.Popen(command, start_new_session=True, env=environment) as running:
        try:
            yield running.pid, token
        finally:
            os.killpg(running.pid, signal.SIGKILL)
            trio.run(end_marked, TOKEN, token)


FAMILY = """
import os, subprocess, sys, threading, time
sleep = [sys.executable, "-c", "import time; time.sleep(3600)"]
subprocess.Popen(sleep, env={})
subprocess.Popen(sleep, start_new_session=True)
thread = threading.Thread(target=lambda: (os.nice(5), time.sleep(3600)), daemon=True)
thread.start()
time.sleep(3600)
"""


@needs_schedstat
def test_all_threads_of_all_processes_of_a_bot_are_looked_at() -> None:
    """A child without the token, one in a session of its own, and a thread that is nice."""
    table = ProcessTable()

    def threads() -> dict[int, ThreadTimes]:
        sample = table.sample(*bot)
        return sample.threads if sample else {}

    with process(FAMILY) as bot, process(FAMILY):
        wait_until(lambda: len(threads()) == 4 and any(t.patient for t in threads().values()))
        assert [times.patient for times in threads().values()].count(True) == 1
        assert threads()[bot[0]].ran_ns > 0


ENDED = """
import subprocess, sys, threading, time
spin = "import time\\nwhile time.process_time() < 0.2: pass"
thread = threading.Thread(target=exec, args=[spin])
thread.start()
thread.join()
subprocess.run([sys.executable, "-c", spin])
time.sleep(3600)
"""


@needs_schedstat
def test_the_processor_time_of_what_has_ended_is_counted() -> None:
    table = ProcessTable()

    def used_s() -> float:
        sample = table.sample(*bot)
        return sample.used_s if sample and len(sample.threads) == 1 else 0.0

    with process(ENDED) as bot:
        wait_until(lambda: used_s() > 0.35)  # of children it is counted in ticks of 10 ms


def test_a_process_that_is_not_there_tells_nothing() -> None:
    # A token that no process of a test beside this one has.
    assert ProcessTable().sample(2**22 + 1, secrets.token_hex()) is None
