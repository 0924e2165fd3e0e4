"""How many processors this process may use."""

import os
from math import ceil
from pathlib import Path


def usable_processors(proc: Path = Path("/proc"), groups: Path = Path("/sys/fs/cgroup")) -> int:
    """Return how many there are for us, by our affinity and by the quotas of our cgroups.

    A container or a service may have less than the machine: `docker run --cpus`, `CPUQuota=`.
    """
    known = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    quotas = [quota for folder in _own_groups(proc, groups) if (quota := _quota(folder))]
    return max(1, min([known or 1, *map(ceil, quotas)]))


def _own_groups(proc: Path, groups: Path) -> list[Path]:
    """Return the folders of our cgroup and of those that it is in (version 2)."""
    try:
        lines = (proc / "self" / "cgroup").read_text().splitlines()
    except OSError:
        return []
    own = [line.removeprefix("0::/") for line in lines if line.startswith("0::/")]
    return [folder for path in own for folder in ((groups / path), *(groups / path).parents)]


def _quota(group: Path) -> float | None:
    """Return the processors that a cgroup may use; None if it has no limit."""
    try:
        quota, period = (group / "cpu.max").read_text().split()
        return int(quota) / int(period)
    except (OSError, ValueError):  # no such file, or "max"
        return None
