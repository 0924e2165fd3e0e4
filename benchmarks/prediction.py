"""What memory is worth: `python -m benchmarks.prediction [ROUNDS]`.

A bot that keeps everything it was ever sent plays a tournament of every game that has something
to hide. At its first turn of a match it says what it expects the others to hold, and which cards
and tiles come next: it looks for the earlier match that resembles this one most and expects the
same deal again. Chance is how often the same guesses are right in deals that are drawn at random
from all those that agree with what the bot has before it.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from math import sqrt
from typing import Any, NamedTuple

from arbiter.wire.games import find_wire
from engine.dice import Dice, derive
from engine.game import AnyState
from engine.games import find_game
from engine.lumiere.ruleset import TILES
from engine.options import options_from_json
from lutetia.v1 import play_pb2
from tests.security.series import Cup, Played, play_series

BOT = "ada"
DEALS = 400
"""Random deals per match that chance is measured with."""
GAMES = ("moscow_paris", "lumiere", "paris")

Fact = tuple[str, int, int]
"""What a deal decides: its name, the seat or stack it belongs to, its place in the order."""
Facts = dict[Fact, Any]


class Memory:
    """All that a bot has seen of one match."""

    def __init__(self, start: play_pb2.Start) -> None:
        self.game = start.game
        self.seat = start.seat
        self.players = start.players
        self.look: Counter[Any] = Counter()
        """What the match looked like at the bot's first turn, by which it is recognised."""
        self.facts: Facts = {}
        self.guesses: Facts = {}
        self._drawn = 0
        self._revealed: Counter[int] = Counter()
        self._shuffled = False

    def see(self, view: Any, events: Iterable[Any]) -> None:
        """Take in what a turn tells."""
        if not self.look:
            self.look = _look(self.game, view)
            if self.game == "moscow_paris":
                self.facts["hand", self.seat, 0] = view.hand
        for event in events:
            getattr(self, f"_see_{event.kind}", lambda event: None)(event)
        if self.game == "lumiere" and view.tile is not None:
            laid = TILES - len(view.players[self.seat].tiles)
            self.facts["tile", self.seat, laid] = view.tile

    def _see_drew(self, event: Any) -> None:
        self._drawn += event.card_count

    def _see_received(self, event: Any) -> None:
        if self.game == "moscow_paris" and not self._shuffled:
            first = self._drawn - len(event.cards)
            for place, card in enumerate(event.cards):
                self.facts["card", 0, first + place] = card

    def _see_reshuffled(self, event: Any) -> None:
        self._shuffled = True

    _see_stupor = _see_reshuffled

    def _see_paved(self, event: Any) -> None:
        self.facts["tile", event.seat, self._revealed[event.seat]] = event.tile
        self._revealed[event.seat] += 1

    def _see_revealed(self, event: Any) -> None:
        if self.game == "paris":
            place = self._revealed[event.stack]
            self.facts["tile", event.stack, place] = (event.district, event.value)
            self._revealed[event.stack] += 1

    def recall(self, memories: Iterable["Memory"]) -> None:
        """Expect each fact to be as in the match that looked most like this one.

        Of equals the last counts; and if one looked just like this, no other does. What the bot
        has seen by now is not a guess.
        """
        alike = [memory for memory in memories if memory.game == self.game]
        likeness = {id(memory): (memory.look & self.look).total() for memory in alike}
        alike.sort(key=lambda memory: likeness[id(memory)])
        if alike and likeness[id(alike[-1])] == self.look.total():
            alike = alike[-1:]
        for memory in alike:
            self.guesses.update(memory.facts)
        for fact in self.facts:
            self.guesses.pop(fact, None)


def _look(game: str, view: Any) -> Counter[Any]:
    if game == "moscow_paris":
        return Counter(line.city for line in view.lines)
    if game == "paris":
        return Counter((number, stack.district) for number, stack in enumerate(view.stacks))
    return Counter(postcard.name for postcard in view.postcards)


def remember(messages: Iterable[bytes]) -> dict[int, Memory]:
    """Return what a bot has seen of each match, and its guesses, from all it was ever sent."""
    memories: dict[int, Memory] = {}
    for data in messages:
        message = play_pb2.ArbiterMessage.FromString(data)
        for start in message.starts:
            memories[start.match_id] = Memory(start)
        for turn in message.turns:
            memory = memories[turn.match_id]
            position = getattr(turn, memory.game)
            view, _, events = find_wire(memory.game).decode(position.SerializeToString())
            first = not memory.look
            memory.see(view, events)
            if first:
                memory.recall(memories[number] for number in memories if number < turn.match_id)
    return memories


