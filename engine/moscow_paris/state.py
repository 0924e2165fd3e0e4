"""The game as `engine.game` wants it: what each action does, what is seen, how it ends."""

from collections.abc import Sequence
from typing import ClassVar

from engine.game import Outcome
from engine.moscow_paris import cards, exchange, scoring, turns
from engine.moscow_paris.table import Table
from engine.moscow_paris.views import City, Player, View

_new = tuple.__new__
"""Makes a named tuple of its fields in order, in half the time that its own constructor takes."""


class MoscowParisState(Table):
    """A position of Moscow–Paris."""

    __slots__ = ()

    plays: ClassVar = {
        "couple": turns.couple,
        "front": turns.put_in_front,
        "back": turns.take_back,
        "swap": cards.swap,
        "uncouple": cards.uncouple,
        "exchange": exchange.exchange,
        "decline_exchange": exchange.decline_exchange,
        "close": cards.close,
        "no_effect": cards.play_without_effect,
        "claim": turns.claim,
        "decline_claim": turns.decline_claim,
    }

    def view(self, seat: int | None) -> View:
        known = self.known
        for other, player in enumerate(known):
            if player is None:
                known[other] = self._player(other)
        view = (
            seat,
            self.step,
            self.decider,
            self.mover,
            self.partner,
            self.turns,
            () if seat is None else tuple(sorted(self.hidden[seat] + self.shown[seat])),
            self._lines,
            tuple(known),
            self.closed,
            len(self.city_deck),
            len(self.deck),
            tuple(self.discard.values()),
            self.old_cards,
            () if seat is None else self.old_hands[seat],
        )
        return _new(View, view)

    def _player(self, seat: int) -> Player:
        shown = self.shown[seat]
        player = (
            self.fronts[seat],
            len(self.hidden[seat]) + len(shown),
            shown,
            self.cities[seat],
            self.repeats[seat],
            self.fronts_seen[seat],
            len(self.old_hands[seat]),
            self.laid[seat],
            self.drawn_before[seat],
        )
        return _new(Player, player)

    def outcome(self) -> Outcome | None:
        if self.decider is not None:
            return None
        return scoring.outcome(self._claimed(), self.options.teams, self.ruleset)

    def score_sources(self) -> list[dict[str, int]]:
        """Return the points of the cities claimed so far, in teams those of the mate too."""
        cities = scoring.pooled(self._claimed(), self.options.teams)
        return [scoring.sources(own, self.ruleset) for own in cities]

    def _claimed(self) -> list[tuple[City, ...]]:
        return [tuple([self.cities_by_name[name] for name in own]) for own in self.cities]

    def pieces(self) -> Sequence[str | City]:
        hands = [card for hand in self.hidden + self.shown + self.fronts for card in hand]
        wagons = [card for line in self.lines for card in line.left + line.right]
        pile = [card for card, count in self.discard.items() for _ in range(count)]
        in_play = ["exchange"] if self.step == "exchange" else []
        on_table = [line.city for line in self.lines]
        owned = [city for cities in self.cities for city in cities]
        cities = [*self.city_deck, *on_table, *owned, *self.closed]
        # As cards, since a city may have the name of a wagon.
        city_cards = [self.cities_by_name[name] for name in cities]
        return [*self.deck, *hands, *wagons, *pile, *in_play, *city_cards]
