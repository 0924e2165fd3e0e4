"""Finding matches and stepping through them."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from subprocess import PIPE, Popen

import pytest

from arbiter.cli.keys import Steps, keys, split_keys
from arbiter.cli.replay import find_record, public_name
from arbiter.cli.results import print_result, result_in_words
from ladder.store.store import open_store
from tests.arbiter.cli.commands import LUTETIA, call, called_json
from tests.security.stored import hold_tournament

GOLDEN = str(Path(__file__).parents[2] / "engine" / "golden" / "lumiere-flip.json")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a database of six matches; somebody ran out of time in the first."""
    with closing(open_store(f"sqlite:///{tmp_path / 'lutetia.db'}")) as store:
        hold_tournament(store, tmp_path)
    return tmp_path


def test_lost_matches_of_a_bot_are_listed_with_their_ids(folder: Path) -> None:
    (timeout,) = called_json("replay", "list", "--forfeits", cwd=folder)
    loser = next(seat["bot"] for seat in timeout["seats"] if seat["ending"] == "timeout")
    lost = called_json("replay", "list", "--bot", loser, "--lost", cwd=folder)
    assert timeout["match_id"] in [match["match_id"] for match in lost]
    shown = call("replay", "list", "--bot", loser, "--lost", cwd=folder).stdout
    assert f"{timeout['match_id']}, {loser}@" in shown  # the reason has a line of its own
    assert "no answer to turn" in shown


def test_whoever_asks_for_lost_matches_names_a_bot(folder: Path) -> None:
    done = call("replay", "list", "--lost", cwd=folder)
    assert (done.returncode, "--lost needs a bot: name one with --bot" in done.stderr) == (2, True)


def test_nothing_found_is_said(folder: Path) -> None:
    assert "no such match" in call("replay", "list", "--game", "paris", cwd=folder).stdout


def test_history_and_tournaments_list_opponents_and_scores(folder: Path) -> None:
    points = called_json("history", "ada", cwd=folder)
    assert points
    assert all({"elo", "rank", "seats", "finished"} <= point.keys() for point in points)
    shown = called_json("tournament", "show", "cup", "--matches", cwd=folder)
    assert [len(match["seats"]) for match in shown["matches"]] == [2] * 6


def history_table(folder: Path, *words: str) -> list[int]:
    """Return the ids of the matches that a history shows."""
    shown = call("history", "ada", *words, cwd=folder).stdout
    return [int(number) for number in re.findall(r"(\d+)  connect_four", shown)]


def test_a_history_shows_the_last_matches_the_newest_first(folder: Path) -> None:
    everything = history_table(folder, "--last", "0")
    assert len(everything) > 2
    assert everything == sorted(everything, reverse=True)
    assert history_table(folder, "--last", "2") == everything[:2]


def test_a_history_for_programs_is_whole_and_in_the_order_of_time(folder: Path) -> None:
    told = called_json("history", "ada", "--last", "1", cwd=folder)
    everything = history_table(folder, "--last", "0")
    assert [point["match_id"] for point in told] == everything[::-1]


def test_moves_are_a_line_for_each_decision(tmp_path: Path) -> None:
    lines = call("replay", "show", GOLDEN, "--moves", cwd=tmp_path).stdout.splitlines()
    assert [int(line.split()[0]) for line in lines] == list(range(1, len(lines) + 1))


def test_a_step_is_the_board_before_it_and_what_was_decided(tmp_path: Path) -> None:
    moves = call("replay", "show", GOLDEN, "--moves", cwd=tmp_path).stdout.splitlines()
    shown = call("replay", "show", GOLDEN, "--at", "3", cwd=tmp_path).stdout.splitlines()
    assert shown[-4:] == ["last move", moves[1], "next move", moves[2]]


def test_the_board_comes_with_the_points_so_far(tmp_path: Path) -> None:
    end = call("replay", "show", GOLDEN, cwd=tmp_path).stdout
    told = called_json("replay", "show", GOLDEN, cwd=tmp_path)
    for seat, points in enumerate(each["score"] for each in told["seats"]):
        assert f"random {seat}: {points} points from" in end


def test_moves_are_json_too(tmp_path: Path) -> None:
    lines = call("replay", "show", GOLDEN, "--moves", cwd=tmp_path).stdout.splitlines()
    moves = called_json("replay", "show", GOLDEN, cwd=tmp_path)["moves"]
    assert [move["sentence"] for move in moves] == [line[6:] for line in lines]
    assert {move["seat"] for move in moves} == {0, 1}


