"""`make test` says what it skips."""

import os
import subprocess
import sys
from pathlib import Path

SKIPPED = "tests/arbiter/cluster/test_cluster.py::test_workers_are_listed"


def test_what_is_skipped_is_said_with_its_reason(tmp_path: Path) -> None:
    bare = {name: os.environ[name] for name in os.environ if name != "LUTETIA_TEST_POSTGRES"}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", SKIPPED],
        cwd=Path(__file__).parent.parent,
        env={**bare, "PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    before, _, after = done.stdout.partition("collected")
    assert "tests of PostgreSQL and clusters are skipped: LUTETIA_TEST_POSTGRES" in before
    assert "tests of browsers are skipped: Chromium is not installed" in before
    assert "tests of networks are skipped: ip" in before
    assert "tests of the sandbox are skipped: " in before
    assert "tests of starter kits are skipped: cc, cmake" in before
    assert "SKIPPED [1] tests/arbiter/cluster/test_cluster.py" in after
    assert "no server; set LUTETIA_TEST_POSTGRES=URL" in after
