"""Moscow–Paris: the cities with their lines of wagons, and what each player has."""

from functools import lru_cache

from markupsafe import Markup

from arbiter.web.boards import Figures, Part
from arbiter.web.boards.svg import panel, title_of
from engine.moscow_paris.views import City, Line, Player, Rules, View
from ladder.report.markup import element

_STEPS = {"turn": "", "claim": "which city to claim, or none", "exchange": "an exchange"}


def draw(view: View, figures: Figures[Rules]) -> list[Part]:
    """Draw a position."""
    rules = figures.rules
    cities = {city.name: city for city in rules.cities}
    countries = tuple(dict.fromkeys(city.country for city in rules.cities))
    wagons = tuple(card.name for card in rules.cards if card.wagon)
    # An emptied row is removed, yet the parts of a board stay: the last ones are empty then.
    parts = [Part("headline", _headline(view))]
    for row in range(rules.rows):
        line = view.lines[row] if row < len(view.lines) else None
        city = cities[line.city] if line else None
        number = countries.index(city.country) if city else 0
        parts.append(Part(f"line-{row}", _line(row, line, city, number, wagons)))
    piles = view.deck_size, sum(view.discard), view.city_deck_size, view.closed
    parts.append(Part("piles", _piles(*piles)))
    for seat, player in enumerate(view.players):
        hand = view.hand if seat == view.seat else None
        owned = tuple(
            (cities[name], countries.index(cities[name].country)) for name in player.cities
        )
        parts.append(
            Part(f"player-{seat}", _player(seat, player, hand, owned, seat == view.decider, wagons))
        )
    return parts


def _headline(view: View) -> Markup:
    if view.decider is None:
        said = [element("b", "The game is over"), f" after {view.turns} turns"]
    else:
        about = _STEPS.get(view.step, view.step)
        said = [element("b", f"Turn {view.turns + 1}"), about and f": {about}"]
    if view.partner is not None:
        said.append(f" with seat {view.partner}")
    return panel(*said, class_="headline")


@lru_cache(maxsize=4096)
def _line(
    row: int, line: Line | None, city: City | None, country: int, wagons: tuple[str, ...]
) -> Markup:
    """Draw a city between its wagons; the places that are free, on either side, are dashed."""
    if line is None or city is None:
        return element("div", class_="line none")
    free = city.limit - len(line.left) - len(line.right)
    star = element("span", "★ ", title="a capital") if city.capital else ""
    places = "full" if not free else f"{free} of {city.limit} places free"
    dashed = [element("li", class_="wagon free", title="a free place")] * free
    sides = [
        element(
            "ol",
            *(
                _wagon(wagon, wagons, f"wagon-{row}-{name}-{distance}")
                for distance, wagon in enumerate(side)
            ),
            *more,
            class_=f"side {name}",
            aria_label=f"{name} of {city.name}: {', '.join(map(_words, side)) or 'no wagon'}",
            data_place=f"end-{row}-{name}",
        )
        for name, side, more in (("left", line.left, ()), ("right", line.right, dashed))
    ]
    station = element(
        "div",
        element("b", star, city.name),
        element("span", f"{city.country} · {city.points} VP"),
        element("span", places),
        class_=f"city country{country % 6}",
        data_place=f"city-{row}",
    )
    return element("div", sides[0], station, sides[1], class_="line")


def _wagon(name: str, wagons: tuple[str, ...], place: str) -> Markup:
    number = wagons.index(name) % 11 if name in wagons else 11
    return element("li", _words(name), class_=f"wagon w{number}", data_place=place)


def _words(name: str) -> str:
    return name.replace("_", " ")


@lru_cache(maxsize=1024)
def _piles(deck: int, discard: int, cities: int, closed: tuple[str, ...]) -> Markup:
    gone = f" · closed: {', '.join(closed)}" if closed else ""
    return panel(f"Deck {deck} · discard {discard} · cities to come {cities}{gone}")


@lru_cache(maxsize=4096)
def _player(
    seat: int,
    player: Player,
    hand: tuple[str, ...] | None,
    owned: tuple[tuple[City, int], ...],
    decides: bool,
    wagons: tuple[str, ...],
) -> Markup:
    mark = element("span", str(seat), class_=f"seat-mark s{seat}")
    cities = [
        element(
            "li",
            f"{'★ ' if city.capital else ''}{city.name} {city.points}",
            class_=f"chip country{number % 6}",
        )
        for city, number in owned
    ]
    head = [mark, f" {len(owned)} {'city' if len(owned) == 1 else 'cities'}"]
    if cities:
        head.append(element("ul", *cities, class_="chips"))
    parts = [
        element("div", *head, class_="row"),
        _cards("In front", player.front, wagons, f"front-{seat}"),
    ]
    if hand is not None:
        parts.append(_cards("Hand", hand, wagons, "hand"))
    else:
        hidden = player.hand_size - len(player.shown)
        parts.append(_cards("Hand", (*player.shown, *["?"] * hidden), wagons, None))
    return panel(*parts, class_=f"player p{seat}{' decides' if decides else ''}")


def _cards(name: str, cards: tuple[str, ...], wagons: tuple[str, ...], place: str | None) -> Markup:
    """Return a row of cards; each card, and the row, are a place if this has a name."""
    items = []
    for card in cards:
        own = f"{place}-{card}" if place else None
        if card == "?":
            items.append(element("li", "?", class_="chip back", title="a hidden card"))
        elif card in wagons:
            class_ = f"chip w{wagons.index(card) % 11}"
            items.append(element("li", _words(card), class_=class_, data_place=own))
        else:
            items.append(element("li", title_of(card), class_="chip action", data_place=own))
    shown = element("ul", *items, class_="chips") if items else "–"
    label = element("span", name, class_="name-of")
    return element("div", label, shown, class_="row", data_place=place)
