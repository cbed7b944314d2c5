//! An evaluation of Byte by hand.

use std::sync::Arc;

use agon_core::{Evaluate, Judged, Player, Score, Term};

use super::position::Position;
use super::rules::Byte;

/// The evaluation by hand: what a side has of each thing that counts, times what
/// one of it is worth.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hand;

const COUNT: usize = 5;

/// The terms: their names, and what one of each is worth.
const TERMS: [(&str, i32); COUNT] = [
    ("stacks won", 300),
    ("stacks that can be won now", 60),
    ("checkers in stacks topped", 2),
    ("moves", 6),
    ("nothing but harmful moves", -40),
];

impl Judged for Byte {
    fn evaluators() -> Vec<Arc<dyn Evaluate<Byte>>> {
        vec![Arc::new(Hand)]
    }
}

impl Evaluate<Byte> for Hand {
    fn name(&self) -> &str {
        "hand"
    }

    fn evaluate(&self, game: &Byte, position: &Position) -> Score {
        let [mine, theirs] = counts(game, position);
        let points = (0..COUNT).map(|term| TERMS[term].1 * (mine[term] - theirs[term]));
        Score::estimate(points.sum())
    }

    fn explain(&self, game: &Byte, position: &Position) -> Vec<Term> {
        let [mine, theirs] = counts(game, position);
        let terms = TERMS.into_iter().zip(mine.into_iter().zip(theirs));
        terms.map(|((name, weight), (mine, theirs))| Term { name, weight, mine, theirs }).collect()
    }
}

/// What the side to move and the other side have of each term.
fn counts(game: &Byte, position: &Position) -> [[i32; COUNT]; 2] {
    let mover = position.to_move();
    [mover, mover.opponent()].map(|side| side_counts(game, position, side))
}

fn side_counts(game: &Byte, position: &Position, side: Player) -> [i32; COUNT] {
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
        wins,
        topped.map(|stack| stack.height() as i32).sum(),
        moves,
        i32::from(moves > 0 && moves == harmful),
    ]
}
