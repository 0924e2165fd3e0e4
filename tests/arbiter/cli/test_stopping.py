"""Fault 25: Ctrl-C and SIGTERM stop a match, and no bot is left behind."""

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest
import trio

from arbiter.cli.stopping import stopping
from tests.arbiter.cli.commands import LUTETIA
from tests.arbiter.leftovers import running as running_with
from tests.arbiter.leftovers import wait_until

BOT = """
import os, pathlib, time
from arbiter.client import run

def choose(turn):
    pathlib.Path("thinking").write_text(str(os.getpid()))
    time.sleep(3600)

run(choose)
"""


def bot_that_thinks(folder: Path) -> int:
    """Wait until the bot has been asked, and return its process id."""
    deadline = time.monotonic() + 60
    while not (folder / "thinking").exists() or not (folder / "thinking").read_text():
        assert time.monotonic() < deadline
    return int((folder / "thinking").read_text())


@pytest.mark.parametrize(
    "words", [[signal.SIGINT], [signal.SIGTERM], [signal.SIGINT, signal.SIGINT]]
)
def test_a_match_that_is_stopped_leaves_nothing_behind(
    words: list[signal.Signals], tmp_path: Path
) -> None:
    (tmp_path / "thinker.py").write_text(BOT)
    running = subprocess.Popen(
        # Without a sandbox, in which it could not say in a file that it thinks.
        [LUTETIA, "match", "connect_four", "thinker.py", "random", "--sandbox", "off"],
        cwd=tmp_path,
        env={**os.environ, "TMPDIR": str(tmp_path)},
        stderr=subprocess.PIPE,
        text=True,
    )
    bot = bot_that_thinks(tmp_path)
    for word in words:
        running.send_signal(word)
    _, said = running.communicate(timeout=120)
    assert running.returncode == 130
    assert "Traceback" not in said
    if len(words) == 1:
        with pytest.raises(ProcessLookupError):
            os.kill(bot, 0)
        assert not list(tmp_path.glob(".lutetia-*"))
    # Asked twice it ends at once: the kernel ends its bots, the next start sweeps its folder.
    wait_until(lambda: bot not in running_with("thinker.py"))


def test_ctrl_c_is_caught_from_the_first_moment_on() -> None:
    async def main() -> bool:
        async with stopping() as running:
            signal.raise_signal(signal.SIGINT)  # before any other task has run
            await trio.sleep_forever()
        return running.cancelled_caught

    assert trio.run(main)
