"""`lutetia match` and what becomes of its record."""

import json
import re
from pathlib import Path

from tests.arbiter.cli.commands import lutetia, printed_json

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
    heading = "seat 0: random, seat 1: greedy, seat 2: random"  # above the picture of the table
    assert heading in watched.stdout
    assert heading not in unwatched.stdout


LOUD = """
import sys
print("[/x] \\x1b[2J [bold]", file=sys.stderr)
raise SystemExit(3)
"""


def test_what_a_bot_says_is_shown_letter_by_letter(tmp_path: Path) -> None:
    (tmp_path / "loud.py").write_text(LOUD)
    done = lutetia("match", "moscow_paris", "random", "loud.py", cwd=tmp_path)
    assert (done.returncode, "Traceback" in done.stderr) == (0, False)
    shown = "".join(done.stdout.split())  # the table breaks lines
    assert "[/x]" in shown
    assert "[bold]" in shown
    assert "\x1b" not in shown


def test_a_void_match_is_no_wrong_use_and_says_why_and_how_to_reproduce_it(tmp_path: Path) -> None:
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
