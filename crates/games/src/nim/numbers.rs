//! The numbering of heaps: 0 to 2,012,557, without gaps.
//!
//! The weight of a list of heaps is its matches and heaps together. Lists are
//! numbered by weight, and lists of the same weight by their largest heap, then
//! by the rest of the list in the same way. Every move lowers the weight, so the
//! lists that a game can reach have the lowest numbers.

#[cfg(test)]
use agon_core::{Game as _, Rng};
use agon_core::{Indexed, Proven, Side};

use super::heaps::{Heaps, LARGEST, MOST, most_of};
use super::rules::{Nim, Position};

/// `LISTS[size][PAD + weight]`: how many lists have this weight and no heap
/// larger than `size`. Zeros on either side allow reading any range of weights without
/// bounds checks.
static LISTS: [[u32; PAD + MOST + 1 + PAD]; MOST] = {
    let mut lists = [[0; PAD + MOST + 1 + PAD]; MOST];
    lists[0][PAD] = 1;
    let mut size = 1;
    while size < MOST {
        let mut weight = 0;
        while weight <= MOST {
            let with_one = if weight > size { lists[size][PAD + weight - size - 1] } else { 0 };
            lists[size][PAD + weight] = lists[size - 1][PAD + weight] + with_one;
            weight += 1;
        }
        size += 1;
    }
    lists
};

const PAD: usize = MOST + 1;

/// How many lists have this weight and no heap larger than `size`.
const fn lists(size: usize, weight: usize) -> u32 {
    LISTS[size][PAD + weight]
}

/// How many lists have a lower weight.
static LIGHTER: [u32; MOST + 2] = {
    let mut lighter = [0; MOST + 2];
    let mut weight = 0;
    while weight <= MOST {
        lighter[weight + 1] = lighter[weight] + lists(LARGEST, weight);
        weight += 1;
    }
    lighter
};

/// Where the rows of each size begin in [`STEPS`].
const ROW: [usize; MOST] = {
    let mut rows = [0; MOST];
    let mut size = 1;
    while size + 1 < MOST {
        rows[size + 1] = rows[size] + most_of(size);
        size += 1;
    }
    rows
};

const ROWS: usize = ROW[LARGEST] + most_of(LARGEST);

/// `STEPS[ROW[size] + count - 1][weight]`: what `count` heaps of a size add to
/// the number of a list whose smaller heaps have this weight.
static STEPS: [[u32; MOST + 1]; ROWS] = {
    let mut steps = [[0; MOST + 1]; ROWS];
    let mut size = 1;
    while size < MOST {
        let mut count = 1;
        while count <= most_of(size) {
            let mut weight = 0;
            while weight + count * (size + 1) <= MOST {
                let before = if count > 1 { steps[ROW[size] + count - 2][weight] } else { 0 };
                let last = lists(size - 1, weight + count * (size + 1));
                steps[ROW[size] + count - 1][weight] = before + last;
                weight += 1;
            }
            count += 1;
        }
        size += 1;
    }
    steps
};

/// The weight of a list and its number among those of that weight.
#[inline]
fn place(heaps: Heaps) -> (usize, u32) {
    let (mut weight, mut number) = (0, 0);
    for (size, count) in heaps.sizes() {
        number += STEPS[ROW[size] + count - 1][weight];
        weight += count * (size + 1);
    }
    (weight, number)
}

impl Indexed for Nim {
    fn index_bound(&self, start: &Position) -> u64 {
        LIGHTER[place(start.heaps).0 + 1].into()
    }

    #[inline]
    fn index_of(&self, position: &Position) -> u64 {
        let (weight, number) = place(position.heaps);
        (LIGHTER[weight] + number).into()
    }

    fn position_at(&self, number: u64) -> Option<Position> {
        let mut number = u32::try_from(number).ok()?;
        let mut weight = LIGHTER.iter().position(|&lighter| number < lighter)?.checked_sub(1)?;
        number -= LIGHTER[weight];
        let mut sizes = Vec::new();
        while weight > 0 {
            let size = (1..MOST).find(|&size| number < lists(size, weight))?;
            number -= lists(size - 1, weight);
            weight -= size + 1;
            sizes.push(size as u64);
        }
        Some(Position { heaps: Heaps::of(sizes)?, to_move: Side::First })
    }

    #[inline]
    fn for_each_successor(&self, position: &Position, mut visit: impl FnMut(u64, Side)) {
        let side = position.to_move.opponent();
        let sums = Sums::of(position.heaps);
        let mut rest = [0; MOST + 1];
        for (heap, _) in position.heaps.sizes() {
            sums.without(heap, &mut rest);
            sums.for_each_after(heap, &rest, |number| visit(number, side));
        }
    }

    /// A side with no match to take has won, and a side that must take the last one loses.
    fn known_values(&self) -> Vec<(Position, Proven)> {
        let position = |heaps| Position { heaps, to_move: Side::First };
        let one = Heaps::NONE.split(0, 0, 1);
        vec![(position(Heaps::NONE), Proven::win_in(0)), (position(one), Proven::lose_in(1))]
    }
}

