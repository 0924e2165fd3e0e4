"""Draw a view for a terminal, in rich markup."""

from engine.moscow_paris.views import City, Line, Player, View

_COLOURS = {
    "Russia": "bright_red",
    "France": "bright_blue",
    "Italy": "green",
    "Germany": "yellow",
    "Turkey": "magenta",
}
_SIDE = 34
_CENTRE = 28


def picture(view: View) -> str:
    """Draw the lines, the players, the own hand and the decks."""
    parts = [
        _headline(view),
        "\n".join(_draw_line(line) for line in view.lines),
        "\n".join(_draw_player(view, seat) for seat in range(len(view.players))),
    ]
    if view.seat is not None:
        parts.append(f"[bold]hand[/]    {_cards(view.hand)}")
    parts.append(_piles(view))
    return "\n\n".join(parts)


def _headline(view: View) -> str:
    if view.decider is None:
        return f"[bold]game over[/] after {view.turns} turns"
    what = {"turn": "to move", "claim": "may claim a city", "exchange": "may exchange"}
    return f"[bold]turn {view.turns + 1}[/]: seat {view.decider} {what[view.step]}"


def _draw_line(line: Line) -> str:
    """Draw a line with its city in the middle, the free places as dots."""
    free = "·" * (line.city.limit - len(line.left) - len(line.right))
    left = " ".join(reversed(line.left))
    right = " ".join((*line.right, free)).strip()
    name = f"{line.city.name} {line.city.points}{'★' if line.city.capital else ''}"
    centre = _paint(line.city, f"{name:^{_CENTRE}}")
    return f"{left:>{_SIDE}} {centre} {right}"


def _draw_player(view: View, seat: int) -> str:
    player = view.players[seat]
    mark = "→" if seat == view.decider else " "
    you = " (you)" if seat == view.seat else ""
    cities = ", ".join(_paint(city, city.name) for city in player.cities) or "no city"
    first = f"{mark} [bold]seat {seat}{you}[/]  {cities}"
    return f"{first}\n    in front: {_cards(player.front)}   in hand: {_hand(player)}"


def _hand(player: Player) -> str:
    known = f", among them {_cards(player.shown)}" if player.shown else ""
    return f"{player.hand_size}{known}"


def _cards(cards: tuple[str, ...]) -> str:
    return " ".join(cards) or "–"


def _piles(view: View) -> str:
    discarded = sum(count for _, count in view.discard)
    return f"deck {view.deck_size}   discard {discarded}   cities to come {view.city_deck_size}"


def _paint(city: City, text: str) -> str:
    """Colour a text like the city's flag; brackets in a home city's name are no markup."""
    return f"[{_COLOURS.get(city.country, 'cyan')}]{text.replace('[', chr(92) + '[')}[/]"
