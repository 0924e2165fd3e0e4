"""`lutetia games`: what can be played."""

from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table

from arbiter.cli.output import Json, console, for_terminal, print_json
from engine.games import find_game, game_names, plugin_of
from engine.options import describe


def games(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="One game, with a key to its board; all if not given."),
    ] = None,
    as_json: Json = False,
) -> None:
    """List the games, their numbers of players and their options."""
    names = game_names() if game is None else [find_game(game).name]
    rows = [_row(name) for name in names]
    if as_json:
        print_json(rows)
        return
    for row in rows:
        players = ", ".join(map(str, row["players"]))
        name, title = for_terminal(row["game"]), for_terminal(row["title"])
        origin = f" (plug-in {for_terminal(row['plugin'])})" if row["plugin"] else ""
        console.print(f"[bold]{name}[/]: {title}, {players} players{origin}", highlight=False)
        options = Table("option", "default", "meaning", box=SIMPLE_HEAD)
        for option in row["options"]:
            words = (option["name"], option["default"] or "…", option["help"])
            options.add_row(*map(for_terminal, words))
        if row["options"]:
            console.print(options)
    if game is not None and (legend := find_game(game).legend):
        console.print("Key to the board:\n")
        console.print(for_terminal(legend), highlight=False, soft_wrap=True)


def _row(name: str) -> dict[str, Any]:
    game = find_game(name)
    options = [asdict(option) for option in describe(game.options)]
    return {
        "game": name,
        "title": game.title,
        "players": game.players,
        "plugin": plugin_of(name),
        "options": options,
    }


def register(app: typer.Typer) -> None:
    app.command("games")(games)
