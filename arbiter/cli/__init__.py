"""The command line: one module per group of commands; only here is anything printed.

What a person runs:

    games          what can be played
    match          one match
    tournament     tournaments: run, stop, resume; `summaries` shows them
    serve          the ladder
    worker         a machine of a cluster
    bots           the bots of the ladder; `check` tries one out
    standings      who is how strong
    comparisons    bots side by side
    replay         finished matches, found by `match_lists`; `asking` asks a bot again
    watch          a match that is being played
    web            the pages of a database
    database       the database itself

What is drawn, and how:

    output         what all commands share: the console, common options
    tables         tables that fit the terminal
    screen         a run of matches; `progress` draws a tournament on it, `queue` the ladder
    frames         a position that fits the terminal
    boards         a match as frames and lines; `live_boards` draws one that is being played
    results        how a match ended
    findings       a check of all records
    logs           a run as lines of JSON

What they all need: `files` that are written, `keys` that are pressed, the option of the `sandbox`,
and `stopping` when told to.
"""

import inspect
import os
import sys
from importlib import import_module
from importlib.metadata import version
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from arbiter.cli.output import complain
from engine.errors import OperatorError

COMMANDS = {
    "games": ("games", "List the games, their numbers of players and their options."),
    "match": ("match", "Play one match between bots and print how it ended."),
    "tournament": (
        "tournament",
        "Run tournaments, stop and resume them, rename and delete them.",
    ),
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
    "bot": ("bots", "Create, check and manage a bot."),
    "serve": ("serve", "Play the ladder among submitted, built-in and remote bots, until Ctrl-C."),
    "worker": ("worker", "Play matches for the tournaments of a database, until Ctrl-C."),
    "workers": (
        "worker",
        "List the workers of a cluster: since when, matches per minute, faults; keep some out.",
    ),
    "watch": ("watch", "Watch a running match of a ladder, as its spectators see it."),
    "web": ("web", "Serve the standings and the matches of a database as web pages, until Ctrl-C."),
    "certificate": (
        "serve",
        "Make a self-signed certificate and its key, to try `lutetia serve --listen` with.",
    ),
    "db": ("database", "Manage the database."),
    "rebuild": (
        "database",
        "Check all records, and derive again the results that contradict them.",
    ),
}
"""Each command: the module beside this one whose function `register(app)` adds it, and the first
sentence of its help, so that the list of all commands can be printed without loading them."""


def build_app(words: list[str]) -> typer.Typer:
    """Return the program; only the command that the words name is loaded."""
    app = typer.Typer(
        name="lutetia",
        cls=_Group,
        help="A tournament engine for bots: run games, tournaments and an Elo ladder.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode="rich",
    )
    app.callback()(_main_options)  # which also lets a single command keep its name
    if words and words[0] in COMMANDS:
        module, _ = COMMANDS[words[0]]
        import_module(f"arbiter.cli.{module}").register(app)
        _mend_help(app)
    else:
        for name, (_, help_text) in COMMANDS.items():
            app.command(name, help=help_text, cls=_Command)(lambda: None)
    return app


class _Flags:
    """Leaves out the type of flags in help: people would type `--watch true`."""

    def get_params(self, ctx: Any) -> list[Any]:
        params: list[Any] = super().get_params(ctx)  # type: ignore[misc]
        for param in params:
            if getattr(param, "is_flag", False):
                param.metavar = ""
        return params


class _Command(_Flags, TyperCommand):
    pass


class _Group(_Flags, TyperGroup):
    pass


def _mend_help(app: typer.Typer) -> None:
    """Let paragraphs of help fill a terminal, and flags have no type.

    Rich would keep the line breaks of our source.
    """
    for command in app.registered_commands:
        paragraphs = (inspect.getdoc(command.callback) or "").split("\n\n")
        command.cls = _Command
        command.help = command.help or "\n\n".join(" ".join(each.split()) for each in paragraphs)
    for group in app.registered_groups:
        group.cls = _Group
        if group.typer_instance is not None:
            _mend_help(group.typer_instance)


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
    except* BrokenPipeError:
        # Whoever read our output has left, as in `lutetia match … --watch | head -1`. Click ends
        # quietly by itself, but only if the error does not come out of a nursery in a group.
        # What is still buffered goes nowhere, or Python would complain when it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(1) from None
    except* KeyboardInterrupt:
        # Ctrl-C before a command listens for it. Click ends quietly by itself, as above.
        raise SystemExit(130) from None
    except* OperatorError as mistakes:
        error: BaseException = mistakes
        while isinstance(error, BaseExceptionGroup):
            error = error.exceptions[0]
        complain(str(error))
        raise SystemExit(2) from None
