//! An evaluation by fours that can still be made.

use std::sync::Arc;

use agon_core::{
    DefaultEval, Evaluate, Explain, Facts, MoveOrdering, Score, Side, Stateless, Term,
};

use crate::rules::{ConnectFour, Position, bit};

/// Counts the fours that a side can still make, the more the fuller they are.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenFours;

/// What a four with one, two and three discs of a side is worth to it.
const TERMS: [(&str, i32); 3] =
    [("open fours with one disc", 1), ("with two discs", 4), ("with three discs", 16)];

impl Evaluate<ConnectFour> for OpenFours {
    fn name(&self) -> &str {
        "fours"
    }

    fn evaluate(&self, game: &ConnectFour, position: &Position) -> Score {
        Score::estimate(self.explain(game, position).iter().map(Term::points).sum())
    }

    fn is_symmetric(&self) -> bool {
        true
    }

    fn explainer(&self) -> Option<&dyn Explain<ConnectFour>> {
        Some(self)
    }
}

impl Explain<ConnectFour> for OpenFours {
    fn explain(&self, game: &ConnectFour, position: &Position) -> Vec<Term> {
        let mover = position.to_move();
        let [mine, theirs] = [mover, mover.opponent()].map(|side| open_fours(game, position, side));
        let numbered = TERMS.into_iter().zip(1..);
        let term = |((name, weight), discs): (_, usize)| Term {
            name,
            weight,
            mine: mine[discs],
            theirs: theirs[discs],
        };
        numbered.map(term).collect()
    }
}

/// The fours without a disc of the other side, by how many of the side's discs they have.
fn open_fours(game: &ConnectFour, position: &Position, side: Side) -> [i32; 5] {
    let [mine, theirs] = [side, side.opponent()].map(|side| position.discs[side.index()]);
    let mut counts = [0; 5];
    for (column, row) in game.places() {
        for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            let last = (column as isize + 3 * right, row as isize + 3 * up);
            if last.0 >= game.columns as isize || !(0..game.rows as isize).contains(&last.1) {
                continue;
            }
            let place = |step| {
                bit(column + step * right as usize, row.wrapping_add_signed(step as isize * up))
            };
            let four: u64 = (0..4).map(place).sum();
            if theirs & four == 0 {
                counts[(mine & four).count_ones() as usize] += 1;
            }
        }
    }
    counts
}

/// Hints for a search; all of them have defaults.
impl MoveOrdering for ConnectFour {}

impl DefaultEval for ConnectFour {
    type Eval = Stateless<OpenFours>;
    type EngineEval = dyn Evaluate<Self>;

    fn default_eval(&self) -> Arc<Self::Eval> {
        Arc::new(Stateless(OpenFours))
    }

    fn engine_eval(&self) -> Arc<Self::EngineEval> {
        self.default_eval()
    }
}

/// Rule files cannot ask about its positions.
impl Facts for ConnectFour {}
