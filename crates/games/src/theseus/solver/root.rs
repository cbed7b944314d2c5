//! The exact value of one position and of its moves, in little memory.

use agon_core::{Game as _, Outcome, Side, Stop};

use super::SolveRefusal;
use super::induction::{Change, Turns};
use super::passes::{Goal, Passes, with_words};
use crate::theseus::die::Die;
use crate::theseus::position::Position;
use crate::theseus::rules::{MOST_PLIES, Theseus};

/// The value of a position under perfect play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootValue {
    /// The result within the ply limit.
    pub outcome: Outcome,
    /// The plies to the win, if a side wins.
    pub plies: Option<u32>,
    /// The loot that Theseus is sure of at the end; `None` if he is caught.
    pub loot: Option<u32>,
    /// The winner and the number of plies without a ply limit.
    pub without_ply_limit: Option<(Side, u32)>,
    /// The moves with their values, in the game's order.
    pub moves: Vec<RootMove>,
}

/// A move and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootMove {
    /// The move.
    pub die: Die,
    /// The result after it.
    pub outcome: Outcome,
    /// The plies to the win, this move included.
    pub plies: Option<u32>,
    /// The loot that Theseus is sure of at the end; `None` if he is caught.
    pub loot: Option<u32>,
    /// Whether no other move is better.
    pub best: bool,
}

/// A position whose value is recorded while the rows change.
struct Watched {
    position: Position,
    mover: Side,
    /// The smallest numbers of plies left with which Theseus wins, and is caught.
    wins_from: Option<u16>,
    caught_from: Option<u16>,
    /// The goals of loot at the ply limit that are reached with the plies left.
    reached: Vec<bool>,
}

impl Watched {
    fn new(game: &Theseus, position: Position) -> Watched {
        let taken = game.taken(&position);
        Watched {
            mover: game.to_move(&position),
            wins_from: None,
            caught_from: None,
            reached: (0..game.rules().need.into()).map(|loot| taken >= loot).collect(),
            position,
        }
    }

    /// The winner without a ply limit, and the number of plies.
    fn end(&self) -> Option<(Side, u32)> {
        let ends = [(Side::First, self.wins_from), (Side::Second, self.caught_from)];
        ends.into_iter().find_map(|(winner, from)| Some((winner, u32::from(from?))))
    }

    fn sees<const W: usize>(&self, set: u16, change: &Change<W>) -> bool {
        let [theseus, minotaur] = self.position.tiles;
        set == self.position.loot
            && change.mover == self.mover
            && change.theseus == theseus.index()
            && change.now.has(minotaur.index()) != change.before.has(minotaur.index())
    }
}

/// The winner without a ply limit, and the number of plies it takes. That is the value for
/// every limit: with fewer plies left it is a draw, with as many or more that side wins.
///
/// The solver stops when `stop` says so.
pub fn winner_without_ply_limit(
    game: &Theseus,
    position: &Position,
    stop: &dyn Stop,
) -> Result<Option<(Side, u32)>, SolveRefusal> {
    with_words!(game.maze().len(), ends(game, position, stop))
}

fn ends<const W: usize>(
    game: &Theseus,
    position: &Position,
    stop: &dyn Stop,
) -> Result<Option<(Side, u32)>, SolveRefusal> {
    let mut watched = [Watched::new(game, *position)];
    watch_ends(&Passes::<W>::new(game, position.loot, stop), &mut watched)?;
    Ok(watched[0].end())
}

/// About how many positions are solved to get the value of one, and an upper bound on the
/// bytes of memory.
pub fn root_effort(game: &Theseus, position: &Position) -> (u64, u64) {
    let tiles = game.maze().len() as u64;
    let (sets, pieces) = (1_u64 << position.left(), u64::from(position.left()));
    // A row that a pick-up leads to rarely changes more often than this.
    const CHANGES: u64 = 16;
    (sets * tiles * tiles, sets * pieces * CHANGES * tiles.div_ceil(8))
}

/// Finds the numbers of plies left from which positions are won or lost.
fn watch_ends<const W: usize>(passes: &Passes<W>, all: &mut [Watched]) -> Result<(), SolveRefusal> {
    passes.run(Goal::Win, Turns::Both, MOST_PLIES, None, |set, change| {
        for watched in all.iter_mut().filter(|watched| watched.sees(set, &change)) {
            watched.wins_from = Some(change.plies);
        }
    })?;
    passes.run(Goal::Loot(0), Turns::Both, MOST_PLIES, None, |set, change| {
        for watched in all.iter_mut().filter(|watched| watched.sees(set, &change)) {
            watched.caught_from = Some(change.plies);
        }
    })?;
    Ok(())
}

