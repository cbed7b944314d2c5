//! Backward induction over the plies left, for one set of loot at a time.
//!
//! For each tile of Theseus there is a row of bits, one for each tile of the
//! Minotaur: whether Theseus reaches his goal from there with so many plies left,
//! when he is to move and when the Minotaur is. The next ply follows from the one before
//! by set operations on whole rows, and only for rows whose sources changed.
//!
//! Picking up loot leads to a smaller set of loot, of which only one row matters: the
//! one with Theseus where the loot was. The changes of that row over the plies are stored
//! when the smaller set is solved, so that only one set of loot at a time is in memory.

use super::bits::{Bits, Field};
use agon_core::Side;

/// The changes of one row, each with the number of plies left from which it holds.
pub(super) type Timeline<const W: usize> = Vec<(u16, Bits<W>)>;

/// The result of picking up a piece of loot.
#[derive(Clone, Copy)]
pub(super) enum Pickup<'a, const W: usize> {
    /// Theseus has won.
    Won,
    /// A smaller set of loot, with Theseus where the loot was and the Minotaur to move.
    Row(&'a Timeline<W>),
}

/// Which rows are computed for which number of plies left.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Turns {
    /// All, with either side to move.
    Both,
    /// Those in which Theseus is to move at even or odd numbers of plies left, as it
    /// is in one game with a fixed ply limit.
    Theseus {
        /// Whether he is to move at odd numbers.
        odd: bool,
    },
}

impl Turns {
    fn include(self, mover: Side, plies: u16) -> bool {
        match self {
            Turns::Both => true,
            Turns::Theseus { odd } => (mover == Side::First) == ((plies % 2 == 1) == odd),
        }
    }
}

/// A row that changed, as it was and as it is.
pub(super) struct Change<'a, const W: usize> {
    /// The side to move.
    pub(super) mover: Side,
    /// The tile of Theseus.
    pub(super) theseus: usize,
    /// The number of plies left from which it holds.
    pub(super) plies: u16,
    /// The Minotaur's tiles from which Theseus reached his goal with fewer plies left.
    pub(super) before: &'a Bits<W>,
    /// The Minotaur's tiles from which he reaches it now.
    pub(super) now: &'a Bits<W>,
}

/// One piece of the loot that is left, on its tile.
struct Lying<'a, const W: usize> {
    tile: usize,
    pickup: Pickup<'a, W>,
    /// The index in the timeline of the current row.
    place: usize,
}

impl<const W: usize> Lying<'_, W> {
    /// The plies left at which the row changes next.
    fn next_change(&self) -> Option<u16> {
        match self.pickup {
            Pickup::Won => None,
            Pickup::Row(timeline) => timeline.get(self.place + 1).map(|&(plies, _)| plies),
        }
    }
}

/// The rows of one set of loot.
pub(super) struct Induction<'a, const W: usize> {
    field: &'a Field<W>,
    /// The sides that may stay.
    stumble: [bool; 2],
    /// The rows by side to move and by Theseus's tile.
    rows: [Vec<Bits<W>>; 2],
    /// Rows of Theseus to move that take effect after those of the Minotaur.
    fresh: Vec<(usize, Bits<W>)>,
}

