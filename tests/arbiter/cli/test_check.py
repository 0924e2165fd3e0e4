"""`lutetia bot check`, and the way of a first bot into the ladder."""

import re
import shutil
import signal
import zipfile
from pathlib import Path

import pytest

from tests.arbiter.cli.commands import call, lutetia, printed_json
from tests.arbiter.cli.test_serve import await_line, serving
from tests.sample_bots.test_kits import TOOLS

CHECK = ("bot", "check", "mine.py", "--game", "connect_four")
GOOD = "from arbiter.client import run\nrun(lambda turn: 0)\n"
EVERY_FIFTH_IS_WRONG = """
import sys
from itertools import count
from arbiter.client import run

decisions = count(1)

def choose(turn):
    number = next(decisions)
    print("decision", number, file=sys.stderr, flush=True)
    return 9999 if number % 5 == 0 else 0

run(choose)
"""


def test_a_bot_that_is_ready_is_told_how_to_go_on(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(GOOD)
    done = lutetia(*CHECK, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "is ready to submit: lutetia submit mine.py" in done.stdout


def test_a_bot_that_is_not_is_told_why_and_how_to_see_it(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(GOOD.replace("0)", "turn.action_count)"))
    done = lutetia(*CHECK, "--log", "logs", cwd=tmp_path)
    assert done.returncode == 1
    assert "connect_four, seat 0 of 2: illegal answer: answered 7 to turn 1" in done.stdout
    assert "To play it again: lutetia match connect_four mine.py random --seed" in done.stdout
    assert "is not ready:\n  connect_four: illegal answer in 3 of 3 matches" in done.stdout
    assert list((tmp_path / "logs").glob("mine@*.log"))


def test_forfeits_of_one_kind_are_told_once_in_each_game_whatever_the_bot_printed(
    tmp_path: Path,
) -> None:
    (tmp_path / "mine.py").write_text(EVERY_FIFTH_IS_WRONG)
    games = ("--game", "lumiere", "--game", "paris")
    told = lutetia("bot", "check", "mine.py", *games, cwd=tmp_path).stdout
    lumiere, paris = re.findall(r"^(\w+), seat \d of \d: (.*?)\n\n", told, re.M | re.S)
    for (game, story), others in ((lumiere, 2), (paris, 6)):
        assert story.startswith("illegal answer: answered 9999 to turn "), game
        assert "\n  decision " in story
        assert f"\nThe same in {others} more matches" in story
        assert f"\nTo play it again: lutetia match {game} " in story
    assert (lumiere[0], paris[0]) == ("lumiere", "paris")


def test_a_crash_is_told_once_for_all_games_without_the_frames_of_our_client(
    tmp_path: Path,
) -> None:
    (tmp_path / "mine.py").write_text(GOOD.replace("0)", "[0][turn.turn_id > 4])"))
    games = ("--game", "connect_four", "--game", "lumiere")
    told = lutetia("bot", "check", "mine.py", *games, cwd=tmp_path).stdout
    assert told.count("IndexError: list index out of range") == 1
    assert "\nThe same in 5 more matches of connect_four and lumiere; " in told
    assert "client.py" not in told


def test_the_verdict_is_there_as_json(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(GOOD)
    verdict = printed_json(*CHECK, cwd=tmp_path)
    assert (verdict["ready"], verdict["problems"]) == (True, [])
    (game,) = verdict["games"]
    assert game["reproducible"] is True
    assert 0 < game["median_time"] <= game["slowest_time"]
    assert [match["seat"] for match in game["matches"]] == [0, 1, 0]


def test_a_build_that_fails_is_a_verdict_and_a_wrong_game_a_mistake(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "bot.toml").write_text(
        'name = "mine"\ngames = ["paris"]\nrun = ["./bot"]\nbuild = ["sh", "-c", "echo no; exit 3"]'
    )
    done = call("bot", "check", "mine", cwd=tmp_path)
    assert (done.returncode, "mine could not be built" in done.stdout) == (1, True)
    assert "\nno\nmine is not ready" in done.stdout
    for game in ("lumiere", "pariz"):
        done = call("bot", "check", "mine", "--game", game, cwd=tmp_path)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)


def test_submit_names_the_check_that_an_author_may_have_skipped(tmp_path: Path) -> None:
    (tmp_path / "my bot.py").write_text(GOOD)
    done = call("submit", "my bot.py", "--name", "mine", cwd=tmp_path)
    assert "To check: lutetia bot check 'my bot.py'\n" in done.stdout, done.stderr
    (tmp_path / "bot.toml").write_text('name = "zipped"\nrun = ["python", "bot.py"]\n')
    with zipfile.ZipFile(tmp_path / "zipped.zip", "w") as archive:
        archive.write(tmp_path / "bot.toml", "bot.toml")
        archive.writestr("bot.py", GOOD)
    done = call("submit", "zipped.zip", cwd=tmp_path)
    assert "To check: lutetia bot check DIR\n" in done.stdout, done.stderr


EDITS = {
    "python": ("bot.py", "return worths.index(max(worths))", "return worths.index(min(worths))"),
    "go": ("choose.go", "worth > most {", "worth >= most {"),
}


@pytest.mark.parametrize("language", EDITS)
def test_a_first_bot_from_nothing_to_the_standings(language: str, tmp_path: Path) -> None:
    missing = [tool for tool in TOOLS[language] if shutil.which(tool) is None]
    if missing:
        pytest.skip(f"the kit in {language} needs {', '.join(missing)}")
    assert lutetia("bot", "new", "mybot", "--language", language, cwd=tmp_path).returncode == 0
    name, line, instead = EDITS[language]
    file = tmp_path / "mybot" / name
    assert line in file.read_text()
    file.write_text(file.read_text().replace(line, instead))
    checked = lutetia("bot", "check", "mybot", cwd=tmp_path)
    assert "is ready to submit: lutetia submit mybot" in checked.stdout, checked.stdout
    submitted = lutetia("submit", "mybot", cwd=tmp_path)
    assert "as soon as `lutetia serve` runs" in submitted.stdout, submitted.stderr
    with serving(tmp_path) as running:
        await_line(running, "mybot@1")
        # While the ladder is served, a bot plays at once.
        (tmp_path / "second.py").write_text(GOOD)
        assert (
            "It plays every game from now on" in lutetia("submit", "second.py", cwd=tmp_path).stdout
        )
        await_line(running, "second@")
        running.send_signal(signal.SIGINT)
        running.wait(timeout=300)
    rows = printed_json("standings", cwd=tmp_path)
    assert {"mybot", "second"} <= {row["bot"] for row in rows}
