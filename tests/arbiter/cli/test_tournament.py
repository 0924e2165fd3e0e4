"""`lutetia tournament` and `lutetia standings`, from a spec to standings."""

import json
import os
import re
import shutil
import signal
import subprocess
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from ladder.store.store import open_store
from tests.arbiter.cli.commands import LUTETIA, call, called_json, lutetia, printed_json

RUN = ("tournament", "run", "--game", "moscow_paris", "--bot", "random", "--bot", "greedy")


def test_a_round_robin_ends_with_greedy_leading_random(tmp_path: Path) -> None:
    standings = printed_json(*RUN, "--rounds", "6", "--seed", "1", cwd=tmp_path)["standings"]
    first, second = standings["moscow_paris"]
    assert (first["bot"], second["bot"]) == ("greedy", "random")
    assert first["elo"] - first["error"] > second["elo"] + second["error"]
    assert first["games"] == 12
    assert first["forfeits"] == second["forfeits"] == 0
    ladder = called_json("standings", "--game", "moscow_paris", cwd=tmp_path)
    assert ladder == [{**row, "list": "moscow_paris"} for row in standings["moscow_paris"]]


def test_a_stopped_tournament_says_how_to_resume_and_does(tmp_path: Path) -> None:
    words = (*RUN, "--rounds", "30", "--seed", "1", "--workers", "1", "--concurrency", "2")
    stop_midway(tmp_path, *words, "--name", "long one")
    (row,) = listed(tmp_path)
    assert 0 < row["played"] < row["total"] == 60
    assert (row["state"], row["result"]) == ("stopped", None)
    before = shown_matches(tmp_path, "long one")
    again = printed_json("tournament", "resume", "long one", cwd=tmp_path)
    assert [row["games"] for row in again["standings"]["moscow_paris"]] == [60, 60]
    after = shown_matches(tmp_path, "long one")
    assert after[: len(before)] == before  # what was played is not played again
    uninterrupted = printed_json(*words, "--name", "whole", cwd=tmp_path)
    assert again["standings"] == uninterrupted["standings"]


def stop_midway(folder: Path, *words: str) -> None:
    """Press Ctrl-C as soon as a match is stored, and read how to go on."""
    running = subprocess.Popen([LUTETIA, *words], cwd=folder, stderr=subprocess.PIPE, text=True)
    while not (folder / "lutetia.db").exists() or not any(row["played"] for row in listed(folder)):
        assert running.poll() is None
        time.sleep(0.02)
    os.kill(running.pid, signal.SIGINT)
    _, said = running.communicate(timeout=120)
    assert running.returncode == 130
    assert "lutetia tournament resume 'long one'" in said


