"""Actions and events in words, with the figures in use."""

from collections.abc import Iterable, Sequence

from engine.paris.actions import (
    DISTRICTS,
    PRESTIGE,
    RESOURCES,
    TOKENS,
    Action,
    Advance,
    Arc,
    Bank,
    Building,
    Buy,
    ChooseEndTile,
    ChooseVpTile,
    DeclineBonusTile,
    DeclineMainAction,
    DeclineVpTile,
    Draw,
    EndTurn,
    GoBack,
    Landmark,
    MoveKey,
    MoveTo,
    Pay,
    Place,
    PlaceKey,
    PutBuilding,
    PutLandmark,
    PutVpTile,
    ReturnPair,
    Sell,
    Source,
    SpendPrestige,
    StopPairs,
    StopPrestige,
    TakeBonusTile,
    TakeEndTile,
    UseBonusTile,
    UseEndTile,
)
from engine.paris.events import (
    BonusTileTaken,
    BonusTileUsed,
    Bought,
    Built,
    DeclinedBonusTile,
    DeclinedMainAction,
    DeclinedVpTile,
    Discarded,
    DistrictScored,
    Ended,
    EndTileReceived,
    EndTileTaken,
    EndTileUsed,
    Event,
    FrancsScored,
    Income,
    KeyMoved,
    KeyPlaced,
    LastRoundBegun,
    Paid,
    PairReturned,
    PrestigeSpent,
    Revealed,
    Sold,
    TurnEnded,
    VpTilePut,
)
from engine.paris.figures.board import Board, board_of
from engine.paris.figures.tiles import (
    AsPrestige,
    AsResource,
    Back,
    Effect,
    FrancsAtEnd,
    Gain,
    OtherKeys,
    OwnKeys,
    PerBuilding,
    PerLandmark,
    PerTile,
    PrestigePairs,
    ReserveKey,
    ResourcePairs,
    Take,
    Types,
)
from engine.paris.options import Options
from engine.paris.ruleset import Ruleset, load_ruleset
from engine.paris.views import View
from engine.sentences import counted, listed

TOLD_BY = {
    "draw": "revealed",
    "put_building": "built",
    "place_key": "key_placed",
    "move_key": "key_moved",
    "move_to": "key_moved",
    "put_landmark": "key_moved",
    "pay": "paid",
    "put_vp_tile": "vp_tile_put",
    "decline_vp_tile": "declined_vp_tile",
    "advance": "bonus_tile_taken",
    "decline_bonus_tile": "declined_bonus_tile",
    "spend_prestige": "prestige_spent",
    "buy": "bought",
    "sell": "sold",
    "use_bonus_tile": "bonus_tile_used",
    "take_bonus_tile": "bonus_tile_taken",
    "go_back": "bonus_tile_taken",
    "return_pair": "pair_returned",
    "use_end_tile": "end_tile_used",
    "decline_main_action": "declined_main_action",
    "end_turn": "turn_ended",
}

DISTRICT_NAMES = {
    "batignolles": "Batignolles",
    "montmartre": "Montmartre",
    "la_villette": "La Villette",
    "belleville": "Belleville",
    "saint_germain": "Saint-Germain",
    "chaillot": "Chaillot",
}
LANDMARK_NAMES = {
    "tuileries": "the Tuileries",
    "luxembourg_gardens": "the Luxembourg Gardens",
    "pantheon": "the Panthéon",
    "grand_palais": "the Grand Palais",
    "sacre_coeur": "Sacré-Cœur",
    "notre_dame": "Notre-Dame",
    "louvre": "the Louvre",
    "eiffel_tower": "the Eiffel Tower",
}
_TOKEN_NAMES = {
    **{token: token for token in RESOURCES},
    **{token: f"{token.removesuffix('_prestige')} prestige" for token in PRESTIGE},
}
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


