"""How many matches run at a time by default."""

import os
from pathlib import Path

import pytest

from arbiter.processors import usable_processors


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="affinity: Linux only")
def test_processors_that_others_have_do_not_count(tmp_path: Path) -> None:
    before = os.sched_getaffinity(0)
    try:
        os.sched_setaffinity(0, {min(before)})
        assert usable_processors(proc=tmp_path) == 1
    finally:
        os.sched_setaffinity(0, before)
    assert usable_processors(proc=tmp_path) == len(before)


@pytest.mark.parametrize(
    ("quota", "expected"), [("100000 100000", 1), ("50000 100000", 1), ("max 100000", None)]
)
def test_nor_does_what_is_above_the_quota_of_a_cgroup(
    tmp_path: Path, quota: str, expected: int | None
) -> None:
    (tmp_path / "self").mkdir()
    (tmp_path / "self" / "cgroup").write_text("0::/slice/service\n")
    (tmp_path / "slice" / "service").mkdir(parents=True)
    (tmp_path / "slice" / "cpu.max").write_text(quota)
    everything = usable_processors(proc=tmp_path / "nowhere")
    assert usable_processors(proc=tmp_path, groups=tmp_path) == (expected or everything)
