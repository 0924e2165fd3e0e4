"""Fault 24: the time of day jumps by hours, back and forth, while a match is played."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.arbiter.cli.commands import LUTETIA

JUMPING = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>

int clock_gettime(clockid_t clock, struct timespec *now) {
    static int (*real)(clockid_t, struct timespec *);
    static unsigned long looks;
    if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
    int result = real(clock, now);
    if (clock == CLOCK_REALTIME && ++looks % 2) now->tv_sec += 7200 * (long)(looks % 5) - 14400;
    return result;
}
"""
LOOK = "import time; print(time.time() - time.time())"


@pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")
def test_a_wall_clock_that_jumps_costs_nobody_a_match(tmp_path: Path) -> None:
    source, library = tmp_path / "jumping.c", tmp_path / "jumping.so"
    source.write_text(JUMPING)
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    jumping = {**os.environ, "LD_PRELOAD": str(library)}
    python = Path(LUTETIA).with_name("python")
    looked = subprocess.run([python, "-c", LOOK], env=jumping, capture_output=True, check=True)
    assert abs(float(looked.stdout)) > 3600
    command = [LUTETIA, "match", "paris", "random", "greedy", "--clock", "5,move=2"]
    played = subprocess.run(
        command, cwd=tmp_path, env=jumping, capture_output=True, text=True, timeout=600
    )
    assert played.returncode == 0, played.stderr
    assert "timeout" not in played.stdout