def test_a_replay_tells_where_a_seat_forfeits_and_who_goes_on(folder: Path) -> None:
    (match,) = called_json("replay", "list", "--forfeits", cwd=folder)
    loser = next(seat["bot"] for seat in match["seats"] if seat["ending"] == "timeout")
    shown = call("replay", "show", str(match["match_id"]), cwd=folder).stdout
    lines = shown.splitlines()
    (at,) = (number for number, line in enumerate(lines) if f" {loser} forfeits (timeout: " in line)
    assert lines[at].endswith("); a random player goes on for it")
    assert f"(random) {loser} " in lines[at + 1]
    assert "(random)" not in "".join(lines[:at])
    told = called_json("replay", "show", str(match["match_id"]), cwd=folder)["moves"]
    assert [move["stand_in"] for move in told].index(True) == at
    # A program is told of it once.
    assert f"  (random) {told[at]['sentence']}" in lines[at + 1]
    assert not any("(random)" in move["sentence"] for move in told)


def test_a_replay_ends_with_the_places_and_why_they_are_so(folder: Path) -> None:
    (match,) = called_json("replay", "list", "--forfeits", cwd=folder)
    first, last = sorted(match["seats"], key=lambda seat: seat["rank"])
    shown = call("replay", "show", str(match["match_id"]), cwd=folder).stdout
    end = shown.partition("the end: ")[2].splitlines()
    scores = [each["score"] for each in (first, last)]
    assert end[0] == f"1. {first['bot']} {scores[0]}   2. {last['bot']} {scores[1]} (timeout)"
    assert end[1].startswith(f"{last['bot']} forfeited (timeout) and ranks behind")
    assert end[2].startswith(f"{last['bot']}: no answer to turn ")


def test_a_tie_break_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    record, _ = find_record(GOLDEN, "")
    seats = [replace(seat, score=7, rank=rank) for rank, seat in enumerate(record.seats, 1)]
    tied = replace(record, seats=tuple(seats))
    said = "random 0 and random 1 have 7 points each; random 0 won the tie-break."
    assert said in result_in_words(tied)
    print_result(tied)
    assert said in capsys.readouterr().out


def test_a_decision_and_a_turn_of_the_game_are_not_called_the_same(tmp_path: Path) -> None:
    words = ("replay", "show", GOLDEN, "--as-seat", "1", "--at", "4")
    assert "decision 4, by random 1; → is what it chose" in call(*words, cwd=tmp_path).stdout


def test_a_seat_sees_what_it_was_asked(tmp_path: Path) -> None:
    words = ("replay", "show", GOLDEN, "--as-seat", "1", "--at", "4")
    shown = call(*words, cwd=tmp_path).stdout
    assert "your tile" in shown
    assert "since its last turn\n   3  random 0 " in shown
    offered = shown.partition("→ is what it chose\n")[2].splitlines()
    turn = called_json(*words, cwd=tmp_path)
    assert (turn["turn_id"], "clock" in turn) == (4, False)
    assert turn["action_count"] == len(offered)
    assert sum(line.startswith("→") for line in offered) == 1
    assert turn["lumiere"]["view"]["seat"] == 1


def test_a_seat_that_did_not_decide_then_is_shown_what_it_decided_next(tmp_path: Path) -> None:
    words = ("replay", "show", GOLDEN, "--at")
    asked = called_json(*words, "4", cwd=tmp_path)
    assert (asked["turn_id"], asked["lumiere"]["view"]["seat"]) == (4, 1)
    earlier = called_json(*words, "3", "--as-seat", "1", cwd=tmp_path)
    assert earlier == asked
    late = called_json(*words, "4", "--as-seat", "0", cwd=tmp_path)
    assert (late["turn_id"] > 4, late["lumiere"]["view"]["seat"]) == (True, 0)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--as-seat", "2"), "--as-seat goes from 0 to 1"),
        (("--as-seat", "0", "--at", "999"), "--at goes from 1 to"),
    ],
)
def test_a_question_that_was_not_asked_is_refused(
    tmp_path: Path, words: tuple[str, ...], sentence: str
) -> None:
    done = call("replay", "show", GOLDEN, *words, cwd=tmp_path)
    assert (done.returncode, sentence in done.stderr) == (2, True), done.stderr


