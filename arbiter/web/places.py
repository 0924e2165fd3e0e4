"""Where on its board an action takes place, by the names that the drawings give to places.

An action may name several places: the card, and where it goes. Whoever clicks on one of them means
one of the actions that name it. An action that names none is chosen from the list.
"""

from collections.abc import Callable, Mapping
from typing import Any

from engine.lumiere import actions as lumiere
from engine.lumiere.views import View as LumiereView
from engine.moscow_paris import actions as moscow_paris
from engine.moscow_paris.views import View as MoscowParisView
from engine.paris import actions as paris
from engine.paris.views import View as ParisView

Places = list[str]


def places_of(game: str, action: Any, view: Any) -> Places:
    """Return the places that an action of a seat names in a position; none without a drawing."""
    find = _FINDERS.get(game)
    return find(action, view) if find else []


def _lumiere(action: lumiere.Action, view: LumiereView) -> Places:
    match action:
        case lumiere.Pave(square):
            corner = 16 * (square // 4) + 2 * (square % 4)
            return _cells((corner, corner + 1, corner + 8, corner + 9))
        case lumiere.Take(piece):
            return [f"pool-{piece}"]
        case lumiere.Build(piece, _, _, cells):
            return [f"reserve-{view.seat}-{piece}", *_cells(cells)]
        case lumiere.Levitate(give, piece, _, _, cells):
            return [f"reserve-{view.seat}-{give}", f"pool-{piece}", *_cells(cells)]
        case lumiere.Lay(piece, cells):
            return [_card_of(piece), *_cells(cells)]
        case lumiere.Extend(cell):
            return [_card_of("annex"), *_cells((cell,))]
        case lumiere.Stand(piece, cell):
            return [_card_of(piece), *_cells((cell,))]
        case lumiere.Erect(cell):
            return [_card_of("statue"), *_cells((cell,))]
        case lumiere.Keep(postcard) | lumiere.DeclineEffect(postcard):
            return [f"card-{postcard}"]
        case lumiere.DeclineBuilding():
            return []


def _cells(cells: tuple[int, ...]) -> Places:
    return [f"cell-{cell}" for cell in cells]


_CARDS = {piece: postcard for postcard, piece in lumiere.COMPONENTS.items()}


def _card_of(piece: str) -> str:
    return f"card-{_CARDS[piece]}"


def _moscow_paris(action: moscow_paris.Action, view: MoscowParisView) -> Places:
    match action:
        case moscow_paris.Couple(wagon, row, side):
            return [f"hand-{wagon}", f"end-{row}-{side}"]
        case moscow_paris.Front(wagon):
            return [f"hand-{wagon}", f"front-{view.seat}"]
        case moscow_paris.Back(wagon):
            return [f"front-{view.seat}-{wagon}"]
        case moscow_paris.Swap(first, second):
            return ["hand-swap", _wagon(first), _wagon(second)]
        case moscow_paris.Uncouple(top, side, distance, length):
            rows = range(top, top + length)
            return [f"hand-uncouple_{length}", *(f"wagon-{row}-{side}-{distance}" for row in rows)]
        case moscow_paris.Exchange(give, seat, take):
            card = ["hand-exchange"] if view.step == "turn" else []
            return [*card, f"front-{view.seat}-{give}", f"front-{seat}-{take}"]
        case moscow_paris.Close(row):
            return ["hand-close", f"city-{row}"]
        case moscow_paris.NoEffect(card):
            return [f"hand-{card}"]
        case moscow_paris.Claim(row):
            return [f"city-{row}"]
        case moscow_paris.DeclineExchange() | moscow_paris.DeclineClaim():
            return []


def _wagon(place: moscow_paris.Place) -> str:
    if isinstance(place, moscow_paris.FrontPlace):
        return f"front-{place.seat}-{place.wagon}"
    return f"wagon-{place.row}-{place.side}-{place.distance}"


def _paris(action: paris.Action, view: ParisView) -> Places:
    match action:
        case paris.Draw(stack):
            return [f"stack-{stack}"]
        case paris.PutBuilding(district) | paris.PutLandmark(district) | paris.PutVpTile(district):
            return [f"district-{district}"]
        case paris.PlaceKey(place) | paris.MoveKey(place) | paris.MoveTo(place):
            return [paris_place(place)]
        case paris.Pay(token, source) | paris.SpendPrestige(token, source):
            return _source(token, source, view)
        case paris.Sell(token, source):
            return _source(token, source, view)
        case paris.Buy(token):
            return [f"supply-{token}"]
        case paris.ReturnPair(token):
            return [f"token-{view.seat}-{token}"]
        case paris.ChooseVpTile(tile):
            return [f"vp-{tile}"]
        case paris.Advance(space) | paris.TakeBonusTile(space) | paris.GoBack(space):
            return [f"track-{space}"]
        case paris.UseBonusTile(tile):
            return [f"bonus-{view.seat}-{tile}"]
        case paris.UseEndTile(tile):
            return [f"end-{tile}"]
    return []


def paris_place(place: paris.Place) -> str:
    """Return the name of a place where keys lie."""
    match place:
        case paris.Building(district, value):
            return f"space-{district}-{value}"
        case paris.Landmark(name):
            return f"landmark-{name}"
        case paris.Bank(district):
            return f"bank-{district}"
        case paris.Arc():
            return "arc"


def _source(token: str, source: paris.Source, view: ParisView) -> Places:
    match source.form:
        case "token":
            return [f"token-{view.seat}-{token}"]
        case "bonus_tile":
            return [f"bonus-{view.seat}-{source.tile}"]
        case "end_tile":
            return [f"end-{source.tile}"]
    return []


_FINDERS: Mapping[str, Callable[[Any, Any], Places]] = {
    "lumiere": _lumiere,
    "moscow_paris": _moscow_paris,
    "paris": _paris,
}
