//! Random games that contain the cases in which hand-ins fail.

use agon_core::{Game as _, Rng};
use agon_games::santorini::{Move, Position, Santorini};

use super::script::{Oracle, Place, cell};

/// How the sides of a random game choose their moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    Any,
    /// Prefers high buildings, so that there are domes.
    Build,
    /// Prefers high steps, so that a side wins by climbing.
    Climb,
    /// Leaves few replies, so that a side wins by blocking.
    Block,
}

impl Policy {
    pub const ALL: [Policy; 4] = [Policy::Any, Policy::Build, Policy::Climb, Policy::Block];

    /// Chooses a move in a game that is not over. A plain one breaks few hand-ins.
    pub fn choose(self, oracle: &Oracle, is_plain: bool, rng: &mut Rng) -> Option<[Place; 3]> {
        let mut moves = oracle.moves();
        if is_plain {
            let plain =
                |cells: &[Place; 3]| ["a plain move", CLIMBS].contains(&legal_kind(oracle, *cells));
            let chosen: Vec<[Place; 3]> = moves.iter().copied().filter(plain).collect();
            if !chosen.is_empty() {
                moves = chosen;
            }
        }
        let height = |place: Place| cell(place).map_or(0, |cell| oracle.position().height(cell));
        let score = |&[from, to, build]: &[Place; 3]| -> i64 {
            let (to_height, built) = (i64::from(height(to)), i64::from(height(build)));
            match self {
                Policy::Any => 0,
                // Immediate wins would leave few domes.
                Policy::Build => 4 * built - 10 * i64::from(height(to) == 3),
                Policy::Climb => 10 * to_height - (built - 2).abs(),
                Policy::Block => {
                    let replies = after(oracle.position(), [from, to, build])
                        .map_or(0, |position| Santorini::default().count_moves(&position) as i64);
                    -replies - 1000 * i64::from(height(to) == 3)
                }
            }
        };
        let mut sample: Vec<[Place; 3]> = Vec::new();
        for _ in 0..12 {
            sample.extend(rng.pick(&moves));
        }
        sample.into_iter().max_by_key(score)
    }
}

fn after(position: &Position, cells: [Place; 3]) -> Option<Position> {
    let [from, to, build] = cells.map(cell);
    Some(Santorini::default().after(position, Move::Step { from: from?, to: to?, build: build? }))
}

/// Four distinct cells.
pub fn random_pawns(rng: &mut Rng) -> [Place; 4] {
    loop {
        let pawns = [(); 4].map(|()| (rng.below(5) as i8, rng.below(5) as i8));
        if Oracle::new(pawns).is_some() {
            return pawns;
        }
    }
}

const CLIMBS: &str = "climbs one level";

fn legal_kind(oracle: &Oracle, cells: [Place; 3]) -> &'static str {
    let height = |place: Place| cell(place).map_or(0, |cell| oracle.position().height(cell));
    let [from, to, build] = cells;
    let is_won = after(oracle.position(), cells)
        .is_some_and(|position| Santorini::default().outcome(&position).is_some());
    match () {
        () if is_won && height(to) == 3 => "wins by climbing",
        () if is_won => "wins by blocking",
        () if height(build) == 3 => "puts a dome",
        () if build == from => "builds where the pawn stood",
        () if height(to) > height(from) => CLIMBS,
        () if height(to) < height(from) => "steps down",
        () => "a plain move",
    }
}

/// The rule that a move breaks. `None` if it breaks none or several.
fn only_violation(oracle: &Oracle, [from, to, build]: [Place; 3]) -> Option<&'static str> {
    let position = oracle.position();
    let side = position.to_move();
    let pawn =
        |place: Place, side| cell(place).is_some_and(|cell| position.pawn_cells(side).has(cell));
    let is_pawn = |place: Place| pawn(place, side) || pawn(place, side.opponent());
    let height = |place: Place| cell(place).map_or(0, |cell| position.height(cell));
    let distance = |a: Place, b: Place| (a.0 - b.0).abs().max((a.1 - b.1).abs());
    let mut broken = Vec::new();
    let mut rule = |is_broken: bool, kind: &'static str| {
        if is_broken {
            broken.push(kind);
        }
    };
    rule(pawn(from, side.opponent()), "refuses a pawn of the other side");
    rule(cell(from).is_some() && !is_pawn(from), "refuses a cell without a pawn");
    rule(
        cell(from).is_none() || cell(to).is_none() || cell(build).is_none(),
        "refuses cells off the board",
    );
    rule(distance(from, to) > 1, "refuses to step too far");
    rule(from == to, "refuses to stay where it is");
    rule(to != from && is_pawn(to), "refuses to step onto a pawn");
    rule(height(to) == 4, "refuses to step onto a dome");
    rule(height(to) < 4 && height(to) > height(from) + 1, "refuses to climb two levels");
    rule(distance(to, build) > 1, "refuses to build too far away");
    rule(to == build, "refuses to build where it stands");
    rule(build != from && build != to && is_pawn(build), "refuses to build on a pawn");
    rule(height(build) == 4, "refuses to build on a dome");
    match broken[..] {
        [only] => Some(only),
        _ => None,
    }
}

