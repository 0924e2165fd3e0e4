"""What a bot prints: its last lines, and its log."""

import os
from collections import deque
from pathlib import Path

import pytest
import trio
import trio.testing

from arbiter.bot_output import (
    KEPT_LINES,
    LINE_LIMIT,
    LINES_IN_REASON,
    LOG_LIMIT,
    LOGS_PER_BOT,
    PAUSE_S,
    BotOutput,
    LogFolder,
    last_output,
    last_spoken,
    logs_of,
    make_log_folder,
    shortened_reason,
    telling_lines,
)
from engine.errors import BadFile
from engine.record import Bot

MINE = Bot("mine", "1")


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
    output = BotOutput()

    async def main() -> float:
        begun_s = trio.current_time()
        await output.read_errors(Chunks(*chunks))
        return trio.current_time() - begun_s

    clock = trio.testing.MockClock(autojump_threshold=0)
    seconds = trio.run(main, clock=clock)
    return list(output.last_lines), seconds


def test_a_flood_is_held_back_so_that_matches_go_on() -> None:
    lines, seconds = keep(*[b"x\n" * 32_768] * 100)
    assert lines == ["x"] * KEPT_LINES
    assert seconds >= 99 * PAUSE_S


def test_lines_are_kept_across_reads_without_what_moves_a_cursor() -> None:
    lines, _ = keep(b"one\ntw", b"o\n\n", "\x1b[31mthr\tee\u202e\r\nend".encode())
    assert lines == ["one", "two", "[31mthr ee", "end"]


def test_of_a_long_line_the_beginning_is_kept() -> None:
    lines, _ = keep(b"E" + b"x" * 1000 + b"\n")
    assert lines == ["E" + "x" * (LINE_LIMIT - 1)]


def test_the_last_five_lines_stand_in_the_reason_of_a_forfeit() -> None:
    lines, _ = keep(b"".join(b"%d\n" % number for number in range(30)))
    assert len(lines) == KEPT_LINES
    assert last_output(lines) == "its last output: 25 | 26 | 27 | 28 | 29"
    assert last_output(lines).count("|") == LINES_IN_REASON - 1
    assert last_output([]) == ""


TRACEBACK = """\
Traceback (most recent call last):
  File "/home/ada/crash.py", line 10, in <module>
    run(choose)
  File "/usr/lib/python3.11/asyncio/runners.py", line 190, in run
    return runner.run(main)
           ^^^^^^^^^^^^^^^^
  File "/srv/lutetia/arbiter/client.py", line 440, in _answer
    match.answered = _answer_to(turn, self._choose(turn))
  File "/home/ada/crash.py", line 6, in choose
    return [][3]
           ~~^^^
IndexError: list index out of range"""


def test_of_a_traceback_the_frames_of_our_client_are_left_out() -> None:
    own = [
        "Traceback (most recent call last):",
        '  File "/home/ada/crash.py", line 10, in <module>',
        "    run(choose)",
        '  File "/home/ada/crash.py", line 6, in choose',
        "    return [][3]",
        "IndexError: list index out of range",
    ]
    assert telling_lines(TRACEBACK.splitlines()) == own
    assert telling_lines(TRACEBACK.splitlines()[4:]) == own[3:]
    assert telling_lines(["    thinking", "done"]) == ["    thinking", "done"]
    board = ["    . X O .", "thinking"]
    assert telling_lines([*board, *TRACEBACK.splitlines()]) == [*board, *own]
    said = " | ".join(line.strip() for line in own[1:])
    assert last_output(TRACEBACK.splitlines()) == f"its last output: {said}"


def test_a_long_reason_loses_the_first_lines_of_the_output() -> None:
    reason = f"exited with code 1; {last_output(TRACEBACK.splitlines())}"
    short = "exited with code 1; its last output: … | IndexError: list index out of range"
    assert shortened_reason(reason, 85) == short
    assert shortened_reason(reason, 1000) == reason
    assert shortened_reason("no answer to turn 12", 9) == "no answer"


def test_lines_are_shown_whole_as_they_come_until_there_are_too_many() -> None:
    shown: list[str] = []
    output = BotOutput(show=shown.append)
    board = b"x" * 60 + b"\n"
    trio.run(output.read_errors, Chunks(board * 100, b"half ", b"a line"))
    assert shown == ["x" * 60] * 100 + ["half a line"]
    shown.clear()
    flood = Chunks(*[board * 1000] * 20)
    trio.run(
        BotOutput(show=shown.append).read_errors,
        flood,
        clock=trio.testing.MockClock(autojump_threshold=0),
    )
    assert shown[-1] == "… the rest is not shown"
    assert sum(map(len, shown)) < LOG_LIMIT + 100


def log_of(folder: Path, *chunks: bytes) -> str:
    """Return the log of a process that writes this to standard error."""
    log = LogFolder(folder).open(MINE, "python bot.py")
    output = BotOutput(log)
    trio.run(
        output.read_errors, Chunks(*chunks), clock=trio.testing.MockClock(autojump_threshold=0)
    )
    log.close("it ended", output.last_lines)
    return log.path.read_text()


def test_a_log_begins_with_the_command_and_ends_with_how_it_ended(tmp_path: Path) -> None:
    first, *lines = log_of(tmp_path, b"hel", b"lo\n").splitlines()
    assert first.startswith("# mine@1, ")
    assert first.endswith(" UTC: python bot.py")
    assert lines == ["hello", "# it ended"]


def test_a_log_is_cut_but_for_its_last_lines(tmp_path: Path) -> None:
    text = log_of(tmp_path, *[b"x" * 65_535 + b"\n"] * 20, b"Traceback\n")
    assert len(text) < LOG_LIMIT + KEPT_LINES * LINE_LIMIT + 1000
    assert "# The rest is left out: 1,048,576 bytes are kept." in text
    assert text.endswith("\nTraceback\n# it ended\n")


def test_each_process_has_a_log_of_its_own(tmp_path: Path) -> None:
    for _ in range(3):
        log_of(tmp_path)
    assert len(list(tmp_path.iterdir())) == 3
    assert len(logs_of(tmp_path, MINE)) == 3


def test_the_oldest_logs_of_a_bot_go_and_those_of_others_stay(tmp_path: Path) -> None:
    other = tmp_path / "mine@1-beta-20260101-000000.log"
    other.touch()
    old = [tmp_path / f"mine@1-20260101-{number:06}.log" for number in range(LOGS_PER_BOT + 5)]
    for age, path in enumerate(old):
        path.touch()
        os.utime(path, (age, age))
    log_of(tmp_path)
    left = logs_of(tmp_path, MINE)
    assert len(left) == LOGS_PER_BOT
    assert left[:-1] == old[6:]
    assert other.exists()


def test_the_last_log_in_which_a_bot_spoke_is_before_those_in_which_it_was_silent(
    tmp_path: Path,
) -> None:
    silent, spoke, ended = (tmp_path / name for name in ("silent", "spoke", "ended"))
    for log, text in ((silent, "# start\n"), (spoke, "# start\nhello\n"), (ended, "# start\n")):
        log.write_text(text)
    deleted = tmp_path / "deleted"
    assert last_spoken([silent, spoke, ended, deleted]) == (spoke, "# start\nhello\n")
    assert last_spoken([silent, ended, deleted]) == (ended, "# start\n")
    assert last_spoken([]) is None


def test_a_folder_that_cannot_be_made_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadFile, match="Not a directory"):
        make_log_folder(tmp_path / "file" / "logs")
