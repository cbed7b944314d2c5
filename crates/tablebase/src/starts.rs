//! Boards whose placement is solved: which starts the side to move wins.

use std::sync::LazyLock;

use agon_core::{Proven, Verdict};
use agon_games::santorini::{self, Position};

use crate::position::{Numbered, cells_of};
use crate::{FirstPlacement, Grid};

/// The published files of boards that are played on, as `placements_csv` writes them.
const FILES: [(usize, usize, usize, &str); 9] = [
    (2, 5, 1, include_str!("../starts/santorini-2x5-1.csv")),
    (2, 5, 2, include_str!("../starts/santorini-2x5-2.csv")),
    (2, 6, 1, include_str!("../starts/santorini-2x6-1.csv")),
    (2, 6, 2, include_str!("../starts/santorini-2x6-2.csv")),
    (3, 4, 1, include_str!("../starts/santorini-3x4-1.csv")),
    (3, 4, 2, include_str!("../starts/santorini-3x4-2.csv")),
    (3, 5, 1, include_str!("../starts/santorini-3x5-1.csv")),
    (3, 5, 2, include_str!("../starts/santorini-3x5-2.csv")),
    (4, 4, 1, include_str!("../starts/santorini-4x4-1.csv")),
];

/// The boards that are known.
static ALL: LazyLock<Vec<Starts>> = LazyLock::new(|| {
    let read = |&(width, height, pawns, text): &(usize, usize, usize, &str)| {
        let grid = Grid::new(width, height, pawns).ok()?;
        let placements = text.lines().skip(1).map(|line| placement(&grid, line));
        Some(Starts { grid, placements: placements.collect::<Option<_>>()? })
    };
    FILES.iter().filter_map(read).collect()
});

/// Who wins each start of a board: the values of the positions in which nothing is built.
///
/// ```
/// use agon_core::{Game as _, Verdict};
/// use agon_games::santorini::{Board, Santorini};
/// use agon_tablebase::Starts;
///
/// let board: Board = "4x4/1".parse().unwrap();
/// let starts = Starts::of(&board).unwrap();
/// let start = Santorini::on(board).start();
/// // Whoever places first loses.
/// assert_eq!(starts.value(&board, &start).unwrap().verdict, Verdict::Lose);
/// ```
#[derive(Debug)]
pub struct Starts {
    grid: Grid,
    placements: Vec<FirstPlacement>,
}

impl Starts {
    /// What is known of a board or its transposed one; `None` if that is nothing.
    pub fn of(board: &santorini::Board) -> Option<&'static Starts> {
        let grid = Grid::of(board)?;
        ALL.iter().find(|starts| starts.grid == grid || starts.grid == grid.transposed())
    }

    /// Every first placement, with the replies that beat it.
    pub fn placements(&self) -> &[FirstPlacement] {
        &self.placements
    }

    /// How many positions of the board the side to move wins and loses, those of all starts.
    pub fn won_and_lost(&self) -> (usize, usize) {
        let lost: usize = self.placements.iter().map(|it| it.beating.len()).sum();
        (self.placements.iter().map(|it| it.replies).sum::<usize>() - lost, lost)
    }

    /// The value of a position in which nothing is built; `None` for all others.
    pub fn value(&self, board: &santorini::Board, position: &Position) -> Option<Proven> {
        let replies = self.refutations(board, position);
        let is_won = match self.pawns(board, position)? {
            // Whoever places first moves first.
            [0, 0] => self.placements.iter().any(|placement| placement.beating.is_empty()),
            [_, 0] | [0, _] => replies? > 0,
            [moving, waiting] => !self.placement(moving)?.beating.contains(&waiting),
        };
        let verdict = if is_won { Verdict::Win } else { Verdict::Lose };
        Some(Proven { verdict, plies: None })
    }

    /// How many replies beat the only placement that has been made.
    pub fn refutations(&self, board: &santorini::Board, position: &Position) -> Option<usize> {
        match self.pawns(board, position)? {
            [0, placed] | [placed, 0] if placed != 0 => Some(self.placement(placed)?.beating.len()),
            _ => None,
        }
    }

    fn placement(&self, cells: u16) -> Option<&FirstPlacement> {
        self.placements.iter().find(|placement| placement.cells == cells)
    }

    /// The pawns of the side to move and of the other one on the cells of this grid; `None` if
    /// something is built, or the board is another one.
    fn pawns(&self, board: &santorini::Board, position: &Position) -> Option<[u16; 2]> {
        let grid = Grid::of(board)?;
        let numbered = Numbered::of(board, position);
        if numbered.layer() != 0 {
            return None;
        }
        let pawns = [numbered.moving(), numbered.waiting()];
        match self.grid {
            own if own == grid => Some(pawns),
            own if own == grid.transposed() => {
                let (width, height) = (grid.width(), grid.height());
                let turned = |cell: usize| cell % width * height + cell / width;
                Some(pawns.map(|set| cells_of(set).fold(0, |set, cell| set | 1 << turned(cell))))
            }
            _ => None,
        }
    }
}

