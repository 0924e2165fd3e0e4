"""Processes of bots: started, listened to, and ended with all that they have started."""

import errno
import logging
import os
import shutil
import signal
import subprocess
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, NamedTuple

import trio

from arbiter.bot_output import BotOutput

log = logging.getLogger(__name__)

TOKEN = "LUTETIA_TOKEN"  # noqa: S105 - a name, not a secret
"""Environment variable with the token of a bot: whoever has it belongs to the bot."""
WORKER = "LUTETIA_WORKER"
"""Environment variable that says which worker a process belongs to."""
DRAIN_S = 0.2
"""How long the last output of a process that has ended may take to come."""
SWEEPS = 5
"""How often `end_marked` looks again for what a killed process forked just before."""

_SETPRIV = shutil.which("setpriv")
_DIES_WITH_US = (_SETPRIV, "--pdeathsig", "KILL", "--") if _SETPRIV else ()
"""Where util-linux is installed, the kernel ends a bot whose arbiter is killed."""
_NO_ROOM = {errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN}
"""What a start fails with when this machine has no descriptors, memory or processes left."""


class CannotStart(Exception):
    """We failed to start a bot, which is not the bot's fault."""


@dataclass(frozen=True)
class Launch:
    """How a bot is started."""

    command: Sequence[str]
    folder: Path
    environment: Mapping[str, str]
    descriptors: tuple[IO[bytes], ...] = ()
    """What the process has besides its standard streams; closed here once it is started."""

    def has_run(self) -> bool:
        """Tell whether the bot's command was run in the process, which has exited."""
        return True

    def remark(self) -> str:
        """Return what else is known about how it ended."""
        return ""


class Exit(NamedTuple):
    """How a process ended."""

    code: int | None
    """None if it could not be started."""
    reason: str


async def run_to_end(
    launch: Launch, *, mark: str, started: Callable[[int], None], output: BotOutput
) -> Exit:
    """Run a bot's process and return how it ended; cancelling ends it.

    Raise CannotStart if there is no process, and that is not the fault of the command. `mark`
    names a variable of the environment that tells what belongs to this process; `started` is told
    its number.
    """
    try:
        process = _Process(launch, with_output=output.log is not None)
    except OSError as error:
        # Either this machine has no room for it, or its folder is gone: not what the bot did.
        if error.errno in _NO_ROOM or error.filename == str(launch.folder):
            raise CannotStart(str(error)) from None
        return Exit(None, f"the bot could not be started: {error}")
    except ValueError as error:
        return Exit(None, f"the bot could not be started: {error}")
    started(process.pid)
    with closing(process):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(output.read_errors, process.errors)
            if process.output is not None:
                nursery.start_soon(output.read_output, process.output)
            try:
                await process.exit()
            finally:
                # Whether it ended by itself or we are cancelled: first its group, which catches
                # most of what it started and must happen before its number is reaped and given to
                # another process; then those that left the group but still carry the mark.
                with trio.CancelScope(shield=True):
                    code = await process.end()
                    await end_marked(mark, launch.environment[mark])
            # Its output ends when every holder of the pipe has ended. One that got away from both
            # must not keep us waiting.
            nursery.cancel_scope.deadline = trio.current_time() + DRAIN_S
    # With a negative code it was killed, by us or by the kernel, and then nothing was reported.
    if code >= 0 and not launch.has_run():
        raise CannotStart(" | ".join(output.last_lines))
    return Exit(code, _exit_reason(code, launch.remark()))


async def end_marked(variable: str, value: str) -> None:
    """Kill every process that has a variable of this value, such as a child in its own session.

    A child inherits its parent's environment, and a daemon that changes session, group and parent
    still has it. Reading all of /proc takes milliseconds, so a thread does it: clocks run here.
    """
    mark = f"{variable}={value}".encode()
    for _ in range(SWEEPS):  # what is killed may have forked a moment ago
        if not await trio.to_thread.run_sync(_kill_marked, mark):
            return


class _Process:
    """A process in a session of its own, with all the descriptors it takes to watch and end it.

    They are opened here or not at all: a process that cannot be watched is not started.
    """

    def __init__(self, launch: Launch, *, with_output: bool) -> None:
        errors, errors_end = os.pipe()
        ours, theirs = [errors], [errors_end]
        try:
            if with_output:
                output, output_end = os.pipe()
                ours.append(output)
                theirs.append(output_end)
            # Not with `trio.lowlevel.open_process`, which uses a helper thread: `pdeathsig` means
            # the death of the thread, and helpers end after 10 s without work. A start takes less
            # than 1 ms.
            self._popen = subprocess.Popen(
                [*_DIES_WITH_US, *launch.command],
                stdin=subprocess.DEVNULL,
                stdout=output_end if with_output else subprocess.DEVNULL,
                stderr=errors_end,
                cwd=str(launch.folder),
                env=launch.environment,
                pass_fds=[descriptor.fileno() for descriptor in launch.descriptors],
                start_new_session=True,
            )
            self._exited: int | None = None
            if hasattr(os, "pidfd_open"):
                try:
                    self._exited = os.pidfd_open(self._popen.pid)
                except OSError:
                    self._popen.kill()
                    self._popen.wait()
                    raise
        except BaseException:
            for descriptor in ours:
                os.close(descriptor)
            raise
        finally:
            for descriptor in theirs:
                os.close(descriptor)
            for passed in launch.descriptors:
                passed.close()
        self.errors = trio.lowlevel.FdStream(errors)
        self.output = trio.lowlevel.FdStream(output) if with_output else None
        """Its standard output, if anybody wants that."""
        self.pid = self._popen.pid

    def close(self) -> None:
        """Close its streams."""
        self.errors.close()
        if self.output is not None:
            self.output.close()

    async def exit(self) -> None:
        """Wait until it has ended, but do not reap it: until then its number stays its own."""
        if self._exited is None:  # not on Linux; this does reap it, as there is no other way
            await trio.to_thread.run_sync(self._popen.wait, abandon_on_cancel=True)
        else:
            await trio.lowlevel.wait_readable(self._exited)

    async def end(self) -> int:
        """End it and its group, then reap it and return its exit code."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)
        await self.exit()
        if self._exited is not None:
            os.close(self._exited)
        return self._popen.wait()


def _kill_marked(mark: bytes) -> bool:
    """Kill the processes with this in their environment; False if there are none."""
    try:
        running = os.listdir("/proc")
    except FileNotFoundError:
        return False
    except OSError as error:
        log.warning("what a bot may have left cannot be looked for: %s", error)
        return False
    marked = [int(pid) for pid in running if pid.isdecimal() and _carries(pid, mark)]
    for pid in marked:
        with suppress(OSError):  # it is gone already
            held = os.pidfd_open(pid)
            try:
                if _carries(pid, mark):  # still the same one, now that its number is held
                    signal.pidfd_send_signal(held, signal.SIGKILL)
            finally:
                os.close(held)
    return bool(marked)


def _carries(pid: int | str, mark: bytes) -> bool:
    try:
        return mark in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:  # it is gone, or not ours
        return False


def _exit_reason(code: int, remark: str) -> str:
    # A shell or a sandbox that has run the bot exits like this if a signal ended it.
    by_signal = -code if code < 0 else code - 128 if 128 < code <= 128 + signal.SIGRTMAX else 0
    how = f"was ended by {_signal_name(by_signal)}" if by_signal else f"exited with code {code}"
    return "; ".join(filter(None, (f"the bot's process {how}", remark)))


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # the real-time signals have no names of their own
        return f"signal {number}"
