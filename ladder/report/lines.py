"""Live Elo as lines, before they are drawn."""

import numpy as np

from engine.record import Bot
from ladder.ratings.elo import START, LiveElo
from ladder.ratings.results import FloatArray

MOST_POINTS = 120
"""Of a line; a longer history is drawn with points at equal distances, its end among them."""

Line = FloatArray
"""Rows of (matches played before, Elo)."""


def lines_of(live: LiveElo) -> dict[Bot, Line]:
    """Return the line of each bot; it begins at 1500 before the bot's first match."""
    results, elo = live
    match = np.repeat(np.arange(len(results)), results.players)
    order = np.argsort(results.bot, kind="stable")
    ends = np.cumsum(np.bincount(results.bot, minlength=len(results.bots)))[:-1]
    lines = {}
    for bot, seats in zip(results.bots, np.split(order, ends), strict=True):
        played, reached = match[seats], elo[seats]
        points = np.column_stack([np.append(played[0], played + 1), np.append(START, reached)])
        chosen = np.linspace(0, len(points) - 1, min(len(points), MOST_POINTS)).round().astype(int)
        lines[bot] = np.asarray(points[chosen])
    return lines
