"""Finding matches and stepping through them."""

from contextlib import closing
from pathlib import Path

import pytest

from arbiter.cli.keys import Steps
from ladder.store.store import open_store
from tests.arbiter.cli.commands import call, called_json
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
    assert (done.returncode, "Name a bot with --bot" in done.stderr) == (2, True)


def test_nothing_found_is_said(folder: Path) -> None:
    assert "no such match" in call("replay", "list", "--bot", "nobody", cwd=folder).stdout


def test_history_and_tournaments_list_opponents_and_scores(folder: Path) -> None:
    points = called_json("history", "ada", cwd=folder)
    assert points
    assert all({"elo", "rank", "seats", "finished"} <= point.keys() for point in points)
    shown = called_json("tournament", "show", "cup", "--matches", cwd=folder)
    assert [len(match["seats"]) for match in shown["matches"]] == [2] * 6


def test_moves_are_a_line_for_each_decision(tmp_path: Path) -> None:
    lines = call("replay", "show", GOLDEN, "--moves", cwd=tmp_path).stdout.splitlines()
    assert [int(line.split()[0]) for line in lines] == list(range(1, len(lines) + 1))


def test_a_step_is_the_board_before_it_and_what_was_decided(tmp_path: Path) -> None:
    moves = call("replay", "show", GOLDEN, "--moves", cwd=tmp_path).stdout.splitlines()
    shown = call("replay", "show", GOLDEN, "--at", "3", cwd=tmp_path).stdout.splitlines()
    assert shown[-1].startswith("3: seat ")
    assert shown[-1].split()[3:] == moves[2].split()[3:]


def test_a_step_beyond_the_end_is_refused(tmp_path: Path) -> None:
    done = call("replay", "show", GOLDEN, "--at", "999", cwd=tmp_path)
    assert (done.returncode, "--at goes from 1 to" in done.stderr) == (2, True)


class Fingers:
    """Press keys, one whenever a key is waited for; "" is patience."""

    def __init__(self, *keys: str) -> None:
        self._keys = list(keys)

    def wait(self, seconds: float | None) -> str:
        return self._keys.pop(0)


@pytest.mark.parametrize(
    ("keys", "numbers"),
    [
        (["", "", "", ""], [0, 1, 2, 3]),
        (["right", "right", "left", "q"], [0, 1, 2, 1]),
        (["end", "home", "left", "q"], [0, 3, 0, 0]),
        (["end", "right", "space", ""], [0, 3, 3, 3]),
        (["", "space", "q"], [0, 1, 1]),
        (["x", "q"], [0, 0]),
    ],
)
def test_keys_step_through_a_match(keys: list[str], numbers: list[int]) -> None:
    fingers, steps = Fingers(*keys), Steps(3, 0.3)
    seen = [steps.number]
    while steps.advance(fingers.wait):
        seen.append(steps.number)
    assert seen == numbers
