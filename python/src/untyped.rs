//! Positions and batches of positions, without the type of their game.

use std::any::Any;
use std::sync::Arc;

use agon_arena::{AnySession, GameEntry, Refused};
use agon_core::{Evaluate, Feature, Observer, Outcome, Rng, Side, Stop, quote};
use agon_infer::{Answers, Diagnostics, Explanation, RuleSet};

use crate::encoding::{Encoding, entry};
use crate::errors::ArgumentRefusal;
use crate::evaluation_source::EvaluationSource;

/// The action of a position whose game is over.
pub const NO_ACTION: i32 = -1;

/// The number of positions between two checks whether to stop.
const CHECK_INTERVAL: usize = 256;

/// A position with its game, without the type of the game.
pub trait AnyPosition: Any + Send + Sync {
    fn entry(&self) -> &'static GameEntry;
    /// The parameters of the game, for people.
    fn parameters(&self) -> String;
    fn action_count(&self) -> usize;
    /// An upper bound on the plies of a game.
    fn max_plies(&self) -> u32;
    fn observation_shape(&self) -> Vec<usize>;
    /// The number of features of the game.
    fn feature_count(&self) -> usize;
    /// The number of network inputs, in games with networks.
    fn network_inputs(&self) -> Option<usize>;
    /// The size of a packed position in bytes, in games that have such a form.
    fn packed_size(&self) -> Option<usize>;
    fn start(&self) -> Arc<dyn AnyPosition>;
    /// The position in the game's notation.
    fn text(&self) -> String;
    /// Reads a position of this game. Refused if it belongs to another variant.
    fn read(&self, text: &str) -> Result<Arc<dyn AnyPosition>, Refused>;
    /// Reads a position, in the variant that the text names.
    fn read_with_parameters(&self, text: &str) -> Result<Arc<dyn AnyPosition>, Refused>;
    fn to_move(&self) -> Side;
    /// The outcome, or `None` while the game goes on.
    fn outcome(&self) -> Option<Outcome>;
    fn key(&self) -> u64;
    /// Whether the other is the same position, whatever line of play led to it.
    fn is_same(&self, other: &dyn AnyPosition) -> bool;
    /// Whether the other's game has the same parameters.
    fn is_same_game(&self, other: &dyn AnyPosition) -> bool;
    /// The legal actions, in the game's order.
    fn legal_actions(&self) -> Vec<i32>;
    /// The action of a legal move in the game's notation.
    fn read_action(&self, text: &str) -> Result<u32, Refused>;
    /// A legal action in the game's notation.
    fn write_action(&self, action: i64) -> Result<String, Refused>;
    /// The position after a legal action.
    fn after(&self, action: i64) -> Result<Arc<dyn AnyPosition>, Refused>;
    /// The actions of a line of play, up to one that cannot be made.
    fn actions_of(&self, line: &[String]) -> Vec<i32>;
    fn features(&self) -> Vec<u32>;
    /// The active network inputs in the view of a side.
    fn active_inputs(&self, side: Side) -> Vec<u32>;
    /// What a side may know of the position.
    fn observation(&self, side: Side) -> Vec<f32>;
    /// A session at the position.
    fn session(&self) -> Result<Box<dyn AnySession>, Refused>;
    /// Reads rules for the game.
    fn read_rules(&self, name: &str, source: &[u8]) -> Result<RuleSet, Diagnostics>;
    /// Explains the value of the position by rules of its game.
    fn explain(&self, rules: &RuleSet, side: Side, proofs: bool) -> Explanation;
    /// Answers a query about the position.
    fn query(&self, rules: &RuleSet, side: Side, query: &str) -> Result<Answers, Diagnostics>;
    /// A batch of `count` copies of the position.
    fn batch(&self, count: usize) -> Box<dyn AnyBatch>;
    /// Unpacks and checks positions.
    fn unpack_all(&self, packed: &[u8], stop: &dyn Stop) -> Result<Box<dyn AnyBatch>, Refused>;
}

pub struct At<G: Encoding> {
    pub game: G,
    pub position: G::Position,
}

impl<G: Encoding> At<G> {
    /// A position behind a pointer, without its type.
    pub fn any(game: G, position: G::Position) -> Arc<dyn AnyPosition> {
        Arc::new(At { game, position })
    }

    /// The other position, if it has the same type of game.
    pub fn of(other: &dyn AnyPosition) -> Option<&At<G>> {
        (other as &dyn Any).downcast_ref()
    }

    /// The legal move of an action.
    fn legal(&self, action: i64) -> Result<G::Move, Refused> {
        let count = self.game.action_count();
        let number = u32::try_from(action).ok().filter(|&number| (number as usize) < count);
        let number = number.ok_or(ArgumentRefusal::NoAction { found: action, count })?;
        // A number may stand for a move beyond the border.
        let mv = self.game.move_of(number).ok_or(ArgumentRefusal::NotLegal { action })?;
        self.game.check(&self.position, mv)?;
        Ok(mv)
    }
}

