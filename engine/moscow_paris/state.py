"""The game as `engine.game` wants it: what each action does, what is seen, how it ends."""

from collections.abc import Sequence
from typing import ClassVar

from engine.game import Outcome
from engine.moscow_paris import cards, exchange, scoring, turns
from engine.moscow_paris.table import Table
from engine.moscow_paris.views import City, Player, View


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
        hidden, shown, old_hands = self.hidden, self.shown, self.old_hands
        hand_sizes = [len(cards) + len(known) for cards, known in zip(hidden, shown, strict=True)]
        return View(
            seat,
            self.step,
            self.decider,
            self.mover,
            self.partner,
            self.turns,
            () if seat is None else tuple(sorted(hidden[seat] + shown[seat])),
            tuple(self.lines),
            tuple(
                map(
                    Player,
                    self.fronts,
                    hand_sizes,
                    shown,
                    self.cities,
                    self.repeats,
                    self.fronts_seen,
                    map(len, old_hands),
                    self.laid,
                    self.drawn_before,
                )
            ),
            self.closed,
            len(self.city_deck),
            len(self.deck),
            tuple(self.discard.values()),
            self.old_cards,
            () if seat is None else tuple(sorted(old_hands[seat])),
        )

    def outcome(self) -> Outcome | None:
        if self.decider is not None:
            return None
        cities = [tuple([self.cities_by_name[name] for name in own]) for own in self.cities]
        return scoring.outcome(cities, self.options.teams, self.ruleset)

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
