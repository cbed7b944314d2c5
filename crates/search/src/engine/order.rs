//! The order in which moves are tried: those that are likely to be best first.

use agon_core::{HISTORY_SIZE, Side};

/// A move with its place in the game's order and how soon it is to be tried.
#[derive(Clone, Copy)]
pub(super) struct Ranked<M> {
    pub(super) mv: M,
    /// Which other moves it shares its history with.
    pub(super) class: u16,
    pub(super) place: u16,
    pub(super) rank: i32,
}

impl<M> Ranked<M> {
    /// The rank in one number with the place, the smaller of which comes first.
    #[inline]
    pub(super) fn order(&self) -> i64 {
        i64::from(self.rank) << 16 | i64::from(!self.place)
    }
}

/// The rank of a move that comes after all others, since somebody else is searching it.
pub(super) const DEFERRED: i32 = i32::MIN;

const MOST: i32 = 1 << 14;

/// How often moves have turned out well, whatever the position, and which were the last
/// to refute a position at each ply.
pub(super) struct Habits<M> {
    history: Vec<[i32; 2]>,
    killers: Vec<[Option<M>; 2]>,
}

impl<M: Copy + Eq> Habits<M> {
    pub(super) fn new(plies: usize) -> Habits<M> {
        Habits { history: vec![[0; 2]; HISTORY_SIZE], killers: vec![[None; 2]; plies] }
    }

    /// The moves that were last to refute a position at this ply.
    #[inline]
    pub(super) fn killers(&self, ply: usize) -> [Option<M>; 2] {
        self.killers[ply]
    }

    /// How well moves of a class have turned out.
    #[inline]
    pub(super) fn history(&self, side: Side, class: u16) -> i32 {
        self.history[usize::from(class) % HISTORY_SIZE][side.index()]
    }

    /// Learns that a move refuted a position at this ply.
    #[inline]
    pub(super) fn learn_killer(&mut self, ply: usize, mv: M) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }

    /// Learns that a move refuted a position, and that those tried before it did not.
    pub(super) fn learn(
        &mut self,
        side: Side,
        ply: usize,
        depth: i32,
        refutation: &Ranked<M>,
        before: &[Ranked<M>],
    ) {
        self.learn_killer(ply, refutation.mv);
        let bonus = (depth * depth * 8).min(1200);
        self.change(side, refutation.class, bonus);
        for tried in before {
            self.change(side, tried.class, -bonus);
        }
    }

    /// Changes a history, the less the further it is from nothing.
    fn change(&mut self, side: Side, class: u16, bonus: i32) {
        let value = &mut self.history[usize::from(class)][side.index()];
        *value += bonus - *value * bonus.abs() / MOST;
    }
}
