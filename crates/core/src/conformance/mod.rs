//! The battery of checks that every game runs.
//!
//! A game's test file runs it in a few lines. It fails with the law that is broken, what was
//! found, the position and the moves that lead there from the start:
//!
//! ```
//! use agon_core::conformance::Battery;
//! use agon_core::dummy::TreeGame;
//!
//! Battery::new(TreeGame::grown(1, 5)).games(50).run();
//! ```

mod case;
mod codes;
mod evaluation;
mod facts;
mod finished;
mod network;
mod notation;
mod rules;
mod scene;
mod trial_moves;
mod words;

use std::collections::HashMap;
use std::sync::Arc;

use case::Case;
pub use network::RandomNetwork;
pub use trial_moves::TrialMoves;

use crate::{
    Evaluate, Facts, Game, IncrementalEval, Key, MoveOrdering, Notation, Present, Rng, Side,
};

/// A run of random games that checks the laws of the contracts at every position.
///
/// ```
/// use agon_core::conformance::Battery;
/// use agon_core::dummy::{Points, TreeGame};
///
/// Battery::new(TreeGame::grown(3, 4)).evaluator(Points).games(20).run();
/// ```
pub struct Battery<G: Notation> {
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
type FactsCheck<G> = fn(&Case<G>);

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
            Case::new(game, &line[..1], &[]).law(
                "an incremental evaluation is incremental as dyn Evaluate too",
                shared.dyn_state(game, &line[0]).is_some(),
                || format!("dyn_state of {} gives None", shared.name()),
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
        Case::new(game, &self.starts[..1], &[]).guard(finished::check_declared);
        let mut keys = HashMap::<G::Position, Key>::new();
        for number in 0..self.games {
            let mut rng = Rng::seeded(self.seed + number as u64);
            let mut line = vec![self.starts[number % self.starts.len()].clone()];
            let mut moves = Vec::new();
            loop {
                let case = Case::new(game, &line, &moves);
                let played = case.guard(|case| {
                    self.check_position(case, &mut keys, &mut rng)
                        .map(|mv| (mv, game.after(case.position, mv)))
                });
                let Some((mv, next)) = played else { break };
                line.push(next);
                moves.push(mv);
                let most = game.max_plies() as usize;
                Case::new(game, &line, &moves).law(
                    "games end within the stated bound",
                    moves.len() <= most,
                    || format!("{} plies, max_plies is {most}", moves.len()),
                );
            }
            rules::check_end(game, &line, &moves);
            Case::new(game, &line, &moves).guard(|case| {
                finished::check_result(case);
                self.check_finished(case);
                self.states.iter().for_each(|check| check(game, &line, &moves, &mut rng));
            });
        }
    }

    /// Checks a position of a game; gives the move with which the game goes on.
    fn check_position(
        &self,
        case: &Case<G>,
        keys: &mut HashMap<G::Position, Key>,
        rng: &mut Rng,
    ) -> Option<G::Move> {
        let (game, position) = (case.game, case.position);
        rules::check_position(case);
        case.guard(rules::check_symmetries);
        case.guard(|case| codes::check_codes(case, rng));
        case.guard(codes::check_ordering);
        case.guard(notation::check_round_trip);
        self.facts.iter().for_each(|check| case.guard(check));
        case.guard(|case| {
            let key = *keys.entry(position.clone()).or_insert_with(|| game.key(position));
            case.equal_law("equal positions have equal keys", "key", game.key(position), key);
        });
        let mv = *rng.pick(&game.moves(position))?;
        for evaluation in &self.evaluations {
            case.guard(|case| evaluation::check_evaluation(case, evaluation.as_ref()));
        }
        if rng.below(8) == 0 || case.is_first() {
            case.guard(|case| notation::check_damaged(case, rng));
            case.guard(|case| notation::check_damaged_move(case, mv, rng));
        }
        case.guard(|case| rules::check_play(case, mv));
        Some(mv)
    }

    /// Checks that evaluations give a finished game its result.
    fn check_finished(&self, case: &Case<G>) {
        let Some(outcome) = case.game.outcome(case.position) else { return };
        let value = outcome.seen_by(Side::First).absolute(Side::First);
        for evaluation in &self.evaluations {
            case.about(format!("the evaluation {}", evaluation.name()));
            evaluation::check_sides(case, evaluation.as_ref(), value);
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
        let game = &self.game;
        let mut known_words = HashMap::new();
        for number in 0..self.games {
            let mut rng = Rng::seeded(self.seed + number as u64);
            let mut line = vec![self.starts[number % self.starts.len()].clone()];
            let mut moves = Vec::new();
            loop {
                let case = Case::new(game, &line, &moves);
                case.guard(scene::check_scene);
                // A quarter of the games is enough for the words of moves, which are many.
                if number <= self.games / 4 {
                    case.guard(|case| words::check_words(case, &mut known_words));
                }
                let made: Vec<_> = line.iter().zip(moves.iter().copied()).collect();
                case.guard(|case| words::check_line_scene(case, &made));
                let Some(&mv) = rng.pick(&game.moves(case.position)) else { break };
                let next = game.after(case.position, mv);
                line.push(next);
                moves.push(mv);
            }
            Case::new(game, &line, &moves).guard(finished::check_ending);
        }
    }
}
