//! Many positions of one game, which are asked and changed all at once.

use std::any::Any;
use std::sync::Arc;

use agon_arena::Refused;
use agon_core::{Evaluate, Feature, Observer, Outcome, Rng, Side, Stop};

use crate::any_position::{AnyPosition, At};
use crate::encoding::Encoding;
use crate::errors::ArgumentRefusal;
use crate::evaluation_source::EvaluationSource;

/// The action of a position whose game is over.
pub const NO_ACTION: i32 = -1;

/// After how many positions long work asks whether to stop.
const CHECK_INTERVAL: usize = 256;

/// Positions of one game, without its type.
pub trait AnyBatch: Any + Send + Sync {
    /// The number of positions.
    fn len(&self) -> usize;
    /// The start, at which finished games begin again.
    fn start(&self) -> Arc<dyn AnyPosition>;
    /// One of the positions.
    fn get(&self, index: usize) -> Option<Arc<dyn AnyPosition>>;
    /// Puts a position in the place of another; `false` if it is not one of this game.
    fn set(&mut self, index: usize, position: &dyn AnyPosition) -> bool;
    /// A copy.
    fn copy(&self) -> Box<dyn AnyBatch>;
    /// The sides to move, as numbers.
    fn to_move(&self) -> Vec<i8>;
    /// Which games are over.
    fn finished(&self) -> Vec<bool>;
    /// The results for the first side: 1, 0 or -1; 0 also while the game goes on.
    fn results(&self) -> Vec<i8>;
    /// The Zobrist keys.
    fn keys(&self) -> Vec<u64>;
    /// Writes 1 for each legal action into rows of as many numbers as there are actions, which are
    /// 0 before.
    fn fill_mask(&self, mask: &mut [bool]);
    /// The legal actions of all positions, and where those of each begin.
    fn legal_actions(&self) -> (Vec<i32>, Vec<i64>);
    /// Makes an action in each position; if one is refused, nothing changes.
    fn apply(&mut self, actions: &[i32]) -> Result<(), ArgumentRefusal>;
    /// Puts finished games back to the start; returns how many there were.
    fn restart_finished(&mut self) -> usize;
    /// Makes random moves in each position, up to this many or to the end of the game; returns
    /// how many were made.
    fn play_random(&mut self, plies: u32, seed: u64, stop: &dyn Stop) -> u64;
    /// Plays random games from each position to the end; returns how many the first side won, how
    /// many were drawn and how many the second side won, and the moves of all games.
    fn random_playouts(&self, games: u32, seed: u64, stop: &dyn Stop) -> (Vec<u32>, u64);
    /// Writes 1 for each feature into rows, which are 0 before.
    fn fill_features(&self, rows: &mut [u8]);
    /// Writes 1 for each active input of networks in the view of the side to move.
    fn fill_inputs(&self, rows: &mut [u8]);
    /// Writes what the sides to move may know into rows, which are 0 before.
    fn fill_observations(&self, rows: &mut [f32]);
    /// The values in points for the sides to move.
    fn evaluate(&self, source: &EvaluationSource, stop: &dyn Stop) -> Result<Vec<i32>, Refused>;
    /// The actions of codes of moves, one for each position; refused if a move is not legal.
    fn actions_of_codes(&self, codes: &[u32]) -> Result<Vec<i32>, Refused>;
}

/// Positions of a game.
pub struct Positions<G: Encoding> {
    /// The game.
    pub game: G,
    /// Where finished games begin again.
    pub start: G::Position,
    /// The positions.
    pub positions: Vec<G::Position>,
}

