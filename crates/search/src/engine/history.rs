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

    // The tables have powers of two as their sizes, so that a mask stands for a check.

    #[inline]
    fn index(self) -> usize {
        usize::from(self.index) % HISTORY_SIZE
    }

    #[inline]
    fn part(self) -> usize {
        usize::from(self.part) % HISTORY_PARTS
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
    moves: [Box<[i16; HISTORY_SIZE]>; 2],
    /// By side and part of the move.
    parts: [Box<[i16; HISTORY_PARTS]>; 2],
    /// By part of the move before, then by part of the move.
    continuation: [Vec<[i16; HISTORY_PARTS]>; 2],
    killers: Vec<[Option<M>; 2]>,
}

/// About how many bytes the tables of a worker take.
pub(super) const HISTORY_BYTES: usize =
    2 * size_of::<i16>() * (HISTORY_SIZE + HISTORY_PARTS * (HISTORY_PARTS + 2));

impl<M: Copy + Eq> History<M> {
    /// Empty tables for lines of this many plies.
    pub(super) fn new(plies: usize) -> History<M> {
        let continuation = || vec![[0; HISTORY_PARTS]; HISTORY_PARTS + 1];
        History {
            moves: [Box::new([0; HISTORY_SIZE]), Box::new([0; HISTORY_SIZE])],
            parts: [Box::new([0; HISTORY_PARTS]), Box::new([0; HISTORY_PARTS])],
            continuation: [continuation(), continuation()],
            killers: vec![[None; 2]; plies],
        }
    }

    /// Starts a new search: the history of moves counts half, and killers are forgotten, because
    /// plies are counted anew.
    pub(super) fn new_search(&mut self) {
        self.killers.fill([None; 2]);
        let moves = self.moves.iter_mut().flat_map(|table| table.iter_mut());
        let parts = self.parts.iter_mut().flat_map(|table| table.iter_mut());
        moves.chain(parts).for_each(|score| *score /= 2);
    }

    /// The moves that last caused a cut-off at this ply.
    #[inline]
    pub(super) fn killers(&self, ply: usize) -> [Option<M>; 2] {
        self.killers[ply]
    }

    /// The history of a side's moves, regardless of the moves before.
    #[inline]
    pub(super) fn of(&self, side: Side) -> SideHistory<'_> {
        SideHistory { moves: &self.moves[side.index()], parts: &self.parts[side.index()] }
    }

    /// The history of moves after these two moves.
    #[inline]
    pub(super) fn after(&self, before: &MovesBefore) -> Continuation<'_> {
        let [one, two] = &self.continuation;
        Continuation([&one[usize::from(before[0].part)], &two[usize::from(before[1].part)]])
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
        add(&mut self.moves[side.index()][entry.index()], bonus);
        add(&mut self.parts[side.index()][entry.part()], bonus);
        for (table, before) in self.continuation.iter_mut().zip(before) {
            add(&mut table[usize::from(before.part)][entry.part()], bonus);
        }
    }
}

/// The history of a side's moves.
pub(super) struct SideHistory<'h> {
    moves: &'h [i16; HISTORY_SIZE],
    parts: &'h [i16; HISTORY_PARTS],
}

impl SideHistory<'_> {
    /// The score of a move.
    #[inline]
    pub(super) fn score(&self, entry: HistoryEntry) -> i32 {
        i32::from(self.moves[entry.index()]) + i32::from(self.parts[entry.part()])
    }
}

/// Continuation history: the scores of moves after two given moves.
pub(super) struct Continuation<'h>([&'h [i16; HISTORY_PARTS]; 2]);

impl Continuation<'_> {
    /// The score of a move.
    #[inline]
    pub(super) fn score(&self, entry: HistoryEntry) -> i32 {
        self.0.iter().map(|row| i32::from(row[entry.part()])).sum()
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
