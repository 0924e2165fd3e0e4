"""A full position that agrees with a view: others' hidden cards and both decks are dealt (§10).

Until the first reshuffle every card the viewer does not see may be in any hand or in the deck.
A reshuffle tells more: everybody knows the discard pile that becomes the deck, and so what the
hands hold together. From then on there are two pools of unseen cards: **old** ones, which were in
the hands of others at the reshuffle, and **new** ones, which they have drawn since or which are
still in the deck. A player who lays down a wagon does not tell from which pool it is, unless it
has not drawn since, or the other pool has none.

So for every card that the others have laid down since the reshuffle a pool is chosen in which
there is one, weighted by how many cards of each pool that player then had in hand. The rest of
both pools is dealt. Where a later card finds none left, all is chosen again. Every deal that
agrees with what the view tells is possible, and no other.

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
    old = Counter(dict(zip(state.discard, view.old_cards, strict=False)))
    old.subtract(view.own_old_cards)
    new = Counter({card: copies - seen[card] for card, copies in state.ruleset.copies.items()})
    for seat in others:
        new.update(view.players[seat].laid)
    new.subtract(old)
    while True:
        _deal_cards(state, view, others, old, new, dice)
        state.valid = valid_actions(state)
        # A decider with a single valid action would not have been asked.
        if len(state.valid) != 1:
            return state


def _lay_out(state: MoscowParisState, view: View) -> None:
    """Lay out what the viewer sees, its own hand included."""
    state.lines = list(view.lines)
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
    old: Counter[str],
    new: Counter[str],
    dice: Dice,
) -> None:
    """Deal both pools to the others' hands and the deck."""
    laid: dict[int, list[str]] = {}
    while len(laid) < len(others):
        old_left, new_left = old.copy(), new.copy()
        for seat in others:
            from_old = _choose_pools(view.players[seat], old_left, new_left, dice)
            if from_old is None:
                laid.clear()
                break
            laid[seat] = from_old
    old_cards, new_cards = list(old_left.elements()), list(new_left.elements())
    dice.shuffle(old_cards)
    dice.shuffle(new_cards)
    old_hands = [view.own_old_cards] * len(view.players)
    for seat in others:
        player = view.players[seat]
        count = player.old_card_count - len(laid[seat])
        kept = [old_cards.pop() for _ in range(count)]
        drawn = [new_cards.pop() for _ in range(player.hand_size - len(player.shown) - count)]
        state.hidden[seat] = (*kept, *drawn)
        old_hands[seat] = (*kept, *laid[seat])
    state.old_hands = tuple(old_hands)
    state.deck = new_cards


def _choose_pools(
    player: Player, old: Counter[str], new: Counter[str], dice: Dice
) -> list[str] | None:
    """Take each card the player has laid down from a pool, and return those from the old one.

    None if a card is in no pool of which the player then had a card left.
    """
    from_old: list[str] = []
    old_size, new_size = old.total(), new.total()
    for index, (card, drawn) in enumerate(zip(player.laid, player.drawn_before, strict=True)):
        old_held = player.old_card_count - len(from_old)
        new_held = drawn - (index - len(from_old))
        # A held card of a pool is this one with a chance of its count by the size of the pool.
        old_weight = old_held * old[card] * (new_size or 1)
        new_weight = new_held * new[card] * (old_size or 1)
        if not old_weight + new_weight:
            return None
        if dice.below(old_weight + new_weight) < old_weight:
            from_old.append(card)
            old[card] -= 1
            old_size -= 1
        else:
            new[card] -= 1
            new_size -= 1
    return from_old
