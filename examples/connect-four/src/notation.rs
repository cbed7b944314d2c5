//! The notation, and the refusals.
//!
//! A position is its rows from the top, `.` for an empty place, `Y` and `R` for discs:
//! `......./......./......./......./...R.../...YY..`. A move is the letter of a column.

use agon_core::{Notation, Side, quote};

use crate::rules::{ConnectFour, Position, bit};

agon_core::refusals! {
    /// Why a text or a move is refused.
    pub enum Refusal {
        Board { found: String } => "{found} is not a board: it has 4 to 8 columns and 4 to 7 rows",
        RowLength { row: usize, found: usize, columns: usize } => "row {row} from the top has {found} places, not {columns}",
        Disc { row: usize, found: char } => "a place of row {row} from the top is ., Y or R, not {found:?}",
        Floating { column: char } => "a disc of column {column} has nothing below it",
        DiscCount { yellow: u32, red: u32 } => "{yellow} yellow discs and {red} red ones cannot be: yellow begins and turns alternate",
        PlayedOn => "a side has four in a row, and yet a move was made after it",
        MoveText { found: String } => "{found} is not a move: write the letter of a column, as d",
        NoColumn { columns: usize } => "there are only {columns} columns",
        Full { column: char } => "column {column} is full",
        GameOver => "the game is over",
    }
}

/// The letters of the sides' discs.
pub(crate) const LETTERS: [char; 2] = ['Y', 'R'];

impl ConnectFour {
    /// A board of this size.
    pub(crate) fn sized(columns: usize, rows: usize) -> Option<ConnectFour> {
        let fits = (4..=8).contains(&columns) && (4..=7).contains(&rows);
        fits.then_some(ConnectFour { columns, rows })
    }
}

impl Notation for ConnectFour {
    fn write(&self, position: &Position) -> String {
        let place =
            |column, row| position.disc(column, row).map_or('.', |side| LETTERS[side.index()]);
        let row = |row| (0..self.columns).map(|column| place(column, row)).collect::<String>();
        (0..self.rows).rev().map(row).collect::<Vec<_>>().join("/")
    }

    fn read(text: &str) -> Result<(ConnectFour, Position), Refusal> {
        let lines: Vec<&str> = text.trim().split('/').collect();
        let columns = lines[0].chars().count();
        let game = ConnectFour::sized(columns, lines.len());
        let game = game.ok_or_else(|| Refusal::Board { found: quote(text) })?;
        let mut position = Position::default();
        for (line, row) in lines.iter().zip((0..game.rows).rev()) {
            let (number, found) = (game.rows - row, line.chars().count());
            if found != columns {
                return Err(Refusal::RowLength { row: number, found, columns });
            }
            for (column, letter) in line.chars().enumerate().filter(|&(_, letter)| letter != '.') {
                let side = Side::BOTH.into_iter().find(|side| LETTERS[side.index()] == letter);
                let side = side.ok_or(Refusal::Disc { row: number, found: letter })?;
                position.discs[side.index()] |= bit(column, row);
            }
        }
        check_sound(&game, &position)?;
        Ok((game, position))
    }

    fn write_move(&self, _: &Position, column: u8) -> String {
        char::from(b'a' + column).to_string()
    }

    fn read_move(&self, _: &Position, text: &str) -> Result<u8, Refusal> {
        match text.as_bytes() {
            &[letter] if letter.is_ascii_alphabetic() => Ok(letter.to_ascii_lowercase() - b'a'),
            _ => Err(Refusal::MoveText { found: quote(text) }),
        }
    }
}

/// Refuses positions that cannot occur in a game.
fn check_sound(game: &ConnectFour, position: &Position) -> Result<(), Refusal> {
    let floats = |&(column, row): &(usize, usize)| {
        position.disc(column, row).is_some() && row >= position.height(column)
    };
    if let Some((column, _)) = game.places().find(floats) {
        return Err(Refusal::Floating { column: char::from(b'a' + column as u8) });
    }
    let [yellow, red] = position.discs.map(u64::count_ones);
    if yellow != red && yellow != red + 1 {
        return Err(Refusal::DiscCount { yellow, red });
    }
    if position.fours(position.to_move()) != 0 {
        return Err(Refusal::PlayedOn);
    }
    Ok(())
}
