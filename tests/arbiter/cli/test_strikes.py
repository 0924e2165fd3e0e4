"""`--strikes`: bots that fail for real are forgiven, and it is told everywhere."""

import json
import re
from pathlib import Path
from typing import Any

from tests.arbiter.cli.commands import call, called_json, lutetia, printed_json

BAD_BOTS = Path(__file__).parents[1] / "bad_bots"


def write_bot(folder: Path, *failures: str) -> None:
    """Make a bot that fails at its first turns as told, and then plays well."""
    (folder / "fumble").mkdir()
    (folder / "fumble" / "fumble.py").write_text((BAD_BOTS / "fumble.py").read_text())
    run = json.dumps(["python", "fumble.py", *failures])
    (folder / "fumble" / "bot.toml").write_text(
        f'name = "fumble"\nversion = "1"\ngames = ["connect_four"]\nrun = {run}\n'
    )


def match(folder: Path, *words: str) -> dict[str, Any]:
    told: dict[str, Any] = printed_json(
        *("match", "connect_four", "fumble", "random", "--seed", "3", "--sandbox", "off"),
        *words,
        cwd=folder,
    )
    return told


def test_a_bot_that_answers_illegally_twice_and_then_well_plays_on(tmp_path: Path) -> None:
    write_bot(tmp_path, "illegal", "illegal")
    told = match(tmp_path, "--strikes", "2", "--record", "match.json")
    bad, good = told["seats"]
    assert (bad["ending"], good["ending"], good["strikes"]) == ("played", "played", [])
    assert [(strike["decision"], strike["ending"]) for strike in bad["strikes"]] == [
        (1, "illegal answer"),
        (3, "illegal answer"),
    ]
    assert bad["strikes"][0]["reason"] == "answered 7 to turn 1, which has 7 actions"
    assert told["decisions"] == bad["decisions"] + 2 + good["decisions"]
    assert match(tmp_path, "--strikes", "2")["digest"] == told["digest"]
    verified = call("replay", "verify", "match.json", cwd=tmp_path)
    assert "agrees" in verified.stdout
    shown = call("replay", "show", "match.json", cwd=tmp_path).stdout
    assert "seat 0: fumble (2 strikes), seat 1: random" in shown
    assert shown.splitlines()[2].startswith("   3  (random) fumble ")
    assert shown.splitlines()[2].endswith("(strike: illegal answer)")
    third = called_json("replay", "show", "match.json", cwd=tmp_path)["moves"][2]
    assert f"(random) {third['sentence']} (strike: " in shown.splitlines()[2]
    asked = call("replay", "show", "match.json", "--at", "3", "--as-seat", "0", cwd=tmp_path)
    assert "decision 3, by fumble; it failed, → was played" in asked.stdout


def test_one_strike_fewer_and_it_forfeits(tmp_path: Path) -> None:
    write_bot(tmp_path, "illegal", "illegal")
    bad, _ = match(tmp_path, "--strikes", "1")["seats"]
    assert (bad["ending"], bad["rank"], len(bad["strikes"])) == ("illegal answer", 2, 1)


def test_a_bot_that_runs_out_of_time_once_plays_on_with_the_same_process(tmp_path: Path) -> None:
    write_bot(tmp_path, "late")
    words = ("--strikes", "2", "--clock", "move=1")
    done = lutetia(
        *("match", "connect_four", "fumble", "random", "--sandbox", "off", *words), cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    said = "seat 0, fumble: strike at decision 1: timeout: no answer to turn 1 within 1.000 s"
    assert said in done.stdout
    assert re.search("decisions +strikes", done.stdout)
    assert "A random valid action was played for each strike." in done.stderr


def test_a_tournament_forgives_as_its_spec_says_and_has_a_list_of_its_own(tmp_path: Path) -> None:
    write_bot(tmp_path, "illegal", "illegal")
    (tmp_path / "cup.toml").write_text(
        'games = ["connect_four"]\nbots = ["fumble", "random"]\nstrikes = 2\n'
    )
    done = lutetia("tournament", "run", "cup.toml", "--sandbox", "off", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    seats = [seat for each in called_json("replay", "list", cwd=tmp_path) for seat in each["seats"]]
    assert {seat["ending"] for seat in seats} == {"played"}
    # One process played both matches, and failed in the first.
    assert sum(seat["strike_count"] for seat in seats if seat["bot"] == "fumble") in (2, 4)
    assert "strikes" in call("replay", "list", cwd=tmp_path).stdout
    assert "connect_four, 2 strikes" in call("standings", cwd=tmp_path).stdout
    assert call("replay", "verify", "--all", cwd=tmp_path).returncode == 0


def test_more_strikes_than_a_match_may_give_are_refused(tmp_path: Path) -> None:
    done = lutetia("match", "connect_four", "random", "random", "--strikes", "101", cwd=tmp_path)
    assert (done.returncode, "less than or equal to 100" in done.stderr) == (2, True)