/// Reads a line of a file; `None` if it is none.
fn placement(grid: &Grid, line: &str) -> Option<FirstPlacement> {
    let set = |names: &str| {
        names.split('+').try_fold(0, |set, name| {
            let mut digits = name.chars().map(|digit| digit.to_digit(10));
            let (row, column) = (digits.next()??, digits.next()??);
            Some(set | 1 << (row as usize * grid.width() + column as usize))
        })
    };
    let words: Vec<&str> = line.split(',').collect();
    let [cells, replies, _, beating] = words[..] else { return None };
    let beating = beating.split_whitespace().map(set).collect::<Option<_>>()?;
    Some(FirstPlacement { cells: set(cells)?, beating, replies: replies.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use agon_core::{Game as _, Side};
    use agon_games::santorini::Santorini;

    use super::*;
    use crate::placements_csv;

    #[test]
    fn every_file_is_read_and_written_as_it_is() {
        assert_eq!(ALL.len(), FILES.len());
        for (starts, (_, _, _, text)) in ALL.iter().zip(FILES) {
            assert_eq!(placements_csv(starts.grid, &starts.placements), text);
        }
        // Those of boards that are too long to be played on can be read, too.
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("starts");
        let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/results");
        for file in fs::read_dir(folder).unwrap() {
            let path = file.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap();
            let digits = |place: usize| name.as_bytes()[place] as usize - usize::from(b'0');
            let grid = Grid::new(digits(10), digits(12), digits(14)).unwrap();
            let text = fs::read_to_string(&path).unwrap();
            let placements = text.lines().skip(1).map(|line| placement(&grid, line).unwrap());
            let placements: Vec<FirstPlacement> = placements.collect();
            assert_eq!(placements_csv(grid, &placements), text, "{name}");
            assert!(placements.iter().all(|it| !it.beating.is_empty()), "{name}: the first loses");
            // The images of a placement under the symmetries have as many refutations.
            for image in grid.symmetries() {
                let turned = |set: &u16| cells_of(*set).fold(0, |set, cell| set | 1 << image[cell]);
                for placement in &placements {
                    let cells = turned(&placement.cells);
                    let other = placements.iter().find(|other| other.cells == cells).unwrap();
                    let mut beating: Vec<u16> = placement.beating.iter().map(turned).collect();
                    beating.sort();
                    assert_eq!(beating, other.beating, "{name}");
                }
            }
            // The published count of the last layer that is solved is that of the starts.
            let counts = fs::read_to_string(results.join(name).with_extension("txt")).unwrap();
            let (won, lost) = Starts { grid, placements }.won_and_lost();
            let line = counts.lines().find(|line| line.starts_with("layer 0 ")).unwrap();
            assert!(
                format!("{line} ").contains(&format!(" won {won} lost {lost} ")),
                "{name}: {line}"
            );
        }
    }

    #[test]
    fn a_value_follows_from_those_after_the_placements() {
        for name in ["4x4/1", "3x5/2", "5x3/1", "6x2/1", "4x3/2"] {
            let board: santorini::Board = name.parse().unwrap();
            let (game, starts) = (Santorini::on(board), Starts::of(&board).unwrap());
            let value = |position: &Position| starts.value(&board, position).unwrap().verdict;
            let start = game.start();
            assert_eq!(value(&start), Verdict::Lose, "{name}");
            for mv in game.moves(&start) {
                let placed = game.after(&start, mv);
                let replies = game.moves(&placed);
                let beating = replies.iter().filter(|&&reply| {
                    let then = game.after(&placed, reply);
                    assert_eq!(game.to_move(&then), Side::First);
                    value(&then) == Verdict::Lose
                });
                let beating = beating.count();
                assert_eq!(starts.refutations(&board, &placed), Some(beating), "{name}");
                assert_eq!(value(&placed) == Verdict::Win, beating > 0, "{name}");
                let then = game.after(&placed, replies[0]);
                assert_eq!(starts.refutations(&board, &then), None);
                let moved = game.after(&then, game.moves(&then)[0]);
                assert_eq!(starts.value(&board, &moved), None, "something is built");
            }
        }
        let large = santorini::Board::STANDARD;
        assert!(Starts::of(&large).is_none());
        let starts = Starts::of(&"4x4/1".parse().unwrap()).unwrap();
        assert_eq!(starts.value(&large, &Santorini::on(large).start()), None);
    }
}
