//! Santorini once more, slow and obvious: heights in a grid, every rule written
//! out as the rules say it.

use agon_core::{Notation as _, Side};
use agon_games::santorini::{Position, Santorini};

/// A position as a grid.
pub struct Naive {
    heights: Vec<Vec<u32>>,
    pawns: [Vec<(usize, usize)>; 2],
    to_move: usize,
    has_one: bool,
}

impl Naive {
    /// Reads the text of a position, trusting it.
    pub fn of(game: &Santorini, position: &Position) -> Naive {
        let text = game.write(position);
        let parts: Vec<&str> = text.split(' ').collect();
        let digit = |c: char| c.to_digit(10).unwrap();
        let heights = parts[0].split('/').map(|row| row.chars().map(digit).collect()).collect();
        let pawns = [parts[2], parts[3]].map(|pair| {
            let cell = |text: &str| {
                let digits: Vec<u32> = text.chars().map(digit).collect();
                (digits[0] as usize, digits[1] as usize)
            };
            match pair {
                "-" | "1" => Vec::new(),
                pair => pair.split(',').map(cell).collect(),
            }
        });
        Naive {
            heights,
            pawns,
            to_move: usize::from(parts[1] == "R"),
            has_one: game.board().pawns() == 1,
        }
    }

    /// The cells row by row, on boards of six rows column by column.
    fn cells(&self) -> Vec<(usize, usize)> {
        let (rows, columns) = (self.heights.len(), self.heights[0].len());
        let cells = (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)));
        let mut cells: Vec<_> = cells.collect();
        if rows == 6 {
            cells.sort_by_key(|&(row, column)| (column, row));
        }
        cells
    }

    fn height(&self, (row, column): (usize, usize)) -> u32 {
        self.heights[row][column]
    }

    fn is_taken(&self, cell: (usize, usize)) -> bool {
        self.pawns.iter().flatten().any(|&pawn| pawn == cell)
    }

    /// The winner, once a pawn stands on height 3 or the side to move is stuck.
    pub fn winner(&self) -> Option<Side> {
        let other = 1 - self.to_move;
        let climbed = self.pawns[other].iter().any(|&pawn| self.height(pawn) == 3);
        let stuck = !self.pawns[1].is_empty() && self.triples().is_empty();
        (climbed || stuck).then_some(Side::BOTH[other])
    }

    /// The legal moves as text, in the stated order.
    pub fn moves(&self) -> Vec<String> {
        let other = 1 - self.to_move;
        if self.pawns[other].iter().any(|&pawn| self.height(pawn) == 3) {
            return Vec::new();
        }
        if !self.pawns[self.to_move].is_empty() {
            return self.triples();
        }
        let free: Vec<_> = self.cells().into_iter().filter(|&cell| !self.is_taken(cell)).collect();
        if self.has_one {
            return free.iter().map(|one| format!("@{}{}", one.0, one.1)).collect();
        }
        let mut pairs = Vec::new();
        for (place, one) in free.iter().enumerate() {
            let larger = free[place + 1..].iter();
            pairs.extend(larger.map(|&two| format!("@{}{},{}{}", one.0, one.1, two.0, two.1)));
        }
        pairs
    }

    fn triples(&self) -> Vec<String> {
        let mut triples = Vec::new();
        for &from in &self.pawns[self.to_move] {
            for to in self.cells().into_iter().filter(|&to| are_neighbours(from, to)) {
                let (low, high) = (self.height(from), self.height(to));
                if self.is_taken(to) || high == 4 || high > low + 1 {
                    continue;
                }
                for build in self.cells().into_iter().filter(|&build| are_neighbours(to, build)) {
                    if (build == from || !self.is_taken(build)) && self.height(build) < 4 {
                        triples.push(format!(
                            "{}{}-{}{}-{}{}",
                            from.0, from.1, to.0, to.1, build.0, build.1
                        ));
                    }
                }
            }
        }
        triples
    }
}

fn are_neighbours(a: (usize, usize), b: (usize, usize)) -> bool {
    a != b && a.0.abs_diff(b.0) <= 1 && a.1.abs_diff(b.1) <= 1
}
