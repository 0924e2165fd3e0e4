package bot;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import lutetia.v1.LumiereAction;
import lutetia.v1.LumiereGround;
import lutetia.v1.LumiereRules;
import lutetia.v1.LumiereView;
import lutetia.v1.MoscowParisAction;
import lutetia.v1.MoscowParisLine;
import lutetia.v1.MoscowParisRules;
import lutetia.v1.MoscowParisView;
import lutetia.v1.ParisAction;
import lutetia.v1.ParisDistrict;
import lutetia.v1.ParisEffect;
import lutetia.v1.ParisPlace;
import lutetia.v1.ParisRules;
import lutetia.v1.ParisView;
import lutetia.v1.Turn;

/** What the bot does: choose is yours to improve. */
final class Choice {
  private Choice() {}

  /** Returns the index of the action that looks best; of equal ones the first. */
  static int choose(Session.Match match, Turn turn) {
    switch (turn.getPositionCase()) {
      case MOSCOW_PARIS -> {
        var rules = match.start.getMoscowParisRules();
        var view = turn.getMoscowParis().getView();
        var actions = turn.getMoscowParis().getActionsList();
        return best(actions, action -> judgeMoscowParis(rules, view, action));
      }
      case PARIS -> {
        var rules = match.start.getParisRules();
        var view = turn.getParis().getView();
        var actions = turn.getParis().getActionsList();
        return best(actions, action -> judgeParis(rules, view, action));
      }
      case LUMIERE -> {
        var rules = match.start.getLumiereRules();
        var view = turn.getLumiere().getView();
        var actions = turn.getLumiere().getActionsList();
        return best(actions, action -> judgeLumiere(rules, view, action));
      }
      default -> {
        return turn.getActionCount() / 2; // a game this bot knows nothing about: any action will do
      }
    }
  }

