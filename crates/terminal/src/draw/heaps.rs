//! Heaps of matches: NIM. Matches keep their places.

use agon_core::Place;
use ratatui::buffer::Buffer;
use ratatui::style::Modifier;

use super::board::{Highlights, cells, put};
use crate::layout::BoardLayout;
use crate::state::State;
use crate::theme::Theme;

pub fn draw(state: &State, theme: Theme, layout: &BoardLayout, board: &mut Buffer) {
    for place in &state.shown.scene.taken {
        let area = layout.cell(*place);
        for y in area.top()..area.bottom() {
            put(board, area.x, y, "·", theme.last());
        }
    }
    let range = range(state);
    let highlights = Highlights::new(state);
    for (place, cell) in cells(state) {
        let marks = highlights.of(place, &cell.id);
        let is_taken = range.contains(&place);
        let (sign, style) = match (is_taken, marks.hint) {
            (true, _) => ("╳", theme.selected()),
            (false, Some(_)) => ("?", theme.hint()),
            (false, None) => ("┃", theme.thing()),
        };
        let style = match marks.has_cursor && state.is_persons_turn() {
            true => style.add_modifier(Modifier::REVERSED),
            false => style,
        };
        let area = layout.cell(place);
        for y in area.top()..area.bottom() {
            put(board, area.x, y, sign, style);
        }
    }
}

/// The matches that would be taken: from the selected one to the cursor.
fn range(state: &State) -> Vec<Place> {
    let Some(first) = state.selection.path().first() else { return Vec::new() };
    let Some(from) = state.shown.place(first) else { return Vec::new() };
    let reaches = state.under_cursor().is_some_and(|id| state.selection.options().contains(&&*id));
    let to = if reaches { state.cursor } else { from };
    let columns = from.column.min(to.column)..=from.column.max(to.column);
    columns.map(|column| Place { row: from.row, column }).collect()
}