def test_a_stored_match_is_asked_about_with_the_seeds_of_its_tournament(folder: Path) -> None:
    db = f"sqlite:///{folder / 'lutetia.db'}"
    (match, *_) = called_json("replay", "list", cwd=folder)
    record, _ = find_record(str(match["match_id"]), db)
    name, game, *rest = public_name(str(match["match_id"]), record, db)
    assert (name, game, len(rest)) == ("cup", record.setup.game, 3)
    assert public_name("match.json", record, db) == ("match", record.setup.game)


def test_somebody_is_asked(tmp_path: Path) -> None:
    done = call("replay", "ask", GOLDEN, "--at", "3", cwd=tmp_path)
    assert (done.returncode, "name one with --bot, or run one yourself" in done.stderr) == (2, True)


def test_a_bot_run_by_hand_is_asked(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("from arbiter.client import run\nrun(lambda turn: 1)\n")
    words = [LUTETIA, "replay", "ask", GOLDEN, "--at", "3", "--listen", "--json"]
    with Popen(words, cwd=tmp_path, stdout=PIPE, stderr=PIPE, text=True) as asking:
        assert asking.stderr is not None
        asking.stderr.readline()
        environment = dict(re.findall(r"(LUTETIA_\w+)=(\S+)", asking.stderr.readline()))
        ran = subprocess.run(
            [sys.executable, str(bot)], env={**os.environ, **environment}, timeout=300
        )
        told, _ = asking.communicate(timeout=300)
    assert (asking.returncode, ran.returncode) == (0, 0)
    assert json.loads(told)["answered"]["index"] == 1


def test_a_step_beyond_the_end_is_refused(tmp_path: Path) -> None:
    done = call("replay", "show", GOLDEN, "--at", "999", cwd=tmp_path)
    assert (done.returncode, "--at goes from 1 to" in done.stderr) == (2, True)


class Fingers:
    """Press keys, one whenever a key is waited for; "" is patience."""

    def __init__(self, *pressed: str) -> None:
        self._keys = list(pressed)

    def wait(self, seconds: float | None) -> str:
        return self._keys.pop(0)


@pytest.mark.parametrize(
    ("pressed", "numbers"),
    [
        (["", "", "", ""], [0, 1, 2, 3]),
        (["right", "right", "left", "q"], [0, 1, 2, 1]),
        (["end", "home", "left", "q"], [0, 3, 0, 0]),
        (["end", "right", "space", ""], [0, 3, 3, 3]),
        (["", "space", "q"], [0, 1, 1]),
        (["x", "q"], [0, 0]),
        (["down", "up", "", "q"], [0, 0, 0, 1]),
    ],
)
def test_keys_step_through_a_match(pressed: list[str], numbers: list[int]) -> None:
    fingers, steps = Fingers(*pressed), Steps(3, 0.3)
    seen = [steps.number]
    while steps.advance(fingers.wait):
        seen.append(steps.number)
    assert seen == numbers


def test_a_match_that_goes_on_waits_at_its_last_position() -> None:
    fingers, steps = Fingers("", "", "", ""), Steps(1, 0.3)
    assert steps.advance(fingers.wait, more=True)
    assert steps.advance(fingers.wait, more=True)
    assert steps.number == 1
    steps.last = 2
    assert steps.advance(fingers.wait)
    assert not steps.advance(fingers.wait)


def test_keys_that_come_together_are_told_apart() -> None:
    assert split_keys("\x1b[B\x1b[B q\x1b[4~\x1b") == ["down", "down", "space", "q", "end", "q"]


def test_function_keys_do_not_quit() -> None:
    f1, f1_of_a_linux_console, f5 = "\x1bOP", "\x1b[[A", "\x1b[15~"
    assert "q" not in split_keys(f1 + f1_of_a_linux_console + f5)


@pytest.fixture
def keyboard(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The end of a terminal at which somebody types; standard input is the other."""
    typing, terminal = os.openpty()
    with os.fdopen(terminal) as stdin, os.fdopen(typing, "wb"):
        monkeypatch.setattr("sys.stdin", stdin)
        yield typing


def test_a_held_arrow_does_not_quit_where_a_read_ends_within_a_key(keyboard: int) -> None:
    held = 500  # 1,500 bytes: more than one read takes, and three do not divide what it takes
    with keys() as wait:
        os.write(keyboard, b"\x1b[B" * held)
        assert [wait(1.0) for _ in range(held)] == ["down"] * held


def test_escape_quits(keyboard: int) -> None:
    with keys() as wait:
        os.write(keyboard, b"\x1b")
        assert wait(1.0) == "q"
