"""The options of the game, and the city deck they make."""

from dataclasses import dataclass

from engine.errors import BadValue
from engine.moscow_paris.ruleset import Ruleset as Figures
from engine.moscow_paris.views import City
from engine.options import Ruleset, option, ruleset_option

MAX_NAME = 40


@dataclass(frozen=True)
class Options:
    """How the game may be varied."""

    istanbul: bool = option(False, "add the city Istanbul")
    home_city: str = option("", "add a city of your own, as NAME/COUNTRY")
    teams: bool = option(False, "seats 0 and 2 against 1 and 3 (4 players)")
    claim: str = option("any", "claim a line of any length or a full one", choices=("any", "full"))
    max_turns: int = option(1000, "turns after which the game is scored as it stands")
    ruleset: Ruleset | None = ruleset_option()


def check_options(options: Options, players: int) -> None:
    """Raise BadValue for values that clash."""
    if options.teams and players != 4:
        raise BadValue(f"option teams is for 4 players, not {players}; leave it off")
    if options.max_turns < 1:
        raise BadValue(f"option max_turns: {options.max_turns} is less than 1")
    if options.claim not in ("any", "full"):
        raise BadValue(f"option claim: {options.claim!r} is not one of any, full")


def all_cities(options: Options, figures: Figures) -> list[City]:
    """Return the cities the game is played with (§1)."""
    cities = list(figures.cities)
    if options.istanbul:
        cities.append(figures.istanbul)
    if options.home_city:
        cities.append(_home_city(options.home_city, figures))
    return cities


def _home_city(text: str, figures: Figures) -> City:
    """Return the players' own city: its country may be another city's, its name may not."""
    name, _, country = (part.strip() for part in text.partition("/"))
    if not name or not country or "/" in country:
        raise BadValue(f"option home_city: {text!r} is not of the form NAME/COUNTRY")
    if max(len(name), len(country)) > MAX_NAME or not (name + country).isprintable():
        raise BadValue(f"option home_city: use at most {MAX_NAME} printable characters a name")
    taken = {city.name.casefold() for city in (*figures.cities, figures.istanbul)}
    if name.casefold() in taken:
        raise BadValue(f"option home_city: there is a city {name} already; choose another name")
    known = {city.country.casefold(): city.country for city in (*figures.cities, figures.istanbul)}
    spelled = known.get(country.casefold(), country)
    return figures.home_city._replace(name=name, country=spelled)
