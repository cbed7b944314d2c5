//! The assignment's text board: each square is a block of three by three characters.

use super::board::Square;
use super::position::Position;
use super::rules::Byte;

impl Byte {
    /// A position as the assignment prints it: a dark square is a block of three by three
    /// characters, filled from the bottom left.
    pub fn draw(&self, position: &Position) -> String {
        let side = self.side();
        let header: String = (1..=side).map(|column| format!("{column:>4}")).collect();
        let mut text = format!("{}\n", header.trim_end());
        for row in 0..side {
            for line in 0..3 {
                let label = if line == 1 { char::from(b'A' + row as u8) } else { ' ' };
                let squares = (0..side).map(|column| match self.board.at(row, column) {
                    Some(square) => places(position, square, line),
                    None => "   ".into(),
                });
                let squares: Vec<String> = squares.collect();
                text.push_str(format!("{label} {}", squares.join(" ")).trim_end());
                text.push('\n');
            }
        }
        text
    }
}

/// The three characters of a square in one of the lines of its row, 0 at the top.
fn places(position: &Position, square: Square, line: u32) -> String {
    let stack = position.stack(square);
    let lowest = 3 * (2 - line);
    let place = |level| stack.owner(level).map_or('.', |owner| ['X', 'O'][owner.index()]);
    (lowest..lowest + 3).map(place).collect()
}

#[cfg(test)]
mod tests {
    use agon_core::Game as _;

    use super::super::position::Stack;
    use super::*;

    #[test]
    fn the_board_is_drawn_as_in_the_assignment() {
        let game = Byte::default();
        let mut position = game.start();
        let square = |row, column| game.board.at(row, column).unwrap();
        position.put(square(5, 3), Stack::EMPTY);
        // From the bottom O, X, X, X.
        position.put(square(6, 4), Stack(0b1_0001));
        assert_eq!(game.draw(&position), include_str!("board.txt"));
    }
}
