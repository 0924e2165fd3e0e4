"""A greedy player of La Cité de la Lumière: it does what seems to bring most points now.

While paving, it takes a few large buildings. Then it wants its own cells beside each other and
beside lamps, and the rival's cells apart. While building, it counts what an action adds to light
and quarters, what room it costs its own buildings that are still to come, and what room it takes
from the rival.

A set of cells is a whole number with a bit for each: cell 0 is the lowest. The functions on such
sets at the end are also in the engine, but a bot knows the wire and nothing else.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from random import Random
from typing import Any

from arbiter.client import LumiereTurn
from lutetia.v1 import lumiere_pb2 as pb
from sample_bots.greedy.choice import best_of

WANTED = 5
"""How many buildings to take: about four of them find a place."""
FADING = 0.1
"""The share of a figure's points that each building to come is likely to cost it."""
HELP = 9.0
"""What a kept postcard is worth that may find a place for a building without one."""
DECLINED = -1.0
"""What activating a postcard without its effect is worth: there is mostly something better."""

COLOURS = (pb.LUMIERE_GROUND_FIRST, pb.LUMIERE_GROUND_SECOND)
"""The ground of each seat."""
CLOCKWISE = (0, 1, 9, 8)
"""The cells of a square from its first one, in the order of a tile's cells."""
ALL = (1 << 64) - 1
WEST = sum(1 << cell for cell in range(0, 64, 8))
NOT_WEST, NOT_EAST = ALL ^ WEST, ALL ^ WEST << 7


def choose(turn: LumiereTurn) -> int:
    """Return the index of the action that looks best; among equals by chance."""
    return best_action(turn.match.rules, turn.view, turn.actions, turn.match.rng)


def best_action(
    rules: pb.LumiereRules,
    view: pb.LumiereView,
    actions: Sequence[pb.LumiereAction],
    rng: Random,
) -> int:
    """Choose by what a turn tells, and chance."""
    return best_of(weigh(rules, view, actions), rng)


def weigh(
    rules: pb.LumiereRules, view: pb.LumiereView, actions: Sequence[pb.LumiereAction]
) -> list[float]:
    """Return about how many points each action is worth."""
    player: Paver | Builder
    if view.step == pb.LUMIERE_STEP_PAVING:
        player = Paver(rules, view)
    else:
        player = Builder(rules, view, actions)
    return [player.points(action) for action in actions]


class Player:
    """What both steps need: the ground as sets of cells, and the points of an action by kind."""

    def __init__(self, rules: pb.LumiereRules, view: pb.LumiereView) -> None:
        cells: dict[int, int] = dict.fromkeys(pb.LumiereGround.values(), 0)
        for cell, ground in enumerate(view.ground):
            cells[ground] |= 1 << cell
        self.rules = rules
        self.seat = view.seat
        self.own, self.rival = cells[COLOURS[view.seat]], cells[COLOURS[1 - view.seat]]
        self.shared = cells[pb.LUMIERE_GROUND_SHARED]
        self.printed_lamps = cells[pb.LUMIERE_GROUND_LAMP]
        self.reserve = view.players[view.seat].reserve
        self.kinds: dict[str, Callable[[Any], float]] = {}

    def points(self, action: pb.LumiereAction) -> float:
        """Return about how many points an action is worth."""
        kind = action.WhichOneof("action") or ""
        return self.kinds[kind](getattr(action, kind))


