"""Every piece of the game, wherever it lies: they are never lost. Francs are unlimited."""

from typing import Any

from engine.paris.actions import PRESTIGE, RESOURCES, TOKENS
from engine.paris.holder import Holder
from engine.paris.lookup import members
from engine.paris.table import Table

Piece = tuple[Any, ...]


def all_pieces(table: Table) -> list[Piece]:
    """Return tiles, tokens, landmarks and keys, wherever they lie."""
    pieces = [*_buildings(table), *_tokens(table), *_track(table)]
    pieces += [("landmark", name) for name, _ in table.board.landmarks]
    pieces += [("landmark", *table.lookup.places[place]) for place in members(table.unbuilt)]
    pieces += [("VP tile", put.tile) for put in table.board.vp_tiles]
    pieces += [("VP tile", tile) for tile in table.vp_free]
    pieces += [("end tile", tile) for tile in table.pile]
    for seat, player in enumerate(table.players):
        pieces += _own(seat, player)
    return pieces


def _buildings(table: Table) -> list[Piece]:
    """Return the building tiles by value and type, as the board shows them."""
    hidden = [tile for tiles in (*table.stacks, table.removed, table.dropped) for tile in tiles]
    if table.revealed >= 0:
        hidden.append(table.revealed)
    worth, types = table.lookup.worth, table.figures.types
    built = [(worth[space], kind) for space, kind in enumerate(table.types) if kind >= 0]
    return [("building", *each) for each in (*((worth[t], types[t]) for t in hidden), *built)]


def _tokens(table: Table) -> list[Piece]:
    """Return the tokens on the board, in the supply and out of the game."""
    pieces = [("token", TOKENS[token]) for token in table.spots if token >= 0]
    for kinds, counts in ((RESOURCES, table.supply), (PRESTIGE, table.gone)):
        for kind, count in zip(kinds, counts, strict=True):
            pieces += [("token", kind)] * count
    return pieces


def _track(table: Table) -> list[Piece]:
    return [
        ("bonus tile", number) for _, number, copies in table.board.track for _ in range(copies)
    ]


def _own(seat: int, player: Holder) -> list[Piece]:
    """Return what a player has, used tiles included."""
    keys = player.behind + player.reserve + len(player.places)
    pieces: list[Piece] = [("key", seat)] * keys
    for kind, count in zip(TOKENS, player.tokens, strict=True):
        pieces += [("token", kind)] * count
    pieces += [("bonus tile", tile) for tile in player.bonus + player.used_bonus]
    pieces += [("end tile", tile) for tile in player.ends + player.used_end]
    return pieces
