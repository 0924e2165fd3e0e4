"""Where groups are made, of both versions, in folders that look like the kernel's."""

import os
from pathlib import Path

import pytest
import trio

from arbiter.sandbox.cgroups import ControlGroups, find_control_groups
from arbiter.sandbox.limits import Limits


def pretend(tmp_path: Path, cgroup: str, *mounts: str) -> Path:
    """Write what the kernel would say of our own groups and of what is mounted where."""
    (tmp_path / "cgroup").write_text(cgroup)
    lines = [f"30 20 0:1 / {tmp_path}/{mount}\n" for mount in mounts]
    (tmp_path / "mountinfo").write_text("".join(lines))
    return tmp_path


def make(parent: Path) -> None:
    parent.mkdir(parents=True)
    (parent / "cgroup.procs").touch()


def test_each_controller_of_version_1_has_a_tree_of_its_own(tmp_path: Path) -> None:
    proc = pretend(
        tmp_path,
        "2:cpu,cpuacct:/\n1:memory:/users/7\n0::/\n",
        "v1/cpu rw - cgroup cgroup rw,cpu,cpuacct",
        "v1/memory rw - cgroup cgroup rw,memory",
    )
    make(tmp_path / "v1/memory/users/7")
    make(tmp_path / "v1/cpu")
    groups = find_control_groups(proc)
    assert groups.parents == {
        tmp_path / "v1/cpu": ("cpu",),
        tmp_path / "v1/memory/users/7": ("memory",),
    }
    assert groups.missing == ("pids",)


def test_groups_of_version_2_are_made_beside_our_own(tmp_path: Path) -> None:
    proc = pretend(tmp_path, "0::/app/ours\n", "v2 rw - cgroup2 cgroup2 rw")
    make(tmp_path / "v2/app")
    (tmp_path / "v2/app/cgroup.subtree_control").write_text("cpu memory pids\n")
    groups = find_control_groups(proc)
    assert groups.parents == {tmp_path / "v2/app": ("cpu", "memory", "pids")}
    assert groups.missing == ()


def test_where_nothing_can_be_made_there_are_no_groups(tmp_path: Path) -> None:
    proc = pretend(tmp_path, "1:memory:/\n", "nowhere rw - cgroup cgroup rw,memory")
    assert find_control_groups(proc) == ControlGroups({})


def test_a_group_is_gone_when_it_is_empty() -> None:
    groups = find_control_groups()
    if not groups.parents:
        pytest.skip("no cgroup can be made here")
    group = groups.make(Limits(memory_mb=64, processes=8))
    assert all(folder.is_dir() for folder in group.folders)
    assert not group.ran_out_of_memory()
    trio.run(group.remove)
    assert not any(folder.exists() for folder in group.folders)


def test_groups_of_a_process_that_was_killed_are_swept(tmp_path: Path) -> None:
    proc = pretend(tmp_path, "1:memory:/\n", "v1 rw - cgroup cgroup rw,memory")
    dead, alive = tmp_path / "v1/lutetia-999999999-1", tmp_path / f"v1/lutetia-{os.getpid()}-1"
    make(tmp_path / "v1")
    dead.mkdir()
    alive.mkdir()
    find_control_groups(proc)
    assert not dead.exists()
    assert alive.exists()