/// The value of a position, and of each of its moves. The solver stops when `stop` says so.
pub fn solve_root(
    game: &Theseus,
    position: &Position,
    stop: &dyn Stop,
) -> Result<RootValue, SolveRefusal> {
    with_words!(game.maze().len(), solve(game, position, stop))
}

fn solve<const W: usize>(
    game: &Theseus,
    position: &Position,
    stop: &dyn Stop,
) -> Result<RootValue, SolveRefusal> {
    let passes = Passes::<W>::new(game, position.loot, stop);
    let left = game.plies_left(position) as u16;
    let need = u32::from(game.rules().need);
    let moves = game.moves(position);
    let after = moves.iter().map(|&die| game.after(position, die));
    let mut watched: Vec<Watched> =
        std::iter::once(*position).chain(after).map(|each| Watched::new(game, each)).collect();
    watch_ends(&passes, &mut watched)?;
    let is_decided = |watched: &Watched| {
        let ended = game.outcome(&watched.position).is_some();
        ended || watched.end().is_some_and(|(_, plies)| plies < left.into())
    };
    if !watched.iter().all(is_decided) {
        let turns = Passes::<W>::turns(game, position, left);
        let survival = passes.run(Goal::Loot(0), turns, left, None, |_, _| ())?;
        for loot in 1..need {
            passes.run(Goal::Loot(loot), turns, left, Some(&survival), |set, change| {
                for watched in watched.iter_mut().filter(|watched| watched.sees(set, &change)) {
                    let reached = &mut watched.reached[loot as usize];
                    *reached = !*reached;
                }
            })?;
        }
    }
    let values: Vec<Value> = watched
        .iter()
        .enumerate()
        .map(|(number, watched)| value(game, watched, left - u16::from(number > 0)))
        .collect();
    let root = values[0];
    let mover = game.to_move(position);
    let best = values[1..].iter().map(|value| value.rank(mover)).max();
    let moves = moves.iter().zip(&values[1..]).map(|(&die, value)| RootMove {
        die,
        outcome: value.outcome,
        plies: value.plies.map(|plies| plies + 1),
        loot: value.loot,
        best: Some(value.rank(mover)) == best,
    });
    Ok(RootValue {
        outcome: root.outcome,
        plies: root.plies,
        loot: root.loot,
        without_ply_limit: watched[0].end(),
        moves: moves.collect(),
    })
}

/// A value that can be compared.
#[derive(Clone, Copy)]
struct Value {
    outcome: Outcome,
    plies: Option<u32>,
    loot: Option<u32>,
}

impl Value {
    /// More is better for `side`: winning before drawing before losing; sooner wins,
    /// later losses; in a draw more loot for Theseus, less for the Minotaur.
    fn rank(&self, side: Side) -> (i32, i32) {
        let plies = self.plies.unwrap_or(0) as i32;
        let loot = self.loot.map_or(0, |loot| loot as i32);
        match self.outcome {
            Outcome::Win(winner) if winner == side => (1, -plies),
            Outcome::Win(_) => (-1, plies),
            Outcome::Draw if side == Side::First => (0, loot),
            Outcome::Draw => (0, -loot),
        }
    }
}

/// The value of a recorded position with this many plies left.
fn value(game: &Theseus, watched: &Watched, left: u16) -> Value {
    let taken = game.taken(&watched.position);
    let need = u32::from(game.rules().need);
    let (outcome, plies) = match game.outcome(&watched.position) {
        Some(outcome) => (outcome, (outcome != Outcome::Draw).then_some(0)),
        None => match watched.end().filter(|&(_, plies)| plies <= left.into()) {
            Some((winner, plies)) => (Outcome::Win(winner), Some(plies)),
            None => (Outcome::Draw, None),
        },
    };
    let loot = match outcome {
        Outcome::Win(Side::First) => Some(need),
        Outcome::Win(Side::Second) => None,
        // More loot is a harder goal, so the goals that are reached are the first ones.
        Outcome::Draw => {
            let sure = (taken + 1..need).take_while(|&loot| watched.reached[loot as usize]);
            Some(taken + sure.count() as u32)
        }
    };
    Value { outcome, plies, loot }
}
