"""A greedy player of Moscow–Paris: it tries every action in thought and takes the best.

It looks one turn ahead and weighs what it then has: how soon it could claim each city, and what
the others could claim before it moves again. Cards are numbered in the order of the rules, and
kinds of wagons are bits of whole numbers, so that "every wagon of the line lies in front of me" is
one operation.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from operator import mul
from typing import Any, NamedTuple

from arbiter.client import MoscowParisTurn
from lutetia.v1 import moscow_paris_pb2 as pb
from sample_bots.greedy.choice import best_of

SOONER = 0.62
"""What a city is worth with one more turn between it and me."""
TO_DRAW = 3.0
"""How many turns it takes until a wagon that I lack turns up, about."""
SHARES = (0.8, 0.4, 0.2, 0.1)
"""How much the best prospect counts, the second best and so on."""
ANY_CITY = 0.3
"""What a city is worth beside its points."""
CAPITAL = 0.1
"""What a capital is worth beside that, since it breaks ties."""
NEW_CARD = 0.12
"""What it is worth to change a card for one from the deck."""
TEAM_MATE = -0.5
"""How much the gain of a team mate hurts me."""

Cards = tuple[int, ...]


class Row(NamedTuple):
    """A line: its wagons on both sides, how many fit, and its worth to each seat."""

    left: Cards
    right: Cards
    limit: int
    worth: tuple[float, ...]


class Position(NamedTuple):
    """What an action can change, and what it brings besides."""

    rows: tuple[Row, ...]
    fronts: tuple[Cards, ...]
    hand: Cards
    bonus: float = 0.0


class City(NamedTuple):
    """A city card."""

    country: str
    limit: int
    points: int
    worth: float
    """Without regard to flags."""


class Rulebook:
    """What a bot is told at its start, with what follows from it for the whole match."""

    def __init__(self, rules: pb.MoscowParisRules) -> None:
        self.front = rules.front
        self.repeated_flag = rules.repeated_flag
        self.full_lines_only = rules.full_lines_only
        self.teams = rules.teams
        self.numbers = {card.name: number for number, card in enumerate(rules.cards)}
        wagons = [card.copies for card in rules.cards if card.wagon]
        all_cards = sum(card.copies for card in rules.cards)
        self.in_hand = sum(wagons) / len(wagons) / all_cards
        """How likely a card in somebody's hand is a certain wagon."""
        self.cities = {
            city.name: City(
                city.country,
                city.limit,
                city.points,
                city.points + ANY_CITY + (CAPITAL if city.capital else 0.0),
            )
            for city in rules.cities
        }
        count = len(self.cities)
        self.unknown_city = ANY_CITY + sum(city.points for city in self.cities.values()) / count
        self.unknown_limit = round(sum(city.limit for city in self.cities.values()) / count)


def choose(turn: MoscowParisTurn) -> int:
    """Return the index of the action that looks best; among equals by chance."""
    if "rulebook" not in turn.match.memory:  # the figures are the same for the whole match
        turn.match.memory["rulebook"] = Rulebook(turn.match.rules)
    worths = weigh(turn.match.memory["rulebook"], turn.view, turn.actions)
    return best_of(worths, turn.match.rng)


def weigh(
    rules: Rulebook, view: pb.MoscowParisView, actions: Sequence[pb.MoscowParisAction]
) -> list[float]:
    """Return about how many points each action is worth."""
    thought = Thought(rules, view)
    if view.step == pb.MOSCOW_PARIS_STEP_CLAIM:
        return [thought.worth_of_claim(action) for action in actions]
    return [thought.worth_of(action) for action in actions]


