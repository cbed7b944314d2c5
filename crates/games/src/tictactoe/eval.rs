//! An evaluation of tic-tac-toe by lines.

use std::sync::Arc;

use agon_core::{DefaultEval, Evaluate, Explain, MoveOrdering, Score, Side, Stateless, Term};

use super::position::{LINES, Position};
use super::rules::TicTacToe;

/// The evaluation by lines: a line counts for a side as long as the other has
/// no mark in it, the more the fuller it is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lines;

/// What a line with one and with two marks of a side is worth to it.
const TERMS: [(&str, i32); 2] = [("open lines with one mark", 1), ("open lines with two marks", 4)];

impl MoveOrdering for TicTacToe {}

impl DefaultEval for TicTacToe {
    type Eval = Stateless<Lines>;
    type EngineEval = dyn Evaluate<Self>;

    fn default_eval(&self) -> Arc<Self::Eval> {
        Arc::new(Stateless(Lines))
    }

    fn engine_eval(&self) -> Arc<Self::EngineEval> {
        self.default_eval()
    }
}

impl Evaluate<TicTacToe> for Lines {
    fn name(&self) -> &str {
        "lines"
    }

    fn evaluate(&self, game: &TicTacToe, position: &Position) -> Score {
        Score::estimate(self.explain(game, position).iter().map(Term::points).sum())
    }

    fn is_symmetric(&self) -> bool {
        true
    }

    fn explainer(&self) -> Option<&dyn Explain<TicTacToe>> {
        Some(self)
    }
}

impl Explain<TicTacToe> for Lines {
    fn explain(&self, _: &TicTacToe, position: &Position) -> Vec<Term> {
        let mover = position.to_move();
        let term = |(name, weight, marks)| Term {
            name,
            weight,
            mine: open_lines(position, mover, marks),
            theirs: open_lines(position, mover.opponent(), marks),
        };
        let numbered = TERMS.into_iter().zip(1..);
        numbered.map(|((name, weight), marks)| term((name, weight, marks))).collect()
    }
}

/// The lines with this many marks of a side and none of the other.
fn open_lines(position: &Position, side: Side, marks: u32) -> i32 {
    let [mine, theirs] = [side, side.opponent()].map(|side| position.marks[side.index()]);
    let open = |line: &&u16| theirs & **line == 0 && (mine & **line).count_ones() == marks;
    LINES.iter().filter(open).count() as i32
}
