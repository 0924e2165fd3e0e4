"""What all commands share: the console, the options that mean the same everywhere."""

import json
from typing import Annotated, Any

import typer
from rich.console import Console

console = Console()
notes = Console(stderr=True)
"""Progress and remarks go here, so that standard output holds results alone."""

Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
Clock = Annotated[
    str,
    typer.Option(
        help="Time limits in seconds: BANK+INCREMENT, move=LIMIT or both, as in 60+0.5,move=5."
    ),
]
GameOptions = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="An option of the game; may be repeated."),
]
Database = Annotated[
    str,
    typer.Option(
        "--db", metavar="URL", envvar="LUTETIA_DB", help="Where games and results are stored."
    ),
]


def print_json(value: Any) -> None:
    """Print a value for another program to read."""
    typer.echo(json.dumps(value, indent=2, ensure_ascii=False))
