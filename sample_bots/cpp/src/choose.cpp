#include "choose.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>

using namespace lutetia::v1;

namespace {

using Wagons = std::set<std::string>;

template <typename Actions, typename Judge>
int best(const Actions& actions, Judge judge) {
  int index = 0;
  double most = -std::numeric_limits<double>::infinity();
  for (int i = 0; i < actions.size(); ++i) {
    if (const double worth = judge(actions[i]); worth > most) {
      index = i;
      most = worth;
    }
  }
  return index;
}

Wagons wagons_of(const MoscowParisLine& line) {
  Wagons wagons(line.left().begin(), line.left().end());
  wagons.insert(line.right().begin(), line.right().end());
  return wagons;
}

// How near a line is to being claimed: each wagon that I have not in front halves it.
double near(const Wagons& wagons, const Wagons& front) {
  if (wagons.empty()) return 0.1;
  const auto missing = std::count_if(wagons.begin(), wagons.end(),
                                     [&](const auto& wagon) { return !front.contains(wagon); });
  return std::pow(0.5, missing);
}

// Claims the dearest city; until then brings lines nearer to what lies in front of me.
double judge(const MoscowParisRules& rules, const MoscowParisView& view,
             const MoscowParisAction& action) {
  const auto points = [&](const MoscowParisLine& line) {
    for (const auto& city : rules.cities()) {
      if (city.name() == line.city()) return city.points() + 1.0;
    }
    return 0.0;
  };
  const auto& mine = view.players(view.seat()).front();
  const Wagons front(mine.begin(), mine.end());
  switch (action.action_case()) {
    case MoscowParisAction::kClaim:
      return points(view.lines(action.claim().row()));
    case MoscowParisAction::kCouple: {
      const auto& line = view.lines(action.couple().row());
      Wagons longer = wagons_of(line);
      longer.insert(action.couple().wagon());
      return points(line) * (near(longer, front) - near(wagons_of(line), front));
    }
    case MoscowParisAction::kFront: {
      Wagons more = front;
      more.insert(action.front().wagon());
      double worth = 0;
      for (const auto& line : view.lines()) {
        worth += points(line) * (near(wagons_of(line), more) - near(wagons_of(line), front));
      }
      return worth;
    }
    case MoscowParisAction::kNoEffect:
      return 0.1;
    case MoscowParisAction::kBack:
      return -1;
    default:
      return 0;
  }
}

// Returns the value of a building or landmark; 0 for banks and the Arc.
double value(const ParisRules& rules, const ParisPlace& place) {
  if (place.has_building()) return place.building().value();
  for (const auto& landmark : rules.landmarks()) {
    if (place.has_landmark() && landmark.landmark() == place.landmark()) return landmark.value();
  }
  return 0;
}

// Returns by how much my value in a district exceeds that of the best of the others.
double lead(const ParisRules& rules, const ParisView& view, ParisDistrict district) {
  const auto is_here = [&](const ParisPlace& key) {
    if (key.has_building()) return key.building().district() == district;
    const auto& landmarks = view.city().landmarks();
    return key.has_landmark() &&
           std::any_of(landmarks.begin(), landmarks.end(), [&](const auto& standing) {
             return standing.landmark() == key.landmark() && standing.district() == district;
           });
  };
  double mine = 0, others = 0;
  for (int seat = 0; seat < view.players_size(); ++seat) {
    double sum = 0;
    for (const auto& key : view.players(seat).keys()) {
      if (is_here(key)) sum += value(rules, key);
    }
    if (seat == static_cast<int>(view.seat())) {
      mine = sum;
    } else {
      others = std::max(others, sum);
    }
  }
  return mine - others;
}

// Collects francs, steps up to what is worth more, and puts VP tiles where I lead.
double judge(const ParisRules& rules, const ParisView& view, const ParisAction& action) {
  switch (action.action_case()) {
    case ParisAction::kPlaceKey:
      for (const auto& bank : rules.banks()) {
        if (bank.district() == action.place_key().place().bank()) return bank.francs();
      }
      return 2;  // the Arc
    case ParisAction::kMoveKey:
      return 0.5 * view.players(view.seat()).francs() - value(rules, action.move_key().origin());
    case ParisAction::kMoveTo:
      return value(rules, action.move_to().target());
    case ParisAction::kPutLandmark:
      return lead(rules, view, action.put_landmark().district());
    case ParisAction::kPutVpTile:
      return lead(rules, view, action.put_vp_tile().district());
    case ParisAction::kChooseVpTile:
      return 10.0 - action.choose_vp_tile().tile();
    case ParisAction::kAdvance:
      return 100.0 - action.advance().space();
    case ParisAction::kUseBonusTile: {
      const int last_turns = view.last_turns();
      if (last_turns > 0 && last_turns <= view.players_size()) return 50;  // now or never
      const auto& tiles = rules.bonus_tiles();
      const bool gain = std::any_of(tiles.begin(), tiles.end(), [&](const auto& tile) {
        return tile.tile() == action.use_bonus_tile().tile() && tile.effect() == PARIS_EFFECT_GAIN;
      });
      return gain ? 50 : -1;
    }
    case ParisAction::kUseEndTile:
    case ParisAction::kSpendPrestige:
    case ParisAction::kReturnPair:
      return 50;
    case ParisAction::kTakeEndTile:
      return 2;
    case ParisAction::kBuy:
    case ParisAction::kSell:
      return -1;
    default:
      return 0;
  }
}

// Returns the size of a piece times one more than the lamps beside it.
template <typename Cells>
double light(const LumiereView& view, const Cells& cells) {
  std::set<int> lamps;
  for (const int cell : cells) {
    for (const auto [row, column] : {std::pair{-1, 0}, {1, 0}, {0, -1}, {0, 1}}) {
      const int r = cell / 8 + row, c = cell % 8 + column;
      if (r >= 0 && r < 8 && c >= 0 && c < 8 && view.ground(8 * r + c) == LUMIERE_GROUND_LAMP) {
        lamps.insert(8 * r + c);
      }
    }
  }
  return cells.size() * (1.0 + lamps.size());
}

// Takes five large buildings, and builds them beside lamps.
double judge(const LumiereRules& rules, const LumiereView& view, const LumiereAction& action) {
  switch (action.action_case()) {
    case LumiereAction::kTake:
      for (const auto& shape : rules.shapes()) {
        if (shape.piece() == action.take().piece() && view.players(view.seat()).reserve_size() < 5) {
          return shape.cells_size();
        }
      }
      return -1;
    case LumiereAction::kBuild:
      return 3 + light(view, action.build().cells());
    case LumiereAction::kLevitate:
      return light(view, action.levitate().cells());
    case LumiereAction::kLay:
      return light(view, action.lay().cells());
    case LumiereAction::kExtend:
    case LumiereAction::kStand:
    case LumiereAction::kErect:
      return 2;
    case LumiereAction::kDeclineEffect:
      return -1;
    default:
      return 0;
  }
}

template <typename Rules, typename Position>
int best_action(const Rules& rules, const Position& position) {
  return best(position.actions(),
              [&](const auto& action) { return judge(rules, position.view(), action); });
}

}  // namespace

int choose(Match& match, const Turn& turn) {
  switch (turn.position_case()) {
    case Turn::kMoscowParis:
      return best_action(match.start.moscow_paris_rules(), turn.moscow_paris());
    case Turn::kParis:
      return best_action(match.start.paris_rules(), turn.paris());
    case Turn::kLumiere:
      return best_action(match.start.lumiere_rules(), turn.lumiere());
    default:
      return turn.action_count() / 2;  // a game this bot knows nothing about: any action will do
  }
}
