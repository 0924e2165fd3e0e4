"""What all commands share: the console, the options that mean the same everywhere."""

import json
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape

console = Console(emoji=False)
stderr = Console(stderr=True, emoji=False)
"""Progress and remarks go here, so that standard output holds results alone."""

LONGEST_WAIT_S = 3600.0


def parse_seconds(text: str) -> float:
    """Read a time that a person may wait for; `nan` is refused."""
    value = float(text)
    if not 0 <= value <= LONGEST_WAIT_S:
        raise typer.BadParameter(f"{text} is not between 0 and {LONGEST_WAIT_S:g} seconds")
    return value


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
OneGame = Annotated[
    str | None, typer.Option("--game", help="One game only; all together if not given.")
]
Concurrency = Annotated[
    int | None,
    typer.Option(min=1, help="Matches at a time; as many as there are cores if not given."),
]
Workers = Annotated[
    int | None,
    typer.Option(min=1, help="Worker processes; one for every two cores if not given."),
]
Database = Annotated[
    str,
    typer.Option(
        "--db", metavar="URL", envvar="LUTETIA_DB", help="Where matches and results are stored."
    ),
]


def remark(sentence: str) -> None:
    """Print a remark on one line, however long, so that a command in it can be copied."""
    stderr.print(sentence, soft_wrap=True)


def remark_on_seed(seed: int) -> None:
    """Say what it means that a person has chosen the seed of many deals."""
    remark(
        f"Seed {seed} was chosen: a bot that knows or guesses it knows every deal, so play with "
        "bots you trust. Without a seed, deals are random."
    )


def print_json(value: Any) -> None:
    """Print a value for another program to read."""
    text = json.dumps(value, indent=2, ensure_ascii=False)
    # What UTF-8 cannot hold, such as a strange file name, becomes an escape that JSON knows.
    typer.echo(text.encode("utf-8", "backslashreplace").decode())


def escape_controls(text: str) -> str:
    """Spell out the control characters of a text, so that a terminal obeys none of them."""
    return "".join(
        letter if letter.isprintable() or letter == "\n" else repr(letter)[1:-1] for letter in text
    )


def for_terminal(value: object) -> str:
    """Return what bots, users and files said as rich shows it letter by letter."""
    return escape(escape_controls(str(value)))
