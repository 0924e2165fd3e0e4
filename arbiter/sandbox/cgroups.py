"""Limits for all processes of a bot together: groups of the kernel, where we may make them.

Linux has two versions of them. Of version 1, each controller has its own tree; of version 2, all
have one. Each process of a bot gets groups of its own:

- memory, of all its processes, and of the files in /tmp and /dev/shm;
- the number of processes and threads, which root may not exceed either;
- a share of the processors that does not grow with the number of its threads.
"""

import itertools
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import trio

from arbiter.sandbox.limits import MB, Limits

CONTROLLERS = ("cpu", "memory", "pids")
PREFIX = "lutetia-"
EMPTY_S = 5.0
"""How long a group may take to become empty once its bot was killed."""
PAUSE_S = 0.005

_numbers = itertools.count(1)


@dataclass(frozen=True)
class ControlGroups:
    """Where groups can be made."""

    parents: dict[Path, tuple[str, ...]]
    """Each with the controllers it has; of version 2 it is one parent with all of them."""

    @property
    def missing(self) -> tuple[str, ...]:
        """The controllers that cannot be used here."""
        usable = set().union(*self.parents.values())
        return tuple(controller for controller in CONTROLLERS if controller not in usable)

    def make(self, limits: Limits) -> "Group":
        """Make the groups of one process of a bot; raise OSError if there is no room for them."""
        name = f"{PREFIX}{os.getpid()}-{next(_numbers)}"
        group = Group(tuple(parent / name for parent in self.parents))
        try:
            for folder in group.folders:
                folder.mkdir()
                _write_limits(folder, limits)
        except OSError:
            group.remove_now()
            raise
        return group


@dataclass(frozen=True)
class Group:
    """The groups of one process of a bot."""

    folders: tuple[Path, ...]

    @property
    def entrances(self) -> list[str]:
        """The files to which a process writes its number to join."""
        return [str(folder / "cgroup.procs") for folder in self.folders]

    def ran_out_of_memory(self) -> bool:
        """Tell whether the kernel has ended a process because of the memory limit."""
        return any(
            line.startswith("oom_kill ") and line != "oom_kill 0"
            for folder in self.folders
            for name in ("memory.oom_control", "memory.events")
            for line in _lines(folder / name)
        )

    async def remove(self) -> None:
        """Remove the groups as soon as they are empty, which they are about to be."""
        with trio.move_on_after(EMPTY_S, shield=True):
            while not self.remove_now():  # noqa: ASYNC110 - the kernel sets no event
                await trio.sleep(PAUSE_S)

    def remove_now(self) -> bool:
        """Remove the groups that are empty; True if none is left."""
        for folder in self.folders:
            with suppress(OSError):  # not empty yet, or gone
                folder.rmdir()
        return not any(folder.exists() for folder in self.folders)


def find_control_groups(proc: Path = Path("/proc/self")) -> ControlGroups:
    """Find out where we may make groups, and remove those that killed processes have left."""
    parents: dict[Path, tuple[str, ...]] = {}
    for parent, offered in _candidates(proc):
        missing = ControlGroups(parents).missing
        wanted = tuple(controller for controller in offered if controller in missing)
        if wanted and _can_make(parent):
            parents[parent] = wanted
            _sweep(parent)
    return ControlGroups(parents)


def _candidates(proc: Path) -> Iterator[tuple[Path, Sequence[str]]]:
    """Yield folders in which groups might be made, each with its controllers."""
    own = {}
    for line in _lines(proc / "cgroup"):
        _, names, path = line.split(":", 2)
        own[names] = path
    for line in _lines(proc / "mountinfo"):
        # ID PARENT DEVICE ROOT MOUNT OPTIONS… - TYPE SOURCE OPTIONS: see proc(5)
        before, _, after = line.partition(" - ")
        root, mount = before.split()[3:5]
        kind, _, options = after.split(" ", 2)
        if kind == "cgroup":
            for names, path in own.items():
                if names and set(names.split(",")) <= set(options.split(",")):
                    yield Path(mount) / os.path.relpath(path, root), names.split(",")
        elif kind == "cgroup2" and "" in own:
            # A group of version 2 has either processes or groups in it, unless it is the root. So
            # ours are made beside the one that we are in.
            ours = Path(mount) / os.path.relpath(own[""], root)
            parent = ours if own[""] == root else ours.parent
            enabled = parent / "cgroup.subtree_control"
            if not set(CONTROLLERS) <= set(" ".join(_lines(enabled)).split()):
                with suppress(OSError):
                    enabled.write_text("+cpu +memory +pids")
            yield parent, " ".join(_lines(enabled)).split()


def _can_make(parent: Path) -> bool:
    trial = parent / f"{PREFIX}{os.getpid()}-trial"
    try:
        trial.mkdir()
        trial.rmdir()
    except OSError:
        return False
    # Version 2 lets a process move only below a group that its user may write to.
    return os.access(parent / "cgroup.procs", os.W_OK)


def _write_limits(folder: Path, limits: Limits) -> None:
    memory = str(limits.memory_mb * MB)
    # Of version 1 in this order: the limit with swap cannot be below the one without. The share
    # of the processors needs no value, since all groups have the same.
    values = {
        "memory.limit_in_bytes": memory,
        "memory.memsw.limit_in_bytes": memory,
        "memory.max": memory,
        "memory.swap.max": "0",
        "memory.oom.group": "1",
        "pids.max": str(limits.processes),
    }
    for name, value in values.items():
        if (folder / name).exists():
            (folder / name).write_text(value)


def _sweep(parent: Path) -> None:
    for folder in parent.glob(f"{PREFIX}*-*"):
        owner = folder.name.removeprefix(PREFIX).partition("-")[0]
        if not os.path.exists(f"/proc/{owner}"):
            with suppress(OSError):
                folder.rmdir()


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text().splitlines()
    except OSError:
        return []
