//! The battery of checks that every game runs.
//!
//! A game's test file runs it in a few lines. It fails with the law that is broken and the
//! position in which it is:
//!
//! ```
//! use agon_core::conformance::Battery;
//! use agon_core::dummy::TreeGame;
//!
//! Battery::new(TreeGame::grown(1, 5)).games(50).run();
//! ```

mod codes;
mod evaluation;
mod facts;
mod network;
mod notation;
mod rules;
mod scene;
mod trial_moves;
mod words;

use std::collections::HashMap;
use std::sync::Arc;

pub use network::RandomNetwork;
pub use trial_moves::TrialMoves;

use crate::{Evaluate, Facts, Game, IncrementalEval, Key, MoveOrdering, Notation, Present, Rng};

/// A run of random games that checks the laws of the contracts at every position.
///
/// ```
/// use agon_core::conformance::Battery;
/// use agon_core::dummy::{Points, TreeGame};
///
/// Battery::new(TreeGame::grown(3, 4)).evaluator(Points).games(20).run();
/// ```
pub struct Battery<G: Game> {
    game: G,
    starts: Vec<G::Position>,
    games: usize,
    seed: u64,
    evaluations: Vec<Arc<dyn Evaluate<G>>>,
    states: Vec<StatesCheck<G>>,
    facts: Option<FactsCheck<G>>,
}

/// Checks the states of an evaluation along the positions and moves of a game.
type StatesCheck<G> = Box<dyn Fn(&G, &[<G as Game>::Position], &[<G as Game>::Move], &mut Rng)>;

/// Checks the facts of a position.
type FactsCheck<G> = fn(&G, &<G as Game>::Position);

impl<G: Notation + MoveOrdering + TrialMoves> Battery<G> {
    /// A battery of 100 games from the start of `game`.
    pub fn new(game: G) -> Battery<G> {
        let starts = vec![game.start()];
        Battery {
            game,
            starts,
            games: 100,
            seed: 0,
            evaluations: Vec::new(),
            states: Vec::new(),
            facts: None,
        }
    }

    /// Plays this many games.
    pub fn games(mut self, games: usize) -> Self {
        self.games = games;
        self
    }

    /// Adds a position from which games start.
    pub fn from(mut self, position: G::Position) -> Self {
        self.starts.push(position);
        self
    }

    /// Checks this evaluation too, and the state that it has as `dyn Evaluate`.
    pub fn evaluator(self, evaluation: impl Evaluate<G> + 'static) -> Self {
        self.shared_evaluator(Arc::new(evaluation))
    }

    fn shared_evaluator(mut self, evaluation: Arc<dyn Evaluate<G>>) -> Self {
        let shared = Arc::clone(&evaluation);
        self.states.push(Box::new(move |game, line, moves, rng| {
            let has_state = line.first().is_some_and(|root| shared.dyn_state(game, root).is_some());
            if has_state {
                let new_state = |root: &G::Position| shared.state(game, root);
                evaluation::check_states(game, line, moves, &*shared, new_state, rng);
            }
        }));
        self.evaluations.push(evaluation);
        self
    }

    /// Checks this evaluation too, and that it is incremental, also as `dyn Evaluate`.
    pub fn incremental(mut self, evaluation: impl IncrementalEval<G> + 'static) -> Self {
        let evaluation = Arc::new(evaluation);
        let shared = Arc::clone(&evaluation);
        self.states.push(Box::new(move |game, line, moves, rng| {
            let new_state = |root: &G::Position| shared.state(game, root);
            evaluation::check_states(game, line, moves, &*shared, new_state, rng);
            law(
                shared.dyn_state(game, &line[0]).is_some(),
                "an incremental evaluation is incremental as dyn Evaluate too",
                game,
                &line[0],
            );
        }));
        self.shared_evaluator(evaluation)
    }

    /// Checks the facts too.
    pub fn facts(mut self) -> Self
    where
        G: Facts,
    {
        self.facts = Some(facts::check_facts);
        self
    }

    /// Runs the checks of rules, notation, evaluations and facts.
    ///
    /// # Panics
    /// If a law is broken.
    pub fn run(&self) {
        let game = &self.game;
        let mut keys = HashMap::<G::Position, Key>::new();
        for number in 0..self.games {
            let mut rng = Rng::seeded(self.seed + number as u64);
            let mut position = self.starts[number % self.starts.len()].clone();
            let mut plies = 0;
            let (mut line, mut played) = (vec![position.clone()], Vec::new());
            loop {
                rules::check_position(game, &position);
                rules::check_symmetries(game, &position);
                codes::check_codes(game, &position, &mut rng);
                codes::check_ordering(game, &position);
                notation::check_round_trip(game, &position);
                self.facts.iter().for_each(|check| check(game, &position));
                let key = *keys.entry(position.clone()).or_insert_with(|| game.key(&position));
                law(key == game.key(&position), "equal positions have equal keys", game, &position);
                let moves = game.moves(&position);
                let Some(&mv) = rng.pick(&moves) else { break };
                for evaluation in &self.evaluations {
                    evaluation::check_evaluation(game, &position, evaluation.as_ref());
                }
                if rng.below(8) == 0 || plies == 0 {
                    notation::check_damaged(game, &position, &mut rng);
                    notation::check_damaged_move(game, &position, mv, &mut rng);
                }
                rules::check_play(game, &position, mv);
                game.play_unchecked(&mut position, mv);
                line.push(position.clone());
                played.push(mv);
                plies += 1;
                law(
                    plies <= game.max_plies(),
                    "games end within the stated bound",
                    game,
                    &position,
                );
            }
            rules::check_end(game, &line);
            self.states.iter().for_each(|check| check(game, &line, &played, &mut rng));
        }
    }

    /// Runs the checks of [`run`](Battery::run), and those of the scenes.
    ///
    /// # Panics
    /// If a law is broken.
    pub fn run_all(&self)
    where
        G: Present,
    {
        self.run();
        let mut known_words = HashMap::new();
        for number in 0..self.games {
            let mut rng = Rng::seeded(self.seed + number as u64);
            let mut position = self.starts[number % self.starts.len()].clone();
            let mut line: Vec<(G::Position, G::Move)> = Vec::new();
            loop {
                scene::check_scene(&self.game, &position);
                // A quarter of the games is enough for the words of moves, which are many.
                if number <= self.games / 4 {
                    words::check_words(&self.game, &position, &mut known_words);
                }
                let made: Vec<_> = line.iter().map(|(before, mv)| (before, *mv)).collect();
                words::check_line_scene(&self.game, &made, &position);
                let Some(&mv) = rng.pick(&self.game.moves(&position)) else { break };
                line.push((position.clone(), mv));
                self.game.play_unchecked(&mut position, mv);
            }
        }
    }
}

/// Fails with the name of the law and the position if the law does not hold.
#[track_caller]
fn law<G: Notation>(holds: bool, law: &str, game: &G, position: &G::Position) {
    assert!(holds, "broken law: {law}, in {}", game.write(position));
}