def listed(folder: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = called_json("tournament", "list", cwd=folder)
    return rows


def shown_matches(folder: Path, name: str) -> list[dict[str, Any]]:
    """Return the finished matches of a tournament with their numbers."""
    shown = called_json("tournament", "show", name, "--matches", cwd=folder)
    matches: list[dict[str, Any]] = shown["matches"]
    return matches


def test_resuming_what_is_complete_plays_nothing(tmp_path: Path) -> None:
    words = (*RUN, "--rounds", "3", "--name", "short", "--seed", "1")
    once = printed_json(*words, cwd=tmp_path)
    again = printed_json("tournament", "resume", "short", cwd=tmp_path)
    assert again == once
    assert (once["state"], once["winners"]) == ("finished", {"moscow_paris": ["greedy"]})
    taken = call(*words, cwd=tmp_path)
    assert (taken.returncode, "resume short`" in taken.stderr) == (2, True)


MY_BOT = 'name = "mine"\nversion = "{}"\nrun = ["python", "-m", "sample_bots.random"]\n'


def test_a_tournament_is_shown_without_its_bots_and_resumed_only_with_the_same(
    tmp_path: Path,
) -> None:
    bot = tmp_path / "mine"
    bot.mkdir()
    (bot / "bot.toml").write_text(MY_BOT.format("1"))
    words = ("tournament", "run", "--game", "moscow_paris", "--bot", "random", "--bot", "mine")
    once = printed_json(*words, "--format", "knockout", "--name", "cup", cwd=tmp_path)
    (bot / "bot.toml").write_text(MY_BOT.format("2"))
    refused = call("tournament", "resume", "cup", cwd=tmp_path)
    assert (refused.returncode, "is mine@2 now" in refused.stderr) == (2, True)
    shutil.rmtree(bot)
    refused = call("tournament", "resume", "cup", cwd=tmp_path)
    assert (refused.returncode, "mine@1 cannot continue" in refused.stderr) == (2, True)
    assert [row["bots"] for row in listed(tmp_path)] == [["random", "mine"]]
    shown = called_json("tournament", "show", "cup", cwd=tmp_path)
    assert {key: shown[key] for key in once} == once
    assert "mine" in call("tournament", "show", "cup", "--matches", cwd=tmp_path).stdout


def test_void_matches_are_told_in_a_sentence(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('[/x] no luck')")
    words = ("tournament", "run", "--game", "moscow_paris", "--bot", "one.py", "--bot", "two.py")
    done = lutetia(*words, "--name", "sad cup", cwd=tmp_path)
    said = " ".join(done.stderr.split())
    assert done.returncode == 1
    assert "2 matches are void and not rated. moscow_paris, round 1, table 1, rotation" in said
    assert "[/x] no luck" in said
    assert "To try again: lutetia tournament resume 'sad cup'" in said


def test_a_tournament_is_read_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "cup.toml").write_text(
        """
        bots = ["random", "greedy"]
        seed = 5
        clock = "30+0.5"
        [[games]]
        game = "moscow_paris"
        options = { istanbul = true }
        """
    )
    standings = printed_json("tournament", "run", "cup.toml", cwd=tmp_path)["standings"]
    assert [row["games"] for row in standings["moscow_paris istanbul=true"]] == [2, 2]
    (row,) = called_json("tournament", "list", cwd=tmp_path)
    assert row["name"] == "cup"


def deals(folder: Path, name: str) -> list[int]:
    """Return the seeds of the matches of a tournament, from their records."""
    seeds = []
    for match in shown_matches(folder, name):
        exported = call("replay", "export", str(match["match_id"]), cwd=folder)
        seeds.append(json.loads(exported.stdout)["setup"]["seed"])
    return seeds


def test_every_match_has_its_own_deal_unless_deals_are_shared(tmp_path: Path) -> None:
    printed_json(*RUN, "--rounds", "2", "--name", "own", cwd=tmp_path)
    printed_json(*RUN, "--rounds", "2", "--name", "shared", "--shared-deals", cwd=tmp_path)
    assert len(set(deals(tmp_path, "own"))) == 4
    assert len(set(deals(tmp_path, "shared"))) == 2


def test_the_seed_is_shown_to_the_operator_who_asks_and_not_with_the_progress(
    tmp_path: Path,
) -> None:
    done = lutetia(*RUN, "--name", "cup", cwd=tmp_path)
    seed = called_json("tournament", "show", "cup", cwd=tmp_path)["seed"]
    assert seed.bit_length() > 100  # 128 random bits
    assert str(seed) not in done.stdout + done.stderr
    assert "chosen" not in done.stderr
    assert f"seed {seed}" in call("tournament", "show", "cup", cwd=tmp_path).stdout


def test_a_chosen_seed_is_said_once_to_be_for_bots_one_trusts(tmp_path: Path) -> None:
    done = lutetia(*RUN, "--seed", "5", cwd=tmp_path)
    assert done.stderr.count("Seed 5 was chosen") == 1
    assert "bots you trust" in done.stderr


def test_shared_deals_are_said_to_be_for_bots_one_trusts_and_shown(tmp_path: Path) -> None:
    done = lutetia(*RUN, "--shared-deals", "--name", "shared", cwd=tmp_path)
    assert done.stderr.count("Deals are shared: ") == 1
    assert "bots you trust" in done.stderr
    shown = lutetia("tournament", "show", "shared", cwd=tmp_path).stdout
    assert "deals were shared between the rotations of a table" in shown
    assert called_json("tournament", "show", "shared", cwd=tmp_path)["shared_deals"] is True


def test_a_knockout_names_its_winner(tmp_path: Path) -> None:
    shown = printed_json(*RUN, "--format", "knockout", "--seed", "1", cwd=tmp_path)
    assert shown["placing"] == {"moscow_paris": ["greedy", "random"]}
    matches = shown_matches(tmp_path, "knockout-1")
    assert [(match["round"], match["round_name"]) for match in matches] == [(0, "final")] * 2


def test_a_swiss_shows_what_it_places_its_bots_by(tmp_path: Path) -> None:
    shown = printed_json(*RUN, "--format", "swiss", "--name", "open", cwd=tmp_path)
    first, second = shown["marks"]["moscow_paris"]
    assert [first["bot"], second["bot"]] == shown["placing"]["moscow_paris"]
    assert first["points"] + second["points"] == 1
    assert (first["buchholz"], second["buchholz"]) == (second["points"], first["points"])
    assert first["sonneborn_berger"] == first["points"] * second["points"]
    text = call("tournament", "show", "open", cwd=tmp_path).stdout
    assert "moscow_paris, swiss" in text
    assert "Sonneborn–Berger" in text


def test_a_knockout_of_teams_is_refused(tmp_path: Path) -> None:
    words = ["--format", "knockout", "--players", "4", "--option", "teams=true"]
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "bot.toml").write_text(MY_BOT.replace("mine", name).format("1"))
        words += ["--bot", name]
    done = call(*RUN, *words, cwd=tmp_path)
    said = " ".join(done.stderr.split())
    assert (done.returncode, "has no single winner of a table" in said) == (2, True)


