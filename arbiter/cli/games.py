"""`lutetia games`: what can be played."""

from dataclasses import asdict
from typing import Any

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table

from arbiter.cli.output import Json, console, for_terminal, print_json
from engine.games import find_game, game_names
from engine.options import describe


def games(as_json: Json = False) -> None:
    """List the games, their numbers of players and their options."""
    rows = [_row(name) for name in game_names()]
    if as_json:
        print_json(rows)
        return
    for row in rows:
        players = ", ".join(map(str, row["players"]))
        name, title = for_terminal(row["game"]), for_terminal(row["title"])
        console.print(f"[bold]{name}[/]: {title}, {players} players", highlight=False)
        options = Table("option", "default", "meaning", box=SIMPLE_HEAD)
        for option in row["options"]:
            words = (option["name"], option["default"] or "…", option["help"])
            options.add_row(*map(for_terminal, words))
        if row["options"]:
            console.print(options)


def _row(name: str) -> dict[str, Any]:
    game = find_game(name)
    options = [asdict(option) for option in describe(game.options)]
    return {"game": name, "title": game.title, "players": game.players, "options": options}


def register(app: typer.Typer) -> None:
    app.command("games")(games)