class Words:
    """What the places and tiles of a position are called, what they cost and what they give."""

    def __init__(self, view: View, options: Options, names: Sequence[str]) -> None:
        self.view = view
        self.names = names
        self.ruleset: Ruleset = load_ruleset(options.ruleset)
        self.board: Board = board_of(self.ruleset)
        self.types = {(tile.district, tile.value): tile.type for tile in view.city.buildings}

    def action(self, action: Action) -> str:
        """Say what an action does."""
        match action:
            case Draw(stack):
                back = _district(self.view.stacks[stack].district)
                return f"reveal the {back} tile on top of the {_ORDINALS[stack]} stack"
            case PutBuilding(district):
                return f"put the revealed tile into {_district(district)}"
            case PlaceKey(place):
                pays = ""
                if isinstance(place, Bank):
                    pays = f" for {_francs(self.board.banks[DISTRICTS.index(place.district)])}"
                return f"place a key on {self.place(place)}{pays}"
            case MoveKey(origin):
                return f"take up the key on {self.place(origin)}"
            case MoveTo(target):
                return self._move_to(target)
            case PutLandmark(district):
                return f"put {self._bought()} into {_district(district)}"
            case Pay(token, source):
                return f"pay {_token(token)} with {_source(source)}"
            case ChooseVpTile(tile):
                return f"choose the VP tile {self._vp_tile(tile)}"
            case PutVpTile(district):
                return (
                    f"put the VP tile {self._vp_tile(self.view.vp_tile)} on {_district(district)}"
                )
            case DeclineVpTile():
                return "put no VP tile on the board"
            case Advance(space):
                return f"advance the meeple to space {space} for {self._tile_at(space)}"
            case DeclineBonusTile():
                return "take no bonus tile"
            case SpendPrestige(token, source):
                points = self.board.prestige[PRESTIGE.index(token)]
                return f"discard {_token(token)} for {points} VP{_instead(source)}"
            case StopPrestige():
                return "discard no more prestige"
            case _:
                return self._other_action(action)

    def _other_action(self, action: Action) -> str:
        """Say what a free action does, or one about tiles or the end of the turn."""
        match action:
            case Buy(token):
                return f"buy {_token(token)} for {_francs(self.board.buy[TOKENS.index(token)])}"
            case Sell(token, source):
                price = _francs(self.board.sell[TOKENS.index(token)])
                return f"sell {_token(token)} for {price}{_instead(source)}"
            case UseBonusTile(tile):
                return f"use {self.bonus_tile(tile)}"
            case TakeBonusTile(space):
                return f"take {self._tile_at(space)} from space {space}"
            case GoBack(space):
                return f"move the meeple back to space {space} for {self._tile_at(space)}"
            case ReturnPair(token):
                return f"give up a pair of {_token(token)} tokens"
            case StopPairs():
                return "give up no more pairs"
            case UseEndTile(tile):
                return f"use {self.end_tile(tile)}"
            case TakeEndTile():
                return "look through the end tiles to take one"
            case ChooseEndTile(tile):
                return f"take {self.end_tile(tile)}"
            case DeclineMainAction():
                return "take no main action"
            case EndTurn():
                return "end the turn"
        raise AssertionError(action)

    def event(self, event: Event) -> str:
        """Say what happened."""
        match event:
            case Built(district, value, kind):
                return f"{_type(kind)} {value} is built in {_district(district)}"
            case Discarded(value, kind):
                return f"{_type(kind)} {value} fits nowhere and leaves the game"
            case EndTileReceived(tile):
                return f"it is {self.end_tile(tile)}"
            case LastRoundBegun():
                return "the last round begins"
            case DistrictScored(district, sums, gains):
                return f"{_district(district)} is scored, {self._gains(sums, gains)}"
            case Ended():
                return "the match ends"
            case _:
                return f"{self.names[event.seat]} {self._deed(event)}"

    def _deed(self, event: Event) -> str:
        """Say what a seat did, without the seat."""
        match event:
            case Revealed(_, _, district, value, kind):
                return f"reveals {_type(kind)} {value} of {_district(district)}"
            case KeyPlaced(_, place, francs):
                gained = f" and takes {_francs(francs)}" if francs else ""
                return f"places a key on {self.place(place)}{gained}"
            case Paid(_, token, source):
                return f"pays {_token(token)} with {_source(source)}"
            case KeyMoved(_, origin, target, district, francs):
                where = f" in {_district(district)}" if isinstance(target, Landmark) else ""
                bought = f"{self.place(target)}{where}"
                return f"moves a key from {self.place(origin)} to {bought} for {_francs(francs)}"
            case Income(_, token, points):
                gains = [f"a {_token(token)} token"] if token else []
                return f"gets {listed([*gains, *_vp(points)])}"
            case VpTilePut(_, tile, district):
                return f"puts the VP tile {self._vp_tile(tile)} on {_district(district)}"
            case DeclinedVpTile():
                return "puts no VP tile on the board"
            case BonusTileTaken(_, tile, space, meeple, francs):
                moved = ", where the meeple stands now" if meeple == space else ""
                price = f" for {_francs(francs)}" if francs else ""
                return f"takes {self.bonus_tile(tile)}{price} from space {space}{moved}"
            case DeclinedBonusTile():
                return "takes no bonus tile"
            case PrestigeSpent(_, token, source, points):
                return f"discards {_token(token)} for {points} VP{_instead(source)}"
            case _:
                return self._other_deed(event)

    def _other_deed(self, event: Event) -> str:
        """Say a free action, or what concerns tiles and the end of the turn."""
        match event:
            case Bought(_, token, francs):
                return f"buys {_token(token)} for {_francs(francs)}"
            case Sold(_, token, source, francs):
                return f"sells {_token(token)} for {_francs(francs)}{_instead(source)}"
            case BonusTileUsed(_, tile, francs, paid, points, new_keys):
                price = f", pays {_francs(paid)}" if paid else ""
                gains = [_francs(francs)] if francs else []
                gains += [*_vp(points), *([counted(new_keys, "reserve key")] if new_keys else [])]
                gained = f" and gets {listed(gains)}" if gains else ""
                return f"uses bonus tile {tile}{price}{gained}"
            case PairReturned(_, token, points):
                return f"gives up a pair of {_token(token)} tokens for {points} VP"
            case EndTileTaken(_, left):
                return f"takes an end tile and leaves {left}"
            case EndTileUsed(_, tile, francs, points):
                gains = [*([_francs(francs)] if francs else []), *_vp(points)]
                return f"uses end tile {tile} and gets {listed(gains)}"
            case DeclinedMainAction():
                return "has no main action to take"
            case TurnEnded():
                return "ends the turn"
            case FrancsScored(_, points):
                return f"gets {points} VP for francs"
        raise AssertionError(event)

    def place(self, place: Place) -> str:
        match place:
            case Building(district, value):
                kind = self.types.get((district, value))
                return f"{_type(kind) if kind else 'space'} {value} in {_district(district)}"
            case Landmark(name):
                return LANDMARK_NAMES[name]
            case Bank(district):
                return f"the bank of {_district(district)}"
            case Arc():
                return "the Arc"

    def bonus_tile(self, tile: int) -> str:
        """Name a bonus tile with its effect, between commas.

        The sentence may go on after it; one that ends here has to lose the comma again.
        """
        return f"bonus tile {tile}, {self._effect(self.ruleset.bonus_effects[tile])},"

    def end_tile(self, tile: int) -> str:
        """Name an end tile with its effect."""
        return f"end tile {tile}, {self._effect(self.ruleset.end_effects[tile])}"

    def _move_to(self, target: Building | Landmark) -> str:
        purchase = self.view.purchase
        origin = purchase.origin if purchase else Arc()
        index, values = self.board.index, self.board.values
        francs = values[index[target]] - values[index[origin]]
        cost = zip(self.board.costs[index[target]], RESOURCES, strict=True)
        price = [_francs(francs), *(f"{count} {token}" for count, token in cost if count)]
        return f"move the key from {self.place(origin)} to {self.place(target)} for {listed(price)}"

    def _bought(self) -> str:
        purchase = self.view.purchase
        assert purchase is not None and purchase.target is not None
        return self.place(purchase.target)

    def _vp_tile(self, tile: int) -> str:
        return "/".join(map(str, self.board.vp_tiles[tile - 1]))

    def _tile_at(self, space: int) -> str:
        tile = next(lying.tile for lying in self.view.track if lying.space == space)
        return self.bonus_tile(tile).rstrip(",")

    def _gains(self, sums: Sequence[int], gains: Sequence[int]) -> str:
        parts = [
            f"{name} gets {gain} VP for a value of {own}"
            for name, own, gain in zip(self.names, sums, gains, strict=True)
            if own
        ]
        return listed(parts, none="and nobody owns anything there")

    def _effect(self, effect: Effect) -> str:
        """Say what a tile gives."""
        each = len(self.view.players) - 2  # figures for two, three and four players
        match effect:
            case Gain(francs, points):
                return listed([*([_francs(francs)] if francs else []), *_vp(points)])
            case AsResource(kind, count):
                return f"counts as {count} {_TOKEN_NAMES.get(kind, 'resource of any kind')}"
            case AsPrestige(kind, count):
                return f"counts as {count} {_TOKEN_NAMES.get(kind, 'prestige of any kind')}"
            case PerBuilding(value, points):
                return f"{points} VP for each building of value {value}"
            case PerLandmark(points):
                return f"{points} VP for each landmark"
            case PerTile(points):
                return f"{points[each]} VP for each other bonus tile held"
            case Types(fewest, points):
                return f"{points[0]} VP or more for {fewest} types or more"
            case PrestigePairs(points):
                return f"{points[each]} VP for each pair of equal prestige"
            case ResourcePairs(points):
                return f"{points[each]} VP for each pair of equal resources"
            case ReserveKey(francs):
                return f"a reserve key for {_francs(francs)}"
            case Take():
                return "a tile of any space"
            case Back(spaces):
                return f"a tile up to {counted(spaces, 'space')} back"
            case OwnKeys():
                return "a move to where own keys lie"
            case OtherKeys():
                return "a move to where keys of others lie"
            case FrancsAtEnd(points):
                return f"{points} VP for each franc at the end"


