//! A way from the start of Santorini to a position: programs that know a game only by its moves
//! cannot be given the position itself.

use std::collections::HashSet;

/// How many positions are kept after each move that is taken back; the second number is tried where
/// the first does not lead to the start.
const WIDTHS: [usize; 2] = [60, 600];

const SIDE: usize = 5;
const CELLS: usize = SIDE * SIDE;

/// A position of the usual board with both sides placed: the heights, and the cells of the pawns,
/// blue ones first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Board {
    heights: [u8; CELLS],
    pawns: [usize; 4],
}

/// A step back: the board before it, where the pawn was, where it went and built, and the place of
/// the board after it.
struct Back {
    board: Board,
    step: [usize; 3],
    after: usize,
}

fn distance(one: usize, other: usize) -> usize {
    (one / SIDE).abs_diff(other / SIDE).max((one % SIDE).abs_diff(other % SIDE))
}

fn neighbours(cell: usize) -> impl Iterator<Item = usize> {
    (0..CELLS).filter(move |&other| distance(cell, other) == 1)
}

impl Board {
    /// Reads a position such as `00000/00000/00000/00000/00000 B 11,33 13,31`, and whether blue is
    /// to move.
    fn read(text: &str) -> Option<(Board, bool)> {
        let parts: Vec<&str> = text.split(' ').collect();
        let &[rows, turn @ ("B" | "R"), blue, red] = parts.as_slice() else { return None };
        let digit = |letter: char| letter.to_digit(10).map(|digit| digit as u8);
        let rows: Vec<&str> = rows.split('/').collect();
        if rows.len() != SIDE || rows.iter().any(|row| row.len() != SIDE) {
            return None;
        }
        let heights: Option<Vec<u8>> = rows.concat().chars().map(digit).collect();
        let cell = |text: &str| {
            let mut digits = text.chars().map(digit);
            let (row, column) = (digits.next()??, digits.next()??);
            Some(usize::from(row) * SIDE + usize::from(column)).filter(|&cell| cell < CELLS)
        };
        let pawns: Option<Vec<usize>> = blue.split(',').chain(red.split(',')).map(cell).collect();
        let board = Board { heights: heights?.try_into().ok()?, pawns: pawns?.try_into().ok()? };
        Some((board, turn == "B"))
    }

    /// The boards from which the side's last move may have led here, each with the move.
    fn steps_back(&self, is_blue: bool) -> impl Iterator<Item = (Board, [usize; 3])> {
        let mover = if is_blue { 0..2 } else { 2..4 };
        let mut found = Vec::new();
        for pawn in mover {
            let at = self.pawns[pawn];
            for built in neighbours(at) {
                if self.heights[built] == 0 || self.pawns.contains(&built) {
                    continue;
                }
                let mut before = *self;
                before.heights[built] -= 1;
                for from in neighbours(at) {
                    let (low, high) = (before.heights[from], before.heights[at]);
                    // A pawn on the third level would have won before.
                    if self.pawns.contains(&from) || low > 2 || high > 2 || high > low + 1 {
                        continue;
                    }
                    before.pawns = self.pawns;
                    before.pawns[pawn] = from;
                    found.push((before, [from, at, built]));
                }
            }
        }
        found.into_iter()
    }

    /// How far it is from an empty board, to compare boards of the same number of moves: high pawns
    /// must climb first, and pawns far from all buildings cannot have built.
    fn distance_back(&self) -> usize {
        let high: usize = self.pawns.iter().map(|&pawn| usize::from(self.heights[pawn])).sum();
        let far = |pawns: &[usize]| -> usize {
            let built = (0..CELLS).filter(|&cell| self.heights[cell] > 0);
            let near = |cell| pawns.iter().map(|&pawn| distance(pawn, cell)).min().unwrap_or(0);
            built.map(|cell| near(cell) * usize::from(self.heights[cell])).sum()
        };
        8 * high + far(&self.pawns[..2]) + far(&self.pawns[2..])
    }
}

