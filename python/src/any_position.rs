//! A position with its game, whichever game that is.

use std::any::Any;
use std::sync::Arc;

use agon_arena::{AnySession, GameEntry, Refused};
use agon_core::{Feature, Observer, Outcome, Side, Stop, quote};
use agon_infer::{Answers, Diagnostics, Explanation, RuleSet};

use crate::any_batch::{AnyBatch, Positions};
use crate::encoding::{Encoding, entry};
use crate::errors::ArgumentRefusal;

/// A position with its game, without the type of the game.
pub trait AnyPosition: Any + Send + Sync {
    /// The game as the registry knows it.
    fn entry(&self) -> &'static GameEntry;
    /// The parameters of the game as people read them.
    fn parameters(&self) -> String;
    /// The number of actions of the game.
    fn action_count(&self) -> usize;
    /// An upper bound on the plies of a game.
    fn max_plies(&self) -> u32;
    /// The shape of an observation.
    fn observation_shape(&self) -> Vec<usize>;
    /// The number of features of the game.
    fn feature_count(&self) -> usize;
    /// The number of inputs of networks, in games that have networks.
    fn network_inputs(&self) -> Option<usize>;
    /// The bytes of a packed position, in games that have such a form.
    fn packed_size(&self) -> Option<usize>;
    /// The start of the game.
    fn start(&self) -> Arc<dyn AnyPosition>;
    /// The position in the game's notation.
    fn text(&self) -> String;
    /// A position of this game from text; refused if it belongs to another variant.
    fn read(&self, text: &str) -> Result<Arc<dyn AnyPosition>, Refused>;
    /// A position from text, in the variant that the text names.
    fn read_with_parameters(&self, text: &str) -> Result<Arc<dyn AnyPosition>, Refused>;
    /// The side to move.
    fn to_move(&self) -> Side;
    /// How the game ended, or `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;
    /// The Zobrist key.
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
    /// The features of the position.
    fn features(&self) -> Vec<u32>;
    /// The active inputs of networks in the view of a side.
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
    /// So many copies of the position.
    fn batch(&self, count: usize) -> Box<dyn AnyBatch>;
    /// The positions of packed bytes, each of them checked.
    fn unpack_all(&self, packed: &[u8], stop: &dyn Stop) -> Result<Box<dyn AnyBatch>, Refused>;
}

/// A position of a game.
pub struct At<G: Encoding> {
    /// The game.
    pub game: G,
    /// The position.
    pub position: G::Position,
}

impl<G: Encoding> At<G> {
    /// A position behind a pointer, without its type.
    pub fn any(game: G, position: G::Position) -> Arc<dyn AnyPosition> {
        Arc::new(At { game, position })
    }

    /// The other position, if it is one of the same type of game.
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
        let known: Vec<&str> = agon_arena::GAMES.iter().map(|entry| entry.name).collect();
        ArgumentRefusal::NoGame { found: quote(name), known: known.join(", ") }
    })
}

/// The position that a text stands for, with the parameters that it names.
pub fn read_any(name: &str, text: &str) -> Result<Arc<dyn AnyPosition>, Refused> {
    start_of(name)?.read_with_parameters(text)
}
