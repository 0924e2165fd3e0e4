"""Scoring at the end of the game (§14)."""

from typing import NamedTuple

from engine.game import Outcome, ranks_of
from engine.paris.actions import DISTRICTS
from engine.paris.events import DistrictScored, FrancsScored
from engine.paris.figures.tiles import FrancsAtEnd
from engine.paris.parts.player import SOURCES, Player
from engine.paris.table import Table


class Holding(NamedTuple):
    """What a player has in a district: compares as places are given."""

    total: int
    """The sum of the values under the player's keys."""
    best: int
    """The most valuable single building or landmark, which breaks ties."""


def score_game(table: Table) -> None:
    """Score francs for tile 27, then every district that has a VP tile (§14)."""
    for player in table.players:
        for number in player.bonus:
            effect = table.tiles.bonus[number]
            if isinstance(effect, FrancsAtEnd):
                points = effect.points * player.francs
                player.earn("francs", points)
                table.tell(FrancsScored(player.seat, points))
    for tile, district in table.city.view.vp_tiles:
        score_district(table, table.board.vp_tiles[tile - 1], DISTRICTS.index(district))


def score_district(table: Table, places: tuple[int, ...], district: int) -> None:
    """Give the VP of a district's tile to those who own something there (§14)."""
    holdings = [holding(table, player, district) for player in table.players]
    points = district_points(holdings, places, table.ruleset.districts.second_percent)
    for player, gain in zip(table.players, points, strict=True):
        player.earn("districts", gain)
    sums = tuple(own.total for own in holdings)
    table.tell(DistrictScored(DISTRICTS[district], sums, points))


def holding(table: Table, player: Player, district: int) -> Holding:
    """Sum up what a player owns in a district; each key counts (§14)."""
    there = table.city.landmarks.districts[district]
    values = [table.board.values[place] for place in player.keys.places if there >> place & 1]
    return Holding(sum(values), max(values, default=0))


def district_points(
    holdings: list[Holding], places: tuple[int, ...], second_percent: int
) -> tuple[int, ...]:
    """Return the VP of each player for the first, second and third place (§14).

    Who has nothing gets nothing. Complete ties share the place and use up the next ones. With two
    players the second gets VP only for at least this many percent (half) of the first's sum.
    """
    by_rank = (*places, 0, 0, 0)
    ranks = ranks_of(holdings)
    most = max(holdings).total
    points = [
        by_rank[rank - 1] if own.total else 0 for own, rank in zip(holdings, ranks, strict=True)
    ]
    if len(holdings) == 2:
        points = [
            gain if 100 * own.total >= second_percent * most else 0
            for own, gain in zip(holdings, points, strict=True)
        ]
    return tuple(points)


def sources(player: Player) -> dict[str, int]:
    """Return the VP of a player by what they were for.

    In a state that was imagined, those of the time before count as "earlier".
    """
    found: dict[str, int] = dict.fromkeys(SOURCES, 0)
    for source, points in player.sources:
        found[source] += points
    if earlier := player.points - sum(found.values()):
        found["earlier"] = earlier
    return found


def outcome(table: Table) -> Outcome:
    """Rank by VP, then francs, then the value of all that is owned; each key counts (§14)."""
    values = table.board.values
    holdings = [
        (player.points, player.francs, sum(values[place] for place in player.keys.places))
        for player in table.players
    ]
    return Outcome(tuple(player.points for player in table.players), ranks_of(holdings))
