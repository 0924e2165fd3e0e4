"""The game as `engine.game` wants it: play, look, copy, imagine what is hidden."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from engine.dice import Dice
from engine.game import Notice, Outcome, State
from engine.moscow_paris import cards, exchange, scoring, turns
from engine.moscow_paris.actions import Action
from engine.moscow_paris.events import Event
from engine.moscow_paris.options import Options
from engine.moscow_paris.table import Table
from engine.moscow_paris.views import Player, View

_PLAYS: dict[str, Callable[[Any, Any], None]] = {
    "couple": turns.couple,
    "front": turns.put_in_front,
    "back": turns.take_back,
    "swap": cards.swap,
    "uncouple": cards.uncouple,
    "exchange": exchange.exchange,
    "decline": exchange.decline,
    "close": cards.close,
    "bare": cards.play_bare,
    "claim": turns.claim,
    "skip": turns.skip_claim,
}


class MoscowParisState(Table, State[Action, View, Event]):
    """A position of Moscow–Paris."""

    __slots__ = ()

    def __init__(self, players: int, options: Options, dice: Dice) -> None:
        super().__init__(players, options, dice)
        turns.begin_turn(self)
        self._play_forced()

    def actions(self) -> Sequence[Action]:
        return self.valid

    def play(self, action: Action) -> list[Notice[Event]]:
        self.news = []
        _PLAYS[action.kind](self, action)
        if len(self.valid) == 1:
            self._play_forced()
        return self.news

    def _play_forced(self) -> None:
        """Play what has no alternative: say, take back one of four equal wagons."""
        while len(self.valid) == 1:
            (action,) = self.valid
            _PLAYS[action.kind](self, action)

    def view(self, seat: int | None) -> View:
        return View(
            seat,
            () if seat is None else tuple(sorted(self.hidden[seat] + self.shown[seat])),
            tuple(self.lines),
            tuple(
                map(Player, self.fronts, self._hand_sizes(), self.shown, self.cities, self.repeats)
            ),
            self.asked,
            self.decider,
            self.mover,
            self.turns,
            len(self.deck),
            len(self.city_deck),
            tuple(self.discard.items()),
            self.closed,
            self.rules,
        )

    def _hand_sizes(self) -> list[int]:
        return [
            len(hidden) + len(shown) for hidden, shown in zip(self.hidden, self.shown, strict=True)
        ]

    def outcome(self) -> Outcome | None:
        if self.decider is not None:
            return None
        return scoring.outcome(self.cities, self.rules.teams, self.ruleset)

    def copy(self) -> "MoscowParisState":
        other = self.__class__.__new__(self.__class__)
        other.ruleset, other.rules = self.ruleset, self.rules
        other.dice = self.dice.copy()
        other.lines = self.lines.copy()
        other.deck, other.city_deck = self.deck.copy(), self.city_deck.copy()
        other.discard, other.closed = self.discard.copy(), self.closed
        other.hidden, other.shown = self.hidden.copy(), self.shown.copy()
        other.stale = self.stale.copy()
        other.fronts, other.cities = self.fronts.copy(), self.cities.copy()
        other.repeats, other.seen = self.repeats.copy(), self.seen.copy()
        other.turns, other.mover, other.decider = self.turns, self.mover, self.decider
        other.asked, other.card = self.asked, self.card
        other.valid, other.news = self.valid, self.news
        return other

    def resample(self, seat: int | None, dice: Dice) -> "MoscowParisState":
        """Deal what the seat does not know anew: others' hidden cards and both decks.

        Cards taken back stay where they were seen to go; cards from before the last reshuffle
        stay out of the deck. A deal that would have left the decider no choice is not possible,
        since there was no asking then. It keeps how many cards of each hand are from before the
        reshuffle: a little more than a seat with two or more strangers can know.
        """
        other = self.copy()
        other.dice = Dice(dice.next())
        strangers = [each for each in range(len(self.hidden)) if each != seat]
        while True:
            _deal_anew(other, strangers, dice)
            if other.asked == "turn":
                turns.begin_turn(other)
            if len(other.valid) != 1:
                return other

    def pieces(self) -> Sequence[Any]:
        hands = [card for hand in self.hidden + self.shown + self.fronts for card in hand]
        wagons = [card for line in self.lines for card in line.left + line.right]
        pile = [card for card, count in self.discard.items() for _ in range(count)]
        in_play = [self.card] if self.card else []
        on_table = [line.city for line in self.lines]
        owned = [city for cities in self.cities for city in cities]
        cities = [*self.city_deck, *on_table, *owned, *self.closed]
        return [*self.deck, *hands, *wagons, *pile, *in_play, *cities]


def _deal_anew(state: MoscowParisState, seats: Iterable[int], dice: Dice) -> None:
    old: list[str] = []
    new = state.deck
    for seat in seats:
        old += state.hidden[seat][: state.stale[seat]]
        new += state.hidden[seat][state.stale[seat] :]
    dice.shuffle(old)
    dice.shuffle(new)
    for seat in seats:
        count, stale = len(state.hidden[seat]), state.stale[seat]
        cards = [old.pop() for _ in range(stale)] + [new.pop() for _ in range(count - stale)]
        state.hidden[seat] = tuple(cards)
    dice.shuffle(state.city_deck)
