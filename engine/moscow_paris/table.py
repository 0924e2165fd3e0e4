"""What lies where, and the few things hands do with it: draw, discard, turn up a city.

The parts are immutable tuples in lists, so that a copy costs little and a view can share them.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache

from engine.dice import Dice
from engine.game import Notice, State
from engine.moscow_paris.actions import Action
from engine.moscow_paris.catalogue import Catalogue, catalogue_of
from engine.moscow_paris.events import Drew, Event, Received, Reshuffled, Revealed
from engine.moscow_paris.options import Options, all_cities
from engine.moscow_paris.ruleset import Ruleset, load_ruleset
from engine.moscow_paris.views import City, Line, Player, View
from engine.tuples import replaced, without


@cache
def _drew_one(seat: int, card: str) -> tuple[Notice[Event], Notice[Event]]:
    """Return the notices of a single card: made once, as those of `shared_notices`."""
    return Notice(Drew(seat, 1)), Notice(Received((card,)), seat)


class Table(State[Action, View, Event]):
    """The whole position, hidden parts included."""

    __slots__ = (  # noqa: RUF023 - by topic, as below
        "options", "ruleset", "cities_by_name", "catalogue",
        "dice", "deck", "discard",
        "_lines", "loads", "rooms", "city_deck", "closed",
        "hidden", "shown", "fronts", "cities", "repeats", "fronts_seen",
        "old_cards", "old_hands", "laid", "drawn_before",
        "turns", "mover", "step", "partner",
        "known",
    )  # fmt: skip

    changed_in_place = (
        "dice", "deck", "discard", "loads", "rooms", "city_deck",
        "hidden", "shown", "fronts", "cities", "repeats", "fronts_seen", "laid", "drawn_before",
        "known",
    )  # fmt: skip

    options: Options
    ruleset: Ruleset
    cities_by_name: dict[str, City]
    catalogue: Catalogue

    dice: Dice
    deck: list[str]
    """The next card is the last of the list; so is the next city of the city deck."""
    discard: dict[str, int]
    """How many of each card: the order of the pile does not matter, since it gets shuffled."""

    _lines: tuple[Line, ...]
    loads: list[int]
    """Per line, the set of its wagons."""
    rooms: list[int]
    """Per line, the set of the wagons that can still be coupled to it (§3.1)."""
    city_deck: list[str]
    closed: tuple[str, ...]

    # One entry per seat.
    hidden: list[tuple[str, ...]]
    """The cards of the hand only their owner knows, in the order they came."""
    shown: list[tuple[str, ...]]
    """The cards of the hand everybody knows: wagons taken back into it."""
    fronts: list[tuple[str, ...]]
    """Sorted, so that equal multisets are equal tuples."""
    cities: list[tuple[str, ...]]
    repeats: list[int]
    fronts_seen: list[tuple[tuple[str, ...], ...]]
    """The fronts a seat has had since the last progress, once it made a front or back turn."""

    # What everybody can conclude since the last reshuffle. The discard pile is public, so that
    # everybody knew then what the new deck holds, and what all hands hold together.
    old_hands: tuple[tuple[str, ...], ...]
    """The hidden cards of each seat at the last reshuffle, sorted; empty before the first."""
    old_cards: tuple[int, ...]
    """How many of each card these are together: counted once, since every view holds it."""
    laid: list[tuple[str, ...]]
    """Per seat, the hidden cards it has laid down since then, in that order. A seat without
    old cards has no list: whatever it lays down is from the new deck."""
    drawn_before: list[tuple[int, ...]]
    """How many cards the seat had drawn since then before it laid down each of these."""

    turns: int
    mover: int
    step: str
    partner: int | None
    """In a chain of exchanges: who the decider may exchange with."""

    known: list[Player | None]
    """Per seat, what everybody knows of it, kept for the next view. Whoever changes anything of
    what it shows puts None there."""

    def __init__(self, players: int, options: Options, dice: Dice) -> None:
        """Make an empty table."""
        self.options = options
        self.ruleset = load_ruleset(options.ruleset)
        self.cities_by_name = {city.name: city for city in all_cities(options, self.ruleset)}
        self.catalogue = catalogue_of(tuple(self.ruleset.wagons.copies))
        self.dice = dice
        self.deck = []
        self.discard = dict.fromkeys(self.ruleset.copies, 0)
        self.lines = ()
        self.city_deck = []
        self.closed = ()
        self.hidden = [()] * players
        self.shown = [()] * players
        self.fronts = [()] * players
        self.cities = [()] * players
        self.repeats = [0] * players
        self.fronts_seen = [()] * players
        self.forget_old_cards()
        self.turns = 0
        self.mover = 0
        self.step = "turn"
        self.partner = None
        self.decider = 0
        self.valid = ()
        self.notices = []

    def set_up(self) -> None:
        """Shuffle, turn up the first cities and deal the hands (§2)."""
        self.deck = self.ruleset.deck()
        self.dice.shuffle(self.deck)
        self.city_deck = list(self.cities_by_name)
        self.dice.shuffle(self.city_deck)
        figures = self.ruleset.table
        self.lines = [Line(self.city_deck.pop(), (), ()) for _ in range(figures.rows)]
        for seat in range(len(self.hidden)):
            self.draw(seat, figures.hand)

    @property
    def lines(self) -> Sequence[Line]:
        """The cities on the table with their wagons, from the top: a tuple that views share."""
        return self._lines

    @lines.setter
    def lines(self, lines: Sequence[Line]) -> None:
        self._lines = tuple(lines)
        self.loads = [0] * len(lines)
        self.rooms = [0] * len(lines)
        for row, line in enumerate(lines):
            self.put_line(row, line)

    def put_line(self, row: int, line: Line) -> None:
        """Put a line in its row, in the place of the one that is there."""
        city, left, right = line
        limit = self.cities_by_name[city].limit
        self._lines = replaced(self._lines, row, line)
        self.loads[row], self.rooms[row] = self.catalogue.loads[left + right, limit]

    def draw_one(self, seat: int) -> None:
        """Draw a card from the deck into a hand (§6)."""
        card = self._take_card(seat)
        self.notices += _drew_one(seat, card)

    def draw(self, seat: int, count: int) -> None:
        """Draw cards one by one, since a reshuffle may come in between (§6)."""
        cards = tuple([self._take_card(seat) for _ in range(count)])
        self.notices += (Notice(Drew(seat, count)), Notice(Received(cards), seat))

    def _take_card(self, seat: int) -> str:
        """Put the next card of the deck into a hand."""
        if not self.deck:
            self._reshuffle()
        card = self.deck.pop()
        self.hidden[seat] += (card,)
        self.known[seat] = None
        return card

    def _reshuffle(self) -> None:
        """Make a new deck from the discard pile (§6), and begin an account of old cards."""
        for card, count in self.discard.items():
            self.deck += [card] * count
            self.discard[card] = 0
        self.dice.shuffle(self.deck)
        self.forget_old_cards()
        self.old_hands = tuple([tuple(sorted(hand)) for hand in self.hidden])
        held = Counter(card for hand in self.hidden for card in hand)
        self.old_cards = tuple([held[card] for card in self.discard])
        self.notices.append(Notice(Reshuffled(len(self.deck))))

    def forget_old_cards(self) -> None:
        """Empty the account of old cards: there has been no reshuffle, or all hands are known."""
        self.old_hands = ((),) * len(self.hidden)
        self.old_cards = ()
        self.laid = [()] * len(self.hidden)
        self.drawn_before = [()] * len(self.hidden)
        self.known = [None] * len(self.hidden)

    def lay_down(self, seat: int, card: str) -> None:
        """Take a card out of a hand; one that everybody knows goes first.

        Nobody can tell cards of a kind apart, and the same ones stay in hand whichever of two
        goes: so this tells no more and no less than what is seen.
        """
        self.known[seat] = None
        if card in self.shown[seat]:
            self.shown[seat] = without(self.shown[seat], card)
            return
        hand = self.hidden[seat]
        self.hidden[seat] = without(hand, card)
        if old := len(self.old_hands[seat]):
            laid = self.laid[seat]
            # What is hidden are the old cards and those drawn since, less those laid down.
            self.drawn_before[seat] += (len(hand) + len(laid) - old,)
            self.laid[seat] = (*laid, card)

    def change_front(self, seat: int, wagon: str, other: str) -> None:
        """Put a wagon in front of a player in the place of one that lies there."""
        catalogue = self.catalogue
        rest = catalogue.without_one[self.fronts[seat], wagon]
        self.fronts[seat] = catalogue.with_one[rest, other]
        self.known[seat] = None

    def discard_cards(self, cards: tuple[str, ...]) -> None:
        """Put cards on the discard pile."""
        for card in cards:
            self.discard[card] += 1

    def turn_up_city(self, row: int) -> None:
        """Put the next city in the place of one that is gone, or close the gap (§7)."""
        if self.city_deck:
            city = self.city_deck.pop()
            self.put_line(row, Line(city, (), ()))
            self.notices.append(Notice(Revealed(row, city)))
        else:
            self.lines = (*self.lines[:row], *self.lines[row + 1 :])
