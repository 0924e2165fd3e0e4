"""How long a local bot has waited for a processor: before it loses on time, it gets that back.

Linux counts for every thread how long it ran and how long it stood in the run queue
(/proc/PID/task/TID/schedstat). Where it does not, nothing is given back.

Nobody may earn time by waiting. A bot is always charged at least the processor time its processes
used: whoever crowds the machine with threads of his own pays for them. And waiting counts only

- of threads with the priority we gave them: one that lowered its own has asked to wait;
- up to WAIT_RATIO times what a thread ran itself, and WAKING_S more per decision for all threads
  together: one that always yields waits all the time and runs for nothing, and so do those that
  wake now and then while their bot sleeps;
- from the first sample of a decision on, which is taken when the decision turns out to be slow.

Not counted is the processor time of a child that has ended and was never waited for, nor, without
a sandbox, that of one that has got rid of both its session and its environment.
"""

import os
import time
from collections.abc import Callable
from typing import NamedTuple

from arbiter.processes import TOKEN

WAIT_RATIO = 20
"""How long a thread may wait per second that it runs, as far as it is believed: on a machine that
has twenty times the work it can do, an honest one does."""
WAKING_S = 0.1
"""How long threads that hardly ran may have waited per decision. An answer passes through several:
gRPC's that reads, the bot's own, gRPC's that writes; each runs for microseconds and may stand in
the queue for a time slice of everybody else."""

_CAN_WAIT = (3, 5)
"""Linux's scheduling policies SCHED_BATCH and SCHED_IDLE; `os` does not have them everywhere."""
_TICKS_PER_S = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


class ThreadTimes(NamedTuple):
    """What the kernel knows of a thread."""

    ran_ns: int
    waited_ns: int
    runnable: bool
    """Whether it runs or waits, and does not sleep."""
    patient: bool
    """Whether it has a lower priority than the arbiter, from which it got its own."""


class Sample(NamedTuple):
    """What is known of a bot at one moment."""

    used_s: float
    """The processor time of all its processes, with that of threads and children that ended."""
    threads: dict[int, ThreadTimes]


_NEW_THREAD = ThreadTimes(0, 0, False, False)


class WaitMeter:
    """Measures one slow decision of a bot, from now on."""

    def __init__(self, sample: Callable[[], Sample | None], now: float) -> None:
        self._sample = sample
        self._first = self._last = sample()
        self._last_change_s: dict[int, float] = {}
        self._begun_s = now

    def excused_s(self, now: float, *, answered: bool) -> float:
        """Return how much of the time so far is not the bot's to pay.

        The kernel counts a wait when it is over. As long as there is no answer, a thread that is
        still waiting is given the benefit of the doubt; an answer is judged by what is counted.
        """
        sample = self._sample()
        if self._first is None or sample is None:
            return 0.0
        used_s = max(sample.used_s - self._first.used_s, 0.0)
        excused_ns = doubtful_ns = 0
        for thread, times in sample.threads.items():
            if not times.patient:
                before = self._first.threads.get(thread, _NEW_THREAD)
                ran_ns, waited_ns = times.ran_ns - before.ran_ns, times.waited_ns - before.waited_ns
                believed_ns = max(min(waited_ns, WAIT_RATIO * ran_ns), 0)
                excused_ns += believed_ns
                doubtful_ns += max(waited_ns - believed_ns, 0)
        excused_s = excused_ns / 1e9 + min(doubtful_ns / 1e9, WAKING_S)
        if not answered:
            excused_s += self._waiting_s(sample, now)
        return max(min(excused_s, now - self._begun_s - used_s), 0.0)

    def _waiting_s(self, sample: Sample, now: float) -> float:
        """Return for how long some thread seems to have been runnable without a processor.

        Its times do not change then. Those of a thread that slept do not either, so one that woke
        a moment ago looks as if it had waited since its times were last seen to change.
        """
        longest_s = 0.0
        for thread, times in sample.threads.items():
            before = self._last.threads.get(thread) if self._last else None
            if before is None or before[:2] != times[:2]:
                self._last_change_s[thread] = now
            elif times.runnable and not times.patient:
                since_s = self._last_change_s.get(thread, self._begun_s)
                longest_s = max(longest_s, now - since_s)
        self._last = sample
        return longest_s


class ProcessTable:
    """Reads the times of bots' processes, which have their bot's token in their environment."""

    def __init__(self) -> None:
        self._tokens: dict[int, bytes] = {}
        """By process: reading all environments takes longest, and they hardly ever change."""
        self._own_namespace = _namespace("self")

    def sample(self, leader: int, token: str) -> Sample | None:
        """Look at a bot: the session of its first process, its sandbox, and who has its token.

        None if there is nothing to see.
        """
        used_s, threads = 0.0, {}
        own_nice = os.nice(0)
        for process in self.processes(leader, token.encode()):
            try:
                # The number of the clock of a process, which counts the threads that have ended,
                # too. There is no name for it in `time`: see clock_getcpuclockid(3).
                used_s += time.clock_gettime(~process << 3 | 2)
                children_ticks = sum(map(int, _stat(f"/proc/{process}/stat")[13:15]))
                used_s += children_ticks / _TICKS_PER_S
                for thread in os.listdir(f"/proc/{process}/task"):
                    folder = f"/proc/{process}/task/{thread}"
                    ran_ns, waited_ns, _ = map(int, _read(f"{folder}/schedstat").split())
                    stat = _stat(f"{folder}/stat")
                    patient = int(stat[16]) > own_nice or int(stat[38]) in _CAN_WAIT
                    times = ThreadTimes(ran_ns, waited_ns, stat[0] == b"R", patient)
                    threads[int(thread)] = times
            except (OSError, ValueError):  # it has just ended, or this kernel does not count
                continue
        return Sample(used_s, threads) if threads else None

    def processes(self, leader: int, token: bytes) -> set[int]:
        try:
            running = [int(name) for name in os.listdir("/proc") if name.isdecimal()]
        except OSError:
            return set()
        processes, tokens = set(), {}
        for process in running:
            try:
                session = os.getsid(process)
            except OSError:  # it has just ended
                continue
            carried = self._tokens.get(process)
            if carried is None and session:  # session 0 is the kernel's own
                carried = self._read_token(process)
            if carried is not None:
                tokens[process] = carried
            if session == leader or carried == token:
                processes.add(process)
        self._tokens = tokens
        # All that is in a bot's sandbox belongs to it, whatever it has got rid of.
        sandboxes = {_namespace(process) for process in processes} - {self._own_namespace, ""}
        if sandboxes:
            processes |= {process for process in running if _namespace(process) in sandboxes}
        return processes

    def _read_token(self, process: int) -> bytes | None:
        try:
            environment = _read(f"/proc/{process}/environ")
        except OSError:  # it has just ended, or is not ours
            return None
        if not environment:  # it is about to become another program: look again next time
            return None
        variable = f"{TOKEN}=".encode()
        settings = (setting for setting in environment.split(b"\0") if setting.startswith(variable))
        return next(settings, b"").removeprefix(variable)


def _namespace(process: int | str) -> str:
    """Return what tells the process ids that a process sees from those others see."""
    try:
        return os.readlink(f"/proc/{process}/ns/pid")
    except OSError:  # it has just ended, or is not ours
        return ""


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def _stat(path: str) -> list[bytes]:
    """Return the fields of a stat file from the third on, the state; the second may hold spaces."""
    return _read(path).rpartition(b")")[2].split()