class Thought:
    """A view, as it is thought about."""

    def __init__(self, rules: Rulebook, view: pb.MoscowParisView) -> None:
        self.rules = rules
        self.me = view.seat
        self.on_turn = view.step == pb.MOSCOW_PARIS_STEP_TURN
        self.cities_to_come = view.city_deck_size
        self.numbers = rules.numbers
        self.guesses = [rules.in_hand * player.hand_size for player in view.players]
        self.shown = [_bits(self.cards(player.shown)) for player in view.players]
        self.weights = _weights(rules, view)
        self.couplings: dict[tuple[int, int], float] = {}
        self.unknown_city = rules.unknown_city
        self.now = Position(
            rows=tuple(self.rows(view)),
            fronts=tuple(self.cards(player.front) for player in view.players),
            hand=self.cards(view.hand),
        )

    def cards(self, names: Iterable[str]) -> Cards:
        return tuple([self.numbers[name] for name in names])

    def rows(self, view: pb.MoscowParisView) -> Iterable[Row]:
        """Return the lines, each with its worth to all seats: points and repeated flags."""
        cities = self.rules.cities
        flags = [{cities[name].country for name in player.cities} for player in view.players]
        if self.rules.teams:
            flags = [flags[seat] | flags[(seat + 2) % 4] for seat in range(4)]
        for line in view.lines:
            city = cities[line.city]
            worth = [city.worth + self.rules.repeated_flag * (city.country in own) for own in flags]
            yield Row(self.cards(line.left), self.cards(line.right), city.limit, tuple(worth))

    def worth_of_claim(self, action: pb.MoscowParisAction) -> float:
        if action.HasField("decline_claim"):
            return 0.0
        return self.now.rows[action.claim.row].worth[self.me]

    def worth_of(self, action: pb.MoscowParisAction) -> float:
        """Play an action in thought and judge where it leads."""
        kind = action.WhichOneof("action")
        if kind is None or kind == "decline_exchange":
            return self.judge(self.now)
        if kind == "couple":
            # Each wagon in each line once, since the side makes no difference here.
            key = self.numbers[action.couple.wagon], action.couple.row
            if key not in self.couplings:
                self.couplings[key] = self.judge(_couple(self, action.couple))
            return self.couplings[key]
        return self.judge(_PLAYS[kind](self, getattr(action, kind)))

    def judge(self, position: Position) -> float:
        """Weigh my prospects against those of the others, at the end of my turn."""
        mine = self.prospects(position, _bits(position.fronts[self.me]))
        claimed = -1
        worth: float = position.bonus
        ready = [row for row, (turns, _) in enumerate(mine) if turns == 0.0]
        if ready:
            claimed = max(ready, key=lambda row: mine[row][1])
            worth += mine[claimed][1] + SOONER * self.unknown_city * 0.3
        worth += _sum_up(prospect for row, prospect in enumerate(mine) if row != claimed)
        return worth - self.threats(position, claimed)

    def promise(self) -> float:
        """Return what my prospects are worth as they are now."""
        return _sum_up(self.prospects(self.now, _bits(self.now.fronts[self.me])))

    def prospects(self, position: Position, front: int) -> list[tuple[float, float]]:
        """Return the turns I need for each city, and its worth to me."""
        room = self.rules.front - len(position.fronts[self.me])
        hand = _bits(position.hand)
        couple = _turns_to_couple(position.hand, front & hand)
        prospects = []
        for left, right, limit, worth in position.rows:
            wagons = left + right
            lacking = limit - len(wagons) if self.rules.full_lines_only else not wagons
            turns = couple + lacking - 1 if lacking else 0.0
            if missing := _bits(wagons) & ~front:
                in_hand = (missing & hand).bit_count()
                to_draw = missing.bit_count() - in_hand
                crowded = max(0, in_hand + to_draw - room)
                turns += in_hand + to_draw * TO_DRAW + crowded
            prospects.append((turns, worth[self.me]))
        return prospects

    def threats(self, position: Position, claimed: int) -> float:
        """Return what the others may claim before I move again (team mates count for me)."""
        rows = [row for number, row in enumerate(position.rows) if number != claimed]
        danger = 0.0
        for seat, weight in enumerate(self.weights):
            if weight and rows:
                front = _bits(position.fronts[seat])
                danger += weight * max([self.chance(row, seat, front) for row in rows])
        return danger

    def chance(self, row: Row, seat: int, front: int) -> float:
        """Return what a seat's chance to claim a city in its next turn is worth to it."""
        wagons, worth = row.left + row.right, row.worth[seat]
        if self.rules.full_lines_only and len(wagons) + 1 < row.limit:
            return 0.0
        if not wagons:
            pairs = 0.9 if front & self.shown[seat] else 0.0
            return worth * max(pairs, self.guesses[seat] * min(1.0, front.bit_count() / 2))
        missing = _bits(wagons) & ~front
        if not missing:
            return worth
        if missing & (missing - 1):  # two or more
            return 0.0
        return worth * (0.95 if missing & self.shown[seat] else self.guesses[seat])

    def after_card(self, position: Position, card: str) -> Position:
        """Return a position after my action card is changed for a new one.

        In a chain of exchanges the card is somebody else's, and so is the new one.
        """
        if not self.on_turn:
            return position
        return position._replace(hand=_without(position.hand, self.numbers[card]), bonus=NEW_CARD)


def _couple(thought: Thought, action: pb.MoscowParisCouple) -> Position:
    now, wagon = thought.now, thought.numbers[action.wagon]
    row = now.rows[action.row]
    if action.side == pb.MOSCOW_PARIS_SIDE_LEFT:
        row = row._replace(left=(*row.left, wagon))
    else:
        row = row._replace(right=(*row.right, wagon))
    rows = _replaced(now.rows, action.row, row)
    return Position(rows, now.fronts, _without(now.hand, wagon), NEW_CARD)


def _front(thought: Thought, action: pb.MoscowParisFront) -> Position:
    now, me, wagon = thought.now, thought.me, thought.numbers[action.wagon]
    fronts = _replaced(now.fronts, me, (*now.fronts[me], wagon))
    return Position(now.rows, fronts, _without(now.hand, wagon))


def _back(thought: Thought, action: pb.MoscowParisBack) -> Position:
    now, me, wagon = thought.now, thought.me, thought.numbers[action.wagon]
    fronts = _replaced(now.fronts, me, _without(now.fronts[me], wagon))
    return Position(now.rows, fronts, (*now.hand, wagon))


