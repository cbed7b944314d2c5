//! What all boards have in common: labels, and which cells are highlighted.

use std::collections::BTreeSet;

use agon_core::{ElementId, Place};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};

use crate::layout::BoardLayout;
use crate::state::State;
use crate::theme::Theme;

/// How a cell is highlighted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CellMarks {
    /// The cursor is on it.
    pub has_cursor: bool,
    /// It can be selected.
    pub is_option: bool,
    /// It is selected.
    pub is_selected: bool,
    /// It was part of the last move.
    pub is_last: bool,
    /// The game has marked it, as won or sensed.
    pub is_marked: bool,
    /// It is part of a hint, as element of this number.
    pub hint: Option<usize>,
}

/// What is highlighted on a board.
pub struct Highlights<'a> {
    state: &'a State,
    options: BTreeSet<&'a str>,
}

impl<'a> Highlights<'a> {
    /// The highlights of a state.
    pub fn new(state: &'a State) -> Highlights<'a> {
        Highlights { state, options: state.selection.options().into_iter().collect() }
    }

    /// Those of a cell.
    pub fn of(&self, place: Place, id: &str) -> CellMarks {
        let state = self.state;
        let (path, hint) = (state.selection.path(), &state.hint);
        let has = |elements: &[ElementId]| elements.iter().any(|element| element == id);
        // A hint shows what is still to be selected.
        let rest = if hint.starts_with(path) { &hint[path.len()..] } else { &[] };
        let number = rest.iter().position(|element| element == id);
        CellMarks {
            has_cursor: state.cursor == place,
            is_option: self.options.contains(id),
            is_selected: has(path),
            is_last: has(&state.shown.last),
            is_marked: state.shown.scene.marks.iter().any(|mark| mark.element == id),
            hint: number.map(|number| path.len() + number + 1),
        }
    }
}

impl CellMarks {
    /// A sign for the corner of a cell, the most important one. It has a dark background of its
    /// own unless the full theme makes the cell dark.
    pub fn sign(&self, theme: Theme, is_dark: bool) -> Option<(String, Style)> {
        let sign = |text: &str, style: Style| {
            let style = match theme {
                Theme::Sixteen => style.bg(Color::Black),
                Theme::Full if !is_dark => style.bg(Color::Indexed(16)),
                Theme::Plain | Theme::Full => style,
            };
            Some((text.to_string(), style))
        };
        match self {
            CellMarks { hint: Some(number), .. } => sign(&format!("?{number}"), theme.hint()),
            CellMarks { is_selected: true, .. } => sign("◆", theme.selected()),
            CellMarks { is_option: true, .. } => sign("•", theme.option()),
            CellMarks { is_marked: true, .. } => sign("*", theme.selected()),
            CellMarks { is_last: true, .. } => sign("·", theme.last()),
            _ => None,
        }
    }
}

/// The cells of a board with their places.
pub fn cells(state: &State) -> impl Iterator<Item = (Place, &agon_core::Cell)> {
    let cells = state.shown.scene.cells.iter();
    cells.map(|cell| (Place { row: cell.row, column: cell.column }, cell))
}

/// What stands on a cell, from the bottom up.
pub fn tokens<'a>(state: &'a State, cell: &str) -> Vec<&'a agon_core::Token> {
    let tokens = state.shown.scene.tokens.iter();
    let mut tokens: Vec<_> = tokens.filter(|token| token.cell == cell).collect();
    tokens.sort_by_key(|token| token.order);
    tokens
}

/// Writes text, as far as there is room.
pub fn put(board: &mut Buffer, x: u16, y: u16, text: &str, style: Style) {
    let area = board.area;
    if y < area.bottom() && x < area.right() {
        board.set_stringn(x, y, text, (area.right() - x).into(), style);
    }
}

/// Draws the labels of rows and columns.
pub fn labels(state: &State, theme: Theme, layout: &BoardLayout, board: &mut Buffer) {
    let scene = &state.shown.scene;
    for (row, label) in scene.rows.iter().enumerate() {
        let Rect { y, height, .. } = layout.cell(Place { row, column: 0 });
        put(board, 0, y + (height - 1) / 2, label, theme.frame());
    }
    let [one, two] = [0, 1].map(|column| layout.cell(Place { row: 0, column }).x);
    let room = usize::from(one.abs_diff(two));
    let widest = scene.columns.iter().map(String::len).max().unwrap_or(0);
    for (column, label) in scene.columns.iter().enumerate() {
        // Where there is no room for all labels, every fifth is shown.
        if widest < room || room > 2 || (column + 1) % 5 == 0 {
            let cell = layout.cell(Place { row: 0, column });
            let shift = (usize::from(cell.width).saturating_sub(label.len()) / 2) as u16;
            put(board, cell.x + shift, 0, label, theme.frame());
        }
    }
}
