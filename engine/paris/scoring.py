"""Scoring at the end of the game (§14)."""

from typing import NamedTuple

from engine.game import Outcome, ranks_of
from engine.paris.actions import DISTRICTS
from engine.paris.events import DistrictScored, FrancsScored
from engine.paris.holder import Holder
from engine.paris.ruleset import FIRST_BANK
from engine.paris.table import Table


class Standing(NamedTuple):
    """What a player has in a district: compares as places are given."""

    total: int
    """The sum of the values under the player's keys."""
    best: int
    """The most valuable single building or landmark, which breaks ties."""


def score_game(table: Table) -> None:
    """Score francs for tile 27, then every district that has a VP tile (§14)."""
    for seat, player in enumerate(table.players):
        for number in player.bonus:
            tile = table.figures.bonus[number]
            if tile.effect == "francs_at_end":
                points = tile.points[0] * player.francs
                player.points += points
                table.tell(FrancsScored(seat, points))
    for tile_number, district in table.board.vp_tiles:
        score_district(table, table.figures.vp_tiles[tile_number - 1], DISTRICTS.index(district))


def score_district(table: Table, places: tuple[int, ...], district: int) -> None:
    """Give the VP of a district's tile to those who own something there (§14)."""
    standings = [standing(table, player, district) for player in table.players]
    points = district_points(standings, places, table.figures.second_percent)
    for player, got in zip(table.players, points, strict=True):
        player.points += got
    sums = tuple(each.total for each in standings)
    table.tell(DistrictScored(DISTRICTS[district], sums, points))


def standing(table: Table, player: Holder, district: int) -> Standing:
    """Sum up what a player owns in a district; each key counts (§14)."""
    values = [
        table.lookup.worth[place]
        for place in player.places
        if place < FIRST_BANK and table.district_of(place) == district
    ]
    return Standing(sum(values), max(values, default=0))


def district_points(
    standings: list[Standing], places: tuple[int, ...], second_percent: int
) -> tuple[int, ...]:
    """Return the VP of each player for the first, second and third place (§14).

    Who has nothing gets nothing. Complete ties share the place and use up the next ones. With two
    players the second gets VP only for at least so many percent (half) of the first's sum.
    """
    by_rank = (*places, 0, 0, 0)
    ranks = ranks_of(standings)
    most = max(standings).total
    points = [
        by_rank[rank - 1] if own.total else 0 for own, rank in zip(standings, ranks, strict=True)
    ]
    if len(standings) == 2:
        points = [
            got if 100 * own.total >= second_percent * most else 0
            for own, got in zip(standings, points, strict=True)
        ]
    return tuple(points)


def total_value(table: Table, player: Holder) -> int:
    """Return the value of all that a player owns; each key counts (§14)."""
    return sum(table.lookup.worth[place] for place in player.places)


def outcome(table: Table) -> Outcome:
    """Rank by VP, then francs, then the value of what is owned (§14)."""
    players = table.players
    standings = [(each.points, each.francs, total_value(table, each)) for each in players]
    return Outcome(tuple(each.points for each in players), ranks_of(standings))
