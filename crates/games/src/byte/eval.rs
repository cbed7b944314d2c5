//! An evaluation of Byte by hand.

use std::sync::LazyLock;

use agon_core::{Evaluate, FeatureSum, Game as _, Judged, Player, Score, Term, Tracked};

use super::board::{SQUARES, Square, squares};
use super::position::{Position, Stack};
use super::rules::{Byte, Move, fitting, score_feature, stack_feature};

/// The evaluation by hand: what a side has of each thing that counts, times what
/// one of it is worth. What follows from single stacks is kept up to date along a line
/// of play; what follows from their neighbours is counted afresh.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hand;

const COUNT: usize = 5;

/// The terms: their names, and what one of each is worth. The first two follow from
/// single features.
const TERMS: [(&str, i32); COUNT] = [
    ("stacks won", 120),
    ("checkers in stacks topped", 1),
    ("stacks that can be won now", 10),
    ("moves", 24),
    ("nothing but harmful moves", -550),
];

const WON: i32 = TERMS[0].1;
const TOPPED: i32 = TERMS[1].1;

impl Judged for Byte {
    type Own = Hand;

    #[inline]
    fn class(&self, mv: Move) -> usize {
        match mv {
            Move::Pass => 0,
            Move::Step { from, to, level } => {
                77 * from.index() + 8 * to.index() + usize::from(level)
            }
        }
    }

    /// Winning a stack is good, and giving one away is not.
    #[inline]
    fn promise(&self, position: &Position, mv: Move) -> i32 {
        let Move::Step { from, to, level } = mv else { return 0 };
        let (stack, target) = (position.stack(from), position.stack(to));
        let together = stack.height() - u32::from(level) + target.height();
        let top = stack.owner(stack.height() - 1);
        match together == 8 {
            true if top == Some(position.to_move) => 3000,
            true => -3000,
            false => 0,
        }
    }
}

impl Evaluate<Byte> for Hand {
    fn name(&self) -> &str {
        "hand"
    }

    fn evaluate(&self, game: &Byte, position: &Position) -> Score {
        self.read(game, position, &self.begin(game, position))
    }

    fn explain(&self, game: &Byte, position: &Position) -> Vec<Term> {
        let mover = position.to_move();
        let [mine, theirs] = [mover, mover.opponent()].map(|side| counts(game, position, side));
        let terms = TERMS.into_iter().zip(mine.into_iter().zip(theirs));
        terms.map(|((name, weight), (mine, theirs))| Term { name, weight, mine, theirs }).collect()
    }
}

impl Tracked<Byte> for Hand {
    type Accumulator<'e> = FeatureSum<'e>;

    fn begin<'e>(&'e self, game: &Byte, position: &Position) -> FeatureSum<'e> {
        FeatureSum::of(game, position, &WORTHS)
    }

    #[inline]
    fn read(&self, game: &Byte, position: &Position, kept: &FeatureSum<'_>) -> Score {
        let Tally { wins, moves, harmful } = Tally::of(game, position);
        let stuck = |side: usize| i32::from(moves[side] > 0 && moves[side] == harmful[side]);
        let points = kept.sum()
            + TERMS[2].1 * (wins[0] - wins[1])
            + TERMS[3].1 * (moves[0] - moves[1])
            + TERMS[4].1 * (stuck(0) - stuck(1));
        Score::estimate(points).absolute(Player::P1).seen_by(position.to_move())
    }
}

/// What each feature is worth to X.
static WORTHS: LazyLock<Vec<i16>> = LazyLock::new(|| {
    let mut worths = vec![0; Byte::default().feature_count() as usize];
    let sign = |side: Player| [1, -1][side.index()];
    for square in (0..SQUARES as u8).map(Square) {
        for stack in (2..=255).map(Stack) {
            let height = stack.height();
            if let Some(top) = stack.owner(height - 1) {
                let worth = sign(top) * TOPPED * height as i32;
                worths[stack_feature(square, stack) as usize] = worth as i16;
            }
        }
    }
    for side in Player::BOTH {
        for score in 0..8 {
            let worth = sign(side) * WON * i32::from(score);
            worths[score_feature(side, score) as usize] = worth as i16;
        }
    }
    worths
});