def _exchange(thought: Thought, action: pb.MoscowParisExchange) -> Position:
    now, me = thought.now, thought.me
    give, take = thought.numbers[action.give], thought.numbers[action.take]
    mine = (*_without(now.fronts[me], give), take)
    theirs = (*_without(now.fronts[action.seat], take), give)
    fronts = _replaced(_replaced(now.fronts, me, mine), action.seat, theirs)
    return thought.after_card(now._replace(fronts=fronts), "exchange")


def _swap(thought: Thought, action: pb.MoscowParisSwap) -> Position:
    now = thought.now
    first, second = (_wagon_at(thought, place) for place in (action.first, action.second))
    changed = _put(_put(now, action.first, first, second), action.second, second, first)
    return thought.after_card(changed, "swap")


def _uncouple(thought: Thought, action: pb.MoscowParisUncouple) -> Position:
    rows, gone = list(thought.now.rows), action.distance
    for number in range(action.row, action.row + action.length):
        row = rows[number]
        if action.side == pb.MOSCOW_PARIS_SIDE_LEFT:
            rows[number] = row._replace(left=row.left[:gone] + row.left[gone + 1 :])
        else:
            rows[number] = row._replace(right=row.right[:gone] + row.right[gone + 1 :])
    return thought.after_card(thought.now._replace(rows=tuple(rows)), f"uncouple_{action.length}")


def _close(thought: Thought, action: pb.MoscowParisClose) -> Position:
    now = thought.now
    following: tuple[Row, ...] = ()
    if thought.cities_to_come:
        limit = thought.rules.unknown_limit
        following = (Row((), (), limit, (thought.unknown_city,) * len(now.fronts)),)
    rows = now.rows[: action.row] + following + now.rows[action.row + 1 :]
    return thought.after_card(now._replace(rows=rows), "close")


def _no_effect(thought: Thought, action: pb.MoscowParisNoEffect) -> Position:
    return thought.after_card(thought.now, action.card)


_PLAYS: dict[str, Callable[[Thought, Any], Position]] = {
    "front": _front,
    "back": _back,
    "swap": _swap,
    "uncouple": _uncouple,
    "exchange": _exchange,
    "close": _close,
    "no_effect": _no_effect,
}


def _weights(rules: Rulebook, view: pb.MoscowParisView) -> list[float]:
    """Return how much the gain of each seat hurts me; that of a team mate helps."""
    others = len(view.players) - 1
    weights = [1.0 / others**0.5] * len(view.players)
    weights[view.seat] = 0.0
    if rules.teams:
        weights[(view.seat + 2) % 4] = TEAM_MATE
    return weights


def _turns_to_couple(hand: Cards, both: int) -> float:
    """Return about how many turns it takes to couple a wagon I have in front of me, too."""
    if both:
        return 1.0
    return 2.0 if len(set(hand)) < len(hand) else TO_DRAW + 1


def _sum_up(prospects: Iterable[tuple[float, float]]) -> float:
    """Return what prospects are worth together: turns and gains."""
    later = sorted([_later(*prospect) for prospect in prospects], reverse=True)
    return sum(map(mul, later, SHARES), start=0.0)


@lru_cache(maxsize=10_000)
def _later(turns: float, gain: float) -> float:
    """Return what a city is worth that I can have in some turns, the next one at best."""
    return gain * float(SOONER ** max(turns, 1.0))


@lru_cache(maxsize=50_000)
def _bits(cards: Cards) -> int:
    """Return the kinds of some wagons as bits."""
    bits = 0
    for card in cards:
        bits |= 1 << card
    return bits


def _wagon_at(thought: Thought, place: pb.MoscowParisPlace) -> int:
    if place.HasField("front_place"):
        return thought.numbers[place.front_place.wagon]
    row, at = thought.now.rows[place.line_place.row], place.line_place
    return (row.left if at.side == pb.MOSCOW_PARIS_SIDE_LEFT else row.right)[at.distance]


def _put(position: Position, place: pb.MoscowParisPlace, old: int, new: int) -> Position:
    """Put a wagon in the place of another."""
    if place.HasField("front_place"):
        seat = place.front_place.seat
        front = (*_without(position.fronts[seat], old), new)
        return position._replace(fronts=_replaced(position.fronts, seat, front))
    at = place.line_place
    row = position.rows[at.row]
    if at.side == pb.MOSCOW_PARIS_SIDE_LEFT:
        row = row._replace(left=_replaced(row.left, at.distance, new))
    else:
        row = row._replace(right=_replaced(row.right, at.distance, new))
    return position._replace(rows=_replaced(position.rows, at.row, row))


# A bot knows the wire alone, so that it has these two of its own.


def _without(cards: Cards, card: int) -> Cards:
    """Return the cards with one removed."""
    index = cards.index(card)
    return cards[:index] + cards[index + 1 :]


def _replaced(items: tuple[Any, ...], index: int, item: Any) -> tuple[Any, ...]:
    """Return the items with another one at an index."""
    return (*items[:index], item, *items[index + 1 :])
