"""`lutetia match` and what becomes of its record."""

import json
import os
import pty
import re
import subprocess
from contextlib import suppress
from pathlib import Path

from tests.arbiter.cli.commands import LUTETIA, lutetia, printed_json

MATCH = ("match", "moscow_paris", "random", "greedy", "random", "--seed", "7")


def test_equal_seeds_give_equal_matches_whose_record_replays(tmp_path: Path) -> None:
    first = printed_json(*MATCH, "--record", "game.json", cwd=tmp_path)
    second = printed_json(*MATCH, cwd=tmp_path)
    assert first["digest"] == second["digest"]
    assert [seat["bot"] for seat in first["seats"]] == ["random", "greedy", "random"]
    assert first["decisions"] == sum(seat["decisions"] for seat in first["seats"])
    verified = lutetia("replay", "verify", "game.json", cwd=tmp_path)
    assert verified.returncode == 0
    assert first["digest"] in verified.stdout


def test_a_record_with_one_changed_action_does_not_verify(tmp_path: Path) -> None:
    printed_json(*MATCH, "--record", "game.json", cwd=tmp_path)
    record = json.loads((tmp_path / "game.json").read_text())
    actions = record["actions"]
    actions[10], actions[12] = actions[12], actions[10]
    (tmp_path / "game.json").write_text(json.dumps(record))
    refused = lutetia("replay", "verify", "game.json", cwd=tmp_path)
    assert refused.returncode == 2
    assert "digest" in refused.stderr


def test_a_match_can_be_watched(tmp_path: Path) -> None:
    watched, unwatched = (lutetia(*MATCH, *more, cwd=tmp_path) for more in (["--watch"], []))
    assert (watched.returncode, unwatched.returncode) == (0, 0)
    lines = watched.stdout.splitlines()
    count = int(re.findall("moscow_paris, ([0-9]+) decisions", unwatched.stdout)[0])
    assert [int(line.split()[0]) for line in lines[:count]] == list(range(1, count + 1))
    assert lines[0].split()[1:3] == ["random", "0"]
    assert "points from" in unwatched.stdout


def test_a_watched_match_ends_quietly_when_nobody_reads_it_any_more(tmp_path: Path) -> None:
    words = [LUTETIA, *MATCH, "--watch"]
    with subprocess.Popen(
        words, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert running.stdout.readline().split()[0] == "1"
        running.stdout.close()
        assert running.stderr.read() == ""
    assert running.returncode == 1


def test_points_by_source_add_up_in_json(tmp_path: Path) -> None:
    for seat in printed_json(*MATCH, cwd=tmp_path)["seats"]:
        assert sum(seat["points"].values()) == seat["score"]


def test_watching_is_not_for_programs(tmp_path: Path) -> None:
    done = lutetia(*MATCH, "--watch", "--json", cwd=tmp_path)
    assert (done.returncode, "choose one of them" in done.stderr) == (2, True)


def watch_in_a_terminal(tmp_path: Path, keys: bytes, pace: str) -> str:
    """Watch a match in a terminal, pressing keys as soon as the first board is there."""
    ours, terminal = pty.openpty()
    words = [LUTETIA, "match", "lumiere", "random", "random", "--watch", "--pace", pace]
    with subprocess.Popen(words, cwd=tmp_path, stdin=terminal, stdout=terminal) as running:
        os.close(terminal)
        shown = b""
        with suppress(OSError):  # the terminal is gone when the command has ended
            while data := os.read(ours, 65536):
                shown += data
                if keys and b"seat 0" in shown:
                    os.write(ours, keys)
                    keys = b""
        os.close(ours)
    assert running.returncode == 0
    return shown.decode()


def test_in_a_terminal_all_positions_are_drawn(tmp_path: Path) -> None:
    shown = watch_in_a_terminal(tmp_path, b"", "0")
    assert shown.count("building: seat") > 3
    assert "the match ends" in shown


def test_q_ends_watching_and_shows_the_result(tmp_path: Path) -> None:
    shown = watch_in_a_terminal(tmp_path, b"q", "3600")
    assert "points from" in shown
    assert "the match ends" not in shown


LOUD = """
import sys
print("[/x] \\x1b[2J [bold]", file=sys.stderr)
raise SystemExit(3)
"""


def test_what_a_bot_says_is_shown_letter_by_letter(tmp_path: Path) -> None:
    (tmp_path / "loud.py").write_text(LOUD)
    done = lutetia("match", "moscow_paris", "random", "loud.py", cwd=tmp_path)
    assert (done.returncode, "Traceback" in done.stderr) == (0, False)
    assert "\nseat 1, loud: crash: the bot's process exited with code 3; its last" in done.stdout
    assert "\n  [/x] [2J [bold]\n" in done.stdout


def test_a_void_match_is_not_wrong_use_and_says_why_and_how_to_reproduce_it(tmp_path: Path) -> None:
    (tmp_path / "loud.py").write_text(LOUD)
    words = ("match", "moscow_paris", "loud.py", "loud.py", "--option", "istanbul=true")
    done = lutetia(*words, "--clock", "9+1", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("The match is void: it has no result. nobody can play")
    assert "[/x]" in done.stderr
    assert "\x1b" not in done.stderr
    again = re.search("To reproduce it: lutetia (.*) --seed [0-9]+\n", done.stderr)
    assert again is not None
    assert tuple(again[1].split()) == (*words, "--clock", "9+1")
    assert "report it" in done.stderr


def test_a_mistake_meets_one_sentence_and_no_traceback(tmp_path: Path) -> None:
    done = lutetia("match", "moscow_pariz", "random", "random", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "lutetia: no game 'moscow_pariz'. Games: connect_four, lumiere, moscow_paris, paris. "
        "Did you mean 'moscow_paris'?\n"
    )


TALKER = """
import sys
from arbiter.client import run
print("to standard output", flush=True)
print("to standard error", file=sys.stderr)
run(lambda turn: 0)
"""


def test_what_bots_print_is_kept_in_a_file_per_process(tmp_path: Path) -> None:
    (tmp_path / "talker.py").write_text(TALKER)
    match = ("match", "connect_four", "talker.py", "random")
    assert lutetia(*match, "--log", "logs/today", cwd=tmp_path).returncode == 0
    (log,) = (tmp_path / "logs" / "today").glob("talker@*.log")
    first, *lines, last = log.read_text().splitlines()
    assert "python talker.py" in first
    assert sorted(lines) == ["to standard error", "to standard output"]
    assert last == "# ended by the arbiter, which needed it no longer"
    assert len(list((tmp_path / "logs" / "today").glob("random@*.log"))) == 1


def test_a_terminal_is_shown_what_bots_print_to_standard_error(tmp_path: Path) -> None:
    (tmp_path / "talker.py").write_text(TALKER)
    command = f"{LUTETIA} match connect_four talker.py random"
    done = subprocess.run(
        ["script", "-qec", command, "/dev/null"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env={**os.environ, "NO_COLOR": "1"},
    )
    shown = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", done.stdout)
    assert "talker to standard error" in shown
    assert "to standard output" not in shown


def test_times_are_told_as_measured_and_as_charged(tmp_path: Path) -> None:
    seat = printed_json(*MATCH, cwd=tmp_path)["seats"][0]
    assert 0 < seat["mean_time"] <= seat["slowest_time"] <= seat["time"]
    assert seat["charged_time"] <= seat["time"]
