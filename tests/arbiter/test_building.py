"""Building a bot: once for the same files, and with a sentence when it fails."""

from pathlib import Path

import pytest

from arbiter.bot_files import content_hash, list_files
from arbiter.bots import BadBot, Manifest, find_bot
from arbiter.building import build_bot, slow_start_hint

TOML = 'name = "mine"\nversion = "1"\nrun = ["build/bot"]\nbuild = ["sh", "build.sh"]\n'
MAKE = "mkdir -p build; cp bot.c build/bot; echo . >> build/count\n"


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    folder = tmp_path / "bot"
    folder.mkdir()
    (folder / "bot.toml").write_text(TOML)
    (folder / "build.sh").write_text(MAKE)
    (folder / "bot.c").write_text("one")
    return folder


def builds(bot: Path) -> int:
    return (bot / "build" / "count").read_text().count(".")


def test_a_bot_is_built_once_until_its_files_change(bot: Path) -> None:
    told: list[str] = []
    for _ in range(2):
        build_bot(find_bot(str(bot)), told.append)
    assert builds(bot) == 1
    assert told == ["Building mine: sh build.sh"]
    (bot / "bot.c").write_text("two")
    build_bot(find_bot(str(bot)))
    assert builds(bot) == 2
    assert (bot / "build" / "bot").read_text() == "two"


def test_a_bot_whose_build_is_gone_is_built_again(bot: Path) -> None:
    build_bot(find_bot(str(bot)))
    (bot / "build" / "bot").unlink()
    build_bot(find_bot(str(bot)))
    assert builds(bot) == 2


def test_a_build_does_not_change_who_the_bot_is(bot: Path) -> None:
    before = content_hash(bot)
    build_bot(find_bot(str(bot)))
    assert content_hash(bot) == before


def test_what_a_build_leaves_beside_the_sources_is_part_of_the_bot(bot: Path) -> None:
    (bot / "bot.toml").write_text(TOML.replace('version = "1"\n', ""))
    (bot / "build.sh").write_text(MAKE + "echo pinned > lock\n")
    built = build_bot(find_bot(str(bot)))
    assert built == find_bot(str(bot)) == build_bot(built)
    assert builds(bot) == 1


def test_a_failed_build_shows_its_last_lines_and_is_tried_again(bot: Path) -> None:
    (bot / "build.sh").write_text(MAKE + "seq 100; echo no such header >&2; exit 3\n")
    for _ in range(2):
        with pytest.raises(
            BadBot, match=r"mine could not be built: `sh build.sh` ended with 3"
        ) as e:
            build_bot(find_bot(str(bot)))
        assert "no such header" in str(e.value)
        assert "\n50\n" not in str(e.value)
    assert builds(bot) == 2


def test_a_build_that_makes_something_else_is_refused(bot: Path) -> None:
    (bot / "build.sh").write_text("true\n")
    with pytest.raises(BadBot, match="did not make build/bot"):
        build_bot(find_bot(str(bot)))


def test_a_bot_that_is_built_by_a_command_that_is_not_there_is_refused(bot: Path) -> None:
    (bot / "bot.toml").write_text(TOML.replace('"sh"', '"no-such-tool"'))
    with pytest.raises(BadBot, match="build: there is no command 'no-such-tool'"):
        find_bot(str(bot))


def test_files_says_what_belongs_to_a_bot(bot: Path) -> None:
    for name in ("src/a.c", "src/deep/b.c", "data/big.bin", "data/small.txt", "target/x"):
        (bot / name).parent.mkdir(parents=True, exist_ok=True)
        (bot / name).touch()
    (bot / "bot.toml").write_text(TOML + 'files = ["src/", "data/*.txt", "target/x"]\n')
    names = [file.name for file in list_files(bot)]
    assert names == ["bot.toml", "data/small.txt", "src/a.c", "src/deep/b.c", "target/x"]


def test_build_output_is_part_of_a_bot_that_is_not_built(bot: Path) -> None:
    """Else what it runs could change, and it would still be the same bot."""
    (bot / "target").mkdir()
    (bot / "target" / "bot").touch()
    assert "target/bot" not in [file.name for file in list_files(bot)]
    (bot / "bot.toml").write_text('name = "mine"\nrun = ["sh", "target/bot"]\n')
    assert "target/bot" in [file.name for file in list_files(bot)]


@pytest.mark.parametrize(
    "run",
    [
        "go run .",
        "cargo run --release",
        "npm start",
        "mvn exec:java",
        "./gradlew run",
        "dotnet run",
    ],
)
def test_a_command_that_builds_at_each_start_earns_aslow_start_hint(run: str) -> None:
    assert "build it first" in slow_start_hint(Manifest("mine", "1", tuple(run.split()), Path()))


@pytest.mark.parametrize("run", ["go version", "cargo", "python npm.py", "build/bot"])
def test_other_commands_do_not(run: str) -> None:
    assert slow_start_hint(Manifest("mine", "1", tuple(run.split()), Path())) == ""


def test_a_build_does_not_see_the_password_of_the_database(
    bot: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUTETIA_DB", "postgresql+psycopg://lutetia:secret@db.example.org/lutetia")
    monkeypatch.setenv("CARGO_HOME", "/home/me/.cargo")
    (bot / "build.sh").write_text(MAKE + "env > build/environment\n")
    build_bot(find_bot(str(bot)))
    seen = (bot / "build" / "environment").read_text()
    assert "LUTETIA_" not in seen
    assert "CARGO_HOME=/home/me/.cargo" in seen
