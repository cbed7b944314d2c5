//! History tables: how often moves caused cut-offs, whatever the position.

use agon_core::{HISTORY_PARTS, HISTORY_SIZE, MoveOrdering, Side};

/// The entries of a move in the history tables.
#[derive(Clone, Copy)]
pub(super) struct HistoryEntry {
    index: u16,
    part: u16,
}

impl HistoryEntry {
    /// Stands for the move before the root, which is not known.
    pub(super) const UNKNOWN: HistoryEntry = HistoryEntry { index: 0, part: HISTORY_PARTS as u16 };

    #[inline]
    pub(super) fn of<G: MoveOrdering>(game: &G, mv: G::Move) -> HistoryEntry {
        HistoryEntry { index: game.history_index(mv) as u16, part: game.history_part(mv) as u16 }
    }

    /// Where the row of what follows this move begins in a continuation table.
    #[inline]
    fn row(self) -> usize {
        usize::from(self.part) * HISTORY_PARTS
    }
}

/// The moves one and two plies before a position.
pub(super) type MovesBefore = [HistoryEntry; 2];

/// The best score in a table; the worst is its negative.
const MAX_SCORE: i32 = 1 << 14;

/// The history heuristic, for whole moves and for parts of moves; continuation history, by the
/// moves one and two plies before; and two killer moves for each ply. A worker keeps its tables
/// from search to search.
pub(super) struct History<M> {
    /// By side and move.
    moves: [Vec<i16>; 2],
    /// By side and part of the move.
    parts: [Vec<i16>; 2],
    /// By part of the move before, then by part of the move.
    continuation: [Vec<i16>; 2],
    killers: Vec<[Option<M>; 2]>,
}

impl<M: Copy + Eq> History<M> {
    /// Empty tables for lines of this many plies.
    pub(super) fn new(plies: usize) -> History<M> {
        let pair = |size: usize| [vec![0; size], vec![0; size]];
        History {
            moves: pair(HISTORY_SIZE),
            parts: pair(HISTORY_PARTS),
            continuation: pair((HISTORY_PARTS + 1) * HISTORY_PARTS),
            killers: vec![[None; 2]; plies],
        }
    }

    /// Starts a new search: what is known of moves counts half, and killers are forgotten, since
    /// plies are counted anew.
    pub(super) fn new_search(&mut self) {
        self.killers.fill([None; 2]);
        for score in self.moves.iter_mut().chain(&mut self.parts).flatten() {
            *score /= 2;
        }
    }

    /// The moves that last caused a cut-off at this ply.
    #[inline]
    pub(super) fn killers(&self, ply: usize) -> [Option<M>; 2] {
        self.killers[ply]
    }

    /// The score of a move for a side, whatever was played before.
    #[inline]
    pub(super) fn score(&self, side: Side, entry: HistoryEntry) -> i32 {
        let of = |table: &[Vec<i16>; 2], at: u16| i32::from(table[side.index()][usize::from(at)]);
        of(&self.moves, entry.index) + of(&self.parts, entry.part)
    }

    /// The score of a move by the moves before it.
    #[inline]
    pub(super) fn continuation_score(&self, before: &MovesBefore, entry: HistoryEntry) -> i32 {
        let of = |(table, before): (&Vec<i16>, &HistoryEntry)| {
            i32::from(table[before.row() + usize::from(entry.part)])
        };
        self.continuation.iter().zip(before).map(of).sum()
    }

    /// Makes a move the first killer of this ply.
    #[inline]
    pub(super) fn add_killer(&mut self, ply: usize, mv: M) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }

    /// Adds a bonus to a move, which is negative for one that failed.
    pub(super) fn add_bonus(
        &mut self,
        side: Side,
        before: &MovesBefore,
        entry: HistoryEntry,
        bonus: i32,
    ) {
        add(&mut self.moves[side.index()][usize::from(entry.index)], bonus);
        add(&mut self.parts[side.index()][usize::from(entry.part)], bonus);
        for (table, before) in self.continuation.iter_mut().zip(before) {
            add(&mut table[before.row() + usize::from(entry.part)], bonus);
        }
    }
}

/// Adds a bonus, the smaller the larger the score already is ("history gravity").
#[inline]
fn add(score: &mut i16, bonus: i32) {
    let old = i32::from(*score);
    *score = (old + bonus - old * bonus.abs() / MAX_SCORE) as i16;
}

/// The bonus of a cut-off at this remaining depth.
#[inline]
pub(super) fn bonus(depth: i32) -> i32 {
    (8 * depth * depth).min(1200)
}