/// An illegal move that breaks exactly one rule, preferably the one that `seen` counts least.
pub fn illegal_move(
    oracle: &Oracle,
    seen: &mut std::collections::BTreeMap<&'static str, usize>,
    rng: &mut Rng,
) -> Option<[Place; 3]> {
    let position = oracle.position();
    let pawns = agon_core::Side::BOTH
        .into_iter()
        .flat_map(|side| position.pawns(side))
        .map(super::script::place);
    let mut froms: Vec<Place> = pawns.collect();
    froms.push((rng.below(5) as i8, rng.below(5) as i8));
    froms.push((-1, rng.below(5) as i8));
    let mut found: Vec<(&str, [Place; 3])> = Vec::new();
    let offsets = |rng: &mut Rng| (rng.below(5) as i8 - 2, rng.below(5) as i8 - 2);
    for _ in 0..400 {
        let &from = rng.pick(&froms)?;
        let (by, then) = (offsets(rng), offsets(rng));
        let to = (from.0 + by.0, from.1 + by.1);
        let build = (to.0 + then.0, to.1 + then.1);
        let cells = [from, to, build];
        if let Some(kind) = only_violation(oracle, cells)
            && !found.iter().any(|(known, _)| *known == kind)
        {
            found.push((kind, cells));
        }
    }
    let uses = |kind: &str| seen.get(kind).copied().unwrap_or(0);
    let (kind, cells) = found.into_iter().min_by_key(|(kind, _)| uses(kind))?;
    *seen.entry(kind).or_default() += 1;
    Some(cells)
}

/// The kind of case of a move.
pub fn move_kind(oracle: &Oracle, cells: [Place; 3]) -> &'static str {
    match oracle.is_legal(cells) {
        true => legal_kind(oracle, cells),
        false => {
            only_violation(oracle, cells).unwrap_or("refuses a move that breaks several rules")
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::script::Call;
    use super::*;

    #[test]
    fn illegal_moves_of_every_kind_are_found_and_refused() {
        let mut rng = Rng::seeded(3);
        let mut seen = BTreeMap::new();
        for game in 0..40 {
            let policy = Policy::ALL[game % 4];
            let mut oracle = Oracle::new(random_pawns(&mut rng)).unwrap();
            while !oracle.is_over() {
                if let Some(cells) = illegal_move(&oracle, &mut seen, &mut rng) {
                    assert!(!oracle.is_legal(cells), "{cells:?}");
                }
                let cells = policy.choose(&oracle, false, &mut rng).unwrap();
                assert_eq!(only_violation(&oracle, cells), None);
                oracle.call(Call::Try(cells));
            }
        }
        assert_eq!(seen.len(), 12, "{seen:?}");
        assert!(seen.values().all(|&count| count > 10), "{seen:?}");
    }

    #[test]
    fn games_end_in_both_ways() {
        let mut rng = Rng::seeded(5);
        let mut seen = BTreeMap::<_, usize>::new();
        for game in 0..60 {
            let policy = Policy::ALL[game % 4];
            let mut oracle = Oracle::new(random_pawns(&mut rng)).unwrap();
            while !oracle.is_over() {
                let cells = policy.choose(&oracle, false, &mut rng).unwrap();
                *seen.entry(legal_kind(&oracle, cells)).or_default() += 1;
                oracle.call(Call::Try(cells));
            }
        }
        assert_eq!(seen.len(), 7, "{seen:?}");
        assert!(seen.values().all(|&count| count >= 5), "{seen:?}");
    }
}
