"""A greedy player of Moscow–Paris: it tries every action in thought and takes the best.

It looks one turn ahead and weighs what it then has: how soon it could claim each city, and what
the others could claim before it moves again. Kinds of wagons are bits, so that "every wagon of
the line lies in front of me" is one operation on whole numbers.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import mul
from random import Random
from typing import Any, NamedTuple

from lutetia.v1 import moscow_paris_pb2 as pb

SOONER = 0.62
"""What a city is worth with one more turn between it and me."""
TO_DRAW = 3.0
"""How many turns it takes until a wagon that I lack turns up, about."""
IN_HAND = 0.09
"""How likely a card in somebody's hand is a certain wagon, about."""
SHARES = (0.8, 0.4, 0.2, 0.1)
"""How much the best prospect counts, the second best and so on."""
UNKNOWN_CITY = 1.5
NEW_CARD = 0.12
"""What it is worth to change a card for one from the deck."""
LEFT = pb.MOSCOW_PARIS_SIDE_LEFT

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


def choose(view: pb.MoscowParisView, actions: Sequence[pb.MoscowParisAction], rng: Random) -> int:
    """Return the index of the action that looks best; equal ones are drawn lots for."""
    game = _Game(view)
    if view.step == pb.MOSCOW_PARIS_STEP_CLAIM:
        worths = [game.worth_of_claim(action) for action in actions]
    else:
        worths = [game.worth_of(action) for action in actions]
    best = max(worths)
    return rng.choice([index for index, worth in enumerate(worths) if worth > best - 1e-9])


class _Game:
    """A view, as it is thought about."""

    def __init__(self, view: pb.MoscowParisView) -> None:
        self.me = view.seat
        self.full = view.rules.claim == pb.MOSCOW_PARIS_CLAIM_RULE_FULL
        self.room = max(4, len(view.players[view.seat].front))
        self.cities_left = view.city_deck_size
        self.guesses = [IN_HAND * player.hand_size for player in view.players]
        self.shown = [_bits(tuple(player.shown)) for player in view.players]
        self.weights = _weights(view)
        self.couples: dict[tuple[int, int], float] = {}
        flags = _flags(view)
        self.now = Position(
            rows=tuple(_row(line, flags) for line in view.lines),
            fronts=tuple(tuple(player.front) for player in view.players),
            hand=tuple(view.hand),
        )

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
            return self.worth_of_couple(action.couple)
        return self.judge(_PLAYS[kind](self, getattr(action, kind)))

    def worth_of_couple(self, couple: pb.MoscowParisCouple) -> float:
        """Judge each wagon in each line once, since the side makes no difference here."""
        key = couple.wagon, couple.row
        if key not in self.couples:
            self.couples[key] = self.judge(_couple(self, couple))
        return self.couples[key]

    def judge(self, position: Position) -> float:
        """Weigh my prospects against those of the others, at the end of my turn."""
        front = _bits(position.fronts[self.me])
        mine = self.prospects(position, front)
        claimed = -1
        worth: float = position.bonus
        ready = [row for row, (turns, _) in enumerate(mine) if turns == 0.0]
        if ready:
            claimed = max(ready, key=lambda row: mine[row][1])
            worth += mine[claimed][1] + SOONER * UNKNOWN_CITY * 0.3
        later = [_later(*prospect) for row, prospect in enumerate(mine) if row != claimed]
        later.sort(reverse=True)
        worth += sum(map(mul, later, SHARES))
        return worth - self.threats(position, claimed)

    def prospects(self, position: Position, front: int) -> list[tuple[float, float]]:
        """Return the turns I need for each city, and its worth to me."""
        room = self.room - len(position.fronts[self.me])
        hand = _bits(position.hand)
        couple = _turns_to_couple(position.hand, front & hand)
        prospects = []
        for left, right, limit, worth in position.rows:
            wagons = left + right
            lacking = limit - len(wagons) if self.full else not wagons
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
        if self.full and len(wagons) + 1 < row.limit:
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


def _turns_to_couple(hand: Cards, both: int) -> float:
    """Return about how many turns it takes to couple a wagon I have in front of me, too."""
    if both:
        return 1.0
    return 2.0 if len(set(hand)) < len(hand) else TO_DRAW + 1


@lru_cache(maxsize=10_000)
def _later(turns: float, gain: float) -> float:
    """Return what a city is worth that I can have in some turns, the next one at best."""
    return gain * float(SOONER ** max(turns, 1.0))


def _couple(game: _Game, action: pb.MoscowParisCouple) -> Position:
    left, right, limit, worth = game.now.rows[action.row]
    if action.side == LEFT:
        row = Row((*left, action.wagon), right, limit, worth)
    else:
        row = Row(left, (*right, action.wagon), limit, worth)
    rows = _with(game.now.rows, action.row, row)
    return Position(rows, game.now.fronts, _less(game.now.hand, action.wagon), NEW_CARD)


def _front(game: _Game, action: pb.MoscowParisFront) -> Position:
    now = game.now
    fronts = _with(now.fronts, game.me, (*now.fronts[game.me], action.wagon))
    return Position(now.rows, fronts, _less(now.hand, action.wagon))


