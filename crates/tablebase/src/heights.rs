//! The heights of all cells as a number: two halves, each with five heights a cell.
//!
//! What is asked of a half (its sum, its low cells, its image under a symmetry) comes from a
//! table, and is added to that of the other half.

use crate::Board;
use crate::grid::MOST_CELLS;
use crate::groups::Groups;

/// Heights: the numbers of the first and of the second half.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Heights {
    pub(crate) first: u32,
    pub(crate) second: u32,
}

/// Tables for the heights of a board.
pub(crate) struct HeightTables {
    pub(crate) board: Board,
    pub(crate) groups: Groups,
    pub(crate) halves: [Half; 2],
    /// Of each symmetry: where a cell comes from.
    pub(crate) origins: Vec<[usize; MOST_CELLS]>,
    /// Of each cell: its half, and what a level on it adds to the number.
    steps: [(usize, u32); MOST_CELLS],
    /// The number of values of the second half.
    seconds: u32,
}

/// Tables for one half of the cells.
pub(crate) struct Half {
    /// Of each number: the sum of its heights.
    pub(crate) sums: Vec<u8>,
    /// Of each number: its heights, on their cells.
    pub(crate) digits: Vec<[u8; MOST_CELLS]>,
    /// Of each number: which of its cells are low.
    pub(crate) low: Vec<u16>,
    /// Of each symmetry and number: what it adds to the number of the image.
    images: Vec<Vec<u32>>,
    /// Of each sum: the numbers with it, in order.
    pub(crate) by_sum: Vec<Vec<u32>>,
    /// Of each number: its place among those with the same sum.
    pub(crate) place: Vec<u32>,
}

impl HeightTables {
    pub(crate) fn new(board: Board) -> HeightTables {
        let cells = board.cells();
        let middle = cells / 2;
        let ranges = [0..middle, middle..cells];
        // The last cell of a half changes fastest; the second half changes faster than the first.
        let mut steps = [(0, 0); MOST_CELLS];
        for (half, range) in ranges.iter().enumerate() {
            for cell in range.clone() {
                steps[cell] = (half, 5u32.pow((range.end - 1 - cell) as u32));
            }
        }
        let seconds = 5u32.pow((cells - middle) as u32);
        let weight =
            |cell: usize| if steps[cell].0 == 0 { steps[cell].1 * seconds } else { steps[cell].1 };
        let symmetries = board.symmetries();
        let halves = [0, 1].map(|half| {
            let range = ranges[half].clone();
            let own: Vec<(usize, u32)> = range.clone().map(|cell| (cell, steps[cell].1)).collect();
            Half::new(&own, &symmetries, weight)
        });
        let origins = symmetries
            .iter()
            .map(|image| {
                let mut origin = [0; MOST_CELLS];
                for (cell, &to) in image.iter().enumerate() {
                    origin[to] = cell;
                }
                origin
            })
            .collect();
        HeightTables { board, groups: Groups::new(board.pawns()), halves, origins, steps, seconds }
    }

    /// The number of values of the first half.
    pub(crate) fn firsts(&self) -> usize {
        self.halves[0].sums.len()
    }

    /// The heights of all cells.
    #[inline]
    pub(crate) fn digits(&self, heights: Heights) -> [u8; MOST_CELLS] {
        let (first, second) = (
            &self.halves[0].digits[heights.first as usize],
            &self.halves[1].digits[heights.second as usize],
        );
        std::array::from_fn(|cell| first[cell] + second[cell])
    }

    /// These heights as a number.
    pub(crate) fn number(&self, digits: &[u8; MOST_CELLS]) -> Heights {
        let mut halves = [0; 2];
        for (&digit, (half, step)) in digits[..self.board.cells()].iter().zip(self.steps) {
            halves[half] += u32::from(digit) * step;
        }
        Heights { first: halves[0], second: halves[1] }
    }

    /// The cells of height 2 at most.
    #[inline]
    pub(crate) fn low(&self, heights: Heights) -> u16 {
        self.halves[0].low[heights.first as usize] | self.halves[1].low[heights.second as usize]
    }

    /// The heights with one more level on a cell that is not domed.
    #[inline]
    pub(crate) fn built(&self, mut heights: Heights, cell: usize) -> Heights {
        match self.steps[cell] {
            (0, step) => heights.first += step,
            (_, step) => heights.second += step,
        }
        heights
    }

    /// The image of heights under a symmetry, as one number.
    #[inline]
    fn image(&self, symmetry: usize, heights: Heights) -> u32 {
        self.halves[0].images[symmetry][heights.first as usize]
            + self.halves[1].images[symmetry][heights.second as usize]
    }

    /// The smallest image under all symmetries, and the first symmetry that gives it.
    #[inline]
    pub(crate) fn canonical(&self, heights: Heights) -> (Heights, usize) {
        let mut best = (self.image(0, heights), 0);
        for symmetry in 1..self.origins.len() {
            let image = self.image(symmetry, heights);
            if image < best.0 {
                best = (image, symmetry);
            }
        }
        let heights = Heights { first: best.0 / self.seconds, second: best.0 % self.seconds };
        (heights, best.1)
    }

    /// How many different images canonical heights have; `None` if they are not canonical.
    #[inline]
    pub(crate) fn orbit(&self, heights: Heights) -> Option<usize> {
        let own = self.image(0, heights);
        let mut same = 1;
        for symmetry in 1..self.origins.len() {
            let image = self.image(symmetry, heights);
            if image < own {
                return None;
            }
            same += usize::from(image == own);
        }
        Some(self.origins.len() / same)
    }
}

impl Half {
    fn new(
        cells: &[(usize, u32)],
        symmetries: &[[usize; MOST_CELLS]],
        weight: impl Fn(usize) -> u32,
    ) -> Half {
        let count = 5u32.pow(cells.len() as u32);
        let digits: Vec<[u8; MOST_CELLS]> = (0..count)
            .map(|number| {
                let mut digits = [0; MOST_CELLS];
                for &(cell, step) in cells {
                    digits[cell] = (number / step % 5) as u8;
                }
                digits
            })
            .collect();
        let low = digits.iter().map(|digits| {
            cells
                .iter()
                .filter(|(cell, _)| digits[*cell] <= 2)
                .fold(0, |set, (cell, _)| set | 1 << cell)
        });
        let images = symmetries.iter().map(|image| {
            let moved = digits.iter().map(|digits| {
                cells.iter().map(|&(cell, _)| u32::from(digits[cell]) * weight(image[cell])).sum()
            });
            moved.collect()
        });
        let (low, images) = (low.collect(), images.collect());
        let sums: Vec<u8> = digits.iter().map(|digits| digits.iter().sum()).collect();
        let mut by_sum = vec![Vec::new(); 4 * MOST_CELLS + 1];
        let place = (0..).zip(&sums).map(|(number, &sum)| {
            by_sum[usize::from(sum)].push(number);
            by_sum[usize::from(sum)].len() as u32 - 1
        });
        let place = place.collect();
        Half { sums, digits, low, images, by_sum, place }
    }
}