  private static <A> int best(List<A> actions, ToDoubleFunction<A> judge) {
    int index = 0;
    double most = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < actions.size(); i++) {
      double worth = judge.applyAsDouble(actions.get(i));
      if (worth > most) {
        index = i;
        most = worth;
      }
    }
    return index;
  }

  /** Claims the dearest city; until then brings lines nearer to what lies in front of me. */
  private static double judgeMoscowParis(
      MoscowParisRules rules, MoscowParisView view, MoscowParisAction action) {
    Set<String> front = new HashSet<>(view.getPlayers(view.getSeat()).getFrontList());
    switch (action.getActionCase()) {
      case CLAIM -> {
        return points(rules, view.getLines(action.getClaim().getRow()));
      }
      case COUPLE -> {
        MoscowParisLine line = view.getLines(action.getCouple().getRow());
        Set<String> longer = wagons(line);
        longer.add(action.getCouple().getWagon());
        return points(rules, line) * (near(longer, front) - near(wagons(line), front));
      }
      case FRONT -> {
        Set<String> more = new HashSet<>(front);
        more.add(action.getFront().getWagon());
        double worth = 0;
        for (MoscowParisLine line : view.getLinesList()) {
          worth += points(rules, line) * (near(wagons(line), more) - near(wagons(line), front));
        }
        return worth;
      }
      case NO_EFFECT -> {
        return 0.1;
      }
      case BACK -> {
        return -1;
      }
      default -> {
        return 0;
      }
    }
  }

  private static double points(MoscowParisRules rules, MoscowParisLine line) {
    var named = rules.getCitiesList().stream().filter(city -> city.getName().equals(line.getCity()));
    return 1 + named.findFirst().orElseThrow().getPoints();
  }

  private static Set<String> wagons(MoscowParisLine line) {
    Set<String> wagons = new HashSet<>(line.getLeftList());
    wagons.addAll(line.getRightList());
    return wagons;
  }

  /** How near a line is to being claimed: each wagon that I have not in front halves it. */
  private static double near(Set<String> wagons, Set<String> front) {
    if (wagons.isEmpty()) return 0.1;
    long missing = wagons.stream().filter(wagon -> !front.contains(wagon)).count();
    return Math.pow(0.5, missing);
  }

  /** Collects francs, steps up to what is worth more, and puts VP tiles where I lead. */
  private static double judgeParis(ParisRules rules, ParisView view, ParisAction action) {
    return switch (action.getActionCase()) {
      case PLACE_KEY -> {
        ParisPlace place = action.getPlaceKey().getPlace();
        var banks = rules.getBanksList().stream();
        var bank = banks.filter(each -> place.hasBank() && each.getDistrict() == place.getBank());
        yield bank.findFirst().map(each -> (double) each.getFrancs()).orElse(2.0); // 2: the Arc
      }
      case MOVE_KEY -> 0.5 * view.getPlayers(view.getSeat()).getFrancs()
          - value(rules, action.getMoveKey().getOrigin());
      case MOVE_TO -> value(rules, action.getMoveTo().getTarget());
      case PUT_LANDMARK -> lead(rules, view, action.getPutLandmark().getDistrict());
      case PUT_VP_TILE -> lead(rules, view, action.getPutVpTile().getDistrict());
      case CHOOSE_VP_TILE -> 10 - action.getChooseVpTile().getTile();
      case ADVANCE -> 100 - action.getAdvance().getSpace();
      case USE_BONUS_TILE -> {
        boolean lastTurn = view.getLastTurns() > 0 && view.getLastTurns() <= view.getPlayersCount();
        int used = action.getUseBonusTile().getTile();
        boolean gain = rules.getBonusTilesList().stream().anyMatch(
            tile -> tile.getTile() == used && tile.getEffect() == ParisEffect.PARIS_EFFECT_GAIN);
        yield gain || lastTurn ? 50 : -1;
      }
      case USE_END_TILE, SPEND_PRESTIGE, RETURN_PAIR -> 50;
      case TAKE_END_TILE -> 2;
      case BUY, SELL -> -1;
      default -> 0;
    };
  }

  /** Returns the value of a building or landmark; 0 for banks and the Arc. */
  private static double value(ParisRules rules, ParisPlace place) {
    if (place.hasBuilding()) return place.getBuilding().getValue();
    var landmarks = rules.getLandmarksList().stream();
    return landmarks
        .filter(each -> place.hasLandmark() && each.getLandmark() == place.getLandmark())
        .mapToInt(each -> each.getValue())
        .findFirst()
        .orElse(0);
  }

  /** Returns by how much my value in a district exceeds that of the best of the others. */
  private static double lead(ParisRules rules, ParisView view, ParisDistrict district) {
    double mine = 0;
    double others = 0;
    for (int seat = 0; seat < view.getPlayersCount(); seat++) {
      var keys = view.getPlayers(seat).getKeysList().stream();
      var here = keys.filter(key -> isHere(view, key, district));
      double sum = here.mapToDouble(key -> value(rules, key)).sum();
      if (seat == view.getSeat()) {
        mine = sum;
      } else {
        others = Math.max(others, sum);
      }
    }
    return mine - others;
  }

  private static boolean isHere(ParisView view, ParisPlace key, ParisDistrict district) {
    if (key.hasBuilding()) return key.getBuilding().getDistrict() == district;
    return key.hasLandmark() && view.getCity().getLandmarksList().stream().anyMatch(
        each -> each.getLandmark() == key.getLandmark() && each.getDistrict() == district);
  }

  /** Takes five large buildings, and builds them beside lamps. */
  private static double judgeLumiere(LumiereRules rules, LumiereView view, LumiereAction action) {
    return switch (action.getActionCase()) {
      case TAKE -> {
        if (view.getPlayers(view.getSeat()).getReserveCount() >= 5) yield -1;
        var taken = action.getTake().getPiece();
        var shapes = rules.getShapesList().stream().filter(shape -> shape.getPiece() == taken);
        yield shapes.findFirst().orElseThrow().getCellsCount();
      }
      case BUILD -> 3 + light(view, action.getBuild().getCellsList());
      case LEVITATE -> light(view, action.getLevitate().getCellsList());
      case LAY -> light(view, action.getLay().getCellsList());
      case EXTEND, STAND, ERECT -> 2;
      case DECLINE_EFFECT -> -1;
      default -> 0;
    };
  }

  /** Returns the size of a piece times one more than the lamps beside it. */
  private static double light(LumiereView view, List<Integer> cells) {
    Set<Integer> lamps = new HashSet<>();
    for (int cell : cells) {
      for (int[] step : new int[][] {{-1, 0}, {1, 0}, {0, -1}, {0, 1}}) {
        int row = cell / 8 + step[0];
        int column = cell % 8 + step[1];
        boolean isInside = row >= 0 && row < 8 && column >= 0 && column < 8;
        if (isInside && view.getGround(8 * row + column) == LumiereGround.LUMIERE_GROUND_LAMP) {
          lamps.add(8 * row + column);
        }
      }
    }
    return cells.size() * (1.0 + lamps.size());
  }
}
