"""Where sockets are: TMPDIR may be too long for them, and killed processes leave theirs behind."""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from arbiter.private_folder import (
    LOCK,
    NEW_S,
    PATH_LIMIT,
    PREFIX,
    NoTemporaryFolder,
    private_folder,
    sweep,
    temporary_folder,
)
from tests.arbiter.leftovers import wait_until

HOLD = """
import time
from arbiter.private_folder import private_folder

with private_folder():
    print("ready", flush=True)
    time.sleep(3600)
"""
MATCH = ["match", "connect_four", "random", "random", "--json"]


def folders(parent: Path) -> list[Path]:
    return list(parent.glob(f"{PREFIX}*"))


def holder(parent: Path) -> subprocess.Popen[str]:
    """Start a process that has a private folder until it is killed."""
    environment = {**os.environ, "TMPDIR": str(parent)}
    command = [sys.executable, "-c", HOLD]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


@pytest.fixture
def parent(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A temporary folder whose path is short."""
    with tempfile.TemporaryDirectory(dir="/tmp") as name:
        monkeypatch.setattr(tempfile, "tempdir", name)
        yield Path(name)


def test_what_a_killed_process_leaves_is_swept_at_the_next_start(parent: Path) -> None:
    with holder(parent) as killed, holder(parent) as alive:
        of_both = folders(parent)
        killed.kill()
        killed.wait()
        assert folders(parent) == of_both
        with private_folder() as ours:
            left = folders(parent)
            assert ours in left
            assert len(left) == 2  # that of the process which is alive, too
            assert len({*of_both, *left}) == 3
        alive.send_signal(signal.SIGKILL)


def make_old(folder: Path) -> None:
    then_s = folder.stat().st_mtime - 2 * NEW_S
    os.utime(folder, (then_s, then_s))


def test_an_empty_folder_without_a_lock_is_swept_when_it_is_old(parent: Path) -> None:
    for name in ("young", "old"):
        (parent / f"{PREFIX}{name}").mkdir()
    make_old(parent / f"{PREFIX}old")
    sweep(parent)
    assert [folder.name for folder in folders(parent)] == [f"{PREFIX}young"]


@pytest.mark.parametrize(
    "name", ["lutetia-bots", "lutetia-logs", "lutetia-cache", "lutetia-mine", f"{PREFIX}mine"]
)
def test_folders_that_are_not_ours_survive_a_match_in_the_temporary_folder(
    name: str, parent: Path
) -> None:
    """All submitted bots were deleted when somebody worked in the temporary folder."""
    precious = parent / name / "precious.txt"
    precious.parent.mkdir()
    precious.write_text("years of work")
    (precious.parent / "lock").touch()
    make_old(precious.parent)
    lutetia = Path(sys.executable).with_name("lutetia")
    environment = {**os.environ, "TMPDIR": str(parent)}
    subprocess.run([lutetia, *MATCH], env=environment, cwd=parent, check=True, capture_output=True)
    assert precious.read_text() == "years of work"


def test_a_sweep_follows_no_link(parent: Path) -> None:
    precious = parent / "precious"
    precious.mkdir()
    (precious / LOCK).touch()
    (parent / f"{PREFIX}link").symlink_to(precious)
    sweep(parent)
    assert (precious / LOCK).exists()


def test_a_match_is_played_where_tmpdir_is_too_long_for_a_socket(tmp_path: Path) -> None:
    """It ended in a traceback of gRPC."""
    parent = tmp_path / ("x" * PATH_LIMIT)
    parent.mkdir()
    lutetia = Path(sys.executable).with_name("lutetia")
    environment = {**os.environ, "TMPDIR": str(parent)}
    done = subprocess.run([lutetia, *MATCH], env=environment, cwd=tmp_path, capture_output=True)
    assert done.returncode == 0, done.stderr


def test_a_machine_without_a_place_for_sockets_gets_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / ("x" * PATH_LIMIT)))
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(NoTemporaryFolder, match="Set TMPDIR"):
        temporary_folder()


def test_a_match_that_is_killed_leaves_nothing_that_the_next_one_does_not_sweep(
    parent: Path,
) -> None:
    (parent / "hang.py").write_text("import time; time.sleep(3600)")
    lutetia = str(Path(sys.executable).with_name("lutetia"))
    environment = {**os.environ, "TMPDIR": str(parent)}
    hanging = [lutetia, "match", "connect_four", "hang.py", "random"]
    with subprocess.Popen(hanging, env=environment, cwd=parent) as killed:
        wait_until(lambda: any((folder / LOCK).exists() for folder in folders(parent)))
        killed.kill()
    subprocess.run([lutetia, *MATCH], env=environment, cwd=parent, check=True, capture_output=True)
    assert folders(parent) == []
