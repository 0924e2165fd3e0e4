"""The game as `engine.game` wants it: what actions do, what is seen, what is there."""

from collections.abc import Sequence
from typing import Any

from engine.dice import Dice
from engine.game import Outcome
from engine.paris import scoring
from engine.paris.actions import LANDMARKS, PRESTIGE, RESOURCES, TOKENS
from engine.paris.flow import PLAYS, list_actions
from engine.paris.options import Options
from engine.paris.setup import set_up
from engine.paris.table import Table
from engine.paris.views import View
from engine.tuples import replaced

Piece = tuple[Any, ...]


class ParisState(Table):
    """A position of Paris."""

    __slots__ = ()

    plays = PLAYS

    def view(self, seat: int | None) -> View:
        player = self.player
        return View(
            seat,
            self.decider,
            self.step,
            self.turns,
            self.last_turn - self.turns if self.last_turn else 0,
            replaced(self.public, player.seat, player.view()),
            self.end_tiles.view,
            None if seat is None else self.end_tiles.own[seat],
            self.stacks.view,
            self.stacks.discarded,
            self.city.view,
            self.track,
            self.supply,
            self.halves,
            self.revealed,
            self.purchase,
            self.vp_tile,
            self.tile_in_use,
        )

    def outcome(self) -> Outcome | None:
        return None if self.decider is not None else scoring.outcome(self)

    def score_sources(self) -> list[dict[str, int]]:
        """Return the VP so far; districts and francs bring none before the end."""
        return [scoring.sources(player) for player in self.players]

    def pieces(self) -> Sequence[Piece]:
        """Return tiles, tokens, landmarks and keys, wherever they lie; francs are unlimited."""
        city, stacks = self.city.view, self.stacks
        pieces: list[Piece] = []
        hidden = [tile for tiles in (*stacks.tiles, stacks.removed) for tile in tiles]
        tiles = [*(self.board.tiles[tile] for tile in hidden), *stacks.discarded]
        tiles += [self.revealed] if self.revealed else []
        pieces += [("building", *tile) for tile in tiles]
        pieces += [("building", *tile[1:]) for tile in city.buildings]
        pieces += [("token", token.token) for token in city.tokens]
        standing = [name for name, _ in city.landmarks]
        pieces += [("landmark", name) for name in standing]
        pieces += [("landmark", name) for name in LANDMARKS if name not in standing]
        pieces += [("VP tile", put.tile) for put in city.vp_tiles]
        pieces += [("VP tile", tile) for tile in self.city.free_vp_tiles()]
        pieces += [("bonus tile", n) for _, n, copies in self.track for _ in range(copies)]
        pieces += [("end tile", tile) for tile in self.end_tiles.pile]
        pieces += [("end tile", tile) for _, tile in self.end_tiles.view.used]
        for kinds, counts in ((RESOURCES, self.supply), (PRESTIGE, self.gone)):
            pieces += _tokens(kinds, counts)
        for player, own in zip(self.players, self.end_tiles.own, strict=True):
            keys = player.in_hand + player.reserve + len(player.keys.places)
            pieces += [("key", player.seat)] * keys
            pieces += _tokens(TOKENS, player.tokens)
            pieces += [("bonus tile", n) for n in player.bonus + player.used_bonus]
            pieces += [("end tile", n) for n in own.held]
        return pieces


def new_state(players: int, options: Options, dice: Dice) -> ParisState:
    """Set a match up."""
    state = ParisState()
    set_up(state, players, options, dice)
    list_actions(state)
    state.play_forced()
    return state


def _tokens(kinds: Sequence[str], counts: Sequence[int]) -> list[Piece]:
    return [
        ("token", kind) for kind, count in zip(kinds, counts, strict=True) for _ in range(count)
    ]
