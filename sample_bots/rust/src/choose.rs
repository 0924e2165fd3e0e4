use std::collections::HashSet;

use crate::pb::{
    lumiere_action, moscow_paris_action, paris_action, paris_place::Place, start::Rules,
    turn::Position, LumiereAction, LumiereGround, LumiereRules, LumiereView, MoscowParisAction,
    MoscowParisLine, MoscowParisRules, MoscowParisView, ParisAction, ParisEffect, ParisPlace,
    ParisRules, ParisView, Turn,
};
use crate::Match;

/// Returns the index of the action that looks best; of equal ones the first.
pub fn choose(game: &Match, turn: &Turn) -> usize {
    match (&game.start.rules, &turn.position) {
        (Some(Rules::MoscowParisRules(rules)), Some(Position::MoscowParis(position))) => {
            let view = position.view.as_ref().unwrap();
            best(&position.actions, |action| {
                judge_moscow_paris(rules, view, action)
            })
        }
        (Some(Rules::ParisRules(rules)), Some(Position::Paris(position))) => {
            let view = position.view.as_ref().unwrap();
            best(&position.actions, |action| judge_paris(rules, view, action))
        }
        (Some(Rules::LumiereRules(rules)), Some(Position::Lumiere(position))) => {
            let view = position.view.as_ref().unwrap();
            best(&position.actions, |action| {
                judge_lumiere(rules, view, action)
            })
        }
        // A game this bot knows nothing about: any action will do.
        _ => turn.action_count as usize / 2,
    }
}

fn best<Action>(actions: &[Action], judge: impl Fn(&Action) -> f64) -> usize {
    let (mut index, mut most) = (0, f64::NEG_INFINITY);
    for (i, action) in actions.iter().enumerate() {
        let worth = judge(action);
        if worth > most {
            (index, most) = (i, worth);
        }
    }
    index
}

/// Claims the dearest city; until then brings lines nearer to what lies in front of me.
fn judge_moscow_paris(
    rules: &MoscowParisRules,
    view: &MoscowParisView,
    action: &MoscowParisAction,
) -> f64 {
    use moscow_paris_action::Action;
    let points = |line: &MoscowParisLine| {
        let city = rules.cities.iter().find(|city| city.name == line.city);
        city.map_or(0.0, |city| city.points as f64 + 1.0)
    };
    let front: HashSet<&str> = view.players[view.seat() as usize]
        .front
        .iter()
        .map(String::as_str)
        .collect();
    match &action.action {
        Some(Action::Claim(claim)) => points(&view.lines[claim.row as usize]),
        Some(Action::Couple(couple)) => {
            let line = &view.lines[couple.row as usize];
            let mut longer = wagons(line);
            longer.insert(&couple.wagon);
            points(line) * (near(&longer, &front) - near(&wagons(line), &front))
        }
        Some(Action::Front(put)) => {
            let mut more = front.clone();
            more.insert(&put.wagon);
            let gain = |line| near(&wagons(line), &more) - near(&wagons(line), &front);
            view.lines
                .iter()
                .map(|line| points(line) * gain(line))
                .sum()
        }
        Some(Action::NoEffect(_)) => 0.1,
        Some(Action::Back(_)) => -1.0,
        _ => 0.0,
    }
}

fn wagons(line: &MoscowParisLine) -> HashSet<&str> {
    line.left
        .iter()
        .chain(&line.right)
        .map(String::as_str)
        .collect()
}

/// How near a line is to being claimed: each wagon that I have not in front halves it.
fn near(wagons: &HashSet<&str>, front: &HashSet<&str>) -> f64 {
    if wagons.is_empty() {
        return 0.1;
    }
    0.5_f64.powi(wagons.difference(front).count() as i32)
}

