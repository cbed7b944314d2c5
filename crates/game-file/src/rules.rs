//! The rules, as the file says them.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use agon_core::{Feature, Game, Observer, Outcome, Side, StateSpace};
use agon_infer::{GamePosition, GameRefusal, GameRules};

use crate::indexed::Numbered;
use crate::known;

/// A game whose rules are a file.
#[derive(Clone)]
pub struct DatalogGame {
    pub(crate) rules: Arc<GameRules>,
    /// The positions that were numbered so far.
    pub(crate) numbered: Arc<Mutex<Numbered>>,
    /// With what its positions begin.
    id: Arc<str>,
}

/// A move of such a game, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameMove(pub(crate) u32);

impl DatalogGame {
    pub(crate) fn new(rules: Arc<GameRules>, id: Arc<str>) -> DatalogGame {
        DatalogGame { rules, id, numbered: Arc::default() }
    }

    /// The game of a file that comes with the program, such as `santorini.game`.
    pub fn shipped(name: &str) -> Option<DatalogGame> {
        known::shipped_game(name)
    }

    /// The compiled file.
    pub fn rules(&self) -> &GameRules {
        &self.rules
    }

    /// With what its positions begin: the name of the game, and a number that follows from the
    /// text, if the file does not come with the program.
    pub fn id(&self) -> &str {
        &self.id
    }
}

impl Default for DatalogGame {
    fn default() -> DatalogGame {
        match known::shipped_game("tictactoe.game") {
            Some(game) => game,
            None => unreachable!("tic-tac-toe comes with the program"),
        }
    }
}

impl fmt::Debug for DatalogGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DatalogGame({})", self.id)
    }
}

impl Game for DatalogGame {
    type Position = GamePosition;
    type Move = GameMove;
    type Refusal = GameRefusal;

    const NAME: &'static str = "file";

    fn start(&self) -> GamePosition {
        self.rules.start()
    }

    fn to_move(&self, position: &GamePosition) -> Side {
        position.to_move()
    }

    fn outcome(&self, position: &GamePosition) -> Option<Outcome> {
        position.outcome()
    }

    fn try_for_each_move(
        &self,
        position: &GamePosition,
        visit: impl FnMut(GameMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.rules.legal(position).into_iter().map(GameMove).try_for_each(visit)
    }

    fn check(&self, position: &GamePosition, mv: GameMove) -> Result<(), GameRefusal> {
        if position.outcome().is_some() {
            return Err(GameRefusal::GameOver);
        }
        let is_legal = self.rules.legal(position).binary_search(&mv.0).is_ok();
        if is_legal { Ok(()) } else { Err(GameRefusal::NotLegal) }
    }

    fn play_observed(
        &self,
        position: &mut GamePosition,
        mv: GameMove,
        observer: &mut impl Observer,
    ) {
        let next = self.rules.play(position, mv.0);
        self.rules.changes(position, &next, |feature, is_added| match is_added {
            true => observer.add(feature),
            false => observer.remove(feature),
        });
        *position = next;
    }

    fn play_unchecked(&self, position: &mut GamePosition, mv: GameMove) {
        *position = self.rules.play(position, mv.0);
    }

    fn max_plies(&self) -> u32 {
        self.rules.max_plies()
    }

    fn encode(&self, mv: GameMove) -> u32 {
        mv.0
    }

    fn decode(&self, code: u32) -> Option<GameMove> {
        (code < self.rules.move_count()).then_some(GameMove(code))
    }

    fn feature_count(&self) -> Feature {
        self.rules.feature_count()
    }

    fn features(&self, position: &GamePosition, observer: &mut impl Observer) {
        self.rules.features(position, |feature| observer.add(feature));
    }

    fn count_moves(&self, position: &GamePosition) -> u64 {
        self.rules.count_legal(position) as u64
    }
}

impl StateSpace for DatalogGame {
    fn state_space(&self) -> f64 {
        self.rules.state_space()
    }
}
