"""The command that runs a bot in a sandbox, and whether that works on this machine."""

import json
import os
import shutil
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import IO

from arbiter.bots import Manifest
from arbiter.processes import CannotStart, Launch
from arbiter.sandbox.cgroups import ControlGroups, Group, find_control_groups
from arbiter.sandbox.limits import MB, Limits
from arbiter.sandbox.mounts import mounts, process_mounts
from arbiter.sandbox.seccomp import seccomp_filter
from engine.errors import OperatorError

SOCKET = "/run/lutetia.sock"
"""Where a bot finds the listener that is its own."""
TRIAL_S = 20.0
_SHELL = "/bin/sh"
_JOIN = 'while [ "$1" != -- ]; do echo $$ > "$1" || exit 1; shift; done; shift; exec "$@"'
"""Joins groups before there is a process that could stay outside."""


class NoSandbox(OperatorError):
    """A sandbox is required, and does not work here."""


@dataclass(frozen=True)
class Sandbox:
    """Runs bots in sandboxes."""

    bwrap: str
    prlimit: str
    groups: ControlGroups

    @asynccontextmanager
    async def launch(
        self, manifest: Manifest, environment: dict[str, str], socket: Path
    ) -> AsyncIterator[Launch]:
        """Prepare to run a bot; when the block ends, so do its processes."""
        try:
            group = self.groups.make(manifest.limits)
        except OSError as error:
            raise CannotStart(f"there is no room for a group with its limits: {error}") from None
        try:
            with _pipes() as (seccomp, status, status_end):
                yield _Cell(
                    self.command(manifest, socket, group, seccomp, status_end),
                    Path("/"),
                    environment | _VARIABLES,
                    (seccomp, status_end),
                    status=status,
                    group=group,
                    limits=manifest.limits,
                )
        finally:
            await group.remove()

    def command(
        self, manifest: Manifest, socket: Path, group: Group, seccomp: IO[bytes], status: IO[bytes]
    ) -> list[str]:
        """Return the command that runs a bot."""
        size = str(manifest.limits.disk_mb * MB)
        variables = [("--setenv", name, value) for name, value in manifest.env]
        return [
            *(_SHELL, "-c", _JOIN, _SHELL, *group.entrances, "--"),
            self.bwrap,
            *_NAMESPACES,
            *process_mounts(),
            *("--dev", "/dev"),
            *("--size", size, "--perms", "1777", "--tmpfs", "/dev/shm"),  # noqa: S108 - its own
            *("--size", size, "--perms", "1777", "--tmpfs", "/tmp"),  # noqa: S108
            *mounts(manifest),
            *("--ro-bind", str(socket), SOCKET),
            # What bubblewrap has made to put mounts on is a file system in memory, without limit.
            *("--remount-ro", "/dev", "--remount-ro", "/"),
            *("--chdir", str(manifest.folder)),
            *(word for variable in variables for word in variable),
            *(("--seccomp", str(seccomp.fileno())) if seccomp_filter() else ()),
            *("--json-status-fd", str(status.fileno())),
            # The number of processes of a user is counted per user namespace: the limit is set
            # inside, so that those outside do not count.
            *("--", self.prlimit, *manifest.limits.prlimit_options(), "--"),
            *manifest.run,
        ]


_VARIABLES = {
    "HOME": "/tmp",  # noqa: S108 - its own
    "TMPDIR": "/tmp",  # noqa: S108
    "LUTETIA_ADDRESS": f"unix:{SOCKET}",
}
_NAMESPACES = (
    *("--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"),
    # A user namespace of its own would give a bot capabilities again, within it.
    *("--unshare-cgroup-try", "--disable-userns", "--cap-drop", "ALL"),
    *("--uid", "1000", "--gid", "1000", "--hostname", "bot"),
    # Without a session of its own a bot could type into the terminal that we run in.
    *("--new-session", "--die-with-parent"),
)


@cache
def find_sandbox() -> Sandbox:
    """Return the sandbox of this machine; raise NoSandbox if none works."""
    bwrap, prlimit = shutil.which("bwrap"), shutil.which("prlimit")
    if bwrap is None:
        raise NoSandbox("bubblewrap is not installed: `apt-get install bubblewrap` or the like")
    if prlimit is None:
        raise NoSandbox("prlimit is not installed: it is part of util-linux")
    sandbox = Sandbox(bwrap, prlimit, find_control_groups())
    trial = Manifest("trial", "0", ("true",), Path("/usr"))
    with _pipes() as (seccomp, _, status_end):
        command = sandbox.command(trial, Path(os.devnull), Group(()), seccomp, status_end)
        try:
            ended = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                env={"PATH": os.defpath},
                pass_fds=(seccomp.fileno(), status_end.fileno()),
                timeout=TRIAL_S,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise NoSandbox(f"bubblewrap does not work here: {error}") from None
    if ended.returncode != 0:
        said = ended.stderr.decode(errors="replace").strip()
        raise NoSandbox(f"bubblewrap does not work here: {said}")
    return sandbox


@dataclass(frozen=True, kw_only=True)
class _Cell(Launch):
    """A bot that is about to run in a sandbox."""

    status: IO[bytes]
    """What bubblewrap reports. No descriptor of it is in the sandbox: a bot cannot forge it."""
    group: Group
    limits: Limits

    def has_run(self) -> bool:
        # bubblewrap reports the exit code of what it ran, and none if it failed before.
        report = self.status.read() or b""
        return any("exit-code" in json.loads(line) for line in report.splitlines())

    def remark(self) -> str:
        if self.group.ran_out_of_memory():
            return f"it used more than its {self.limits.memory_mb} MB of memory"
        return ""


@contextmanager
def _pipes() -> Iterator[tuple[IO[bytes], IO[bytes], IO[bytes]]]:
    """Open a pipe that holds the filter of system calls, and both ends of one for reports."""
    with ExitStack() as stack:
        try:
            seccomp, seccomp_end = _pipe(stack)
            status, status_end = _pipe(stack)
        except OSError as error:
            raise CannotStart(str(error)) from None
        seccomp_end.write(seccomp_filter())
        seccomp_end.close()
        os.set_blocking(status.fileno(), False)  # whoever reads takes what is there by then
        yield seccomp, status, status_end


def _pipe(stack: ExitStack) -> tuple[IO[bytes], IO[bytes]]:
    read_end, write_end = os.pipe()
    return (
        stack.enter_context(open(read_end, "rb", buffering=0)),
        stack.enter_context(open(write_end, "wb", buffering=0)),
    )
