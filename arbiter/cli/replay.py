"""`lutetia replay`: records of finished games."""

import time
from pathlib import Path
from typing import Annotated

import typer
from rich.live import Live
from rich.text import Text

from arbiter.cli.output import console
from engine.errors import BadRecord
from engine.games import find_game
from engine.record import Record, record_from_json, replay, verify

commands = typer.Typer(help="Show and check records of finished games.", no_args_is_help=True)

RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="A record file.")]


@commands.command("verify")
def verify_command(file: RecordFile) -> None:
    """Replay a record and check that it reaches the result it claims."""
    record, digest = read_record(file)
    verify(record, digest)
    count = len(record.actions)
    console.print(f"{file}: {record.setup.game}, {count} actions, digest {digest}: agrees")


@commands.command("show")
def show(
    file: RecordFile,
    pace: Annotated[float, typer.Option(help="Seconds between two decisions.")] = 0.3,
) -> None:
    """Show a game step by step, as a spectator saw it."""
    record, _ = read_record(file)
    show_record(record, pace)


def read_record(file: Path) -> tuple[Record, str]:
    """Read a record and the digest it claims."""
    try:
        return record_from_json(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise BadRecord(f"cannot read {file}: {error}") from None


def show_record(record: Record, pace_s: float) -> None:
    """Draw a game step by step; where there is no terminal, only its end."""
    game = find_game(record.setup.game)
    steps = ((game.picture(state.view(None)), action) for state, action in replay(record))
    if not console.is_terminal:
        *_, (picture, _) = steps
        console.print(picture)
        return
    with Live(console=console, auto_refresh=False) as live:
        for number, (picture, action) in enumerate(steps):
            said = f"\n{number}: {' '.join(map(str, action))}" if action else "\nthe end"
            live.update(Text.from_markup(picture).append(said), refresh=True)
            time.sleep(pace_s)


def register(app: typer.Typer) -> None:
    """Add the commands to the program."""
    app.add_typer(commands, name="replay")
