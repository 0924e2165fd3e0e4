"""Bots as an operator names them: what is found, and what is refused."""

import re
from pathlib import Path

import pytest

from arbiter.bots import BadBot, find_bot, locate_bot, name_seats
from arbiter.sandbox.limits import Limits

TOML = 'name = "mine"\nrun = ["python", "bot.py"]\n'


def write_bot(folder: Path, toml: str = TOML) -> Path:
    folder.mkdir()
    (folder / "bot.toml").write_text(toml)
    return folder


def test_a_built_in_comes_before_a_folder_of_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_bot(tmp_path / "random")
    assert locate_bot("random") == "random"
    assert locate_bot("random", tmp_path) == "random"
    assert find_bot("random").folder.name == "random"
    assert find_bot("random").folder.parent.name == "sample_bots"
    assert locate_bot("./random") == str(tmp_path / "random")
    assert find_bot("./random").name == "mine"


def test_a_path_is_seen_from_the_folder_that_is_told(tmp_path: Path) -> None:
    write_bot(tmp_path / "bot")
    (tmp_path / "solo.py").touch()
    assert locate_bot("bot", tmp_path) == str(tmp_path / "bot")
    assert locate_bot("../bot", tmp_path / "bot") == str(tmp_path / "bot")
    assert locate_bot("solo.py", tmp_path) == str(tmp_path / "solo.py")


def test_a_built_in_may_be_named_by_its_folder() -> None:
    assert find_bot(str(find_bot("random").folder)) == find_bot("random")


@pytest.mark.parametrize(
    ("toml", "sentence"),
    [
        ('name = "greedy"\nrun = ["python"]', "greedy is the name of a built-in"),
        ('name = "random"\nrun = ["python"]', "random is the name of a built-in"),
        ('name = 5\nrun = ["python"]', "name is 5; it must be a text"),
        ('name = "a\\nb"\nrun = ["python"]', "name is .*; it must be 1 to 40 of a-z, 0-9"),
        (
            f'name = "{"x" * 10_000}"\nrun = ["python"]',
            "name is .*; it must be 1 to 40 of a-z, 0-9",
        ),
        ('run = ["python"]', "name is missing; write name ="),
        (TOML + "version = 1.10", "version is 1.1; it must be a text in quotes"),
        (TOML + "version = 1", "version is 1; it must be a text in quotes"),
        (TOML + 'version = ""', "version is ''; it must be 1 to 40 letters"),
        (TOML + 'games = "paris"', "games is 'paris'; it must be a list"),
        (TOML + "language = 5", "language is 5"),
        (
            TOML + "colour = 5",
            "there is no key 'colour'. Keys: name, version, language, author, url",
        ),
        ('name = "mine"', "run is missing; write run ="),
        ('name = "mine"\nrun = "python"', "run is 'python'; it must be a list"),
        ('name = "mine"\nrun = ["python", 5]', r"run\[1\] is 5"),
        (
            'name = "mine"\nrun = ["python", "a\\u0000b"]',
            r"run\[1\] is 'a\\x00b'; it must be free of",
        ),
        ('name = "mine"\nrun = ["python", "\\u001b[2J"]', "it must be free of control characters"),
        ('name = "mine"\nrun = ["no-such-command"]', "there is no command 'no-such-command'"),
        (f'name = "mine"\nrun = ["./{"x" * 10_000}"]', "there is no command"),
        ("name: mine", "is not TOML"),
    ],
)
def test_a_bot_toml_that_is_wrong_is_refused(tmp_path: Path, toml: str, sentence: str) -> None:
    with pytest.raises(BadBot, match=sentence) as caught:
        find_bot(str(write_bot(tmp_path / "bot", toml)))
    assert "bot.toml" in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    ("word", "files"),
    [
        ("bot.log", ""),
        ("./lib/../bot.log", ""),
        ("__pycache__/bot.pyc", ""),
        (".cache/bot.py", ""),
        ("brain.py", 'files = ["bot.py"]'),
    ],
)
def test_a_command_that_runs_what_is_not_part_of_the_bot_is_refused(
    tmp_path: Path, word: str, files: str
) -> None:
    toml = f'name = "mine"\nrun = ["python", "{word}"]\n{files}'
    folder = write_bot(tmp_path / "bot", toml)
    (folder / "lib").mkdir()
    (folder / word).parent.mkdir(exist_ok=True)
    (folder / word).touch()
    with pytest.raises(BadBot, match=r"run: .* is not part of the bot"):
        find_bot(str(folder))


def test_a_command_may_name_what_is_part_of_the_bot_or_elsewhere(tmp_path: Path) -> None:
    toml = 'name = "mine"\nrun = ["lib/python", "./bot.py", "../x.log", "out.log"]\n'
    folder = write_bot(tmp_path / "bot", toml + 'files = ["bot.py", "lib"]')
    (tmp_path / "lib").mkdir()
    (folder / "lib").symlink_to("../lib")
    for name in ("lib/python", "bot.py", "../x.log"):
        (folder / name).touch()
    assert find_bot(str(folder)).name == "mine"


@pytest.mark.parametrize("name", ["greedy.py", "Random.py", "ä.py"])
def test_a_file_is_named_by_the_same_rule(tmp_path: Path, name: str) -> None:
    (tmp_path / name).touch()
    with pytest.raises(
        BadBot, match=r"name of a built-in|the bot's name is .*; it must be 1 to 40"
    ):
        find_bot(str(tmp_path / name))


@pytest.mark.parametrize("text", ["", "nobody", "x" * 10_000, "a\0b", "a/b/c", "\ud800"])
def test_what_is_not_a_bot_is_refused(text: str) -> None:
    with pytest.raises(BadBot, match="no bot"):
        find_bot(text)


def test_a_bot_at_two_seats_has_two_names() -> None:
    random, greedy = find_bot("random"), find_bot("greedy")
    assert list(name_seats([random, greedy, random])) == ["random", "greedy", "random-2"]


def test_a_bot_says_what_its_run_time_needs(tmp_path: Path) -> None:
    more = (
        'readable = ["/opt/jdk"]\nenv = { JAVA_HOME = "/opt/jdk" }\nlimits = { memory_mb = 2048 }'
    )
    bot = find_bot(str(write_bot(tmp_path / "bot", TOML + more)))
    assert bot.readable == ("/opt/jdk",)
    assert bot.env == (("JAVA_HOME", "/opt/jdk"),)
    assert bot.limits == Limits(memory_mb=2048)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ('env = { LUTETIA_TOKEN = "x" }', "'LUTETIA_TOKEN' cannot be set"),
        ('env = { "A=B" = "x" }', "'A=B' cannot be set"),
        ("limits = { memory_mb = 1000000 }", "it must be from 16 to 8,192"),
        ("limits = { processors = 4 }", "there is no key 'limits.processors'"),
    ],
)
def test_a_bot_cannot_ask_for_anything(line: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(BadBot, match=re.escape(sentence)):
        find_bot(str(write_bot(tmp_path / "bot", TOML + line)))
