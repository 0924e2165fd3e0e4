"""Judges of positions: the score that each seat may expect at the end, if all play like `greedy`.

They weigh what `greedy` sees in a position. The weights are near those of a least-squares fit to
the margins of 200 and 240 matches that greedy played against itself with 3 % random actions. They
leave much open: half-way through a match the margin varies nearly as much as without a judge.
"""

from collections.abc import Sequence
from typing import Any

from arbiter.client import position_of
from engine.moscow_paris.scoring import score
from sample_bots.greedy import moscow_paris as greedy_moscow_paris
from sample_bots.greedy.paris_position import Position
from sample_bots.greedy.paris_purchases import TOKENS
from sample_bots.greedy.paris_rulebook import DISTRICTS, Rulebook


def moscow_paris(rules: greedy_moscow_paris.Rulebook, state: Any) -> Sequence[float]:
    """Cities, prospects of further ones, wagons in front, and to be on turn."""
    expected = []
    for seat, cities in enumerate(state.cities):
        view = position_of("moscow_paris", state, seat).view
        thought = greedy_moscow_paris.Thought(rules, view)
        points = score(tuple(state.cities_by_name[name] for name in cities), state.ruleset)
        fronts = len(state.fronts[seat])
        on_turn = seat == state.decider
        expected.append(points + 1.6 * thought.promise() + 0.15 * fronts + 0.3 * on_turn)
    if rules.teams:
        expected = [expected[seat] + expected[(seat + 2) % 4] for seat in range(4)]
    return expected


def paris(rules: Rulebook, state: Any) -> Sequence[float]:
    """VP, the districts as they stand, and what is held: tiles, tokens, francs, keys."""
    expected = []
    for seat, player in enumerate(state.players):
        now = Position(position_of("paris", state, seat).view, rules)
        later = min(1.0, now.turns_left / 6)
        tokens = sum(TOKENS[token] * count for token, count in now.tokens.items())
        worth = player.points + 0.7 * sum(map(now.bonus_worth, now.held))
        worth += 0.3 * sum(map(now.end_worth, now.view.own_end_tiles.held))
        worth += later * (0.8 * tokens + player.francs + 4.5 * player.in_hand)
        rest = 1.0 + 0.4 * min(now.turns_left, 8)
        for district in DISTRICTS:
            mine = now.sums[seat][district]
            rival = max(now.sums[other][district] for other in now.others)
            share = mine / (mine + rival + rest) + 0.2 * (mine > rival)
            worth += now.weights[district] * share
        expected.append(worth)
    return expected
