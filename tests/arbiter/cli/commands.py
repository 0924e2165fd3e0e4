"""Running `lutetia` as a person does."""

import io
import json
import os
import subprocess
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any
from unittest.mock import patch

from arbiter.cli import main

LUTETIA = str(Path(sys.executable).with_name("lutetia"))


def lutetia(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder of its own, in which the default database is made."""
    return subprocess.run(
        [LUTETIA, *words],
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=600,
        env={**os.environ, "COLUMNS": "120"},
    )


def call(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a command within this process, which is fast; for those that start no match."""
    out, err = io.StringIO(), io.StringIO()
    typed = patch.object(sys, "argv", ["lutetia", *words])
    with chdir(cwd), redirect_stdout(out), redirect_stderr(err), typed:
        try:
            main()
        except SystemExit as ended:
            code = ended.code or 0
    assert isinstance(code, int)
    return subprocess.CompletedProcess(words, code, out.getvalue(), err.getvalue())


def called_json(*words: str, cwd: Path) -> Any:
    """Run a command within this process and return what it printed with --json."""
    done = call(*words, "--json", cwd=cwd)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def printed_json(*words: str, cwd: Path) -> Any:
    """Run a command that succeeds and return what it printed with --json."""
    done = lutetia(*words, "--json", cwd=cwd)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
