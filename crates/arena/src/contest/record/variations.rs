//! The variations of a record: moves that were not made, as a tree below its line.

use agon_core::{Cause, quote};

use super::{MoveNote, Record, RecordRefusal};
use crate::AnySession;

/// The most moves of the variations of a record.
pub const MAX_VARIATION_MOVES: usize = 20_000;

/// A move of a variation.
///
/// The moves of the game are counted from 1, and those of variations behind them, in their order:
/// `after` is the number of the move before it, 0 at the start.
///
/// ```
/// use agon_arena::contest::Record;
/// let text = "[Game \"tictactoe\"]\n\n1. 11 (1. 00 11 (1... 22)) 01 (... 2. 02) *";
/// let record = &Record::read(text).unwrap()[0];
/// let after: Vec<(usize, &str)> =
///     record.variations.iter().map(|it| (it.after, &*it.mv)).collect();
/// assert_eq!(after, [(0, "00"), (3, "11"), (3, "22"), (2, "02")]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VariationMove {
    /// The number of the move before it.
    pub after: usize,
    /// The move in the game's notation.
    pub mv: String,
    /// What is known about it.
    pub note: MoveNote,
}

impl VariationMove {
    /// The number of the move before it, which is never one behind it.
    fn after_in(&self, place: usize, length: usize) -> usize {
        self.after.min(length + place)
    }
}

/// A step of writing a game with its variations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// The move of the game by its place from 0.
    Made(usize),
    /// The move of a variation by its place in the list, and after how many moves it is made.
    Tried(usize, usize),
    /// A variation begins; whether it goes on behind the last move, rather than in its place.
    Begin {
        goes_on: bool,
    },
    End,
}

/// The steps of writing a game of so many moves with these variations.
pub(super) fn steps(variations: &[VariationMove], length: usize) -> Vec<Step> {
    let mut next = vec![Vec::new(); length + variations.len() + 1];
    let mut plies: Vec<usize> = Vec::with_capacity(variations.len());
    for (place, mv) in variations.iter().enumerate() {
        let after = mv.after_in(place, length);
        plies.push(after.checked_sub(length + 1).map_or(after, |before| plies[before] + 1));
        next[after].push(place);
    }
    let mut steps = Vec::with_capacity(length + 3 * variations.len());
    for ply in 0..=length {
        let goes_on = ply == length;
        steps.extend((!goes_on).then_some(Step::Made(ply)));
        for &first in &next[ply] {
            steps.push(Step::Begin { goes_on });
            steps.push(Step::Tried(first, plies[first]));
            // What is still to be written, the next last: the moves behind one, or an end.
            let mut left = vec![Ok(first)];
            while let Some(task) = left.pop() {
                match task {
                    Err(step) => steps.push(step),
                    Ok(place) => {
                        let Some((&main, others)) = next[length + 1 + place].split_first() else {
                            continue;
                        };
                        steps.push(Step::Tried(main, plies[main]));
                        left.push(Ok(main));
                        for &other in others.iter().rev() {
                            left.push(Err(Step::End));
                            left.push(Ok(other));
                            left.push(Err(Step::Tried(other, plies[other])));
                            left.push(Err(Step::Begin { goes_on: false }));
                        }
                    }
                }
            }
            steps.push(Step::End);
        }
    }
    steps
}

/// The moves of variations in the order of the text.
pub(super) fn in_order(variations: &[VariationMove], length: usize) -> Vec<VariationMove> {
    let mut places = vec![0; variations.len()];
    let mut ordered: Vec<VariationMove> = Vec::with_capacity(variations.len());
    for step in steps(variations, length) {
        let Step::Tried(place, _) = step else { continue };
        let after = variations[place].after_in(place, length);
        let before = after.checked_sub(length + 1);
        let after = before.map_or(after, |before| length + 1 + places[before]);
        places[place] = ordered.len();
        ordered.push(VariationMove { after, ..variations[place].clone() });
    }
    ordered
}

/// Refuses a variation with an illegal move, with a session at the start of the game.
pub(super) fn check(record: &Record, session: &mut dyn AnySession) -> Result<(), RecordRefusal> {
    // The moves to the present position, and for each open variation those before it, with the one
    // that is made again behind it.
    let mut made: Vec<&str> = Vec::new();
    let mut before = Vec::new();
    let play = |session: &mut dyn AnySession, ply: usize, mv: &str| {
        session.jump(ply);
        session.play(mv).map_err(|refused| RecordRefusal::VariationMove {
            number: ply + 1,
            found: quote(mv),
            reason: Cause::from(&*refused),
        })
    };
    for step in steps(&record.variations, record.moves.len()) {
        let mv = match step {
            Step::Made(ply) => &record.moves[ply],
            Step::Tried(place, _) => &record.variations[place].mv,
            Step::Begin { goes_on } => {
                let replaced = if goes_on { None } else { made.pop() };
                before.push((made.len(), replaced));
                continue;
            }
            Step::End => {
                let Some((ply, replaced)) = before.pop() else { continue };
                made.truncate(ply);
                if let Some(mv) = replaced {
                    play(session, ply, mv)?;
                    made.push(mv);
                }
                continue;
            }
        };
        play(session, made.len(), mv)?;
        made.push(mv);
    }
    Ok(())
}
