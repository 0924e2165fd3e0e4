"""Counting the cities (§9)."""

from engine.game import Outcome, ranks_of
from engine.moscow_paris.ruleset import Ruleset
from engine.moscow_paris.views import City


def score(cities: tuple[City, ...], ruleset: Ruleset) -> int:
    """Return the points of the cities and of each flag that is repeated (§9.2)."""
    flags = {city.country for city in cities}
    repeated = len(cities) - len(flags)
    return sum(city.points for city in cities) + repeated * ruleset.scoring.repeated_flag


def sources(cities: tuple[City, ...], ruleset: Ruleset) -> dict[str, int]:
    """Return the same points by source; flags are what the cities alone do not bring."""
    capitals = sum(city.points for city in cities if city.capital)
    others = sum(city.points for city in cities if not city.capital)
    flags = score(cities, ruleset) - capitals - others
    return {"capitals": capitals, "other cities": others, "repeated flags": flags}


def pooled(cities: list[tuple[City, ...]], teams: bool) -> list[tuple[City, ...]]:
    """Return the cities that count for each seat: in teams, those of the mate too (§9.4)."""
    if not teams:
        return cities
    return [cities[seat] + cities[(seat + 2) % 4] for seat in range(4)]


def outcome(cities: list[tuple[City, ...]], teams: bool, ruleset: Ruleset) -> Outcome:
    """Rank by score, then capitals, then number of cities; team mates pool theirs (§9.3, §9.4)."""
    cities = pooled(cities, teams)
    scores = tuple(score(own, ruleset) for own in cities)
    standing = [
        (points, sum(city.capital for city in own), len(own))
        for points, own in zip(scores, cities, strict=True)
    ]
    return Outcome(scores, ranks_of(standing))