def test_a_gauntlet_ends_when_the_sequential_test_has_a_verdict(tmp_path: Path) -> None:
    words = ["tournament", "run", "--game", "moscow_paris", "--bot", "greedy", "--bot", "random"]
    words += ["--format", "gauntlet", "--rounds", "100", "--sprt", "0,200", "--seed", "1"]
    done = lutetia(*words, cwd=tmp_path)
    test, counts = (line for line in done.stdout.splitlines() if "LLR" in line or "penta" in line)
    assert test.startswith("SPRT [0, 200]: LLR ")
    assert test.endswith("(-2.94 to 2.94): greedy is better")
    assert "pentanomial 0/0/0/0/" in counts
    # The results have said it: what is told of the run ends with how many were played.
    assert done.stderr.splitlines()[-1].endswith(" of 200 matches are played")
    (row,) = called_json("tournament", "list", cwd=tmp_path)
    assert row["played"] < row["total"] == 200
    assert (row["state"], row["result"]) == ("decided", "greedy is better")
    shown = called_json("tournament", "show", row["name"], cwd=tmp_path)
    assert (shown["state"], shown["sprt"]["verdict"]) == ("decided", "better")
    assert shown["sprt"]["llr"] > shown["sprt"]["upper"]


def test_the_ladder_is_shown_from_all_sides(tmp_path: Path) -> None:
    printed_json(*RUN, "--rounds", "2", "--seed", "1", cwd=tmp_path)
    cells = called_json("crosstable", cwd=tmp_path)
    assert {(cell["bot"], cell["other"]) for cell in cells} == {
        ("greedy", "random"),
        ("random", "greedy"),
    }
    assert len(called_json("history", "greedy", cwd=tmp_path)) == 4
    assert called_json("compare", "greedy", "random", cwd=tmp_path)["wins"] == 4
    assert "<!doctype html>" in call("standings", "--format", "html", cwd=tmp_path).stdout.lower()


def test_results_rebuilt_from_records_give_the_same_standings(tmp_path: Path) -> None:
    printed_json(*RUN, "--rounds", "2", "--seed", "1", cwd=tmp_path)
    before = called_json("standings", cwd=tmp_path)
    rebuilt = called_json("rebuild", cwd=tmp_path)
    assert (rebuilt["matches"], rebuilt["damaged"], rebuilt["mended"]) == (4, [], [])
    called_json("replay", "verify", "--all", cwd=tmp_path)
    assert called_json("standings", cwd=tmp_path) == before


def test_a_stored_match_is_verified_and_exported_by_its_number(tmp_path: Path) -> None:
    printed_json(*RUN, "--seed", "1", cwd=tmp_path)
    (number, _) = (match["match_id"] for match in shown_matches(tmp_path, "round-robin-1"))
    assert "agrees" in call("replay", "verify", str(number), cwd=tmp_path).stdout
    exported = call("replay", "export", "1", "game.json", cwd=tmp_path)
    assert (exported.returncode, exported.stdout) == (0, "")
    said = r"The record of match 1 \(moscow_paris, \d+ decisions\) is written to game\.json\.\n"
    assert re.fullmatch(said, exported.stderr)
    assert call("replay", "export", "1", cwd=tmp_path).stderr == ""
    assert "agrees" in call("replay", "verify", "game.json", cwd=tmp_path).stdout
    unknown = call("replay", "verify", "99", cwd=tmp_path)
    assert (unknown.returncode, "tournament show NAME --matches" in unknown.stderr) == (2, True)


def test_workers_keep_what_bots_print(tmp_path: Path) -> None:
    (tmp_path / "talker.py").write_text(
        "import sys\nfrom arbiter.client import run\n"
        "print('hello', file=sys.stderr)\nrun(lambda turn: 0)\n"
    )
    words = ("tournament", "run", "--game", "connect_four", "--bot", "talker.py", "--bot", "random")
    assert lutetia(*words, "--log", "logs", cwd=tmp_path).returncode == 0
    logs = [log.read_text() for log in (tmp_path / "logs").glob("talker@*.log")]
    assert logs
    assert all("\nhello\n" in log for log in logs)
    refused = lutetia(*words, "--log", "talker.py", cwd=tmp_path)
    assert (refused.returncode, "cannot keep logs in talker.py" in refused.stderr) == (2, True)


