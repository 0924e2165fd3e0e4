"""Running `lutetia` as a person does."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

LUTETIA = str(Path(sys.executable).with_name("lutetia"))


def lutetia(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder of its own, in which the default database is made."""
    return subprocess.run(
        [LUTETIA, *words],
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "COLUMNS": "120"},
    )


def printed_json(*words: str, cwd: Path) -> Any:
    """Run a command that succeeds and return what it printed with --json."""
    done = lutetia(*words, "--json", cwd=cwd)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
