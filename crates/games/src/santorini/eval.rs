//! The evaluations of Santorini: a handcrafted one, and the network that the game comes with.

use std::sync::Arc;

use agon_core::{DefaultEval, Evaluate, Explain, Score, Side, Stateless, Term};
use agon_network::{Network, NetworkSlot};

use super::cell::Cells;
use super::position::Position;
use super::rules::Santorini;

/// The network that the game comes with; `train/README.md` says how it was made. It is built in,
/// but a page without a server fetches it when it is needed.
pub static NETWORK: NetworkSlot<Santorini> = NetworkSlot::new(match cfg!(target_family = "wasm") {
    true => None,
    false => Some(include_bytes!("../../networks/santorini.net")),
});

/// The handcrafted evaluation: what a side has of each thing that counts, times its weight.
/// README.md says what each term is worth in games. It is stateless: counting in sets of cells
/// is quicker than following every change.
#[derive(Clone, Copy, Debug, Default)]
pub struct Handcrafted {
    /// The points of each term.
    pub weights: Weights,
}

/// What one of each thing is worth to the side that has it.
///
/// ```
/// use agon_core::{Evaluate, Notation};
/// use agon_games::santorini::{Handcrafted, Santorini, Weights};
///
/// let (game, position) = Santorini::read("00000/02200/00100/00000/00000 R 11,33 22,31").unwrap();
/// let term = Weights::names().position(|name| name == "pawns on height 1").unwrap();
/// let usual = Weights::default();
/// let more = usual.with(term, usual.of(term) + 10);
/// let [usual, more] = [usual, more].map(|weights| Handcrafted { weights });
/// // Red has a pawn on that height, and blue has none.
/// let points = |eval: Handcrafted| eval.evaluate(&game, &position).points();
/// assert_eq!(points(more), points(usual) + 10);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights([i32; COUNT]);

const COUNT: usize = 10;

/// The terms: their names, and what one of each is worth.
const TERMS: [(&str, i32); COUNT] = [
    ("win on the spot", 100_000),
    ("threat that cannot be answered", 50_000),
    ("threat that can be answered", 60),
    ("pawns on height 1", 19),
    ("pawns on height 2", 55),
    ("cells of height 1 in reach", 14),
    ("cells of height 2 in reach", 61),
    ("cells to step to", -4),
    ("levels built around pawns", 3),
    ("pawns near the middle", 19),
];

impl Default for Weights {
    fn default() -> Weights {
        Weights(TERMS.map(|(_, weight)| weight))
    }
}

impl Weights {
    /// The names of the terms, in the order of their weights.
    pub fn names() -> impl ExactSizeIterator<Item = &'static str> {
        TERMS.iter().map(|&(name, _)| name)
    }

    /// The same weights but for one term.
    ///
    /// # Panics
    /// If there is no such term.
    pub fn with(mut self, term: usize, weight: i32) -> Weights {
        self.0[term] = weight;
        self
    }

    /// What one of this term is worth.
    ///
    /// # Panics
    /// If there is no such term.
    pub fn of(&self, term: usize) -> i32 {
        self.0[term]
    }
}

impl DefaultEval for Santorini {
    type Eval = Stateless<Handcrafted>;
    type EngineEval = Network<Santorini>;

    fn default_eval(&self) -> Arc<Self::Eval> {
        Arc::default()
    }

    fn engine_eval(&self) -> Arc<Self::EngineEval> {
        NETWORK.get(self)
    }

    /// The network was trained on the usual board. On boards of two rows or columns, and with one
    /// pawn a side on less than 16 cells, the handcrafted evaluation is stronger (EXPERIMENTS.md).
    fn engine_eval_here(&self) -> Option<Arc<dyn Evaluate<Santorini>>> {
        let board = self.board();
        let is_narrow = board.width().min(board.height()) == 2;
        let is_small = board.pawns() == 1 && board.cells().count() < 16;
        (is_narrow || is_small).then(|| self.default_eval() as Arc<dyn Evaluate<Santorini>>)
    }

    fn evaluators(&self) -> Vec<Arc<dyn Evaluate<Santorini>>> {
        vec![self.default_eval(), self.engine_eval()]
    }
}

impl Evaluate<Santorini> for Handcrafted {
    fn name(&self) -> &str {
        "hand"
    }

    fn parameters(&self) -> String {
        format!("{:?}", self.weights.0)
    }

    #[inline(always)]
    fn evaluate(&self, game: &Santorini, position: &Position) -> Score {
        let [mover, other] = counts(game, position);
        let terms = mover.into_iter().zip(other).zip(self.weights.0);
        Score::estimate(terms.map(|((mine, theirs), weight)| weight * (mine - theirs)).sum())
    }

    fn is_symmetric(&self) -> bool {
        true
    }

    fn explainer(&self) -> Option<&dyn Explain<Santorini>> {
        Some(self)
    }
}

impl Explain<Santorini> for Handcrafted {
    fn explain(&self, game: &Santorini, position: &Position) -> Vec<Term> {
        let [mover, other] = counts(game, position);
        let term = |(place, name)| Term {
            name,
            weight: self.weights.0[place],
            mine: mover[place],
            theirs: other[place],
        };
        Weights::names().enumerate().map(term).collect()
    }
}

/// What the side to move and the other side have of each term.
#[inline(always)]
fn counts(game: &Santorini, position: &Position) -> [[i32; COUNT]; 2] {
    let free = position.free();
    let mover = Standing::of(position, position.to_move, free);
    let other = Standing::of(position, position.to_move.opponent(), free);
    let mut counts = [mover.counts(game), other.counts(game)];

    let wins_now = mover.wins.count() > 0;
    let threatened = other.wins.count() > 0;
    // One build can close one winning cell: by a dome, from any cell next to it.
    let can_answer = other.wins.count() == 1
        && other.wins.iter().any(|cell| !(cell.neighbours() & mover.reach).is_empty());
    counts[0][0] = i32::from(wins_now);
    counts[1][1] = i32::from(threatened && !wins_now && !can_answer);
    counts[1][2] = i32::from(threatened && !wins_now && can_answer);
    counts
}

/// Where the pawns of a side stand and can go.
struct Standing {
    pawns: Cells,
    around: Cells,
    reach: Cells,
    wins: Cells,
    built: [Cells; 4],
}

impl Standing {
    #[inline(always)]
    fn of(position: &Position, side: Side, free: Cells) -> Standing {
        let [one, two] = position.pawns.of(side);
        let reach = position.steps(one, free) | position.steps(two, free);
        Standing {
            pawns: position.pawn_cells(side),
            around: one.neighbours() | two.neighbours(),
            reach,
            wins: reach & position.at_least[2],
            built: position.at_least,
        }
    }

    #[inline(always)]
    fn counts(&self, game: &Santorini) -> [i32; COUNT] {
        let [one, two, three, four] = self.built;
        let count = |cells: Cells| cells.count() as i32;
        let around = self.around & !four;
        [
            0,
            0,
            0,
            count(self.pawns & one & !two),
            count(self.pawns & two),
            count(self.reach & one & !two),
            count(self.reach & two & !three),
            count(self.reach),
            count(around & one) + count(around & two) + count(around & three),
            count(self.pawns & game.board().inner()) + count(self.pawns & game.board().middle()),
        ]
    }
}
