//! Move ordering: the hash move and killer moves first, then by history.

use std::cmp::Reverse;
use std::ops::Range;

use agon_core::{DefaultEval, IncrementalEval, Side};

use super::history::{HistoryEntry, MovesBefore, bonus};
use super::worker::Worker;

/// A move with its index in the game's move list and its ordering score.
#[derive(Clone, Copy)]
pub(super) struct ScoredMove<M> {
    pub(super) mv: M,
    pub(super) index: u16,
    pub(super) score: i32,
}

impl<M> ScoredMove<M> {
    /// A sort key: the score, and of equal scores the smaller index first.
    #[inline]
    fn order(&self) -> Reverse<i64> {
        Reverse(i64::from(self.score) << 16 | i64::from(!self.index))
    }
}

/// The score of a move that was searched before the list was made.
pub(super) const SKIPPED: i32 = i32::MIN;

/// The hash move and the killers of a ply, as far as they are legal; each once. One of them
/// causes most cut-offs, and then no moves need be generated.
pub(super) type EarlyMoves<M> = [Option<M>; 3];

/// The most moves that a frontier node selects.
pub(super) const MAX_SELECTED: usize = 16;

impl<G: DefaultEval, E: IncrementalEval<G> + ?Sized, const SOUND: bool> Worker<'_, G, E, SOUND> {
    /// The hash move and the killers. Positions that share a key may have other moves, so the
    /// hash move is checked too.
    pub(super) fn early_moves(
        &self,
        position: &G::Position,
        ply: usize,
        code: Option<u32>,
    ) -> EarlyMoves<G::Move> {
        let game = self.shared.game;
        let is_legal = |mv: &G::Move| game.is_legal(position, *mv);
        let hash_move = code.and_then(|code| game.decode(code)).filter(is_legal);
        let [one, two] = self
            .history
            .killers(ply)
            .map(|killer| killer.filter(|killer| Some(*killer) != hash_move).filter(is_legal));
        [hash_move, one, two.filter(|_| two != one)]
    }

    /// The moves one and two plies before this ply.
    #[inline]
    pub(super) fn moves_before(&self, ply: usize) -> MovesBefore {
        let at = |back: usize| ply.checked_sub(back).map(|ply| self.line[ply]);
        [1, 2].map(|back| at(back).unwrap_or(HistoryEntry::UNKNOWN))
    }

    /// Pushes the moves of a position onto the stack of move lists, with their scores. Where
    /// there is a threat to answer, only evasions count.
    pub(super) fn generate_moves(
        &mut self,
        position: &G::Position,
        before: &MovesBefore,
        is_threatened: bool,
    ) {
        let game = self.shared.game;
        let side = game.to_move(position);
        let (moves, history) = (&mut self.moves, &*self.history);
        if is_threatened {
            game.for_each_evasion(position, |mv| moves.push(ScoredMove { mv, index: 0, score: 0 }));
            return;
        }
        let (own, continuation) = (history.of(side), history.after(before));
        let mut index = 0;
        game.for_each_move(position, |mv| {
            let entry = HistoryEntry::of(game, mv);
            let score =
                own.score(entry) + continuation.score(entry) + game.order_score(position, mv);
            moves.push(ScoredMove { mv, index, score });
            index += 1;
        });
    }

    /// Swaps the move with the best score to where the next one is tried. Most cut-offs come
    /// from the first few moves; only after those are the others sorted, as far as they are
    /// searched.
    #[inline]
    pub(super) fn pick_next(&mut self, first: usize, number: usize, limit: usize) {
        const PICKED: usize = 3;
        let rest = &mut self.moves[first + number..];
        if number < PICKED {
            let mut best = 0;
            for (at, scored) in rest.iter().enumerate().skip(1) {
                if scored.score > rest[best].score {
                    best = at;
                }
            }
            rest.swap(0, best);
        } else if number == PICKED {
            let wanted = limit.saturating_sub(number);
            let sorted = match wanted < rest.len() {
                true => rest.select_nth_unstable_by_key(wanted, ScoredMove::order).0,
                false => rest,
            };
            sorted.sort_unstable_by_key(ScoredMove::order);
        }
    }

    /// The `count` moves of a position with the best scores but the killers, the best first:
    /// moves before it do not count, and no list is made.
    #[inline]
    pub(super) fn select_moves(
        &self,
        position: &G::Position,
        killers: &[Option<G::Move>; 2],
        count: usize,
    ) -> [Option<G::Move>; MAX_SELECTED] {
        let game = self.shared.game;
        let side = game.to_move(position);
        let count = count.min(MAX_SELECTED);
        let mut scores = [i32::MIN; MAX_SELECTED];
        let mut selected = [None; MAX_SELECTED];
        let own = self.history.of(side);
        game.for_each_move(position, |mv| {
            let score = own.score(HistoryEntry::of(game, mv)) + game.order_score(position, mv);
            if score > scores[count - 1] && !killers.contains(&Some(mv)) {
                let mut at = count - 1;
                while at > 0 && scores[at - 1] < score {
                    (scores[at], selected[at]) = (scores[at - 1], selected[at - 1]);
                    at -= 1;
                }
                (scores[at], selected[at]) = (score, Some(mv));
            }
        });
        selected
    }

    /// Rewards a move that caused a cut-off, and penalises those that were searched before it.
    pub(super) fn reward(
        &mut self,
        side: Side,
        ply: usize,
        depth: i32,
        cutoff: G::Move,
        failed: Range<usize>,
    ) {
        let (game, before) = (self.shared.game, self.moves_before(ply));
        let bonus = bonus(depth);
        self.history.add_killer(ply, cutoff);
        self.history.add_bonus(side, &before, HistoryEntry::of(game, cutoff), bonus);
        for scored in self.moves[failed].iter().filter(|scored| scored.score != SKIPPED) {
            self.history.add_bonus(side, &before, HistoryEntry::of(game, scored.mv), -bonus);
        }
    }
}