/// The placement of the pawns as eight digits, and then six digits for each of the moves, on a way
/// that leads to a position; `None` if none was found.
pub fn way_to(position: &str) -> Option<Vec<String>> {
    let (end, blue_to_move) = Board::read(position)?;
    let count: usize = end.heights.iter().map(|&height| usize::from(height)).sum();
    // Blue begins.
    if count.is_multiple_of(2) != blue_to_move {
        return None;
    }
    WIDTHS.into_iter().find_map(|width| search(end, count, width))
}

/// Takes back `count` moves, and keeps `width` positions after each.
fn search(end: Board, count: usize, width: usize) -> Option<Vec<String>> {
    let first = Back { board: end, step: [0; 3], after: 0 };
    let mut levels = vec![vec![first]];
    for left in (0..count).rev() {
        let mut seen = HashSet::new();
        let mut level = Vec::new();
        for (after, back) in levels.last()?.iter().enumerate() {
            for (board, step) in back.board.steps_back(left.is_multiple_of(2)) {
                if seen.insert(board) {
                    level.push(Back { board, step, after });
                }
            }
        }
        level.sort_by_cached_key(|back| back.board.distance_back());
        level.truncate(width);
        levels.push(level);
    }
    let digits = |cells: &[usize]| -> String {
        cells.iter().map(|cell| format!("{}{}", cell / SIDE, cell % SIDE)).collect()
    };
    let start = levels.last()?.first()?;
    let mut way = vec![digits(&start.board.pawns)];
    let mut back = start;
    for level in levels.iter().rev().skip(1) {
        way.push(digits(&back.step));
        back = &level[back.after];
    }
    Some(way)
}

#[cfg(test)]
mod tests {
    use agon_core::{Game as _, Notation as _, Rng};
    use agon_games::santorini::Santorini;

    use super::*;

    /// Plays a way by the rules of the game.
    fn played(way: &[String]) -> String {
        let game = Santorini::default();
        let mut position = game.start();
        let mut play = |text: &str| {
            let mv = game.read_move(&position, text).unwrap();
            game.play(&mut position, mv).unwrap();
            assert_eq!(game.outcome(&position), None);
        };
        let pawns = &way[0];
        play(&format!("@{},{}", &pawns[..2], &pawns[2..4]));
        play(&format!("@{},{}", &pawns[4..6], &pawns[6..]));
        for step in &way[1..] {
            play(&format!("{}-{}-{}", &step[..2], &step[2..4], &step[4..]));
        }
        game.write(&position)
    }

    /// Which pawn of a side is written first does not matter.
    fn sorted(position: &str) -> Vec<String> {
        let sorted = |part: &str| {
            let mut cells: Vec<&str> = part.split(',').collect();
            cells.sort_unstable();
            cells.join(",")
        };
        position.split(' ').map(sorted).collect()
    }

    #[test]
    fn a_way_leads_to_every_position_of_a_game() {
        let game = Santorini::default();
        let mut rng = Rng::seeded(3);
        let mut tried = 0;
        for _ in 0..4 {
            let mut position = game.start();
            while game.outcome(&position).is_none() {
                let text = game.write(&position);
                if !text.contains(['-', 's']) && rng.below(6) == 0 {
                    let way = way_to(&text).unwrap_or_else(|| panic!("no way to {text}"));
                    assert_eq!(sorted(&played(&way)), sorted(&text));
                    tried += 1;
                }
                let moves = game.moves(&position);
                game.play(&mut position, moves[rng.below(moves.len())]).unwrap();
            }
        }
        assert!(tried > 10, "{tried}");
    }

    #[test]
    fn there_is_no_way_to_what_no_game_reaches() {
        // One storey, and blue to move again.
        assert_eq!(way_to("10000/00000/00000/00000/00000 B 11,33 13,31"), None);
        // Red has moved, but is far from what was built.
        assert_eq!(way_to("11000/00000/00000/00000/00000 B 01,10 44,43"), None);
        assert_eq!(way_to("nonsense"), None);
    }
}
