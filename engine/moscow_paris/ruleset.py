"""The figures of the game, read from `ruleset.toml`, checked and typed."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from engine.moscow_paris.actions import CARDS, WAGONS
from engine.moscow_paris.views import City
from engine.rulesets import figure, load_figures, require

PLAYERS = (2, 3, 4)
MAX_COPIES = 100


class Ruleset(NamedTuple):
    """Every figure of the game."""

    wagons: tuple[str, ...]
    wagon_copies: int
    card_copies: tuple[tuple[str, int], ...]
    """How many there are of each action card."""
    cities: tuple[City, ...]
    istanbul: City
    home_city: City
    """Without a name and a country: these are options."""
    rows: int
    hand: int
    front: int
    end_cities: int
    repeats: int
    repeated_flag: int

    def deck(self) -> list[str]:
        """Return the wagons and action cards, unshuffled."""
        copies = [(wagon, self.wagon_copies) for wagon in self.wagons]
        return [card for card, count in (*copies, *self.card_copies) for _ in range(count)]


def load_ruleset(override: Mapping[str, Any] | None) -> Ruleset:
    """Return the game's figures, with those of `override` in their place."""
    return _load(json.dumps(override, sort_keys=True, default=str))


@lru_cache(maxsize=16)
def _load(override: str) -> Ruleset:
    figures = load_figures("engine.moscow_paris", json.loads(override))
    table = figure(figures, "table", dict)
    ruleset = Ruleset(
        wagons=_wagons(figure(figures, "wagons", dict)),
        wagon_copies=_count(figures["wagons"], "copies", "wagons", 1, MAX_COPIES),
        card_copies=_card_copies(figure(figures, "actions", dict)),
        cities=_cities(figure(figures, "cities", list)),
        istanbul=_city(figure(figures, "istanbul", dict), "istanbul"),
        home_city=_city(
            {"name": "-", "country": "-", **figure(figures, "home_city", dict)}, "home_city"
        ),
        rows=_count(table, "rows", "table", 1, 8),
        hand=_count(table, "hand", "table", 2, 20),
        front=_count(table, "front", "table", 1, 19),
        end_cities=_count(table, "end_cities", "table", 0, 7),
        repeats=_count(figure(figures, "stupor", dict), "repeats", "stupor", 1, 100),
        repeated_flag=_count(figure(figures, "scoring", dict), "repeated_flag", "scoring", 0, 100),
    )
    _check(ruleset)
    return ruleset


def _count(table: Mapping[str, Any], key: str, where: str, low: int, high: int) -> int:
    value = figure(table, key, int, where)
    name = f"{where}.{key}"
    require(low <= value <= high, name, f"is {value}, not from {low} to {high}")
    return value


def _wagons(table: Mapping[str, Any]) -> tuple[str, ...]:
    kinds = figure(table, "kinds", list, "wagons")
    for kind in kinds:
        listing = ", ".join(WAGONS)
        require(kind in WAGONS, "wagons.kinds", f"has {kind!r}, which is none of: {listing}")
    require(len(set(kinds)) == len(kinds), "wagons.kinds", "names a kind twice")
    in_all = len(kinds) * figure(table, "copies", int, "wagons")
    total = figure(table, "total", int, "wagons")
    require(in_all == total, "wagons.total", f"is {total}, but kinds × copies is {in_all}")
    return tuple(WAGONS[WAGONS.index(kind)] for kind in kinds)


def _card_copies(table: Mapping[str, Any]) -> tuple[tuple[str, int], ...]:
    copies = tuple((card, _count(table, card, "actions", 0, MAX_COPIES)) for card in CARDS)
    in_all = sum(count for _, count in copies)
    total = figure(table, "total", int, "actions")
    require(in_all == total, "actions.total", f"is {total}, but the copies are {in_all} in all")
    return copies


def _cities(rows: list[Any]) -> tuple[City, ...]:
    for place, row in enumerate(rows):
        require(isinstance(row, dict), f"cities[{place}]", f"is {row!r}, not a table")
    cities = tuple(_city(row, f"cities[{place}]") for place, row in enumerate(rows))
    names = [city.name for city in cities]
    require(len(set(names)) == len(names), "cities", "has a name twice")
    return cities


def _city(row: Mapping[str, Any], where: str) -> City:
    city = City(
        name=figure(row, "name", str, where),
        country=figure(row, "country", str, where),
        limit=_count(row, "limit", where, 1, 19),
        points=_count(row, "points", where, 0, 100),
        capital=figure(row, "capital", bool, where),
    )
    require(bool(city.name), f"{where}.name", "is empty")
    require(bool(city.country), f"{where}.country", "is empty")
    return city


def _check(ruleset: Ruleset) -> None:
    """Check figures against each other."""
    cities = (*ruleset.cities, ruleset.istanbul, ruleset.home_city)
    limit = max(city.limit for city in cities)
    require(ruleset.front < ruleset.hand, "table.front", "must be less than table.hand")
    require(limit <= ruleset.front, "cities", f"has the limit {limit}, more than table.front")
    require(ruleset.end_cities < ruleset.rows, "table.end_cities", "must be less than table.rows")
    require(len(ruleset.cities) >= ruleset.rows, "cities", "has fewer cities than table.rows")
    named = ruleset.istanbul.name in {city.name for city in ruleset.cities}
    require(not named, "istanbul.name", "is that of a city in cities")
    out = max(PLAYERS) * ruleset.hand + ruleset.rows * limit
    cards = len(ruleset.deck())
    require(
        cards >= out, "wagons.copies", f"makes {cards} cards; hands and lines can take up {out}"
    )
