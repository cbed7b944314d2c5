//! An evaluation of Santorini by hand.

use std::sync::LazyLock;

use agon_core::{Evaluate, FeatureSum, Game as _, Judged, Player, Score, Term, Tracked};

use super::cell::{Cell, Cells};
use super::position::Position;
use super::rules::{Move, Santorini, pawn_feature};

/// The evaluation by hand: what a side has of each thing that counts, times what
/// one of it is worth. README.md says what each term is worth in games.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hand {
    /// The points of each term.
    pub weights: Weights,
}

/// What one of each thing is worth to the side that has it.
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

/// The term that is kept up to date along a line of play.
const MIDDLE: usize = COUNT - 1;

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

impl Judged for Santorini {
    type Own = Hand;

    /// The opponent could step onto height 3.
    #[inline]
    fn is_urgent(&self, position: &Position) -> bool {
        !position.winning_steps(position.to_move.opponent()).is_empty()
    }

    #[inline]
    fn class(&self, mv: Move) -> usize {
        match mv {
            Move::Place(one, two) => 32 * one.number() + two.number(),
            Move::Step { from, to, build } => {
                107 * from.number() + 32 * to.number() + build.number()
            }
        }
    }

    /// Climbing is good, and so is staying high.
    #[inline]
    fn promise(&self, position: &Position, mv: Move) -> i32 {
        match mv {
            Move::Place(..) => 0,
            Move::Step { from, to, .. } => {
                let [low, high] = [from, to].map(|cell| i32::from(position.height(cell)));
                400 * (high - low) + 100 * high
            }
        }
    }
}

impl Evaluate<Santorini> for Hand {
    fn name(&self) -> &str {
        "hand"
    }

    fn evaluate(&self, game: &Santorini, position: &Position) -> Score {
        self.read(game, position, &self.begin(game, position))
    }

    fn explain(&self, _: &Santorini, position: &Position) -> Vec<Term> {
        let [mut mover, mut other] = counts(position);
        let middle = |side| {
            let pawns = position.pawns(side).into_iter().flatten();
            pawns.map(|pawn| i32::from(nearness(pawn))).sum()
        };
        mover[MIDDLE] = middle(position.to_move);
        other[MIDDLE] = middle(position.to_move.opponent());
        let term = |(place, name)| Term {
            name,
            weight: self.weights.0[place],
            mine: mover[place],
            theirs: other[place],
        };
        Weights::names().enumerate().map(term).collect()
    }
}

impl Tracked<Santorini> for Hand {
    type Accumulator<'e> = FeatureSum<'e>;

    fn begin<'e>(&'e self, game: &Santorini, position: &Position) -> FeatureSum<'e> {
        FeatureSum::of(game, position, &NEAR_MIDDLE)
    }

    #[inline]
    fn read(&self, _: &Santorini, position: &Position, kept: &FeatureSum<'_>) -> Score {
        let [mover, other] = counts(position);
        let middle = match position.to_move {
            Player::P1 => kept.sum(),
            Player::P2 => -kept.sum(),
        };
        let mut points = self.weights.0[MIDDLE] * middle;
        for term in 0..MIDDLE {
            points += self.weights.0[term] * (mover[term] - other[term]);
        }
        Score::estimate(points)
    }
}

/// How near a cell is to the middle: 2 there, 1 next to it, 0 at the edge.
fn nearness(cell: Cell) -> i16 {
    let (row, column) = (cell.number() / 5, cell.number() % 5);
    2 - row.abs_diff(2).max(column.abs_diff(2)) as i16
}

/// The nearness of blue pawns to the middle, less that of red ones, by feature.
static NEAR_MIDDLE: LazyLock<Vec<i16>> = LazyLock::new(|| {
    let mut worths = vec![0; Santorini.feature_count() as usize];
    for cell in Cell::all() {
        worths[pawn_feature(Player::P1, cell) as usize] = nearness(cell);
        worths[pawn_feature(Player::P2, cell) as usize] = -nearness(cell);
    }
    worths
});

/// What the side to move and the other side have of each term but the last.
#[inline]
fn counts(position: &Position) -> [[i32; COUNT]; 2] {
    let free = position.free();
    let mover = Standing::of(position, position.to_move, free);
    let other = Standing::of(position, position.to_move.opponent(), free);
    let mut counts = [mover.counts(), other.counts()];

    let wins_now = mover.wins.count() > 0;
    let threatened = other.wins.count() > 0;
    // One build can close one winning cell: by a dome, from any cell next to it.
    let can_answer = other.wins.count() == 1 && !(other.wins.spread() & mover.reach).is_empty();
    counts[0][0] = i32::from(wins_now);
    counts[1][1] = i32::from(threatened && !wins_now && !can_answer);
    counts[1][2] = i32::from(threatened && !wins_now && can_answer);
    counts
}

/// Where the pawns of a side stand and can go.
struct Standing {
    pawns: Cells,
    reach: Cells,
    wins: Cells,
    built: [Cells; 4],
}

impl Standing {
    #[inline]
    fn of(position: &Position, side: Player, free: Cells) -> Standing {
        let [one, two] = position.pawns.of(side);
        let reach = position.steps(one, free) | position.steps(two, free);
        Standing {
            pawns: position.pawn_cells(side),
            reach,
            wins: reach & position.at_least[2],
            built: position.at_least,
        }
    }

    #[inline]
    fn counts(&self) -> [i32; COUNT] {
        let [one, two, three, four] = self.built;
        let count = |cells: Cells| cells.count() as i32;
        let around = self.pawns.spread() & !four;
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
            0,
        ]
    }
}
