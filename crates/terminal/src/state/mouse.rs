//! The mouse: clicks select, and pieces and ranges can be dragged.

use agon_core::{BoardStyle, ElementId};
use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

use super::{Mode, State};

impl State {
    /// Handles a mouse event.
    pub(super) fn mouse(&mut self, mouse: MouseEvent) {
        let (x, y) = (mouse.column, mouse.row);
        if self.mode != Mode::Board {
            if mouse.kind == MouseEventKind::Down(MouseButton::Left) && self.mode == Mode::Help {
                self.mode = Mode::Board;
            }
            return;
        }
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                self.message = None;
                let Some(id) = self.element_at(x, y) else { return };
                self.move_cursor_to(&id);
                if !self.shown.selects_range() {
                    self.press(&id);
                } else if self.is_persons_turn() {
                    self.selection.clear();
                    self.selection.select(&id);
                } else {
                    self.warn_about_turn();
                }
                self.pressed = Some(id);
            }
            MouseEventKind::Drag(MouseButton::Left) if self.pressed.is_some() => {
                if let Some(id) = self.element_at(x, y) {
                    self.move_cursor_to(&id);
                }
            }
            MouseEventKind::Up(MouseButton::Left) => {
                let Some(pressed) = self.pressed.take() else { return };
                let Some(id) = self.element_at(x, y) else { return };
                self.release_at(&pressed, &id);
            }
            MouseEventKind::Down(MouseButton::Right) => {
                self.message = None;
                self.cancel();
            }
            MouseEventKind::ScrollUp => self.look_back(),
            MouseEventKind::ScrollDown => self.look_at(self.shown.ply + 1),
            _ => (),
        }
    }

    /// Handles the release of the button on an element: it ends a range or drops a piece.
    fn release_at(&mut self, pressed: &str, id: &str) {
        if self.shown.selects_range() && self.is_persons_turn() {
            match self.selection.select_range(pressed, id) {
                true => self.complete(),
                false => {
                    self.selection.clear();
                    self.warn("take one or more neighbouring matches of one heap");
                }
            }
        } else if id != pressed && self.selection.options().contains(&id) {
            self.press(id);
        }
    }

    fn move_cursor_to(&mut self, id: &str) {
        if let Some(place) = self.shown.place(id) {
            self.cursor = place;
            self.kept_column = None;
        }
        if let Some(level) = self.levels().iter().position(|level| *level == id) {
            self.level = level;
        }
    }

    /// The element at a point of the screen: a cell, or a level of a stack if one can be selected.
    fn element_at(&self, x: u16, y: u16) -> Option<ElementId> {
        let layout = self.layout()?;
        let (x, y) = layout.on_board(x, y)?;
        let place = layout.board.place_at(x, y)?;
        let cell = self.shown.cell_at(place)?.to_string();
        if layout.board.kind == BoardStyle::Squares {
            let (left, _) = layout.board.stack(place);
            let level = x.checked_sub(left).map(|level| format!("{cell}/{level}"));
            let levels = self.levels();
            let found = level.filter(|level| levels.contains(&level.as_str()));
            if found.is_some() {
                return found;
            }
        }
        Some(cell)
    }
}
