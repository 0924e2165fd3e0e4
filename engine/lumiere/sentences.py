"""Actions and events in words. Rows and columns count from 1, as in the picture."""

from collections.abc import Iterable, Sequence

from engine.lumiere.actions import (
    COMPONENTS,
    Action,
    Build,
    DeclineBuilding,
    DeclineEffect,
    Erect,
    Extend,
    Keep,
    Lay,
    Levitate,
    Pave,
    Stand,
    Take,
)
from engine.lumiere.events import (
    Began,
    Built,
    DeclinedBuilding,
    DeclinedEffect,
    Ended,
    Erected,
    Event,
    Extended,
    Kept,
    Laid,
    Levitated,
    Passed,
    Paved,
    Received,
    Spent,
    Stood,
    Took,
)
from engine.lumiere.options import Options
from engine.lumiere.ruleset import load_ruleset
from engine.lumiere.views import View
from engine.sentences import listed, third_person

TOLD_BY = {
    "pave": "paved",
    "take": "took",
    "decline_building": "declined_building",
    "build": "built",
    "levitate": "levitated",
    "lay": "laid",
    "extend": "extended",
    "stand": "stood",
    "erect": "erected",
    "keep": "kept",
    "decline_effect": "declined_effect",
}

POSTCARD_NAMES = {
    "levitation": "Levitation",
    "metropolitain": "Metropolitain",
    "jardin_des_plantes": "Jardin des Plantes",
    "sacre_coeur": "Sacré-Cœur",
    "le_peintre": "Le Peintre",
    "chartier": "Chartier",
    "bouquinistes": "Bouquinistes",
    "lampadaire": "Lampadaire",
    "moulin_rouge": "Moulin Rouge",
    "fontaine_des_mers": "Fontaine des Mers",
    "le_penseur": "Le Penseur",
    "la_grande_lumiere": "La Grande Lumière",
}
_CARD_OF = {piece: POSTCARD_NAMES[name] for name, piece in COMPONENTS.items()}
_FACES = {"o": "own", "x": "rival", "m": "shared", "L": "lamp"}


def action_in_words(action: Action) -> str:
    """Say what an action does."""
    match action:
        case Pave(square, rotation):
            where = _cell(16 * (square // 4) + 2 * (square % 4))
            return f"put the tile on the square at {where}{_turned(rotation, flipped=False)}"
        case Take(piece):
            return f"take the {piece} from the pool"
        case DeclineBuilding():
            return "take no building"
        case Build(piece, rotation, flipped, cells):
            return f"build {_placed(piece, rotation, flipped, cells)}"
        case Levitate(give, piece, rotation, flipped, cells):
            placed = _placed(piece, rotation, flipped, cells)
            return f"use Levitation to give the {give} to the pool and build {placed}"
        case Lay(piece, cells):
            return f"use {_CARD_OF[piece]} to lay the {piece} on {_cells(cells)}"
        case Extend(cell, piece):
            return f"use {_CARD_OF['annex']} to let the {piece} grow by the annex on {_cell(cell)}"
        case Stand(piece, cell):
            named = piece.replace("_", " ")
            return f"use {_CARD_OF[piece]} to put the {named} on {_cell(cell)}"
        case Erect(cell, facing):
            return f"use {_CARD_OF['statue']} to put the statue on {_cell(cell)}, facing {facing}"
        case Keep(postcard):
            return f"activate {POSTCARD_NAMES[postcard]} for later"
        case DeclineEffect(postcard):
            return f"activate {POSTCARD_NAMES[postcard]} without its effect"


def events_in_words(
    events: Sequence[Event], view: View, options: Options, names: Sequence[str]
) -> list[str]:
    """Say what happened."""
    return [_event(event, view, options, names) for event in events]


def _event(event: Event, view: View, options: Options, names: Sequence[str]) -> str:
    match event:
        case Received(tile):
            seat = view.seat or 0
            faces = load_ruleset(options.ruleset).tiles[seat][tile]
            shown = listed(_FACES[letter] for letter in faces)
            return f"the next tile of {names[seat]} shows {shown}, clockwise from the top left"
        case Passed(seat):
            return f"{names[seat]} can do nothing and passes"
        case Began(seat):
            return f"all squares are paved, so {names[seat]} begins to build"
        case Spent(seat, postcard, cell):
            covered = "lamp" if postcard == "metropolitain" else "rival cell"
            card = POSTCARD_NAMES[postcard]
            return f"{card} lets {names[seat]} cover the {covered} at {_cell(cell)}"
        case Ended():
            return "nobody can do anything any more, and the match ends"
        case _:
            return third_person(action_in_words(_action(event)), names[event.seat])


def _action(event: Event) -> Action:
    """Return the action that an event reports, so that both are said in the same words."""
    match event:
        case Paved(_, _, square, rotation):
            return Pave(square, rotation)
        case Took(_, piece):
            return Take(piece)
        case DeclinedBuilding():
            return DeclineBuilding()
        case Built(_, piece, rotation, flipped, cells):
            return Build(piece, rotation, flipped, cells)
        case Levitated(_, give, piece, rotation, flipped, cells):
            return Levitate(give, piece, rotation, flipped, cells)
        case Laid(_, piece, cells):
            return Lay(piece, cells)
        case Extended(_, cell, piece):
            return Extend(cell, piece)
        case Stood(_, piece, cell):
            return Stand(piece, cell)
        case Erected(_, cell, facing):
            return Erect(cell, facing)
        case Kept(_, postcard):
            return Keep(postcard)
        case DeclinedEffect(_, postcard):
            return DeclineEffect(postcard)
    raise AssertionError(event)


def _placed(piece: str, rotation: int, flipped: bool, cells: Sequence[int]) -> str:
    """Say where a building stands, by its first cell: the highest, and of these the leftmost."""
    return f"the {piece} from {_cell(cells[0])} on{_turned(rotation, flipped)}"


def _turned(rotation: int, flipped: bool) -> str:
    mirrored = ", mirrored" if flipped else ""
    return f"{mirrored}, turned by {90 * rotation}°" if rotation else mirrored


def _cells(cells: Iterable[int]) -> str:
    return listed(_cell(cell) for cell in cells)


def _cell(cell: int) -> str:
    return f"row {cell // 8 + 1}, column {cell % 8 + 1}"
