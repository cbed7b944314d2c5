//! Boards of dark and light squares with stacks: Byte. Stacks are written from bottom (left) to
//! top.

use agon_core::{Place, Token};
use ratatui::buffer::Buffer;
use ratatui::style::{Modifier, Style};

use super::board::{CellMarks, Highlights, cells, put, tokens};
use crate::layout::BoardLayout;
use crate::state::State;
use crate::theme::Theme;

pub fn draw(state: &State, theme: Theme, layout: &BoardLayout, board: &mut Buffer) {
    let size = state.shown.board_size();
    let places = (0..size.rows).flat_map(|row| (0..size.columns).map(move |column| (row, column)));
    for (row, column) in places {
        let place = Place { row, column };
        let area = layout.cell(place);
        let is_dark = state.shown.cell_at(place).is_some();
        board.set_style(area, theme.square(is_dark));
        if !is_dark && theme != Theme::Full {
            for y in area.top()..area.bottom() {
                put(board, area.x, y, &"░".repeat(area.width.into()), theme.frame());
            }
        }
    }
    let highlights = Highlights::new(state);
    let lowest = lowest(state);
    for (place, cell) in cells(state) {
        let marks = highlights.of(place, &cell.id);
        let stack = tokens(state, &cell.id);
        decorate(&marks, stack.len(), theme, layout, place, board);
        let (x, y) = layout.stack(place);
        for (token, x) in stack.iter().zip(x..) {
            let is_top = Some(token.id.as_str()) == stack.last().map(|top| top.id.as_str());
            let style = checker(lowest, token, is_top, theme);
            put(board, x, y, &token.symbol.to_string(), style);
        }
    }
}

/// Draws the height of a stack, the cursor and the sign of the cell.
fn decorate(
    marks: &CellMarks,
    height: usize,
    theme: Theme,
    layout: &BoardLayout,
    place: Place,
    board: &mut Buffer,
) {
    let area = layout.cell(place);
    let bottom = area.bottom() - 1;
    if marks.has_cursor {
        if area.height == 1 {
            board.set_style(area, Style::new().add_modifier(Modifier::REVERSED));
        } else {
            put(board, area.x, bottom, "▸", theme.cursor());
            put(board, area.right() - 1, bottom, "◂", theme.cursor());
        }
    }
    if area.height > 1 && height > 1 {
        put(board, area.x + area.width / 2 - 1, bottom, &height.to_string(), theme.muted());
    }
    if let Some((sign, style)) = marks.sign(theme, true) {
        let has_room = area.height > 1 || height + sign.chars().count() <= area.width.into();
        let shift = if area.height > 1 { 1 } else { 0 };
        let x = area.right() - shift - sign.chars().count() as u16;
        if has_room {
            put(board, x, bottom, &sign, style);
        }
    }
}

/// The lowest checker of the part of a stack that is selected or about to be selected.
fn lowest(state: &State) -> Option<&Token> {
    let levels = state.levels();
    let id = match levels.get(state.level) {
        Some(level) => Some(*level),
        None => state.selection.path().get(1).map(String::as_str),
    };
    state.shown.scene.tokens.iter().find(|token| Some(token.id.as_str()) == id)
}

/// The style of a checker. The selected part of a stack is underlined.
fn checker(lowest: Option<&Token>, token: &Token, is_top: bool, theme: Theme) -> Style {
    let moves =
        lowest.is_some_and(|lowest| lowest.cell == token.cell && lowest.order <= token.order);
    let style = match token.owner {
        Some(owner) if is_top => theme.piece(owner),
        Some(owner) => theme.side(owner),
        None => theme.thing(),
    };
    match moves {
        true => style.patch(theme.selected()).add_modifier(Modifier::UNDERLINED),
        false => style,
    }
}
