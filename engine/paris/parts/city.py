"""The six districts: buildings, tokens beside their spaces, landmarks and VP tiles."""

from engine.paris.actions import DISTRICTS, LANDMARKS
from engine.paris.figures.board import (
    ALL_LANDMARKS,
    ALL_SPACES,
    FIRST_BANK,
    FIRST_LANDMARK,
    IN_DISTRICT,
    SIZE,
    SPACES,
    Board,
)
from engine.paris.views import BoardLandmark, BoardToken, BoardVpTile, BuildingTile, CityView


class Landmarks:
    """What follows from the landmarks on the board."""

    __slots__ = ("allowed", "districts", "homes", "new", "tops")

    def __init__(self, landmarks: tuple[BoardLandmark, ...], board: Board) -> None:
        new = ALL_LANDMARKS
        districts, tops = list(IN_DISTRICT), [0] * SIZE
        self.homes: dict[int, int] = {}
        """The district of each landmark on the board."""
        for name, district_name in landmarks:
            place = FIRST_LANDMARK + LANDMARKS.index(name)
            district = DISTRICTS.index(district_name)
            new ^= 1 << place
            self.homes[place] = district
            districts[district] |= 1 << place
            tops[district] = max(tops[district], board.values[place])
        self.new = new
        """The landmarks in the supply, as a set of places."""
        self.districts = tuple(districts)
        """The spaces and landmarks of each district, as sets of places."""
        self.tops = tuple(tops)
        """The value of the highest landmark in each district; 0 if there is none."""

        # A key stays in its district and goes to a higher value; banks have none. From the Arc it
        # goes anywhere. A new landmark must be higher than those of its district.
        above = board.above
        whole = [there | new & above[top] for there, top in zip(districts, tops, strict=True)]
        allowed = [whole[space // SIZE] & above[board.values[space]] for space in SPACES]
        for landmark in range(FIRST_LANDMARK, FIRST_BANK):
            home = self.homes.get(landmark)
            there = 0 if home is None else whole[home]
            allowed.append(there & above[board.values[landmark]])
        allowed += whole
        allowed.append(ALL_SPACES | ALL_LANDMARKS & ~new | new & above[min(tops)])
        self.allowed = tuple(allowed)
        """Where the rules let a key go from each place, whatever that costs, as sets of places."""


class City:
    """What stands on the board. Never changed: what is built makes another city.

    Its view is the truth; the rest follows from it and is kept for speed.
    """

    __slots__ = ("built", "landmarks", "view")

    def __init__(self, view: CityView, built: int, landmarks: Landmarks) -> None:
        self.view = view
        self.built = built
        """The spaces that have a building, as a set of places."""
        self.landmarks = landmarks

    def with_building(self, tile: BuildingTile, space: int) -> "City":
        buildings, tokens, landmarks, vp_tiles = self.view
        view = CityView((*buildings, tile), tokens, landmarks, vp_tiles)
        return City(view, self.built | 1 << space, self.landmarks)

    def with_landmark(self, landmark: BoardLandmark, board: Board) -> "City":
        buildings, tokens, landmarks, vp_tiles = self.view
        landmarks += (landmark,)
        view = CityView(buildings, tokens, landmarks, vp_tiles)
        return City(view, self.built, Landmarks(landmarks, board))

    def with_vp_tile(self, put: BoardVpTile) -> "City":
        buildings, tokens, landmarks, vp_tiles = self.view
        return City(
            CityView(buildings, tokens, landmarks, (*vp_tiles, put)), self.built, self.landmarks
        )

    def token_at(self, district: str, value: int) -> BoardToken | None:
        """Return the token beside a space, if it is still there."""
        for token in self.view.tokens:
            if token[1] == value and token[0] == district:
                return token
        return None

    def without_token(self, token: BoardToken) -> "City":
        buildings, tokens, landmarks, vp_tiles = self.view
        tokens = tuple([other for other in tokens if other is not token])
        return City(CityView(buildings, tokens, landmarks, vp_tiles), self.built, self.landmarks)

    def free_vp_tiles(self) -> list[int]:
        taken = [put.tile for put in self.view.vp_tiles]
        return [tile for tile in range(1, SIZE + 1) if tile not in taken]

    def district_of(self, place: int) -> int:
        """Return the district of a building, bank or landmark on the board."""
        if place < FIRST_LANDMARK:
            return place // SIZE
        return self.landmarks.homes[place] if place < FIRST_BANK else place - FIRST_BANK


def city_of(view: CityView, board: Board) -> City:
    """Return the city that a view shows."""
    built = 0
    for tile in view.buildings:
        built |= 1 << board.index[tile.district, tile.value]
    return City(view, built, Landmarks(view.landmarks, board))
