"""Bot processes: whose fault it is if there is none, and what is kept of what they write."""

import errno
import os
import secrets
from collections import deque
from pathlib import Path

import pytest
import trio
import trio.testing

from arbiter.processes import (
    LINE_LIMIT,
    LOG_LINES,
    PAUSE_S,
    CannotStart,
    Launch,
    _is_ours,
    _keep_tail,
    run_to_end,
)


def start(command: str, folder: Path) -> str:
    """Run a command to its end."""
    environment = {"PATH": os.defpath, "MARK": secrets.token_hex(8)}

    async def main() -> str:
        launch = Launch([command], folder, environment)
        return await run_to_end(launch, mark="MARK", started=lambda pid: None)

    return trio.run(main)


def test_a_folder_that_is_gone_is_not_the_bots_fault(tmp_path: Path) -> None:
    with pytest.raises(CannotStart, match="No such file"):
        start("true", tmp_path / "gone")


@pytest.mark.parametrize("error", [errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN])
def test_a_machine_without_room_is_not_the_bots_fault(error: int) -> None:
    assert _is_ours(OSError(error, os.strerror(error)), Path("/bots/mine"))


def test_a_command_that_cannot_be_run_is_the_bots_fault(tmp_path: Path) -> None:
    (tmp_path / "bot").write_text("echo not executable")
    assert "Permission denied" in start("./bot", tmp_path)
    assert "No such file" in start("./nothing", tmp_path)
    assert start("false", tmp_path) == "the bot's process exited with code 1"


class Chunks(trio.abc.ReceiveStream):
    """A stream that always has more, until it has not."""

    def __init__(self, *chunks: bytes) -> None:
        self._chunks = deque(chunks)

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        return self._chunks.popleft() if self._chunks else b""

    async def aclose(self) -> None:
        self._chunks.clear()


def keep(*chunks: bytes) -> tuple[list[str], float]:
    """Return the lines that are kept, and the seconds it took."""
    log: deque[str] = deque(maxlen=LOG_LINES)

    async def main() -> float:
        begun_s = trio.current_time()
        await _keep_tail(Chunks(*chunks), log)
        return trio.current_time() - begun_s

    clock = trio.testing.MockClock(autojump_threshold=0)
    seconds = trio.run(main, clock=clock)
    return list(log), seconds


def test_a_flood_is_held_back_so_that_matches_go_on() -> None:
    lines, seconds = keep(*[b"x\n" * 32_768] * 100)
    assert lines == ["x"] * LOG_LINES
    assert seconds >= 99 * PAUSE_S


def test_lines_are_kept_across_reads_without_what_moves_a_cursor() -> None:
    lines, _ = keep(b"one\ntw", b"o\n\n", "\x1b[31mthr\tee\u202e\r\nend".encode())
    assert lines == ["one", "two", "[31mthr ee", "end"]


def test_of_a_long_line_the_beginning_is_kept() -> None:
    lines, _ = keep(b"E" + b"x" * 1000 + b"\n")
    assert lines == ["E" + "x" * (LINE_LIMIT - 1)]