class Paver(Player):
    """The first step: placing tiles and taking buildings."""

    def __init__(self, rules: pb.LumiereRules, view: pb.LumiereView) -> None:
        super().__init__(rules, view)
        self.tile = list(rules.tiles[view.seat].tiles[view.tile].cells)
        self.sizes = {shape.piece: len(shape.cells) for shape in rules.shapes}
        self.kinds = {
            "pave": self.pave,
            "take": self.take,
            "decline_building": lambda _: 0.0,
        }

    def pave(self, pave: pb.LumierePave) -> float:
        """Own cells beside own and shared ones and lamps; the rival's apart from them."""
        corner = 16 * (pave.square // 4) + 2 * (pave.square % 4)
        tile: dict[int, int] = dict.fromkeys(pb.LumiereFace.values(), 0)
        for index, offset in enumerate(CLOCKWISE):
            tile[self.tile[(index - pave.rotation) % 4]] |= 1 << corner + offset
        own = self.own | tile[pb.LUMIERE_FACE_OWN]
        rival = self.rival | tile[pb.LUMIERE_FACE_RIVAL]
        shared = self.shared | tile[pb.LUMIERE_FACE_SHARED]
        lamps = self.printed_lamps | tile[pb.LUMIERE_FACE_LAMP]
        return promise(own, shared, lamps) - promise(rival, shared, lamps)

    def take(self, take: pb.LumiereTake) -> float:
        """The large ones first, before the rival has them, and no more than find a place."""
        return 100.0 + self.sizes[take.piece] if len(self.reserve) < WANTED else -100.0


class Builder(Player):
    """The second step: building and postcards."""

    def __init__(
        self,
        rules: pb.LumiereRules,
        view: pb.LumiereView,
        actions: Sequence[pb.LumiereAction],
    ) -> None:
        super().__init__(rules, view)
        self.buildings = {standing.piece: mask_of(standing.cells) for standing in view.buildings}
        self.mine = [
            self.buildings[standing.piece]
            for standing in view.buildings
            if standing.seat == self.seat
        ]
        figures = {figure.piece: mask_of(figure.cells) for figure in view.figures}
        self.built = sum(self.buildings.values())
        self.taken = self.built | sum(figures.values())
        self.lamps = self.printed_lamps & ~self.built | figures.get(pb.LUMIERE_PIECE_LAMP, 0)
        self.lit = beside(self.lamps)
        self.quarters = groups(sum(self.mine))
        self.largest_quarter = max((group.bit_count() for group in self.quarters), default=0)
        self.rival_reserve = len(view.players[1 - self.seat].reserve)
        self.lasting = max(0.2, 1.0 - FADING * (len(self.reserve) + self.rival_reserve))
        self.points_of_places: dict[int, float] = {}
        self.best_places = self._best_places(actions)
        self.homeless = sum(piece not in self.best_places for piece in self.reserve)
        self.kinds = {
            "build": lambda build: self.building(mask_of(build.cells)),
            "levitate": self.levitate,
            "lay": self.lay,
            "extend": self.extend,
            "stand": self.stand,
            "erect": self.erect,
            "keep": self.keep,
            "decline_effect": lambda _: DECLINED,
        }

    def _best_places(self, actions: Sequence[pb.LumiereAction]) -> dict[int, float]:
        """Return what each building of the reserve brings where it fits best."""
        best: dict[int, float] = {}
        for action in actions:
            if not action.HasField("build"):
                break  # builds come first
            points = self.building(mask_of(action.build.cells))
            best[action.build.piece] = max(points, best.get(action.build.piece, points))
        return best

    def levitate(self, levitate: pb.LumiereLevitate) -> float:
        """What the new building brings, less what the old one would have."""
        old = self.best_places.get(levitate.give, 0.0)
        return self.building(mask_of(levitate.cells)) - max(0.0, old)

    def lay(self, lay: pb.LumiereLay) -> float:
        """The garden like a building, the fountain by the own buildings beside it."""
        mask = mask_of(lay.cells)
        if lay.piece == pb.LUMIERE_PIECE_GARDEN:
            return self.building(mask) - self.rules.unplaced
        edge = beside(mask)
        touching = sum(bool(edge & building) for building in self.mine)
        return self.rules.fountain * touching - self.room(mask)

    def extend(self, extend: pb.LumiereExtend) -> float:
        """One cell more for a building, with the lamps beside that cell."""
        mask, cell = self.buildings[extend.piece], 1 << extend.cell
        return self.light(mask | cell) - self.light(mask) + self.growth(cell) - self.room(cell)

    def stand(self, stand: pb.LumiereStand) -> float:
        """Lamps or free cells around a figure; the light of a new lamp."""
        cell = 1 << stand.cell
        if stand.piece == pb.LUMIERE_PIECE_BIG_LAMP:
            return self.shine(self.rays(stand.cell)) - self.shine(beside(cell))
        if stand.piece == pb.LUMIERE_PIECE_LAMP:
            return self.shine(beside(cell)) - self.room(cell)
        if stand.piece == pb.LUMIERE_PIECE_PAINTER:
            seen = area(cell, ALL & ~self.built) & self.lamps
            points = self.rules.painter * seen.bit_count()
        else:  # the dancer
            around = area(cell, ALL & ~self.taken & ~self.printed_lamps)
            points = self.rules.dancer * around.bit_count()
        return self.lasting * points - self.room(cell)

    def erect(self, erect: pb.LumiereErect) -> float:
        """Free cells around the statue."""
        cell, free = 1 << erect.cell, ALL & ~self.taken
        sides, corners = (beside(cell) & free).bit_count(), (diagonal(cell) & free).bit_count()
        points = self.rules.statue_side * sides + self.rules.statue_corner * corners
        return self.lasting * points - self.room(cell)

    def keep(self, keep: pb.LumiereKeep) -> float:
        """No loss for buildings without a place, or perhaps a place for one of them."""
        if keep.postcard == pb.LUMIERE_POSTCARD_SACRE_COEUR:
            return self.rules.unplaced * self.homeless
        return HELP if self.homeless else 0.0

    def building(self, mask: int) -> float:
        """What a building brings: light, quarter, no loss, less room for the rival."""
        points = self.points_of_places.get(mask)
        if points is None:  # Levitation asks for the same cells many times
            points = float(self.light(mask) + self.growth(mask) + self.rules.unplaced)
            if covered := mask & self.lamps:
                points -= self.shine(beside(covered))
            if self.rival_reserve:
                shared = mask & self.shared
                points += 0.5 * (shared.bit_count() + (shared & self.lit).bit_count())
            self.points_of_places[mask] = points
        return points

    def light(self, mask: int) -> int:
        """Size times lamps."""
        return mask.bit_count() * (beside(mask) & self.lamps & ~mask).bit_count()

    def growth(self, mask: int) -> int:
        """By how much the largest quarter grows."""
        edge = beside(mask)
        joined = sum(group.bit_count() for group in self.quarters if group & edge)
        return max(0, mask.bit_count() + joined - self.largest_quarter)

    def room(self, mask: int) -> float:
        """What cells are worth to one's own buildings that are still to come."""
        if not self.best_places:
            return 0.0
        return 0.5 * mask.bit_count() + (mask & self.lit).bit_count()

    def shine(self, lit: int) -> float:
        """What light on some cells is worth: to buildings, and a little to free cells."""
        free = lit & ~self.taken
        chances = (free & self.own).bit_count() - (free & self.rival).bit_count()
        everybody = sum(mask.bit_count() for mask in self.buildings.values() if mask & lit)
        own = sum(mask.bit_count() for mask in self.mine if mask & lit)
        return 2 * own - everybody + 0.7 * chances

    def rays(self, lamp: int) -> int:
        """Return the cells the big lamp would light."""
        lit = 0
        for ray in self.rules.rays:
            for offset in ray.offsets:
                row, column = lamp // 8 + offset.rows, lamp % 8 + offset.columns
                if 0 <= row < 8 and 0 <= column < 8:
                    lit |= 1 << 8 * row + column
                    if self.built >> 8 * row + column & 1:
                        break
        return lit


def promise(own: int, shared: int, lamps: int) -> float:
    """What ground promises: own cells beside each other, beside shared ones and beside lamps."""
    return 0.5 * sides(own, own | shared) + sides(lamps, own | shared)


def sides(some: int, others: int) -> int:
    """Count the sides at which a cell of one set meets a cell of another."""
    return (
        ((some & NOT_EAST) << 1 & others).bit_count()
        + ((some & NOT_WEST) >> 1 & others).bit_count()
        + (some << 8 & others).bit_count()
        + (some >> 8 & others).bit_count()
    )


def mask_of(cells: Iterable[int]) -> int:
    """Return the set of some cells."""
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


@lru_cache(maxsize=20_000)
def beside(mask: int) -> int:
    """Return the cells orthogonally next to some cells."""
    across = (mask & NOT_EAST) << 1 | (mask & NOT_WEST) >> 1
    return across | mask << 8 & ALL | mask >> 8


def diagonal(mask: int) -> int:
    """Return the cells diagonally next to some cells."""
    across = (mask & NOT_EAST) << 1 | (mask & NOT_WEST) >> 1
    return across << 8 & ALL | across >> 8


def area(start: int, passable: int) -> int:
    """Return the cells reached by orthogonal steps over passable ones."""
    reached = edge = start
    while edge:
        edge = beside(edge) & passable & ~reached
        reached |= edge
    return reached


def groups(mask: int) -> list[int]:
    """Return the connected groups of some cells."""
    connected = []
    while mask:
        group = area(mask & -mask, mask)
        connected.append(group)
        mask ^= group
    return connected
