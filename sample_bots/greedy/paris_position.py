"""A position of Paris as the greedy player thinks about it: what things are worth, in VP."""

from lutetia.v1.paris_pb2 import ParisView
from sample_bots.greedy.paris_figures import (
    ARC,
    GAINS,
    LANDMARKS,
    PER_BUILDING,
    TILE_WORTHS,
    VP_TILES,
    Place,
    place_of,
)


class Position:
    """A view, with what follows from it; costly parts are found out when they are asked for."""

    def __init__(self, view: ParisView) -> None:
        self.view = view
        self.me = view.seat
        self.count = len(view.players)
        self.others = [seat for seat in range(self.count) if seat != self.me]
        self.players = view.players
        own = view.players[view.seat]
        self.francs = own.francs
        self.bonus = set(own.bonus_tiles)
        tokens = own.tokens
        resources = (tokens.wood, tokens.marble, tokens.gold)
        self.tokens = (0, *resources, tokens.bronze, tokens.silver, tokens.gold_prestige)
        self.ends = set(view.own_end_tiles.held)
        self.meeple = own.meeple
        self.screen_keys = own.keys_in_hand
        self.last_turn = 0 < view.last_turns <= self.count
        self._best_ahead: float | None = None
        self._read_time()
        self._read_board()

    def _read_time(self) -> None:
        """Guess how long the game lasts, and what a franc is worth then."""
        view = self.view
        tiles = sum(stack.tiles for stack in view.stacks)
        turns = view.last_turns or tiles + 1.4 * view.end_tiles.left + self.count
        self.turns_left = turns / self.count
        self.franc = 0.6 * min(1.0, (self.turns_left - 1) / 6)
        if 27 in self.bonus:
            self.franc = max(self.franc, 0.8)
        self.hurry = 0.03 * min(self.turns_left, 12)

    def _read_board(self) -> None:
        board = self.view.city
        self.track = {space.space: space.tile for space in self.view.track}
        self.homes = {int(each.landmark): int(each.district) for each in board.landmarks}
        self.token_at = {10 * each.district + each.value: each.token for each in board.tokens}
        self.values: dict[Place, int] = {
            ("landmark", number): LANDMARKS[number][0] for number in range(1, len(LANDMARKS))
        }
        self.types: dict[Place, int] = {
            ("building", 10 * each.district + each.value): each.type for each in board.buildings
        }
        self.values |= {place: place[1] % 10 for place in self.types}
        self.keys = [[place_of(key) for key in player.keys] for player in self.players]
        self.taken = {place for keys in self.keys for place in keys}
        self._sum_districts()

    def _sum_districts(self) -> None:
        """Sum up what each seat owns in each district, and what its VP tile may be."""
        self.sums = [[0] * 7 for _ in range(self.count)]
        for seat, keys in enumerate(self.keys):
            for place in keys:
                if place in self.values:
                    self.sums[seat][self.district_of(place)] += self.values[place]
        board = self.view.city
        placed = {int(each.district): VP_TILES[each.tile] for each in board.vp_tiles}
        used = {each.tile for each in board.vp_tiles}
        free = [VP_TILES[tile][0] for tile in range(1, 7) if tile not in used]
        chance = min(0.6, 0.05 * self.turns_left)
        guess = chance * sum(free) / len(free) if free else 0.0
        self.weights = [0.0] + [float(placed[d][0]) if d in placed else guess for d in range(1, 7)]
        self.without_tile = [district for district in range(1, 7) if district not in placed]

    def district_of(self, place: Place) -> int:
        kind, number = place
        if kind == "building":
            return number // 10
        return self.homes.get(number, 0) if kind == "landmark" else number

    def banked(self, seat: int, district: int) -> int:
        """Count a seat's keys that could buy a building in a district."""
        return sum(place in (("bank", district), ARC) for place in self.keys[seat])

    # What a lead in a district is worth.

    def lead(self, district: int, more: int) -> float:
        """Return what it is worth to own so much more in a district."""
        mine = self.sums[self.me][district]
        rival = max(self.sums[seat][district] for seat in self.others)
        rest = 1.0 + 0.4 * min(self.turns_left, 8)
        share = (mine + more) / (mine + more + rival + rest) - mine / (mine + rival + rest)
        crossing = (mine + more > rival) - (mine > rival)
        sure = 0.45 if self.turns_left > 5 else 0.7
        return self.weights[district] * (share + sure * crossing)

    def tile_gain(self, tile: int, district: int) -> float:
        """Return how much more a VP tile would bring me there than the best of the others."""
        sums = [self.sums[seat][district] for seat in range(self.count)]
        points = []
        for own in sums:
            place = sum(other > own for other in sums)
            points.append(VP_TILES[tile][place] if own and place < 3 else 0)
        mine = points[self.me]
        margin = sums[self.me] - max(sums[seat] for seat in self.others)
        best = max(points[seat] for seat in self.others)
        return mine - best + 0.05 * margin

    # What bonus tiles are worth.

    def tile_worth(self, tile: int) -> float:
        """Return what a bonus tile is worth to me."""
        later = min(1.0, self.turns_left / 6)
        if tile in GAINS:
            francs, points = GAINS[tile]
            return points + francs * max(self.franc, 0.02)
        if tile in PER_BUILDING:
            value, points = PER_BUILDING[tile]
            return points * (self.owned(value) + 0.8 * later)
        if tile == 29:
            landmarks = sum(place[0] == "landmark" for place in self.keys[self.me])
            return 8.0 * (landmarks + 1.2 * later)
        if tile == 30:
            return self.types_worth(later)
        if tile == 20:
            return (self.count - 1) * (len(self.bonus) + 1.5 * later)
        if tile == 27:
            return 4.0 * later + 0.5 * self.francs
        return TILE_WORTHS[tile] * later

    def owned(self, value: int) -> int:
        return sum(
            place[0] == "building" and place[1] % 10 == value for place in self.keys[self.me]
        )

    def types_worth(self, later: float) -> float:
        kinds = {self.types.get(place, 0) for place in self.keys[self.me] if place in self.values}
        return (0, 0, 0, 0, 10, 15, 20, 25)[min(7, len(kinds) + round(later))]

    def best_ahead(self) -> float:
        """Return the best a meeple's advance can bring."""
        if self._best_ahead is None:
            worths = [
                self.tile_worth(tile) - self.hurry * (space - self.meeple)
                for space, tile in self.track.items()
                if space > self.meeple and tile not in self.bonus
            ]
            self._best_ahead = max([0.0, *worths])
        return self._best_ahead

    def best_tile(self, number: int) -> float:
        """Return the best tile that tile 17 or 25 could take."""
        near = range(self.meeple - 5, self.meeple) if number == 25 else range(1, 31)
        worths = [
            self.tile_worth(tile)
            for space, tile in self.track.items()
            if space in near and tile not in self.bonus
        ]
        return max([0.0, *worths])
