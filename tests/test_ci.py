"""The scripts of .ci do what they say where something is missing."""

import shutil
import subprocess
from pathlib import Path

import pytest

POSTGRES = Path(__file__).resolve().parent.parent / ".ci" / "postgres"
NEEDED = ("bash", "dirname", "find", "sort", "tail", "mkdir", "id", "mktemp", "rm")


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    """A folder with the common tools, and neither PostgreSQL nor apt-get."""
    folder = tmp_path / "tools"
    folder.mkdir()
    for name in NEEDED:
        there = shutil.which(name)
        assert there, name
        (folder / name).symlink_to(there)
    return folder


def run(tools: Path, apt_get: str) -> subprocess.CompletedProcess[str]:
    """Run the script where PostgreSQL is not installed, with an apt-get that does as told."""
    (tools / "apt-get").write_text(f"#!/bin/sh\necho apt-get $* >> {tools}/log\n{apt_get}\n")
    (tools / "apt-get").chmod(0o755)
    return subprocess.run(
        [str(tools / "bash"), str(POSTGRES), "true"],
        capture_output=True,
        text=True,
        env={"PATH": str(tools), "LUTETIA_POSTGRES_PREFIX": str(tools / "postgresql")},
    )


def test_postgresql_is_installed_where_it_is_missing(tools: Path) -> None:
    done = run(tools, "exit 7")
    assert done.returncode == 7
    assert (tools / "log").read_text() == "apt-get update --quiet --quiet\n"


def test_what_was_installed_is_found_by_its_newest_version(tools: Path) -> None:
    for version in ("9", "15"):
        (tools / "postgresql" / version / "bin").mkdir(parents=True)
    (tools / "new").write_text(f"#!/bin/sh\necho version 15 > {tools}/ran\nexit 9\n")
    (tools / "runuser").write_text('#!/bin/sh\nshift 3\nexec "$@"\n')  # runuser -u USER -- …
    for name in ("new", "runuser", "chown", "cp"):
        if not (tools / name).exists():
            (tools / name).symlink_to(shutil.which(name) or name)
        (tools / name).chmod(0o755) if name in ("new", "runuser") else None
    bins = tools / "postgresql"
    done = run(tools, f"cp {tools}/new {bins}/15/bin/initdb; : > {bins}/9/bin/initdb")
    assert done.returncode == 9
    assert (tools / "ran").read_text() == "version 15\n"
    assert "install --quiet --quiet --yes postgresql" in (tools / "log").read_text()


def test_an_installation_that_brings_nothing_is_said_so(tools: Path) -> None:
    done = run(tools, "exit 0")
    assert (done.returncode, "install PostgreSQL" in done.stderr) == (1, True)