impl<G: Encoding> AnyPosition for At<G> {
    fn entry(&self) -> &'static GameEntry {
        entry::<G>()
    }

    fn parameters(&self) -> String {
        self.game.parameters()
    }

    fn action_count(&self) -> usize {
        self.game.action_count()
    }

    fn max_plies(&self) -> u32 {
        self.game.max_plies()
    }

    fn observation_shape(&self) -> Vec<usize> {
        self.game.observation_shape()
    }

    fn feature_count(&self) -> usize {
        self.game.feature_count() as usize
    }

    fn network_inputs(&self) -> Option<usize> {
        self.game.trainable().map(|game| game.network_inputs())
    }

    fn packed_size(&self) -> Option<usize> {
        self.game.trainable().map(|game| game.packed_size())
    }

    fn start(&self) -> Arc<dyn AnyPosition> {
        At::any(self.game.clone(), self.game.start())
    }

    fn text(&self) -> String {
        self.game.write(&self.position)
    }

    fn read(&self, text: &str) -> Result<Arc<dyn AnyPosition>, Refused> {
        let (game, position) = G::read(text)?;
        if !self.game.has_room_for(&game, &position) {
            return Err(ArgumentRefusal::OtherGame { wanted: self.game.parameters() }.into());
        }
        Ok(At::any(self.game.clone(), position))
    }

    fn read_with_parameters(&self, text: &str) -> Result<Arc<dyn AnyPosition>, Refused> {
        let (game, position) = G::read(text)?;
        Ok(At::any(game, position))
    }

    fn to_move(&self) -> Side {
        self.game.to_move(&self.position)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome(&self.position)
    }

    fn key(&self) -> u64 {
        self.game.key(&self.position).bits()
    }

    fn is_same(&self, other: &dyn AnyPosition) -> bool {
        let same = |other: &At<G>| {
            self.position == other.position && self.game.has_room_for(&other.game, &other.position)
        };
        At::of(other).is_some_and(same)
    }

    fn is_same_game(&self, other: &dyn AnyPosition) -> bool {
        let same = |other: &At<G>| {
            let (mine, theirs) = (self.game.start(), other.game.start());
            mine == theirs && self.game.has_room_for(&other.game, &theirs)
        };
        At::of(other).is_some_and(same)
    }

    fn legal_actions(&self) -> Vec<i32> {
        let mut actions = Vec::new();
        self.game.for_each_move(&self.position, |mv| actions.push(self.game.action(mv) as i32));
        actions
    }

    fn read_action(&self, text: &str) -> Result<u32, Refused> {
        let mv = self.game.read_move(&self.position, text)?;
        self.game.check(&self.position, mv)?;
        Ok(self.game.action(mv))
    }

    fn write_action(&self, action: i64) -> Result<String, Refused> {
        let mv = self.legal(action)?;
        Ok(self.game.write_move(&self.position, mv))
    }

    fn after(&self, action: i64) -> Result<Arc<dyn AnyPosition>, Refused> {
        let mv = self.legal(action)?;
        Ok(At::any(self.game.clone(), self.game.after(&self.position, mv)))
    }

    fn actions_of(&self, line: &[String]) -> Vec<i32> {
        let mut position = self.position.clone();
        let action = |text: &String| {
            let mv = self.game.read_move(&position, text).ok()?;
            self.game.play(&mut position, mv).ok()?;
            Some(self.game.action(mv) as i32)
        };
        line.iter().map_while(action).collect()
    }

    fn features(&self) -> Vec<u32> {
        let mut found = Collected(Vec::new());
        self.game.features(&self.position, &mut found);
        found.0.sort_unstable();
        found.0
    }

    fn active_inputs(&self, side: Side) -> Vec<u32> {
        let mut found = Vec::new();
        if let Some(game) = self.game.trainable() {
            game.visit_inputs(&self.position, side, &mut |input| found.push(input as u32));
        }
        found.sort_unstable();
        found
    }

    fn observation(&self, side: Side) -> Vec<f32> {
        let mut numbers = vec![0.0; self.game.observation_shape().iter().product()];
        self.game.observe(&self.position, side, &mut numbers);
        numbers
    }

    fn session(&self) -> Result<Box<dyn AnySession>, Refused> {
        self.entry().open(&self.text())
    }

    fn read_rules(&self, name: &str, source: &[u8]) -> Result<RuleSet, Diagnostics> {
        RuleSet::read(&self.game, name, source)
    }

    fn explain(&self, rules: &RuleSet, side: Side, proofs: bool) -> Explanation {
        rules.explain(&self.game, &self.position, side, proofs)
    }

    fn query(&self, rules: &RuleSet, side: Side, query: &str) -> Result<Answers, Diagnostics> {
        rules.query(&self.game, &self.position, side, query)
    }

    fn batch(&self, count: usize) -> Box<dyn AnyBatch> {
        Box::new(Positions {
            game: self.game.clone(),
            start: self.position.clone(),
            positions: vec![self.position.clone(); count],
        })
    }

    fn unpack_all(&self, packed: &[u8], stop: &dyn Stop) -> Result<Box<dyn AnyBatch>, Refused> {
        let no_form = ArgumentRefusal::Packed { game: G::NAME };
        let packing = self.game.trainable().ok_or(no_form)?;
        let size = packing.packed_size();
        let mut positions = Vec::with_capacity(packed.len() / size);
        for (number, bytes) in packed.chunks_exact(size).enumerate() {
            let wrong = || ArgumentRefusal::Record {
                number: number + 1,
                reason: agon_arena::data::RecordRefusal::Position.to_string(),
            };
            positions.push(packing.unpacked(bytes).ok_or_else(wrong)?);
            if number % 4096 == 0 && stop.is_stopped() {
                break;
            }
        }
        let (game, start) = (self.game.clone(), self.game.start());
        Ok(Box::new(Positions { game, start, positions }))
    }
}

