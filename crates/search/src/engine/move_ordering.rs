//! Move ordering: the history heuristic and killer moves.

use std::cmp::Reverse;

use agon_core::{DefaultEval, HISTORY_SIZE, IncrementalEval, Side};

use super::worker::Worker;

/// A move with its index in the game's move list and its ordering score.
#[derive(Clone, Copy)]
pub(super) struct ScoredMove<M> {
    pub(super) mv: M,
    pub(super) history_index: u16,
    pub(super) index: u16,
    pub(super) score: i32,
}

impl<M> ScoredMove<M> {
    /// A sort key: the score, and of equal scores the smaller index first.
    #[inline]
    pub(super) fn order(&self) -> i64 {
        i64::from(self.score) << 16 | i64::from(!self.index)
    }
}

/// The score of a move that comes last, because another thread is searching it.
pub(super) const DEFERRED: i32 = i32::MIN;

const MAX_HISTORY: i32 = 1 << 14;

/// The history heuristic (how often moves caused cut-offs, whatever the position) and two
/// killer moves for each ply.
pub(super) struct History<M> {
    scores: Vec<[i32; 2]>,
    killers: Vec<[Option<M>; 2]>,
}

impl<M: Copy + Eq> History<M> {
    pub(super) fn new(plies: usize) -> History<M> {
        History { scores: vec![[0; 2]; HISTORY_SIZE], killers: vec![[None; 2]; plies] }
    }

    /// The moves that last caused a cut-off at this ply.
    #[inline]
    pub(super) fn killers(&self, ply: usize) -> [Option<M>; 2] {
        self.killers[ply]
    }

    /// The history score of a move for a side.
    #[inline]
    pub(super) fn score(&self, side: Side, history_index: u16) -> i32 {
        self.scores[usize::from(history_index)][side.index()]
    }

    /// Makes a move the first killer of this ply.
    #[inline]
    pub(super) fn add_killer(&mut self, ply: usize, mv: M) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }

    /// Rewards a move that caused a cut-off, and penalises those tried before it.
    pub(super) fn update(
        &mut self,
        side: Side,
        ply: usize,
        depth: i32,
        cutoff: &ScoredMove<M>,
        tried_before: &[ScoredMove<M>],
    ) {
        self.add_killer(ply, cutoff.mv);
        let bonus = (depth * depth * 8).min(1200);
        self.add_bonus(side, cutoff.history_index, bonus);
        for tried in tried_before {
            self.add_bonus(side, tried.history_index, -bonus);
        }
    }

    /// Adds a bonus, the smaller the larger the score already is ("history gravity").
    fn add_bonus(&mut self, side: Side, history_index: u16, bonus: i32) {
        let score = &mut self.scores[usize::from(history_index)][side.index()];
        *score += bonus - *score * bonus.abs() / MAX_HISTORY;
    }
}

impl<G: DefaultEval, E: IncrementalEval<G> + ?Sized, const SOUND: bool> Worker<'_, G, E, SOUND> {
    /// The hash move and the killers of this ply, as far as they are legal here; each once.
    /// Positions that share a key may have other moves, so the hash move is checked too.
    pub(super) fn hash_move_and_killers(
        &self,
        position: &G::Position,
        ply: usize,
        code: Option<u32>,
    ) -> [Option<G::Move>; 3] {
        let game = self.shared.game;
        let is_legal = |mv: &G::Move| game.is_legal(position, *mv);
        let hash_move = code.and_then(|code| game.decode(code)).filter(is_legal);
        let [one, two] = self
            .history
            .killers(ply)
            .map(|killer| killer.filter(|killer| Some(*killer) != hash_move).filter(is_legal));
        [hash_move, one, two.filter(|_| two != one)]
    }

    /// Pushes the moves of a position onto the stack of move lists, in the game's order.
    pub(super) fn generate_moves(&mut self, position: &G::Position) {
        let moves = &mut self.moves;
        let push = |mv| moves.push(ScoredMove { mv, history_index: 0, index: 0, score: 0 });
        self.shared.game.for_each_move(position, push);
    }

    /// Gives the moves from `first` on their ordering scores.
    pub(super) fn score_moves(&mut self, position: &G::Position, side: Side, first: usize) {
        let (game, history) = (self.shared.game, &self.history);
        for (index, scored) in (0..).zip(&mut self.moves[first..]) {
            scored.index = index;
            scored.history_index = game.history_index(scored.mv) as u16;
            scored.score =
                history.score(side, scored.history_index) + game.order_score(position, scored.mv);
        }
    }

    /// Swaps the move with the best score to where the next one is tried. Most cut-offs come
    /// from the first few moves; only after those is the rest sorted, and near the end of a
    /// line not even then.
    #[inline]
    pub(super) fn pick_next(&mut self, first: usize, tried: usize, depth: i32) {
        const SELECTED: usize = 3;
        let rest = &mut self.moves[first + tried..];
        if tried < SELECTED {
            let mut best = 0;
            for (number, scored) in rest.iter().enumerate().skip(1) {
                if scored.score > rest[best].score {
                    best = number;
                }
            }
            rest.swap(0, best);
        } else if tried == SELECTED && depth > 1 {
            rest.sort_unstable_by_key(|scored| Reverse(scored.order()));
        }
    }
}
