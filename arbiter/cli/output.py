"""What all commands share: the console, the options that mean the same everywhere."""

import json
import os
import re
import shlex
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.text import Text

from arbiter.json_log import is_json_wanted, write_line
from arbiter.match import MOST_STRIKES
from ladder import DEFAULT_URL

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


def parse_address(text: str) -> str:
    """Check the form of an address to listen on: HOST:PORT, or unix:PATH."""
    host, _, port = text.rpartition(":")
    if not text.startswith("unix:") and not (host and port.isdecimal() and int(port) < 1 << 16):
        raise typer.BadParameter(f"{text!r} is not HOST:PORT, as in localhost:7400")
    return text


Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
Clock = Annotated[
    str,
    typer.Option(
        help="Time limits in seconds: BANK+INCREMENT, move=LIMIT or both, as in 60+0.5,move=5."
    ),
]
Strikes = Annotated[
    int,
    typer.Option(
        min=0,
        max=MOST_STRIKES,
        help="Failed decisions to forgive each seat per match, illegal or not in time: a random "
        "valid action is played instead.",
    ),
]
GameOptions = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="An option of the game; may be repeated."),
]
OneGame = Annotated[
    str | None, typer.Option("--game", help="One game only; every game if not given.")
]
OneTournament = Annotated[
    str | None, typer.Option("--tournament", help="One tournament only; all if not given.")
]
Concurrency = Annotated[
    int | None,
    typer.Option(
        min=1,
        help="Matches at a time; as many as there are cores if not given (a cluster: some more).",
    ),
]
Workers = Annotated[
    int | None,
    typer.Option(
        min=1,
        help="Worker processes. Default: one per core, or one per two cores from 16 matches per "
        "core on.",
    ),
]
CLUSTER = "cluster"
WorkersOrCluster = Annotated[
    str | None,
    typer.Option(
        "--workers",
        metavar="N|cluster",
        help="Worker processes. Default: one per core, or one per two cores from 16 matches per "
        "core on. `cluster`: every machine that runs `lutetia worker` on the same --db.",
    ),
]
Log = Annotated[
    Path | None,
    typer.Option(
        "--log",
        metavar="DIR",
        help="Keep what bots print in this folder: a file per process, of up to 1 MB, named after "
        "the bot and the time. The last 50 of each bot are kept.",
    ),
]
Cache = Annotated[
    Path,
    typer.Option(
        "--cache",
        metavar="DIR",
        envvar="LUTETIA_CACHE",
        help="Where bots from other machines are unpacked and built, once.",
    ),
]
Database = Annotated[
    str,
    typer.Option(
        "--db", metavar="URL", envvar="LUTETIA_DB", help="Where matches and results are stored."
    ),
]


def typed_again(db: str) -> str:
    """Return the command that was typed, for people to type again, without a password."""
    shown = _without_password(db)
    return shlex.join(["lutetia", *(word.replace(db, shown) for word in sys.argv[1:])])


def with_db(command: str, db: str) -> str:
    """Return a command with the --db that it needs to find the same database."""
    if db == os.environ.get("LUTETIA_DB", DEFAULT_URL):
        return command
    return f"{command} --db {shlex.quote(_without_password(db))}"


def _without_password(url: str) -> str:
    return re.sub(r"://([^:/@]*):.*@", r"://\1:***@", url)


def parse_workers(text: str | None) -> int | str | None:
    """Return a number of worker processes, CLUSTER, or None for the default."""
    if text is None or text == CLUSTER:
        return text
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise typer.BadParameter(f"--workers is {text!r}; give a number above 0, or `cluster`")
    return int(text)


def remark(sentence: str, level: str = "info") -> None:
    """Print a remark on one line, however long, so that a command in it can be copied."""
    if is_json_wanted():
        write_line(level, "remark", message=Text.from_markup(sentence).plain)
    else:
        stderr.print(sentence, soft_wrap=True)


def complain(sentence: str) -> None:
    """Print why a command cannot do what it was told."""
    if is_json_wanted():
        write_line("error", "mistake", message=sentence)
    else:
        sys.stderr.write(f"lutetia: {escape_controls(sentence)}\n")


def tell(sentence: str) -> None:
    """Print a remark that may hold what bots and files said."""
    remark(for_terminal(sentence))


def print_text(text: object) -> None:
    """Print to standard output what may hold words of bots and files, however long its lines."""
    console.print(for_terminal(text), soft_wrap=True, highlight=False)


def remark_on_seed(seed: int) -> None:
    """Say what it means that a person has chosen the seed of many deals."""
    remark(
        f"Seed {seed} was chosen: a bot that knows or guesses it knows every deal, so play with "
        "bots you trust. Without a seed, deals are random.",
        level="warning",
    )


def remark_on_shared_deals() -> None:
    """Say what it means that the rotations of a table share their deal."""
    remark(
        "Deals are shared: a bot that sits in two rotations of a table knows the hands and cards "
        "of the second one, so play with bots you trust."
    )


def print_json(value: Any) -> None:
    """Print a value for another program to read."""
    text = json.dumps(value, indent=2, ensure_ascii=False)
    # What UTF-8 cannot hold, such as a strange file name, becomes an escape that JSON knows.
    typer.echo(text.encode("utf-8", "backslashreplace").decode())


def rounded(row: dict[str, Any]) -> dict[str, Any]:
    """Round the numbers of a row: shares to 4 places, Elo and the like to 2."""
    return {
        # Zero is added since what rounds to -0.0 is 0.0 then.
        name: round(value, 4 if name in ("score", "los") else 2) + 0.0
        if isinstance(value, float)
        else value
        for name, value in row.items()
    }


def escape_controls(text: str) -> str:
    """Spell out the control characters of a text, so that a terminal obeys none of them."""
    return "".join(
        letter if letter.isprintable() or letter == "\n" else repr(letter)[1:-1] for letter in text
    )


def for_terminal(value: object) -> str:
    """Return what bots, users and files said as rich shows it letter by letter."""
    return escape(escape_controls(str(value)))