/// Positions of one game, without its type.
pub trait AnyBatch: Any + Send + Sync {
    /// The number of positions.
    fn len(&self) -> usize;
    /// The starting position of restarted games.
    fn start(&self) -> Arc<dyn AnyPosition>;
    /// The position at an index.
    fn get(&self, index: usize) -> Option<Arc<dyn AnyPosition>>;
    /// Replaces a position. `false` if the new one belongs to another game.
    fn set(&mut self, index: usize, position: &dyn AnyPosition) -> bool;
    fn copy(&self) -> Box<dyn AnyBatch>;
    /// The sides to move, as numbers.
    fn to_move(&self) -> Vec<i8>;
    /// Which games are over.
    fn finished(&self) -> Vec<bool>;
    /// The results for the first side: 1, 0 or -1; 0 also while the game goes on.
    fn results(&self) -> Vec<i8>;
    fn keys(&self) -> Vec<u64>;
    /// Writes 1 for each legal action into zeroed rows, one number per action.
    fn fill_mask(&self, mask: &mut [bool]);
    /// The legal actions of all positions, and where those of each begin.
    fn legal_actions(&self) -> (Vec<i32>, Vec<i64>);
    /// Makes an action in each position. If one is refused, nothing changes.
    fn apply(&mut self, actions: &[i32]) -> Result<(), ArgumentRefusal>;
    /// Restarts finished games. Returns their number.
    fn restart_finished(&mut self) -> usize;
    /// Makes random moves in each position, up to this many or to the end of the game. Returns the
    /// number of moves.
    fn play_random(&mut self, plies: u32, seed: u64, stop: &dyn Stop) -> u64;
    /// Plays random games from each position to the end. Returns the numbers of games that the
    /// first side won, that were drawn and that the second side won, and the number of moves.
    fn random_playouts(&self, games: u32, seed: u64, stop: &dyn Stop) -> (Vec<u32>, u64);
    /// Writes 1 for each feature into zeroed rows.
    fn fill_features(&self, rows: &mut [u8]);
    /// Writes 1 for each active network input in the view of the side to move.
    fn fill_inputs(&self, rows: &mut [u8]);
    /// Writes what the sides to move may know into zeroed rows.
    fn fill_observations(&self, rows: &mut [f32]);
    /// The values in points for the sides to move.
    fn evaluate(&self, source: &EvaluationSource, stop: &dyn Stop) -> Result<Vec<i32>, Refused>;
    /// The actions of encoded moves, one for each position. Refused if a move is illegal.
    fn actions_of_codes(&self, codes: &[u32]) -> Result<Vec<i32>, Refused>;
}

pub struct Positions<G: Encoding> {
    pub game: G,
    /// The starting position of restarted games.
    pub start: G::Position,
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

    /// The move of an action. `None` if the game is over.
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
                // The rules explain what is wrong with the move, if the number stands for one.
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

/// Collects the features of a position.
struct Collected(Vec<Feature>);

impl Observer for Collected {
    fn add(&mut self, feature: Feature) {
        self.0.push(feature);
    }

    fn remove(&mut self, _: Feature) {}
}

/// The start of a game by its name.
pub fn start_of(name: &str) -> Result<Arc<dyn AnyPosition>, ArgumentRefusal> {
    use agon_games::{byte, nim, santorini, theseus, tictactoe};

    fn start<G: Encoding>() -> Arc<dyn AnyPosition> {
        let game = G::default();
        let start = game.start();
        At::any(game, start)
    }
    let starts: [fn() -> Arc<dyn AnyPosition>; 5] = [
        start::<santorini::Santorini>,
        start::<nim::Nim>,
        start::<byte::Byte>,
        start::<theseus::Theseus>,
        start::<tictactoe::TicTacToe>,
    ];
    let found = starts.into_iter().map(|start| start()).find(|start| start.entry().name == name);
    found.ok_or_else(|| {
        let known: Vec<&str> = agon_arena::games().iter().map(|entry| entry.name).collect();
        ArgumentRefusal::NoGame { found: quote(name), known: known.join(", ") }
    })
}

/// Reads a position, with the parameters that the text names.
pub fn read_any(name: &str, text: &str) -> Result<Arc<dyn AnyPosition>, Refused> {
    start_of(name)?.read_with_parameters(text)
}
