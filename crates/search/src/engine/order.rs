//! The order in which moves are tried: those that are likely to be best first.

use std::hash::{Hash, Hasher};

use agon_core::Player;

/// A move with its place in the game's order and how soon it is to be tried.
#[derive(Clone, Copy)]
pub(super) struct Ranked<M> {
    pub(super) mv: M,
    pub(super) place: u16,
    pub(super) rank: i32,
}

/// The rank of the move that the table remembers.
pub(super) const REMEMBERED: i32 = i32::MAX;

/// The rank of a move that refuted the last position at this ply.
pub(super) const KILLER: i32 = 1 << 20;

const CLASSES: usize = 4096;
const MOST: i32 = 1 << 14;

/// How often moves have turned out well, whatever the position, and which were the last
/// to refute a position at each ply.
pub(super) struct Habits<M> {
    history: Vec<[i32; 2]>,
    killers: Vec<[Option<M>; 2]>,
}

impl<M: Copy + Eq + Hash> Habits<M> {
    pub(super) fn new(plies: usize) -> Habits<M> {
        Habits { history: vec![[0; 2]; CLASSES], killers: vec![[None; 2]; plies] }
    }

    /// The moves that were last to refute a position at this ply.
    #[inline]
    pub(super) fn killers(&self, ply: usize) -> [Option<M>; 2] {
        self.killers[ply]
    }

    /// How soon a move is to be tried.
    #[inline]
    pub(super) fn rank(&self, side: Player, ply: usize, mv: M) -> i32 {
        let [first, second] = self.killers[ply];
        if first == Some(mv) {
            KILLER + 1
        } else if second == Some(mv) {
            KILLER
        } else {
            self.history[class(mv)][side.index()]
        }
    }

    /// Learns that a move refuted a position, and that those tried before it did not.
    pub(super) fn learn(
        &mut self,
        side: Player,
        ply: usize,
        depth: i32,
        mv: M,
        before: &[Ranked<M>],
    ) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let bonus = (depth * depth * 8).min(1200);
        self.change(side, mv, bonus);
        for tried in before {
            self.change(side, tried.mv, -bonus);
        }
    }

    /// Changes a history, the less the further it is from nothing.
    fn change(&mut self, side: Player, mv: M, bonus: i32) {
        let value = &mut self.history[class(mv)][side.index()];
        *value += bonus - *value * bonus.abs() / MOST;
    }
}

/// Which history a move shares.
#[inline]
fn class<M: Hash>(mv: M) -> usize {
    let mut hasher = Mixer(0);
    mv.hash(&mut hasher);
    hasher.0 as usize >> (64 - CLASSES.ilog2())
}

/// A quick hash of a few small numbers.
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }

    #[inline]
    fn write_u16(&mut self, number: u16) {
        self.write_u64(number.into());
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    #[inline]
    fn write_isize(&mut self, number: isize) {
        self.write_u64(number as u64);
    }
}
