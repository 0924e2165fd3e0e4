"""A bot for every game. `choose` and the judges below are yours to improve."""

from collections.abc import Callable, Sequence
from typing import Any

from arbiter.client import LumiereTurn, MoscowParisTurn, ParisTurn, Turn, run
from lutetia.v1.lumiere_pb2 import LUMIERE_GROUND_LAMP, LumiereAction
from lutetia.v1.moscow_paris_pb2 import MoscowParisAction
from lutetia.v1.paris_pb2 import PARIS_EFFECT_GAIN, ParisAction, ParisPlace, ParisRules


def choose(turn: Turn) -> int:
    """Return the index of the action that looks best; of equal ones the first."""
    judge = JUDGES.get(turn.match.game)
    if judge is None:  # a game this bot knows nothing about: any action will do
        return turn.action_count // 2
    worths = [judge(turn, action) for action in turn.actions]
    return worths.index(max(worths))


def judge_moscow_paris(turn: MoscowParisTurn, action: MoscowParisAction) -> float:
    """Claim the dearest city; until then, bring lines nearer to what lies in front of me."""
    view = turn.view
    front = set(view.players[view.seat].front)
    points = {city.name: city.points + 1 for city in turn.match.rules.cities}
    wagons = [{*line.left, *line.right} for line in view.lines]
    match action.WhichOneof("action"):
        case "claim":
            return float(points[view.lines[action.claim.row].city])
        case "couple":
            row = action.couple.row
            gain = near(wagons[row] | {action.couple.wagon}, front) - near(wagons[row], front)
            return float(points[view.lines[row].city] * gain)
        case "front":
            more = front | {action.front.wagon}
            gains = [near(line, more) - near(line, front) for line in wagons]
            worths = [
                points[line.city] * gain for line, gain in zip(view.lines, gains, strict=True)
            ]
            return float(sum(worths))
        case "no_effect":
            return 0.1
        case "back":
            return -1.0
    return 0.0


def near(wagons: set[str], front: set[str]) -> float:
    """How near a line is to being claimed: each wagon that I have not in front halves it."""
    return 0.5 ** len(wagons - front) if wagons else 0.1


def judge_paris(turn: ParisTurn, action: ParisAction) -> float:
    """Collect francs, step up to what is worth more, and put VP tiles where I lead."""
    view, rules = turn.view, turn.match.rules
    match action.WhichOneof("action"):
        case "place_key":
            banks = {bank.district: bank.francs for bank in rules.banks}
            return float(banks.get(action.place_key.place.bank, 2))  # 2: the Arc
        case "move_key":
            francs = view.players[view.seat].francs
            return float(0.5 * francs - value(rules, action.move_key.origin))
        case "move_to":
            return float(value(rules, action.move_to.target))
        case "put_landmark":
            return lead(turn, action.put_landmark.district)
        case "put_vp_tile":
            return lead(turn, action.put_vp_tile.district)
        case "choose_vp_tile":
            return 10.0 - action.choose_vp_tile.tile
        case "advance":
            return 100.0 - action.advance.space
        case "use_bonus_tile":
            tiles = {tile.tile: tile.effect for tile in rules.bonus_tiles}
            last_turn = 0 < view.last_turns <= len(view.players)
            gain = tiles[action.use_bonus_tile.tile] == PARIS_EFFECT_GAIN
            return 50.0 if gain or last_turn else -1.0
        case "use_end_tile" | "spend_prestige" | "return_pair":
            return 50.0
        case "take_end_tile":
            return 2.0
        case "buy" | "sell":
            return -1.0
    return 0.0


def value(rules: ParisRules, place: ParisPlace) -> int:
    """Return the value of a building or landmark; 0 for banks and the Arc."""
    landmarks = {landmark.landmark: landmark.value for landmark in rules.landmarks}
    return place.building.value or landmarks.get(place.landmark, 0)


def lead(turn: ParisTurn, district: int) -> float:
    """Return by how much my value in a district exceeds that of the best of the others."""
    view = turn.view
    homes = {landmark.landmark: landmark.district for landmark in view.city.landmarks}
    sums = []
    for player in view.players:
        keys = [key for key in player.keys if not key.HasField("bank")]
        here = [key for key in keys if district in (key.building.district, homes.get(key.landmark))]
        sums.append(sum(value(turn.match.rules, key) for key in here))
    mine = sums.pop(view.seat)
    return float(mine - max(sums))


def judge_lumiere(turn: LumiereTurn, action: LumiereAction) -> float:
    """Take five large buildings, and build them beside lamps."""
    match action.WhichOneof("action"):
        case "take":
            sizes = {shape.piece: len(shape.cells) for shape in turn.match.rules.shapes}
            enough = len(turn.view.players[turn.view.seat].reserve) >= 5
            return -1.0 if enough else float(sizes[action.take.piece])
        case "build":
            return 3.0 + light(turn, action.build.cells)
        case "levitate":
            return light(turn, action.levitate.cells)
        case "lay":
            return light(turn, action.lay.cells)
        case "extend" | "stand" | "erect":
            return 2.0
        case "decline_effect":
            return -1.0
    return 0.0


def light(turn: LumiereTurn, cells: Sequence[int]) -> float:
    """Return the size of a piece times one more than the lamps beside it."""
    beside = set()
    for cell in cells:
        beside |= {cell - 8, cell + 8}
        beside |= {cell - 1} if cell % 8 else set()
        beside |= {cell + 1} if cell % 8 < 7 else set()
    ground = turn.view.ground
    lamps = [c for c in beside if 0 <= c < 64 and ground[c] == LUMIERE_GROUND_LAMP]
    return float(len(cells) * (1 + len(lamps)))


JUDGES: dict[str, Callable[[Turn, Any], float]] = {
    "lumiere": judge_lumiere,
    "moscow_paris": judge_moscow_paris,
    "paris": judge_paris,
}

if __name__ == "__main__":
    run(choose, max_matches=1_000)  # as many as come; say 1 once it thinks for long