def facts_of(state: AnyState) -> Facts:
    """Return all that a deal decides, from the state before the first decision."""
    dealt: Any = state
    game = type(state).__module__.split(".")[1]
    if game == "moscow_paris":
        facts: Facts = {("card", 0, n): card for n, card in enumerate(reversed(dealt.deck))}
        hands = {("hand", seat, 0): hand for seat, hand in enumerate(dealt.hidden)}
        return facts | hands
    if game == "paris":
        tiles = dealt.board.tiles
        return {
            ("tile", number, place): (tiles[tile].back, tiles[tile].value)
            for number, stack in enumerate(dealt.stacks.tiles)
            for place, tile in enumerate(reversed(stack))
        }
    return {
        ("tile", seat, place): tile
        for seat, stack in enumerate(dealt.stacks)
        for place, tile in enumerate(stack)
    }


class Score(NamedTuple):
    """How many guesses there were, how many were right, and how many chance gets right."""

    guesses: int = 0
    right: int = 0
    chance: float = 0.0
    variance: float = 0.0

    def __add__(self, other: "Score") -> "Score":  # type: ignore[override]
        return Score(
            self.guesses + other.guesses,
            self.right + other.right,
            self.chance + other.chance,
            self.variance + other.variance,
        )

    @property
    def sigmas(self) -> float:
        """How far the right guesses are above chance, in standard deviations."""
        return (self.right - self.chance) / sqrt(self.variance) if self.variance else 0.0


def right_guesses(guesses: Mapping[Fact, Any], deal: Facts) -> int:
    """Count the guesses that hold in a deal; of a hand, its cards."""
    count = 0
    for fact, value in guesses.items():
        if fact[0] == "hand":
            count += (Counter(value) & Counter(deal[fact])).total()
        else:
            count += deal.get(fact) == value
    return count


def score_match(played: Played, memory: Memory) -> dict[str, Score]:
    """Compare the guesses of a match with its deal, and with others the bot could believe in."""
    setup = played.record.setup
    game = find_game(setup.game)
    options = options_from_json(game.options, setup.options)
    dealt = setup.deal()
    dice = Dice(derive(setup.seed, "chance"))
    deals = [facts_of(game.imagine(dealt.view(memory.seat), options, dice)) for _ in range(DEALS)]
    scores = {}
    for name in sorted({fact[0] for fact in memory.guesses}):
        guesses = {fact: value for fact, value in memory.guesses.items() if fact[0] == name}
        size = sum(len(value) if name == "hand" else 1 for value in guesses.values())
        others = [right_guesses(guesses, deal) for deal in deals]
        mean = sum(others) / DEALS
        spread = sum((value - mean) ** 2 for value in others) / (DEALS - 1)
        right = right_guesses(guesses, facts_of(dealt))
        # The mean of some deals is not the mean of all: its own spread comes on top.
        scores[name] = Score(size, right, mean, spread * (1 + 1 / DEALS))
    return scores


def measure(rounds: int, *, shared_deals: bool, seed: int | None = None) -> dict[str, Score]:
    """Let the bot play a tournament of each game, and return its score for what it guessed."""
    cups = [Cup(game, 2, rounds=rounds) for game in GAMES]
    seeds = [] if seed is None else [derive(seed, cup.game) for cup in cups]
    series = play_series(cups, seeds=seeds, shared_deals=shared_deals, at_a_time=1)
    memories = remember(series.streams[BOT])
    scores: dict[str, Score] = {}
    for played in series.played:
        if shared_deals and not played.pairing.key.rotation:
            continue  # the first time that a deal is played
        for name, score in score_match(played, memories[played.match_id]).items():
            title = f"{played.record.setup.game}: {NAMES[name]}"
            scores[title] = scores.get(title, Score()) + score
    return scores


NAMES = {"hand": "cards of the opponent's hand", "card": "cards to come", "tile": "tiles to come"}


def main(rounds: int) -> None:
    """Print how often the guesses are right, with deals of their own and with shared ones."""
    for shared_deals in (False, True):
        print(
            "\nwith --shared-deals, when a deal is played again"
            if shared_deals
            else "every match has its own deal"
        )
        print(f"{'':44} guesses    right   chance   ± 95 %   sigmas")
        for title, score in measure(rounds, shared_deals=shared_deals).items():
            print(
                f"{title:44} {score.guesses:7,} {score.right / score.guesses:8.1%} "
                f"{score.chance / score.guesses:8.1%} "
                f"{1.96 * sqrt(score.variance) / score.guesses:8.1%} {score.sigmas:8.1f}"
            )


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 30)
