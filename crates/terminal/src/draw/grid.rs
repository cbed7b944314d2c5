//! Boards with lines between the cells: Santorini, tic-tac-toe and unknown games.

use agon_core::{Place, Token};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::board::{Highlights, cells, put, tokens};
use crate::layout::BoardLayout;
use crate::state::State;
use crate::theme::Theme;

pub fn draw(state: &State, theme: Theme, layout: &BoardLayout, board: &mut Buffer) {
    let highlights = Highlights::new(state);
    for (place, cell) in cells(state) {
        frame(layout.cell(place), LIGHT, theme.frame(), board);
        join(state, layout, place, theme, board);
        let area = layout.cell(place);
        if let Some(height) = cell.height {
            board.set_style(area, theme.height(height));
            put(board, area.x + 1, area.y, &tower(height, area), theme.height(height));
        }
        for token in tokens(state, &cell.id) {
            match cell.height {
                Some(_) => pawn(token, area, theme, board),
                None => mark(token, area, theme, board),
            }
        }
        let marks = highlights.of(place, &cell.id);
        let is_dark = cell.height.is_some_and(|height| height < 2);
        if let Some((sign, style)) = marks.sign(theme, is_dark) {
            let x = area.right() - sign.chars().count() as u16;
            put(board, x, area.bottom() - 1, &sign, style);
        }
    }
    if state.shown.cell_at(state.cursor).is_some() {
        frame(layout.cell(state.cursor), HEAVY, theme.cursor(), board);
    }
}

/// The corners clockwise from the upper left, then the horizontal and the vertical line.
type Lines = [&'static str; 6];
const LIGHT: Lines = ["┌", "┐", "┘", "└", "─", "│"];
const HEAVY: Lines = ["┏", "┓", "┛", "┗", "━", "┃"];

fn frame(cell: Rect, lines: Lines, style: Style, board: &mut Buffer) {
    let [left, right] = [cell.x - 1, cell.right()];
    let [top, bottom] = [cell.y - 1, cell.bottom()];
    for x in cell.x..right {
        put(board, x, top, lines[4], style);
        put(board, x, bottom, lines[4], style);
    }
    for y in cell.y..bottom {
        put(board, left, y, lines[5], style);
        put(board, right, y, lines[5], style);
    }
    let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
    for ((x, y), corner) in corners.into_iter().zip(lines) {
        put(board, x, y, corner, style);
    }
}

/// Draws the crossings at the corners of a cell.
fn join(state: &State, layout: &BoardLayout, place: Place, theme: Theme, board: &mut Buffer) {
    let size = state.shown.board_size();
    let Place { row, column } = layout.seen(place);
    let cell = layout.cell(place);
    let across = [(row == 0, cell.y - 1), (row + 1 == size.rows, cell.bottom())];
    let along = [(column == 0, cell.x - 1), (column + 1 == size.columns, cell.right())];
    for (index, (is_edge, y)) in across.into_iter().enumerate() {
        for (side, (is_side, x)) in along.into_iter().enumerate() {
            let crossing = match (is_edge, is_side) {
                (false, false) => "┼",
                (true, false) => ["┬", "┴"][index],
                (false, true) => ["├", "┤"][side],
                (true, true) => [["┌", "┐"], ["└", "┘"]][index][side],
            };
            put(board, x, y, crossing, theme.frame());
        }
    }
}

/// The height of a tower in digits, and as stairs if there is room.
fn tower(height: u8, area: Rect) -> String {
    let stairs = ["", " ▂", " ▂▄", " ▂▄▆", " dome"];
    match height {
        0 => String::new(),
        _ if area.height == 1 => height.to_string(),
        _ => format!("{height}{}", stairs[usize::from(height.min(4))]),
    }
}

/// Draws a pawn as the letter of its side.
fn pawn(token: &Token, area: Rect, theme: Theme, board: &mut Buffer) {
    let style = token.owner.map_or(theme.thing(), |owner| theme.piece(owner));
    if area.height == 1 {
        return put(board, area.x + 2, area.y, &format!(" {} ", token.symbol), style);
    }
    let (width, height) = if area.height < 5 { (3, 1) } else { (5, 3) };
    let x = area.x + (area.width - width) / 2;
    let y = area.y + 1 + (area.height - 1 - height) / 2;
    board.set_style(Rect { x, y, width, height }, style);
    put(board, x + width / 2, y + height / 2, &token.symbol.to_string(), style);
}

/// Draws a mark such as a cross, large if there is room.
fn mark(token: &Token, area: Rect, theme: Theme, board: &mut Buffer) {
    let style = token.owner.map_or(theme.thing(), |owner| theme.side(owner));
    let drawn: &[&str] = match token.symbol {
        'X' if area.height >= 5 => &["╲   ╱", " ╲ ╱ ", "  ╳  ", " ╱ ╲ ", "╱   ╲"],
        'O' if area.height >= 5 => &[" ╭─╮ ", "╭╯ ╰╮", "│   │", "╰╮ ╭╯", " ╰─╯ "],
        'X' if area.height >= 3 => &["╲ ╱", " ╳ ", "╱ ╲"],
        'O' if area.height >= 3 => &["╭─╮", "│ │", "╰─╯"],
        symbol => {
            let (x, y) = (area.x + area.width / 2, area.y + area.height / 2);
            return put(board, x, y, &symbol.to_string(), style);
        }
    };
    let wide = drawn[0].chars().count() as u16;
    let (x, y) =
        (area.x + (area.width - wide) / 2, area.y + (area.height - drawn.len() as u16) / 2);
    for (line, y) in drawn.iter().zip(y..) {
        put(board, x, y, line, style);
    }
}
