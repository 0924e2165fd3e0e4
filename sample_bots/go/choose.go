package main

import (
	"math"

	pb "bot/build/lutetia/v1"
)

// choose returns the index of the action that looks best; of equal ones the first.
func choose(match *Match, turn *pb.Turn) int {
	switch position := turn.Position.(type) {
	case *pb.Turn_MoscowParis:
		rules, view := match.GetMoscowParisRules(), position.MoscowParis.View
		return best(position.MoscowParis.Actions, func(action *pb.MoscowParisAction) float64 {
			return judgeMoscowParis(rules, view, action)
		})
	case *pb.Turn_Paris:
		rules, view := match.GetParisRules(), position.Paris.View
		return best(position.Paris.Actions, func(action *pb.ParisAction) float64 {
			return judgeParis(rules, view, action)
		})
	case *pb.Turn_Lumiere:
		rules, view := match.GetLumiereRules(), position.Lumiere.View
		return best(position.Lumiere.Actions, func(action *pb.LumiereAction) float64 {
			return judgeLumiere(rules, view, action)
		})
	}
	return int(turn.ActionCount) / 2 // a game this bot knows nothing about: any action will do
}

func best[Action any](actions []Action, judge func(Action) float64) int {
	index, most := 0, math.Inf(-1)
	for i, action := range actions {
		if worth := judge(action); worth > most {
			index, most = i, worth
		}
	}
	return index
}

// judgeMoscowParis claims the dearest city; until then it brings lines nearer to what lies in front.
func judgeMoscowParis(
	rules *pb.MoscowParisRules, view *pb.MoscowParisView, action *pb.MoscowParisAction,
) float64 {
	points := map[string]float64{}
	for _, city := range rules.Cities {
		points[city.Name] = float64(city.Points) + 1
	}
	front := view.Players[view.GetSeat()].Front
	switch act := action.Action.(type) {
	case *pb.MoscowParisAction_Claim:
		return points[view.Lines[act.Claim.Row].City]
	case *pb.MoscowParisAction_Couple:
		line := view.Lines[act.Couple.Row]
		gain := near(wagons(line, act.Couple.Wagon), front) - near(wagons(line), front)
		return points[line.City] * gain
	case *pb.MoscowParisAction_Front:
		worth := 0.0
		for _, line := range view.Lines {
			gain := near(wagons(line), append(front, act.Front.Wagon)) - near(wagons(line), front)
			worth += points[line.City] * gain
		}
		return worth
	case *pb.MoscowParisAction_NoEffect:
		return 0.1
	case *pb.MoscowParisAction_Back:
		return -1
	}
	return 0
}

// wagons returns the kinds of wagons of a line, and some more.
func wagons(line *pb.MoscowParisLine, more ...string) map[string]bool {
	kinds := map[string]bool{}
	for _, side := range [][]string{line.Left, line.Right, more} {
		for _, wagon := range side {
			kinds[wagon] = true
		}
	}
	return kinds
}

// near tells how near a line is to being claimed: each wagon that I have not in front halves it.
func near(wagons map[string]bool, front []string) float64 {
	if len(wagons) == 0 {
		return 0.1
	}
	missing := len(wagons)
	for wagon := range wagons {
		for _, mine := range front {
			if wagon == mine {
				missing--
				break
			}
		}
	}
	return math.Pow(0.5, float64(missing))
}

