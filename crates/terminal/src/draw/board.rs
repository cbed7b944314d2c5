//! Parts that all boards share: labels and highlights of cells.

use std::collections::BTreeSet;

use agon_core::{ElementId, Place};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};

use crate::layout::BoardLayout;
use crate::state::State;
use crate::theme::Theme;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CellMarks {
    pub has_cursor: bool,
    pub is_option: bool,
    pub is_selected: bool,
    /// Part of the last move.
    pub is_last: bool,
    /// Marked by the game, as won or sensed.
    pub is_marked: bool,
    /// The index of the cell in the hint's path.
    pub hint: Option<usize>,
}

pub struct Highlights<'a> {
    state: &'a State,
    options: BTreeSet<&'a str>,
}

impl<'a> Highlights<'a> {
    pub fn new(state: &'a State) -> Highlights<'a> {
        Highlights { state, options: state.selection.options().into_iter().collect() }
    }

    pub fn of(&self, place: Place, id: &str) -> CellMarks {
        let state = self.state;
        let (path, hint) = (state.selection.path(), &state.hint);
        let has = |elements: &[ElementId]| elements.iter().any(|element| element == id);
        // The hint shows only what is left to select.
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
    /// The most important sign for the corner of a cell. It has a dark background, unless the full
    /// theme makes the cell dark anyway.
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

/// The cells with their places.
pub fn cells(state: &State) -> impl Iterator<Item = (Place, &agon_core::Cell)> {
    let cells = state.shown.scene.cells.iter();
    cells.map(|cell| (Place { row: cell.row, column: cell.column }, cell))
}

/// The tokens on a cell, from the bottom up.
pub fn tokens<'a>(state: &'a State, cell: &str) -> Vec<&'a agon_core::Token> {
    let tokens = state.shown.scene.tokens.iter();
    let mut tokens: Vec<_> = tokens.filter(|token| token.cell == cell).collect();
    tokens.sort_by_key(|token| token.order);
    tokens
}

/// Writes text as far as there is room.
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
        // If there is no room for all labels, every fifth is shown.
        if widest < room || room > 2 || (column + 1) % 5 == 0 {
            let cell = layout.cell(Place { row: 0, column });
            let shift = (usize::from(cell.width).saturating_sub(label.len()) / 2) as u16;
            put(board, cell.x + shift, 0, label, theme.frame());
        }
    }
}
