"""What lies where, and the few things hands do with it: draw, discard, turn up a city.

The parts are immutable tuples in lists, so that a copy costs little and a view can share them.
"""

from engine.dice import Dice
from engine.game import Notice
from engine.moscow_paris.actions import Action
from engine.moscow_paris.events import Drew, Event, Received, Reshuffled, Revealed
from engine.moscow_paris.options import Options, all_cities
from engine.moscow_paris.ruleset import Ruleset, load_ruleset
from engine.moscow_paris.views import City, Line, Rules


class Table:
    """The whole position, hidden parts included."""

    __slots__ = (
        "asked", "card", "cities", "city_deck", "closed", "decider", "deck", "dice", "discard",
        "fronts", "hidden", "lines", "mover", "news", "repeats", "rules", "ruleset", "seen",
        "shown", "stale", "turns", "valid",
    )  # fmt: skip

    ruleset: Ruleset
    rules: Rules
    dice: Dice
    lines: list[Line]
    city_deck: list[City]
    """The next city is the last of the list; so is the next card of the deck."""
    deck: list[str]
    discard: dict[str, int]
    """How many of each card: the order of the pile does not matter, since it gets shuffled."""
    closed: tuple[City, ...]

    # One entry a seat.
    hidden: list[tuple[str, ...]]
    """The cards of the hand only their owner knows, in the order they came."""
    shown: list[tuple[str, ...]]
    """The cards of the hand everybody knows: wagons taken back into it."""
    stale: list[int]
    """How many of the hidden cards, the first ones, are from before the last reshuffle. At a
    reshuffle everybody can tell from the discard pile what the deck holds, so these cards are
    known not to be in it."""
    fronts: list[tuple[str, ...]]
    """Sorted, so that equal multisets are equal tuples."""
    cities: list[tuple[City, ...]]
    repeats: list[int]
    seen: list[tuple[tuple[str, ...], ...]]
    """The fronts a seat has had since the last progress, once it made a front or back turn."""

    turns: int
    mover: int
    decider: int | None
    asked: str
    card: str
    """An exchange card while its chain goes on; else empty."""
    valid: list[Action]
    """The valid actions of the decider; never changed in place."""
    news: list[Notice[Event]]
    """What happened since the last decision."""

    def __init__(self, players: int, options: Options, dice: Dice) -> None:
        """Set the table up (§2)."""
        self.ruleset = load_ruleset(options.ruleset)
        self.rules = Rules(options.teams, options.claim, options.max_turns)
        self.dice = dice
        self.news = []
        self.deck = self.ruleset.deck()
        self.discard = dict.fromkeys(self.deck, 0)
        dice.shuffle(self.deck)
        self.city_deck = all_cities(options, self.ruleset)
        dice.shuffle(self.city_deck)
        self.lines = [Line(self.city_deck.pop(), (), ()) for _ in range(self.ruleset.rows)]
        self.closed = ()
        self.hidden = [()] * players
        self.shown = [()] * players
        self.stale = [0] * players
        self.fronts = [()] * players
        self.cities = [()] * players
        self.repeats = [0] * players
        self.seen = [()] * players
        self.turns = 0
        self.mover = 0
        self.card = ""
        for seat in range(players):
            self.draw(seat, self.ruleset.hand)

    def draw(self, seat: int, count: int) -> None:
        """Draw cards, at least one, from the deck into a hand (§6)."""
        for _ in range(count):  # one by one: a reshuffle may come in between
            self.hidden[seat] += (self._top_card(),)
        cards = self.hidden[seat][-count:]
        self.news += (Notice(Drew(seat, count)), Notice(Received(cards), seat))

    def _top_card(self) -> str:
        """Take the top card; an empty deck is first made anew from the discard pile (§6)."""
        if not self.deck:
            for card, count in self.discard.items():
                self.deck += [card] * count
                self.discard[card] = 0
            self.dice.shuffle(self.deck)
            self.stale = [len(cards) for cards in self.hidden]
            self.news.append(Notice(Reshuffled(len(self.deck))))
        return self.deck.pop()

    def lay_down(self, seat: int, card: str) -> None:
        """Take a card out of a hand; one that everybody knows goes first."""
        if card in self.shown[seat]:
            self.shown[seat] = without(self.shown[seat], card)
            return
        hand = self.hidden[seat]
        place = hand.index(card)
        self.hidden[seat] = hand[:place] + hand[place + 1 :]
        if place < self.stale[seat]:
            self.stale[seat] -= 1

    def throw(self, cards: tuple[str, ...]) -> None:
        """Put cards on the discard pile."""
        for card in cards:
            self.discard[card] += 1

    def turn_up_city(self, row: int) -> None:
        """Put the next city in the place of one that is gone, or close the gap (§7)."""
        if self.city_deck:
            city = self.city_deck.pop()
            self.lines[row] = Line(city, (), ())
            self.news.append(Notice(Revealed(row, city)))
        else:
            del self.lines[row]


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """Return the cards less one."""
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]