/// What both sides can do, X's first.
struct Tally {
    /// Stacks that could be won at once.
    wins: [i32; 2],
    moves: [i32; 2],
    /// Moves that complete a stack for the other side.
    harmful: [i32; 2],
}

impl Tally {
    #[inline]
    fn of(game: &Byte, position: &Position) -> Tally {
        let mut sum = 0;
        for from in squares(position.occupied) {
            let stack = position.stack(from);
            let beside = game.board.neighbours[from.index()] & position.occupied;
            if beside == 0 {
                let owner = usize::from(stack.0 & 1);
                sum += u64::from(approaches(game, position, from)) << (8 * owner);
                continue;
            }
            let onto = &ONTO[usize::from(stack.0)];
            for to in squares(beside) {
                sum += onto[position.stack(to).height() as usize & 7];
            }
        }
        let field = |place: u32| (sum >> (8 * place) & 255) as i32;
        Tally {
            moves: [field(0), field(1)],
            wins: [field(2), field(3)],
            harmful: [field(4), field(5)],
        }
    }
}

/// For each stack and each height of a neighbour, what there is to do between them:
/// in one byte each the moves of X and of O, those that win a stack and those that give
/// one away.
static ONTO: LazyLock<Vec<[u64; 8]>> = LazyLock::new(|| {
    let between = |stack: Stack, height: u32| {
        let levels = fitting(stack, Stack(1 << height));
        let top = stack.height().checked_sub(1).and_then(|level| stack.owner(level));
        let full = (stack.height() + height).checked_sub(8);
        let mut fields = 0;
        for side in Player::BOTH {
            let mine = levels & stack.levels_of(side);
            fields |= u64::from(mine.count_ones()) << (8 * side.index());
            if full.is_some_and(|level| mine >> level & 1 == 1) {
                let place = if top == Some(side) { 2 } else { 4 };
                fields |= 1 << (8 * (place + side.index()));
            }
        }
        fields
    };
    (0..=255_u8)
        .map(|code| {
            let stack = Stack(code.max(1));
            std::array::from_fn(
                |height| if height == 0 { 0 } else { between(stack, height as u32) },
            )
        })
        .collect()
});

/// The steps of a stack without neighbours towards the nearest others.
fn approaches(game: &Byte, position: &Position, from: Square) -> u32 {
    let (near, distance) = game.nearest(position, from);
    let nearer = |to: &Square| game.board.rings[to.index()][distance - 1] & near != 0;
    squares(game.board.neighbours[from.index()]).filter(nearer).count() as u32
}

/// What a side has of each term, counted one by one.
fn counts(game: &Byte, position: &Position, side: Player) -> [i32; COUNT] {
    let tops = position.occupied().map(|square| position.stack(square));
    let topped = tops.filter(|stack| stack.owner(stack.height() - 1) == Some(side));
    let (mut moves, mut wins, mut harmful) = (0, 0, 0);
    game.for_each_target(position, side, |from, to, levels| {
        moves += levels.count_ones() as i32;
        let (stack, target) = (position.stack(from), position.stack(to));
        let full = (stack.height() + target.height()).checked_sub(8);
        if full.is_some_and(|level| levels >> level & 1 == 1) {
            let wins_it = stack.owner(stack.height() - 1) == Some(side);
            wins += i32::from(wins_it);
            harmful += i32::from(!wins_it);
        }
    });
    [
        position.score(side) as i32,
        topped.map(|stack| stack.height() as i32).sum(),
        wins,
        moves,
        i32::from(moves > 0 && moves == harmful),
    ]
}
