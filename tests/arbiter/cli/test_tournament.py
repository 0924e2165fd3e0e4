"""`lutetia tournament` and `lutetia standings`, from an order to a ladder."""

import os
import signal
import subprocess
from pathlib import Path

from tests.arbiter.cli.commands import LUTETIA, lutetia, printed_json

RUN = ("tournament", "run", "--game", "moscow_paris", "--bot", "random", "--bot", "greedy")


def test_a_round_robin_ends_with_greedy_leading_random(tmp_path: Path) -> None:
    standings = printed_json(*RUN, "--rounds", "6", "--seed", "1", cwd=tmp_path)["standings"]
    first, second = standings["moscow_paris"]
    assert (first["bot"], second["bot"]) == ("greedy", "random")
    assert first["elo"] - first["error"] > second["elo"] + second["error"]
    assert first["games"] == 12
    assert first["forfeits"] == second["forfeits"] == 0
    ladder = printed_json("standings", "--game", "moscow_paris", cwd=tmp_path)
    assert ladder == standings["moscow_paris"]


def test_a_stopped_tournament_says_how_to_resume_and_does(tmp_path: Path) -> None:
    order = (*RUN, "--rounds", "200", "--name", "long", "--seed", "1")
    running = subprocess.Popen([LUTETIA, *order], cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    while not printed_json("tournament", "list", cwd=tmp_path):
        assert running.poll() is None
    os.kill(running.pid, signal.SIGINT)
    _, said = running.communicate(timeout=20)
    assert running.returncode == 130
    assert "lutetia tournament resume long" in said
    (row,) = printed_json("tournament", "list", cwd=tmp_path)
    assert row["played"] < row["total"] == 400


def test_resuming_plays_what_is_missing_and_nothing_twice(tmp_path: Path) -> None:
    order = (*RUN, "--rounds", "3", "--name", "short", "--seed", "1")
    once = printed_json(*order, cwd=tmp_path)
    again = printed_json("tournament", "resume", "short", cwd=tmp_path)
    assert again == once
    assert lutetia(*order, cwd=tmp_path).returncode == 2  # the name is taken


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
    assert [row["games"] for row in standings["moscow_paris"]] == [2, 2]
    (row,) = printed_json("tournament", "list", cwd=tmp_path)
    assert row["name"] == "cup"


def test_standings_are_printed_as_csv(tmp_path: Path) -> None:
    printed_json(*RUN, "--seed", "1", cwd=tmp_path)
    lines = lutetia("standings", "--format", "csv", cwd=tmp_path).stdout.splitlines()
    assert lines[0].startswith("rank,bot,version,elo,error,games,wins,draws,losses,forfeits,score")
    assert len(lines) == 3


def test_a_knockout_names_its_winner(tmp_path: Path) -> None:
    shown = printed_json(*RUN, "--format", "knockout", "--seed", "1", cwd=tmp_path)
    assert shown["placing"] == {"moscow_paris": ["greedy", "random"]}


def test_a_gauntlet_ends_when_the_sequential_test_has_a_verdict(tmp_path: Path) -> None:
    order = ["tournament", "run", "--game", "moscow_paris", "--bot", "greedy", "--bot", "random"]
    order += ["--format", "gauntlet", "--rounds", "100", "--sprt", "0,200", "--seed", "1"]
    done = lutetia(*order, cwd=tmp_path)
    assert "the candidate is better" in done.stderr
    (row,) = printed_json("tournament", "list", cwd=tmp_path)
    assert row["played"] < row["total"] == 200


def test_the_ladder_is_shown_from_all_sides(tmp_path: Path) -> None:
    printed_json(*RUN, "--rounds", "2", "--seed", "1", cwd=tmp_path)
    cells = printed_json("crosstable", cwd=tmp_path)
    assert {(cell["bot"], cell["other"]) for cell in cells} == {
        ("greedy", "random"),
        ("random", "greedy"),
    }
    assert len(printed_json("history", "greedy", cwd=tmp_path)) == 4
    assert printed_json("compare", "greedy", "random", cwd=tmp_path)["wins"] == 4
    assert (
        "<!doctype html>" in lutetia("standings", "--format", "html", cwd=tmp_path).stdout.lower()
    )


def test_results_rebuilt_from_records_give_the_same_standings(tmp_path: Path) -> None:
    printed_json(*RUN, "--rounds", "2", "--seed", "1", cwd=tmp_path)
    before = printed_json("standings", cwd=tmp_path)
    assert printed_json("rebuild", cwd=tmp_path) == {"games": 4}
    assert printed_json("standings", cwd=tmp_path) == before


def test_a_stored_game_is_verified_and_exported_by_its_number(tmp_path: Path) -> None:
    printed_json(*RUN, "--seed", "1", cwd=tmp_path)
    assert "agrees" in lutetia("replay", "verify", "1", cwd=tmp_path).stdout
    lutetia("replay", "export", "1", "game.json", cwd=tmp_path)
    assert "agrees" in lutetia("replay", "verify", "game.json", cwd=tmp_path).stdout
    assert lutetia("replay", "verify", "99", cwd=tmp_path).returncode == 2
