//! The battery finds swapped winners and lopsided evaluations in every game.

use std::any::Any;
use std::ops::ControlFlow;
use std::panic::catch_unwind;

use agon_core::conformance::{Battery, TrialMoves};
use agon_core::{Evaluate, Feature, Game, MoveOrdering, Notation, Observer, Outcome, Score, Side};
use agon_games::byte::Byte;
use agon_games::nim::Nim;
use agon_games::santorini::Santorini;
use agon_games::theseus::Theseus;
use agon_games::tictactoe::TicTacToe;

/// The game that is won by the other side, and sound in all else: whatever follows from results,
/// such as `can_win_now`, follows from the swapped ones.
#[derive(Clone, Debug, Default)]
struct Swapped<G>(G);

fn swapped(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Win(side) => Outcome::Win(side.opponent()),
        Outcome::Draw => Outcome::Draw,
    }
}

impl<G: Game> Game for Swapped<G> {
    type Position = G::Position;
    type Move = G::Move;
    type Refusal = G::Refusal;

    const NAME: &'static str = G::NAME;

    fn start(&self) -> G::Position {
        self.0.start()
    }

    fn to_move(&self, position: &G::Position) -> Side {
        self.0.to_move(position)
    }

    fn outcome(&self, position: &G::Position) -> Option<Outcome> {
        self.0.outcome(position).map(swapped)
    }

    fn can_end_as(&self, position: &G::Position, outcome: Outcome) -> bool {
        self.0.can_end_as(position, swapped(outcome))
    }

    fn try_for_each_move(
        &self,
        position: &G::Position,
        visit: impl FnMut(G::Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.0.try_for_each_move(position, visit)
    }

    fn check(&self, position: &G::Position, mv: G::Move) -> Result<(), G::Refusal> {
        self.0.check(position, mv)
    }

    fn play_observed(&self, position: &mut G::Position, mv: G::Move, observer: &mut impl Observer) {
        self.0.play_observed(position, mv, observer);
    }

    fn max_plies(&self) -> u32 {
        self.0.max_plies()
    }

    fn encode(&self, mv: G::Move) -> u32 {
        self.0.encode(mv)
    }

    fn decode(&self, code: u32) -> Option<G::Move> {
        self.0.decode(code)
    }

    fn feature_count(&self) -> Feature {
        self.0.feature_count()
    }

    fn features(&self, position: &G::Position, observer: &mut impl Observer) {
        self.0.features(position, observer);
    }
}

impl<G: Notation> Notation for Swapped<G> {
    fn write(&self, position: &G::Position) -> String {
        self.0.write(position)
    }

    fn read(text: &str) -> Result<(Self, G::Position), G::Refusal> {
        G::read(text).map(|(game, position)| (Swapped(game), position))
    }

    fn write_move(&self, position: &G::Position, mv: G::Move) -> String {
        self.0.write_move(position, mv)
    }

    fn read_move(&self, position: &G::Position, text: &str) -> Result<G::Move, G::Refusal> {
        self.0.read_move(position, text)
    }
}

impl<G: TrialMoves> TrialMoves for Swapped<G> {
    fn finished() -> &'static [(&'static str, Outcome)] {
        G::finished()
    }

    fn trial_moves(&self, position: &G::Position) -> Vec<G::Move> {
        self.0.trial_moves(position)
    }
}

impl<G: Game> MoveOrdering for Swapped<G> {}

fn message(caught: Result<(), Box<dyn Any + Send>>) -> String {
    let payload = caught.expect_err("the flaw was not caught");
    payload.downcast_ref::<String>().expect("a law with its position").clone()
}

fn check_swapped<G: Notation + TrialMoves>() {
    let message = message(catch_unwind(|| Battery::new(Swapped(G::default())).games(1).run()));
    let law = "broken law: a declared finished position has the declared result\n";
    assert!(message.starts_with(law), "{message}");
    let (text, outcome) = G::finished()[0];
    let parts = [&format!("position: {text}\n"), &format!("expected: Some({outcome:?})")];
    assert!(parts.iter().all(|part| message.contains(*part)), "{message}");
}

#[test]
fn the_battery_finds_swapped_winners() {
    check_swapped::<TicTacToe>();
    check_swapped::<Nim>();
    check_swapped::<Theseus>();
    check_swapped::<Byte>();
    check_swapped::<Santorini>();
}

/// An evaluation that likes half of the positions, and says that it is symmetric.
struct Lopsided;

impl<G: Game> Evaluate<G> for Lopsided {
    fn name(&self) -> &str {
        "lopsided"
    }

    fn evaluate(&self, game: &G, position: &G::Position) -> Score {
        Score::estimate((game.key(position).bits() & 1) as i32)
    }

    fn is_symmetric(&self) -> bool {
        true
    }
}

fn check_lopsided<G: Notation + MoveOrdering + TrialMoves>() {
    let run = || Battery::new(G::default()).evaluator(Lopsided).games(1).run();
    let message = message(catch_unwind(run));
    let law = "broken law: a symmetric evaluation gives symmetric positions the same value\n";
    assert!(message.starts_with(law), "{message}");
    for part in ["Score(0)", "Score(1)", "by symmetry ", "position: ", "the evaluation lopsided"] {
        assert!(message.contains(part), "{part} is not in {message}");
    }
}

#[test]
fn the_battery_finds_evaluations_that_are_not_symmetric() {
    check_lopsided::<TicTacToe>();
    check_lopsided::<Byte>();
    check_lopsided::<Santorini>();
}
