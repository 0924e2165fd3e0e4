"""The game as `engine.game` wants it: play, look, copy, imagine what is hidden."""

from collections.abc import Sequence
from typing import Any

from engine.dice import Dice
from engine.game import Notice, Outcome, State
from engine.paris import scoring
from engine.paris.actions import Action
from engine.paris.events import Event
from engine.paris.holder import Holder
from engine.paris.options import Options
from engine.paris.pieces import all_pieces
from engine.paris.resampling import deal_anew
from engine.paris.setup import set_up
from engine.paris.steps import perform, proceed
from engine.paris.table import Table, replaced
from engine.paris.views import Screen, View


class ParisState(Table, State[Action, View, Event]):
    """A position of Paris."""

    __slots__ = ()

    def __init__(self, players: int, options: Options, dice: Dice) -> None:
        set_up(self, players, options, dice)
        proceed(self, "draw")

    def actions(self) -> Sequence[Action]:
        return self.valid

    def play(self, action: Action) -> list[Notice[Event]]:
        self.news = []
        proceed(self, perform(self, action))
        return self.news

    def view(self, seat: int | None) -> View:
        face = self.player.face()
        if face != self.faces[self.mover]:  # else the very same object, which the wire keeps
            self.faces = replaced(self.faces, self.mover, face)
        choosing = self.asked == "end_tile" and seat == self.mover
        return View(
            seat,
            None if seat is None else _screen(self.players[seat]),
            self.faces,
            self.board,
            self.supply,
            len(self.pile),
            self.pile if choosing else (),
            self.halves,
            self.purchase,
            self.show_revealed(),
            self.vp_tile,
            self.asked,
            self.mover,
            self.turns,
            self.last_turn - self.turns if self.last_turn else 0,
            self.rules,
        )

    def outcome(self) -> Outcome | None:
        return None if self.decider is not None else scoring.outcome(self)

    def copy(self) -> "ParisState":
        other = ParisState.__new__(ParisState)
        for name in Table.__slots__:
            setattr(other, name, getattr(self, name))
        other.players = [player.copy() for player in self.players]
        other.player = other.players[self.mover]
        return other

    def resample(self, seat: int | None, dice: Dice) -> "ParisState":
        other = self.copy()
        deal_anew(other, seat, dice)
        return other

    def pieces(self) -> Sequence[Any]:
        return all_pieces(self)


def _screen(player: Holder) -> Screen:
    return Screen(player.francs, player.tokens, player.bonus, player.ends)
