//! Draws a game: a pure function from its state to the cells of the screen.

mod board;
mod grid;
mod heaps;
mod maze;
mod overlay;
mod panel;
mod squares;
#[cfg(test)]
mod tests;

use agon_core::BoardStyle;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use crate::layout::{MINIMUM, ScreenLayout};
use crate::state::{Mode, State};
use crate::theme::Theme;

pub use overlay::menu;

pub fn draw(state: &State, theme: Theme, screen: &mut Buffer) {
    let Some(layout) = state.layout() else {
        return too_small(screen, theme);
    };
    header(state, theme, layout.header, screen);
    draw_board(state, theme, &layout, screen);
    panel::draw(state, theme, layout.panel, screen);
    status(state, theme, layout.status, screen);
    keys(state, theme, layout.keys, screen);
    if state.mode == Mode::Help {
        overlay::help(theme, screen);
    }
}

fn header(state: &State, theme: Theme, area: Rect, screen: &mut Buffer) {
    screen.set_style(area, theme.bar());
    let bold = Style::new().add_modifier(Modifier::BOLD);
    Line::from(Span::styled(format!(" {}", state.entry.title), bold)).render(area, screen);
    let name = state.game.name(state.shown.to_move);
    let turn = match state.shown.outcome {
        Some(outcome) => state.game.announce(outcome),
        None => format!("{name} to move"),
    };
    Line::from(format!("{turn} ")).right_aligned().render(area, screen);
}

/// Draws the board, or the part that fits.
fn draw_board(state: &State, theme: Theme, layout: &ScreenLayout, screen: &mut Buffer) {
    let size = layout.board.size();
    let mut board = Buffer::empty(Rect::new(0, 0, size.width, size.height));
    board::labels(state, theme, &layout.board, &mut board);
    match layout.board.kind {
        BoardStyle::Grid => grid::draw(state, theme, &layout.board, &mut board),
        BoardStyle::Squares => squares::draw(state, theme, &layout.board, &mut board),
        BoardStyle::Heaps => heaps::draw(state, theme, &layout.board, &mut board),
        BoardStyle::Maze => maze::draw(state, theme, &layout.board, &mut board),
    }
    let (left, top) = layout.scroll;
    for point in layout.window.positions() {
        let from = (point.x - layout.window.x + left, point.y - layout.window.y + top);
        if let (Some(cell), Some(shown)) = (board.cell(from), screen.cell_mut(point)) {
            *shown = cell.clone();
        }
    }
}

fn status(state: &State, theme: Theme, area: Rect, screen: &mut Buffer) {
    if let Mode::Typing(text) = &state.mode {
        let matches = state.matches(text);
        let known = match (&state.message, matches.len()) {
            (Some(message), _) => message.text.clone(),
            (None, 0) => "no legal move begins like this".into(),
            (None, 1..=5) => matches.join("  "),
            (None, count) => format!("{}  and {} more", matches[..4].join("  "), count - 4),
        };
        let reversed = Style::new().add_modifier(Modifier::REVERSED);
        let spans = vec![
            Span::styled(format!(" move: {text}"), theme.title()),
            Span::styled(" ", reversed),
            Span::styled(format!("  {known}"), theme.muted()),
        ];
        return Line::from(spans).render(area, screen);
    }
    let (words, is_warning) = state.status();
    let style = match (is_warning || state.mode == Mode::Leaving, state.is_persons_turn()) {
        (true, _) => theme.warning(),
        (false, true) => theme.side(state.shown.to_move),
        (false, false) => theme.title(),
    };
    Line::styled(format!(" {words}"), style).render(area, screen);
}

fn keys(state: &State, theme: Theme, area: Rect, screen: &mut Buffer) {
    let shown: &[(&str, &str)] = match &state.mode {
        Mode::Typing(_) => &[("Enter", "play"), ("Tab", "complete"), ("Escape", "cancel")],
        Mode::Leaving => &[("y", "leave"), ("n", "stay")],
        Mode::Help => &[("any key", "close")],
        Mode::Board if state.shown.outcome.is_some() => &[
            ("n", "play again"),
            ("s", "swap sides"),
            (", .", "go through the moves"),
            ("z", "undo"),
            ("q", "leave"),
        ],
        Mode::Board => &[
            ("arrows Enter", "move"),
            (":", "type"),
            ("h", "hint"),
            ("z y", "undo"),
            ("a + -", "computer"),
            ("?", "help"),
            ("q", "leave"),
        ],
    };
    let spans = shown.iter().flat_map(|(key, meaning)| {
        [
            Span::styled(format!(" {key}"), theme.title()),
            Span::styled(format!(" {meaning} "), theme.muted()),
        ]
    });
    Line::from(spans.collect::<Vec<Span>>()).render(area, screen);
}

/// Tells how large the terminal must be.
fn too_small(screen: &mut Buffer, theme: Theme) {
    let area = screen.area;
    let text = format!(
        "This terminal has {} columns and {} rows; the board needs at least {} and {}. Make it \
         larger, or press q to leave. 'agon play --line' needs no room.",
        area.width, area.height, MINIMUM.width, MINIMUM.height,
    );
    let lines = panel::wrap(&text, usize::from(area.width.max(1)));
    for (line, y) in lines.into_iter().zip(area.y..area.bottom()) {
        screen.set_stringn(area.x, y, line, area.width.into(), theme.title());
    }
}
