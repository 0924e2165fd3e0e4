"""The command line: one module per group of commands; only here is anything printed."""

import sys
from importlib import import_module
from importlib.metadata import version
from typing import Annotated

import typer

from arbiter.cli.output import escape_controls
from engine.errors import OperatorError

COMMANDS = {
    "games": ("games", "List the games, their numbers of players and their options."),
    "match": ("match", "Play one match between bots and print how it ended."),
    "tournament": ("tournament", "Run tournaments, stop and resume them."),
    "standings": (
        "standings",
        "Print the ladder: Elo ± 95 %, and wins, draws and losses by pairs of seats.",
    ),
    "crosstable": ("comparisons", "Print who scored how much against whom."),
    "history": ("comparisons", "Print a bot's matches and its live Elo after each."),
    "compare": (
        "comparisons",
        "Compare two bots on the matches they both played: Elo of BOT above OTHER, LOS, SPRT.",
    ),
    "replay": ("replay", "Find, show and check records of finished matches."),
    "submit": ("bots", "Submit a bot to the ladder."),
    "bots": ("bots", "List the submitted and remote bots and their results in the ladder."),
    "bot": ("bots", "Manage a submitted bot."),
    "serve": ("serve", "Play the ladder among submitted, built-in and remote bots, until Ctrl-C."),
    "watch": ("watch", "Watch a running match of a ladder, as its spectators see it."),
    "certificate": (
        "serve",
        "Make a certificate that signs itself, and its key, to try `lutetia serve --listen` with.",
    ),
    "db": ("database", "Manage the database."),
    "rebuild": (
        "database",
        "Check all records, and derive the results that contradict them again.",
    ),
}
"""Each command: the module beside this one whose function `register(app)` adds it, and the first
sentence of its help, so that the list of all commands can be printed without loading them."""


def build_app(words: list[str]) -> typer.Typer:
    """Return the program; only the command that the words name is loaded."""
    app = typer.Typer(
        name="lutetia",
        help="A tournament engine for bots: run games, tournaments and an Elo ladder.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode="rich",
    )
    app.callback()(_main_options)  # which also lets a single command keep its name
    if words and words[0] in COMMANDS:
        module, _ = COMMANDS[words[0]]
        import_module(f"arbiter.cli.{module}").register(app)
    else:
        for name, (_, help_text) in COMMANDS.items():
            app.command(name, help=help_text)(lambda: None)
    return app


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"lutetia {version('lutetia')}")
        raise typer.Exit


def _main_options(
    _: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version and exit."
        ),
    ] = False,
) -> None:
    pass


def main() -> None:
    """Run a command; an operator's mistake ends in one sentence and exit code 2."""
    try:
        build_app(sys.argv[1:])()
    except* OperatorError as mistakes:
        error: BaseException = mistakes
        while isinstance(error, BaseExceptionGroup):
            error = error.exceptions[0]
        sys.stderr.write(f"lutetia: {escape_controls(str(error))}\n")
        raise SystemExit(2) from None
