"""The list of commands, which is printed without loading any of them."""

import subprocess
import sys
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

import pytest
import typer
from typer.main import get_group

from arbiter.cli import COMMANDS, build_app
from tests.arbiter.cli.commands import call, lutetia


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_says_of_each_command_what_its_own_help_says(name: str) -> None:
    module, help_text = COMMANDS[name]
    app = typer.Typer()
    app.callback()(lambda: None)
    import_module(f"arbiter.cli.{module}").register(app)
    command = get_group(app).commands[name]
    assert " ".join((command.help or "").partition("\n\n")[0].split()) == help_text


def test_every_command_that_is_registered_is_in_the_list() -> None:
    for module in {module for module, _ in COMMANDS.values()}:
        app = typer.Typer()
        app.callback()(lambda: None)
        import_module(f"arbiter.cli.{module}").register(app)
        assert get_group(app).commands.keys() <= COMMANDS.keys()


def test_help_lists_all_commands() -> None:
    assert get_group(build_app(["--help"])).commands.keys() == COMMANDS.keys()


@pytest.mark.parametrize("words", [(), ("match",), ("replay",), ("replay", "show")])
def test_help_shows_no_type_of_flags(words: tuple[str, ...], tmp_path: Path) -> None:
    done = call(*words, "--help", cwd=tmp_path)
    assert "--help" in done.stdout
    assert "bool" not in done.stdout


def test_paragraphs_of_help_fill_the_lines_of_a_terminal(tmp_path: Path) -> None:
    done = lutetia("replay", "ask", "--help", cwd=tmp_path)
    assert "With --listen you run the bot yourself, perhaps under a debugger." in done.stdout


@pytest.mark.parametrize(
    ("words", "unneeded"),
    [
        ("--help", {"sqlalchemy", "numpy", "grpc", "trio"}),
        ("games", {"sqlalchemy", "numpy", "grpc"}),
        ("match --help", {"sqlalchemy", "numpy"}),
        ("standings --help", {"alembic", "scipy", "grpc", "google.protobuf", "trio"}),
        ("bots --help", {"alembic", "scipy", "grpc"}),
        ("tournament --help", {"alembic", "scipy", "grpc"}),
    ],
)
def test_a_command_loads_only_what_it_needs(words: str, unneeded: set[str]) -> None:
    program = (
        "import sys; from arbiter.cli import main; sys.argv[1:] = {words!r}.split()\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program.format(words=words)], capture_output=True, text=True
    )
    assert done.returncode == 0
    assert unneeded.isdisjoint(done.stderr.split())


def test_the_version_is_printed(tmp_path: Path) -> None:
    assert lutetia("--version", cwd=tmp_path).stdout == f"lutetia {version('lutetia')}\n"
