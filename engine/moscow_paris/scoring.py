"""Counting the cities (§9)."""

from engine.game import Outcome, ranks_of
from engine.moscow_paris.ruleset import Ruleset
from engine.moscow_paris.views import City


def score(cities: tuple[City, ...], ruleset: Ruleset) -> int:
    """Return the points of the cities and of each flag that is repeated (§9.2)."""
    flags = {city.country for city in cities}
    repeated = len(cities) - len(flags)
    return sum(city.points for city in cities) + repeated * ruleset.scoring.repeated_flag


def outcome(cities: list[tuple[City, ...]], teams: bool, ruleset: Ruleset) -> Outcome:
    """Rank by score, then capitals, then number of cities; team mates pool theirs (§9.3, §9.4)."""
    if teams:
        cities = [cities[seat] + cities[(seat + 2) % 4] for seat in range(4)]
    scores = tuple(score(own, ruleset) for own in cities)
    standing = [
        (points, sum(city.capital for city in own), len(own))
        for points, own in zip(scores, cities, strict=True)
    ]
    return Outcome(scores, ranks_of(standing))