impl<'a, const W: usize> Induction<'a, W> {
    pub(super) fn new(field: &'a Field<W>, stumble: [bool; 2]) -> Induction<'a, W> {
        let rows = [(); 2].map(|()| vec![Bits::EMPTY; field.next.len()]);
        Induction { field, stumble, rows, fresh: Vec::new() }
    }

    /// Computes all rows for 1, 2, ... up to `last` plies left, or until nothing can change
    /// any more, and calls `report` with each change.
    ///
    /// With no ply left Theseus has reached his goal everywhere (`reached`) or
    /// nowhere. Loot that lies on a tile is given with that tile.
    pub(super) fn run(
        &mut self,
        reached: bool,
        turns: Turns,
        last: u16,
        loot: &[(usize, Pickup<W>)],
        mut report: impl FnMut(Change<W>),
    ) {
        let field = self.field;
        let initial = if reached { field.all } else { Bits::EMPTY };
        self.rows.iter_mut().for_each(|rows| rows.fill(initial));
        let lying = loot.iter().map(|&(tile, pickup)| Lying { tile, pickup, place: 0 });
        let mut lying: Vec<Lying<W>> = lying.collect();
        let mut occupied = Bits::EMPTY;
        lying.iter().for_each(|loot| occupied.add(loot.tile));
        let mut pickup_at = vec![None; self.rows[0].len()];
        lying.iter().enumerate().for_each(|(number, loot)| pickup_at[loot.tile] = Some(number));

        // The rows that changed one ply ago, by side to move; at first all count as
        // changed.
        let mut changed = [Bits::EMPTY; 2];
        let mut started = [false; 2];
        let mut plies = 0;
        while plies < last {
            plies += 1;
            let mut stale = [
                // Theseus depends on the rows of the tiles around him.
                field.steps_into(&changed[1]),
                changed[0],
            ];
            if self.stumble[0] {
                stale[0] = stale[0].with(&changed[1]);
            }
            for loot in &mut lying {
                if loot.next_change().is_some_and(|at| at < plies) {
                    loot.place += 1;
                    let mut around = Bits::EMPTY;
                    around.add(loot.tile);
                    stale[0] = stale[0].with(&field.steps_into(&around));
                }
            }
            for mover in Side::BOTH {
                let now = turns.include(mover, plies);
                let side = mover.index();
                if !now {
                    stale[side] = Bits::EMPTY;
                } else if !started[side] {
                    stale[side] = field.all;
                    started[side] = true;
                }
                // Theseus does not stand on loot that is left.
                stale[side] = stale[side].without(&occupied);
            }
            changed = [Bits::EMPTY; 2];
            self.renew_theseus(&stale[0], &lying, &pickup_at);
            stale[1].for_each(|theseus| {
                let now = self.minotaur_row(theseus);
                let before = &mut self.rows[1][theseus];
                if now != *before {
                    let mover = Side::Second;
                    report(Change { mover, theseus, plies, before, now: &now });
                    *before = now;
                    changed[1].add(theseus);
                }
            });
            for (theseus, now) in self.fresh.drain(..) {
                let before = &mut self.rows[0][theseus];
                report(Change { mover: Side::First, theseus, plies, before, now: &now });
                *before = now;
                changed[0].add(theseus);
            }
            if changed.iter().all(Bits::is_empty) && plies >= 2 {
                // Nothing changes until the next change of a smaller set, if there is one.
                match lying.iter().filter_map(Lying::next_change).min() {
                    None => return,
                    Some(next) => plies = plies.max(next),
                }
            }
        }
    }

    /// Computes rows with Theseus to move, and stores those that differ.
    fn renew_theseus(&mut self, stale: &Bits<W>, lying: &[Lying<W>], pickup_at: &[Option<usize>]) {
        let [own, theirs] = &self.rows;
        stale.for_each(|theseus| {
            let mut now = if self.stumble[0] { theirs[theseus] } else { Bits::EMPTY };
            for &tile in &self.field.next[theseus] {
                let tile = usize::from(tile);
                let mut row = match pickup_at[tile].map(|number| &lying[number]) {
                    None => theirs[tile],
                    Some(Lying { pickup: Pickup::Won, .. }) => self.field.all,
                    Some(Lying { pickup: Pickup::Row(timeline), place, .. }) => timeline[*place].1,
                };
                // Stepping onto the Minotaur loses.
                row.remove(tile);
                now = now.with(&row);
            }
            if now != own[theseus] {
                self.fresh.push((theseus, now));
            }
        });
    }

    /// The row with the Minotaur to move: Theseus reaches his goal where no move of the
    /// Minotaur catches him or leads to where he does not.
    #[inline]
    fn minotaur_row(&self, theseus: usize) -> Bits<W> {
        let mut bad = self.field.all.without(&self.rows[0][theseus]);
        bad.add(theseus);
        let mut into = self.field.steps_into(&bad);
        if self.stumble[1] {
            into = into.with(&bad);
        }
        self.field.all.without(&into)
    }
}
