//! Where checkers can go: the squares that each stack can be moved to, and from which levels.

use std::ops::ControlFlow;

use agon_core::Side;

use super::board::{Square, squares};
use super::position::{Position, Stack};
use super::rules::Byte;

impl Byte {
    /// The squares of the stacks that are nearest to a square without neighbours, as bits,
    /// and their distance.
    #[inline]
    pub(super) fn nearest(&self, position: &Position, square: Square) -> (u64, usize) {
        let rings = &self.board.rings[square.index()];
        let mut distance = 2;
        while distance < rings.len() {
            let near = rings[distance] & position.occupied;
            if near != 0 {
                return (near, distance);
            }
            distance += 1;
        }
        (0, distance)
    }

    /// The squares of the stacks without neighbours, as bits.
    #[inline]
    pub(super) fn lone(&self, position: &Position) -> u64 {
        let occupied = position.occupied;
        let beside = self.board.downward.iter().fold(0, |all, &(further, from)| {
            let upper = occupied & from & occupied >> further;
            all | upper | upper << further
        });
        occupied & !beside
    }

    /// Calls `visit` for every stack and every square that checkers of it can go to,
    /// in the game's order, with the levels from which they can, as bits.
    #[inline]
    pub(super) fn for_each_target(
        &self,
        position: &Position,
        side: Side,
        mut visit: impl FnMut(Square, Square, u32),
    ) {
        let _: ControlFlow<()> = self.try_for_each_target(position, side, |from, to, levels| {
            visit(from, to, levels);
            ControlFlow::Continue(())
        });
    }

    /// The same until `visit` breaks off.
    #[inline]
    pub(super) fn try_for_each_target(
        &self,
        position: &Position,
        side: Side,
        mut visit: impl FnMut(Square, Square, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for from in squares(position.occupied) {
            self.try_for_each_target_of(position, side, from, |to, levels| {
                visit(from, to, levels)
            })?;
        }
        ControlFlow::Continue(())
    }

    /// The same for one stack: every square that checkers of it can go to.
    #[inline]
    pub(super) fn for_each_target_of(
        &self,
        position: &Position,
        side: Side,
        from: Square,
        mut visit: impl FnMut(Square, u32),
    ) {
        let _: ControlFlow<()> = self.try_for_each_target_of(position, side, from, |to, levels| {
            visit(to, levels);
            ControlFlow::Continue(())
        });
    }

    #[inline(always)]
    fn try_for_each_target_of(
        &self,
        position: &Position,
        side: Side,
        from: Square,
        mut visit: impl FnMut(Square, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let stack = position.stack(from);
        let mine = stack.levels_of(side);
        if mine == 0 {
            return ControlFlow::Continue(());
        }
        let around = self.board.neighbours[from.index()];
        let beside = around & position.occupied;
        if beside != 0 {
            for to in squares(beside) {
                let levels = mine & fitting(stack, position.stack(to));
                if levels != 0 {
                    visit(to, levels)?;
                }
            }
        } else if mine & 1 == 1 {
            let (near, distance) = self.nearest(position, from);
            for to in squares(around) {
                if self.board.rings[to.index()][distance - 1] & near != 0 {
                    visit(to, 1)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The number of moves of a side, passes not counted.
    #[inline]
    pub(super) fn mobility(&self, position: &Position, side: Side) -> u32 {
        let mut count = 0;
        self.for_each_target(position, side, |_, _, levels| count += levels.count_ones());
        count
    }
}

/// The levels of a stack from which checkers may go onto another: below its height,
/// and so that no more than eight come together.
#[inline]
pub(super) fn fitting(stack: Stack, onto: Stack) -> u32 {
    FITTING[(stack.height() & 7) as usize][usize::from(onto.0)].into()
}

/// What [`fitting`] gives, by the height of the one stack and the byte of the other.
static FITTING: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut height = 0;
    while height < 8 {
        let mut onto = 0;
        while onto < 256 {
            let target = Stack(onto as u8).height();
            let lowest = (height as u32 + target).saturating_sub(8);
            table[height][onto] = (((1 << target) - 1) & (u32::MAX << lowest)) as u8;
            onto += 1;
        }
        height += 1;
    }
    table
};