/// Collects francs, steps up to what is worth more, and puts VP tiles where I lead.
fn judge_paris(rules: &ParisRules, view: &ParisView, action: &ParisAction) -> f64 {
    use paris_action::Action;
    match &action.action {
        Some(Action::PlaceKey(put)) => match put.place.as_ref().and_then(|place| place.place) {
            Some(Place::Bank(district)) => {
                let bank = rules.banks.iter().find(|bank| bank.district == district);
                bank.map_or(0.0, |bank| bank.francs as f64)
            }
            _ => 2.0, // the Arc
        },
        Some(Action::MoveKey(key)) => {
            0.5 * view.players[view.seat() as usize].francs as f64 - value(rules, &key.origin)
        }
        Some(Action::MoveTo(step)) => value(rules, &step.target),
        Some(Action::PutLandmark(put)) => lead(rules, view, put.district),
        Some(Action::PutVpTile(put)) => lead(rules, view, put.district),
        Some(Action::ChooseVpTile(choice)) => 10.0 - choice.tile as f64,
        Some(Action::Advance(advance)) => 100.0 - advance.space as f64,
        Some(Action::UseBonusTile(used)) => {
            let last_turn = view.last_turns > 0 && view.last_turns as usize <= view.players.len();
            let gain = rules
                .bonus_tiles
                .iter()
                .any(|tile| tile.tile == used.tile && tile.effect == ParisEffect::Gain as i32);
            if gain || last_turn {
                50.0
            } else {
                -1.0
            }
        }
        Some(Action::UseEndTile(_) | Action::SpendPrestige(_) | Action::ReturnPair(_)) => 50.0,
        Some(Action::TakeEndTile(_)) => 2.0,
        Some(Action::Buy(_) | Action::Sell(_)) => -1.0,
        _ => 0.0,
    }
}

/// Returns the value of a building or landmark; 0 for banks and the Arc.
fn value(rules: &ParisRules, place: &Option<ParisPlace>) -> f64 {
    match place.as_ref().and_then(|place| place.place) {
        Some(Place::Building(building)) => building.value as f64,
        Some(Place::Landmark(number)) => {
            let landmark = rules.landmarks.iter().find(|each| each.landmark == number);
            landmark.map_or(0.0, |landmark| landmark.value as f64)
        }
        _ => 0.0,
    }
}

/// Returns by how much my value in a district exceeds that of the best of the others.
fn lead(rules: &ParisRules, view: &ParisView, district: i32) -> f64 {
    let is_here = |key: &ParisPlace| match key.place {
        Some(Place::Building(building)) => building.district == district,
        Some(Place::Landmark(landmark)) => view
            .city
            .iter()
            .flat_map(|city| &city.landmarks)
            .any(|standing| standing.landmark == landmark && standing.district == district),
        _ => false,
    };
    let (mut mine, mut others) = (0.0, 0.0_f64);
    for (seat, player) in view.players.iter().enumerate() {
        let here = player.keys.iter().filter(|key| is_here(key));
        let sum = here.map(|key| value(rules, &Some(*key))).sum();
        if seat == view.seat() as usize {
            mine = sum;
        } else {
            others = others.max(sum);
        }
    }
    mine - others
}

/// Takes five large buildings, and builds them beside lamps.
fn judge_lumiere(rules: &LumiereRules, view: &LumiereView, action: &LumiereAction) -> f64 {
    use lumiere_action::Action;
    match &action.action {
        Some(Action::Take(take)) => {
            let shape = rules.shapes.iter().find(|shape| shape.piece == take.piece);
            match shape {
                Some(shape) if view.players[view.seat() as usize].reserve.len() < 5 => {
                    shape.cells.len() as f64
                }
                _ => -1.0,
            }
        }
        Some(Action::Build(build)) => 3.0 + light(view, &build.cells),
        Some(Action::Levitate(levitate)) => light(view, &levitate.cells),
        Some(Action::Lay(lay)) => light(view, &lay.cells),
        Some(Action::Extend(_) | Action::Stand(_) | Action::Erect(_)) => 2.0,
        Some(Action::DeclineEffect(_)) => -1.0,
        _ => 0.0,
    }
}

/// Returns the size of a piece times one more than the lamps beside it.
fn light(view: &LumiereView, cells: &[u32]) -> f64 {
    let mut lamps = HashSet::new();
    for &cell in cells {
        let (row, column) = (cell as i32 / 8, cell as i32 % 8);
        for (r, c) in [
            (row - 1, column),
            (row + 1, column),
            (row, column - 1),
            (row, column + 1),
        ] {
            let is_inside = (0..8).contains(&r) && (0..8).contains(&c);
            if is_inside && view.ground[(8 * r + c) as usize] == LumiereGround::Lamp as i32 {
                lamps.insert(8 * r + c);
            }
        }
    }
    (cells.len() * (1 + lamps.len())) as f64
}