// judgeParis collects francs, steps up to what is worth more, and puts VP tiles where it leads.
func judgeParis(rules *pb.ParisRules, view *pb.ParisView, action *pb.ParisAction) float64 {
	switch act := action.Action.(type) {
	case *pb.ParisAction_PlaceKey:
		for _, bank := range rules.Banks {
			if bank.District == act.PlaceKey.Place.GetBank() {
				return float64(bank.Francs)
			}
		}
		return 2 // the Arc
	case *pb.ParisAction_MoveKey:
		francs := view.Players[view.GetSeat()].Francs
		return 0.5*float64(francs) - value(rules, act.MoveKey.Origin)
	case *pb.ParisAction_MoveTo:
		return value(rules, act.MoveTo.Target)
	case *pb.ParisAction_PutLandmark:
		return lead(rules, view, act.PutLandmark.District)
	case *pb.ParisAction_PutVpTile:
		return lead(rules, view, act.PutVpTile.District)
	case *pb.ParisAction_ChooseVpTile:
		return 10 - float64(act.ChooseVpTile.Tile)
	case *pb.ParisAction_Advance:
		return 100 - float64(act.Advance.Space)
	case *pb.ParisAction_UseBonusTile:
		if view.LastTurns > 0 && int(view.LastTurns) <= len(view.Players) {
			return 50 // my last turn: now or never
		}
		for _, tile := range rules.BonusTiles {
			if tile.Tile == act.UseBonusTile.Tile && tile.Effect == pb.ParisEffect_PARIS_EFFECT_GAIN {
				return 50
			}
		}
		return -1
	case *pb.ParisAction_UseEndTile, *pb.ParisAction_SpendPrestige, *pb.ParisAction_ReturnPair:
		return 50
	case *pb.ParisAction_TakeEndTile:
		return 2
	case *pb.ParisAction_Buy, *pb.ParisAction_Sell:
		return -1
	}
	return 0
}

// value returns the value of a building or landmark; 0 for banks and the Arc.
func value(rules *pb.ParisRules, place *pb.ParisPlace) float64 {
	if building := place.GetBuilding(); building != nil {
		return float64(building.Value)
	}
	for _, landmark := range rules.Landmarks {
		if landmark.Landmark == place.GetLandmark() {
			return float64(landmark.Value)
		}
	}
	return 0
}

// lead returns by how much my value in a district exceeds that of the best of the others.
func lead(rules *pb.ParisRules, view *pb.ParisView, district pb.ParisDistrict) float64 {
	homes := map[pb.ParisLandmark]pb.ParisDistrict{}
	for _, standing := range view.City.Landmarks {
		homes[standing.Landmark] = standing.District
	}
	mine, others := 0.0, 0.0
	for seat, player := range view.Players {
		sum := 0.0
		for _, key := range player.Keys {
			if key.GetBuilding().GetDistrict() == district || homes[key.GetLandmark()] == district {
				sum += value(rules, key)
			}
		}
		if seat == int(view.GetSeat()) {
			mine = sum
		} else {
			others = max(others, sum)
		}
	}
	return mine - others
}

// judgeLumiere takes five large buildings and builds them beside lamps.
func judgeLumiere(rules *pb.LumiereRules, view *pb.LumiereView, action *pb.LumiereAction) float64 {
	switch act := action.Action.(type) {
	case *pb.LumiereAction_Take:
		if len(view.Players[view.GetSeat()].Reserve) < 5 {
			for _, shape := range rules.Shapes {
				if shape.Piece == act.Take.Piece {
					return float64(len(shape.Cells))
				}
			}
		}
		return -1
	case *pb.LumiereAction_Build:
		return 3 + light(view, act.Build.Cells)
	case *pb.LumiereAction_Levitate:
		return light(view, act.Levitate.Cells)
	case *pb.LumiereAction_Lay:
		return light(view, act.Lay.Cells)
	case *pb.LumiereAction_Extend, *pb.LumiereAction_Stand, *pb.LumiereAction_Erect:
		return 2
	case *pb.LumiereAction_DeclineEffect:
		return -1
	}
	return 0
}

// light returns the size of a piece times one more than the lamps beside it.
func light(view *pb.LumiereView, cells []uint32) float64 {
	lamps := map[int]bool{}
	for _, cell := range cells {
		row, column := int(cell)/8, int(cell)%8
		for _, step := range [][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
			r, c := row+step[0], column+step[1]
			if r >= 0 && r < 8 && c >= 0 && c < 8 &&
				view.Ground[8*r+c] == pb.LumiereGround_LUMIERE_GROUND_LAMP {
				lamps[8*r+c] = true
			}
		}
	}
	return float64(len(cells) * (1 + len(lamps)))
}
