import { LumiereGround, type LumiereAction, type LumiereRules, type LumiereView } from "../build/lutetia/v1/lumiere.js";
import type {
  MoscowParisAction,
  MoscowParisLine,
  MoscowParisRules,
  MoscowParisView,
} from "../build/lutetia/v1/moscow_paris.js";
import {
  ParisEffect,
  type ParisAction,
  type ParisDistrict,
  type ParisPlace,
  type ParisRules,
  type ParisView,
} from "../build/lutetia/v1/paris.js";
import type { Turn } from "../build/lutetia/v1/play.js";
import type { Match } from "./session.js";

/** Returns the index of the action that looks best; of equal ones the first. */
export function choose(match: Match, turn: Turn): number {
  const { position } = turn;
  const { rules } = match.start;
  if (position?.$case === "moscowParis" && rules?.$case === "moscowParisRules") {
    const { view, actions } = position.value;
    return best(actions, (action) => judgeMoscowParis(rules.value, view!, action));
  }
  if (position?.$case === "paris" && rules?.$case === "parisRules") {
    const { view, actions } = position.value;
    return best(actions, (action) => judgeParis(rules.value, view!, action));
  }
  if (position?.$case === "lumiere" && rules?.$case === "lumiereRules") {
    const { view, actions } = position.value;
    return best(actions, (action) => judgeLumiere(rules.value, view!, action));
  }
  return Math.floor(turn.actionCount / 2); // a game this bot knows nothing about: any action will do
}

function best<Action>(actions: Action[], judge: (action: Action) => number): number {
  const worths = actions.map(judge);
  return worths.indexOf(Math.max(...worths));
}

/** Claims the dearest city; until then brings lines nearer to what lies in front of me. */
function judgeMoscowParis(rules: MoscowParisRules, view: MoscowParisView, { action }: MoscowParisAction): number {
  const points = new Map(rules.cities.map((city) => [city.name, city.points + 1]));
  const { front } = view.players[view.seat!];
  switch (action?.$case) {
    case "claim":
      return points.get(view.lines[action.value.row].city)!;
    case "couple": {
      const line = view.lines[action.value.row];
      const gain = near([...wagons(line), action.value.wagon], front) - near(wagons(line), front);
      return points.get(line.city)! * gain;
    }
    case "front": {
      const more = [...front, action.value.wagon];
      const gain = (line: MoscowParisLine) => near(wagons(line), more) - near(wagons(line), front);
      return view.lines.reduce((sum, line) => sum + points.get(line.city)! * gain(line), 0);
    }
    case "noEffect":
      return 0.1;
    case "back":
      return -1;
    default:
      return 0;
  }
}

const wagons = (line: MoscowParisLine) => [...line.left, ...line.right];

/** How near a line is to being claimed: each kind of wagon that I have not in front halves it. */
function near(wagons: string[], front: string[]): number {
  const missing = [...new Set(wagons)].filter((wagon) => !front.includes(wagon));
  return wagons.length > 0 ? 0.5 ** missing.length : 0.1;
}

/** Collects francs, steps up to what is worth more, and puts VP tiles where I lead. */
function judgeParis(rules: ParisRules, view: ParisView, { action }: ParisAction): number {
  switch (action?.$case) {
    case "placeKey": {
      const place = action.value.place?.place;
      const bank = rules.banks.find(({ district }) => place?.$case === "bank" && place.value === district);
      return bank?.francs ?? 2; // 2: the Arc
    }
    case "moveKey":
      return 0.5 * view.players[view.seat!].francs - value(rules, action.value.origin!);
    case "moveTo":
      return value(rules, action.value.target!);
    case "putLandmark":
    case "putVpTile":
      return lead(rules, view, action.value.district);
    case "chooseVpTile":
      return 10 - action.value.tile;
    case "advance":
      return 100 - action.value.space;
    case "useBonusTile": {
      const lastTurn = view.lastTurns > 0 && view.lastTurns <= view.players.length;
      const tile = rules.bonusTiles.find(({ tile }) => tile === action.value.tile);
      return lastTurn || tile?.effect === ParisEffect.PARIS_EFFECT_GAIN ? 50 : -1;
    }
    case "useEndTile":
    case "spendPrestige":
    case "returnPair":
      return 50;
    case "takeEndTile":
      return 2;
    case "buy":
    case "sell":
      return -1;
    default:
      return 0;
  }
}

/** Returns the value of a building or landmark; 0 for banks and the Arc. */
function value(rules: ParisRules, { place }: ParisPlace): number {
  if (place?.$case === "building") return place.value.value;
  if (place?.$case !== "landmark") return 0;
  return rules.landmarks.find(({ landmark }) => landmark === place.value)?.value ?? 0;
}

/** Returns by how much my value in a district exceeds that of the best of the others. */
function lead(rules: ParisRules, view: ParisView, district: ParisDistrict): number {
  const isHere = ({ place }: ParisPlace) =>
    place?.$case === "building"
      ? place.value.district === district
      : place?.$case === "landmark" &&
        view.city!.landmarks.some((each) => each.landmark === place.value && each.district === district);
  const sums = view.players.map(({ keys }) =>
    keys.filter(isHere).reduce((sum, key) => sum + value(rules, key), 0),
  );
  const [mine] = sums.splice(view.seat!, 1);
  return mine - Math.max(...sums);
}

/** Takes five large buildings, and builds them beside lamps. */
function judgeLumiere(rules: LumiereRules, view: LumiereView, { action }: LumiereAction): number {
  switch (action?.$case) {
    case "take": {
      const shape = rules.shapes.find(({ piece }) => piece === action.value.piece)!;
      return view.players[view.seat!].reserve.length < 5 ? shape.cells.length : -1;
    }
    case "build":
      return 3 + light(view, action.value.cells);
    case "levitate":
    case "lay":
      return light(view, action.value.cells);
    case "extend":
    case "stand":
    case "erect":
      return 2;
    case "declineEffect":
      return -1;
    default:
      return 0;
  }
}

/** Returns the size of a piece times one more than the lamps beside it. */
function light(view: LumiereView, cells: number[]): number {
  const lamps = new Set<number>();
  for (const cell of cells) {
    const beside = [cell - 8, cell + 8];
    if (cell % 8 > 0) beside.push(cell - 1);
    if (cell % 8 < 7) beside.push(cell + 1);
    for (const other of beside) {
      if (view.ground[other] === LumiereGround.LUMIERE_GROUND_LAMP) lamps.add(other);
    }
  }
  return cells.length * (1 + lamps.size);
}
