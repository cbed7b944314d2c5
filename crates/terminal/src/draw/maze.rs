//! Mazes: Theseus and the Minotaur.

use std::collections::BTreeSet;

use agon_core::{Place, Token};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::board::{CellMarks, Highlights, cells, put, tokens};
use crate::layout::BoardLayout;
use crate::state::State;
use crate::theme::Theme;

/// Lines by the directions in which they continue: up, down, left, right.
const CROSSINGS: [&str; 16] =
    [" ", "╵", "╷", "│", "╴", "┘", "┐", "┤", "╶", "└", "┌", "├", "─", "┴", "┬", "┼"];

/// Draws the walls and the contents of the tiles.
pub fn draw(state: &State, theme: Theme, layout: &BoardLayout, board: &mut Buffer) {
    let walls = Walls::new(state, layout);
    let highlights = Highlights::new(state);
    for (place, cell) in cells(state) {
        let area = layout.cell(place);
        let marks = highlights.of(place, &cell.id);
        if marks.is_marked {
            board.set_style(area, theme.shaded());
        }
        let (text, style) = content(state, &cell.id, &marks, theme);
        let x = area.x + (area.width - text.chars().count().min(area.width.into()) as u16) / 2;
        put(board, x, area.y + area.height / 2, &text, style);
    }
    match layout.is_compact() {
        true => walls.underline(theme, layout, board),
        false => walls.lines(theme, layout, board),
    }
}

/// The text on a tile.
fn content(state: &State, cell: &str, marks: &CellMarks, theme: Theme) -> (String, Style) {
    let standing = tokens(state, cell);
    if let Some(top) = standing.last() {
        let symbols = standing.iter().map(|token| token.symbol).collect();
        return (symbols, piece(state, top, theme));
    }
    match marks {
        CellMarks { hint: Some(_), .. } => ("?".into(), theme.hint()),
        CellMarks { is_option: true, .. } => ("•".into(), theme.option()),
        CellMarks { is_marked: true, .. } => ("·".into(), theme.muted()),
        _ => (String::new(), Style::new()),
    }
}

/// The style of a piece. For Theseus it shows the colour of his sabre, which is also written in
/// words.
fn piece(state: &State, token: &Token, theme: Theme) -> Style {
    let is_marked = |label: &str| {
        let marks = &state.shown.scene.marks;
        marks.iter().any(|mark| mark.element == token.id && mark.label == label)
    };
    match token.owner {
        _ if is_marked("sabre-minotaur") => theme.warning().add_modifier(Modifier::REVERSED),
        _ if is_marked("sabre-loot") => theme.option().add_modifier(Modifier::REVERSED),
        Some(owner) => theme.piece(owner),
        None => theme.thing(),
    }
}

/// The visible walls between tiles.
struct Walls {
    rows: usize,
    columns: usize,
    /// Tiles with a wall on their right.
    right: BTreeSet<Place>,
    /// Tiles with a wall below them.
    below: BTreeSet<Place>,
}

impl Walls {
    fn new(state: &State, layout: &BoardLayout) -> Walls {
        let size = state.shown.board_size();
        let mut walls = Walls {
            rows: size.rows,
            columns: size.columns,
            right: BTreeSet::new(),
            below: BTreeSet::new(),
        };
        for edge in &state.shown.scene.edges {
            let [one, two] = edge.between.each_ref().map(|id| state.shown.place(id));
            let (Some(one), Some(two)) = (one, two) else { continue };
            let [one, two] = [one, two].map(|place| layout.seen(place));
            let first = one.min(two);
            match one.row == two.row {
                true => walls.right.insert(first),
                false => walls.below.insert(first),
            };
        }
        walls
    }

    /// Whether a tile has a wall on its right. Column -1 is outside.
    fn is_right(&self, row: isize, column: isize) -> bool {
        let (Ok(row), rows) = (usize::try_from(row), self.rows) else { return false };
        let is_border = column == -1 || column == self.columns as isize - 1;
        let place = |column| Place { row, column };
        row < rows
            && (is_border || usize::try_from(column).is_ok_and(|c| self.right.contains(&place(c))))
    }

    /// Whether a tile has a wall below it. Row -1 is outside.
    fn is_below(&self, row: isize, column: isize) -> bool {
        let (Ok(column), columns) = (usize::try_from(column), self.columns) else { return false };
        let is_border = row == -1 || row == self.rows as isize - 1;
        let place = |row| Place { row, column };
        column < columns
            && (is_border || usize::try_from(row).is_ok_and(|r| self.below.contains(&place(r))))
    }

    /// The tile at a row and column of the view.
    fn tile(&self, layout: &BoardLayout, row: isize, column: isize) -> Rect {
        let [row, column] = [row, column].map(|number| number.max(0) as usize);
        layout.cell(layout.seen(Place { row, column }))
    }

    /// Draws walls as lines between tiles.
    fn lines(&self, theme: Theme, layout: &BoardLayout, board: &mut Buffer) {
        let style = theme.wall();
        let (rows, columns) = (self.rows as isize, self.columns as isize);
        for row in -1..rows {
            for column in -1..columns {
                let tile = self.tile(layout, row, column);
                let x = if column < 0 { tile.x - 1 } else { tile.right() };
                let y = if row < 0 { tile.y - 1 } else { tile.bottom() };
                if self.is_right(row, column) {
                    for y in tile.top()..tile.bottom() {
                        put(board, x, y, "│", style);
                    }
                }
                if self.is_below(row, column) {
                    for x in tile.left()..tile.right() {
                        put(board, x, y, "─", style);
                    }
                }
                let goes = [
                    self.is_right(row, column),
                    self.is_right(row + 1, column),
                    self.is_below(row, column),
                    self.is_below(row, column + 1),
                ];
                let index = goes.iter().rev().fold(0, |bits, &goes| bits * 2 + usize::from(goes));
                put(board, x, y, CROSSINGS[index], style);
            }
        }
    }

    /// Draws the walls below tiles as underlines, which takes half the height.
    fn underline(&self, theme: Theme, layout: &BoardLayout, board: &mut Buffer) {
        let style = theme.wall();
        for column in 0..self.columns as isize {
            let tile = self.tile(layout, 0, column);
            put(board, tile.x, tile.y - 1, &"_".repeat(usize::from(tile.width) + 1), style);
        }
        // The last underline covers the corner too.
        let corner = self.tile(layout, 0, self.columns as isize - 1);
        put(board, corner.right(), corner.y - 1, " ", style);
        for row in 0..self.rows as isize {
            for column in -1..self.columns as isize {
                let tile = self.tile(layout, row, column);
                let x = if column < 0 { tile.x - 1 } else { tile.right() };
                let goes_on = self.is_below(row, column) && self.is_below(row, column + 1);
                let wall = match (self.is_right(row, column), goes_on) {
                    (true, _) => "│",
                    (false, true) => "_",
                    (false, false) => " ",
                };
                put(board, x, tile.y, wall, style);
                if column < 0 || !self.is_below(row, column) {
                    continue;
                }
                for x in tile.left()..tile.right() {
                    let Some(cell) = board.cell_mut((x, tile.y)) else { continue };
                    match cell.symbol() {
                        " " => cell.set_symbol("_").set_style(style),
                        _ => cell.set_style(Style::new().add_modifier(Modifier::UNDERLINED)),
                    };
                }
            }
        }
    }
}
