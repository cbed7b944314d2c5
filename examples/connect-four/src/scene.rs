//! What is where on the board, and how a move is entered: by any place of its column.

use agon_core::{
    Cell, ElementId, Game as _, Mark, MoveArg, MoveWords, Outcome, Present, Scene, Side, Token,
};

use crate::Refusal;
use crate::notation::LETTERS;
use crate::rules::{ConnectFour, Position, bit};

impl Present for ConnectFour {
    type View = Position;

    const TITLE: &'static str = "Connect Four";
    const SUMMARY: &'static str = "drop discs into columns, and get four in a row";
    const SIDES: [&'static str; 2] = ["yellow", "red"];

    fn view(&self, position: &Position, _: Option<Side>) -> Position {
        *position
    }

    fn scene(&self, position: &Position) -> Scene {
        let cell = |(column, row)| Cell {
            id: name(column, row),
            row: self.rows - 1 - row,
            column,
            height: None,
            label: "place",
        };
        let token = |(column, row)| {
            let owner = position.disc(column, row)?;
            Some(Token {
                id: format!("disc {}", name(column, row)),
                cell: name(column, row),
                order: 0,
                owner: Some(owner),
                label: "disc",
                symbol: LETTERS[owner.index()],
            })
        };
        let fours = Side::BOTH.into_iter().fold(0, |fours, side| fours | position.fours(side));
        let won = self.places().filter(|&(column, row)| fours & bit(column, row) != 0);
        Scene {
            rows: (1..=self.rows).rev().map(|row| row.to_string()).collect(),
            columns: (0..self.columns).map(letter).collect(),
            cells: self.places().map(cell).collect(),
            tokens: self.places().filter_map(token).collect(),
            marks: won
                .map(|(column, row)| Mark { element: name(column, row), label: "won" })
                .collect(),
            ..Scene::default()
        }
    }

    /// The place where the disc comes to lie first, by which the last move is shown.
    fn paths(&self, position: &Position, column: u8) -> Vec<Vec<ElementId>> {
        let column = usize::from(column);
        let landing = position.height(column);
        let rows = [landing].into_iter().chain((0..self.rows).filter(|&row| row != landing));
        rows.map(|row| vec![name(column, row)]).collect()
    }

    fn words(&self, _: &Position, column: u8) -> MoveWords {
        MoveWords::new("drop").with("column", MoveArg::Name(letter(column.into())))
    }

    fn phases(&self, _: &Position) -> &'static [&'static str] {
        &["drop"]
    }

    fn why_not(&self, position: &Position, path: &[ElementId]) -> Option<Refusal> {
        let (column, _) = self.places().find(|&(column, row)| path == [name(column, row)])?;
        self.check(position, column as u8).err()
    }

    fn ending(&self, position: &Position) -> Option<&'static str> {
        match self.outcome(position)? {
            Outcome::Win(_) => Some("four"),
            Outcome::Draw => Some("full"),
        }
    }
}

fn letter(column: usize) -> String {
    char::from(b'a' + column as u8).to_string()
}

/// The name of a place, as `d1` at the bottom.
fn name(column: usize, row: usize) -> ElementId {
    format!("{}{}", letter(column), row + 1)
}
