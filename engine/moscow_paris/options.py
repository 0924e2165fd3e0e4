"""The options of the game, and the city deck they make."""

from dataclasses import dataclass
from typing import Annotated, Literal

from engine.errors import BadValue
from engine.fields import Between
from engine.moscow_paris.ruleset import Ruleset
from engine.moscow_paris.views import City
from engine.options import RulesetFile, option, ruleset_option

MAX_NAME = 40


@dataclass(frozen=True)
class Options:
    """How the game may be varied."""

    istanbul: bool = option(False, "add the city Istanbul")
    home_city: str = option("", "add a city of your own, as NAME/COUNTRY")
    teams: bool = option(False, "seats 0 and 2 against 1 and 3 (4 players)")
    claim: Literal["any", "full"] = option("any", "claim a line of any length or a full one")
    max_turns: Annotated[int, Between(1, 1_000_000)] = option(
        1000, "turns after which the game is scored as it stands"
    )
    ruleset: RulesetFile | None = ruleset_option()


def all_cities(options: Options, ruleset: Ruleset) -> list[City]:
    """Return the cities the game is played with (§1)."""
    cities = list(ruleset.cities)
    if options.istanbul:
        cities.append(ruleset.istanbul)
    if options.home_city:
        cities.append(_home_city(options.home_city, ruleset))
    return cities


def _home_city(text: str, ruleset: Ruleset) -> City:
    """Return the players' own city: its country may be another city's, its name may not."""
    name, _, country = (part.strip() for part in text.partition("/"))
    if not name or not country or "/" in country:
        raise BadValue(f"option home_city: {text!r} is not of the form NAME/COUNTRY")
    if max(len(name), len(country)) > MAX_NAME or not (name + country).isprintable():
        raise BadValue(f"option home_city: use at most {MAX_NAME} printable characters per name")
    others = (*ruleset.cities, ruleset.istanbul)
    if name.casefold() in {city.name.casefold() for city in others}:
        raise BadValue(f"option home_city: there is a city {name} already; choose another name")
    known = {city.country.casefold(): city.country for city in others}
    return ruleset.home_city.named(name, known.get(country.casefold(), country))
