"""The figures of the game: what `ruleset.toml` holds, with what each may be."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

from engine.fields import Between, Length
from engine.moscow_paris.actions import CARDS
from engine.moscow_paris.views import City
from engine.rulesets import read_ruleset, require

PLAYERS = (2, 3, 4)
Copies = Annotated[int, Between(0, 100)]


@dataclass(frozen=True)
class TableFigures:
    """How much lies on the table."""

    rows: Annotated[int, Between(1, 8)]
    hand: Annotated[int, Between(2, 20)]
    front: Annotated[int, Between(1, 19)]
    end_cities: Annotated[int, Between(0, 7)]


@dataclass(frozen=True)
class StuporFigures:
    repeats: Annotated[int, Between(1, 100)]


@dataclass(frozen=True)
class ScoringFigures:
    repeated_flag: Annotated[int, Between(0, 100)]


@dataclass(frozen=True)
class Wagons:
    """The wagons: kinds of any name and number, with the copies of each."""

    total: int
    copies: Mapping[str, Copies]

    def __post_init__(self) -> None:
        for kind in self.copies:
            nameable = 0 < len(kind) <= 40 and kind.isprintable() and kind not in CARDS
            sentence = f"has a kind {kind!r}; it must be 1 to 40 printable characters long, and not"
            require(nameable, "wagons.copies", f"{sentence} one of {', '.join(CARDS)}")
        in_all = sum(self.copies.values())
        agrees = in_all == self.total
        require(agrees, "wagons.total", f"is {self.total}, but the copies are {in_all} in all")


@dataclass(frozen=True)
class ActionCards:
    """The copies of each action card."""

    total: int
    swap: Copies
    uncouple_2: Copies
    uncouple_3: Copies
    exchange: Copies
    close: Copies

    def __post_init__(self) -> None:
        in_all = sum(self.copies.values())
        agrees = in_all == self.total
        require(agrees, "actions.total", f"is {self.total}, but the copies are {in_all} in all")

    @property
    def copies(self) -> dict[str, int]:
        return {card: copies for card, copies in vars(self).items() if card != "total"}


@dataclass(frozen=True)
class HomeCity:
    """The figures of a city whose name and country are options."""

    limit: Annotated[int, Between(1, 1000)]
    points: Annotated[int, Between(0, 1000)]
    capital: bool

    def named(self, name: str, country: str) -> City:
        return City(name, country, self.limit, self.points, self.capital)


@dataclass(frozen=True)
class Ruleset:
    """Every figure of the game."""

    table: TableFigures
    stupor: StuporFigures
    scoring: ScoringFigures
    wagons: Wagons
    actions: ActionCards
    cities: Annotated[tuple[City, ...], Length(1, 1000)]
    istanbul: City
    home_city: HomeCity

    def __post_init__(self) -> None:
        table, names = self.table, [city.name for city in self.cities]
        words = [word for city in (*self.cities, self.istanbul) for word in city[:2]]
        require(all(map(str.isprintable, words)), "cities", "has a name that cannot be printed")
        require(table.front < table.hand, "table.front", "must be less than table.hand")
        require(table.end_cities < table.rows, "table.end_cities", "must be less than table.rows")
        require(len(set(names)) == len(names), "cities", "has a name twice")
        require(len(names) >= table.rows, "cities", "has fewer cities than table.rows")
        require(self.istanbul.name not in names, "istanbul.name", "is that of a city in cities")
        # Else a deck could be empty with nothing in the discard pile to make a new one of. A line
        # holds no more wagons than there are kinds, since they all differ.
        limits = [city.limit for city in self.cities]
        limit = max(*limits, self.istanbul.limit, self.home_city.limit)
        out = max(PLAYERS) * table.hand + table.rows * min(limit, len(self.wagons.copies))
        cards = self.wagons.total + self.actions.total
        sentence = f"makes {cards} cards; hands and lines can take up {out}"
        require(cards >= out, "wagons.copies", sentence)

    @cached_property
    def copies(self) -> dict[str, int]:
        """How many there are of each card: wagons, then action cards."""
        return {**self.wagons.copies, **self.actions.copies}

    def deck(self) -> list[str]:
        """Return the wagons and action cards, unshuffled."""
        return [card for card, count in self.copies.items() for _ in range(count)]


def load_ruleset(override: Mapping[str, object] | None) -> Ruleset:
    """Return the game's figures, with those of `override` in their place."""
    return read_ruleset("engine.moscow_paris", Ruleset, override, whole=("wagons.copies",))
