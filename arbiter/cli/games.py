"""`lutetia games`: what can be played."""

from dataclasses import asdict
from typing import Any

import typer
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
    table = Table("game", "title", "players", "options")
    for row in rows:
        players = ", ".join(map(str, row["players"]))
        options = [
            f"[bold]{name}[/] = {default}  {help_text}"
            for name, default, help_text in (
                (
                    for_terminal(o["name"]),
                    for_terminal(o["default"] or "…"),
                    for_terminal(o["help"]),
                )
                for o in row["options"]
            )
        ]
        table.add_row(
            for_terminal(row["game"]), for_terminal(row["title"]), players, "\n".join(options)
        )
    console.print(table)


def _row(name: str) -> dict[str, Any]:
    game = find_game(name)
    options = [asdict(option) for option in describe(game.options)]
    return {"game": name, "title": game.title, "players": game.players, "options": options}


def register(app: typer.Typer) -> None:
    app.command("games")(games)
