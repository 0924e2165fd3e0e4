"""The game as `engine.game` wants it: what each action does, what a seat sees, how it ends."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from engine.game import Outcome
from engine.lumiere import building, paving, postcards, scoring, turns
from engine.lumiere.actions import COMPONENTS
from engine.lumiere.ground import SQUARES, letters_of, letters_on, turn_tile
from engine.lumiere.options import Options
from engine.lumiere.table import Stacks, Table
from engine.lumiere.views import View
from engine.tuples import new_tuple


def _turn(act: Callable[[Table, int, Any], None]) -> Callable[[Table, object], None]:
    """Return what an action does, which is a whole turn: then the other player is asked."""

    def play(table: Table, action: object) -> None:
        seat = table.decider
        assert seat is not None
        act(table, seat, action)
        turns.pass_on(table, seat)

    return play


class LumiereState(Table):
    """A position of La Cité de la Lumière."""

    __slots__ = ()

    plays: ClassVar = {
        "pave": _turn(paving.pave),
        "take": _turn(paving.take),
        "decline_building": _turn(paving.decline_building),
        "build": _turn(building.build),
        "levitate": _turn(postcards.levitate),
        "lay": _turn(postcards.lay),
        "extend": _turn(postcards.extend),
        "stand": _turn(postcards.stand),
        "erect": _turn(postcards.erect),
        "keep": _turn(postcards.keep),
        "decline_effect": _turn(postcards.decline_effect),
    }

    def __init__(self, options: Options, view: View, stacks: Stacks) -> None:
        super().__init__(options, view, stacks)
        if self.decider is not None:
            self.valid = turns.list_actions(self, self.decider)

    def view(self, seat: int | None) -> View:
        stack = () if seat is None else self.stacks[seat]
        fields = (
            seat,
            stack[0] if stack else None,
            self.step,
            self.decider,
            self.ground.letters,
            self.buildings,
            self.figures,
            self.postcards,
            self.pool,
            self.players,
            self.first,
            () if self.decider is not None else scoring.scores(self),
        )
        return new_tuple(View, fields)

    def outcome(self) -> Outcome | None:
        return None if self.decider is not None else scoring.outcome(self)

    def score_sources(self) -> list[dict[str, int]]:
        """Return the points as if the game ended now."""
        return [scoring.sources(score) for score in scoring.scores(self)]

    def pieces(self) -> Sequence[object]:
        """Return tiles, buildings, chimneys, tokens, postcards and their components."""
        pieces: list[object] = [*self.pool, *(card.name for card in self.postcards)]
        for seat, player in enumerate(self.players):
            pieces += player.reserve
            pieces += [("chimney", seat)] * player.chimneys
            pieces += [("token", seat)] * player.tokens
            tiles = self.ruleset.tiles[seat]
            pieces += [_tile(letters_of(tiles[tile], seat)) for tile in self.stacks[seat]]
        paved = set(range(SQUARES)) - set(self.ground.empty)
        pieces += [_tile(letters_on(self.ground, square)) for square in paved]
        for standing in self.buildings:
            pieces += [standing.piece, ("chimney", standing.seat)]
            pieces += ["annex"] if standing.annex is not None else []
        pieces += [figure.piece for figure in self.figures]
        for card in self.postcards:
            pieces += [("token", card.seat)] if card.seat is not None else []
            # A component lies beside its postcard until the effect puts it on the board. Where the
            # shared paving token went the board does not tell: it counts as lying there.
            if card.name == "chartier" or card.use in ("open", "declined"):
                pieces += [COMPONENTS[card.name]] if card.name in COMPONENTS else []
        return pieces


def _tile(letters: str) -> tuple[str, str]:
    """Return a tile as a piece: by what it shows, however it is turned."""
    return ("tile", min(turn_tile(letters, rotation) for rotation in range(4)))