def action_in_words(action: Action, view: View, options: Options, names: Sequence[str]) -> str:
    """Say what an action does."""
    return Words(view, options, names).action(action).rstrip(",")


def events_in_words(
    events: Iterable[Event], view: View, options: Options, names: Sequence[str]
) -> list[str]:
    """Say what happened. A building that is built by one event has a type in later ones."""
    words = Words(view, options, names)
    said = []
    for event in events:
        if isinstance(event, Built):
            words.types[event.district, event.value] = event.type
        said.append(words.event(event).rstrip(","))
    return said


def _district(name: str | None) -> str:
    return DISTRICT_NAMES[name] if name else "unknown"


def _type(kind: str) -> str:
    return "café" if kind == "cafe" else kind


def _token(token: str) -> str:
    return _TOKEN_NAMES[token]


def _francs(count: int) -> str:
    return counted(count, "franc")


def _vp(points: int) -> list[str]:
    return [f"{points} VP"] if points else []


def _source(source: Source) -> str:
    match source.form:
        case "token":
            return "a token"
        case "half":
            return "the other half of a tile"
    return f"{source.form.replace('_', ' ')} {source.tile}"


def _instead(source: Source) -> str:
    """Say which tile stands in for a token; nothing if it is a token."""
    return "" if source.form == "token" else f" with {_source(source)}"