impl<G: Encoding> Positions<G> {
    /// Rows of equal length, one for each position.
    fn rows<'a, T>(
        &'a self,
        numbers: &'a mut [T],
    ) -> impl Iterator<Item = (&'a G::Position, &'a mut [T])> {
        let width = (numbers.len() / self.positions.len().max(1)).max(1);
        self.positions.iter().zip(numbers.chunks_exact_mut(width))
    }

    /// The move of an action; `None` where the game is over.
    fn legal(&self, position: &G::Position, action: i32) -> Result<Option<G::Move>, String> {
        if action == NO_ACTION {
            let is_over = self.game.outcome(position).is_some();
            let refused = || ArgumentRefusal::NotLegal { action: action.into() }.to_string();
            return is_over.then_some(None).ok_or_else(refused);
        }
        let count = self.game.action_count();
        let number = u32::try_from(action).ok().filter(|&number| (number as usize) < count);
        let no_action = ArgumentRefusal::NoAction { found: action.into(), count };
        let number = number.ok_or_else(|| no_action.to_string())?;
        let mv = self.game.move_of(number);
        match mv.filter(|&mv| self.game.is_legal(position, mv)) {
            Some(mv) => Ok(Some(mv)),
            None if self.game.outcome(position).is_some() => {
                Err(ArgumentRefusal::Finished.to_string())
            }
            None => {
                // The rules say what is wrong with a move, if the number stands for one.
                let reason = mv.and_then(|mv| self.game.check(position, mv).err());
                let not_legal = || ArgumentRefusal::NotLegal { action: action.into() }.to_string();
                Err(reason.map_or_else(not_legal, |reason| reason.to_string()))
            }
        }
    }

    /// A random legal move.
    fn random_move(
        &self,
        position: &G::Position,
        rng: &mut Rng,
        moves: &mut Vec<G::Move>,
    ) -> Option<G::Move> {
        moves.clear();
        self.game.for_each_move(position, |mv| moves.push(mv));
        rng.pick(moves).copied()
    }
}

impl<G: Encoding> AnyBatch for Positions<G> {
    fn len(&self) -> usize {
        self.positions.len()
    }

    fn start(&self) -> Arc<dyn AnyPosition> {
        At::any(self.game.clone(), self.start.clone())
    }

    fn get(&self, index: usize) -> Option<Arc<dyn AnyPosition>> {
        let position = self.positions.get(index)?;
        Some(At::any(self.game.clone(), position.clone()))
    }

    fn set(&mut self, index: usize, position: &dyn AnyPosition) -> bool {
        let Some(place) = self.positions.get_mut(index) else { return false };
        match At::<G>::of(position) {
            Some(given) if self.game.has_room_for(&given.game, &given.position) => {
                *place = given.position.clone();
                true
            }
            _ => false,
        }
    }

    fn copy(&self) -> Box<dyn AnyBatch> {
        Box::new(Positions {
            game: self.game.clone(),
            start: self.start.clone(),
            positions: self.positions.clone(),
        })
    }

    fn to_move(&self) -> Vec<i8> {
        self.positions.iter().map(|position| self.game.to_move(position).index() as i8).collect()
    }

    fn finished(&self) -> Vec<bool> {
        self.positions.iter().map(|position| self.game.outcome(position).is_some()).collect()
    }

    fn results(&self) -> Vec<i8> {
        self.positions.iter().map(|position| result(self.game.outcome(position))).collect()
    }

    fn keys(&self) -> Vec<u64> {
        self.positions.iter().map(|position| self.game.key(position).bits()).collect()
    }

    fn fill_mask(&self, mask: &mut [bool]) {
        for (position, row) in self.rows(mask) {
            self.game.for_each_move(position, |mv| {
                if let Some(legal) = row.get_mut(self.game.action(mv) as usize) {
                    *legal = true;
                }
            });
        }
    }

    fn legal_actions(&self) -> (Vec<i32>, Vec<i64>) {
        let mut actions = Vec::new();
        let mut begins = Vec::with_capacity(self.positions.len() + 1);
        begins.push(0);
        for position in &self.positions {
            self.game.for_each_move(position, |mv| actions.push(self.game.action(mv) as i32));
            begins.push(actions.len() as i64);
        }
        (actions, begins)
    }

    fn apply(&mut self, actions: &[i32]) -> Result<(), ArgumentRefusal> {
        let mut moves = Vec::with_capacity(self.positions.len());
        for (index, (position, &action)) in self.positions.iter().zip(actions).enumerate() {
            let in_batch = |reason| ArgumentRefusal::InBatch { index, reason };
            moves.push(self.legal(position, action).map_err(in_batch)?);
        }
        for (position, mv) in self.positions.iter_mut().zip(moves) {
            if let Some(mv) = mv {
                self.game.play_unchecked(position, mv);
            }
        }
        Ok(())
    }

    fn restart_finished(&mut self) -> usize {
        let mut count = 0;
        for position in &mut self.positions {
            if self.game.outcome(position).is_some() {
                *position = self.start.clone();
                count += 1;
            }
        }
        count
    }