def _back(game: _Game, action: pb.MoscowParisBack) -> Position:
    now = game.now
    fronts = _with(now.fronts, game.me, _less(now.fronts[game.me], action.wagon))
    return Position(now.rows, fronts, (*now.hand, action.wagon))


def _exchange(game: _Game, action: pb.MoscowParisExchange) -> Position:
    now = game.now
    mine = (*_less(now.fronts[game.me], action.give), action.take)
    theirs = (*_less(now.fronts[action.seat], action.take), action.give)
    fronts = _with(_with(now.fronts, game.me, mine), action.seat, theirs)
    return Position(now.rows, fronts, _played(now.hand, pb.MOSCOW_PARIS_CARD_EXCHANGE), NEW_CARD)


def _swap(game: _Game, action: pb.MoscowParisSwap) -> Position:
    now = game.now
    first, second = _wagon_at(now, action.first), _wagon_at(now, action.second)
    changed = _put(_put(now, action.first, first, second), action.second, second, first)
    hand = _played(now.hand, pb.MOSCOW_PARIS_CARD_SWAP)
    return changed._replace(hand=hand, bonus=NEW_CARD)


def _uncouple(game: _Game, action: pb.MoscowParisUncouple) -> Position:
    rows = list(game.now.rows)
    for number in range(action.row, action.row + action.length):
        row, place = rows[number], action.distance
        if action.side == LEFT:
            rows[number] = row._replace(left=row.left[:place] + row.left[place + 1 :])
        else:
            rows[number] = row._replace(right=row.right[:place] + row.right[place + 1 :])
    card = pb.MOSCOW_PARIS_CARD_UNCOUPLE_2 + action.length - 2
    return Position(tuple(rows), game.now.fronts, _played(game.now.hand, card), NEW_CARD)


def _close(game: _Game, action: pb.MoscowParisClose) -> Position:
    now = game.now
    following: tuple[Row, ...] = ()
    if game.cities_left:
        following = (Row((), (), 3, (UNKNOWN_CITY,) * len(now.fronts)),)
    rows = now.rows[: action.row] + following + now.rows[action.row + 1 :]
    return Position(rows, now.fronts, _played(now.hand, pb.MOSCOW_PARIS_CARD_CLOSE), NEW_CARD)


def _no_effect(game: _Game, action: pb.MoscowParisNoEffect) -> Position:
    return game.now._replace(hand=_less(game.now.hand, action.card), bonus=NEW_CARD)


_PLAYS: dict[str, Callable[[_Game, Any], Position]] = {
    "front": _front,
    "back": _back,
    "swap": _swap,
    "uncouple": _uncouple,
    "exchange": _exchange,
    "close": _close,
    "no_effect": _no_effect,
}


def _weights(view: pb.MoscowParisView) -> list[float]:
    """Return how much the gain of each seat hurts me; that of a team mate helps."""
    others = len(view.players) - 1
    weights = [1.0 / others**0.5] * len(view.players)
    weights[view.seat] = 0.0
    if view.rules.teams:
        weights[(view.seat + 2) % 4] = -0.5
    return weights


def _flags(view: pb.MoscowParisView) -> list[set[str]]:
    """Return the countries of which each seat has a city; team mates share theirs."""
    flags = [{city.country for city in player.cities} for player in view.players]
    if view.rules.teams:
        return [flags[seat] | flags[(seat + 2) % 4] for seat in range(4)]
    return flags


def _row(line: pb.MoscowParisLine, flags: list[set[str]]) -> Row:
    """Return a line with its worth to each seat: its points, and one for a repeated flag."""
    city = line.city
    points = city.points + 0.3 + (0.1 if city.capital else 0.0)
    worth = tuple([points + (1.0 if city.country in own else 0.0) for own in flags])
    return Row(tuple(line.left), tuple(line.right), city.limit, worth)


@lru_cache(maxsize=50_000)
def _bits(cards: Cards) -> int:
    """Return the kinds of some wagons as bits."""
    bits = 0
    for card in cards:
        bits |= 1 << card
    return bits


def _with(parts: tuple[Any, ...], place: int, part: Any) -> tuple[Any, ...]:
    return (*parts[:place], part, *parts[place + 1 :])


def _less(cards: Cards, card: int) -> Cards:
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


def _played(hand: Cards, card: int) -> Cards:
    """Return a hand without an action card, which in a chain is somebody else's."""
    return _less(hand, card) if card in hand else hand


def _wagon_at(position: Position, place: pb.MoscowParisPlace) -> int:
    if place.HasField("front_place"):
        return place.front_place.wagon
    row = position.rows[place.line_place.row]
    return (row.left if place.line_place.side == LEFT else row.right)[place.line_place.distance]


def _put(position: Position, place: pb.MoscowParisPlace, old: int, new: int) -> Position:
    """Put a wagon in the place of another."""
    if place.HasField("front_place"):
        seat = place.front_place.seat
        front = (*_less(position.fronts[seat], old), new)
        return position._replace(fronts=_with(position.fronts, seat, front))
    number, distance = place.line_place.row, place.line_place.distance
    row = position.rows[number]
    if place.line_place.side == LEFT:
        row = row._replace(left=_with(row.left, distance, new))
    else:
        row = row._replace(right=_with(row.right, distance, new))
    return position._replace(rows=_with(position.rows, number, row))
