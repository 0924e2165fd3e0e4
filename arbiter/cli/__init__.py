"""The command line: one module a group of commands, all reading and printing at this edge only."""

import sys

import typer

from arbiter.cli import games, match, replay, standings, tournament
from engine.errors import OperatorError

app = typer.Typer(
    name="lutetia",
    help="A tournament engine for bots: run games, tournaments and an Elo ladder.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)
app.command("games")(games.games)
app.command("match")(match.match)
app.command("standings")(standings.standings_command)
app.add_typer(tournament.app, name="tournament")
app.add_typer(replay.app, name="replay")


def main() -> None:
    """Run a command; a mistake of the operator ends in one sentence and exit code 2."""
    try:
        app()
    except* OperatorError as mistakes:
        error: BaseException = mistakes
        while isinstance(error, BaseExceptionGroup):
            error = error.exceptions[0]
        sys.stderr.write(f"lutetia: {error}\n")
        raise SystemExit(2) from None
