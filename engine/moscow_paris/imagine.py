"""A full position that agrees with a view: others' hidden cards and both decks are dealt (§10).

Until the first reshuffle every card the viewer does not see may be in any hand or in the deck.
A reshuffle tells more: everybody knows the discard pile that becomes the deck, and so what the
hands hold together. From then on there are two pools of unseen cards: **old** ones, which were in
the hands of others at the reshuffle, and **new** ones, which they have drawn since or which are
still in the deck. A player who lays down a wagon does not tell from which pool it is.

So a pool is chosen for every card that the others have laid down since the reshuffle, such that

- a player lays down no more old cards than it had, and no more new ones than it had drawn, and
- both pools have enough cards of each kind.

The rest of both pools is dealt to the hands and the deck. Every deal that agrees with what the view
tells is possible, and no other.

What the cards laid down *before* the last reshuffle could tell about who of several others holds
which old card is not kept: a view would have to carry the whole game.
"""

from collections import Counter

from engine.dice import Dice
from engine.moscow_paris.moves import valid_actions
from engine.moscow_paris.options import Options
from engine.moscow_paris.state import MoscowParisState
from engine.moscow_paris.views import Player, View
from engine.tuples import without


def imagine(view: View, options: Options, dice: Dice) -> MoscowParisState:
    """Return a position in which the viewer sees what the view holds."""
    state = MoscowParisState(len(view.players), options, Dice(dice.next()))
    _lay_out(state, view)
    seen = Counter(state.pieces())
    state.city_deck = [name for name, city in state.cities_by_name.items() if city not in seen]
    dice.shuffle(state.city_deck)
    others = [seat for seat in range(len(view.players)) if seat != view.seat]
    old = dict(zip(state.discard, view.old_cards, strict=True)) if view.old_cards else {}
    for card in view.own_old_cards:
        old[card] -= 1
    # What the viewer does not see, less the old ones. A card laid down since the reshuffle is seen,
    # but came out of one of the pools, so it goes back until `_Pools` has chosen from which.
    new = {
        card: copies - seen[card] - old.get(card, 0)
        for card, copies in state.ruleset.copies.items()
    }
    for seat in others:
        for card in view.players[seat].laid:
            new[card] += 1
    while True:
        _deal_cards(state, view, others, old, new, dice)
        state.valid = valid_actions(state)
        # A decider with a single valid action would not have been asked.
        if len(state.valid) != 1:
            return state


def _lay_out(state: MoscowParisState, view: View) -> None:
    """Lay out what the viewer sees, its own hand included."""
    state.lines = view.lines
    state.closed = view.closed
    state.discard = dict(zip(state.discard, view.discard, strict=True))
    state.shown = [player.shown for player in view.players]
    state.fronts = [player.front for player in view.players]
    state.cities = [player.cities for player in view.players]
    state.repeats = [player.repeats for player in view.players]
    state.fronts_seen = [player.fronts_seen for player in view.players]
    state.old_cards = view.old_cards
    state.laid = [player.laid for player in view.players]
    state.drawn_before = [player.drawn_before for player in view.players]
    state.turns, state.mover, state.decider = view.turns, view.mover, view.decider
    state.step, state.partner = view.step, view.partner
    if view.seat is not None:
        hidden = view.hand
        for card in view.players[view.seat].shown:
            hidden = without(hidden, card)
        state.hidden[view.seat] = hidden


def _deal_cards(
    state: MoscowParisState,
    view: View,
    others: list[int],
    old: dict[str, int],
    new: dict[str, int],
    dice: Dice,
) -> None:
    """Deal both pools to the others' hands and the deck."""
    while True:
        pools = _Pools([view.players[seat] for seat in others], old, new)
        if pools.choose_all(dice):
            break
    old_cards = [card for card, count in pools.old.items() for _ in range(count)]
    new_cards = [card for card, count in pools.new.items() for _ in range(count)]
    dice.shuffle(old_cards)
    dice.shuffle(new_cards)
    old_hands = [view.own_old_cards] * len(view.players)  # right for the viewer alone, so far
    for seat, hand in zip(others, pools.hands, strict=True):
        player = view.players[seat]
        kept = [old_cards.pop() for _ in range(hand.old_held)]
        fresh = player.hand_size - len(player.shown) - hand.old_held
        state.hidden[seat] = (*kept, *[new_cards.pop() for _ in range(fresh)])
        old_hands[seat] = tuple(sorted((*kept, *hand.old_laid)))
    state.old_hands = tuple(old_hands)
    state.deck = new_cards


class _Hand:
    """What a player has laid down since the reshuffle, as far as its pool is chosen."""

    __slots__ = ("new_room", "old_held", "old_laid")

    def __init__(self, player: Player) -> None:
        self.old_held = player.old_card_count
        self.old_laid: list[str] = []
        self.new_room = list(player.drawn_before)
        """For each card laid down: how many more of those up to it can be new ones."""


class _Pools:
    """A choice of pools for all cards laid down, and what it leaves in the pools.

    At random alone it would often fail late: where one pool has run out for a card, the other one
    is chosen at once, before the choice is lost to another player.
    """

    def __init__(self, players: list[Player], old: dict[str, int], new: dict[str, int]) -> None:
        self.old, self.new = dict(old), dict(new)
        self.hands = [_Hand(player) for player in players]
        self.open = [
            (hand, index, card)
            for hand, player in zip(self.hands, players, strict=True)
            for index, card in enumerate(player.laid)
        ]
        self.ran_out = True

    def choose_all(self, dice: Dice) -> bool:
        """Choose a pool for each card laid down; tell whether that was possible."""
        old_size, new_size = sum(self.old.values()) or 1, sum(self.new.values()) or 1
        while self.open:
            if self.ran_out:
                if not self._choose_where_forced():
                    return False
                continue
            hand, index, card = self.open.pop(0)
            # A card of a pool is this one with a chance of its number by the size of the pool.
            old_weight = hand.old_held * self.old[card] * new_size
            new_weight = hand.new_room[index] * self.new[card] * old_size
            self._choose(hand, index, card, dice.below(old_weight + new_weight) < old_weight)
        return True

    def _choose_where_forced(self) -> bool:
        """Choose the only pool left for cards that have one; False if one has none."""
        self.ran_out = False
        still_open = []
        for hand, index, card in self.open:
            may_be_old = hand.old_held > 0 and self.old[card] > 0
            may_be_new = self.new[card] > 0 and min(hand.new_room[index:]) > 0
            if may_be_old and may_be_new:
                still_open.append((hand, index, card))
            elif may_be_old or may_be_new:
                self._choose(hand, index, card, may_be_old)
            else:
                return False
        self.open = still_open
        return True

    def _choose(self, hand: _Hand, index: int, card: str, is_old: bool) -> None:
        if is_old:
            self.old[card] -= 1
            hand.old_held -= 1
            hand.old_laid.append(card)
            self.ran_out |= not self.old[card] or not hand.old_held
        else:
            self.new[card] -= 1
            for later in range(index, len(hand.new_room)):
                hand.new_room[later] -= 1
            self.ran_out |= not self.new[card] or not min(hand.new_room[index:])