    fn play_random(&mut self, plies: u32, seed: u64, stop: &dyn Stop) -> u64 {
        let (mut made, mut moves) = (0, Vec::new());
        let mut rng = Rng::seeded(seed);
        let mut positions = std::mem::take(&mut self.positions);
        for (number, position) in positions.iter_mut().enumerate() {
            if number % CHECK_INTERVAL == 0 && stop.is_stopped() {
                break;
            }
            for _ in 0..plies {
                let Some(mv) = self.random_move(position, &mut rng, &mut moves) else { break };
                self.game.play_unchecked(position, mv);
                made += 1;
            }
        }
        self.positions = positions;
        made
    }

    fn random_playouts(&self, games: u32, seed: u64, stop: &dyn Stop) -> (Vec<u32>, u64) {
        let mut counts = vec![0; 3 * self.positions.len()];
        let (mut made, mut moves) = (0, Vec::new());
        let mut rng = Rng::seeded(seed);
        for (start, counts) in self.positions.iter().zip(counts.chunks_exact_mut(3)) {
            for game in 0..games as usize {
                if game % CHECK_INTERVAL == 0 && stop.is_stopped() {
                    return (Vec::new(), made);
                }
                let mut position = start.clone();
                while let Some(mv) = self.random_move(&position, &mut rng, &mut moves) {
                    self.game.play_unchecked(&mut position, mv);
                    made += 1;
                }
                counts[(1 - result(self.game.outcome(&position))) as usize] += 1;
            }
        }
        (counts, made)
    }

    fn fill_features(&self, rows: &mut [u8]) {
        for (position, row) in self.rows(rows) {
            self.game.features(position, &mut Marked(row));
        }
    }

    fn fill_inputs(&self, rows: &mut [u8]) {
        let Some(game) = self.game.trainable() else { return };
        for (position, row) in self.rows(rows) {
            let mut mark = |input| {
                if let Some(number) = row.get_mut(input) {
                    *number = 1;
                }
            };
            game.visit_inputs(position, self.game.to_move(position), &mut mark);
        }
    }

    fn fill_observations(&self, rows: &mut [f32]) {
        for (position, row) in self.rows(rows) {
            self.game.observe(position, self.game.to_move(position), row);
        }
    }

    fn evaluate(&self, source: &EvaluationSource, stop: &dyn Stop) -> Result<Vec<i32>, Refused> {
        let evaluation: Arc<dyn Evaluate<G>> = source.of_game(&self.game)?;
        let mut values = Vec::with_capacity(self.positions.len());
        for (number, position) in self.positions.iter().enumerate() {
            if number % CHECK_INTERVAL == 0 && stop.is_stopped() {
                break;
            }
            let side = self.game.to_move(position);
            values.push(evaluation.evaluate_for(&self.game, position, side).points());
        }
        Ok(values)
    }

    fn actions_of_codes(&self, codes: &[u32]) -> Result<Vec<i32>, Refused> {
        let mut actions = Vec::with_capacity(codes.len());
        for (number, (position, &code)) in self.positions.iter().zip(codes).enumerate() {
            let in_record = |reason: String| ArgumentRefusal::Record { number: number + 1, reason };
            let no_move = || agon_arena::data::RecordRefusal::Move { code }.to_string();
            let mv = self.game.decode(code).ok_or_else(|| in_record(no_move()))?;
            self.game.check(position, mv).map_err(|refused| in_record(refused.to_string()))?;
            actions.push(self.game.action(mv) as i32);
        }
        Ok(actions)
    }
}

/// Marks the features of a position in a row.
struct Marked<'a>(&'a mut [u8]);

impl Observer for Marked<'_> {
    fn add(&mut self, feature: Feature) {
        if let Some(number) = self.0.get_mut(feature as usize) {
            *number = 1;
        }
    }

    fn remove(&mut self, _: Feature) {}
}

/// A result for the first side: 1, 0 or -1.
pub fn result(outcome: Option<Outcome>) -> i8 {
    match outcome {
        Some(Outcome::Win(Side::First)) => 1,
        Some(Outcome::Win(Side::Second)) => -1,
        Some(Outcome::Draw) | None => 0,
    }
}
