//! The induction for every set of loot, the smaller ones first.

use super::SolveRefusal;
use super::bits::{Bits, Field};
use super::induction::{Change, Induction, Pickup, Timeline, Turns};
use crate::theseus::position::Position;
use crate::theseus::rules::Theseus;
use agon_core::{Game as _, Side, Stop};

/// A goal that Theseus may be able to force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    /// The loot that wins the game.
    Win,
    /// At least this much loot at the ply limit, or a win.
    Loot(u32),
}

/// For each set of loot and each piece that is not in it, the timeline of the row with
/// Theseus where that piece was and the Minotaur to move.
pub(super) struct Rows<const W: usize> {
    timelines: Vec<Timeline<W>>,
    loot: usize,
}

impl<const W: usize> Rows<W> {
    fn place(&self, set: u16, piece: usize) -> usize {
        usize::from(set) * self.loot + piece
    }
}

/// All inductions of one game.
pub(super) struct Passes<'a, const W: usize> {
    game: &'a Theseus,
    field: Field<W>,
    /// An upper bound on the loot that is left.
    most: u16,
    /// Asked for each set of loot.
    stop: &'a dyn Stop,
}

impl<'a, const W: usize> Passes<'a, W> {
    /// For a game in which at most this loot is left.
    pub(super) fn new(game: &'a Theseus, most: u16, stop: &'a dyn Stop) -> Self {
        Passes { game, field: Field::of(game.maze()), most, stop }
    }

    /// When Theseus is to move in a game that ends `left` plies after `position`.
    pub(super) fn turns(game: &Theseus, position: &Position, left: u16) -> Turns {
        Turns::Theseus { odd: (left % 2 == 1) == (game.to_move(position) == Side::First) }
    }

    /// The amount of loot that has been taken when this is left.
    fn taken(&self, set: u16) -> u32 {
        self.game.loot().len() as u32 - set.count_ones()
    }

    fn is_won(&self, set: u16) -> bool {
        self.taken(set) >= self.game.rules().need.into()
    }

    /// Solves one goal for 1 to `last` plies left and every set of loot, and calls `report`
    /// with each change and its set of loot.
    ///
    /// Once Theseus has the loot of the goal, he only has to survive until the ply limit;
    /// `survival` has the rows of that, solved before.
    pub(super) fn run(
        &self,
        goal: Goal,
        turns: Turns,
        last: u16,
        survival: Option<&Rows<W>>,
        mut report: impl FnMut(u16, Change<W>),
    ) -> Result<Rows<W>, SolveRefusal> {
        let pieces = self.game.loot().len();
        let sets = usize::from(self.most) + 1;
        let mut rows = Rows { timelines: vec![Vec::new(); sets * pieces], loot: pieces };
        let mut induction = Induction::new(&self.field, self.game.rules().stumble);
        let enough = |set: u16| matches!(goal, Goal::Loot(loot) if self.taken(set) >= loot);
        for set in 0..=self.most {
            if set & !self.most != 0 || self.is_won(set) || survival.is_some() && enough(set) {
                continue;
            }
            if self.stop.is_stopped() {
                return Err(SolveRefusal::Stopped);
            }
            let tile = |piece: usize| self.game.loot()[piece].index();
            let left: Vec<usize> = (0..pieces).filter(|piece| set >> piece & 1 == 1).collect();
            let pickup = |piece: usize| {
                let smaller = set & !(1 << piece);
                match survival {
                    _ if self.is_won(smaller) => Pickup::Won,
                    Some(survival) if enough(smaller) => {
                        Pickup::Row(&survival.timelines[survival.place(smaller, piece)])
                    }
                    _ => Pickup::Row(&rows.timelines[rows.place(smaller, piece)]),
                }
            };
            let loot: Vec<(usize, Pickup<W>)> =
                left.iter().map(|&piece| (tile(piece), pickup(piece))).collect();
            // The rows that larger sets depend on.
            let asked: Vec<usize> = (0..pieces)
                .filter(|&piece| self.most >> piece & 1 == 1 && set >> piece & 1 == 0)
                .collect();
            let initial = if enough(set) { self.field.all } else { Bits::EMPTY };
            let mut kept: Vec<Timeline<W>> = vec![vec![(0, initial)]; asked.len()];
            induction.run(enough(set), turns, last, &loot, |change| {
                if change.mover == Side::Second {
                    let mut pieces = asked.iter().zip(&mut kept);
                    if let Some((_, timeline)) =
                        pieces.find(|&(&piece, _)| tile(piece) == change.theseus)
                    {
                        timeline.push((change.plies, *change.now));
                    }
                }
                report(set, change);
            });
            for (piece, timeline) in asked.into_iter().zip(kept) {
                let place = rows.place(set, piece);
                rows.timelines[place] = timeline;
            }
        }
        Ok(rows)
    }
}

/// Calls a function with the number of 64-bit words that a set of a maze's tiles
/// takes, as a constant.
macro_rules! with_words {
    ($tiles:expr, $function:ident($($argument:expr),*)) => {
        match $tiles {
            0..=64 => $function::<1>($($argument),*),
            65..=128 => $function::<2>($($argument),*),
            129..=256 => $function::<4>($($argument),*),
            257..=512 => $function::<8>($($argument),*),
            _ => $function::<16>($($argument),*),
        }
    };
}
pub(super) use with_words;
