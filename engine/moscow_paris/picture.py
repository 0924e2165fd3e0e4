"""Draw a view as plain text."""

from textwrap import fill

from engine.moscow_paris.options import Options, all_cities
from engine.moscow_paris.ruleset import load_ruleset
from engine.moscow_paris.views import City, Line, View

WIDTH = 80
LEGEND = """\
mail | Moscow (Russia 2★) | saloon ··
              a line: its city in the middle, wagons on both sides of it, a dot
              for each wagon that still fits
Russia 2★     the country and points of a city; ★: it is a capital
front         the wagons in front of a player, which claim cities
hand          how many cards the player has, and which of them everybody knows
deck, discard how many cards are to be drawn, and lie on the discard pile
→             who is to decide"""
_STEPS = {"turn": "to move", "claim": "may claim a city", "exchange": "may exchange"}


def picture(view: View, options: Options) -> str:
    """Draw the lines, the players, the own hand and the decks."""
    cities = {city.name: city for city in all_cities(options, load_ruleset(options.ruleset))}
    if view.decider is None:
        headline = f"game over after {view.turns} turns"
    else:
        headline = f"turn {view.turns + 1}: seat {view.decider} {_STEPS[view.step]}"
    parts = [headline, _draw_lines(view.lines, cities)]
    parts += [_draw_player(view, seat, cities) for seat in range(len(view.players))]
    if view.seat is not None:
        parts.append(_wrap("hand", " ".join(view.hand)))
    discarded, to_come = sum(view.discard), view.city_deck_size
    parts.append(f"deck {view.deck_size}   discard {discarded}   cities to come {to_come}")
    return "\n\n".join(parts)


def _draw_lines(lines: tuple[Line, ...], cities: dict[str, City]) -> str:
    """Draw the lines below each other, cities in the middle and free places as dots."""
    rows = []
    for line in lines:
        city = cities[line.city]
        free = "·" * min(10, city.limit - len(line.left) - len(line.right))
        centre = f"{city.name} ({city.country} {_worth(city)})"
        rows.append((" ".join(reversed(line.left)), centre, " ".join((*line.right, free))))
    left = max((len(row[0]) for row in rows), default=0)
    middle = max((len(row[1]) for row in rows), default=0)
    drawn = [f"{wagons:>{left}} | {centre:^{middle}} | {right}" for wagons, centre, right in rows]
    if all(len(row) <= WIDTH for row in drawn):
        return "\n".join(row.rstrip() for row in drawn)
    # Long names and high limits do not fit side by side: give up the alignment.
    return "\n".join(_wrap(f"row {number}", " | ".join(row)) for number, row in enumerate(rows))


def _draw_player(view: View, seat: int, cities: dict[str, City]) -> str:
    player = view.players[seat]
    mark = "→ " if seat == view.decider else "  "
    you = " (you)" if seat == view.seat else ""
    owned = [f"{name} ({cities[name].country} {_worth(cities[name])})" for name in player.cities]
    hand = str(player.hand_size)
    if player.shown:
        hand += f", among them {' '.join(player.shown)}"
    return "\n".join(
        [
            _wrap(f"{mark}seat {seat}{you}", ", ".join(owned) or "no city"),
            _wrap("    front", " ".join(player.front) or "–"),
            _wrap("    hand", hand),
        ]
    )


def _worth(city: City) -> str:
    return f"{city.points}★" if city.capital else str(city.points)


def _wrap(label: str, text: str) -> str:
    return fill(text, WIDTH, initial_indent=f"{label}: ", subsequent_indent=" " * 8)