def test_a_tournament_is_renamed_and_deleted_with_what_followed_from_it(tmp_path: Path) -> None:
    printed_json(*RUN, "--name", "first", cwd=tmp_path)
    one = called_json("standings", cwd=tmp_path)
    printed_json(*RUN, "--rounds", "2", "--name", "second", cwd=tmp_path)
    assert call("tournament", "rename", "second", "third", cwd=tmp_path).returncode == 0
    assert [row["name"] for row in listed(tmp_path)] == ["first", "third"]
    for words, sentence in (
        (("rename", "third", "first"), "there is a tournament 'first' already"),
        (("rename", "third", "ladder"), "'ladder' is the name of the ladder"),
    ):
        refused = call("tournament", *words, cwd=tmp_path)
        assert (refused.returncode, sentence in refused.stderr) == (2, True)
    for tournament, matches in (("first", 2), ("third", 4)):
        two = ("greedy", "random", "--tournament", tournament)
        compared = called_json("compare", *two, cwd=tmp_path)
        assert compared["wins"] + compared["draws"] + compared["losses"] == matches
        cell, _ = called_json("crosstable", "--tournament", tournament, cwd=tmp_path)
        assert cell["wins"] + cell["draws"] + cell["losses"] == matches
        history = called_json("history", "greedy", "--tournament", tournament, cwd=tmp_path)
        assert len(history) == matches
    kept = subprocess.run(
        [LUTETIA, "tournament", "delete", "third"],
        cwd=tmp_path,
        input="n\n",
        capture_output=True,
        text=True,
    )
    assert "Delete third, its 4 matches with their records" in kept.stdout
    assert (kept.returncode, len(listed(tmp_path))) == (1, 2)
    deleted = call("tournament", "delete", "third", "--yes", cwd=tmp_path)
    assert deleted.stdout.startswith("deleted: third, its 4 matches")
    assert [row["name"] for row in listed(tmp_path)] == ["first"]
    assert called_json("standings", cwd=tmp_path) == one


def test_a_tournament_that_is_running_is_listed_so_and_not_deleted(tmp_path: Path) -> None:
    printed_json(*RUN, "--name", "cup", cwd=tmp_path)
    store = open_store(f"sqlite:///{tmp_path}/lutetia.db")
    with closing(store), store.hold(store.tournament("cup")):
        (row,) = listed(tmp_path)
        assert row["state"] == "running"
        assert f"process {os.getpid()} on " in row["running_by"]
        refused = call("tournament", "delete", "cup", "--yes", cwd=tmp_path)
    assert (refused.returncode, "is being run by process" in refused.stderr) == (2, True)


def test_two_bots_are_compared_in_each_list_and_by_their_mean(tmp_path: Path) -> None:
    printed_json(*RUN, "--name", "plain", cwd=tmp_path)
    printed_json(*RUN, "--name", "fast", "--clock", "move=0.4", cwd=tmp_path)
    compared = called_json("compare", "greedy", "random", cwd=tmp_path)
    assert compared["lists"] == ["moscow_paris", "moscow_paris, fast clock"]
    assert compared["through_others"] is False
    assert [part["wins"] for part in compared["by_list"].values()] == [2, 2]
    lines = call("compare", "greedy", "random", cwd=tmp_path).stdout.splitlines()
    text = " ".join(" ".join(lines).split())
    assert "in moscow_paris; moscow_paris, fast clock: 4 wins, 0 draws, 0 losses" in text
    assert "mean of the lists; score 100.0%" in text
    assert [line[:16] for line in lines if line.startswith("  ")] == [
        "  moscow_paris: ",
        "  moscow_paris, ",
    ]
    one_list = call("compare", "greedy", "random", "--tournament", "plain", cwd=tmp_path).stdout
    assert "2 wins, 0 draws, 0 losses in 1 seat-rotation group " in " ".join(one_list.split())
    assert "mean" not in one_list


def test_bots_that_have_not_met_are_compared_through_others_and_told_so(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        manifest = MY_BOT.replace("mine", name).format("1")
        (tmp_path / name / "bot.toml").write_text(manifest)
        words = ("tournament", "run", "--game", "moscow_paris", "--bot", name, "--bot", "random")
        printed_json(*words, "--rounds", "4", cwd=tmp_path)
    compared = called_json("compare", "one", "two", cwd=tmp_path)
    assert (compared["through_others"], compared["lists"]) == (True, ["moscow_paris"])
    shown = call("compare", "one", "two", cwd=tmp_path).stdout
    assert "have not met. Through others, by all matches of moscow_paris:" in " ".join(
        shown.split()
    )
