"""What happens in random matches of Paris: `python -m benchmarks.paris_statistics [--matches N]`.

Prints length, decisions, scores, seat advantage, and how often each bonus tile, end tile and
landmark is used. Exits with 1 if anything is never used. A player who is stuck would be an error.
"""

import argparse
import statistics
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from engine.dice import Dice, derive
from engine.game import Outcome
from engine.paris import game
from engine.paris.actions import LANDMARKS, Action, Buy, Landmark, Sell, UseBonusTile, UseEndTile
from engine.paris.figures.tiles import BONUS_NUMBERS, END_NUMBERS
from engine.paris.options import Options
from engine.paris.state import ParisState

FREE_ACTIONS = (Buy, Sell, UseBonusTile, UseEndTile)
FREE_CHANCE = 7
"""One decision in this many is a free action, where another one is possible too."""


class Tally:
    """What was counted in matches of one number of players."""

    def __init__(self) -> None:
        self.turns: list[int] = []
        self.decisions: list[int] = []
        self.lists: list[int] = []
        self.scores: list[int] = []
        self.wins: defaultdict[int, float] = defaultdict(float)
        self.declined = 0

    def add(self, state: ParisState, outcome: Outcome, lists: list[int]) -> None:
        self.turns.append(state.turns)
        self.decisions.append(len(lists))
        self.lists += lists
        self.scores += outcome.scores
        first = [seat for seat, rank in enumerate(outcome.ranks) if rank == 1]
        for seat in first:
            self.wins[seat] += 1 / len(first)


class Uses:
    """How often things were used, in matches of all numbers of players."""

    def __init__(self) -> None:
        self.taken: Counter[int] = Counter()
        self.bonus: Counter[int] = Counter()
        self.ends: Counter[int] = Counter()
        self.landmarks: Counter[str] = Counter()
        self.vp_tiles: Counter[int] = Counter()

    def add(self, state: ParisState) -> None:
        for player in state.players:
            self.taken.update(player.bonus + player.used_bonus)
            self.bonus.update(player.used_bonus)
            self.bonus.update(number for number in player.bonus if number == 27)
            keys = player.keys.view
            self.landmarks.update(key.name for key in keys if isinstance(key, Landmark))
        self.ends.update(used.tile for used in state.end_tiles.view.used)
        self.vp_tiles.update(put.tile for put in state.city.view.vp_tiles)


def choose(actions: Sequence[Action], dice: Dice) -> Action:
    """Choose at random, free actions seldom."""
    free = [action for action in actions if isinstance(action, FREE_ACTIONS)]
    others = [action for action in actions if not isinstance(action, FREE_ACTIONS)]
    return dice.choose(free if free and dice.below(FREE_CHANCE) == 0 else others)


def play(players: int, seed: int, tally: Tally, uses: Uses) -> None:
    """Play a random match and count; variants take turns."""
    options = Options(advanced_setup=seed % 2 == 1, free_placement=seed % 4 >= 2)
    state = game.deal(players, options, Dice(seed))
    dice = Dice(derive(seed, "statistics"))
    lists = []
    while state.decider is not None:
        actions = state.actions()
        lists.append(len(actions))
        notices = state.play(choose(actions, dice))
        tally.declined += sum(notice.event.kind == "declined_main_action" for notice in notices)
    outcome = state.outcome()
    assert outcome is not None
    tally.add(state, outcome, lists)
    uses.add(state)


def report(players: int, tally: Tally) -> None:
    matches = len(tally.turns)
    shares = " ".join(f"{100 * tally.wins[seat] / matches:.0f}" for seat in range(players))
    print(f"{players} players, {matches} matches")
    declined = f"{tally.declined / matches:.1f} of them without a main action"
    print(f"  turns      {spread(tally.turns)}, {declined}")
    print(f"  decisions  {spread(tally.decisions)}")
    print(f"  actions    {spread(tally.lists)}")
    print(f"  scores     {spread(tally.scores)}")
    print(f"  wins       {shares} % by seat")


def spread(numbers: list[int]) -> str:
    return f"mean {statistics.fmean(numbers):.1f}, {min(numbers)} to {max(numbers)}"


def report_uses(title: str, names: Iterable[Any], counts: Counter[Any]) -> list[str]:
    """Print how often each was used and return what never was."""
    names = list(names)
    print(title)
    for start in range(0, len(names), 10):
        row = (f"{name}: {counts[name]}" for name in names[start : start + 10])
        print("  " + "  ".join(row))
    return [f"{title} {name}" for name in names if not counts[name]]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=300, help="for each number of players")
    matches = parser.parse_args().matches
    uses = Uses()
    for players in game.players:
        tally = Tally()
        for seed in range(matches):
            play(players, seed, tally, uses)
        report(players, tally)
    never = [
        *report_uses("bonus tiles taken", BONUS_NUMBERS, uses.taken),
        *report_uses("bonus tiles used", BONUS_NUMBERS, uses.bonus),
        *report_uses("end tiles used", END_NUMBERS, uses.ends),
        *report_uses("landmarks owned", LANDMARKS, uses.landmarks),
        *report_uses("VP tiles put", range(1, 7), uses.vp_tiles),
    ]
    print("never used:", ", ".join(never) or "nothing")
    return 1 if never else 0


if __name__ == "__main__":
    sys.exit(main())
