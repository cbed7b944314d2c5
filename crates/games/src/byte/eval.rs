//! A handcrafted evaluation of Byte.

use std::sync::{Arc, LazyLock};

use agon_core::{
    DefaultEval, EvalState, Evaluate, Explain, Feature, FeatureSum, Game as _, IncrementalEval,
    Observer, Score, Side, Term,
};

use super::board::{SQUARES, Square, squares};
use super::position::{Position, Stack};
use super::rules::{Byte, Move, score_feature, stack_feature};

/// The handcrafted evaluation: what a side has of each thing that counts, times its weight.
/// What depends on single stacks is updated incrementally; which stacks have no neighbours is
/// computed each time. Moves are not counted: the search makes them anyway.
#[derive(Clone, Copy, Debug, Default)]
pub struct Handcrafted;

const COUNT: usize = 9;

/// The terms: their names, and what one of each is worth. A hundred points mean odds 2.7
/// times as good.
const TERMS: [(&str, i32); COUNT] = [
    ("stacks won", 182),
    ("checkers on the board", 70),
    ("checkers in stacks of three or more", -15),
    ("checkers in stacks of five or more", -28),
    ("bottoms of stacks", 118),
    ("tops of stacks of five or more", 25),
    ("bottoms of stacks alone", 66),
    ("tops of stacks alone", 19),
    ("on turn", -32),
];

const WON: i32 = TERMS[0].1;
const LONE_BOTTOM: i32 = TERMS[6].1;
const LONE_TOP: i32 = TERMS[7].1;
const ON_TURN: i32 = TERMS[8].1;

impl DefaultEval for Byte {
    type Eval = Handcrafted;
    type EngineEval = Self::Eval;

    fn default_eval(&self) -> Arc<Self::Eval> {
        Arc::new(Handcrafted)
    }

    fn engine_eval(&self) -> Arc<Self::EngineEval> {
        self.default_eval()
    }
}

impl Evaluate<Byte> for Handcrafted {
    fn name(&self) -> &str {
        "hand"
    }

    fn evaluate(&self, game: &Byte, position: &Position) -> Score {
        self.state(game, position).evaluate(game, position)
    }

    fn is_symmetric(&self) -> bool {
        true
    }

    fn explainer(&self) -> Option<&dyn Explain<Byte>> {
        Some(self)
    }

    fn dyn_state<'e>(
        &'e self,
        game: &Byte,
        position: &Position,
    ) -> Option<Box<dyn EvalState<Byte> + 'e>> {
        Some(Box::new(self.state(game, position)))
    }
}

impl Explain<Byte> for Handcrafted {
    fn explain(&self, game: &Byte, position: &Position) -> Vec<Term> {
        let mover = position.to_move();
        let [mine, theirs] = [mover, mover.opponent()].map(|side| counts(game, position, side));
        let terms = TERMS.into_iter().zip(mine.into_iter().zip(theirs));
        terms.map(|((name, weight), (mine, theirs))| Term { name, weight, mine, theirs }).collect()
    }
}

impl IncrementalEval<Byte> for Handcrafted {
    type State<'e> = StackSum;

    fn state(&self, game: &Byte, position: &Position) -> StackSum {
        StackSum(FeatureSum::of(game, position, &TABLES.weights))
    }
}

/// The state of the handcrafted evaluation: the sum of what depends on single stacks.
#[derive(Clone, Debug)]
pub struct StackSum(FeatureSum<'static>);

impl Observer for StackSum {
    #[inline]
    fn add(&mut self, feature: Feature) {
        self.0.add(feature);
    }

    #[inline]
    fn remove(&mut self, feature: Feature) {
        self.0.remove(feature);
    }
}

impl EvalState<Byte> for StackSum {
    #[inline]
    fn begin_move(&mut self) {
        self.0.begin_move();
    }

    #[inline]
    fn end_move(&mut self, _: &Byte, _: &Position) {}

    #[inline]
    fn undo_move(&mut self) {
        self.0.undo_move();
    }

    #[inline]
    fn evaluate(&mut self, game: &Byte, position: &Position) -> Score {
        let mut points = self.0.sum();
        for square in squares(alone(game, position)) {
            points += i32::from(TABLES.lone[usize::from(position.stack(square).0)]);
        }
        Score::estimate(sign(position.to_move()) * points + ON_TURN)
    }

    #[inline]
    fn play_move(&mut self, game: &Byte, position: &mut Position, mv: Move) {
        self.0.play_move(game, position, mv);
    }
}

/// The squares of the stacks without neighbours, as bits.
#[inline]
pub(super) fn alone(game: &Byte, position: &Position) -> u64 {
    let occupied = position.occupied;
    let pairs = game.board.downward.map(|(further, from)| {
        let upper = occupied & occupied >> further & from;
        upper | upper << further
    });
    occupied & !(pairs[0] | pairs[1] | pairs[2])
}

/// What is good for X is bad for O.
#[inline]
fn sign(side: Side) -> i32 {
    1 - 2 * side.index() as i32
}

/// Weights, computed once.
struct Tables {
    /// The weight of each feature for X.
    weights: Vec<i16>,
    /// How much more each stack is worth to X without neighbours.
    lone: Box<[i16; 256]>,
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let weights = vec![0; Byte::default().feature_count() as usize];
    let mut tables = Tables { weights, lone: Box::new([0; 256]) };
    for stack in (2..=255).map(Stack) {
        let [mine, theirs] = Side::BOTH.map(|side| holdings(stack, side));
        let points: i32 =
            (1..6).map(|term| TERMS[term].1 * (mine[term - 1] - theirs[term - 1])).sum();
        for square in (0..SQUARES as u8).map(Square) {
            tables.weights[stack_feature(square, stack) as usize] = points as i16;
        }
        let [mine, theirs] = Side::BOTH.map(|side| ends(stack, side));
        let lone = LONE_BOTTOM * (mine[0] - theirs[0]) + LONE_TOP * (mine[1] - theirs[1]);
        tables.lone[usize::from(stack.0)] = lone as i16;
    }
    for side in Side::BOTH {
        for score in 0..8 {
            let weight = sign(side) * WON * i32::from(score);
            tables.weights[score_feature(side, score) as usize] = weight as i16;
        }
    }
    tables
});

/// How many bottoms and how many tops of a stack are a side's.
fn ends(stack: Stack, side: Side) -> [i32; 2] {
    [0, stack.height() - 1].map(|level| i32::from(stack.owner(level) == Some(side)))
}

/// What a side has of a stack, of each term that follows from single stacks.
fn holdings(stack: Stack, side: Side) -> [i32; 5] {
    let checkers = stack.checkers().filter(|&owner| owner == side).count() as i32;
    let [bottom, top] = ends(stack, side);
    let if_high = |height, count| if stack.height() >= height { count } else { 0 };
    [checkers, if_high(3, checkers), if_high(5, checkers), bottom, if_high(5, top)]
}

/// What a side has of each term, counted one by one.
fn counts(game: &Byte, position: &Position, side: Side) -> [i32; COUNT] {
    let mut counts = [0; COUNT];
    counts[0] = position.score(side) as i32;
    for square in position.occupied() {
        let stack = position.stack(square);
        for (count, held) in counts[1..].iter_mut().zip(holdings(stack, side)) {
            *count += held;
        }
        if game.board.neighbours[square.index()] & position.occupied == 0 {
            let [bottom, top] = ends(stack, side);
            counts[6] += bottom;
            counts[7] += top;
        }
    }
    counts[8] = i32::from(position.to_move() == side);
    counts
}
