"""The command line: one module per group of commands; only here is anything printed."""

import sys
from importlib import import_module

import typer

from arbiter.cli.output import escape_controls
from engine.errors import OperatorError

COMMANDS = {
    "games": "games",
    "match": "match",
    "tournament": "tournament",
    "standings": "standings",
    "crosstable": "comparisons",
    "history": "comparisons",
    "compare": "comparisons",
    "replay": "replay",
    "submit": "bots",
    "bots": "bots",
    "bot": "bots",
    "serve": "serve",
    "certificate": "serve",
    "db": "database",
    "rebuild": "database",
}
"""Each command and the module beside this one whose function `register(app)` adds it."""


def build_app(words: list[str]) -> typer.Typer:
    """Return the program; only the command that the words name is loaded, if they name one."""
    app = typer.Typer(
        name="lutetia",
        help="A tournament engine for bots: run matches, tournaments and an Elo ladder.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode="rich",
    )
    app.callback()(lambda: None)  # so that a single command keeps its name
    named = COMMANDS.get(words[0]) if words else None
    for module in dict.fromkeys(COMMANDS.values()) if named is None else (named,):
        import_module(f"arbiter.cli.{module}").register(app)
    return app


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