/// Sums prepared for a list of heaps, so that the number of each successor takes a few
/// look-ups.
///
/// The number of a list is a sum over its heaps, in which each heap counts by its
/// size and by the weight of the list up to it. A heap that is added or taken away
/// shifts these weights for all larger ones, so the sums over the larger ones are stored
/// for every such shift.
struct Sums {
    weight: usize,
    /// For each size, the start of the row of the larger heaps (at no shift), and the weight
    /// of the others.
    upto: [(u16, u8); MOST],
    /// A row for each place in the list: for every shift, the sum over the heaps
    /// from there on.
    rows: Vec<u32>,
    /// The largest shift in either direction; the length of a row is twice this plus one.
    most: usize,
}

impl Sums {
    fn of(heaps: Heaps) -> Sums {
        let mut list = [(0, 0); most_of(1)];
        let mut upto = [(0, 0); MOST];
        let (mut count, mut weight, mut largest) = (0, 0, 0);
        let most = heaps.largest() + 1;
        let length = 2 * most + 1;
        for size in heaps.iter() {
            upto[largest..size].fill(((count * length + most) as u16, weight as u8));
            weight += size + 1;
            list[count] = (size, weight);
            count += 1;
            largest = size;
        }
        upto[largest] = ((count * length + most) as u16, weight as u8);

        let mut rows = vec![0; (count + 1) * length];
        for place in (0..count).rev() {
            let (size, weight) = list[place];
            let counted = &LISTS[size - 1][PAD + weight - most..][..length];
            let (row, next) = rows[place * length..].split_at_mut(length);
            for ((sum, below), counted) in row.iter_mut().zip(next).zip(counted) {
                *sum = *below + counted;
            }
        }
        Sums { weight, upto, rows, most }
    }

    /// Calls `visit` with the number of the list after each move from a heap of
    /// this size, in the game's order; `rest` is the term of the heap that is removed.
    #[inline]
    fn for_each_after(&self, heap: usize, rest: &[u32; MOST + 1], mut visit: impl FnMut(u64)) {
        let all = self.rows[self.most];
        let mut after = |number: u32, shift: usize| visit(number.wrapping_add(rest[shift]).into());
        for right in (1..heap).rev() {
            after(all.wrapping_add(self.change(right, 0)), right + 1);
        }
        after(all, 0);
        for left in (1..=(heap - 1) / 2).rev() {
            let number = all.wrapping_add(self.change(left, 0));
            for right in left..heap - left {
                after(number.wrapping_add(self.change(right, left + 1)), left + right + 2);
            }
        }
    }

    /// The change that an added heap makes to the sum over all heaps but the removed one,
    /// with weights shifted already.
    #[inline]
    fn change(&self, size: usize, shift: usize) -> u32 {
        let (row, weight) = self.upto[size];
        let (row, more) = (usize::from(row) + shift, size + 1);
        let own = lists(size - 1, usize::from(weight) + shift + more);
        own.wrapping_add(self.rows[row + more]).wrapping_sub(self.rows[row])
    }

    /// The term of the last heap of this size, which is removed, and of the weight that is
    /// left, by the weight of the heaps that replace it.
    #[inline]
    fn without(&self, heap: usize, rest: &mut [u32; MOST + 1]) {
        let larger = usize::from(self.upto[heap].0);
        let gone = &self.rows[larger - (2 * self.most + 1)..][..heap + 2];
        let larger = &self.rows[larger - heap - 1..][..heap + 2];
        let lighter = &LIGHTER[self.weight - heap - 1..][..heap + 2];
        for (rest, ((larger, gone), lighter)) in
            rest.iter_mut().zip(larger.iter().zip(gone).zip(lighter))
        {
            *rest = larger.wrapping_sub(*gone).wrapping_add(*lighter);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn successors_are_numbered_as_if_the_moves_were_made() {
        let mut rng = Rng::seeded(9);
        let mut tried = 0;
        while tried < 2_000 {
            let heaps = (0..1 + rng.below(12)).map(|_| 1 + rng.below(20) as u64);
            let Some(heaps) = Heaps::of(heaps.collect::<Vec<_>>()) else { continue };
            let game = Nim { start: heaps };
            let mut quick = Vec::new();
            game.for_each_successor(&game.start(), |number, side| quick.push((number, side)));
            let moves = game.moves(&game.start()).into_iter();
            let slow =
                moves.map(|mv| (game.index_of(&game.after(&game.start(), mv)), Side::Second));
            assert!(slow.eq(quick.iter().copied()), "{heaps}");
            tried += 1;
        }
    }

    #[test]
    fn numbers_are_without_gaps_and_read_back() {
        let game = Nim::default();
        let all =
            game.index_bound(&Position { heaps: Heaps::of([64]).unwrap(), to_move: Side::First });
        assert_eq!(all, 2_012_558, "the partitions of 65");
        for number in (0..20_000).chain(all - 20_000..all) {
            let position = game.position_at(number).unwrap();
            assert_eq!(game.index_of(&position), number, "{:?}", position.heaps);
        }
        assert_eq!(game.position_at(all), None);
        assert_eq!(game.position_at(u64::MAX), None);
    }
}
