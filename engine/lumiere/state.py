"""The game as `engine.game` wants it: play, look, copy, imagine what is hidden."""

from collections.abc import Callable, Sequence
from typing import Any

from engine.dice import Dice
from engine.game import Notice, Outcome, State
from engine.lumiere import building, paving, postcards, scoring, turns
from engine.lumiere.actions import Action
from engine.lumiere.events import Event
from engine.lumiere.options import Options
from engine.lumiere.table import Table
from engine.lumiere.views import Player, View

_PLAYS: dict[str, Callable[[Any, int, Any], None]] = {
    "pave": paving.pave,
    "take": paving.take,
    "pass": paving.skip,
    "build": building.build,
    "levitate": postcards.levitate,
    "lay": postcards.lay,
    "extend": postcards.extend,
    "stand": postcards.stand,
    "erect": postcards.erect,
    "keep": postcards.keep,
    "close": postcards.close,
}


class LumiereState(Table, State[Action, View, Event]):
    """A position of La Cité de la Lumière."""

    __slots__ = ()

    def __init__(self, options: Options, dice: Dice) -> None:
        super().__init__(options, dice)
        turns.ask_paver(self, 0)

    def actions(self) -> Sequence[Action]:
        return self.valid

    def play(self, action: Action) -> list[Notice[Event]]:
        self.news = []
        self._turn(action)
        while len(self.valid) == 1:  # no choice: pass while paving, or the last thing left to do
            self._turn(self.valid[0])
        return self.news

    def _turn(self, action: Action) -> None:
        seat = self.decider
        assert seat is not None
        _PLAYS[action[-1]](self, seat, action)
        turns.pass_on(self, seat)

    def view(self, seat: int | None) -> View:
        stack = () if seat is None else self.stacks[seat]
        return View(
            seat,
            stack[0] if stack else None,
            self.phase,
            self.decider,
            self.ground,
            self.buildings,
            self.figures,
            self.postcards,
            self.pool,
            (self._player(0), self._player(1)),
            self.first,
            () if self.decider is not None else scoring.scores(self),
            self.catalogue.rules,
        )

    def _player(self, seat: int) -> Player:
        tiles = tuple(sorted(self.stacks[seat]))
        return Player(self.reserves[seat], tiles, self.chimneys[seat], self.tokens[seat])

    def outcome(self) -> Outcome | None:
        return None if self.decider is not None else scoring.outcome(self)

    def copy(self) -> "LumiereState":
        other = LumiereState.__new__(LumiereState)
        other.ruleset, other.catalogue = self.ruleset, self.catalogue
        other.phase, other.decider, other.first = self.phase, self.decider, self.first
        other.empty, other.paved, other.ground = self.empty, self.paved, self.ground
        other.colours, other.shared, other.lamps = self.colours.copy(), self.shared, self.lamps
        other.taken, other.built, other.masks = self.taken, self.built, self.masks.copy()
        other.buildings, other.figures = self.buildings, self.figures
        other.pool, other.aside, other.postcards = self.pool, self.aside, self.postcards
        other.stacks, other.reserves = self.stacks.copy(), self.reserves.copy()
        other.chimneys, other.tokens = self.chimneys.copy(), self.tokens.copy()
        other.kept, other.fits = self.kept.copy(), [fits.copy() for fits in self.fits]
        other.valid, other.news = self.valid, self.news
        return other

    def resample(self, seat: int | None, dice: Dice) -> "LumiereState":
        """Shuffle what the seat has not seen: the stacks, and the tile a rival has looked at."""
        other = self.copy()
        for owner, stack in enumerate(self.stacks):
            seen = 1 if owner == seat else 0
            rest = list(stack[seen:])
            dice.shuffle(rest)
            other.stacks[owner] = (*stack[:seen], *rest)
        if other.phase == "paving" and other.decider is not None:
            turns.ask_paver(other, other.decider)  # its list depends on its tile
        return other

    def pieces(self) -> Sequence[Any]:
        """Return tiles, buildings, chimneys, tokens, postcards and their components."""
        tiles = [(seat, tile) for seat in (0, 1) for tile in self.stacks[seat]]
        buildings = [each.piece for each in self.buildings]
        annexes = ["annex" for each in self.buildings if each.annex is not None]
        figures = [each.piece for each in self.figures]
        cards = self.postcards
        paving_token = [
            "shared_paving" for card in cards if card.name == "chartier" and card.use in _TAKEN
        ]
        chimneys = [("chimney", each.seat) for each in self.buildings]
        tokens = [("token", card.seat) for card in cards if card.seat is not None]
        for seat in (0, 1):
            chimneys += [("chimney", seat)] * self.chimneys[seat]
            tokens += [("token", seat)] * self.tokens[seat]
        return [
            *tiles, *self.paved, *self.pool, *self.reserves[0], *self.reserves[1], *buildings,
            *annexes, *figures, *paving_token, *self.aside, *chimneys, *tokens,
            *(card.name for card in cards),
        ]  # fmt: skip


_TAKEN = ("kept", "done")
"""How Chartier is used when the shared paving token has left its side."""
